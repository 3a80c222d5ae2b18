//! Answers of `impinge ccd`, as text, as CSV and as JSON.

use super::args::CcdQueryKind;
use impinge::ccd::{Contacts, Impact, Span, Time};
use impinge::feature::{EdgeFeature, TriangleFeature};
use impinge_clash::json;
use impinge_clash::json::{AnswerSource, SCHEMA};
use impinge_io::CcdQuery;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::Write as _;

/// The answer to one query.
pub enum Answer {
    /// Whether the points meet.
    PairVerdict(bool),
    /// When a vertex and a face meet.
    VertexFace(Contacts<TriangleFeature>),
    /// When two edges meet.
    EdgeEdge(Contacts<[EdgeFeature; 2]>),
}

impl Answer {
    /// Whether the points meet.
    pub fn is_hit(&self) -> bool {
        match self {
            Self::PairVerdict(hit) => *hit,
            Self::VertexFace(_) | Self::EdgeEdge(_) => !self.spans().is_empty(),
        }
    }

    /// The word for the answer.
    pub fn name(&self) -> &'static str {
        if self.is_hit() { "hit" } else { "free" }
    }

    /// Whether times were asked for.
    fn is_timed(&self) -> bool {
        !matches!(self, Self::PairVerdict(_))
    }

    fn spans(&self) -> &[Span] {
        match self {
            Self::PairVerdict(_) => &[],
            Self::VertexFace(contacts) => &contacts.spans,
            Self::EdgeEdge(contacts) => &contacts.spans,
        }
    }

    /// The first time of contact.
    fn first(&self) -> Option<Time> {
        self.spans().first().map(|span| span.begin)
    }

    /// The first contact for machines.
    fn impact(&self) -> Value {
        match self {
            Self::PairVerdict(_) => Value::Null,
            Self::VertexFace(contacts) => impact(contacts, |face| [feature(&[0]), triangle_feature(face)]),
            Self::EdgeEdge(contacts) => impact(contacts, |edges| edges.map(edge_feature)),
        }
    }
}

/// A line for each answer.
pub fn as_text(answers: &[Answer]) -> String {
    let mut out = String::new();
    for answer in answers {
        out.push_str(answer.name());
        if let Some(Time { lower, upper }) = answer.first() {
            let _ = write!(out, " {lower} {upper}");
        }
        out.push('\n');
    }
    out
}

/// A header and a row for each answer.
pub fn as_csv(queries: &[CcdQuery], answers: &[Answer]) -> String {
    let is_timed = answers.iter().any(Answer::is_timed);
    let mut out = format!("index,answer,truth{}\n", if is_timed { ",lower,upper" } else { "" });
    for (index, (query, answer)) in queries.iter().zip(answers).enumerate() {
        let truth = query.truth.map_or("", |truth| if truth { "hit" } else { "free" });
        let _ = write!(out, "{index},{},{truth}", answer.name());
        match answer.first() {
            Some(Time { lower, upper }) => {
                let _ = write!(out, ",{lower},{upper}");
            }
            None if is_timed => out.push_str(",,"),
            None => {}
        }
        out.push('\n');
    }
    out
}

/// An object for each answer.
///
/// # Errors
/// None in practice: the bytes go to memory.
pub fn as_json(
    kind: CcdQueryKind,
    queries: &[CcdQuery],
    answers: &[Answer],
    source: &AnswerSource,
) -> anyhow::Result<Vec<u8>> {
    let row = |(index, (query, answer)): (usize, (&CcdQuery, &Answer))| {
        let mut row = json!({"index": index, "line": query.line, "hit": answer.is_hit(), "truth": query.truth});
        if answer.is_timed() {
            row["spans"] = answer.spans().iter().map(|span| json!([time(span.begin), time(span.end)])).collect();
            row["impact"] = answer.impact();
        }
        row
    };
    let mut out = Vec::new();
    writeln!(out, "{{\"schema\":{SCHEMA},")?;
    source.write(&mut out)?;
    write!(out, "\"kind\":\"{}\",\n\"queries\":[", kind.name())?;
    json::lines(&mut out, queries.iter().zip(answers).enumerate().map(row))?;
    writeln!(out, "]}}")?;
    Ok(out)
}

fn time(time: Time) -> Value {
    json!([time.lower, time.upper])
}

fn impact<F: Copy>(contacts: &Contacts<F>, features: impl Fn(F) -> [Value; 2]) -> Value {
    contacts.impact.map_or(Value::Null, |Impact { time: at, features: parts, point, normal }| {
        json!({
            "time": time(at),
            "features": features(parts),
            "point": point.to_array(),
            "normal": normal.map(|normal| normal.to_array()),
        })
    })
}

/// A part, by the numbers of its corners.
fn feature(ids: &[u8]) -> Value {
    let kind = ["vertex", "edge", "face"].get(ids.len().saturating_sub(1));
    json!({"kind": kind, "ids": ids})
}

fn triangle_feature(part: TriangleFeature) -> Value {
    match part {
        TriangleFeature::Vertex(i) => feature(&[i]),
        TriangleFeature::Edge(i) => feature(&[i, (i + 1) % 3]),
        TriangleFeature::Face => feature(&[0, 1, 2]),
    }
}

fn edge_feature(part: EdgeFeature) -> Value {
    match part {
        EdgeFeature::Vertex(i) => feature(&[i]),
        EdgeFeature::Interior => feature(&[0, 1]),
    }
}
