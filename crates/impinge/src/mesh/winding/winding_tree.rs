//! Clusters on the tree of a mesh, and the winding number of a point as the sum over them.
//!
//! The search opens the cluster with the largest error first, until the goal is reached: a cluster gives way to its children, and those of a leaf to the solid angles
//! of its faces.

use super::cluster::{Cluster, Share};
use super::solid_angle::half_solid_angle;
use crate::bounded::Bounded;
use crate::bvh::{Child, Slot, WideTree};
use crate::feature::FaceId;
use crate::math::{DVec3, LARGEST_COORDINATE, inverse_of_power};
use crate::mesh::indexed_mesh::Mesh;
use crate::priority_queue::{Priority, PriorityQueue};
use std::cmp::Ordering;
use std::f64::consts::TAU;

/// Children of a node.
const WIDTH: u32 = 8;

/// When a search ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WindingGoal {
    /// The magnitude is above or below this for certain.
    Beside(f64),
    /// Clusters add at most this to the error.
    Within(f64),
}

impl WindingGoal {
    fn is_met(self, sum: Share, of_clusters: f64) -> bool {
        match self {
            Self::Beside(limit) => sum.value.abs() - sum.error > limit || sum.value.abs() + sum.error < limit,
            Self::Within(error) => of_clusters <= error,
        }
    }
}

/// The faces of a mesh, summed up at each slot of its tree.
#[derive(Clone, Debug)]
pub struct WindingTree {
    /// For every face, 1, -1 if it counts turned over, 0 if it does not count.
    turns: Vec<i8>,
    /// By slot.
    clusters: Vec<Cluster>,
    /// The inverse of the unit in which clusters have their lengths.
    per_unit: f64,
}

/// A cluster that waits to be opened.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    share: Share,
    slot: Slot,
}

impl Priority for Waiting {
    #[inline]
    fn priority(&self, other: &Self) -> Ordering {
        self.share.error.total_cmp(&other.share.error).then(other.slot.0.cmp(&self.slot.0))
    }
}

impl WindingTree {
    /// The faces of a mesh, each with its turn.
    pub fn new(mesh: &Mesh, turns: Vec<i8>) -> Self {
        let tree = mesh.tree();
        let per_unit = inverse_of_power(tree.frame().unit);
        let mut clusters = vec![Cluster::EMPTY; tree.nodes().len() * WIDTH as usize];
        for node in 0..tree.nodes().len() as u32 {
            for slot in (0..WIDTH).map(|lane| Slot::new(node, lane)).take_while(|slot| tree.child(*slot) != Child::NONE)
            {
                let faces: Vec<_> = faces_below(tree, slot)
                    .into_iter()
                    .filter(|face| turns[face.index()] != 0)
                    .map(|face| (mesh.triangle(face), f64::from(turns[face.index()])))
                    .collect();
                clusters[slot.0 as usize] = Cluster::new(faces.iter().copied(), per_unit);
            }
        }
        Self { turns, clusters, per_unit }
    }

    /// The winding number of a point; anything up to half the number of faces for a point beyond the largest coordinate.
    pub fn winding_number(&self, mesh: &Mesh, point: DVec3, goal: WindingGoal) -> Bounded {
        let root = self.clusters[Slot::ROOT.0 as usize];
        if !(point.abs().max_element() <= LARGEST_COORDINATE && point.is_finite()) {
            let most = root.share(DVec3::splat(f64::NAN), self.per_unit).error;
            return Bounded::between(-most, most);
        }
        let tree = mesh.tree();
        let mut waiting = PriorityQueue::with_capacity(64);
        let mut near = NearSum::default();
        let mut far = Share { value: 0.0, error: 0.0 };
        let open = |slot: Slot, waiting: &mut PriorityQueue<Waiting>, far: &mut Share| {
            let share = self.clusters[slot.0 as usize].share(point, self.per_unit);
            far.value += share.value;
            far.error += share.error;
            waiting.push(Waiting { share, slot });
        };
        open(Slot::ROOT, &mut waiting, &mut far);
        loop {
            // Running sums drift, so the goal is tested on recomputed sums.
            if goal.is_met(near.with(far), far.error) || waiting.is_empty() {
                far = total(&waiting);
                let sum = near.with(far);
                if goal.is_met(sum, far.error) || waiting.is_empty() {
                    return Bounded {
                        lower: (sum.value - sum.error).next_down(),
                        value: sum.value,
                        upper: (sum.value + sum.error).next_up(),
                    };
                }
            }
            let Some(worst) = waiting.pop() else { continue };
            far.value -= worst.share.value;
            far.error -= worst.share.error;
            let child = tree.child(worst.slot);
            if child.is_leaf() {
                for face in tree.faces(worst.slot).iter().filter(|face| self.turns[face.index()] != 0) {
                    near.add(f64::from(self.turns[face.index()]), point, mesh, *face);
                }
                continue;
            }
            let children = (0..WIDTH).map(|lane| Slot::new(child.index() as u32, lane));
            children
                .take_while(|slot| tree.child(*slot) != Child::NONE)
                .for_each(|slot| open(slot, &mut waiting, &mut far));
        }
    }
}

/// The sum over all clusters that wait, its rounding included.
fn total(waiting: &PriorityQueue<Waiting>) -> Share {
    let mut sum = Share { value: 0.0, error: 0.0 };
    for entry in waiting.iter() {
        sum.value += entry.share.value;
        sum.error += entry.share.error + f64::EPSILON * sum.value.abs();
    }
    // The sum of errors has rounding of its own.
    Share { error: sum.error * (1.0 + (waiting.len() + 2) as f64 * f64::EPSILON), ..sum }
}

/// The faces that were measured one by one: the sum of their half solid angles.
#[derive(Clone, Copy, Debug, Default)]
struct NearSum {
    angle: f64,
    error: f64,
}

impl NearSum {
    fn add(&mut self, turn: f64, point: DVec3, mesh: &Mesh, face: FaceId) {
        let seen = half_solid_angle(point, &mesh.triangle(face));
        self.angle += turn * seen.value;
        self.error = (self.error + (seen.error + f64::EPSILON * self.angle.abs())) * (1.0 + 2.0 * f64::EPSILON);
    }

    /// The winding number of these faces and the clusters.
    fn with(&self, far: Share) -> Share {
        let value = self.angle / TAU + far.value;
        let rounding = 4.0 * f64::EPSILON * (self.angle.abs() + far.value.abs());
        Share { value, error: (self.error / TAU + far.error + rounding) * (1.0 + 8.0 * f64::EPSILON) }
    }
}

/// All faces below a slot.
fn faces_below(tree: &WideTree, slot: Slot) -> Vec<FaceId> {
    let (mut open, mut found) = (vec![slot], Vec::new());
    while let Some(slot) = open.pop() {
        let child = tree.child(slot);
        if child.is_leaf() {
            found.extend_from_slice(tree.faces(slot));
        } else {
            let children = (0..WIDTH).rev().map(|lane| Slot::new(child.index() as u32, lane));
            open.extend(children.filter(|slot| tree.child(*slot) != Child::NONE));
        }
    }
    found
}
