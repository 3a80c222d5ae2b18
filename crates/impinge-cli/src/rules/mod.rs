//! `impinge rules init`: starter rules for an assembly, with suggestions from the contacts that exist now.

pub mod args;

use crate::Outcome;
use crate::stage_progress::ProgressBars;
use anyhow::bail;
use args::{RulesArgs, RulesInitArgs, RulesTask};
use impinge_clash::number_format::count;
use impinge_clash::{
    Assembly, FileOperand, HealSetting, NameFamilies, StarterRules, StarterSource, find_meetings, repeated_files,
};
use impinge_terminal::output::{self, Output};
use std::path::Path;

/// Runs the command.
///
/// # Errors
/// Bad input, or the starter could not be written.
pub fn run(args: &RulesArgs, quiet: bool) -> anyhow::Result<Outcome> {
    match &args.task {
        RulesTask::Init(init) => start(init, quiet),
    }
}

fn start(args: &RulesInitArgs, quiet: bool) -> anyhow::Result<Outcome> {
    let files = FileOperand::paths(&args.files);
    let mut inputs = output::paths(&files);
    inputs.extend(args.robot.reading.srdf.as_deref());
    let output = Output::open(args.output.as_deref(), &inputs)?;
    refuse_existing(args, &output)?;
    let executor = args.jobs.start()?;
    let mut assembly = Assembly::load(&args.files, &args.robot.settings(&args.files)?)?;
    if !quiet {
        repeated_files(&args.files).iter().chain(&assembly.notes).for_each(|note| output::note(note));
    }
    assembly.heal(HealSetting::Auto, &executor);
    let bodies = assembly.bodies.clone();
    let names: Vec<&str> = bodies.iter().map(|body| body.name.as_str()).collect();
    let meetings = find_meetings(assembly, &executor, &ProgressBars::new(quiet))?;
    let families = NameFamilies::new(&names);
    let is_posed = !args.robot.joint.is_empty() || args.robot.reading.given().is_some();
    let starter = StarterRules::new(&families, &meetings);
    let rules = args.output.as_deref().unwrap_or("rules.toml".as_ref());
    let source = StarterSource { files: &args.files, rules, is_posed };
    output.write(starter.text(&source).as_bytes())?;
    if let (false, Output::File(path)) = (quiet, &output) {
        let groups = count(starter.group_count(), "group", "groups");
        let suggestions = count(starter.suggestion_count(), "suggestion", "suggestions");
        Output::Stdout.write_text(&format!("wrote {}: {groups}, {suggestions} to review\n", path.display()))?;
    }
    Ok(Outcome::Nothing)
}

/// Refuses to replace what somebody may have worked on.
fn refuse_existing(args: &RulesInitArgs, output: &Output) -> anyhow::Result<()> {
    match output {
        Output::File(path) if !args.force && Path::is_file(path) => {
            bail!("{}: is there already; give -o another name, or --force to replace it", path.display())
        }
        _ => Ok(()),
    }
}
