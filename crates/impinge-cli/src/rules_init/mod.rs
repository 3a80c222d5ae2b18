//! `impinge rules init`: a starter of rules, with suggestions from what an assembly is now.

mod family;
mod meeting;
mod starter;
mod suggestion;
mod toml_text;
pub mod words;

use crate::place::count;
use crate::stage::{Robots, Stage};
use crate::{Outcome, bodies};
use anyhow::bail;
use family::Families;
use impinge_terminal::output::{self, Output};
use impinge_terminal::threads;
use starter::{Source, Starter};
use std::path::Path;
use words::{Init, Rules, Task};

/// Runs the command.
///
/// # Errors
/// Bad input, or the starter could not be written.
pub fn run(words: &Rules, quiet: bool) -> anyhow::Result<Outcome> {
    match &words.task {
        Task::Init(init) => start(init, quiet),
    }
}

fn start(words: &Init, quiet: bool) -> anyhow::Result<Outcome> {
    let mut inputs = bodies::paths(&words.files);
    inputs.extend(words.robot.srdf.as_deref());
    let output = Output::open(words.output.as_deref(), &inputs)?;
    refuse_existing(words, &output)?;
    let executor = threads::start(words.jobs)?;
    let stage = Stage::load(&words.files, Robots { words: &words.robot, joints: &words.joint })?;
    if !quiet {
        bodies::repeats(&words.files).iter().chain(&stage.notes).for_each(|note| output::note(note));
    }
    let meetings = meeting::meetings(&stage, &executor, quiet)?;
    let names: Vec<&str> = stage.bodies.iter().map(|body| body.name.as_str()).collect();
    let families = Families::of(&names);
    let is_posed = !words.joint.is_empty() || words.robot.given().is_some();
    let starter = Starter::new(&families, &meetings);
    let source =
        Source { files: &words.files, rules: words.output.as_deref().unwrap_or("rules.toml".as_ref()), is_posed };
    output.write(starter.text(&source).as_bytes())?;
    if let (false, Output::File(path)) = (quiet, &output) {
        let groups = count(starter.group_count(), "group", "groups");
        let suggestions = count(starter.suggestion_count(), "suggestion", "suggestions");
        Output::Stdout.write_text(&format!("wrote {}: {groups}, {suggestions} to look through\n", path.display()))?;
    }
    Ok(Outcome::Nothing)
}

/// Refuses to replace what somebody may have worked on.
fn refuse_existing(words: &Init, output: &Output) -> anyhow::Result<()> {
    match output {
        Output::File(path) if !words.force && Path::is_file(path) => {
            bail!("{}: is there already; give -o another name, or --force to replace it", path.display())
        }
        _ => Ok(()),
    }
}
