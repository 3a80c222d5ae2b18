//! A mesh far from itself: what is left is the work at the top of the trees.

use super::{Form, Standing, Workload};
use crate::query::Query;
use impinge::math::{DMat3, Pose, PoseError};
use impinge::mesh::Mesh;
use impinge_scenes::SplitMix64;
use std::sync::Arc;

/// How far apart the centres are, in diagonals of the mesh's box.
const DIAGONALS: f64 = 2.0;

/// The mesh against itself at random rotations, centres two diagonals apart in random directions.
///
/// # Errors
/// A mesh too large for poses to be made.
pub fn far(name: &str, mesh: &Arc<Mesh>, seed: u64, count: usize) -> Result<Workload, PoseError> {
    let bounds = mesh.bounds();
    let (centre, diagonal) = ((bounds.min + bounds.max) / 2.0, (bounds.max - bounds.min).length());
    let mut random = SplitMix64::new(seed);
    let mut pose = || {
        let rotation = DMat3::from_quat(random.rotation().normalize());
        Pose::try_new(rotation, centre - rotation * centre + DIAGONALS * diagonal * random.direction())
    };
    Ok(Workload {
        name: format!("{name}_far"),
        a: Arc::clone(mesh),
        b: Arc::clone(mesh),
        poses: (0..count).map(|_| pose()).collect::<Result<_, _>>()?,
        queries: vec![Query::Boolean, Query::Distance],
        form: Form::Any,
        standing: Standing::Bounded,
    })
}
