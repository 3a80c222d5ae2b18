//! Poses of bodies as a scene keeps them: rigid to the last bits, and within the exact range.

use crate::math::axis_angle::orthonormal;
use crate::math::{LARGEST_COORDINATE, Pose, PoseError};

/// Translations of bodies, and of parts in them, are no larger. What carries a part of one body to a part of another is then the difference of
/// two turned ones, with two more, each up to √3 times as large: within the exact range.
pub(super) const FARTHEST: f64 = LARGEST_COORDINATE / 16.0;

/// A pose as the scene keeps it: the bits given, where they are a rotation to rounding, else the rotation next to them.
pub(super) fn rigid(world_from_body: &Pose) -> Result<Pose, PoseError> {
    let translation = world_from_body.translation();
    let largest = translation.abs().max_element();
    if largest > FARTHEST {
        return Err(PoseError::OutOfRange(largest));
    }
    Pose::try_new(orthonormal(world_from_body.rotation()), translation)
}
