//! Where two cores stand: their distance where they are apart, their depth where they are not.
//!
//! Gilbert, Johnson and Keerthi's descent finds the distance or a tetrahedron around the origin, and the surface that measures the
//! depth grows from that.

use super::epa::core_depth::{self, WarmPenetration};
use super::epa::depth_search::DepthSearch;
use super::epa::expansion::EpaEnding;
use super::gjk::descent::{Descent, GjkEnding, Goal};
use super::gjk::gjk_corners::Sprint;
use super::minkowski_difference::{Difference, Erased, Extreme};
use super::penetration_report::{Penetration, PenetrationOutcome};
use super::revolution::parallel_axes::parallel_axes;
use super::separation::{self, Corners, Separation};
use super::warm_start::Warm;
use crate::math::DVec3;
use crate::shape::{Support, forward_core};

/// How far two convex shapes are apart, or how deep in each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedDistance {
    /// The distance; minus the depth where the shapes share inner points.
    pub distance: f64,
    /// The signed distance is at least this.
    pub lower: f64,
    /// The signed distance is at most this.
    pub upper: f64,
    /// The unit direction from A to B, or out of A for B, in A's frame; zero where rounding leaves it open.
    pub axis: DVec3,
    /// Points of A and of B that are that far apart, in A's frame: the second is the first moved by the signed distance along the axis, up to
    /// rounding; of curved cores points nearby.
    pub points: [DVec3; 2],
    /// The corners of the cores that carry the points; none for a curved core.
    pub features: [Corners; 2],
}

/// What one query of a signed distance leaves for the next about the same pair; any other one is allowed.
#[derive(Clone, Debug, Default)]
pub struct WarmProximity {
    pub(super) apart: Warm,
    pub(super) deep: WarmPenetration,
}

impl WarmProximity {
    /// Leaves nothing for the next query but room.
    pub fn forget(&mut self) {
        self.apart = Warm::default();
        self.deep.forget();
    }
}

/// A core alone.
pub(super) struct Core<'a, T: ?Sized>(pub &'a T);

impl<T: Support + ?Sized> Support for Core<'_, T> {
    #[inline]
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        self.0.support(direction, hint)
    }

    fn centre(&self) -> DVec3 {
        self.0.centre()
    }

    fn reach(&self) -> f64 {
        self.0.reach()
    }

    forward_core!(self => self.0);
}

/// Where two cores stand, in the first's frame.
pub(super) enum Proximity {
    /// Apart for certain; the axis runs from the second to the first.
    Apart(Separation),
    /// All else; where it is undecided, with the most that they can be apart.
    Meeting(Penetration, f64),
}

/// Points of shapes from points of their cores.
pub(super) fn grown([p, q]: [DVec3; 2], axis: DVec3, [r, s]: [f64; 2]) -> [DVec3; 2] {
    [p + axis * r, q - axis * s]
}

/// Where two cores stand, as a signed distance.
pub(super) fn reading<F, S>(difference: &Difference<'_, F, S>, found: &Proximity) -> SignedDistance
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    match found {
        Proximity::Apart(apart) => SignedDistance {
            distance: apart.distance,
            lower: apart.lower,
            upper: apart.upper,
            axis: apart.axis.map_or(DVec3::ZERO, |v| -v),
            points: apart.points,
            features: apart.features,
        },
        Proximity::Meeting(found, gap) => match found.outcome {
            PenetrationOutcome::Touching(overlap) | PenetrationOutcome::Deep(overlap) => SignedDistance {
                distance: -overlap.depth.best,
                lower: -overlap.depth.upper,
                upper: -overlap.depth.lower,
                axis: overlap.direction,
                points: overlap.points,
                features: overlap.features,
            },
            PenetrationOutcome::Apart { direction, gap: lower } => open(difference, [lower.min(*gap), *gap], direction),
            PenetrationOutcome::Undecided { upper } => open(difference, [-upper, *gap], DVec3::ZERO),
        },
    }
}

/// A signed distance known by its bounds alone.
fn open<F, S>(difference: &Difference<'_, F, S>, [lower, upper]: [f64; 2], axis: DVec3) -> SignedDistance
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let mut hints = [0; 2];
    let points = difference.support(axis, &mut hints).of;
    SignedDistance {
        distance: 0_f64.clamp(lower, upper.max(lower)),
        lower,
        upper,
        axis,
        points,
        features: [Corners::default(); 2],
    }
}

/// Where two shapes without radii stand.
#[inline]
pub(super) fn proximity<F, S>(difference: &Difference<'_, F, S>, warm: &mut WarmProximity) -> Proximity
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    if warm.deep.holds || !difference.has_corners() {
        return slow(&difference.erased(), warm);
    }
    let sprint = Sprint::run(difference, Goal::Distance, &warm.apart);
    match separation::landing(difference, &sprint, &mut warm.apart) {
        Some(landing) => Proximity::Apart(separation::at_landing(difference, &landing, sprint.steps)),
        None => beyond(&difference.erased(), &sprint, warm),
    }
}

/// As [`proximity`], from the surface of the last query, or where a core is curved.
#[inline(never)]
fn slow(difference: &Erased<'_>, warm: &mut WarmProximity) -> Proximity {
    if warm.deep.holds {
        let mut search = DepthSearch::new(difference, &mut warm.deep.arena);
        let ending = search.resume();
        let found = if ending == EpaEnding::Around { core_depth::closed(&search, ending) } else { None };
        warm.deep.holds = found.is_some();
        if let Some(found) = found {
            return Proximity::Meeting(found, 0.0);
        }
    }
    if let Some(found) = parallel_axes(difference) {
        let apart = separation::around_axes(&found, [0.0; 2]);
        let meeting = Proximity::Meeting(core_depth::around_axes(&found), apart.upper);
        return if apart.lower > 0.0 { Proximity::Apart(apart) } else { meeting };
    }
    let descent = Descent::run(difference, Goal::Distance, &warm.apart);
    after(difference, &descent, warm)
}

/// As [`proximity`], after a sprint that has not settled it.
#[inline(never)]
fn beyond(difference: &Erased<'_>, sprint: &Sprint, warm: &mut WarmProximity) -> Proximity {
    match sprint.around() {
        Some(simplex) => {
            warm.apart = Warm::new(&simplex, DVec3::ZERO);
            deep(difference, Some(&simplex), 0.0, warm)
        }
        None => after(difference, &Descent::after(sprint, difference, Goal::Distance), warm),
    }
}

/// As [`proximity`], from where a descent ended.
fn after(difference: &Erased<'_>, descent: &Descent, warm: &mut WarmProximity) -> Proximity {
    warm.apart = descent.warm();
    if descent.ending == GjkEnding::Inside {
        return deep(difference, Some(&descent.simplex), 0.0, warm);
    }
    let apart = separation::conclude(difference, descent);
    if apart.lower > 0.0 {
        return Proximity::Apart(apart);
    }
    deep(difference, None, apart.upper, warm)
}

/// Where cores stand that are not certainly apart, and are no more than a gap apart, by a search for their depth; from a tetrahedron around
/// the origin, where there is one.
fn deep(difference: &Erased<'_>, around: Option<&[Extreme; 4]>, gap: f64, warm: &mut WarmProximity) -> Proximity {
    let mut search = DepthSearch::new(difference, &mut warm.deep.arena);
    let ending = match around {
        Some(simplex) => search.run_from(simplex),
        None => search.run(),
    };
    let found = core_depth::conclude(&search, ending);
    warm.deep.holds = ending == EpaEnding::Around && difference.has_corners();
    Proximity::Meeting(found, gap)
}
