//! Tables of poses from a file or from standard input.

use anyhow::{Context, bail};
use impinge::math::Pose;
use impinge_io::{Keyframe, read_keyframes_bytes, read_planar_pose_table_bytes, read_pose_table_bytes};
use impinge_planar::Pose2;
use std::path::Path;

/// The poses of a file, or of standard input for `-`.
///
/// # Errors
/// The file cannot be read, or a row is not a pose.
pub fn read(path: &Path) -> anyhow::Result<Vec<Pose>> {
    let (name, bytes) = load(path)?;
    Ok(read_pose_table_bytes(&name, &bytes)?)
}

/// The poses in the plane of a file, or of standard input for `-`.
///
/// # Errors
/// The file cannot be read, or a row is not a pose.
pub fn read_planar(path: &Path) -> anyhow::Result<Vec<Pose2>> {
    let (name, bytes) = load(path)?;
    Ok(read_planar_pose_table_bytes(&name, &bytes)?)
}

/// The keyframes of a file, or of standard input for `-`, and what errors call it.
///
/// # Errors
/// The file cannot be read, or a row is not a pose at a time.
pub fn read_keyframes(path: &Path) -> anyhow::Result<(String, Vec<Keyframe>)> {
    let (name, bytes) = load(path)?;
    let keyframes = read_keyframes_bytes(&name, &bytes)?;
    Ok((name, keyframes))
}

/// What errors call a file, and its bytes.
fn load(path: &Path) -> anyhow::Result<(String, Vec<u8>)> {
    if path == Path::new("-") {
        let bytes = impinge_io::read_standard_input().context("standard input could not be read")?;
        return Ok(("standard input".to_owned(), bytes));
    }
    let name = path.display().to_string();
    if path.is_dir() {
        bail!("{name}: is a directory, expected a CSV file of poses");
    }
    let read = impinge_io::read_file_bytes(path);
    let unread = || format!("{name}: the poses could not be read; expected a CSV file, or - for standard input");
    let bytes = read.with_context(unread)?;
    Ok((name, bytes))
}
