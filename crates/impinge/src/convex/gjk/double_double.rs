//! The distance of two cores with corners from the simplex at which plain doubles ended, in double-double, with proof that no other
//! corner is nearer: for gaps too small for plain doubles, which integers would take ten times longer for.
//!
//! The simplex's own corners are posed exactly and their nearest point found with 100 bits. Every other corner of either core is then
//! looked at in plain doubles: if it is farther along the direction by more than rounding, the simplex holds the nearest
//! point of the whole difference. Corners that lie as near, as those of parallel faces do, are left to `exact_gjk`.

use super::exact_gjk::ExactCorner;
use crate::convex::minkowski_difference::Difference;
use crate::math::DVec3;
use crate::math::double_double::{DoubleDouble, Vector, between, cross, dot};
use crate::shape::Support;

/// Relative error of terms in double-double, in units of the largest product that went into them: at most twenty roundings of 2^-102.
const TERM_ERROR: f64 = f64::EPSILON * f64::EPSILON * 128.0;

/// Squares of products of lengths that double-double holds with all its bits, their low parts included: 2^±900.
const SQUARES: std::ops::RangeInclusive<f64> = f64::from_bits((1023 - 900) << 52)..=f64::from_bits((1023 + 900) << 52);

/// The largest relative error with which a distance is accepted here.
const LARGEST_ERROR: f64 = 1e-15;

/// The nearest point of a difference, good to the last bits.
#[derive(Clone, Copy, Debug)]
pub(in crate::convex) struct RefinedDistance {
    /// The distance of the cores less the radii, with a relative error of at most 4 · [`LARGEST_ERROR`].
    pub gap: f64,
    pub weights: [f64; 4],
    /// A positive multiple of the nearest point.
    pub axis: DVec3,
}

/// The nearest point of a simplex to the origin: its square as a quotient, its direction, weights that sum to their total.
struct FineClosestPoint {
    square: [DoubleDouble; 2],
    direction: Vector,
    weights: [DoubleDouble; 4],
    /// Bound on the relative error of the square.
    error: f64,
}

/// Refines the distance at a simplex of exactly posed corners; `None` if it may not be the nearest or the digits do not suffice.
pub(in crate::convex) fn refine_distance<F, S>(
    difference: &Difference<'_, F, S>,
    simplex: &[ExactCorner],
) -> Option<RefinedDistance>
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let mut of = [[DVec3::ZERO; 2]; 3];
    for (of, corner) in of.iter_mut().zip(simplex) {
        *of = corner.of;
    }
    let w = of.map(|[p, q]| between(p, q));
    let largest = of.iter().flatten().map(|p| p.abs().max_element()).fold(0.0, f64::max) * 2.0;
    let foot = match simplex.len() {
        1 => at_corner(&w[0]),
        2 => on_segment(&w[0], &w[1], largest)?,
        3 => on_triangle(&w[0], &w[1], &w[2], largest)?,
        _ => return None,
    };
    let axis = DVec3::from_array(foot.direction.map(DoubleDouble::to_double));
    let in_range = |x: DoubleDouble| SQUARES.contains(&x.to_double());
    let good =
        foot.error <= LARGEST_ERROR && axis.length_squared().is_normal() && foot.square.into_iter().all(in_range);
    if !good || !is_joined(simplex) || !is_nearest(difference, simplex, axis.normalize()) {
        return None;
    }
    let [numerator, denominator] = foot.square;
    let distance = (numerator.to_double() / denominator.to_double()).sqrt();
    let total: f64 = foot.weights.iter().map(|w| w.to_double()).sum();
    let weights = foot.weights.map(|w| w.to_double() / total);
    let gap = gap(&foot, distance, [difference.first.radius(), difference.second.radius()])?;
    Some(RefinedDistance { gap, weights, axis })
}

/// `d - r = (d² - r²) / (d + r)`, if the difference of squares keeps its digits.
fn gap(foot: &FineClosestPoint, distance: f64, [p, q]: [f64; 2]) -> Option<f64> {
    let radius = p + q;
    if radius == 0.0 {
        return Some(distance);
    }
    let [numerator, denominator] = foot.square;
    let r = DoubleDouble::difference(p, -q);
    let over = (numerator - r * r * denominator).to_double() / denominator.to_double();
    let largest = distance * distance + radius * radius;
    (over.abs() * LARGEST_ERROR > (foot.error + TERM_ERROR) * largest).then_some(over / (distance + radius))
}

fn zero() -> DoubleDouble {
    DoubleDouble::default()
}

fn one() -> DoubleDouble {
    DoubleDouble::difference(1.0, 0.0)
}

fn minus(p: &Vector, q: &Vector) -> Vector {
    std::array::from_fn(|k| p[k] - q[k])
}

fn at_corner(a: &Vector) -> FineClosestPoint {
    FineClosestPoint {
        square: [dot(a, a), one()],
        direction: *a,
        weights: [one(), zero(), zero(), zero()],
        error: TERM_ERROR,
    }
}

/// With u along the segment: |a × u|² / |u|², off by TERM_ERROR · largest² / |a × u|.
fn on_segment(a: &Vector, b: &Vector, largest: f64) -> Option<FineClosestPoint> {
    let u = minus(b, a);
    let (p, q) = (dot(b, &u), zero() - dot(a, &u));
    let least = TERM_ERROR * largest * largest;
    if !(p.to_double() > least && q.to_double() > least) {
        return None;
    }
    let area = cross(a, &u);
    let direction = cross(&u, &area);
    let square = dot(&area, &area);
    let error = 4.0 * TERM_ERROR * largest * largest / square.to_double().sqrt();
    Some(FineClosestPoint { square: [square, dot(&u, &u)], direction, weights: [p, q, zero(), zero()], error })
}

/// With n the normal: (a · n)² / |n|², off by TERM_ERROR · largest³ / |a · n|.
fn on_triangle(a: &Vector, b: &Vector, c: &Vector, largest: f64) -> Option<FineClosestPoint> {
    let n = cross(&minus(b, a), &minus(c, a));
    let weights = [dot(&n, &cross(b, c)), dot(&n, &cross(c, a)), dot(&n, &cross(a, b)), zero()];
    let least = TERM_ERROR * (largest * largest) * (largest * largest);
    if !weights[..3].iter().all(|w| w.to_double() > least) {
        return None;
    }
    let along = dot(a, &n);
    let direction = if along.to_double() > 0.0 { n } else { n.map(|x| zero() - x) };
    let error = 4.0 * TERM_ERROR * largest * largest * largest / along.to_double().abs();
    Some(FineClosestPoint { square: [along * along, dot(&n, &n)], direction, weights, error })
}

/// Whether each corner of the simplex shares one of its two corners with another, all hanging together. The axis is across the simplex, so
/// the simplex's corners of either core are then equally far along it, and so are all their differences.
fn is_joined(simplex: &[ExactCorner]) -> bool {
    let joined = |i: usize, j: usize| (0..2).any(|side| simplex[i].ids[side] == simplex[j].ids[side]);
    match simplex.len() {
        1 => true,
        2 => joined(0, 1),
        3 => usize::from(joined(0, 1)) + usize::from(joined(1, 2)) + usize::from(joined(0, 2)) >= 2,
        _ => false,
    }
}

/// Whether every corner that is not of the simplex is certainly farther along a unit axis than those of the simplex.
fn is_nearest<F, S>(difference: &Difference<'_, F, S>, simplex: &[ExactCorner], axis: DVec3) -> bool
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    // Two values, each off by at most the error of a difference.
    let margin = 4.0 * difference.error();
    let turned = difference.turned(axis);
    is_clear(difference.first, &simplex.iter().map(|s| s.ids[0]), axis, margin)
        && is_clear(difference.second, &simplex.iter().map(|s| s.ids[1]), -turned, margin)
}

/// Whether every corner but a core's own few is farther along a direction than those, by more than a margin.
fn is_clear<T>(core: &T, own: &(impl Iterator<Item = u32> + Clone), direction: DVec3, margin: f64) -> bool
where
    T: Support + ?Sized,
{
    let corners = core.all_corners();
    let height = |i: u32| direction.dot(core.corner(i));
    let is_own = |i: u32| own.clone().any(|j| i == j);
    let limit = own.clone().map(height).fold(f64::NEG_INFINITY, f64::max) + margin;
    if corners.is_empty() {
        return (0..core.corner_count()).all(|i| height(i) > limit || is_own(i));
    }
    (0..).zip(corners).all(|(i, corner)| direction.dot(*corner) > limit || is_own(i))
}
