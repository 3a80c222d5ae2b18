//! Two parts of models at a relative pose: the pair query that knows both kinds.

use super::half_spaces::{above, half_space_gap, half_spaces, in_half_space};
use super::model::{Leaf, Part};
use crate::bound::PosedBoxes;
use crate::bounded::Certainty;
use crate::convex;
use crate::math::{DVec3, Pose};
use crate::mesh::Mesh;
use crate::pair::{self, ConvexBody, MixedReport, Relation, Request};
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
            Gap {
                value: found.distance.value,
                lower: found.distance.lower,
                upper: found.distance.upper,
                points: found.points,
            }
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
pub(super) struct Corners<'a>(pub &'a Mesh);

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
