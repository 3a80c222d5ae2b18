//! `impinge ccd`: whether and when moving vertices, faces and edges meet, query by query.

mod answer;
pub mod args;

use crate::Outcome;
use answer::{Answer, as_csv, as_json, as_text};
use anyhow::{Context, ensure};
use args::{Ccd, CcdQueryKind, Format};
use impinge::ccd;
use impinge::cost::Cost;
use impinge_clash::json::AnswerSource;
use impinge_clash::number_format;
use impinge_io::CcdQuery;
use impinge_terminal::output;
use std::path::Path;
use std::time::{Duration, Instant};

/// Answers that differ from the file and are listed one by one, at most.
const TOLD: usize = 10;

/// Runs the command.
///
/// # Errors
/// Bad input, or the answers could not be written.
pub fn run(words: &Ccd, quiet: bool) -> anyhow::Result<Outcome> {
    let (output, format) = words.output.open(&[&words.queries])?;
    let queries = read(&words.queries)?;
    let mut cost = Cost::default();
    let start = Instant::now();
    let answers: Vec<Answer> = if words.times {
        queries.iter().map(|query| timed(query, words.kind, &mut cost)).collect()
    } else {
        queries.iter().map(|query| Answer::PairVerdict(meets(query, words.kind, &mut cost))).collect()
    };
    let taken = start.elapsed();
    match format {
        Format::Text => output.write(as_text(&answers).as_bytes())?,
        Format::Csv => output.write(as_csv(&queries, &answers).as_bytes())?,
        Format::Json => {
            let source = AnswerSource::read(None, &[&words.queries]);
            output.write(&as_json(words.kind, &queries, &answers, &source)?)?;
        }
    }
    if !quiet {
        tell_differences(&queries, &answers);
        suspicion(&queries, &answers, words.kind).iter().for_each(|note| output::note(note));
        output::say(&summary(&queries, &answers, &cost, taken));
    }
    Ok(Outcome::found(answers.iter().any(Answer::is_hit)))
}

/// The queries of a file, or of standard input for `-`.
fn read(path: &Path) -> anyhow::Result<Vec<CcdQuery>> {
    if path != Path::new("-") {
        return Ok(impinge_io::read_ccd_queries(path)?);
    }
    let bytes = impinge_io::read_standard_input().context("standard input could not be read")?;
    ensure!(!bytes.is_empty(), "standard input: there is nothing in it (0 bytes), expected rows of queries");
    Ok(impinge_io::read_ccd_queries_bytes("standard input", &bytes)?)
}

fn meets(query: &CcdQuery, kind: CcdQueryKind, cost: &mut Cost) -> bool {
    let [a, b, c, d] = query.points;
    match kind {
        CcdQueryKind::VertexFace => ccd::vertex_face(&a, &[b, c, d], cost),
        CcdQueryKind::EdgeEdge => ccd::edge_edge(&[a, b], &[c, d], cost),
    }
}

fn timed(query: &CcdQuery, kind: CcdQueryKind, cost: &mut Cost) -> Answer {
    let [a, b, c, d] = query.points;
    match kind {
        CcdQueryKind::VertexFace => Answer::VertexFace(ccd::vertex_face_contacts(&a, &[b, c, d], cost)),
        CcdQueryKind::EdgeEdge => Answer::EdgeEdge(ccd::edge_edge_contacts(&[a, b], &[c, d], cost)),
    }
}

/// The queries whose answer is not what the file says.
fn differing<'a>(queries: &'a [CcdQuery], answers: &'a [Answer]) -> impl Iterator<Item = (&'a CcdQuery, &'a Answer)> {
    queries.iter().zip(answers).filter(|(query, answer)| query.truth.is_some_and(|truth| truth != answer.is_hit()))
}

fn tell_differences(queries: &[CcdQuery], answers: &[Answer]) {
    for (query, answer) in differing(queries, answers).take(TOLD) {
        let said = if answer.is_hit() { "free" } else { "hit" };
        output::note(&format!(
            "the query of line {}: the file says {said}, the answer is {}",
            query.line,
            answer.name()
        ));
    }
}

/// That the queries may be of the other kind: where answers differ from the file, and fewer would.
fn suspicion(queries: &[CcdQuery], answers: &[Answer], kind: CcdQueryKind) -> Option<String> {
    let differ = differing(queries, answers).count();
    let other = kind.other();
    let answer = |query| Answer::PairVerdict(meets(query, other, &mut Cost::default()));
    let answers: Vec<Answer> = if differ == 0 { Vec::new() } else { queries.iter().map(answer).collect() };
    let would = differing(queries, &answers).count();
    let rest = if would == 0 { "none".to_owned() } else { would.to_string() };
    let ask = || format!("{differ} answers differ from the file; with --kind {} {rest} would", other.name());
    (would < differ).then(ask)
}

/// One line: how many queries, how many hit, their time, and whether the file says the same.
fn summary(queries: &[CcdQuery], answers: &[Answer], cost: &Cost, taken: Duration) -> String {
    let hits = answers.iter().filter(|answer| answer.is_hit()).count();
    let each = taken.as_secs_f64() * 1e6 / queries.len().max(1) as f64;
    let all = number_format::count(queries.len(), "query", "queries");
    let mut line = format!(
        "{all}: {hits} hit, {} free; {} decided in integers; {each:.3} us each",
        queries.len() - hits,
        cost.exact_tests
    );
    let known = queries.iter().filter(|query| query.truth.is_some()).count();
    let of = if known == queries.len() { String::new() } else { format!(", which tells {known} of them") };
    match differing(queries, answers).count() {
        _ if known == 0 => {}
        0 => line.push_str(&format!("; all as the file says{of}")),
        count => line.push_str(&format!("; {count} not as the file says{of}")),
    }
    line
}
