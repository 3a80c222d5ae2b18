//! `impinge distance`: how far apart two files are, and where.

use crate::args::Distance;
use crate::common_args::load_pair_in;
use crate::format::TextFormat;
use crate::{Outcome, relate};
use impinge::pair::{Contacts, Request};
use impinge_clash::{InputFile, MergedMesh, OutputFormat, Report, number_format, relate_meshes};
use std::fmt::Write;

/// Runs the command.
///
/// # Errors
/// Bad input, or the answer could not be written.
pub fn run(args: &Distance, quiet: bool) -> anyhow::Result<Outcome> {
    let [a, b] = args.pair.operands();
    let (output, format) = args.output.open(&[&a.path, &b.path])?;
    args.method.jobs.start()?;
    let inputs = [&a.path, &b.path].into_iter().filter_map(|path| InputFile::read(path)).collect();
    let [a, b] = load_pair_in([&a, &b], args.pair.unit, quiet)?;
    let request = Request { method: args.method.method, contacts: Contacts::Skip, distance_up_to: Some(f64::INFINITY) };
    let (mut row, answer) = relate_meshes(&a.mesh, &b.mesh, &request);
    row.features = answer.distance.map(|distance| {
        let located = [(&a, distance.features[0]), (&b, distance.features[1])];
        located.map(|(whole, feature)| feature.map(|feature| whole.locate(feature)))
    });
    let report = Report {
        bodies: relate::bodies(&a, &b),
        pairs: vec![row],
        pair_count: 1,
        cost: answer.cost,
        unit: a.unit.or(b.unit),
        inputs,
        ..Report::default()
    };
    match format {
        TextFormat::Text if quiet && output.is_stdout() => {}
        TextFormat::Text => output.write_text(&text(&report, &a, &b))?,
        TextFormat::Json => output.write(&report.write(OutputFormat::Json)?)?,
    }
    Ok(Outcome::Nothing)
}

fn text(report: &Report, a: &MergedMesh, b: &MergedMesh) -> String {
    let mut out = String::new();
    for pair in &report.pairs {
        if let Some(distance) = pair.distance {
            let symbol = report.unit.map(|unit| format!(" {unit}")).unwrap_or_default();
            let _ = writeln!(out, "distance  {}{symbol}", number_format::number(distance));
        }
        let _ = writeln!(out, "relation  {}", pair.relation.name());
        let (Some(points), Some(features)) = (pair.witness, &pair.features) else {
            continue;
        };
        for (i, (letter, whole)) in [("a", a), ("b", b)].into_iter().enumerate() {
            let on = match &features[i] {
                Some((body, feature)) if whole.has_many_parts() => {
                    format!("on {} of {}", number_format::feature(*feature), number_format::name(body))
                }
                Some((_, feature)) => format!("on {}", number_format::feature(*feature)),
                None => "inside".to_owned(),
            };
            let _ = writeln!(out, "{letter}         {} {on}", number_format::point(points[i]));
        }
    }
    if let Some(unit) = report.unit {
        let _ = writeln!(out, "unit      {unit}");
    }
    for note in relate::notes(&report.bodies) {
        let _ = writeln!(out, "note      {note}");
    }
    out
}
