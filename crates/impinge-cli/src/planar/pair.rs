//! `impinge planar relate` and `impinge planar distance`: two polygons.

use super::bodies::{between, load_one, named, polygon_summary};
use super::picture;
use super::sheet::Up;
use super::words::PairWords;
use crate::args::{TextFormat, resolve_format};
use crate::{Outcome, relate as solid};
use impinge::pair::Contacts;
use impinge_clash::number_format::Dimension;
use impinge_clash::{CheckedPair, FileOperand, OutputFormat, PairVerdict, Report, Treatment, number_format};
use impinge_io::NamedPolygon;
use impinge_planar::Request;
use impinge_terminal::output::Outputs;
use std::fmt::Write;

/// Runs `relate`.
///
/// # Errors
/// Bad input, or the answer could not be written.
pub fn relate(words: &PairWords, quiet: bool) -> anyhow::Result<Outcome> {
    let request = Request { contacts: Contacts::Count, distance_up_to: Some(0.0), ..Request::default() };
    let asked = Asked::answer(words, &request)?;
    asked.write(words, quiet, &solid::text(&asked.report))?;
    Ok(Outcome::found(asked.report.found()))
}

/// Runs `distance`.
///
/// # Errors
/// Bad input, or the answer could not be written.
pub fn distance(words: &PairWords, quiet: bool) -> anyhow::Result<Outcome> {
    let request = Request { contacts: Contacts::Skip, distance_up_to: Some(f64::INFINITY), ..Request::default() };
    let mut asked = Asked::answer(words, &request)?;
    for pair in &mut asked.report.pairs {
        pair.contacts = None;
    }
    asked.write(words, quiet, &measured(&asked.report))?;
    Ok(Outcome::Nothing)
}

/// Two polygons and what is said about them.
struct Asked {
    outputs: Outputs,
    bodies: [NamedPolygon; 2],
    report: Report,
}

impl Asked {
    fn answer(words: &PairWords, request: &Request) -> anyhow::Result<Self> {
        let (a, b) = (FileOperand::parse(&words.a), FileOperand::parse(&words.b));
        let outputs = Outputs::open(words.output.as_deref(), &[&a.path, &b.path], &["svg"])?;
        let options = words.reading.options();
        let mut bodies = [load_one(&a, &options)?, load_one(&b, &options)?];
        if bodies[0].name == bodies[1].name {
            bodies[1].name.push_str(".2");
        }
        let (mut row, answer) = between(&bodies[0].polygon, &bodies[1].polygon, request, &Treatment::default());
        if request.distance_up_to == Some(f64::INFINITY) {
            row.features = answer.distance.map(|gap| [0, 1].map(|k| named(&bodies[k].name, gap.features[k])));
        }
        let rows = bodies.iter().map(|body| polygon_summary(body.name.clone(), &body.polygon)).collect();
        let report = Report {
            dimension: Dimension::Plane,
            bodies: rows,
            pairs: vec![row],
            pair_count: 1,
            cost: answer.cost,
            ..Report::default()
        };
        Ok(Self { outputs, bodies, report })
    }

    /// Writes picture and answer, `text` for people.
    fn write(&self, words: &PairWords, quiet: bool, text: &str) -> anyhow::Result<()> {
        if let Some(place) = &self.outputs.picture {
            let up = Up::of(&[FileOperand::parse(&words.a).path, FileOperand::parse(&words.b).path]);
            // A gap that was measured is shown.
            let is_told = |pair: &&CheckedPair| pair.verdict != PairVerdict::Ok || pair.features.is_some();
            let pairs: Vec<&CheckedPair> = self.report.pairs.iter().filter(is_told).collect();
            place.write(picture::draw(&self.bodies, &pairs, up).as_bytes())?;
        }
        match resolve_format(words.format, &self.outputs.report)? {
            TextFormat::Text if quiet && self.outputs.report.is_stdout() => Ok(()),
            TextFormat::Text => self.outputs.report.write_text(text),
            TextFormat::Json => self.outputs.report.write(&self.report.write(OutputFormat::Json)?),
        }
    }
}

/// A measurement for people.
fn measured(report: &Report) -> String {
    let mut out = String::new();
    for pair in &report.pairs {
        if let Some(distance) = pair.distance {
            let _ = writeln!(out, "distance  {}", number_format::number(distance));
        }
        let _ = writeln!(out, "relation  {}", pair.relation.name());
        let (Some(points), Some(features)) = (pair.witness, &pair.features) else { continue };
        for ((letter, point), feature) in ["a", "b"].into_iter().zip(points).zip(features) {
            let on = match feature {
                Some((_, feature)) => format!("on {}", number_format::feature(*feature)),
                None => "inside".to_owned(),
            };
            let _ = writeln!(out, "{letter}         {} {on}", report.dimension.point(point));
        }
    }
    for note in solid::notes(&report.bodies) {
        let _ = writeln!(out, "note      {note}");
    }
    out
}
