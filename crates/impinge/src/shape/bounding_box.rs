//! Boxes around any shape, from its farthest points along the axes.

use super::outward_rounding::{difference_down, sum_up, up};
use super::posed::linear;
use super::support::Support;
use crate::bound::Aabb;
use crate::math::{DVec3, Pose, SMALLEST_COORDINATE, rounding::dot_plus};

/// The box between two corners, grown by a radius, rounded outward.
pub(super) fn around(min: DVec3, max: DVec3, radius: f64) -> Aabb {
    let (low, high) = (min.to_array().map(|x| difference_down(x, radius)), max.to_array().map(|x| sum_up(x, radius)));
    Aabb { min: DVec3::from_array(low), max: DVec3::from_array(high) }
}

/// The box of a shape in its own frame: exact for corners without radius.
pub(crate) fn at_rest<S: Support + ?Sized>(shape: &S) -> Aabb {
    let mut hint = 0;
    let mut farthest = |d: DVec3| shape.support(d, &mut hint);
    let max = DVec3::new(farthest(DVec3::X).x, farthest(DVec3::Y).y, farthest(DVec3::Z).z);
    let min = DVec3::new(farthest(-DVec3::X).x, farthest(-DVec3::Y).y, farthest(-DVec3::Z).z);
    around(min, max, shape.radius() + shape.support_error())
}

/// The box of a shape at a pose, in frame A. It holds what [`Pose::transform_point`] makes of every point of the core, and all within the
/// radius of that.
pub(crate) fn at<S: Support + ?Sized>(shape: &S, a_from_b: &Pose) -> Aabb {
    let rows = linear(a_from_b).transpose();
    let size = shape.centre().length() + shape.reach();
    let mut hint = 0;
    // How far along axis k, in its sense or against it.
    let mut extent = |k: usize, sense: f64| {
        let row = rows.col(k);
        let farthest = shape.support(row * sense, &mut hint);
        let (along, far) = if a_from_b.is_inverted() {
            let t = a_from_b.inverse().translation();
            (row.dot(farthest - t), t.length())
        } else {
            (dot_plus(row.to_array(), farthest.to_array(), a_from_b.translation()[k]), 0.0)
        };
        // The choice of the farthest point is rounded, and so is the value of it.
        let error = 8.0 * f64::EPSILON * (size + far) + shape.support_error();
        let beyond = up((error + shape.radius()) * row.length().max(1.0)) + f64::EPSILON * along.abs();
        let reached = sum_up(sense * along, beyond);
        // Coordinates too small for the predicates are carried to zero.
        sense * if reached > -SMALLEST_COORDINATE { reached.max(0.0) } else { reached }
    };
    let max = DVec3::new(extent(0, 1.0), extent(1, 1.0), extent(2, 1.0));
    Aabb { min: DVec3::new(extent(0, -1.0), extent(1, -1.0), extent(2, -1.0)), max }
}
