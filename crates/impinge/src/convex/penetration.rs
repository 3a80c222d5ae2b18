//! How deep two convex shapes are in each other: the least length by which one must move to leave the other.
//!
//! It is the distance of the origin from the surface of the Minkowski difference. Three routes lead there, each taken where the one
//! before leaves more than 2^-40 of the depth open: a growing surface in plain doubles (van den Bergen 2001, made sound, see
//! `docs/notes/penetration.md`), its nearest faces in double-doubles, and a surface in integers, which always ends. Curved cores
//! have the first, then aimed rays in double-doubles, and around parallel axes a closed form. What is reported always holds:
//! `lower ≤ depth ≤ upper`, and touching is exact.

use super::distance::SUM;
use super::distance_or_depth::{CoreOnly, DistanceOrDepth, proximity, signed_separation, with_radii};
use super::epa::core_depth::{LargeSurface, of_cores};
use super::gjk::warm_simplex::WarmSimplex;
use super::minkowski_difference::{Difference, Erased, PairOrder};
use super::penetration_report::{DepthArithmetic, Overlap, Penetration, PenetrationOutcome};
use super::relation::{ConvexRelation, relation};
use super::warm_start::{WarmStart, with_cold_start};
use crate::bounded::Bounded;
use crate::math::{DVec3, Pose};
use crate::shape::Support;

/// How deep two convex shapes are in each other; `a_from_b` carries B into A's frame.
pub fn penetration<A, B>(a: &A, b: &B, a_from_b: &Pose) -> Penetration
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    with_cold_start(|start| penetration_from(a, b, a_from_b, start))
}

/// As [`penetration`], with the bounds that some hundred points of the difference give where that many do not close them: hulls of thousands of
/// corners about one centre have that many facets that are nearly as near.
pub(crate) fn penetration_bounds<A, B>(a: &A, b: &B, a_from_b: &Pose) -> Penetration
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    with_cold_start(|start| in_order(a, b, a_from_b, start, LargeSurface::KeepBounds))
}

/// As [`penetration`], from what an earlier query left.
pub(super) fn penetration_from<A, B>(a: &A, b: &B, a_from_b: &Pose, warm: &mut WarmStart) -> Penetration
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    in_order(a, b, a_from_b, warm, LargeSurface::Finish)
}

fn in_order<A, B>(a: &A, b: &B, a_from_b: &Pose, warm: &mut WarmStart, large: LargeSurface) -> Penetration
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    match PairOrder::choose(a, b, a_from_b) {
        PairOrder::Kept => of_shapes(&Difference::new(a, b, a_from_b).erased(), warm, large),
        PairOrder::Swapped => of_shapes(&Difference::new(b, a, a_from_b).erased(), warm, large).swapped(a_from_b),
    }
}

/// The depth of two shapes in canonical order, in the first's frame.
fn of_shapes(difference: &Erased<'_>, warm: &mut WarmStart, large: LargeSurface) -> Penetration {
    if difference.radius() > 0.0 { rounded(difference, warm) } else { of_cores(difference, warm.polytope(), large) }
}

/// The depth of two shapes with radii, in the first's frame.
fn rounded(difference: &Erased<'_>, warm: &mut WarmStart) -> Penetration {
    let (first, second) = (CoreOnly(difference.first), CoreOnly(difference.second));
    let pose = difference.first_from_second();
    let cores = Difference::new(&first, &second, &pose);
    let mut both = WarmStart { simplex: WarmSimplex::default(), polytope: warm.polytope.take() };
    let place = proximity(&cores, &mut both);
    warm.polytope = both.polytope;
    let (supports, arithmetic) = match &place {
        DistanceOrDepth::Apart(apart) => (apart.steps.plain, DepthArithmetic::Doubles),
        DistanceOrDepth::Meeting(found, _) => (found.supports, found.arithmetic),
    };
    let found = signed_separation(&cores, &place);
    let radii = [difference.first.radius(), difference.second.radius()];
    let radius = radii[0] + radii[1];
    let axis = found.axis.unwrap_or(DVec3::ZERO);
    let slack = SUM * (radius + found.distance.upper.abs().max(found.distance.lower.abs()));
    let (lower, upper) = (radius - found.distance.upper - slack, radius - found.distance.lower + slack);
    let overlap = |depth| Overlap {
        depth,
        direction: axis,
        points: with_radii(found.points, axis, radii),
        features: found.features,
    };
    let outcome = if upper < 0.0 {
        PenetrationOutcome::Apart { direction: axis, gap: -upper }
    } else if lower > 0.0 {
        PenetrationOutcome::Deep(overlap(Bounded { lower, value: radius - found.distance.value, upper }))
    } else {
        match relation(difference.first, difference.second, &pose) {
            ConvexRelation::Disjoint => PenetrationOutcome::Apart { direction: axis, gap: 0.0 },
            ConvexRelation::Touching => PenetrationOutcome::Touching(overlap(Bounded::exact(0.0))),
            ConvexRelation::Overlapping => PenetrationOutcome::Deep(overlap(Bounded {
                lower: 0.0,
                value: (radius - found.distance.value).clamp(0.0, upper),
                upper,
            })),
            ConvexRelation::Undecided { .. } => PenetrationOutcome::Undecided { upper, direction: axis },
        }
    };
    Penetration { outcome, supports, arithmetic }
}
