//! Where bodies are: rigid to the last bits, and how two of them stand to each other.

use super::Model;
use crate::math::turn::orthonormal;
use crate::math::{DMat3, DVec3, LARGEST_COORDINATE, Pose, PoseError};
use std::cmp::Ordering;

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

/// What carries B's frame to A's: the same for (A, B) as for (B, A), inverted, whichever of the two came first.
///
/// It is computed from one side only, chosen by what the bodies are, and for equal models by where they are.
pub(super) fn a_from_b(a: (&Model, &Pose), b: (&Model, &Pose)) -> Pose {
    match a.0.order(b.0).then_with(|| order(a.1, b.1)) {
        Ordering::Greater => between(b.1, a.1).inverse(),
        Ordering::Less | Ordering::Equal => between(a.1, b.1),
    }
}

/// An order of poses, by their bits.
fn order(a: &Pose, b: &Pose) -> Ordering {
    let numbers = |pose: &Pose| {
        let (m, t) = (pose.rotation().to_cols_array(), pose.translation().to_array());
        t.into_iter().chain(m)
    };
    numbers(a).zip(numbers(b)).map(|(x, y)| x.total_cmp(&y)).find(|o| o.is_ne()).unwrap_or(Ordering::Equal)
}

fn between(world_from_a: &Pose, world_from_b: &Pose) -> Pose {
    let back = world_from_a.rotation().transpose();
    let turn = if world_from_a.rotation() == world_from_b.rotation() {
        DMat3::IDENTITY
    } else {
        back * world_from_b.rotation()
    };
    let shift: DVec3 = back * (world_from_b.translation() - world_from_a.translation());
    // Both are rigid to rounding and no farther than `FARTHEST`, so this is a pose.
    Pose::try_new(turn, shift).unwrap_or(Pose::IDENTITY)
}
