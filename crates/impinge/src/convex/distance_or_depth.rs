//! The distance of two cores where they are apart, their depth where they are not.
//!
//! Gilbert, Johnson and Keerthi's descent finds the distance or a tetrahedron around the origin, and the surface that measures the
//! depth grows from that.

use super::closest_feature_vertices::FeatureCorners;
use super::distance;
use super::epa::core_depth;
use super::epa::depth_search::DepthSearch;
use super::epa::expansion::EpaEnding;
use super::gjk::gjk_iteration::{Descent, GjkEnding, Goal};
use super::gjk::polytope_gjk::CornerDescent;
use super::gjk::warm_simplex::WarmSimplex;
use super::minkowski_difference::{Difference, Erased, SupportPoint};
use super::penetration_report::{Penetration, PenetrationOutcome};
use super::revolution::parallel_axes::parallel_axes;
use super::separation::{GjkSteps, Separation};
use super::warm_start::WarmStart;
use crate::bounded::Bounded;
use crate::math::DVec3;
use crate::shape::{Support, forward_core};

/// The core of a shape, without its radius.
pub(super) struct CoreOnly<'a, T: ?Sized>(pub &'a T);

impl<T: Support + ?Sized> Support for CoreOnly<'_, T> {
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

/// Distance or depth of two cores, in the first's frame.
pub(super) enum DistanceOrDepth {
    /// Apart for certain; the axis runs from the second to the first.
    Apart(Separation),
    /// Not certainly apart; with an upper bound of the distance.
    Meeting(Penetration, f64),
}

/// Points of shapes from points of their cores.
pub(super) fn with_radii([p, q]: [DVec3; 2], axis: DVec3, [r, s]: [f64; 2]) -> [DVec3; 2] {
    [p + axis * r, q - axis * s]
}

/// Distance or depth of two cores as a signed distance.
pub(super) fn signed_separation<F, S>(difference: &Difference<'_, F, S>, found: &DistanceOrDepth) -> Separation
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    match found {
        DistanceOrDepth::Apart(apart) => Separation { axis: apart.axis.map(|v| -v), ..*apart },
        DistanceOrDepth::Meeting(found, gap) => match found.outcome {
            PenetrationOutcome::Touching(overlap) | PenetrationOutcome::Deep(overlap) => Separation {
                distance: -overlap.depth,
                axis: (overlap.direction != DVec3::ZERO).then_some(overlap.direction),
                points: overlap.points,
                features: overlap.features,
                steps: GjkSteps::default(),
            },
            PenetrationOutcome::Apart { direction, gap: lower } => open(difference, [lower.min(*gap), *gap], direction),
            PenetrationOutcome::Undecided { upper, direction } => open(difference, [-upper, *gap], direction),
        },
    }
}

/// A signed distance known by its bounds alone.
fn open<F, S>(difference: &Difference<'_, F, S>, [lower, upper]: [f64; 2], axis: DVec3) -> Separation
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let mut hints = [0; 2];
    let points = difference.support(axis, &mut hints).of;
    Separation {
        distance: Bounded { lower, value: 0_f64.clamp(lower, upper.max(lower)), upper },
        axis: (axis != DVec3::ZERO).then_some(axis),
        points,
        features: [FeatureCorners::default(); 2],
        steps: GjkSteps::default(),
    }
}

/// The distance or depth of two shapes without radii.
#[inline]
pub(super) fn proximity<F, S>(difference: &Difference<'_, F, S>, warm: &mut WarmStart) -> DistanceOrDepth
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    if warm.has_polytope() || !difference.has_corners() {
        return slow(&difference.erased(), warm);
    }
    let corner_descent = CornerDescent::run(difference, Goal::Distance, &warm.simplex);
    match distance::simplex_distance(difference, &corner_descent, &mut warm.simplex) {
        Some(nearest) => DistanceOrDepth::Apart(distance::separation_at(difference, &nearest, corner_descent.steps)),
        None => beyond(&difference.erased(), &corner_descent, warm),
    }
}

/// As [`proximity`], from the surface of the last query, or where a core is curved.
#[inline(never)]
fn slow(difference: &Erased<'_>, warm: &mut WarmStart) -> DistanceOrDepth {
    if let Some(kept) = warm.polytope.as_mut().filter(|polytope| polytope.holds) {
        let mut search = DepthSearch::new(difference, &mut kept.memory);
        let ending = search.resume();
        let found = if ending == EpaEnding::Around { core_depth::closed(&search, ending) } else { None };
        kept.holds = found.is_some();
        if let Some(found) = found {
            return DistanceOrDepth::Meeting(found, 0.0);
        }
    }
    if let Some(found) = parallel_axes(difference) {
        let apart = distance::around_axes(&found, [0.0; 2]);
        let meeting = DistanceOrDepth::Meeting(core_depth::around_axes(&found), apart.distance.upper);
        return if apart.distance.lower > 0.0 { DistanceOrDepth::Apart(apart) } else { meeting };
    }
    let descent = Descent::run(difference, Goal::Distance, &warm.simplex);
    after(difference, &descent, warm)
}

/// As [`proximity`], after a descent over corners that has not settled it.
#[inline(never)]
fn beyond(difference: &Erased<'_>, corner_descent: &CornerDescent, warm: &mut WarmStart) -> DistanceOrDepth {
    match corner_descent.around() {
        Some(simplex) => {
            warm.simplex = WarmSimplex::new(&simplex, DVec3::ZERO);
            deep(difference, Some(&simplex), 0.0, warm)
        }
        None => after(difference, &Descent::after(corner_descent, difference, Goal::Distance), warm),
    }
}

/// As [`proximity`], from where a descent ended.
fn after(difference: &Erased<'_>, descent: &Descent, warm: &mut WarmStart) -> DistanceOrDepth {
    warm.simplex = descent.warm();
    if descent.ending == GjkEnding::Inside {
        return deep(difference, Some(&descent.simplex), 0.0, warm);
    }
    let apart = distance::conclude(difference, descent);
    if apart.distance.lower > 0.0 {
        return DistanceOrDepth::Apart(apart);
    }
    deep(difference, None, apart.distance.upper, warm)
}

/// The depth of cores that are not certainly apart, and are no more than a gap apart, by a search for their depth; from a tetrahedron around
/// the origin, where there is one.
fn deep(
    difference: &Erased<'_>,
    around: Option<&[SupportPoint; 4]>,
    gap: f64,
    warm: &mut WarmStart,
) -> DistanceOrDepth {
    let kept = warm.polytope();
    let mut search = DepthSearch::new(difference, &mut kept.memory);
    let ending = match around {
        Some(simplex) => search.run_from(simplex),
        None => search.run(),
    };
    let found = core_depth::conclude(&search, ending);
    kept.holds = ending == EpaEnding::Around && difference.has_corners();
    DistanceOrDepth::Meeting(found, gap)
}
