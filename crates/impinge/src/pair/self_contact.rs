//! Where a mesh meets itself, other than in the corners and edges that its faces share.

use super::Contact;
use crate::bound::{Aabb, PosedBoxes};
use crate::bvh::{Encounter, Slot, walk_self};
use crate::collect::Collect;
use crate::cost::Cost;
use crate::feature::{FaceId, VertexId};
use crate::math::predicates::{Triangle, orient2d, orient3d, projection_axis};
use crate::math::{DVec3, Pose, simd};
use crate::mesh::Mesh;
use crate::triangle_pair::{Intersection, TriangleRelation, intersection, relate};
use fearless_simd::{Simd, dispatch};
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
    let leaves = &mut |slots: [Slot; 2]| {
        let [p, q] = slots.map(|slot| tree.faces(slot));
        for (k, &i) in p.iter().enumerate() {
            let others = if slots[0] == slots[1] { &q[k + 1..] } else { q };
            others.iter().try_for_each(|&j| visit(i, j))?;
        }
        ControlFlow::Continue(())
    };
    dispatch!(simd::level(), simd => walk_leaves(simd, &encounter, &mut box_tests, leaves));
    cost.box_tests += box_tests;
    cost
}

#[inline(always)]
fn walk_leaves<S: Simd>(
    simd: S,
    encounter: &Encounter<'_>,
    box_tests: &mut u64,
    visit: &mut dyn FnMut([Slot; 2]) -> ControlFlow<()>,
) {
    let _ = walk_self(simd, encounter, box_tests, visit);
}

/// What two faces of one mesh, standing at these places, share beyond their common corners and edges.
pub(super) fn contact_beyond(
    mesh: &Mesh,
    faces: [FaceId; 2],
    triangles: &[Triangle; 2],
    cost: &mut Cost,
) -> Option<Contact> {
    let [s, t] = triangles;
    if !Aabb::of_points(s).overlaps(&Aabb::of_points(t)) {
        return None;
    }
    let [p, q] = faces.map(|f| mesh.faces()[f.index()].map(|c| mesh.topology().welded(VertexId(c))));
    let shared = p.iter().filter(|v| q.contains(v)).count();
    let only_shared = match shared {
        1 => meet_in_corner_only(turned_to(s, &p, &q), turned_to(t, &q, &p), cost),
        2 => bent_along_edge(s, t, &p, &q, cost),
        _ => false,
    };
    if only_shared {
        return None;
    }
    let relation = relate(s, t, cost);
    if relation == TriangleRelation::Disjoint || [s, t].iter().any(|t| projection_axis(t, cost).is_none()) {
        return None;
    }
    let common = intersection(s, t, cost)?;
    let beyond = match (&common, shared) {
        (_, 0) | (Intersection::Polygon(_), _) => true,
        (Intersection::Segment(_), shared) => shared == 1,
        (Intersection::Point(_), _) => false,
    };
    beyond.then_some(Contact { faces, relation, intersection: common })
}

/// Whether two triangles that share an edge lie in two planes through it, and so share nothing else.
fn bent_along_edge(s: &Triangle, t: &Triangle, p: &[VertexId; 3], q: &[VertexId; 3], cost: &mut Cost) -> bool {
    let third = (0..3).find(|k| !p.contains(&q[*k]));
    third.is_some_and(|k| orient3d(s[0], s[1], s[2], t[k], cost) != 0)
}

/// A triangle turned so that the one corner it shares with another comes first.
fn turned_to(t: &Triangle, corners: &[VertexId; 3], others: &[VertexId; 3]) -> Triangle {
    let k = (0..3).find(|k| others.contains(&corners[*k])).unwrap_or(0);
    [t[k], t[(k + 1) % 3], t[(k + 2) % 3]]
}

/// Proves that two triangles with the same first corner share nothing else, in the common cases: one lies on one side
/// of the other's plane, or, in one plane, on the outer side of an edge from the corner. False where it is not so simple.
fn meet_in_corner_only(s: Triangle, t: Triangle, cost: &mut Cost) -> bool {
    let mut to_one_side = |s: &Triangle, t: &Triangle| {
        let side = orient3d(s[0], s[1], s[2], t[1], cost);
        side != 0 && side == orient3d(s[0], s[1], s[2], t[2], cost)
    };
    if to_one_side(&s, &t) || to_one_side(&t, &s) {
        return true;
    }
    let Some((axis, _)) = projection_axis(&s, cost) else { return false };
    if t[1..].iter().any(|p| orient3d(s[0], s[1], s[2], *p, cost) != 0) {
        return false;
    }
    // Beyond the line of an edge from the corner, or on that line but on the other side of the corner.
    let mut outside_edge =
        |corner: DVec3, end: DVec3, inner: DVec3, p: DVec3| match orient2d(axis, corner, end, p, cost) {
            0 => ((end - corner) * (p - corner)).min_element() < 0.0,
            side => side == -orient2d(axis, corner, end, inner, cost),
        };
    let mut apart = |s: &Triangle, t: &Triangle| {
        [(s[1], s[2]), (s[2], s[1])]
            .into_iter()
            .any(|(end, inner)| t[1..].iter().all(|p| outside_edge(s[0], end, inner, *p)))
    };
    apart(&s, &t) || apart(&t, &s)
}
