//! Building Impinge's meshes and trees on a given number of threads.

use crate::workload::Workload;
use impinge::bvh::Preset;
use impinge::executor::Executor;
use impinge::mesh::Mesh;
use impinge_lab::measurement_harness::cpu_clock::timed_on_the_wall;
use std::time::Duration;

/// Builds of which the quickest counts.
const BUILDS: usize = 3;

/// The mesh made again with its tree on the given number of threads, and the time on the wall for it.
///
/// # Errors
/// The operating system refused the threads.
pub fn built_on(mesh: &Mesh, preset: Preset, threads: usize) -> anyhow::Result<(Mesh, Duration)> {
    let (vertices, faces) = (mesh.vertices().to_vec(), mesh.faces().to_vec());
    let executor = Executor::try_new(threads)?;
    let (made, time) = timed_on_the_wall(|| {
        let made = Mesh::try_new(vertices, faces)?.with_preset(preset);
        made.prepare_tree(&executor);
        anyhow::Ok(made)
    });
    Ok((made?, time))
}

/// The least time on the wall for the meshes and trees of a workload on the given number of threads; `None` where the machine has fewer.
#[must_use]
pub fn build_on(workload: &Workload, preset: Preset, threads: usize) -> Option<Duration> {
    if std::thread::available_parallelism().map_or(1, usize::from) < threads {
        return None;
    }
    let build = |mesh: &Mesh| Some(built_on(mesh, preset, threads).ok()?.1);
    let all = || {
        let second = if workload.is_self_pair() { Duration::ZERO } else { build(&workload.b)? };
        Some(build(&workload.a)? + second)
    };
    (0..BUILDS).filter_map(|_| all()).min()
}
