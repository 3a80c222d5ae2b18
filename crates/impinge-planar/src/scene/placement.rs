//! Poses of polygons in the world, and of one polygon relative to another, independent of their order.

use super::body::PlanarBody;
use crate::{Polygon, Pose2};
use impinge::math::{DVec2, LARGEST_IN_PLANE, PoseError};
use std::cmp::Ordering;

/// Translations of bodies are no larger, so that what carries one to another, the difference of two, is within the exact range.
const FARTHEST: f64 = LARGEST_IN_PLANE / 16.0;

/// How far the squared length of a direction may be from 1 to count as rounding (dimensionless).
const UNIT: f64 = 16.0 * f64::EPSILON;

/// A pose as the scene keeps it: unchanged if its direction is a rotation up to rounding, else with the nearest rotation.
pub(super) fn rigid(world_from_body: &Pose2) -> Result<Pose2, PoseError> {
    let (direction, translation) = (world_from_body.direction(), world_from_body.translation());
    let largest = translation.abs().max_element();
    if largest > FARTHEST {
        return Err(PoseError::OutOfRange(largest));
    }
    let off = (direction.length_squared() - 1.0).abs();
    Pose2::try_new(if off <= UNIT { direction } else { direction.normalize() }, translation)
}

/// What carries B's frame to A's: the same for (A, B) as for (B, A), inverted. It is computed from one side only, chosen by what the
/// polygons are, and for equal ones by how each sees the other.
pub(super) fn a_from_b(a: &PlanarBody, b: &PlanarBody) -> Pose2 {
    let (p, q) = (&a.world_from_body, &b.world_from_body);
    match polygon_order(&a.polygon, &b.polygon).then_with(|| pose_order(p, q)) {
        Ordering::Greater => between(q, p).inverse(),
        Ordering::Less | Ordering::Equal => between(p, q),
    }
}

fn between(world_from_a: &Pose2, world_from_b: &Pose2) -> Pose2 {
    // Both are rigid to rounding, so their product is; a difference of two translations, turned, is at most √2 · 2 · `FARTHEST`.
    Pose2::from_rigid(turn(world_from_a, world_from_b), shift(world_from_a, world_from_b))
}

/// The rotation of B in A's frame.
fn turn(world_from_a: &Pose2, world_from_b: &Pose2) -> DVec2 {
    let (a, b) = (world_from_a.direction(), world_from_b.direction());
    if a == b { DVec2::X } else { DVec2::new(a.dot(b), a.perp_dot(b)) }
}

/// The translation of B in A's frame.
fn shift(world_from_a: &Pose2, world_from_b: &Pose2) -> DVec2 {
    let (a, v) = (world_from_a.direction(), world_from_b.translation() - world_from_a.translation());
    DVec2::new(a.dot(v), a.perp_dot(v))
}

fn point_order(p: DVec2, q: DVec2) -> Ordering {
    p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y))
}

fn pose_order(a: &Pose2, b: &Pose2) -> Ordering {
    point_order(shift(a, b), shift(b, a)).then_with(|| point_order(turn(a, b), turn(b, a)))
}

/// An order of polygons by content; equal only if all bits are equal.
fn polygon_order(a: &Polygon, b: &Polygon) -> Ordering {
    if std::ptr::eq(a, b) {
        return Ordering::Equal;
    }
    let vertices =
        || a.vertices().iter().zip(b.vertices()).map(|(p, q)| point_order(*p, *q)).find(|order| order.is_ne());
    let rings = || a.rings().map(<[DVec2]>::len).cmp(b.rings().map(<[DVec2]>::len));
    let sizes = a.vertices().len().cmp(&b.vertices().len());
    sizes.then_with(|| vertices().unwrap_or(Ordering::Equal)).then_with(rings)
}
