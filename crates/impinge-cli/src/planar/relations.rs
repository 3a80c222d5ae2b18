//! `impinge planar relations`: how the two polygons in each row of a table relate, one a line.

use super::args::PlanarRelationsArgs;
use super::polygon_files::ensure_tractable;
use crate::Outcome;
use crate::format::resolve_format;
use anyhow::Context;
use clap::ValueEnum;
use impinge_io::{PlanarFormat, read_polygon_pairs, read_polygon_pairs_bytes};
use impinge_planar::{Pose2, Request, relate};
use impinge_terminal::output::Output;
use impinge_terminal::progress::Progress;
use impinge_terminal::threads;
use std::path::Path;

/// The only format that is written.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Lines {
    /// One relation a line.
    #[default]
    Text,
}

/// Runs the command.
///
/// # Errors
/// Bad input, or the relations could not be written.
pub fn run(args: &PlanarRelationsArgs, quiet: bool) -> anyhow::Result<Outcome> {
    let output = Output::open(args.output.as_deref(), &[&args.table])?;
    resolve_format(None::<Lines>, &output)?;
    let executor = threads::start(args.jobs)?;
    let pairs = if args.table == Path::new("-") {
        let bytes = impinge_io::read_standard_input().context("standard input could not be read")?;
        read_polygon_pairs_bytes(PlanarFormat::Tsv, "standard input", &bytes)?
    } else {
        read_polygon_pairs(&args.table)?
    };
    let progress = Progress::new("relating", pairs.len(), quiet);
    let lines = executor.map_small(pairs.len(), |i| {
        let [a, b] = [&pairs[i].a, &pairs[i].b];
        for (side, polygon) in [("a", a), ("b", b)] {
            ensure_tractable(&format!("{side} of pair {i}"), polygon)?;
        }
        let relation = relate(a, b, &Pose2::IDENTITY, &Request::default()).relation;
        progress.step();
        Ok(format!("{}\n", relation.name()))
    });
    drop(progress);
    let lines: Vec<String> = lines.into_iter().collect::<anyhow::Result<_>>()?;
    output.write(lines.concat().as_bytes())?;
    Ok(Outcome::Nothing)
}
