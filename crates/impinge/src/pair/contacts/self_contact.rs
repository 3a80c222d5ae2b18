//! Where a mesh meets itself, other than in the corners and edges that its faces share.

use crate::bound::{Aabb, PosedBoxes};
use crate::bvh::{Encounter, Slot, walk_self};
use crate::collect::Collect;
use crate::cost::Cost;
use crate::feature::{FaceId, VertexId};
use crate::math::simd::dispatch;
use crate::math::{Pose, simd};
use crate::mesh::Mesh;
use crate::mesh::star_arcs::StarArcs;
use crate::mesh::vertex_stars::{NO_STAR, VertexStars};
use crate::pair::pair_query_types::Contact;
use crate::triangle_pair::{Triangle, overlap_beyond};
use std::ops::ControlFlow;

/// Hands every pair of faces of the mesh that meet elsewhere than in shared corners and edges to the collector, lower id
/// first; vertices at the same place count as shared. Faces without area are passed over.
pub fn self_contacts(mesh: &Mesh, collector: &mut impl Collect<Contact>) -> Cost {
    let mut cost = Cost::default();
    let mut box_tests = 0;
    let tree = mesh.tree();
    let encounter = Encounter::with_itself(tree, &PosedBoxes::new(&Pose::IDENTITY, &mesh.bounds(), &mesh.bounds()));
    let mut visit = |i: FaceId, j: FaceId| {
        let faces = [i.min(j), i.max(j)];
        let triangles = faces.map(|f| mesh.triangle(f));
        match contact_beyond(mesh, faces, &triangles, &mut cost) {
            Some(contact) => collector.take(contact),
            None => ControlFlow::Continue(()),
        }
    };
    let stars = mesh.large_stars();
    let star = |face: FaceId| stars.map_or(NO_STAR, |stars| stars.of_face(face));
    let leaves = &mut |slots: [Slot; 2]| {
        let [p, q] = slots.map(|slot| tree.faces(slot));
        for (k, &i) in p.iter().enumerate() {
            let others = if slots[0] == slots[1] { &q[k + 1..] } else { q };
            let own = star(i);
            others.iter().filter(|j| own == NO_STAR || star(**j) != own).try_for_each(|&j| visit(i, j))?;
        }
        ControlFlow::Continue(())
    };
    let skips = &|slots: [Slot; 2]| {
        stars.is_some_and(|stars| {
            let [p, q] = slots.map(|slot| stars.of_slot(slot));
            p != NO_STAR && p == q
        })
    };
    let mut flow = walk_leaves(&encounter, &mut box_tests, skips, leaves);
    for (stars, star) in stars.into_iter().flat_map(|stars| (0..stars.len() as u32).map(move |star| (stars, star))) {
        if flow.is_continue() {
            flow = visit_star_mates(mesh, stars, star, &mut visit);
        }
    }
    cost.box_tests += box_tests;
    cost
}

/// What two faces of the mesh share beyond common corners and edges, in the order of [`self_contacts`]: nothing if they do not meet there, or are no
/// faces of it.
#[must_use]
pub fn self_contact(mesh: &Mesh, faces: [FaceId; 2], cost: &mut Cost) -> Option<Contact> {
    let faces = [faces[0].min(faces[1]), faces[0].max(faces[1])];
    if faces[0] == faces[1] || faces[1].index() >= mesh.faces().len() {
        return None;
    }
    contact_beyond(mesh, faces, &faces.map(|face| mesh.triangle(face)), cost)
}

/// Visits pairs of faces of a star that may share more than its tip, each once and in ascending order, face by face: they may be as many as all pairs.
fn visit_star_mates(
    mesh: &Mesh,
    stars: &VertexStars,
    star: u32,
    mut visit: impl FnMut(FaceId, FaceId) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let faces = stars.faces(star);
    let triangles: Vec<Triangle> = faces.iter().map(|face| mesh.triangle(*face)).collect();
    let arcs = StarArcs::new(mesh.vertex(stars.tip(star)), &triangles);
    let mut mates = Vec::new();
    for (i, triangle) in triangles.iter().enumerate() {
        mates.clear();
        arcs.visit_beyond(triangle, &mut |j| {
            if i < j {
                mates.push(j);
            }
        });
        mates.sort_unstable();
        mates.iter().try_for_each(|j| visit(faces[i], faces[*j]))?;
    }
    ControlFlow::Continue(())
}

/// The walk over pairs of leaves, compiled once for all collectors.
fn walk_leaves(
    encounter: &Encounter<'_>,
    box_tests: &mut u64,
    skips: &dyn Fn([Slot; 2]) -> bool,
    visit: &mut dyn FnMut([Slot; 2]) -> ControlFlow<()>,
) -> ControlFlow<()> {
    dispatch!(simd::level(), simd => walk_self(simd, encounter, box_tests, skips, &mut *visit))
}

/// What two faces of one mesh, standing at these places, share beyond their common corners and edges.
pub(crate) fn contact_beyond(
    mesh: &Mesh,
    faces: [FaceId; 2],
    triangles: &[Triangle; 2],
    cost: &mut Cost,
) -> Option<Contact> {
    let [s, t] = triangles;
    if !Aabb::of_points(s).overlaps(&Aabb::of_points(t)) {
        return None;
    }
    let corners = faces.map(|f| mesh.faces()[f.index()].map(|c| mesh.topology().welded(VertexId(c))));
    let (relation, intersection) = overlap_beyond(triangles, &corners, cost)?;
    Some(Contact { faces, relation, intersection })
}
