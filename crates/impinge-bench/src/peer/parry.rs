//! parry3d-f64: its own queries on triangle meshes; contacts, for which it has none, by its trees and its triangle test.

use super::{Loaded, Pair, Peer};
use crate::query::{Answer, Query};
use crate::workload::Workload;
use impinge::math::{DQuat, Pose};
use impinge::mesh::Mesh;
use impinge_lab::measurement_harness::cpu_clock::timed_on_the_wall;
use parry3d_f64::bounding_volume::BoundingVolume;
use parry3d_f64::math::{Pose as ParryPose, Rotation, Vector};
use parry3d_f64::query;
use parry3d_f64::shape::{TriMesh, TriMeshBuilderError};
use std::sync::Arc;
use std::time::Duration;

/// parry3d-f64 from crates.io.
#[derive(Clone, Copy, Debug)]
pub struct Parry;

struct ParryPair {
    a: Arc<TriMesh>,
    b: Arc<TriMesh>,
    poses: Vec<ParryPose>,
}

impl Peer for Parry {
    fn name(&self) -> &'static str {
        "parry3d-f64"
    }

    fn version(&self) -> String {
        env!("PARRY_VERSION").to_owned()
    }

    fn load(&self, workload: &Workload) -> anyhow::Result<Loaded> {
        let (a, mut build) = built(&workload.a)?;
        let mut bytes = a.total_memory_size();
        let mut b = Arc::clone(&a);
        if !workload.is_self_pair() {
            let (second, more) = built(&workload.b)?;
            (b, build) = (second, build + more);
            bytes += b.total_memory_size();
        }
        let poses = workload.poses.iter().map(posed).collect();
        Ok(Loaded { pair: Box::new(ParryPair { a, b, poses }), build, topology: None, bytes: Some(bytes) })
    }
}

impl Pair for ParryPair {
    fn ask(&self, query: Query, pose: usize) -> Answer {
        let pose = &self.poses[pose];
        let (a, b) = (self.a.as_ref(), self.b.as_ref());
        match query {
            Query::Boolean => query::intersection_test(&ParryPose::IDENTITY, a, pose, b)
                .map_or(Answer::Failed, |found| Answer::Boolean(found.intersecting)),
            Query::Contacts => Answer::Contacts(contacts(a, b, pose)),
            Query::Distance => query::distance(&ParryPose::IDENTITY, a, pose, b)
                .map_or(Answer::Failed, |found| Answer::of_distance(found.distance)),
        }
    }
}

/// How many pairs of triangles meet: parry's walk over both trees, with its test for a triangle pair.
fn contacts(a: &TriMesh, b: &TriMesh, pose: &ParryPose) -> usize {
    a.bvh()
        .leaf_pairs(b.bvh(), |p, q| p.aabb().intersects(&q.aabb().transform_by(pose)))
        .filter(|&(i, j)| {
            let (p, q) = (a.triangle(i), b.triangle(j));
            query::details::intersection_test_support_map_support_map(pose, &p, &q)
        })
        .count()
}

/// The mesh with its tree, and the time for it.
fn built(mesh: &Mesh) -> Result<(Arc<TriMesh>, Duration), TriMeshBuilderError> {
    let vertices: Vec<Vector> = mesh.vertices().iter().map(|p| Vector::from_array(p.to_array())).collect();
    let faces = mesh.faces().to_vec();
    let (made, time) = timed_on_the_wall(|| TriMesh::new(vertices, faces));
    Ok((Arc::new(made?), time))
}

/// The pose with its rotation as a quaternion, which is the form that parry takes.
fn posed(pose: &Pose) -> ParryPose {
    let [x, y, z, w] = DQuat::from_mat3(&pose.rotation()).normalize().to_array();
    let translation = Vector::from_array(pose.translation().to_array());
    ParryPose::from_parts(translation, Rotation::from_xyzw(x, y, z, w))
}
