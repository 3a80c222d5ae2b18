//! Engines for Python, run as a process of their own on raw arrays.

use super::arm::Arm;
use anyhow::{Context, bail};
use impinge::math::Pose;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What an engine said, and how long it took.
pub struct PythonAnswer {
    /// Its version.
    pub version: String,
    /// Seconds for all configurations.
    pub seconds: f64,
    /// Whether the arm meets itself, for each.
    pub met: Vec<bool>,
}

/// The engines that `cargo xtask bench` installs.
pub const ENGINES: [&str; 2] = ["python-fcl", "coal"];

/// The interpreter that has the engines: `IMPINGE_BENCH_PYTHON`.
#[must_use]
pub fn interpreter() -> Option<PathBuf> {
    std::env::var_os("IMPINGE_BENCH_PYTHON").map(PathBuf::from)
}

/// Writes meshes, pairs and poses as the script reads them.
///
/// # Errors
/// The folder cannot be written.
pub fn write(folder: &Path, arm: &Arm, configurations: &[f64]) -> anyhow::Result<()> {
    let save = |name: &str, bytes: Vec<u8>| std::fs::write(folder.join(name), bytes).with_context(|| name.to_owned());
    for (k, mesh) in arm.meshes.iter().enumerate() {
        save(&format!("link{k}.f64"), mesh.vertices().iter().flat_map(|p| doubles(p.to_array())).collect())?;
        save(&format!("link{k}.u32"), mesh.faces().as_flattened().iter().flat_map(|i| i.to_ne_bytes()).collect())?;
    }
    save("pairs.u32", arm.pairs().iter().flatten().flat_map(|link| link.0.to_ne_bytes()).collect())?;
    let mut poses = vec![Pose::IDENTITY; arm.meshes.len()];
    let mut bytes = Vec::new();
    for values in configurations.chunks_exact(arm.articulation.dof()) {
        arm.articulation.poses(values, &mut poses)?;
        for pose in &poses {
            bytes.extend(doubles(pose.rotation().transpose().to_cols_array()));
            bytes.extend(doubles(pose.translation().to_array()));
        }
    }
    save("poses.f64", bytes)?;
    save("shape.json", format!("{{\"links\": {}}}", arm.meshes.len()).into_bytes())
}

fn doubles<const N: usize>(numbers: [f64; N]) -> impl Iterator<Item = u8> {
    numbers.into_iter().flat_map(f64::to_ne_bytes)
}

/// Lets an engine judge what was written.
///
/// # Errors
/// The process failed or answered something else.
pub fn ask(interpreter: &Path, engine: &str, folder: &Path) -> anyhow::Result<PythonAnswer> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("python/robot_peer.py");
    let run = Command::new(interpreter).arg(&script).arg(engine).arg(folder).output();
    let run = run.with_context(|| interpreter.display().to_string())?;
    if !run.status.success() {
        bail!("{engine}: {}", String::from_utf8_lossy(&run.stderr).trim());
    }
    let text = String::from_utf8_lossy(&run.stdout);
    let field = |name: &str| {
        let after = text.split_once(&format!("\"{name}\": "))?.1;
        Some(after.split(['}', ',']).next()?.trim_matches('"').to_owned())
    };
    let seconds = field("seconds").and_then(|s| s.parse().ok());
    let reached_targets = std::fs::read(folder.join("reached_targets.u8"))?;
    let (Some(seconds), Some(version)) = (seconds, field("version")) else { bail!("{engine} answered {text:?}") };
    Ok(PythonAnswer { version, seconds, met: reached_targets.iter().map(|v| *v != 0).collect() })
}
