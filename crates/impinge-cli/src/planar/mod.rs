//! `impinge planar`: the questions of the other commands, asked about polygons in the plane.
//!
//! - `args`: the arguments;
//! - `polygon_files`: polygons from files; `checked_pair`: what a report says about two of them;
//! - `check`, `pair_answer` (relate and distance), `sweep`, `poses`, `relations`: one question each;
//! - `check_picture`, `sweep_picture`: SVG pictures on an `svg_canvas`.

pub mod args;
mod check;
mod check_picture;
mod checked_pair;
mod pair_answer;
mod polygon_files;
mod poses;
mod relations;
mod svg_canvas;
mod sweep;
mod sweep_picture;

use crate::Outcome;
use args::{PlanarArgs, PlanarCommand};

/// Runs the command.
///
/// # Errors
/// Bad input, or the answer could not be written.
pub fn run(args: &PlanarArgs, quiet: bool) -> anyhow::Result<Outcome> {
    match &args.command {
        PlanarCommand::Check(check) => check::run(check, quiet),
        PlanarCommand::Relate(relate) => pair_answer::relate(&relate.pair, quiet),
        PlanarCommand::Distance(distance) => pair_answer::distance(&distance.pair, quiet),
        PlanarCommand::Sweep(sweep) => sweep::run(sweep, quiet),
        PlanarCommand::Poses(poses) => poses::run(poses, quiet),
        PlanarCommand::Relations(relations) => relations::run(relations, quiet),
    }
}
