//! `impinge planar check`: every pair of polygons in the files.

use super::args::PlanarCheckArgs;
use super::checked_pair::{check_pair, in_space, polygon_summary};
use super::svg_canvas::YAxis;
use super::{check_picture, polygon_files};
use crate::Outcome;
use crate::check::terminal_report;
use crate::format::{TableFormat, resolve_format};
use impinge::bound::Aabb;
use impinge::broad::{BroadPhaseKind, Mobility};
use impinge::executor::Executor;
use impinge::pair::Contacts;
use impinge_clash::number_format::Dimension;
use impinge_clash::{
    CheckedPair, InputFile, OutputFormat, PairVerdict, Report, Treatment, ensure_listable, repeated_files,
};
use impinge_io::NamedPolygon;
use impinge_planar::Request;
use impinge_terminal::output;
use impinge_terminal::output::Outputs;
use impinge_terminal::progress::Progress;
use impinge_terminal::threads;
use std::time::Instant;

/// Runs the command.
///
/// # Errors
/// Bad input, or the report could not be written.
pub fn run(args: &PlanarCheckArgs, quiet: bool) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let outputs = Outputs::open(args.output.as_deref(), &output::paths(&args.files), &["svg"])?;
    let format = resolve_format(args.format, &outputs.report)?;
    if !quiet && format == TableFormat::Table {
        repeated_files(&args.files).iter().for_each(|note| output::note(note));
    }
    let executor = threads::start(args.jobs)?;
    let bodies = polygon_files::load(&args.files, &args.reading.options()?, quiet)?;
    if args.all_pairs {
        ensure_listable(bodies.len())?;
    }
    let tractable =
        executor.map(bodies.len(), |i| polygon_files::ensure_tractable(&bodies[i].name, &bodies[i].polygon));
    tractable.into_iter().collect::<anyhow::Result<()>>()?;
    let rules = args.limits.treatment(args.reading.unit)?;
    let reach = if args.all_pairs { f64::INFINITY } else { rules.reach(0.0) };
    let inputs = args.files.iter().filter_map(|file| InputFile::read(file)).collect();
    let report = judge(&bodies, &rules, reach, &executor, quiet);
    let report = Report { unit: args.reading.unit, inputs, ..report };
    let listing = if args.all_pairs { terminal_report::Listing::Pairs } else { terminal_report::Listing::Findings };
    let as_table = || terminal_report::render(&report, listing, start.elapsed());
    if let Some(place) = &outputs.picture {
        let pairs: Vec<&CheckedPair> = report.pairs.iter().filter(|pair| pair.verdict != PairVerdict::Ok).collect();
        place.write(check_picture::draw(&bodies, &pairs, YAxis::from_files(&args.files)).as_bytes())?;
    }
    match format {
        TableFormat::Table if quiet && outputs.report.is_stdout() => {}
        TableFormat::Table => outputs.report.write_text(&as_table())?,
        TableFormat::Json => outputs.report.write(&report.write(OutputFormat::Json)?)?,
        TableFormat::Csv => outputs.report.write(&report.write(OutputFormat::Csv)?)?,
    }
    Ok(Outcome::found(report.found()))
}

/// Judges every pair of polygons not farther apart than `reach`; the report does not depend on the executor.
fn judge(bodies: &[NamedPolygon], rules: &Treatment, reach: f64, executor: &Executor, quiet: bool) -> Report {
    let progress = Progress::new("preparing", bodies.len(), quiet);
    let rows = executor.map(bodies.len(), |i| {
        bodies[i].polygon.prepare();
        progress.step();
        polygon_summary(bodies[i].name.clone(), &bodies[i].polygon)
    });
    drop(progress);
    let work = near(bodies, reach, executor);
    let progress = Progress::new("checking", work.len(), quiet);
    let request = Request { contacts: Contacts::Count, distance_up_to: Some(reach), ..Request::default() };
    let judged = executor.map(work.len(), |k| {
        let (a, b) = work[k];
        let (row, answer) = check_pair(&bodies[a].polygon, &bodies[b].polygon, &request, rules);
        progress.step();
        (CheckedPair { a, b, ..row }, answer.cost)
    });
    drop(progress);
    let pair_count = bodies.len() * bodies.len().saturating_sub(1) / 2;
    let mut report = Report { dimension: Dimension::Plane, bodies: rows, pair_count, ..Report::default() };
    for (row, cost) in judged {
        report.cost += cost;
        if reach == f64::INFINITY || row.verdict != PairVerdict::Ok {
            report.pairs.push(row);
        }
    }
    report
}

/// The pairs whose boxes are not farther apart than `reach`, sorted; all of them if it has no end.
fn near(bodies: &[NamedPolygon], reach: f64, executor: &Executor) -> Vec<(usize, usize)> {
    if reach == f64::INFINITY {
        return (0..bodies.len()).flat_map(|a| (a + 1..bodies.len()).map(move |b| (a, b))).collect();
    }
    let mut broad = BroadPhaseKind::default().build();
    for (key, body) in (0..).zip(bodies) {
        // Each by all of the reach: what is nearer than that overlaps, however sums are rounded.
        let bounds = in_space(&body.polygon.bounds());
        let grown = Aabb { min: bounds.min - reach, max: bounds.max + reach };
        broad.insert(key, grown, Mobility::Moving);
    }
    broad.update(executor);
    let mut pairs = Vec::new();
    broad.pairs(&mut |a, b| pairs.push((a as usize, b as usize)));
    pairs.sort_unstable();
    pairs
}
