//! `impinge planar`: the questions of the other commands, asked about polygons in the plane.

mod bodies;
mod check;
mod pair;
mod picture;
mod poses;
mod relations;
mod sheet;
mod sweep;
mod sweep_picture;
pub mod words;

use crate::Outcome;
use words::{Planar, Question};

/// Runs the command.
///
/// # Errors
/// Bad input, or the answer could not be written.
pub fn run(words: &Planar, quiet: bool) -> anyhow::Result<Outcome> {
    match &words.question {
        Question::Check(check) => check::run(check, quiet),
        Question::Relate(relate) => pair::relate(&relate.pair, quiet),
        Question::Distance(distance) => pair::distance(&distance.pair, quiet),
        Question::Sweep(sweep) => sweep::run(sweep, quiet),
        Question::Poses(poses) => poses::run(poses, quiet),
        Question::Relations(relations) => relations::run(relations, quiet),
    }
}
