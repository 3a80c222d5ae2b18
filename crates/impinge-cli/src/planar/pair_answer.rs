//! `impinge planar relate` and `impinge planar distance`: two polygons.

use super::args::PolygonPairArgs;
use super::check_picture;
use super::checked_pair::{check_pair, named_feature, polygon_summary};
use super::polygon_files::load_one;
use super::svg_canvas::YAxis;
use crate::format::{TextFormat, resolve_format};
use crate::{Outcome, relate as solid};
use impinge::pair::Contacts;
use impinge_clash::number_format::Dimension;
use impinge_clash::{CheckedPair, FileOperand, InputFile, OutputFormat, PairVerdict, Report, Treatment, number_format};
use impinge_io::NamedPolygon;
use impinge_planar::Request;
use impinge_terminal::output::Outputs;
use std::fmt::Write;

/// Runs `relate`.
///
/// # Errors
/// Bad input, or the answer could not be written.
pub fn relate(args: &PolygonPairArgs, quiet: bool) -> anyhow::Result<Outcome> {
    let request = Request { contacts: Contacts::Count, distance_up_to: Some(0.0), ..Request::default() };
    let answer = PairAnswer::compute(args, &request, quiet)?;
    answer.write(args, quiet, &solid::text(&answer.report))?;
    Ok(Outcome::found(answer.report.found()))
}

/// Runs `distance`.
///
/// # Errors
/// Bad input, or the answer could not be written.
pub fn distance(args: &PolygonPairArgs, quiet: bool) -> anyhow::Result<Outcome> {
    let request = Request { contacts: Contacts::Skip, distance_up_to: Some(f64::INFINITY), ..Request::default() };
    let mut answer = PairAnswer::compute(args, &request, quiet)?;
    for pair in &mut answer.report.pairs {
        pair.contacts = None;
    }
    answer.write(args, quiet, &distance_text(&answer.report))?;
    Ok(Outcome::Nothing)
}

/// Two polygons and the report about them.
struct PairAnswer {
    outputs: Outputs,
    bodies: [NamedPolygon; 2],
    report: Report,
}

impl PairAnswer {
    fn compute(args: &PolygonPairArgs, request: &Request, quiet: bool) -> anyhow::Result<Self> {
        let (a, b) = (FileOperand::parse(&args.a), FileOperand::parse(&args.b));
        let outputs = Outputs::open(args.output.as_deref(), &[&a.path, &b.path], &["svg"])?;
        let options = args.reading.options()?;
        let mut bodies = [load_one(&a, &options, quiet)?, load_one(&b, &options, quiet)?];
        if bodies[0].name == bodies[1].name {
            bodies[1].name.push_str(".2");
        }
        let (mut pair, report) = check_pair(&bodies[0].polygon, &bodies[1].polygon, request, &Treatment::default());
        if request.distance_up_to == Some(f64::INFINITY) {
            pair.features = report.distance.map(|gap| [0, 1].map(|k| named_feature(&bodies[k].name, gap.features[k])));
        }
        let rows = bodies.iter().map(|body| polygon_summary(body.name.clone(), &body.polygon)).collect();
        let report = Report {
            dimension: Dimension::Plane,
            bodies: rows,
            pairs: vec![pair],
            pair_count: 1,
            cost: report.cost,
            unit: args.reading.unit,
            inputs: [&a.path, &b.path].into_iter().filter_map(|path| InputFile::read(path)).collect(),
            ..Report::default()
        };
        Ok(Self { outputs, bodies, report })
    }

    /// Writes the picture and the answer, as JSON or as the given text.
    fn write(&self, args: &PolygonPairArgs, quiet: bool, text: &str) -> anyhow::Result<()> {
        if let Some(place) = &self.outputs.picture {
            let up = YAxis::from_files(&[FileOperand::parse(&args.a).path, FileOperand::parse(&args.b).path]);
            // A gap that was measured is shown.
            let is_drawn = |pair: &&CheckedPair| pair.verdict != PairVerdict::Ok || pair.features.is_some();
            let pairs: Vec<&CheckedPair> = self.report.pairs.iter().filter(is_drawn).collect();
            place.write(check_picture::draw(&self.bodies, &pairs, up).as_bytes())?;
        }
        match resolve_format(args.format, &self.outputs.report)? {
            TextFormat::Text if quiet && self.outputs.report.is_stdout() => Ok(()),
            TextFormat::Text => self.outputs.report.write_text(text),
            TextFormat::Json => self.outputs.report.write(&self.report.write(OutputFormat::Json)?),
        }
    }
}

/// A distance as text.
fn distance_text(report: &Report) -> String {
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
    if let Some(unit) = report.unit {
        let _ = writeln!(out, "unit      {unit}");
    }
    for note in solid::notes(&report.bodies) {
        let _ = writeln!(out, "note      {note}");
    }
    out
}
