//! FCL's room and robot, the field's usual pair, from the corpus.

use super::{Form, Standing, Workload};
use crate::query::Query;
use anyhow::Context;
use impinge::mesh::Mesh;
use impinge_scenes::Surface;
use impinge_scenes::random::random_poses;
use std::path::Path;
use std::sync::Arc;

/// The number of poses for which the answers are known.
pub const KNOWN_POSES: usize = 1_000;
/// How many of the first [`KNOWN_POSES`] poses collide.
pub const KNOWN_COLLIDING: usize = 594;
/// How many pairs of triangles cross in all of the first [`KNOWN_POSES`] poses.
pub const KNOWN_CONTACTS: usize = 90_496;

/// The workload `env_rob`: `fcl/env.obj` and `fcl/rob.obj` of the corpus; seed 1, a rotation, then a translation uniform in
/// the room's box.
///
/// # Errors
/// The files are missing, or unreadable.
pub fn room_and_robot(corpus: &Path, count: usize) -> anyhow::Result<Workload> {
    let (a, b) = (body(&corpus.join("fcl/env.obj"))?, body(&corpus.join("fcl/rob.obj"))?);
    let poses = random_poses(1, count, &a.bounds())?;
    Ok(Workload {
        name: "env_rob".to_owned(),
        a,
        b,
        poses,
        queries: vec![Query::Boolean, Query::Contacts, Query::Distance],
        form: Form::Any,
        standing: Standing::Counted,
    })
}

/// All bodies of a file as one mesh.
fn body(path: &Path) -> anyhow::Result<Arc<Mesh>> {
    let bodies = impinge_io::read(path)?;
    let all = bodies.iter().fold(Surface::default(), |all, body| all.joined(&Surface::of(&body.mesh)));
    Ok(Arc::new(all.mesh().with_context(|| path.display().to_string())?))
}
