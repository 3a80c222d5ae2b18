//! The depth in double-doubles: the nearest faces of a surface, from exactly posed corners.
//!
//! Plain doubles leave an error of some 1e-15 of the size, which is much for a shallow depth. Only the faces that are nearest within
//! that error matter; each gets a direction of 106 bits, and the extents of all corners along it.

use super::depth_search::DepthSearch;
use crate::convex::minkowski_difference::Difference;
use crate::math::DVec3;
use crate::math::double_double::{DoubleDouble, Vector, between, cross, dot};
use crate::shape::Support;

/// Bound on the rounding of scalar products in double-doubles, in units of the size: 2^-98, some thirty of their roundings.
const FINE: f64 = f64::from_bits((1023 - 98) << 52);

/// Bound on the relative rounding of a quotient by a root: 2^-49.
const QUOTIENT: f64 = f64::from_bits((1023 - 49) << 52);

/// The share of the depth by which a triangle's bound along another's direction may fall short, and its own is not asked for: 2^-45, a small part
/// of what may be left open.
const SHARED: f64 = f64::from_bits((1023 - 45) << 52);

/// Bounds on a depth, and the direction of the upper one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::convex) struct RefinedDepth {
    pub lower: f64,
    pub best: f64,
    pub upper: f64,
    /// Of length 1.
    pub direction: DVec3,
}

/// Bounds on the depth by way of the nearest faces; `None` where doubles cannot vouch for the surface, or a face has no plane.
pub(in crate::convex) fn refine_depth<F: Support + ?Sized, S: Support + ?Sized>(
    search: &DepthSearch<'_, F, S>,
) -> Option<RefinedDepth> {
    let limit = search.expansion.upper() + search.expansion.error;
    let mut best: Option<(RefinedDepth, Direction)> = None;
    // The faces beyond the limit bound the depth by no less.
    let mut lower = search.expansion.length(limit - search.expansion.error);
    for face in search.expansion.memory.surface.faces_within(limit) {
        // The exact corners are within the error of the surface's: a face that near could have the origin on its other side.
        if face.low <= search.expansion.error {
            return None;
        }
        let corners = face.corners.map(|i| search.expansion.corners(i));
        let triangle = Triangle::new(search.difference, corners);
        // Triangles of one facet have one direction, and any direction bounds a triangle: often the best so far does.
        let shared = best.as_ref().map(|(r, direction)| (r.upper, triangle.nearest(search.difference, direction)));
        if let Some((upper, low)) = shared.filter(|(upper, low)| *low > upper * (1.0 - SHARED)) {
            lower = lower.min(low).min(upper);
            continue;
        }
        let direction = triangle.direction()?;
        let one = bounds(search.difference, &triangle, &direction);
        lower = lower.min(one.lower);
        if best.as_ref().is_none_or(|(r, _)| one.upper < r.upper) {
            best = Some((one, direction));
        }
    }
    best.map(|(r, _)| RefinedDepth { lower: lower.min(r.upper), ..r })
}

/// A direction of 106 bits.
struct Direction {
    normal: Vector,
    /// Rounded.
    high: DVec3,
    /// The rounded one's length, not zero.
    length: f64,
}

/// Differences of exactly posed corners.
struct Triangle([Vector; 3]);

impl Triangle {
    fn new<F: Support + ?Sized, S: Support + ?Sized>(
        difference: &Difference<'_, F, S>,
        corners: [[u32; 2]; 3],
    ) -> Self {
        Self(corners.map(|c| {
            let [p, q] = difference.exact_corners(c);
            between(p, q)
        }))
    }

    /// Across it; `None` where it has no area.
    fn direction(&self) -> Option<Direction> {
        let Self(points) = self;
        let edge = |k: usize| -> Vector { std::array::from_fn(|i| points[k][i] - points[0][i]) };
        let normal = cross(&edge(1), &edge(2));
        let high = DVec3::from_array(normal.map(DoubleDouble::to_double));
        let length = high.length();
        (length > 0.0 && length.is_finite()).then_some(Direction { normal, high, length })
    }

    /// At most the extents of its corners along a direction.
    fn nearest<F: Support + ?Sized, S: Support + ?Sized>(
        &self,
        difference: &Difference<'_, F, S>,
        direction: &Direction,
    ) -> f64 {
        let [x, y, z] = [0, 1, 2].map(|k| dot(&direction.normal, &self.0[k]).to_double());
        let low = x.min(y).min(z) / direction.length;
        low - low.abs() * QUOTIENT - FINE * difference.size()
    }
}

/// Bounds by way of one face: its nearest corner along its direction, and the farthest of all corners.
fn bounds<F: Support + ?Sized, S: Support + ?Sized>(
    difference: &Difference<'_, F, S>,
    triangle: &Triangle,
    direction: &Direction,
) -> RefinedDepth {
    let Direction { normal, high, length } = direction;
    let farthest = (farthest_first(difference, normal, *high) + farthest_second(difference, normal, *high)).to_double();
    let best = farthest / length;
    RefinedDepth {
        lower: triangle.nearest(difference, direction),
        best,
        upper: best + best.abs() * QUOTIENT + FINE * difference.size(),
        direction: *high / *length,
    }
}

/// The largest extent of the first's corners along a direction.
fn farthest_first<F: Support + ?Sized, S: Support + ?Sized>(
    difference: &Difference<'_, F, S>,
    normal: &Vector,
    high: DVec3,
) -> DoubleDouble {
    let exact = |i: u32| dot(normal, &between(difference.first.corner(i), DVec3::ZERO));
    farthest(difference.first, high, exact, 2.0 * difference.error() * high.length())
}

/// The largest extent of the second's corners, exactly posed, against a direction.
fn farthest_second<F: Support + ?Sized, S: Support + ?Sized>(
    difference: &Difference<'_, F, S>,
    normal: &Vector,
    high: DVec3,
) -> DoubleDouble {
    let exact = |j: u32| dot(normal, &between(DVec3::ZERO, difference.exact_corners([0, j])[1]));
    farthest(difference.second, difference.turned(-high), exact, 2.0 * difference.error() * high.length())
}

/// The largest of the exact extents, computed only for corners whose rough extent along a direction is within a band of the largest.
fn farthest<T>(core: &T, direction: DVec3, exact: impl Fn(u32) -> DoubleDouble, band: f64) -> DoubleDouble
where
    T: Support + ?Sized,
{
    let mut best: Option<DoubleDouble> = None;
    let mut try_near = |i: u32| {
        let x = exact(i);
        if best.is_none_or(|best| (x - best).to_double() > 0.0) {
            best = Some(x);
        }
    };
    let top = core.rough_support(direction, &mut 0);
    let limit = direction.dot(top) - band;
    match core.all_corners() {
        [] => (0..core.corner_count()).filter(|i| direction.dot(core.corner(*i)) >= limit).for_each(try_near),
        all => (0..).zip(all).filter(|(_, corner)| direction.dot(**corner) >= limit).for_each(|(i, _)| try_near(i)),
    }
    best.unwrap_or_default()
}
