//! Two meshes set up in one frame, in one canonical order, for every pair query.
//!
//! The frame is the one into which the user's own matrix carries the other mesh, never its computed inverse; at the
//! identity, where both frames are one, the order is by content. So `query(a, b, pose)` and
//! `query(b, a, pose.inverse())` are the same computation and differ only in how the answer is read.

use super::pair_query_types::{Contact, Method, Relation};
use crate::bound::{Aabb, PosedBoxes};
use crate::bvh::{Box32, Encounter, Slack, Slot, Wanted, WideTree, skew, walk};
use crate::cost::Cost;
use crate::feature::{FaceId, VertexId};
use crate::math::point_order::compare_each;
use crate::math::predicates::Triangle;
use crate::math::simd::dispatch;
use crate::math::{DMat3, DVec3, Pose, simd};
use crate::mesh::Mesh;
use crate::mesh::vertex_stars::NO_STAR;
use fearless_simd::Simd;
use glam::Vec3A;
use std::cmp::Ordering;
use std::ops::ControlFlow;
use std::sync::OnceLock;

/// A mesh as it stands in the frame of a query.
#[derive(Clone, Copy)]
pub struct PosedMesh<'a> {
    pub mesh: &'a Mesh,
    /// What carries it there; `None` if it is there already.
    pose: Option<&'a Pose>,
    boxes: &'a PosedBoxes,
    /// Vertices carried into the frame so far; `None` if nothing is remembered.
    placed: Option<&'a PlacedVertices>,
}

/// Vertices of a mesh in the frame of a query, each placed once: for searches that ask for the same faces many times.
pub type PlacedVertices = [OnceLock<DVec3>];

impl<'a> PosedMesh<'a> {
    /// The same, remembering vertices in as many cells as the mesh has vertices.
    pub fn remembering(self, placed: &'a PlacedVertices) -> Self {
        Self { placed: (self.pose.is_some() && placed.len() == self.mesh.vertices().len()).then_some(placed), ..self }
    }

    /// Cells to remember its vertices in: none if the mesh stands in the frame as it is.
    pub fn placed_vertices(&self) -> Vec<OnceLock<DVec3>> {
        let count = if self.is_in_place() { 0 } else { self.mesh.vertices().len() };
        (0..count).map(|_| OnceLock::new()).collect()
    }

    /// Whether the mesh stands in the frame as it is.
    pub fn is_in_place(&self) -> bool {
        self.pose.is_none()
    }

    /// A point of the frame in the frame of the mesh, rounded.
    pub fn point_in_mesh(&self, p: DVec3) -> DVec3 {
        self.pose.map_or(p, |pose| pose.inverse().transform_point(p))
    }
}

impl PosedMesh<'_> {
    /// The corners of a face in the frame.
    #[inline]
    pub fn triangle(&self, face: FaceId) -> Triangle {
        let Some(pose) = self.pose else { return self.mesh.triangle(face) };
        let place = |i: u32| {
            let vertex = self.mesh.vertex(VertexId(i));
            let cell = self.placed.map(|placed| &placed[i as usize]);
            cell.map_or_else(|| pose.transform_point(vertex), |cell| *cell.get_or_init(|| pose.transform_point(vertex)))
        };
        self.mesh.faces()[face.index()].map(place)
    }

    /// The corners of a face in the frame, each coordinate off by at most the slack of the boxes.
    pub fn rough_triangle(&self, face: FaceId) -> Triangle {
        let corners = self.mesh.triangle(face);
        if self.pose.is_some() { self.boxes.roughly_in_a(corners) } else { corners }
    }

    /// A box in the frame around a face, without placing its corners exactly.
    pub fn bounds_of_face(&self, face: FaceId) -> Aabb {
        let corners = self.rough_triangle(face);
        if self.pose.is_some() { self.boxes.around_rough(&corners) } else { Aabb::of_points(&corners) }
    }

    /// Whether a vertex lies beyond a box of the frame, as far as its rough place tells.
    #[inline]
    pub fn is_certainly_beyond(&self, vertex: VertexId, bounds: &Aabb) -> bool {
        let p = self.mesh.vertex(vertex);
        if self.pose.is_none() {
            return p.cmplt(bounds.min).any() || p.cmpgt(bounds.max).any();
        }
        let ([p], slack) = (self.boxes.roughly_in_a([p]), DVec3::splat(self.boxes.slack()));
        (p + slack).cmplt(bounds.min).any() || (p - slack).cmpgt(bounds.max).any()
    }

    /// A vertex in the frame.
    pub fn vertex(&self, vertex: VertexId) -> DVec3 {
        let p = self.mesh.vertex(vertex);
        self.pose.map_or(p, |pose| pose.transform_point(p))
    }

    /// A box in the frame around the whole mesh.
    pub fn bounds(&self) -> Aabb {
        self.box_in_frame(&self.mesh.bounds())
    }

    /// A box in the frame around what of the mesh lies in a box of its own frame.
    pub fn box_in_frame(&self, own: &Aabb) -> Aabb {
        if self.pose.is_some() { self.boxes.in_a(own) } else { *own }
    }

    /// Visits all faces in leaves whose boxes may meet a box of the frame.
    pub fn visit_near(&self, bounds: &Aabb, cost: &mut Cost, visit: &mut dyn FnMut(FaceId, &mut Cost)) {
        self.visit_near_until(bounds, cost, &mut |face, cost| {
            visit(face, cost);
            ControlFlow::Continue(())
        });
    }

    /// As [`PosedMesh::visit_near`], until the visitor breaks.
    pub fn visit_near_until(
        &self,
        bounds: &Aabb,
        cost: &mut Cost,
        visit: &mut dyn FnMut(FaceId, &mut Cost) -> ControlFlow<()>,
    ) {
        let own = self.bounds();
        let common = Aabb { min: bounds.min.max(own.min), max: bounds.max.min(own.max) };
        if common.min.cmpgt(common.max).any() {
            return;
        }
        // A box within that of the posed body: its middle is at most 3 units away.
        let wanted = self.box_in_tree(&common, 3.0);
        let mut box_tests = 0;
        let (tree, visit) = (self.mesh.tree(), &mut |face| visit(face, cost));
        dispatch!(simd::level(), simd => walk_near(simd, tree, &wanted, &mut box_tests, visit));
        cost.box_tests += box_tests;
    }

    /// All other faces of the mesh whose boxes meet that of a face, and perhaps some that just miss it; none of the same large star.
    pub fn faces_near_face(&self, face: FaceId, cost: &mut Cost) -> Vec<FaceId> {
        let triangle = self.triangle(face);
        let wanted = self.flat_box_in_tree(&triangle);
        let stars = self.mesh.large_stars().map(|stars| (stars, stars.of_face(face)));
        let own_star = stars.filter(|(_, star)| *star != NO_STAR);
        let (mut near, mut box_tests) = (Vec::new(), 0);
        let bounds = Aabb::of_points(&triangle);
        let visit = &mut |other: FaceId| {
            let is_mate = own_star.is_some_and(|(stars, star)| stars.of_face(other) == star);
            if other != face && !is_mate && self.bounds_of_face(other).overlaps(&bounds) {
                near.push(other);
            }
            ControlFlow::Continue(())
        };
        let skips = &|slot| own_star.is_some_and(|(stars, star)| stars.of_slot(slot) == star);
        dispatch!(simd::level(), simd => walk_near_but(simd, self.mesh.tree(), &wanted, &mut box_tests, skips, visit));
        cost.box_tests += box_tests;
        near
    }

    /// A flat box of the frame around a triangle of the mesh, in the frame and the unit of the mesh's tree.
    fn flat_box_in_tree(&self, t: &Triangle) -> Wanted {
        let axes = flat_axes(t);
        let along = |p: DVec3| DVec3::from_array(axes.map(|axis| axis.dot(p - t[0])));
        let (low, high) = t.iter().fold((DVec3::INFINITY, DVec3::NEG_INFINITY), |(low, high), p| {
            let at = along(*p);
            (low.min(at), high.max(at))
        });
        let (middle, half) = ((low + high) * 0.5, (high - low) * 0.5);
        let centre = t[0] + axes[0] * middle.x + axes[1] * middle.y + axes[2] * middle.z;
        self.posed_box_in_tree(centre, half, axes, 3.0)
    }

    /// Any box of the frame, in the frame and the unit of the mesh's tree; `None` if single precision has no use for it.
    pub fn wanted(&self, bounds: &Aabb) -> Option<Wanted> {
        /// Coordinates in the unit of the tree up to which boxes are carried.
        const FAR: f64 = 1e6;
        let frame = self.mesh.tree().frame();
        let own = self.bounds();
        let reach = (bounds.max.max(own.max) - bounds.min.min(own.min)).max_element() / frame.unit;
        (reach < FAR).then(|| self.box_in_tree(bounds, 3.0 * (1.0 + reach)))
    }

    /// A box of the frame, its middle at most `reach` units away, in the frame and the unit of the mesh's tree.
    fn box_in_tree(&self, bounds: &Aabb, reach: f64) -> Wanted {
        self.posed_box_in_tree(bounds.centre(), bounds.size() * 0.5, DVec3::AXES, reach)
    }

    /// A box of the frame with orthonormal axes, its middle at most `reach` units away, in the frame and the unit of the mesh's tree.
    fn posed_box_in_tree(&self, centre: DVec3, half: DVec3, axes: [DVec3; 3], reach: f64) -> Wanted {
        let frame = self.mesh.tree().frame();
        let half = half / frame.unit;
        let narrow = |v: DVec3| Vec3A::new(v.x as f32, v.y as f32, v.z as f32);
        let (inverse, offset) =
            self.pose.map_or((DMat3::IDENTITY, DVec3::ZERO), |p| (p.rotation().inverse(), p.translation()));
        let centre = narrow(frame.local(inverse * (centre - offset)));
        let slack = Slack::at(reach, self.boxes.slack() / frame.unit, skew(&inverse));
        let axes = axes.map(|axis| narrow(inverse * axis));
        Wanted { bounds: Box32 { centre, half: narrow(half), axes }, slack }
    }
}

#[inline(always)]
fn walk_near<S: Simd>(
    simd: S,
    tree: &WideTree,
    wanted: &Wanted,
    box_tests: &mut u64,
    visit: &mut dyn FnMut(FaceId) -> ControlFlow<()>,
) {
    let _ = walk(simd, tree, wanted, box_tests, |_| false, visit);
}

#[inline(always)]
fn walk_near_but<S: Simd>(
    simd: S,
    tree: &WideTree,
    wanted: &Wanted,
    box_tests: &mut u64,
    skips: &dyn Fn(Slot) -> bool,
    visit: &mut dyn FnMut(FaceId) -> ControlFlow<()>,
) {
    let _ = walk(simd, tree, wanted, box_tests, skips, visit);
}

/// Orthonormal axes of which the first two span the plane of a triangle, the first along its longest edge; any where it has no area.
fn flat_axes(t: &Triangle) -> [DVec3; 3] {
    /// Heights of triangles, relative to their edges, below which any plane through the edge will do.
    const THIN: f64 = 1e-6;
    let edges = [t[1] - t[0], t[2] - t[1], t[0] - t[2]];
    let longest = (0..3).max_by(|i, j| edges[*i].length_squared().total_cmp(&edges[*j].length_squared())).unwrap_or(0);
    let (along, other) = (edges[longest].try_normalize(), edges[(longest + 1) % 3]);
    let Some(along) = along else { return DVec3::AXES };
    let across = other - along * other.dot(along);
    let across = if across.length() > THIN * edges[longest].length() {
        across.normalize()
    } else {
        along.any_orthonormal_vector()
    };
    // Once more, where the first difference was small.
    let across = (across - along * across.dot(along)).normalize();
    [along, across, along.cross(across)]
}

/// All faces of a body whose boxes meet a box of the frame, and perhaps some that just miss it.
pub(super) fn faces_near(body: &PosedMesh<'_>, bounds: &Aabb) -> Vec<FaceId> {
    let mut near = Vec::new();
    body.visit_near(bounds, &mut Cost::default(), &mut |face, _| {
        if body.bounds_of_face(face).overlaps(bounds) {
            near.push(face);
        }
    });
    near
}

/// The frame, the order and the way of one pair query.
#[derive(Clone, Debug)]
pub struct PosedPair<'a> {
    first: &'a Mesh,
    second: &'a Mesh,
    /// Carries the second into the frame of the first; not inverted; `None` for the identity.
    first_from_second: Option<Pose>,
    pub boxes: PosedBoxes,
    /// Whether the first is the user's B.
    swapped: bool,
    /// Carries answers to A's frame; `None` if they are in it.
    a_from_frame: Option<Pose>,
    pub method: Method,
}

impl<'a> PosedPair<'a> {
    pub fn new(a: &'a Mesh, b: &'a Mesh, a_from_b: &Pose, method: Method) -> Self {
        let identity = a_from_b.is_identity();
        let swapped = if identity { content_order(a, b) == Ordering::Greater } else { a_from_b.is_inverted() };
        let (first, second) = if swapped { (b, a) } else { (a, b) };
        let forward = if a_from_b.is_inverted() { a_from_b.inverse() } else { *a_from_b };
        Self {
            first,
            second,
            first_from_second: (!identity).then_some(forward),
            boxes: PosedBoxes::new(&forward, &first.bounds(), &second.bounds()),
            swapped,
            a_from_frame: (!identity && swapped).then_some(*a_from_b),
            method,
        }
    }

    /// Both meshes in canonical order.
    pub fn bodies(&self) -> [PosedMesh<'_>; 2] {
        [
            PosedMesh { mesh: self.first, pose: None, boxes: &self.boxes, placed: None },
            PosedMesh { mesh: self.second, pose: self.first_from_second.as_ref(), boxes: &self.boxes, placed: None },
        ]
    }

    /// Both meshes in canonical order, each in its own frame.
    pub fn meshes(&self) -> [&'a Mesh; 2] {
        [self.first, self.second]
    }

    /// What carries the second into the frame of the first; `None` for the identity.
    pub fn pose(&self) -> Option<&Pose> {
        self.first_from_second.as_ref()
    }

    /// Whether the boxes around the bodies share no point, for certain.
    pub fn are_far_apart(&self) -> bool {
        !self.boxes.overlap(&self.first.bounds(), &self.second.bounds())
    }

    /// The trees of both meshes at their relative pose.
    pub fn encounter(&self) -> Encounter<'_> {
        let pose = self.first_from_second.as_ref().unwrap_or(&Pose::IDENTITY);
        Encounter::new(self.first.tree(), self.second.tree(), pose, &self.boxes)
    }

    /// A pair of things in canonical order as the user's A and B.
    pub fn as_asked<T>(&self, [first, second]: [T; 2]) -> [T; 2] {
        if self.swapped { [second, first] } else { [first, second] }
    }

    /// Whether the first is the user's B.
    pub fn is_swapped(&self) -> bool {
        self.swapped
    }

    /// A point of the frame in A's frame.
    pub fn point_in_a(&self, p: DVec3) -> DVec3 {
        self.a_from_frame.map_or(p, |pose| pose.transform_point(p))
    }

    /// Whether A's frame is not the frame of the query.
    pub fn turns_answers(&self) -> bool {
        self.a_from_frame.is_some()
    }

    /// A relation of the first to the second as one of A to B.
    pub fn relation_as_asked(&self, relation: Relation) -> Relation {
        if self.swapped { relation.flip() } else { relation }
    }

    /// A contact of the first and the second in the frame as one of A and B in A's frame.
    pub fn contact_as_asked(&self, contact: Contact) -> Contact {
        let intersection = if self.swapped { contact.intersection.flip() } else { contact.intersection };
        Contact {
            faces: self.as_asked(contact.faces),
            relation: contact.relation,
            intersection: match &self.a_from_frame {
                None => intersection,
                Some(pose) => intersection.map(|p| pose.transform_point(p)),
            },
        }
    }
}

/// An order of meshes by what they contain, the same on every machine; equal only if they are alike to the last bit.
fn content_order(a: &Mesh, b: &Mesh) -> Ordering {
    if std::ptr::eq(a, b) {
        return Ordering::Equal;
    }
    let sizes = |m: &Mesh| (m.faces().len(), m.vertices().len());
    let vertices = || compare_each(a.vertices().iter().copied(), b.vertices().iter().copied());
    sizes(a).cmp(&sizes(b)).then_with(vertices).then_with(|| a.faces().cmp(b.faces()))
}
