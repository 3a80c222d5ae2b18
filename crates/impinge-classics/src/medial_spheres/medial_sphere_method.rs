//! Pair queries by volumetric sphere trees: pairs of triangles near both of two leaves whose spheres meet.

use super::solid_sphere_tree::{SphereNode, SphereTreeShape};
use crate::hierarchy::bounding_volume::{BoundingVolume, RelativePose};
use impinge::bound::Aabb;
use impinge::cost::Cost;
use impinge::feature::FaceId;
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge::pair::{FacePairMethod, FacePairVisitor, PointQuery, PosedMeshes};
use impinge::priority_queue::{Priority, PriorityQueue};
use std::cmp::Ordering;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

/// Spheres that hold solids as a method of pair queries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MedialSphereMethod;

impl MedialSphereMethod {
    /// Its name.
    pub const NAME: &'static str = "medial-spheres";
}

/// The tree of a mesh, made on first use.
#[derive(Debug, Default)]
struct SphereTreeCache(OnceLock<Arc<SphereTreeShape>>);

/// The tree of a mesh, made on first use and kept with it.
fn sphere_tree(mesh: &Mesh) -> Arc<SphereTreeShape> {
    let make = || Arc::new(SphereTreeShape::new(mesh, &PointQuery::new(mesh)));
    Arc::clone(mesh.cached::<SphereTreeCache>().0.get_or_init(make))
}

/// Two trees at a relative pose.
struct PosedSpheres<'a> {
    meshes: &'a PosedMeshes<'a>,
    trees: [Arc<SphereTreeShape>; 2],
    relative: RelativePose,
}

impl<'a> PosedSpheres<'a> {
    fn new(meshes: &'a PosedMeshes<'a>) -> Self {
        let relative = RelativePose::of_meshes(meshes);
        Self { meshes, trees: [meshes.first, meshes.second].map(sphere_tree), relative }
    }

    fn is_empty(&self) -> bool {
        self.trees.iter().any(|tree| tree.nodes.is_empty())
    }

    fn nodes(&self, pair: [u32; 2]) -> [&SphereNode; 2] {
        [0, 1].map(|side| &self.trees[side].nodes[pair[side] as usize])
    }

    fn is_leaves(&self, pair: [u32; 2]) -> bool {
        self.nodes(pair).iter().all(|node| node.children.is_empty())
    }

    /// The pairs below: of the children of the larger that has some.
    fn below(&self, pair: [u32; 2]) -> impl Iterator<Item = [u32; 2]> + use<> {
        let [p, q] = self.nodes(pair);
        let side = usize::from(p.children.is_empty() || (!q.children.is_empty() && q.sphere.radius > p.sphere.radius));
        let children = [p, q][side].children.clone();
        children.map(move |child| if side == 0 { [child, pair[1]] } else { [pair[0], child] })
    }

    /// The faces of both leaves that have not been paired yet and that `is_near` lets pass, by boxes in the frame of the query.
    fn face_pairs(
        &self,
        pair: [u32; 2],
        seen: &mut HashSet<[u32; 2]>,
        mut is_near: impl FnMut(&Aabb, &Aabb) -> bool,
    ) -> Vec<[FaceId; 2]> {
        let [p, q] = self.nodes(pair);
        let slack = DVec3::splat(self.relative.slack());
        let boxed = |face: &u32| {
            let corners = self.meshes.second.triangle(FaceId(*face)).map(|corner| self.relative.roughly(corner));
            let bounds = Aabb::of_points(&corners);
            (*face, Aabb { min: bounds.min - slack, max: bounds.max + slack })
        };
        let others: Vec<(u32, Aabb)> = self.trees[1].faces(q).iter().map(boxed).collect();
        let mut pairs = Vec::new();
        for face in self.trees[0].faces(p) {
            let own = Aabb::of_points(&self.meshes.first.triangle(FaceId(*face)));
            for (other, bounds) in &others {
                if is_near(&own, bounds) && seen.insert([*face, *other]) {
                    pairs.push([*face, *other].map(FaceId));
                }
            }
        }
        pairs
    }
}

impl FacePairMethod for MedialSphereMethod {
    fn name(&self) -> String {
        Self::NAME.to_owned()
    }

    fn prepare(&self, mesh: &Mesh) {
        let _ = sphere_tree(mesh);
    }

    fn candidates(
        &self,
        meshes: &PosedMeshes<'_>,
        cost: &mut Cost,
        visit: &mut FacePairVisitor<'_, ControlFlow<()>>,
    ) -> ControlFlow<()> {
        let posed = PosedSpheres::new(meshes);
        if posed.is_empty() {
            return ControlFlow::Continue(());
        }
        let (mut open, mut seen) = (vec![[0, 0]], HashSet::new());
        while let Some(pair) = open.pop() {
            cost.box_tests += 1;
            let [p, q] = posed.nodes(pair);
            if !p.sphere.overlap(&q.sphere, &posed.relative) {
                continue;
            }
            if posed.is_leaves(pair) {
                let pairs = posed.face_pairs(pair, &mut seen, Aabb::overlaps);
                if !pairs.is_empty() {
                    visit(&pairs, cost)?;
                }
            } else {
                open.extend(posed.below(pair));
            }
        }
        ControlFlow::Continue(())
    }

    /// Best first by the gaps of spheres; each face is in the leaves that its points are in, so none is nearer than its leaves.
    fn closest(
        &self,
        meshes: &PosedMeshes<'_>,
        up_to: f64,
        cost: &mut Cost,
        measure: &mut FacePairVisitor<'_, Option<f64>>,
    ) {
        let posed = PosedSpheres::new(meshes);
        if posed.is_empty() {
            return;
        }
        let bound = |pair: [u32; 2]| {
            let [p, q] = posed.nodes(pair);
            p.sphere.distance_bound(&q.sphere, &posed.relative)
        };
        let (mut best, mut seen) = (up_to, HashSet::new());
        let mut open = PriorityQueue::new();
        open.push(OpenPair { bound: bound([0, 0]), pair: [0, 0] });
        while let Some(OpenPair { bound: least, pair }) = open.pop() {
            if least > best {
                break;
            }
            if posed.is_leaves(pair) {
                let is_near = |p: &Aabb, q: &Aabb| posed.relative.shortened(p.gap(q).length()) <= best;
                let pairs = posed.face_pairs(pair, &mut seen, is_near);
                if !pairs.is_empty() {
                    best = measure(&pairs, cost).map_or(best, |value| best.min(value));
                }
                continue;
            }
            for pair in posed.below(pair) {
                cost.box_tests += 1;
                let bound = bound(pair);
                if bound <= best {
                    open.push(OpenPair { bound, pair });
                }
            }
        }
    }
}

/// A pair of nodes and how close what they hold may be; the closest comes first.
struct OpenPair {
    bound: f64,
    pair: [u32; 2],
}

impl Priority for OpenPair {
    fn priority(&self, other: &Self) -> Ordering {
        other.bound.total_cmp(&self.bound).then(self.pair.cmp(&other.pair))
    }
}
