//! Two parts of models at a relative pose: the pair query that knows both kinds.

use super::model::{Leaf, Part};
use crate::bound::PosedBoxes;
use crate::convex;
use crate::cost::Cost;
use crate::math::{DVec3, Pose};
use crate::mesh::Mesh;
use crate::pair::{self, Certainty, ConvexBody, MixedReport, Relation, Request};
use crate::shape::{HalfSpace, Posed, Shape, Support};

/// How far apart two bodies or parts are, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// The distance; 0 where they share a point.
    pub value: f64,
    /// It is at least this.
    pub lower: f64,
    /// It is at most this.
    pub upper: f64,
    /// A closest point of A and of B.
    pub points: [DVec3; 2],
}

impl Gap {
    /// What was found with B first and in B's frame, as A and B in A's.
    pub(super) fn flipped(self, a_from_b: &Pose) -> Self {
        let [p, q] = self.points.map(|p| a_from_b.transform_point(p));
        Self { points: [q, p], ..self }
    }

    /// The same with its points in another frame.
    pub(super) fn carried(self, c_from_a: &Pose) -> Self {
        Self { points: self.points.map(|p| c_from_a.transform_point(p)), ..self }
    }
}

/// What carries one part's frame to another's, for models at a pose; flipping the pair inverts it.
pub(super) fn between_parts(a: &Part, b: &Part, a_from_b: &Pose) -> Pose {
    if a.model_from_part.is_identity() && b.model_from_part.is_identity() {
        return *a_from_b;
    }
    if a_from_b.is_inverted() {
        return between_parts(b, a, &a_from_b.inverse()).inverse();
    }
    let back = a.model_from_part.inverse();
    let composed = back.compose(a_from_b).and_then(|pose| pose.compose(&b.model_from_part));
    // All three are rigid to rounding and no farther than `FARTHEST` allows for, so this is a pose.
    composed.unwrap_or(*a_from_b)
}

/// Whether two parts share a point.
pub(super) fn intersects(a: &Leaf, b: &Leaf, a_from_b: &Pose) -> bool {
    match (a, b) {
        (Leaf::Mesh(a, _), Leaf::Mesh(b, _)) => pair::intersects(a, b, a_from_b),
        (Leaf::Convex(a), Leaf::Convex(b)) => convex::intersects(a.shape(), b.shape(), a_from_b),
        (Leaf::Convex(a), Leaf::Mesh(b, _)) => a.intersects(b, a_from_b),
        (Leaf::HalfSpace(a), Leaf::HalfSpace(b)) => half_spaces(a, b, a_from_b).relation != Relation::Disjoint,
        (Leaf::HalfSpace(a), Leaf::Convex(b)) => a.intersects(&Posed::new(b.shape(), *a_from_b)),
        (Leaf::HalfSpace(a), Leaf::Mesh(b, _)) => {
            !is_above(a, b, a_from_b) && a.intersects(&Posed::new(Corners(b), *a_from_b))
        }
        (Leaf::Mesh(..), Leaf::Convex(_)) | (_, Leaf::HalfSpace(_)) => intersects(b, a, &a_from_b.inverse()),
    }
}

/// How two parts relate.
pub(super) fn relate(a: &Leaf, b: &Leaf, a_from_b: &Pose) -> MixedReport {
    match (a, b) {
        (Leaf::Mesh(a, _), Leaf::Mesh(b, _)) => {
            let report = pair::relate(a, b, a_from_b, &Request::default());
            MixedReport { relation: report.relation, certainty: Certainty::Exact, cost: report.cost }
        }
        (Leaf::Convex(a), Leaf::Convex(b)) => a.relate_to(b, a_from_b),
        (Leaf::Convex(a), Leaf::Mesh(b, _)) => a.relate(b, a_from_b),
        (Leaf::HalfSpace(a), Leaf::HalfSpace(b)) => half_spaces(a, b, a_from_b),
        (Leaf::HalfSpace(a), Leaf::Convex(b)) => in_half_space(a, &Posed::new(b.shape(), *a_from_b)),
        (Leaf::HalfSpace(a), Leaf::Mesh(b, _)) => in_half_space(a, &Posed::new(Corners(b), *a_from_b)),
        (Leaf::Mesh(..), Leaf::Convex(_)) | (_, Leaf::HalfSpace(_)) => {
            let report = relate(b, a, &a_from_b.inverse());
            MixedReport { relation: report.relation.flip(), ..report }
        }
    }
}

/// How far apart two parts are.
pub(super) fn distance(a: &Leaf, b: &Leaf, a_from_b: &Pose) -> Gap {
    match (a, b) {
        (Leaf::Mesh(a, _), Leaf::Mesh(b, _)) => {
            let found = pair::distance(a, b, a_from_b);
            Gap { value: found.value, lower: found.value, upper: found.value, points: found.points }
        }
        (Leaf::Convex(a), Leaf::Convex(b)) => {
            let found = convex::distance(a.shape(), b.shape(), a_from_b);
            Gap { value: found.distance, lower: found.lower, upper: found.upper, points: found.points }
        }
        (Leaf::Convex(a), Leaf::Mesh(b, _)) => mixed(a, b, a_from_b),
        (Leaf::HalfSpace(a), Leaf::HalfSpace(b)) => half_space_gap(a, b, a_from_b),
        (Leaf::HalfSpace(a), Leaf::Convex(b)) => above(a, &Posed::new(b.shape(), *a_from_b)),
        (Leaf::HalfSpace(a), Leaf::Mesh(b, _)) => above(a, &Posed::new(Corners(b), *a_from_b)),
        (Leaf::Mesh(..), Leaf::Convex(_)) | (_, Leaf::HalfSpace(_)) => {
            distance(b, a, &a_from_b.inverse()).flipped(a_from_b)
        }
    }
}

fn mixed(a: &ConvexBody<Shape>, b: &Mesh, a_from_b: &Pose) -> Gap {
    let found = a.distance(b, a_from_b);
    Gap { value: found.value, lower: found.lower, upper: found.upper, points: found.points }
}

/// A mesh by its vertices alone, which is all that a half-space asks about.
struct Corners<'a>(&'a Mesh);

impl Corners<'_> {
    fn used(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.faces().iter().flatten().copied()
    }
}

impl Support for Corners<'_> {
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        let at = |i: u32| self.0.vertices()[i as usize];
        let farthest = self.used().max_by(|i, j| at(*i).dot(direction).total_cmp(&at(*j).dot(direction)));
        *hint = farthest.unwrap_or(0);
        at(*hint)
    }

    fn centre(&self) -> DVec3 {
        self.0.bounds().centre()
    }

    fn reach(&self) -> f64 {
        self.0.bounds().size().length()
    }

    fn corner_count(&self) -> u32 {
        self.0.faces().len() as u32 * 3
    }

    fn corner(&self, index: u32) -> DVec3 {
        let face = self.0.faces().get(index as usize / 3);
        face.map_or_else(|| self.centre(), |face| self.0.vertices()[face[index as usize % 3] as usize])
    }
}

/// Whether the box around a mesh is clear of a half-space, which spares a look at its vertices.
fn is_above(space: &HalfSpace, mesh: &Mesh, a_from_b: &Pose) -> bool {
    let bounds = PosedBoxes::new(a_from_b, &mesh.bounds(), &mesh.bounds()).in_a(&mesh.bounds());
    let lowest = DVec3::select(space.normal().cmpgt(DVec3::ZERO), bounds.min, bounds.max);
    !a_from_b.is_inverted() && space.closest_point(lowest).distance > 0.0
}

/// How a half-space (A) and a shape (B) relate, exactly for corners without a radius.
fn in_half_space(space: &HalfSpace, shape: &impl Support) -> MixedReport {
    let certainty = match (shape.corner_count(), shape.radius()) {
        (1.., 0.0) => Certainty::Exact,
        _ => Certainty::Rounded,
    };
    // How far the shape reaches along the normal and against it, from the boundary.
    let [above, below] = [HalfSpace::opposite, HalfSpace::clone].map(|side| match (certainty, side(space)) {
        (Certainty::Exact, side) => {
            let heights = (0..shape.corner_count()).map(|k| -side.closest_point(shape.corner(k)).distance);
            heights.fold(f64::NEG_INFINITY, f64::max)
        }
        (Certainty::Rounded, side) => -side.signed_distance(shape),
    });
    let relation = match (space.intersects(shape), below > 0.0, above > 0.0) {
        (false, ..) => Relation::Disjoint,
        (true, false, _) => Relation::Touching,
        (true, true, false) => Relation::BInsideA,
        (true, true, true) => Relation::Crossing,
    };
    MixedReport { relation, certainty, cost: Cost::default() }
}

/// The distance of a shape from a half-space.
fn above(space: &HalfSpace, shape: &impl Support) -> Gap {
    let deepest = space.deepest_point(shape);
    if space.intersects(shape) {
        return Gap { value: 0.0, lower: 0.0, upper: 0.0, points: [deepest; 2] };
    }
    let value = space.signed_distance(shape).max(f64::MIN_POSITIVE);
    let error = shape.support_error() + 8.0 * f64::EPSILON * (value + deepest.length());
    let foot = space.closest_point(deepest).point;
    Gap { value, lower: (value - error).max(0.0), upper: value + error, points: [foot, deepest] }
}

/// B's half-space in A's frame, rounded.
fn carried(b: &HalfSpace, a_from_b: &Pose) -> Option<HalfSpace> {
    let on = b.closest_point(DVec3::ZERO).point;
    let normal = a_from_b.transform_vector(b.normal());
    HalfSpace::try_new(normal, normal.dot(a_from_b.transform_point(on))).ok()
}

/// Two half-spaces are apart, or one is inside the other, only if their boundaries are parallel, as far as rounding tells.
fn half_spaces(a: &HalfSpace, b: &HalfSpace, a_from_b: &Pose) -> MixedReport {
    if a_from_b.is_inverted() {
        let report = half_spaces(b, a, &a_from_b.inverse());
        return MixedReport { relation: report.relation.flip(), ..report };
    }
    let report = |relation| MixedReport { relation, certainty: Certainty::Rounded, cost: Cost::default() };
    let Some(b) = carried(b, a_from_b) else { return report(Relation::Crossing) };
    let [m, n] = [a.normal().normalize(), b.normal().normalize()];
    if m.cross(n).length() > PARALLEL {
        return report(Relation::Crossing);
    }
    let [p, q] = [a.offset() / a.normal().length(), b.offset() / b.normal().length()];
    let (ordering, opposite) = if m.dot(n) > 0.0 { (p.partial_cmp(&q), false) } else { ((-q).partial_cmp(&p), true) };
    report(match (ordering, opposite) {
        (Some(std::cmp::Ordering::Equal), false) => Relation::Coincident,
        (Some(std::cmp::Ordering::Less), false) => Relation::AInsideB,
        (_, false) => Relation::BInsideA,
        (Some(std::cmp::Ordering::Equal), true) => Relation::Touching,
        (Some(std::cmp::Ordering::Greater), true) => Relation::Disjoint,
        (_, true) => Relation::Crossing,
    })
}

/// Unit normals whose cross product is no longer than this (a sine) are parallel: a few roundings.
const PARALLEL: f64 = 8.0 * f64::EPSILON;

fn half_space_gap(a: &HalfSpace, b: &HalfSpace, a_from_b: &Pose) -> Gap {
    if a_from_b.is_inverted() {
        return half_space_gap(b, a, &a_from_b.inverse()).flipped(a_from_b);
    }
    let on = a_from_b.transform_point(b.closest_point(DVec3::ZERO).point);
    let foot = a.closest_point(on);
    let value = if half_spaces(a, b, a_from_b).relation == Relation::Disjoint {
        foot.distance.max(f64::MIN_POSITIVE)
    } else {
        0.0
    };
    let error = 16.0 * f64::EPSILON * (value + on.length());
    let points = if value > 0.0 { [foot.point, on] } else { [on, on] };
    Gap { value, lower: (value - error).max(0.0), upper: if value > 0.0 { value + error } else { 0.0 }, points }
}
