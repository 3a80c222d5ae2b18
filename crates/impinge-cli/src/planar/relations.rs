//! `impinge planar relations`: how the two polygons in each row of a table relate, one a line.

use super::words::Relations;
use crate::output::Output;
use crate::progress::Progress;
use crate::{Outcome, threads};
use impinge::planar::{Pose2, Request, relate};
use impinge_io::read_polygon_pairs;

/// Runs the command.
///
/// # Errors
/// Bad input, or the relations could not be written.
pub fn run(words: &Relations, quiet: bool) -> anyhow::Result<Outcome> {
    let output = Output::open(words.output.as_deref(), &[&words.table])?;
    let executor = threads::start(words.jobs)?;
    let pairs = read_polygon_pairs(&words.table)?;
    let progress = Progress::new("relating", pairs.len(), quiet);
    let lines = executor.map_small(pairs.len(), |i| {
        let relation = relate(&pairs[i].a, &pairs[i].b, &Pose2::IDENTITY, &Request::default()).relation;
        progress.step();
        format!("{}\n", relation.name())
    });
    drop(progress);
    output.write(lines.concat().as_bytes())?;
    Ok(Outcome::Nothing)
}
