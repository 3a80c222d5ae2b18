//! `impinge relate`: how two files relate.

use crate::Outcome;
use crate::args::Relate;
use crate::common_args::load_pair_in;
use crate::format::TextFormat;
use impinge::pair::{Contacts, Request};
use impinge_clash::{
    BodyGeometry, BodySummary, Closure, InputFile, MergedMesh, OutputFormat, Report, number_format, relate_meshes,
};
use std::fmt::Write;

/// Runs the command.
///
/// # Errors
/// Bad input, or the answer could not be written.
pub fn run(args: &Relate, quiet: bool) -> anyhow::Result<Outcome> {
    let [a, b] = args.pair.operands();
    let (output, format) = args.output.open(&[&a.path, &b.path])?;
    args.method.jobs.start()?;
    let inputs = [&a.path, &b.path].into_iter().filter_map(|path| InputFile::read(path)).collect();
    let [a, b] = load_pair_in([&a, &b], args.pair.unit, quiet)?;
    let request = Request { method: args.method.method, contacts: Contacts::Count, distance_up_to: Some(0.0) };
    let (row, answer) = relate_meshes(&a.mesh, &b.mesh, &request);
    let report = Report {
        bodies: bodies(&a, &b),
        pairs: vec![row],
        pair_count: 1,
        cost: answer.cost,
        unit: a.unit.or(b.unit),
        inputs,
        ..Report::default()
    };
    match format {
        TextFormat::Text if quiet && output.is_stdout() => {}
        TextFormat::Text => output.write_text(&text(&report))?,
        TextFormat::Json => output.write(&report.write(OutputFormat::Json)?)?,
    }
    Ok(Outcome::found(report.found()))
}

/// The rows of the two operands, under names that differ.
pub fn bodies(a: &MergedMesh, b: &MergedMesh) -> Vec<BodySummary> {
    let name_of_b = if a.name == b.name { format!("{}.2", b.name) } else { b.name.clone() };
    vec![BodySummary::from_mesh(a.name.clone(), &a.mesh), BodySummary::from_mesh(name_of_b, &b.mesh)]
}

/// A note for each of the two operands that is not closed.
pub fn notes(bodies: &[BodySummary]) -> Vec<String> {
    let note = |(body, letter): (&BodySummary, &str)| {
        let name = number_format::name(&body.name);
        match body.geometry.closure() {
            Closure::Closed if matches!(body.geometry, BodyGeometry::Polygon { .. }) && !body.defects.is_empty() => {
                let defects: Vec<String> =
                    body.defects.iter().map(|(kind, count)| format!("{count} {}", kind.replace('_', " "))).collect();
                Some(format!(
                    "{letter} ({name}) has odd rings ({}); inside is what an odd number of rings is around",
                    defects.join(", ")
                ))
            }
            Closure::Closed => None,
            Closure::Partly => Some(format!(
                "{letter} ({name}) has open parts: they are surfaces without an inside, its closed parts are solids"
            )),
            Closure::Open => Some(format!("{letter} ({name}) is not closed: it is a surface without an inside")),
        }
    };
    bodies.iter().zip(["A", "B"]).filter_map(note).collect()
}

/// A report of one pair for people.
pub fn text(report: &Report) -> String {
    let (mut out, space) = (String::new(), report.dimension);
    let [one, many] = space.contact_nouns();
    for pair in &report.pairs {
        let _ = writeln!(out, "relation  {}", pair.relation.name());
        let contacts = pair.contacts.unwrap_or_default();
        let _ = writeln!(out, "contacts  {}", number_format::count(contacts, one, many));
        if let Some(bounds) = &pair.bounds {
            let _ = writeln!(out, "box       {}", space.bounds(bounds));
        }
        if let Some([point, _]) = pair.witness {
            let _ = writeln!(out, "witness   {}", space.point(point));
        }
    }
    if let Some(unit) = report.unit {
        let _ = writeln!(out, "unit      {unit}");
    }
    for note in notes(&report.bodies) {
        let _ = writeln!(out, "note      {note}");
    }
    out
}
