//! Many poses of one pair, or many pairs, in one call over all threads. Answers come in order and do not depend on the threads.

use super::contacts::face_contacts::count_contacts;
use super::contacts::face_contacts::sorted_contacts;
use super::distance::mesh_distance::{distance, within};
use super::pair_query_types::{Contact, Distance, Method, PairReport, Request};
use super::posed_pair::PosedPair;
use super::query::budget::Budget;
use super::query::distance_goal::{DistanceAnswer, DistanceGoal};
use super::query::resumable_query::{Query, QueryReport};
use super::relation::relate::{intersects, relate};
use crate::cost::Cost;
use crate::executor::Executor;
use crate::math::Pose;
use crate::mesh::Mesh;
use std::collections::BTreeMap;

/// Two meshes at a relative pose.
#[derive(Clone, Copy, Debug)]
pub struct PairAtPose<'a> {
    /// The mesh in whose frame answers are.
    pub a: &'a Mesh,
    /// The other.
    pub b: &'a Mesh,
    /// What carries B's frame to A's.
    pub a_from_b: Pose,
}

/// Pairs of posed meshes that get the same query.
///
/// ```
/// # use impinge::{executor::Executor, math::{DVec3, Pose}, mesh::Mesh, pair::Batch};
/// # let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(DVec3::from_array);
/// # let (a, b) = (Mesh::try_new(corners.to_vec(), vec![[0, 1, 2]])?, Mesh::try_new(corners.to_vec(), vec![[0, 1, 2]])?);
/// let lifted = |z| Pose::from_translation(DVec3::new(0.0, 0.0, z));
/// let poses = [0.0, 1.0, 2.0].into_iter().map(lifted).collect::<Result<Vec<_>, _>>()?;
/// let executor = Executor::try_new(2)?;
/// assert_eq!(Batch::of_poses(&a, &b, &poses).intersects(&executor), [true, false, false]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Batch<'a>(Placements<'a>);

#[derive(Clone, Copy, Debug)]
enum Placements<'a> {
    Poses(&'a Mesh, &'a Mesh, &'a [Pose]),
    Pairs(&'a [PairAtPose<'a>]),
}

/// Faces from which a mesh is worth all threads when its tree is made.
const LARGE: usize = 200_000;

impl<'a> Batch<'a> {
    /// One pair at many poses `a_from_b`.
    #[must_use]
    pub fn of_poses(a: &'a Mesh, b: &'a Mesh, poses: &'a [Pose]) -> Self {
        Self(Placements::Poses(a, b, poses))
    }

    /// Many pairs.
    #[must_use]
    pub fn of_pairs(pairs: &'a [PairAtPose<'a>]) -> Self {
        Self(Placements::Pairs(pairs))
    }

    /// How many placements there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self.0 {
            Placements::Poses(_, _, poses) => poses.len(),
            Placements::Pairs(pairs) => pairs.len(),
        }
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// [`intersects`] for each.
    #[must_use]
    pub fn intersects(&self, executor: &Executor) -> Vec<bool> {
        self.map(executor, intersects)
    }

    /// [`within`] for each.
    #[must_use]
    pub fn within(&self, clearance: f64, executor: &Executor) -> Vec<bool> {
        self.map(executor, |a, b, a_from_b| within(a, b, a_from_b, clearance))
    }

    /// [`count_contacts`] for each.
    #[must_use]
    pub fn count_contacts(&self, executor: &Executor) -> Vec<usize> {
        self.map(executor, count_contacts)
    }

    /// All contacts of each, sorted by faces.
    #[must_use]
    pub fn contacts(&self, executor: &Executor) -> Vec<Vec<Contact>> {
        self.map(executor, |a, b, a_from_b| {
            sorted_contacts(&PosedPair::new(a, b, a_from_b, Method::Auto), &mut Cost::default())
        })
    }

    /// [`distance`] for each.
    #[must_use]
    pub fn distance(&self, executor: &Executor) -> Vec<Distance> {
        self.map(executor, distance)
    }

    /// A [`Query`] for the distance of each, with a budget of its own.
    #[must_use]
    pub fn distance_bounds(&self, budget: &Budget, executor: &Executor) -> Vec<QueryReport<DistanceAnswer>> {
        self.map(executor, |a, b, a_from_b| Query::new(a, b, a_from_b, DistanceGoal::default()).advance(budget))
    }

    /// [`relate`] for each.
    #[must_use]
    pub fn relate(&self, request: &Request, executor: &Executor) -> Vec<PairReport> {
        if let Method::Custom(method) = request.method {
            self.meshes().iter().for_each(|mesh| method.prepare(mesh));
        }
        self.map(executor, |a, b, a_from_b| relate(a, b, a_from_b, request))
    }

    /// Any question for each.
    pub fn map<T: Send>(
        &self,
        executor: &Executor,
        question: impl Fn(&Mesh, &Mesh, &Pose) -> T + Sync + Send,
    ) -> Vec<T> {
        self.prepare(executor);
        match self.0 {
            Placements::Poses(a, b, poses) => executor.map_small(poses.len(), |i| question(a, b, &poses[i])),
            Placements::Pairs(pairs) => {
                executor.map_small(pairs.len(), |i| question(pairs[i].a, pairs[i].b, &pairs[i].a_from_b))
            }
        }
    }

    /// Makes the trees and topologies of all meshes now, each once and by one thread, so that no query waits for another's.
    pub fn prepare(&self, executor: &Executor) {
        let meshes = self.meshes();
        // The largest on all threads, one after the other; the rest side by side.
        let large = meshes.iter().filter(|mesh| mesh.faces().len() > LARGE);
        large.for_each(|mesh| mesh.prepare_tree(executor));
        executor.map(meshes.len(), |i| meshes[i].prepare(&Executor::serial()));
    }

    /// Every mesh once.
    fn meshes(&self) -> Vec<&'a Mesh> {
        match self.0 {
            Placements::Poses(a, b, _) if std::ptr::eq(a, b) => vec![a],
            Placements::Poses(a, b, _) => vec![a, b],
            Placements::Pairs(pairs) => {
                let both = pairs.iter().flat_map(|pair| [pair.a, pair.b]);
                let once: BTreeMap<*const Mesh, &Mesh> = both.map(|mesh| (std::ptr::from_ref(mesh), mesh)).collect();
                once.into_values().collect()
            }
        }
    }
}
