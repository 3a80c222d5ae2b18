//! `impinge demo`: a gearbox with every kind of relation in it, checked.

use crate::judge::Assembly;
use crate::output::Output;
use crate::report::{json, table};
use crate::stage::Stage;
use crate::words::Demo;
use crate::{Outcome, bodies, threads};
use anyhow::bail;
use impinge_io::Body;
use std::fmt::Write;
use std::time::Instant;

/// Runs the command.
///
/// # Errors
/// The files could not be written.
pub fn run(words: &Demo, quiet: bool) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let folder = &words.output;
    if !folder.is_dir() {
        bail!("{}: expected a directory to write the demo to; make it first", folder.display());
    }
    let executor = threads::start(words.jobs)?;
    let parts = impinge_scenes::gearbox()?;
    let gearbox: Vec<Body> = parts
        .into_iter()
        .map(|part| Body { name: part.name, mesh: part.mesh, world_from_body: part.world_from_part })
        .collect();
    let placed =
        gearbox.iter().map(|body| bodies::place("gearbox".as_ref(), body.clone())).collect::<Result<Vec<_>, _>>()?;
    let report = Assembly { all_pairs: true, quiet, ..Assembly::default() }.judge(&Stage::from(placed), &executor)?;
    let (model, answer) = (folder.join("impinge-demo.glb"), folder.join("impinge-demo.json"));
    impinge_io::write_glb(&model, &gearbox)?;
    Output::open(Some(&answer), &[])?.write(&json::write(&report)?)?;
    if !quiet {
        let mut text = table::write(&report, table::Listing::Findings, start.elapsed());
        let code = u8::from(report.found());
        let _ = writeln!(text, "\nwrote {} (the model) and {} (every pair of it)", model.display(), answer.display());
        let _ = writeln!(text, "`impinge check {}` looks at the same assembly and exits with {code}", model.display());
        Output::Stdout.write_text(&text)?;
    }
    Ok(Outcome::Nothing)
}
