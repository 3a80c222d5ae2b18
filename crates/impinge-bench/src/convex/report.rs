//! What comes out: tables for people, CSV and SVG to be kept.

use super::answer_check::{Fault, Finding, Tally};
use super::compare_and_time::{ConvexMeasurement, Judged, Measurement};
use super::hull_building::Built;
use super::peer::Engine;
use super::performance_targets::{best, reached_targets};
use super::query::Query;
use crate::table::{plain, target_table};
use comfy_table::{CellAlignment, Table};
use impinge_lab::measurement_harness::machine::Machine;
use impinge_picture::bar_plot::{BarGroup, bars};
use impinge_picture::number_format::three_figures;

/// Wrong answers listed on the terminal for each engine; the file has all.
const LISTED: usize = 3;

/// The text for the terminal.
#[must_use]
pub fn text(all: &Measurement, built: &[Built], engines: &[Box<dyn Engine>], setup: &Machine) -> String {
    let mut text = format!("{setup}\n{}\n", names(engines).join(", "));
    let mut part = |title: &str, body: &str| text.push_str(&format!("\n{title}\n\n{body}\n"));
    part(
        "Mean microseconds of processor time a query, and how many times Impinge's that is; in motion each from its last answer",
        &time_table(&all.rows, engines),
    );
    part(
        "Answers beside the truth: wrong by more than 1e-12/undecided/asymmetric, g: wrong by more than 1e-6, w: worst relative error",
        &judgement_table(&all.judged, engines),
    );
    part("What is wrong, by engine", &fault_table(&all.findings, engines));
    part(&format!("Wrong answers: {}", all.findings.len()), &listed(&all.findings, engines));
    part("Hulls: milliseconds, vertices, and whether they are Impinge's", &building_table(built));
    part(
        "Targets; the best peer is that of parry, coal and FCL",
        &target_table(&reached_targets(&all.rows, &all.judged, built, engines)),
    );
    let is_partial = |judged: &&Judged| judged.query == Query::Boolean && judged.pairs[0] > judged.pairs[1];
    for judged in all.judged.iter().filter(is_partial) {
        let [pairs, known] = judged.pairs;
        let workload = &judged.workload;
        text.push_str(&format!("NOTICE {workload}: truth found for {known} of {pairs} pairs, evenly chosen\n"));
    }
    text
}

fn names(engines: &[Box<dyn Engine>]) -> Vec<String> {
    engines.iter().map(|engine| format!("{} {}", engine.name(), engine.version())).collect()
}

/// A table with columns for all engines, numbers to the right.
fn headed(first: &[&str], engines: &[Box<dyn Engine>], last: &[&str]) -> Table {
    let names = engines.iter().map(|engine| engine.name());
    let header: Vec<&str> = first.iter().copied().chain(names).chain(last.iter().copied()).collect();
    let mut table = plain(&header);
    for column in table.column_iter_mut().skip(2) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}

fn time_table(rows: &[ConvexMeasurement], engines: &[Box<dyn Engine>]) -> String {
    let mut table = headed(&["workload", "query", "pairs"], engines, &["best peer"]);
    for row in rows {
        let own = row.times.first().copied().flatten();
        let entry = |time: &Option<f64>| match (time, own) {
            (Some(time), Some(own)) if *time != own => {
                format!("{} ({}x)", three_figures(*time), three_figures(time / own))
            }
            (Some(time), _) => three_figures(*time),
            (None, _) => "-".to_owned(),
        };
        let mut line = vec![row.workload.clone(), row.query.name().to_owned(), row.pairs.to_string()];
        line.extend(row.times.iter().map(entry));
        let best = best(row, engines);
        line.push(
            best.map_or("-".to_owned(), |(peer, name, [own, _])| format!("{}x {name}", three_figures(peer / own))),
        );
        table.add_row(line);
    }
    table.to_string()
}

fn judgement_table(all: &[Judged], engines: &[Box<dyn Engine>]) -> String {
    let mut table = headed(&["workload", "query", "truths"], engines, &[]);
    for judged in all {
        let asked = judged.tallies.iter().flatten().map(|tally| tally.judged).max().unwrap_or(0);
        if asked == 0 {
            continue;
        }
        let mut line = vec![judged.workload.clone(), judged.query.name().to_owned(), asked.to_string()];
        line.extend(judged.tallies.iter().map(|tally| tally.as_ref().map_or("-".to_owned(), tallied)));
        table.add_row(line);
    }
    table.to_string()
}

/// Counts of wrong, undecided and asymmetric answers and of gross errors, and the worst error.
fn tallied(tally: &Tally) -> String {
    let gross = if tally.gross > 0 { format!(" g{}", tally.gross) } else { String::new() };
    let worst = if tally.worst > 0.0 { format!(" w{:.0e}", tally.worst) } else { String::new() };
    format!("{}/{}/{}{gross}{worst}", tally.wrong, tally.undecided, tally.asymmetric)
}

fn fault_table(findings: &[Finding], engines: &[Box<dyn Engine>]) -> String {
    let mut table = plain(&["engine", "undecided", "missed", "false alarm", "too small", "too large", "asymmetric"]);
    for engine in engines {
        let count = |fault| findings.iter().filter(|f| f.engine == engine.name() && f.fault == fault).count();
        let mut line = vec![engine.name().to_owned()];
        line.extend(Fault::ALL.map(|fault| count(fault).to_string()));
        table.add_row(line);
    }
    table.to_string()
}

/// The first wrong answers of each engine, one a line.
fn listed(findings: &[Finding], engines: &[Box<dyn Engine>]) -> String {
    let line = |f: &Finding| {
        let (query, fault) = (f.query.name(), f.fault.name());
        format!(
            "{} {query} pair {}: {} says {}, truth is {:?}: {fault}\n",
            f.workload, f.item, f.engine, f.answer, f.truth
        )
    };
    let of = |name: &'static str| findings.iter().filter(move |f| f.engine == name).take(LISTED).map(line);
    engines.iter().flat_map(|engine| of(engine.name())).collect()
}

fn building_table(built: &[Built]) -> String {
    let mut table = plain(&["cloud", "points", "engine", "ms", "vertices", "same"]);
    for built in built {
        let same = built.is_same.map_or("-", |same| if same { "yes" } else { "no" });
        let vertices = built.vertices.map_or("failed".to_owned(), |count| count.to_string());
        let (points, time) = (built.points.to_string(), three_figures(built.milliseconds));
        table.add_row([built.cloud, &points, built.engine, &time, &vertices, same]);
    }
    table.to_string()
}

/// Every time, with versions, machine and date.
///
/// # Errors
/// None in practice: the record is written to memory.
pub fn times(
    rows: &[ConvexMeasurement],
    built: &[Built],
    engines: &[Box<dyn Engine>],
    setup: &Machine,
) -> anyhow::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record([
        "date", "machine", "workload", "corners", "measure", "unit", "engine", "version", "value", "pairs",
    ])?;
    let head = [setup.date.clone(), setup.processor.clone()];
    for row in rows {
        for (engine, time) in engines.iter().zip(&row.times) {
            let Some(time) = time else { continue };
            let (corners, query) = (row.corners.to_string(), row.query.name().to_owned());
            let (name, version) = (engine.name().to_owned(), engine.version());
            let (value, pairs) = (format!("{time:.4}"), row.pairs.to_string());
            let tail = [row.workload.clone(), corners, query, "us".to_owned(), name, version, value, pairs];
            out.write_record(head.iter().chain(&tail))?;
        }
    }
    for built in built {
        let version =
            engines.iter().find(|engine| engine.name() == built.engine).map_or(String::new(), |e| e.version());
        let (vertices, value) = (built.vertices.unwrap_or(0).to_string(), format!("{:.4}", built.milliseconds));
        let (cloud, engine) = (format!("hull_{}", built.cloud), built.engine.to_owned());
        let points = built.points.to_string();
        let tail = [cloud, vertices, "hull".to_owned(), "ms".to_owned(), engine, version, value, points];
        out.write_record(head.iter().chain(&tail))?;
    }
    Ok(out.into_inner()?)
}

/// Every judgement.
///
/// # Errors
/// None in practice: the record is written to memory.
pub fn judgements(all: &[Judged], engines: &[Box<dyn Engine>]) -> anyhow::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record([
        "workload",
        "query",
        "engine",
        "judged",
        "wrong",
        "gross",
        "undecided",
        "asymmetric",
        "other_bits",
        "worst",
    ])?;
    for judged in all {
        for (engine, tally) in engines.iter().zip(&judged.tallies) {
            let Some(tally) = tally else { continue };
            let counts = [tally.judged, tally.wrong, tally.gross, tally.undecided, tally.asymmetric, tally.other_bits];
            let counts = counts.map(|count| count.to_string());
            let head = [judged.workload.clone(), judged.query.name().to_owned(), engine.name().to_owned()];
            out.write_record(head.iter().chain(&counts).chain([&format!("{:e}", tally.worst)]))?;
        }
    }
    Ok(out.into_inner()?)
}

/// Every wrong answer.
///
/// # Errors
/// None in practice: the record is written to memory.
pub fn faults(findings: &[Finding]) -> anyhow::Result<Vec<u8>> {
    let mut out = csv::Writer::from_writer(Vec::new());
    out.write_record(["workload", "query", "pair", "engine", "fault", "answer", "truth"])?;
    for f in findings {
        let (pair, answer, truth) = (f.item.to_string(), f.answer.to_string(), format!("{:?}", f.truth));
        out.write_record([&f.workload, f.query.name(), &pair, f.engine, f.fault.name(), &answer, &truth])?;
    }
    Ok(out.into_inner()?)
}

/// The plot of all times.
#[must_use]
pub fn plot(rows: &[ConvexMeasurement], engines: &[Box<dyn Engine>], setup: &Machine) -> String {
    let group = |row: &ConvexMeasurement| BarGroup {
        label: format!("{} {}", row.workload, row.query.name()),
        bars: row.times.iter().map(|time| time.map(|time| [time, 0.0])).collect(),
    };
    let groups: Vec<BarGroup> = rows.iter().map(group).collect();
    bars(&format!("microseconds a query about two convex bodies; {setup}"), &names(engines), &groups)
}
