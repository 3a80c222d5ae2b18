//! Answers at many poses, as CSV and as JSON, in space or in the plane.

use crate::images::{Origin, Seen, Toll};
use crate::output;
use crate::place;
use crate::report::json::{self, SCHEMA};
use impinge::pair::Relation;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::io::Write as _;
use std::time::Duration;

/// The answer at one pose.
pub enum Answer {
    /// How A relates to B.
    Relation(Relation),
    /// Whether they share a point.
    Intersects(bool),
    /// How many pairs of triangles or of edges share a point.
    Contacts(usize),
    /// The distance, and the closest points one after the other.
    Distance(f64, Vec<f64>),
    /// Bounds on the distance, and two points that are as far apart as the upper one.
    Bounds([f64; 2], Vec<f64>),
}

/// A header and a row for each answer; `columns` are those after the index. What images propose comes last.
pub fn as_csv(answers: &[Answer], columns: &str, seen: Option<&Seen>) -> Vec<u8> {
    let mut out = format!("index,{columns}{}\n", if seen.is_some() { ",proposed" } else { "" });
    let row = |value: String, points: &[f64]| points.iter().fold(value, |row, x| format!("{row},{x}"));
    for (index, answer) in answers.iter().enumerate() {
        let cells = match answer {
            Answer::Relation(relation) => relation.name().to_owned(),
            Answer::Intersects(intersects) => intersects.to_string(),
            Answer::Contacts(count) => count.to_string(),
            Answer::Distance(value, points) => row(value.to_string(), points),
            Answer::Bounds([lower, upper], points) => row(format!("{lower},{upper}"), points),
        };
        let cell = |told: Option<bool>| told.map_or_else(|| ",".to_owned(), |yes| format!(",{yes}"));
        let proposed = proposed(seen, index).map(cell).unwrap_or_default();
        out.push_str(&format!("{index},{cells}{proposed}\n"));
    }
    out.into_bytes()
}

/// An object for each answer; `query` is what was asked.
///
/// # Errors
/// None in practice: the bytes go to memory.
pub fn as_json(answers: &[Answer], query: &str, seen: Option<&Seen>) -> anyhow::Result<Vec<u8>> {
    let mut out = Vec::new();
    write!(out, "{{\"schema\":{SCHEMA},\"query\":\"{query}\",\n\"poses\":[")?;
    json::lines(
        &mut out,
        answers.iter().enumerate().map(|(index, answer)| Indexed { index, answer, proposed: proposed(seen, index) }),
    )?;
    write!(out, "]")?;
    if let Some(seen) = seen {
        write!(out, ",\n\"images\":")?;
        serde_json::to_writer(&mut out, &Images { origin: seen.origin.as_ref(), drawn: seen.drawn, toll: &seen.toll })?;
    }
    writeln!(out, "}}")?;
    Ok(out)
}

/// How images were made and what they took.
#[derive(Serialize)]
struct Images<'a> {
    #[serde(flatten)]
    origin: Option<&'a Origin>,
    drawn: bool,
    #[serde(flatten)]
    toll: &'a Toll,
}

/// Whether images propose a meeting at a pose, if they can tell; none if there are no images.
fn proposed(seen: Option<&Seen>, index: usize) -> Option<Option<bool>> {
    seen.and_then(|seen| seen.proposals.get(index)).map(|proposal| proposal.told())
}

/// Tells on standard error how many queries there were, the wall time of all, the mean of what each took, and what images took before.
pub fn tell_time(queries: usize, wall: Duration, alone: Duration, drawing: Option<Duration>) {
    let mean = |all: Duration| all.as_secs_f64() * 1e6 / queries.max(1) as f64;
    let images = drawing.map_or_else(String::new, |all| {
        format!("; images before that in {:.6} s, {:.3} us a query", all.as_secs_f64(), mean(all))
    });
    let (count, wall, alone) = (place::count(queries, "query", "queries"), wall.as_secs_f64(), mean(alone));
    output::say(&format!(
        "{count} in {wall:.6} s of wall time; {alone:.3} us a query in the mean, on its own thread{images}"
    ));
}

/// An answer with the place of its pose in the input.
struct Indexed<'a> {
    index: usize,
    answer: &'a Answer,
    proposed: Option<Option<bool>>,
}

impl Serialize for Indexed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut row = serializer.serialize_map(None)?;
        row.serialize_entry("index", &self.index)?;
        let halves = |points: &'_ [f64]| {
            let (a, b) = points.split_at(points.len() / 2);
            [a.to_vec(), b.to_vec()]
        };
        match self.answer {
            Answer::Relation(relation) => row.serialize_entry("relation", relation.name())?,
            Answer::Intersects(intersects) => row.serialize_entry("intersects", intersects)?,
            Answer::Contacts(count) => row.serialize_entry("contacts", count)?,
            Answer::Distance(value, points) => {
                row.serialize_entry("distance", value)?;
                row.serialize_entry("witness", &halves(points))?;
            }
            Answer::Bounds([lower, upper], points) => {
                row.serialize_entry("lower", lower)?;
                row.serialize_entry("upper", upper)?;
                row.serialize_entry("witness", &halves(points))?;
            }
        }
        if let Some(proposed) = self.proposed {
            row.serialize_entry("proposed", &proposed)?;
        }
        row.end()
    }
}
