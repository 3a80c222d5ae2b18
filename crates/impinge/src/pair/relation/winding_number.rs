//! Winding numbers at exact points, by a ray whose degenerate hits are resolved exactly.
//!
//! The ray runs from the point along a coordinate axis; the point is moved by (ε, ε²) in the other two coordinates, for an
//! ε smaller than every positive number that occurs (Edelsbrunner and Mücke 1990), so that it meets no edge and no vertex.
//! Faces that hold the point itself are not counted but listed: they decide between the two sides of a surface.

use crate::bound::Aabb;
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::predicates::{Triangle, orient2d, orient3d, projection_axis};
use crate::math::rational::Locus;
use crate::math::{DVec3, SMALLEST_COORDINATE};
use crate::pair::pair_query_types::Method;
use crate::pair::posed_pair::PosedMesh;

/// What a ray from a point found.
#[derive(Clone, Debug, Default)]
pub(crate) struct PointWinding {
    /// Winding number from the faces of closed parts that do not hold the point.
    pub winding: i32,
    /// Faces of closed parts that hold the point, and whether in their interior.
    pub on: Vec<(FaceId, bool)>,
    /// Whether a face of an open part holds the point.
    pub on_sheet: bool,
}

impl PointWinding {
    /// What lies beside the point, if no face of a closed part holds it.
    pub fn off_solid(&self) -> WindingSides {
        if self.on_sheet { WindingSides::OnSheet(self.winding) } else { WindingSides::Off(self.winding) }
    }
}

/// Casts a ray from a point along the positive direction of an axis.
pub(crate) fn probe(
    body: &PosedMesh<'_>,
    p: &impl Locus,
    axis: usize,
    method: Method,
    cost: &mut Cost,
) -> PointWinding {
    cost.ray_casts += 1;
    let mut found = PointWinding::default();
    let ray = Ray { point: p, around: around(p.nearest()), axis };
    let mut visit = |face: FaceId, cost: &mut Cost| {
        let t = body.triangle(face);
        if body.mesh.topology().is_solid(face) {
            ray.meet(face, &t, &mut found, cost);
        } else {
            found.on_sheet = found.on_sheet || ray.starts_on(&t, cost).is_some();
        }
    };
    if method == Method::Brute {
        body.mesh.face_ids().for_each(|face| visit(face, cost));
    } else {
        let mut along = ray.around;
        along.max[axis] = f64::INFINITY;
        body.visit_near(&along, cost, &mut visit);
    }
    found
}

/// A box that holds a point whose nearest double is known.
fn around(nearest: DVec3) -> Aabb {
    let margin = nearest.abs() * f64::EPSILON + DVec3::splat(SMALLEST_COORDINATE * f64::EPSILON);
    Aabb { min: nearest - margin, max: nearest + margin }
}

/// A ray along the positive direction of an axis.
struct Ray<'a, P> {
    point: &'a P,
    /// A box that holds the point.
    around: Aabb,
    axis: usize,
}

impl<P: Locus> Ray<'_, P> {
    /// Whether something in a box can lie on the ray, or hold its point.
    fn may_meet(&self, bounds: &Aabb) -> bool {
        let (around, axis) = (&self.around, self.axis);
        let across = |k: usize| around.min[k] <= bounds.max[k] && bounds.min[k] <= around.max[k];
        around.min[axis] <= bounds.max[axis] && across((axis + 1) % 3) && across((axis + 2) % 3)
    }

    /// Whether a face holds the ray's point, and if so, whether in its interior.
    fn starts_on(&self, t: &Triangle, cost: &mut Cost) -> Option<bool> {
        if self.around.overlaps(&Aabb::of_points(t)) { holds(self.point, t, cost) } else { None }
    }

    /// Adds what a face of a closed part contributes.
    fn meet(&self, face: FaceId, t: &Triangle, found: &mut PointWinding, cost: &mut Cost) {
        if !self.may_meet(&Aabb::of_points(t)) {
            return;
        }
        if let Some(interior) = self.starts_on(t, cost) {
            found.on.push((face, interior));
            return;
        }
        let (p, axis) = (self.point, self.axis);
        let turn = orient2d(axis, t[0], t[1], t[2], cost);
        if turn == 0 || !(0..3).all(|k| moved_turn(p, axis, t[k], t[(k + 1) % 3], cost) == turn) {
            return;
        }
        // Seen along the axis the moved point is in the triangle: it is ahead if the point lies on the side that the
        // triangle turns its back to, for a triangle that turns its face along the axis.
        if p.side(t, cost) == -turn {
            found.winding += turn;
        }
    }
}

/// [`Locus::turn`] of the point moved by (ε, ε²) across the axis; zero only for an edge seen end-on.
fn moved_turn(p: &impl Locus, axis: usize, a: DVec3, b: DVec3, cost: &mut Cost) -> i32 {
    let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
    let compare = |x: f64, y: f64| i32::from(x > y) - i32::from(x < y);
    match p.turn(axis, a, b, cost) {
        0 => match compare(a[j], b[j]) {
            0 => compare(b[i], a[i]),
            by_first => by_first,
        },
        turn => turn,
    }
}

/// Whether a closed triangle holds a point, and if so, whether in its interior; triangles without area hold nothing here:
/// they bound nothing.
pub(crate) fn holds(p: &impl Locus, t: &Triangle, cost: &mut Cost) -> Option<bool> {
    let (axis, turn) = projection_axis(t, cost)?;
    let interior = shows(p, t, axis, turn, cost)?;
    (p.side(t, cost) == 0).then_some(interior)
}

/// Whether a closed triangle holds a point; triangles without area hold nothing.
///
/// Not part of the public interface: shared with the sibling crates of this workspace.
#[doc(hidden)]
#[must_use]
pub fn face_holds_point(t: &Triangle, p: DVec3, cost: &mut Cost) -> bool {
    holds(&p, t, cost).is_some()
}

/// Whether a closed triangle of the given turn, seen along an axis, covers a point, and if so, whether with its interior.
pub(crate) fn shows(p: &impl Locus, t: &Triangle, axis: usize, turn: i32, cost: &mut Cost) -> Option<bool> {
    let mut interior = true;
    for k in 0..3 {
        match turn * p.turn(axis, t[k], t[(k + 1) % 3], cost) {
            0 => interior = false,
            1 => {}
            _ => return None,
        }
    }
    Some(interior)
}

/// The winding numbers on the two sides of a triangle, next to a point of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum WindingSides {
    /// The point lies on no face: one winding number for both sides.
    Off(i32),
    /// The point lies on a face of an open part, and on none of a closed one: one winding number for both sides.
    OnSheet(i32),
    /// The point lies on faces in the triangle's plane.
    On {
        /// On the side the triangle turns its face to.
        front: i32,
        /// On the other side.
        back: i32,
    },
}

impl WindingSides {
    /// Whether the front and the back are inside.
    pub fn inside(self) -> [bool; 2] {
        match self {
            Self::Off(winding) | Self::OnSheet(winding) => [winding != 0; 2],
            Self::On { front, back } => [front != 0, back != 0],
        }
    }

    /// The same for a triangle turned over.
    pub fn turned(self) -> Self {
        match self {
            Self::Off(_) | Self::OnSheet(_) => self,
            Self::On { front, back } => Self::On { front: back, back: front },
        }
    }
}

/// The winding numbers of a mesh at the two sides of a triangle with area, next to a point inside that triangle.
///
/// `None` if the mesh has a face that holds the point without lying in the triangle's plane around it.
pub(crate) fn sides(
    body: &PosedMesh<'_>,
    p: &impl Locus,
    t: &Triangle,
    method: Method,
    cost: &mut Cost,
) -> Option<WindingSides> {
    let (axis, turn) = projection_axis(t, cost)?;
    let found = probe(body, p, axis, method, cost);
    if found.on.is_empty() {
        return Some(found.off_solid());
    }
    let PointWinding { winding, on, .. } = found;
    let mut step = 0;
    for (face, interior) in on {
        let other = body.triangle(face);
        if !interior || other.iter().any(|q| orient3d(t[0], t[1], t[2], *q, cost) != 0) {
            return None;
        }
        step += orient2d(axis, other[0], other[1], other[2], cost);
    }
    // The ray starts on the surface and runs to the front if the triangle turns its face along the axis.
    let (ahead, behind) = (winding, winding + step);
    Some(if turn > 0 {
        WindingSides::On { front: ahead, back: behind }
    } else {
        WindingSides::On { front: behind, back: ahead }
    })
}
