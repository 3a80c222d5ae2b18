//! `impinge check`: every pair of bodies in the files, by rules; what violates them are clashes.

mod destinations;
mod evidence;
pub mod words;

use crate::fields::Soundings;
use crate::judge::Assembly;
use crate::report::{Report, table::Listing};
use crate::stage::{Robots, Stage};
use crate::{Outcome, bodies, place};
use destinations::Destinations;
use impinge_clash::{Baseline, RuleBook};
use impinge_terminal::progress::Progress;
use impinge_terminal::{output, threads};
use std::time::Instant;
use words::Check;

/// Runs the command.
///
/// # Errors
/// Bad input, or a report could not be written.
pub fn run(words: &Check, quiet: bool) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let destinations = Destinations::open(words, quiet)?;
    let rules = words.rules()?;
    let baseline = words.baseline.as_deref().map(Baseline::read).transpose()?;
    if !quiet && destinations.has_table() {
        bodies::repeats(&words.files).iter().for_each(|note| output::note(note));
    }
    let executor = threads::start(words.way.jobs)?;
    let drawing = words.way.drawing()?;
    let stage = Stage::load(&words.files, Robots { words: &words.robot, joints: &words.joint })?;
    let book = RuleBook::new(rules, &stage.bodies.iter().map(|body| body.name.as_str()).collect::<Vec<_>>());
    if !quiet {
        stage.notes.iter().chain(&idle(&book)).for_each(|note| output::note(note));
    }
    let fields = words.way.fields().map(|way| Soundings::take(way, &stage, &executor, quiet)).transpose()?;
    let assembly = Assembly {
        book: &book,
        all_pairs: words.all_pairs,
        self_pairs: words.self_pairs,
        method: words.way.method.method(),
        apart: fields.as_ref().map(Soundings::apart).unwrap_or_default(),
        quiet,
    };
    let sight = drawing.map(|mut drawing| drawing.look(&stage.drawn())).transpose()?;
    let mut judged = assembly.judge(&stage, &executor)?;
    judged.report = Report { images: sight, fields, ..judged.report };
    let listing = if words.all_pairs || words.pairs_only { Listing::Pairs } else { Listing::Clashes };
    if words.pairs_only || (baseline.is_none() && !destinations.are_written()) {
        destinations.write(&judged.report, None, (listing, start))?;
        return Ok(Outcome::found(judged.found()));
    }
    let progress = Progress::new("gathering evidence", 1, quiet);
    let members = evidence::members(&stage);
    if let (Some(path), Some(false)) = (&words.baseline, baseline.as_ref().map(|known| known.knows_any(&members))) {
        output::note(&format!("no body of {} is in these files: is it the right report?", path.display()));
    }
    let clashes = evidence::clashes(&stage, &members, (&book, &judged), &executor)?;
    let list = evidence::compared(clashes, baseline.as_ref(), &members);
    drop(progress);
    let sights = match destinations.are_drawn() {
        true => {
            let _progress = Progress::new("drawing pictures", 1, quiet);
            impinge_clash::sights(&members, &list.clashes, &executor)
        }
        false => Vec::new(),
    };
    let report = judged.settled(list, &members);
    let (title, made) = (evidence::title(&words.files), evidence::now());
    let told = evidence::Told { members: &members, sights: &sights, book: &book, title, made };
    destinations.write(&report, Some(&told), (listing, start))?;
    Ok(Outcome::found(report.found()))
}

/// A note on rules that speak of no pair.
fn idle(book: &RuleBook) -> Option<String> {
    let idle = book.idle();
    let names: Vec<&str> = idle.iter().map(String::as_str).collect();
    let verb = if names.len() == 1 { "speaks" } else { "speak" };
    let note = || format!("{} {verb} of no pair of bodies here: are the names right?", place::first_names(&names));
    (!names.is_empty()).then(note)
}
