//! Distance where two convex shapes are apart, depth where they are not: one signed length, and the depth of shapes with radii.
//!
//! Gilbert, Johnson and Keerthi's descent finds the distance or a tetrahedron around the origin, and the surface that measures the depth grows from that.
//! Radii add to the depth of the cores, or take from their distance.

use super::depth_search::{DepthSearch, Ending};
use super::difference::{Difference, Order};
use super::gjk::{self, Descent, Goal};
use super::penetration::{self, Depth, Overlap, Penetration, PenetrationOutcome, Route, WarmPenetration};
use super::relation::{ConvexRelation, relation};
use super::separation::{self, Corners, Separation};
use super::warm::Warm;
use crate::math::{DVec3, Pose};
use crate::shape::Support;

/// Bound on the relative rounding of a sum of a few lengths.
const SUM: f64 = 4.0 * f64::EPSILON;

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
    /// Points of A and of B that are that far apart, in A's frame: the second is the first moved by the signed distance along the axis.
    pub points: [DVec3; 2],
    /// The corners of the cores that carry the points; none for a curved core.
    pub features: [Corners; 2],
}

/// What one query of a signed distance leaves for the next about the same pair; any other one is allowed.
#[derive(Clone, Debug, Default)]
pub struct WarmProximity {
    apart: Warm,
    deep: WarmPenetration,
}

impl WarmProximity {
    /// Leaves nothing for the next query but room.
    pub fn forget(&mut self) {
        self.apart = Warm::default();
        self.deep.forget();
    }
}

/// A core alone.
struct Core<'a, T: ?Sized>(&'a T);

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

    fn corner_count(&self) -> u32 {
        self.0.corner_count()
    }

    fn corner(&self, index: u32) -> DVec3 {
        self.0.corner(index)
    }

    fn support_error(&self) -> f64 {
        self.0.support_error()
    }
}

/// Where two cores stand, in the first's frame.
enum Proximity {
    /// Apart for certain; the axis runs from the second to the first.
    Apart(Separation),
    /// All else; where it is undecided, with the most that they can be apart.
    Meeting(Penetration, f64),
}

/// The distance of two convex shapes where they are apart, minus their depth where they are not; `a_from_b` carries B into A's frame.
pub fn signed_distance<A, B>(a: &A, b: &B, a_from_b: &Pose) -> SignedDistance
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    penetration::with_room(|room| {
        let mut warm = WarmProximity { apart: Warm::default(), deep: std::mem::take(room) };
        let found = signed_distance_from(a, b, a_from_b, &mut warm);
        *room = warm.deep;
        found
    })
}

/// As [`signed_distance`], from what an earlier query left.
pub fn signed_distance_from<A, B>(a: &A, b: &B, a_from_b: &Pose, warm: &mut WarmProximity) -> SignedDistance
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    match Order::of(a, b, a_from_b) {
        Order::Kept => signed(&Difference::new(a, b, a_from_b), warm),
        Order::Swapped => {
            let found = signed(&Difference::new(b, a, a_from_b), warm);
            SignedDistance {
                axis: (-a_from_b.transform_vector(found.axis)).normalize_or_zero(),
                points: [found.points[1], found.points[0]].map(|p| a_from_b.transform_point(p)),
                features: [found.features[1], found.features[0]],
                ..found
            }
        }
    }
}

/// The signed distance in the first's frame.
fn signed<F, S>(difference: &Difference<'_, F, S>, warm: &mut WarmProximity) -> SignedDistance
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let radii = [difference.first.radius(), difference.second.radius()];
    if radii == [0.0; 2] {
        return reading(difference, proximity(difference, warm));
    }
    let (first, second) = (Core(difference.first), Core(difference.second));
    let cores = Difference::new(&first, &second, &difference.first_from_second);
    let found = reading(&cores, proximity(&cores, warm));
    let slack = SUM * (radii[0] + radii[1] + found.upper.abs().max(found.lower.abs()));
    let less = |x: f64| x - radii[0] - radii[1];
    SignedDistance {
        distance: less(found.distance),
        lower: less(found.lower) - slack,
        upper: less(found.upper) + slack,
        points: grown(found.points, found.axis, radii),
        ..found
    }
}

/// Points of shapes from points of their cores.
fn grown([p, q]: [DVec3; 2], axis: DVec3, [r, s]: [f64; 2]) -> [DVec3; 2] {
    [p + axis * r, q - axis * s]
}

/// Where two cores stand, as a signed distance.
fn reading<F, S>(difference: &Difference<'_, F, S>, found: Proximity) -> SignedDistance
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
            PenetrationOutcome::Apart { direction, gap: lower } => {
                open(difference, [lower.min(gap), gap], direction)
            }
            PenetrationOutcome::Undecided { upper } => open(difference, [-upper, gap], DVec3::ZERO),
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
    SignedDistance { distance: 0_f64.clamp(lower, upper.max(lower)), lower, upper, axis, points, features: [Corners::default(); 2] }
}

/// Where two shapes without radii stand.
fn proximity<F, S>(difference: &Difference<'_, F, S>, warm: &mut WarmProximity) -> Proximity
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    if warm.deep.holds {
        let mut search = DepthSearch::new(difference, &mut warm.deep.arena);
        let ending = search.resume();
        warm.deep.holds = ending == Ending::Around;
        if warm.deep.holds {
            return Proximity::Meeting(penetration::conclude(&search, ending), 0.0);
        }
    }
    let descent = Descent::run(difference, Goal::Distance, &warm.apart);
    warm.apart = descent.warm();
    let mut gap = 0.0;
    if descent.ending != gjk::Ending::Inside {
        let apart = separation::conclude(difference, &descent);
        if apart.lower > 0.0 {
            return Proximity::Apart(apart);
        }
        gap = apart.upper;
    }
    let mut search = DepthSearch::new(difference, &mut warm.deep.arena);
    let inside = descent.ending == gjk::Ending::Inside;
    let ending = if inside { search.run_from(descent.simplex) } else { search.run() };
    let found = penetration::conclude(&search, ending);
    warm.deep.holds = ending == Ending::Around && difference.has_corners();
    Proximity::Meeting(found, gap)
}

/// The depth of two shapes with radii, in the first's frame.
pub(super) fn rounded<F, S>(difference: &Difference<'_, F, S>, warm: &mut WarmPenetration) -> Penetration
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let (first, second) = (Core(difference.first), Core(difference.second));
    let cores = Difference::new(&first, &second, &difference.first_from_second);
    let mut both = WarmProximity { apart: Warm::default(), deep: std::mem::take(warm) };
    let place = proximity(&cores, &mut both);
    *warm = both.deep;
    let (supports, route) = match &place {
        Proximity::Apart(apart) => (apart.steps.plain, Route::Doubles),
        Proximity::Meeting(found, _) => (found.supports, found.route),
    };
    let found = reading(&cores, place);
    let radii = [difference.first.radius(), difference.second.radius()];
    let radius = radii[0] + radii[1];
    let slack = SUM * (radius + found.upper.abs().max(found.lower.abs()));
    let (lower, upper) = (radius - found.upper - slack, radius - found.lower + slack);
    let overlap = |depth| Overlap {
        depth,
        direction: found.axis,
        points: grown(found.points, found.axis, radii),
        features: found.features,
    };
    let outcome = if upper < 0.0 {
        PenetrationOutcome::Apart { direction: found.axis, gap: -upper }
    } else if lower > 0.0 {
        PenetrationOutcome::Deep(overlap(Depth { lower, best: radius - found.distance, upper }))
    } else {
        match relation(difference.first, difference.second, &difference.first_from_second) {
            ConvexRelation::Disjoint => PenetrationOutcome::Apart { direction: found.axis, gap: 0.0 },
            ConvexRelation::Touching => {
                PenetrationOutcome::Touching(overlap(Depth { lower: 0.0, best: 0.0, upper: 0.0 }))
            }
            ConvexRelation::Overlapping => {
                PenetrationOutcome::Deep(overlap(Depth { lower: 0.0, best: (radius - found.distance).clamp(0.0, upper), upper }))
            }
            ConvexRelation::Undecided { .. } => PenetrationOutcome::Undecided { upper },
        }
    };
    Penetration { outcome, supports, route }
}
