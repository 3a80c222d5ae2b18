//! One of two bodies that may be a fit, with what the search for an axis asks again and again.

use super::angle_cover::AngleCover;
use super::axis_frame::{AxisFrame, box_distance, farthest_from_axis, nearest_to_axis, radius};
use crate::assembly::body::AssemblyBody;
use impinge::bound::Aabb;
use impinge::feature::FaceId;
use impinge::math::DVec3;
use impinge::mesh::{Closedness, Membership, Mesh};
use impinge::pair::{Location, PointQuery};
use std::cell::{Cell, OnceCell};

/// Lengths that differ by more than this (relative) are not confused by rounding.
const ROUNDING: f64 = 1e-9;

/// A mesh with an inside, at its place in the world.
pub struct FitBody<'a> {
    mesh: &'a Mesh,
    body: &'a AssemblyBody,
    /// For exact answers about points, if the mesh is closed.
    exact: Option<PointQuery<'a>>,
    /// The face nearest to the last point that was asked about.
    last_nearest: Cell<Option<FaceId>>,
    /// Its vertices in the world.
    placed: Vec<DVec3>,
    /// The faces in the box of the curves, in its own frame; in the world.
    near: Vec<[DVec3; 3]>,
    /// The vertices in the box of the other body in that one's frame; in the world, and whether each is outside the other body, once that was asked.
    common: Vec<(DVec3, OnceCell<bool>)>,
}

impl<'a> FitBody<'a> {
    /// A body that meets another in curves through these points of the world; `None` if it is not a mesh with an inside.
    ///
    /// Boxes are those of the bodies' own frames, so that it does not matter how the assembly is turned.
    pub fn new(body: &'a AssemblyBody, other: &AssemblyBody, seam: &[DVec3]) -> Option<Self> {
        let (mesh, other_mesh): (&Mesh, &Mesh) = (body.mesh()?, other.mesh()?);
        if !(mesh.is_closed() || matches!(mesh.closedness(), Closedness::NearlyClosed { .. })) {
            return None;
        }
        // What is on the box of the other body, but for rounding, is not inside that body.
        let slack = |mesh: &Mesh| ROUNDING * mesh.bounds().largest_coordinate();
        let (shared, least) = (other_mesh.bounds(), slack(other_mesh));
        let other_from_world = other.world_from_body.inverse();
        let is_common = |p: &DVec3| {
            let p = other_from_world.transform_point(*p);
            p.cmpgt(shared.min + least).all() && p.cmplt(shared.max - least).all()
        };
        let placed: Vec<DVec3> = mesh.vertices().iter().map(|p| body.world_from_body.transform_point(*p)).collect();
        let common = placed.iter().copied().filter(is_common).map(|p| (p, OnceCell::new())).collect();
        let body_from_world = body.world_from_body.inverse();
        let around = seam.iter().map(|p| body_from_world.transform_point(*p)).fold(Aabb::EMPTY, Aabb::including);
        let around = Aabb { min: around.min - slack(mesh), max: around.max + slack(mesh) };
        let near = mesh.face_ids().filter(|face| Aabb::of_points(&mesh.triangle(*face)).overlaps(&around));
        let near = near.map(|face| mesh.faces()[face.index()].map(|k| placed[k as usize])).collect();
        let exact = mesh.is_closed().then(|| PointQuery::new(mesh));
        Some(Self { mesh, body, exact, last_nearest: Cell::new(None), placed, near, common })
    }

    /// Whether a point of the world is certainly outside.
    pub fn is_outside(&self, p: DVec3) -> bool {
        let p = self.body.world_from_body.inverse().transform_point(p);
        self.exact
            .as_ref()
            .and_then(|exact| self.is_plainly_outside(exact, p))
            .unwrap_or_else(|| self.mesh.membership(p) == Membership::Outside)
    }

    /// Whether a point of its frame is outside; `None` for one outside but so near to a face that rounding may have put it there.
    fn is_plainly_outside(&self, exact: &PointQuery<'_>, p: DVec3) -> Option<bool> {
        if exact.locate(p)? != Location::Outside {
            return Some(false);
        }
        let nearest = exact.nearest_from(p, self.last_nearest.get())?;
        self.last_nearest.set(Some(nearest.face));
        let size = self.mesh.bounds().largest_coordinate().max(p.abs().max_element());
        (nearest.distance.lower > ROUNDING * size).then_some(true)
    }

    /// The vertices that another body may have inside; each with whether it is certainly outside, as the other body says when asked.
    pub fn common_vertices(&self) -> &[(DVec3, OnceCell<bool>)] {
        &self.common
    }

    /// The distance of the nearest face in the box of the curves from a line within the core; infinite if there is none. Where a face is nearer than `least`, its distance will do.
    pub fn nearest_of_near(&self, line: &AxisFrame, core: [f64; 2], least: f64) -> f64 {
        let mut nearest = f64::INFINITY;
        for [a, b, c] in &self.near {
            let face = [line.place(*a), line.place(*b), line.place(*c)];
            nearest = nearer(nearest, face, core);
            if nearest < least {
                break;
            }
        }
        nearest
    }

    /// The distance of the nearest face of all from a line within the core; infinite if there is none.
    pub fn nearest_to(&self, line: &AxisFrame, core: [f64; 2]) -> f64 {
        self.faces(line).fold(f64::INFINITY, |nearest, face| nearer(nearest, face, core))
    }

    /// The distance of the farthest point of a face from a line within the core.
    pub fn farthest_from(&self, line: &AxisFrame, core: [f64; 2]) -> f64 {
        self.faces(line).fold(0.0, |farthest, face| {
            // A convex function is largest at a corner.
            let most = face.iter().map(|p| radius(*p)).fold(0.0, f64::max);
            let may_count = most * (1.0 + ROUNDING) > farthest;
            may_count.then(|| farthest_from_axis(face, core)).flatten().map_or(farthest, |found| farthest.max(found))
        })
    }

    /// The angles about a line at which no face is within the core at these distances (degrees).
    pub fn free_angle(&self, line: &AxisFrame, core: [f64; 2], radii: [f64; 2]) -> f64 {
        let mut cover = AngleCover::new(core, radii);
        self.faces(line).filter(|face| box_distance(face) <= radii[1]).for_each(|face| cover.add(face));
        cover.free()
    }

    /// All faces in the frame of a line.
    fn faces(&self, line: &AxisFrame) -> impl Iterator<Item = [DVec3; 3]> {
        let placed: Vec<DVec3> = self.placed.iter().map(|p| line.place(*p)).collect();
        self.mesh.faces().iter().map(move |face| face.map(|k| placed[k as usize]))
    }

    /// The area vector of a face, in the world.
    pub fn area(&self, face: u32) -> DVec3 {
        let [a, b, c] = self.mesh.faces()[face as usize].map(|k| self.mesh.vertices()[k as usize]);
        self.body.world_from_body.transform_vector((b - a).cross(c - a))
    }

    /// The axes of its frame, in the world.
    pub fn axes(&self) -> [DVec3; 3] {
        let rotation = self.body.world_from_body.rotation();
        [rotation.x_axis, rotation.y_axis, rotation.z_axis]
    }
}

/// The smaller of a distance and that of a face from the axis, within the core.
fn nearer(nearest: f64, face: [DVec3; 3], core: [f64; 2]) -> f64 {
    let may_count = box_distance(&face) * (1.0 - ROUNDING) < nearest;
    may_count.then(|| nearest_to_axis(face, core)).flatten().map_or(nearest, |found| nearest.min(found))
}
