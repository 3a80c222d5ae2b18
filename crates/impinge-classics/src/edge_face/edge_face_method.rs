//! Pair queries by edges and faces: pairs of triangles that may share a point, and pairs that may be the closest.

use super::axis_sweep::{BoxedItem, overlapping};
use super::edge_face_test::may_meet;
use super::edge_list::EdgeList;
use crate::hierarchy::bounding_volume::RelativePose;
use impinge::bound::Aabb;
use impinge::cost::Cost;
use impinge::feature::FaceId;
use impinge::math::DVec3;
use impinge::math::predicates::Triangle;
use impinge::mesh::Mesh;
use impinge::pair::{FacePairMethod, FacePairVisitor, PosedMeshes};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Pairs that are handed out together.
const GROUP: usize = 64;

/// Edges of each mesh against faces of the other as a method of pair queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EdgeFaceMethod;

impl EdgeFaceMethod {
    /// Its name.
    pub const NAME: &'static str = "edge-face";
}

/// A mesh in the frame of the query, each coordinate off by at most the slack.
struct PlacedMesh<'a> {
    mesh: &'a Mesh,
    edges: Arc<EdgeList>,
    vertices: Vec<DVec3>,
    slack: f64,
}

impl<'a> PlacedMesh<'a> {
    fn both(meshes: &PosedMeshes<'a>) -> ([Self; 2], RelativePose) {
        let relative = RelativePose::of_meshes(meshes);
        let place = |mesh: &'a Mesh, vertices| {
            let edges = EdgeList::of_mesh(mesh);
            PlacedMesh { mesh, edges, vertices, slack: relative.slack() }
        };
        let posed = meshes.second.vertices().iter().map(|p| relative.roughly(*p)).collect();
        ([place(meshes.first, meshes.first.vertices().to_vec()), place(meshes.second, posed)], relative)
    }

    /// A box around points that are where they are told to be, but for the slack.
    fn around(&self, points: &[DVec3]) -> Aabb {
        let (bounds, slack) = (Aabb::of_points(points), DVec3::splat(self.slack));
        Aabb { min: bounds.min - slack, max: bounds.max + slack }
    }

    fn triangle(&self, face: u32) -> Triangle {
        self.mesh.faces()[face as usize].map(|corner| self.vertices[corner as usize])
    }

    fn edge(&self, edge: u32) -> [DVec3; 2] {
        self.edges.ends[edge as usize].map(|end| self.vertices[end as usize])
    }

    fn faces(&self) -> Vec<BoxedItem> {
        let boxed = |item| BoxedItem { item, bounds: self.around(&self.triangle(item)) };
        (0..self.mesh.faces().len() as u32).map(boxed).collect()
    }

    fn edges(&self) -> Vec<BoxedItem> {
        let boxed = |item| BoxedItem { item, bounds: self.around(&self.edge(item)) };
        (0..self.edges.ends.len() as u32).map(boxed).collect()
    }
}

impl FacePairMethod for EdgeFaceMethod {
    fn name(&self) -> String {
        Self::NAME.to_owned()
    }

    fn prepare(&self, mesh: &Mesh) {
        let _ = EdgeList::of_mesh(mesh);
    }

    fn candidates(
        &self,
        meshes: &PosedMeshes<'_>,
        cost: &mut Cost,
        visit: &mut FacePairVisitor<'_, ControlFlow<()>>,
    ) -> ControlFlow<()> {
        let (placed, _) = PlacedMesh::both(meshes);
        let [p, q] = placed.each_ref().map(|mesh| mesh.around(&mesh.vertices));
        if !p.overlaps(&q) {
            return ControlFlow::Continue(());
        }
        let region = Aabb { min: p.min.max(q.min), max: p.max.min(q.max) };
        let (mut group, mut seen, mut box_tests) = (Vec::with_capacity(GROUP), HashSet::new(), 0);
        let mut flow = ControlFlow::Continue(());
        for side in [0, 1] {
            let (own, other) = (&placed[side], &placed[1 - side]);
            let mut lists = [own.edges(), other.faces()];
            lists.iter_mut().for_each(|list| list.retain(|item| item.bounds.overlaps(&region)));
            flow = overlapping(lists, longest_axis(&region), &mut box_tests, |edge, face| {
                if !may_meet(own.edge(edge), other.triangle(face), own.slack) {
                    return ControlFlow::Continue(());
                }
                for of_edge in own.edges.faces(edge) {
                    let pair = if side == 0 { [*of_edge, face] } else { [face, *of_edge] };
                    if seen.insert(pair) {
                        group.push(pair.map(FaceId));
                    }
                }
                if group.len() < GROUP {
                    return ControlFlow::Continue(());
                }
                let flow = visit(&group, cost);
                group.clear();
                flow
            });
            if flow.is_break() {
                break;
            }
        }
        cost.box_tests += box_tests;
        if flow.is_continue() && !group.is_empty() { visit(&group, cost) } else { flow }
    }

    /// Every face of the first against those of the second that are not farther along an axis than the least distance so far.
    fn closest(
        &self,
        meshes: &PosedMeshes<'_>,
        up_to: f64,
        cost: &mut Cost,
        measure: &mut FacePairVisitor<'_, Option<f64>>,
    ) {
        let (placed, relative) = PlacedMesh::both(meshes);
        let [first, mut second] = placed.each_ref().map(PlacedMesh::faces);
        let [p, q] = placed.each_ref().map(|mesh| mesh.around(&mesh.vertices));
        let axis = longest_axis(&p.joined(q));
        second.sort_unstable_by(|p, q| p.bounds.min[axis].total_cmp(&q.bounds.min[axis]).then(p.item.cmp(&q.item)));
        let longest = second.iter().map(|face| face.bounds.max[axis] - face.bounds.min[axis]).fold(0.0, f64::max);
        let bound = |p: &Aabb, q: &Aabb| relative.shortened(p.gap(q).length());
        let mut order: Vec<(f64, BoxedItem)> = first.into_iter().map(|face| (bound(&face.bounds, &q), face)).collect();
        order.sort_unstable_by(|p, q| p.0.total_cmp(&q.0).then(p.1.item.cmp(&q.1.item)));
        let (mut best, mut near) = (up_to, Vec::new());
        for (least, own) in order {
            if least > best {
                break;
            }
            // A face begins no more than the longest before it ends.
            let room = best.max(0.0) + 8.0 * relative.slack() + longest;
            let from = second.partition_point(|face| face.bounds.min[axis] < (own.bounds.min[axis] - room).next_down());
            let to = own.bounds.max[axis] + room;
            near.clear();
            for other in second[from..].iter().take_while(|face| face.bounds.min[axis] <= to.next_up()) {
                cost.box_tests += 1;
                let gap = bound(&own.bounds, &other.bounds);
                if gap <= best {
                    near.push((gap, other.item));
                }
            }
            near.sort_unstable_by(|p, q| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1)));
            for (gap, face) in &near {
                if *gap > best {
                    break;
                }
                best = measure(&[[own.item, *face].map(FaceId)], cost).map_or(best, |value| best.min(value));
            }
        }
    }
}

fn longest_axis(bounds: &Aabb) -> usize {
    let size = bounds.size();
    (0..3).fold(0, |best, axis| if size[axis] > size[best] { axis } else { best })
}
