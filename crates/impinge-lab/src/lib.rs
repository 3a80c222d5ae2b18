//! `impinge lab`: experiments of the literature, repeated on generated scenes, the published numbers beside ours.
//!
//! One folder for each lab, [`measurement_harness`] for what they share, `dynamics` for bodies that bounce.
#![forbid(unsafe_code)]

pub mod args;
#[cfg(feature = "gpu")]
mod cinder;
mod claims;
mod cloth;
mod convex;
mod crowd;
#[cfg(feature = "gpu")]
mod cullide;
mod dynamics;
pub mod measurement_harness;
mod hierarchies;
mod image_space_args;
mod jimenez;
mod kitamura;
mod rapid;
mod soak;

use args::{Lab, LabCommand};
use impinge_terminal::output::Output;

/// The labs there are.
const LABS: &str = "\
rapid         pipes falling inside pipes, a torpedo on rollers: Table 1 of Lin, Manocha, Cohen and Gottschalk (1996)
hierarchies   bounding volumes, splitting and traversal: which wins where, of those in Kockara et al. (2007)
convex        closest features of moving hulls: GJK, Lin-Canny, V-Clip, SWIFT; and meshes asked about by their hulls first
crowd         hundreds to a million moving bodies: broad phases compared, the pipeline at 20 Hz, parts in a vibratory bowl
cloth         sheets that fall, fold and are cut, bodies wrung and bent: trees kept up and rebuilt, self-collision at 30 steps a second
cinder        images of edges and faces on a graphics device: Figures 7 to 10 of Knott and Pai (2003), and what images miss
cullide       what images prune from a crowd: rounds and density, after Govindaraju, Redon, Lin and Manocha (2003)
jimenez       polygons and polyhedra that move about others: coverings and influence areas of Jiménez, Segura and Feito (2004) beside trees
kitamura      faces that may collide in the next interval, on one processor and many: Kitamura et al. (1995)
claims        every claim of five papers tested by a small experiment: what it says, what is measured, whether it held
soak          random queries of every kind against brute force and exact arithmetic, for minutes or days; no paper

`impinge lab NAME` runs one, `impinge lab NAME --help` says what it does and what it writes
";

/// How a lab ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LabOutcome {
    /// Nothing was wrong.
    Done,
    /// Answers were wrong.
    Failed,
}

impl LabOutcome {
    /// `Failed` if so.
    fn failed_if(has_failed: bool) -> Self {
        if has_failed { Self::Failed } else { Self::Done }
    }
}

/// Runs the command.
///
/// # Errors
/// Bad words, or results could not be written.
pub fn run(words: &Lab, quiet: bool) -> anyhow::Result<LabOutcome> {
    match &words.experiments {
        None => Output::Stdout.write_text(LABS)?,
        Some(LabCommand::Rapid(words)) => rapid::run(words, quiet)?,
        Some(LabCommand::Hierarchies(words)) => hierarchies::run(words, quiet)?,
        Some(LabCommand::Convex(words)) => convex::run(words, quiet)?,
        Some(LabCommand::Crowd(words)) => crowd::run(words, quiet)?,
        Some(LabCommand::Jimenez(words)) => jimenez::run(words, quiet)?,
        Some(LabCommand::Kitamura(words)) => kitamura::run(words, quiet)?,
        Some(LabCommand::Cloth(words)) => cloth::run(words, quiet)?,
        Some(LabCommand::Claims(words)) => claims::run(words, quiet)?,
        Some(LabCommand::Soak(words)) => return soak::run(words, quiet),
        #[cfg(feature = "gpu")]
        Some(LabCommand::Cinder(words)) => cinder::run(words, quiet)?,
        #[cfg(feature = "gpu")]
        Some(LabCommand::Cullide(words)) => cullide::run(words, quiet)?,
        #[cfg(not(feature = "gpu"))]
        Some(LabCommand::Cinder(_) | LabCommand::Cullide(_)) => {
            anyhow::bail!("this lab draws, and this command was built without graphics: build it with `--features gpu`")
        }
    }
    Ok(LabOutcome::Done)
}
