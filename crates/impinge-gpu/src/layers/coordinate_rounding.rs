//! By how much coordinates may differ that are computed along different ways.

use impinge::bound::Aabb;
use impinge::math::Pose;

/// Coordinates computed along different ways differ by less than this part of the largest that occurs: 32 units in the last place.
const ROUNDING: f64 = 1.0 / (1_u64 << 48) as f64;

/// By how much coordinates of a body with this box may differ, computed along different ways.
pub(crate) fn rounding(bounds: &Aabb, pose: &Pose) -> f64 {
    // No coordinate, nor one on the way to it, is larger.
    let farthest = pose.translation().abs().max_element() + 2.0 * bounds.largest_coordinate();
    farthest * ROUNDING
}
