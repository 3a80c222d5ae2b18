//! Answers at many poses, as CSV and as JSON, in space or in the plane.

use impinge::pair::Relation;
use impinge_clash::fields::{FieldResult, METHOD_NAME, PosedFields};
use impinge_clash::images::{ImageCost, ImageSource, PosedImages};
use impinge_clash::json::{AnswerSource, SCHEMA};
use impinge_clash::{json, number_format};
use impinge_terminal::output;
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::io::Write as _;
use std::time::Duration;

/// The answer at one pose.
#[derive(Clone)]
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

/// What is reported beside the answers.
#[derive(Clone, Copy)]
pub enum Beside<'a> {
    /// Nothing.
    Nothing,
    /// What images propose.
    Images(&'a PosedImages),
    /// What fields tell, at every pose.
    Fields(&'a PosedFields<'a>, &'a [Option<FieldResult>]),
}

impl Beside<'_> {
    /// Its columns, each after a comma.
    fn columns(&self) -> &'static str {
        match self {
            Self::Nothing => "",
            Self::Images(_) => ",proposed",
            Self::Fields(..) => ",field,depth_lower,depth,depth_upper",
        }
    }

    /// Its cells at a pose, each after a comma.
    fn cells(&self, index: usize) -> String {
        match self {
            Self::Nothing => String::new(),
            Self::Images(seen) => {
                let cell = |told: Option<bool>| told.map_or_else(|| ",".to_owned(), |yes| format!(",{yes}"));
                proposed(seen, index).map(cell).unwrap_or_default()
            }
            Self::Fields(_, results) => {
                let result = results.get(index).and_then(Option::as_ref);
                let depth = result.and_then(FieldResult::depth);
                let word = result.map(FieldResult::verdict_name).unwrap_or_default();
                depth.map_or_else(
                    || format!(",{word},,,"),
                    |depth| format!(",{word},{},{},{}", depth.lower, depth.value, depth.upper),
                )
            }
        }
    }
}

/// A header and a row for each answer; `columns` are those after the index. What is reported beside them comes last.
pub fn as_csv(answers: &[Answer], columns: &str, beside: Beside<'_>) -> Vec<u8> {
    let mut out = format!("index,{columns}{}\n", beside.columns());
    let row = |value: String, points: &[f64]| points.iter().fold(value, |row, x| format!("{row},{x}"));
    for (index, answer) in answers.iter().enumerate() {
        let cells = match answer {
            Answer::Relation(relation) => relation.name().to_owned(),
            Answer::Intersects(intersects) => intersects.to_string(),
            Answer::Contacts(count) => count.to_string(),
            Answer::Distance(value, points) => row(value.to_string(), points),
            Answer::Bounds([lower, upper], points) => row(format!("{lower},{upper}"), points),
        };
        out.push_str(&format!("{index},{cells}{}\n", beside.cells(index)));
    }
    out.into_bytes()
}

/// An object for each answer, after what made them; `query` is what was asked.
///
/// # Errors
/// None in practice: the bytes go to memory.
pub fn as_json(answers: &[Answer], query: &str, beside: Beside<'_>, source: &AnswerSource) -> anyhow::Result<Vec<u8>> {
    let mut out = Vec::new();
    writeln!(out, "{{\"schema\":{SCHEMA},")?;
    source.write(&mut out)?;
    write!(out, "\"query\":\"{query}\",\n\"poses\":[")?;
    json::lines(&mut out, answers.iter().enumerate().map(|(index, answer)| Indexed { index, answer, beside }))?;
    write!(out, "]")?;
    match beside {
        Beside::Nothing => {}
        Beside::Images(seen) => {
            let PosedImages { source, drawn, cost, .. } = seen;
            write!(out, ",\n\"images\":")?;
            let record = ImagesRecord { source: source.as_ref(), drawn: *drawn, proved: seen.proved(), cost };
            serde_json::to_writer(&mut out, &record)?;
        }
        Beside::Fields(fields, _) => {
            let (cells, storage) = (fields.settings.cells, fields.settings.storage_name());
            let (refused, cost) = (fields.refused(), fields.cost());
            write!(out, ",\n\"fields\":")?;
            let record =
                FieldsRecord { method: METHOD_NAME, cells, storage, refused, fields: cost.fields, bytes: cost.bytes };
            serde_json::to_writer(&mut out, &record)?;
        }
    }
    writeln!(out, "}}")?;
    Ok(out)
}

/// How images were made and what they took.
#[derive(Serialize)]
struct ImagesRecord<'a> {
    #[serde(flatten)]
    source: Option<&'a ImageSource>,
    drawn: bool,
    proved: usize,
    #[serde(flatten)]
    cost: &'a ImageCost,
}

/// How fields were sampled, and what that took.
#[derive(Serialize)]
struct FieldsRecord {
    method: &'static str,
    cells: u32,
    storage: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
    fields: usize,
    bytes: usize,
}

/// Whether images propose a meeting at a pose, if they can tell.
fn proposed(seen: &PosedImages, index: usize) -> Option<Option<bool>> {
    seen.proposals.get(index).map(|proposal| proposal.to_bool())
}

/// Tells on standard error how many queries there were, the wall time of all, the mean of what each took, and what images took before.
pub fn tell_time(queries: usize, wall: Duration, alone: Duration, drawing: Option<Duration>) {
    let mean = |all: Duration| all.as_secs_f64() * 1e6 / queries.max(1) as f64;
    let images = drawing.map_or_else(String::new, |all| {
        format!("; images before that in {:.6} s, {:.3} us a query", all.as_secs_f64(), mean(all))
    });
    let (count, wall, alone) = (number_format::count(queries, "query", "queries"), wall.as_secs_f64(), mean(alone));
    output::say(&format!(
        "{count} in {wall:.6} s of wall time; {alone:.3} us a query in the mean, on its own thread{images}"
    ));
}

/// An answer with the place of its pose in the input.
struct Indexed<'a> {
    index: usize,
    answer: &'a Answer,
    beside: Beside<'a>,
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
        match self.beside {
            Beside::Nothing => {}
            Beside::Images(seen) => {
                if let Some(proposed) = proposed(seen, self.index) {
                    row.serialize_entry("proposed", &proposed)?;
                }
            }
            Beside::Fields(fields, results) => {
                let result = results.get(self.index).and_then(Option::as_ref);
                row.serialize_entry("field", &result.map(|result| result.to_record(fields.settings.points)))?;
            }
        }
        row.end()
    }
}
