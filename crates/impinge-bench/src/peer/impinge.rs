//! Impinge itself.

use super::{Loaded, Pair, Peer};
use crate::query::{Answer, Query};
use crate::tree_building::built_on;
use crate::workload::Workload;
use impinge::bvh::Preset;
use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge::pair;
use impinge_lab::measurement_harness::cpu_clock::timed_on_the_wall;
use std::sync::Arc;
use std::time::Duration;

/// Impinge, this build.
#[derive(Clone, Copy, Debug)]
pub struct Impinge;

struct ImpingePair {
    a: Arc<Mesh>,
    b: Arc<Mesh>,
    poses: Vec<Pose>,
}

impl Peer for Impinge {
    fn name(&self) -> &'static str {
        "impinge"
    }

    fn version(&self) -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    fn load(&self, workload: &Workload) -> anyhow::Result<Loaded> {
        let (a, mut build, mut topology) = built(&workload.a)?;
        let mut bytes = bytes(&a);
        let mut b = Arc::clone(&a);
        if !workload.is_self_pair() {
            let (second, more_build, more_topology) = built(&workload.b)?;
            (b, build, topology) = (second, build + more_build, topology + more_topology);
            bytes += self::bytes(&b);
        }
        let pair = Box::new(ImpingePair { a, b, poses: workload.poses.clone() });
        Ok(Loaded { pair, build, topology: Some(topology), bytes: Some(bytes) })
    }
}

impl Pair for ImpingePair {
    fn ask(&self, query: Query, pose: usize) -> Answer {
        let pose = &self.poses[pose];
        match query {
            Query::Boolean => Answer::Boolean(pair::intersects(&self.a, &self.b, pose)),
            Query::Contacts => Answer::Contacts(pair::count_contacts(&self.a, &self.b, pose)),
            Query::Distance => Answer::of_distance(pair::distance(&self.a, &self.b, pose).value),
        }
    }
}

/// The mesh made again, with the time for it and its tree, and the time for its topology.
fn built(mesh: &Mesh) -> anyhow::Result<(Arc<Mesh>, Duration, Duration)> {
    let (made, build) = built_on(mesh, Preset::Oriented, 1)?;
    let ((), topology) = timed_on_the_wall(|| {
        let _ = made.topology();
    });
    Ok((Arc::new(made), build, topology))
}

/// Vertices, faces and the tree; without the topology.
fn bytes(mesh: &Mesh) -> usize {
    size_of_val(mesh.vertices()) + size_of_val(mesh.faces()) + mesh.tree().bytes()
}
