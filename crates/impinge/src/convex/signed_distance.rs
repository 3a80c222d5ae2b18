//! One signed length for two convex shapes: their distance, or minus their depth. Radii take from it.

use super::distance::SUM;
use super::distance_or_depth::{CoreOnly, proximity, signed_separation, with_radii};
use super::minkowski_difference::{Difference, Erased, PairOrder};
use super::separation::Separation;
use super::warm_start::{WarmStart, with_cold_start};
use crate::bounded::Bounded;
use crate::math::{DVec3, Pose};
use crate::shape::Support;

/// The distance of two convex shapes where they are apart, minus their depth where they are not; `a_from_b` carries B into A's frame.
pub fn signed_distance<A, B>(a: &A, b: &B, a_from_b: &Pose) -> Separation
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    with_cold_start(|start| signed_distance_from(a, b, a_from_b, start))
}

/// As [`signed_distance`], from what an earlier query left.
pub(super) fn signed_distance_from<A, B>(a: &A, b: &B, a_from_b: &Pose, warm: &mut WarmStart) -> Separation
where
    A: Support + ?Sized,
    B: Support + ?Sized,
{
    match PairOrder::choose(a, b, a_from_b) {
        PairOrder::Kept => signed(&Difference::new(a, b, a_from_b), warm),
        PairOrder::Swapped => {
            let found = signed(&Difference::new(b, a, a_from_b), warm);
            Separation {
                axis: found.axis.map(|axis| (-a_from_b.transform_vector(axis)).normalize_or_zero()),
                points: [found.points[1], found.points[0]].map(|p| a_from_b.transform_point(p)),
                features: [found.features[1], found.features[0]],
                ..found
            }
        }
    }
}

/// The signed distance in the first's frame.
fn signed<F, S>(difference: &Difference<'_, F, S>, warm: &mut WarmStart) -> Separation
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    if difference.radius() > 0.0 {
        return rounded(&difference.erased(), warm);
    }
    signed_separation(difference, &proximity(difference, warm))
}

/// The signed distance of shapes with radii, in the first's frame.
fn rounded(difference: &Erased<'_>, warm: &mut WarmStart) -> Separation {
    let radii = [difference.first.radius(), difference.second.radius()];
    let (first, second) = (CoreOnly(difference.first), CoreOnly(difference.second));
    let pose = difference.first_from_second();
    let cores = Difference::new(&first, &second, &pose);
    let found = signed_separation(&cores, &proximity(&cores, warm));
    let slack = SUM * (radii[0] + radii[1] + found.distance.upper.abs().max(found.distance.lower.abs()));
    let less = |x: f64| x - radii[0] - radii[1];
    Separation {
        distance: Bounded {
            lower: less(found.distance.lower) - slack,
            value: less(found.distance.value),
            upper: less(found.distance.upper) + slack,
        },
        points: with_radii(found.points, found.axis.unwrap_or(DVec3::ZERO), radii),
        ..found
    }
}
