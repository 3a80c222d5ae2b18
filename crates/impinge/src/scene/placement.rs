//! Where bodies are: rigid to the last bits, and how two of them stand to each other.

use super::Model;
use crate::math::{DMat3, DVec3, LARGEST_COORDINATE, Pose, PoseError};
use std::cmp::Ordering;

/// How far `RᵀR` may be from the identity in any entry (dimensionless) before the matrix of a body is made a rotation: a few roundings.
pub(super) const RIGID: f64 = 8.0 * f64::EPSILON;

/// Translations of bodies are no larger, so that those between them stay in the exact range.
const FARTHEST: f64 = LARGEST_COORDINATE / 4.0;

/// A pose as the scene keeps it: the bits given, where they are a rotation to the last place, else the rotation next to them.
pub(super) fn rigid(world_from_body: &Pose) -> Result<Pose, PoseError> {
    let (rotation, translation) = (world_from_body.rotation(), world_from_body.translation());
    let largest = translation.abs().max_element();
    if largest > FARTHEST {
        return Err(PoseError::OutOfRange(largest));
    }
    Pose::try_new(rigid_matrix(rotation), translation)
}

fn rigid_matrix(m: DMat3) -> DMat3 {
    let gram = m.transpose() * m - DMat3::IDENTITY;
    if gram.to_cols_array().iter().all(|x| x.abs() <= RIGID) {
        return m;
    }
    let x = m.x_axis.normalize();
    let y = (m.y_axis - x * x.dot(m.y_axis)).normalize();
    DMat3::from_cols(x, y, x.cross(y))
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
    // Both are rigid and in range, so this is a pose; if it were not, there is nothing nearer to say.
    Pose::try_new(turn, shift).unwrap_or(Pose::IDENTITY)
}
