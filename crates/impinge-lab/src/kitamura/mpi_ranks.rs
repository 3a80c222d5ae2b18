//! The last cycle over processes that pass messages: `impinge-ranks` under mpirun, where both are there.

use crate::kitamura::approaching_spheres::{Cycle, WorkDistribution};
use anyhow::{Context, bail};
use serde::Deserialize;
use std::path::PathBuf;
use std::process::Command;

/// The program of a rank.
const PROGRAM: &str = "impinge-ranks";

/// Why nothing was measured where the program is missing.
pub const MISSING: &str = "messages between processes were not measured: impinge-ranks is neither beside this program nor in the PATH. With an MPI library and libclang \
(Debian: libopenmpi-dev openmpi-bin libclang-dev), cargo install --path crates/impinge-classics --features mpi";

/// How pairs are shared out by messages: its name here, and that of the program.
pub const WAYS: [(&str, &str); 2] = [("messages, static", "static"), ("messages, dynamic", "dynamic")];

/// What the program prints of one way.
#[derive(Deserialize)]
struct RankMeasurement {
    sharing: String,
    microseconds: f64,
    checked: usize,
    colliding: usize,
    requests: u64,
    pairs: u64,
    reported: u64,
    messages: u64,
    bytes: u64,
}

/// The program, if it is there and can be started on many.
pub fn program() -> Option<PathBuf> {
    let beside = std::env::current_exe().ok().and_then(|itself| Some(itself.parent()?.join(PROGRAM)));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let find = |name: &str| std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file());
    find("mpirun")?;
    beside.filter(|file| file.is_file()).or_else(|| find(PROGRAM))
}

/// The last cycle of spheres with the given number of meridians on some processes.
///
/// # Errors
/// The program could not be run, failed, or found other pairs.
pub fn share(
    program: &PathBuf,
    [meridians, cycles, rounds]: [u32; 3],
    processes: usize,
    last: &Cycle,
) -> anyhow::Result<Vec<WorkDistribution>> {
    let numbers = [("--meridians", meridians), ("--cycles", cycles), ("--rounds", rounds)];
    let run = Command::new("mpirun")
        .args(["-n", &processes.to_string()])
        .arg(program)
        .args(numbers.into_iter().flat_map(|(name, number)| [name.to_owned(), number.to_string()]))
        // OpenMPI: more processes than processors, by whatever user, in a container.
        .envs([("OMPI_MCA_rmaps_base_oversubscribe", "1"), ("OMPI_MCA_btl_vader_single_copy_mechanism", "none")])
        .envs([("OMPI_ALLOW_RUN_AS_ROOT", "1"), ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")])
        .output()
        .context("mpirun could not be started")?;
    let said = String::from_utf8_lossy(&run.stdout);
    if !run.status.success() {
        bail!(
            "mpirun -n {processes} {}: {}\n{said}{}",
            program.display(),
            run.status,
            String::from_utf8_lossy(&run.stderr)
        );
    }
    let rows: Vec<RankMeasurement> = said
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()
        .context("impinge-ranks said what it should not")?;
    let rest = last.step1_microseconds + last.step2_microseconds + last.step3_microseconds;
    let shared = |(distribution, sharing): (&'static str, &str)| {
        let row = rows.iter().find(|row| row.sharing == sharing).context("impinge-ranks left out a way")?;
        if (row.checked, row.colliding) != (last.checked, last.colliding) {
            let (here, there) = (last.colliding, row.colliding);
            bail!("{here} pairs of faces collide in one process, {there} in {processes}; this is a bug");
        }
        Ok(WorkDistribution {
            faces: last.faces,
            distribution,
            processors: processes,
            microseconds: row.microseconds,
            ideal_microseconds: rest + last.step4_microseconds / processes as f64,
            accesses: 0,
            exclusive: 0,
            messages: row.messages,
            sent: row.requests + row.pairs + row.reported,
            bytes: row.bytes,
        })
    };
    WAYS.into_iter().map(shared).collect()
}
