//! Pair queries on hierarchies: pairs of faces that may share a point, and pairs that may be the closest.
//!
//! Walks are compiled for each kind of volume; a dynamic call is made for each pair of leaves that overlap.

use super::any_tree::{Hierarchy, TreePair};
use super::bounding_volume::{Aabb, BoundingVolume, RelativePose};
use super::config::{HierarchyConfig, LeafTest, TreeBuild, WalkSpace};
use super::hierarchy_cache::HierarchyCache;
use super::tree_traversal::{closest_pair, walk_pairs};
use super::volume_tree::Tree;
use impinge::cost::Cost;
use impinge::feature::FaceId;
use impinge::math::DVec3;
use impinge::math::predicates::Triangle;
use impinge::mesh::Mesh;
use impinge::pair::{FacePairMethod, FacePairVisitor, Method, PosedMeshes};
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// The hierarchy over the faces of a mesh; built on first use, and kept with the mesh.
#[must_use]
pub fn mesh_hierarchy(mesh: &Mesh, build: &TreeBuild) -> Arc<Hierarchy> {
    let triangles = || mesh.face_ids().map(|face| mesh.triangle(face)).collect();
    mesh.cached::<HierarchyCache>().get(build, triangles)
}

impl HierarchyConfig {
    /// The method that finds pairs of faces by such hierarchies. Every configuration that is asked for is kept as long as the program runs.
    #[must_use]
    pub fn method(self) -> Method {
        static METHODS: Mutex<Vec<&'static HierarchyConfig>> = Mutex::new(Vec::new());
        let mut methods = METHODS.lock().unwrap_or_else(PoisonError::into_inner);
        let known = methods.iter().find(|known| ***known == self).copied();
        Method::Custom(known.unwrap_or_else(|| {
            let method: &'static Self = Box::leak(Box::new(self));
            methods.push(method);
            method
        }))
    }

    /// Does work on the trees of two meshes.
    fn on<W: TreePair>(&self, meshes: &PosedMeshes<'_>, work: W) -> Option<W::Output> {
        let [first, second] = [meshes.first, meshes.second].map(|mesh| mesh_hierarchy(mesh, &self.build));
        // Both have one kind of volume.
        first.with(&second, work)
    }
}

impl FacePairMethod for HierarchyConfig {
    fn name(&self) -> String {
        self.to_string()
    }

    fn prepare(&self, mesh: &Mesh) {
        let _ = mesh_hierarchy(mesh, &self.build);
    }

    fn candidates(
        &self,
        meshes: &PosedMeshes<'_>,
        cost: &mut Cost,
        visit: &mut FacePairVisitor<'_, ControlFlow<()>>,
    ) -> ControlFlow<()> {
        let work = Candidates { config: self, meshes, cost, visit };
        self.on(meshes, work).unwrap_or(ControlFlow::Continue(()))
    }

    fn closest(
        &self,
        meshes: &PosedMeshes<'_>,
        up_to: f64,
        cost: &mut Cost,
        measure: &mut FacePairVisitor<'_, Option<f64>>,
    ) {
        let _ = self.on(meshes, Closest { config: self, meshes, up_to, cost, measure });
    }
}

/// The volumes of two trees, compared in the frame that the configuration names.
struct PosedTrees<'a, V: BoundingVolume> {
    trees: [&'a Tree<V>; 2],
    tests: V::Tests,
    /// The volumes of the second, carried into the frame of the first, in world space.
    carried: Option<Vec<V>>,
}

impl<'a, V: BoundingVolume> PosedTrees<'a, V> {
    fn new(trees: [&'a Tree<V>; 2], relative: &RelativePose, space: WalkSpace) -> Self {
        let tests = V::tests(relative);
        match space {
            WalkSpace::Model => Self { trees, tests, carried: None },
            WalkSpace::World => {
                let carried = Some(trees[1].carried(&tests));
                Self { trees, tests: V::tests(&relative.at_rest()), carried }
            }
        }
    }

    fn pair(&self, p: u32, q: u32) -> (&V, &V) {
        let other = match &self.carried {
            None => &self.trees[1].node(q).bound,
            Some(carried) => &carried[q as usize],
        };
        (&self.trees[0].node(p).bound, other)
    }

    fn overlap(&self, p: u32, q: u32) -> bool {
        let (own, other) = self.pair(p, q);
        own.overlap(other, &self.tests)
    }

    fn distance_bound(&self, p: u32, q: u32) -> f64 {
        let (own, other) = self.pair(p, q);
        own.distance_bound(other, &self.tests)
    }
}

/// The search for the closest pair of faces.
struct Closest<'a> {
    config: &'a HierarchyConfig,
    meshes: &'a PosedMeshes<'a>,
    up_to: f64,
    cost: &'a mut Cost,
    measure: &'a mut FacePairVisitor<'a, Option<f64>>,
}

impl TreePair for Closest<'_> {
    type Output = ();

    fn on<V: BoundingVolume>(self, first: &Tree<V>, second: &Tree<V>) {
        let Self { config, meshes, up_to, cost, measure } = self;
        let posed = PosedTrees::new([first, second], &RelativePose::of_meshes(meshes), config.walk.space);
        let mut box_tests = 0;
        let bound = |p, q| {
            box_tests += 1;
            posed.distance_bound(p, q)
        };
        let mut pairs = Vec::new();
        let visit = |p, q| {
            pairs.clear();
            pairs.extend(first.items(p).iter().flat_map(|&i| second.items(q).iter().map(move |&j| [i, j].map(FaceId))));
            measure(&pairs, cost)
        };
        closest_pair([first, second], config.walk.descent, up_to, bound, visit);
        cost.box_tests += box_tests;
    }
}

/// The search for pairs of faces that may share a point.
struct Candidates<'a> {
    config: &'a HierarchyConfig,
    meshes: &'a PosedMeshes<'a>,
    cost: &'a mut Cost,
    visit: &'a mut FacePairVisitor<'a, ControlFlow<()>>,
}

impl TreePair for Candidates<'_> {
    type Output = ControlFlow<()>;

    fn on<V: BoundingVolume>(self, first: &Tree<V>, second: &Tree<V>) -> ControlFlow<()> {
        let Self { config, meshes, cost, visit } = self;
        let relative = RelativePose::of_meshes(meshes);
        let posed = PosedTrees::new([first, second], &relative, config.walk.space);
        let (mut box_tests, mut volume_tests) = (0, 0);
        let mut others: Vec<RoughFace> = Vec::new();
        let mut pairs = Vec::new();
        let flow = walk_pairs(
            [first, second],
            &config.walk,
            |p, q| {
                box_tests += 1;
                posed.overlap(p, q)
            },
            |p, q| {
                others.clear();
                others.extend(second.items(q).iter().map(|&j| RoughFace::new(meshes.second, FaceId(j), &relative)));
                if config.walk.leaves == LeafTest::Volume {
                    volume_tests += others.len() as u64;
                    let bound = &first.node(p).bound;
                    others.retain(|other| bound.may_meet(&other.corners, relative.slack()));
                }
                pairs.clear();
                for i in first.items(p).iter().map(|&i| FaceId(i)) {
                    let bounds = Aabb::of_points(&meshes.first.triangle(i));
                    let near = others.iter().filter(|other| bounds.overlaps(&other.bounds));
                    pairs.extend(near.map(|other| [i, other.face]));
                }
                visit(&pairs, cost)
            },
        );
        cost.box_tests += box_tests + volume_tests;
        flow
    }
}

/// A face of the second mesh, posed roughly: its exact place is for the engine to compute.
struct RoughFace {
    face: FaceId,
    /// Its corners in the frame, each coordinate off by at most the slack.
    corners: Triangle,
    /// A box around the exact corners.
    bounds: Aabb,
}

impl RoughFace {
    fn new(mesh: &Mesh, face: FaceId, relative: &RelativePose) -> Self {
        let corners = mesh.triangle(face).map(|p| relative.roughly(p));
        let (bounds, slack) = (Aabb::of_points(&corners), DVec3::splat(relative.slack()));
        Self { face, corners, bounds: Aabb { min: bounds.min - slack, max: bounds.max + slack } }
    }
}
