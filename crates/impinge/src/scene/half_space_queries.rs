//! Half-spaces against shapes and each other. Against corners, with or without a radius, all is exact; a curved shape is compared with
//! the boundary up to its rounding, and two boundaries are parallel exactly, in integers, or up to rounding.

use super::body_gap::BodyGap;
use crate::bounded::{Bounded, Certainty};
use crate::cost::Cost;
use crate::math::integer::{Grid, sign};
use crate::math::integer_vector::{cross, dot};
use crate::math::{DVec3, Pose};
use crate::pair::{ConvexMeshReport, Relation};
use crate::shape::{HalfSpace, Support};
use std::cmp::Ordering;

/// Roundings of a farthest point's height over a boundary, beyond those of the point, relative to all lengths in it; doubled.
const HEIGHT_ERROR: f64 = 16.0 * f64::EPSILON;

/// How a half-space (A) and a shape (B) relate; exact for corners, and for curved shapes away from the boundary.
pub(super) fn in_half_space(space: &HalfSpace, shape: &impl Support) -> ConvexMeshReport {
    let report = |relation, certainty| ConvexMeshReport { relation, certainty, cost: Cost::default() };
    if shape.corner_count() > 0 {
        return report(balls_in_half_space(space, shape), Certainty::Exact);
    }
    let size =
        shape.centre().length() + shape.reach() + shape.radius() + space.closest_point(DVec3::ZERO).point.length();
    let is_near = |height: f64| height.abs() <= shape.support_error() + HEIGHT_ERROR * size;
    // The heights of the lowest and the highest point.
    let (low, high) = (space.signed_distance(shape), -space.opposite().signed_distance(shape));
    let meets = space.intersects(shape);
    let relation = match (meets, low < 0.0, high > 0.0) {
        (false, ..) => Relation::Disjoint,
        (true, false, _) => Relation::Touching,
        (true, true, false) => Relation::BInsideA,
        (true, true, true) => Relation::Crossing,
    };
    let is_rounded = is_near(low) || (meets && is_near(high));
    report(relation, if is_rounded { Certainty::Rounded } else { Certainty::Exact })
}

/// The relation for corners: the balls around them are on one side of the boundary, on the other or on both.
fn balls_in_half_space(space: &HalfSpace, shape: &impl Support) -> Relation {
    let nearest = |side: &HalfSpace| {
        let balls = (0..shape.corner_count()).map(|k| side.compare_ball(shape.corner(k), shape.radius()));
        balls.min().unwrap_or(Ordering::Greater)
    };
    match (nearest(space), nearest(&space.opposite())) {
        (Ordering::Greater, _) => Relation::Disjoint,
        (Ordering::Equal, _) => Relation::Touching,
        (Ordering::Less, Ordering::Less) => Relation::Crossing,
        (Ordering::Less, _) => Relation::BInsideA,
    }
}

/// The distance of a shape from a half-space.
pub(super) fn above(space: &HalfSpace, shape: &impl Support) -> BodyGap {
    let deepest = space.deepest_point(shape);
    if space.intersects(shape) {
        return BodyGap { length: Bounded::exact(0.0), points: [deepest; 2] };
    }
    let value = space.signed_distance(shape).max(f64::MIN_POSITIVE);
    let error = shape.support_error() + 8.0 * f64::EPSILON * (value + deepest.length());
    let foot = space.closest_point(deepest).point;
    BodyGap {
        length: Bounded { lower: (value - error).max(0.0), value, upper: value + error },
        points: [foot, deepest],
    }
}

/// B's half-space in A's frame, rounded.
fn carried(b: &HalfSpace, a_from_b: &Pose) -> Option<HalfSpace> {
    let on = b.closest_point(DVec3::ZERO).point;
    let normal = a_from_b.transform_vector(b.normal());
    HalfSpace::try_new(normal, normal.dot(a_from_b.transform_point(on))).ok()
}

/// Two half-spaces are apart, or one is inside the other, only if their boundaries are parallel.
pub(super) fn half_spaces(a: &HalfSpace, b: &HalfSpace, a_from_b: &Pose) -> ConvexMeshReport {
    if a_from_b.is_inverted() {
        let report = half_spaces(b, a, &a_from_b.inverse());
        return ConvexMeshReport { relation: report.relation.flip(), ..report };
    }
    let report = |relation, certainty| ConvexMeshReport { relation, certainty, cost: Cost::default() };
    if let Some(relation) = if_parallel(a, b, a_from_b) {
        return report(relation, Certainty::Exact);
    }
    let Some(b) = carried(b, a_from_b) else { return report(Relation::Crossing, Certainty::Rounded) };
    let [m, n] = [a.normal().normalize(), b.normal().normalize()];
    let sine = m.cross(n).length();
    if sine > PARALLEL {
        let certainty = if sine > 2.0 * PARALLEL { Certainty::Exact } else { Certainty::Rounded };
        return report(Relation::Crossing, certainty);
    }
    let [p, q] = [a.offset() / a.normal().length(), b.offset() / b.normal().length()];
    let relation = if m.dot(n) > 0.0 { nested(p.total_cmp(&q)) } else { facing((-q).total_cmp(&p)) };
    report(relation, Certainty::Rounded)
}

/// Unit normals whose cross product is no longer than this (a sine) are parallel: a few roundings.
const PARALLEL: f64 = 8.0 * f64::EPSILON;

/// The relation of half-spaces with one normal, by how far A goes compared with B.
fn nested(order: Ordering) -> Relation {
    match order {
        Ordering::Equal => Relation::Coincident,
        Ordering::Less => Relation::AInsideB,
        Ordering::Greater => Relation::BInsideA,
    }
}

/// The relation of half-spaces with opposite normals, by where B ends compared with where A does.
fn facing(order: Ordering) -> Relation {
    match order {
        Ordering::Equal => Relation::Touching,
        Ordering::Greater => Relation::Disjoint,
        Ordering::Less => Relation::Crossing,
    }
}

/// The relation where the boundaries are parallel, by integers: with A `m · x <= o`, and B in A's frame `R n · x <= p + R n · t`.
fn if_parallel(a: &HalfSpace, b: &HalfSpace, a_from_b: &Pose) -> Option<Relation> {
    let (rotation, translation) = a_from_b.given();
    let rows = rotation.transpose();
    let vectors = [a.normal(), b.normal(), translation, rows.x_axis, rows.y_axis, rows.z_axis];
    let numbers = vectors.iter().flat_map(|v| v.to_array());
    let grid = Grid::holding(numbers.chain([a.offset(), b.offset(), 1.0]));
    let [m, n, t, x, y, z] = vectors.map(|v| v.to_array().map(|x| grid.integer(x)));
    let turned = [dot(&x, &n), dot(&y, &n), dot(&z, &n)];
    if cross(&m, &turned).iter().any(|x| sign(x) != 0) {
        return None;
    }
    let k = (0..3).find(|k| sign(&m[*k]) != 0)?;
    let one = grid.integer(1.0);
    let [along_a, along_b] = [sign(&m[k]), sign(&turned[k])];
    // Each offset over the length of its normal, times the same.
    let far_a = grid.integer(a.offset()) * &one * &turned[k] * along_b;
    let far_b = (grid.integer(b.offset()) * &one * &one + dot(&turned, &t)) * &m[k] * along_a;
    Some(if along_a == along_b { nested(far_a.cmp(&far_b)) } else { facing((-far_b).cmp(&far_a)) })
}

/// A point of two half-spaces that meet, up to rounding: next to the origin on one boundary, or else on both.
fn common_point(a: &HalfSpace, b: &HalfSpace) -> DVec3 {
    let [p, q] = [a, b].map(|space| space.closest_point(DVec3::ZERO).point);
    let [over_b, over_a] = [b.closest_point(p).distance, a.closest_point(q).distance];
    if over_b <= 0.0 {
        return p;
    }
    let [m, n] = [a.normal().normalize(), b.normal().normalize()];
    // From p along A's boundary, against n, until B's.
    let along = m * m.dot(n) - n;
    let square = along.length_squared();
    if over_a <= 0.0 || square <= PARALLEL * PARALLEL { q } else { p + along * (over_b / square) }
}

/// The distance of two half-spaces.
pub(super) fn half_space_gap(a: &HalfSpace, b: &HalfSpace, a_from_b: &Pose) -> BodyGap {
    if a_from_b.is_inverted() {
        return half_space_gap(b, a, &a_from_b.inverse()).flipped(a_from_b);
    }
    let on = a_from_b.transform_point(b.closest_point(DVec3::ZERO).point);
    if half_spaces(a, b, a_from_b).relation != Relation::Disjoint {
        let point = carried(b, a_from_b).map_or(on, |b| common_point(a, &b));
        return BodyGap { length: Bounded::exact(0.0), points: [point; 2] };
    }
    let foot = a.closest_point(on);
    let value = foot.distance.max(f64::MIN_POSITIVE);
    let error = HEIGHT_ERROR * (value + on.length());
    BodyGap {
        length: Bounded { lower: (value - error).max(0.0), value, upper: value + error },
        points: [foot.point, on],
    }
}
