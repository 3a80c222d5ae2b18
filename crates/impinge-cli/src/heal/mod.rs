//! `impinge heal`: cracks and small holes closed, and what was done.

pub mod args;

use crate::Outcome;
use crate::format::TextFormat;
use anyhow::bail;
use args::HealArgs;
use impinge::mesh::{HealOptions, HealReport, Mesh};
use impinge_clash::json::AnswerSource;
use impinge_clash::{json, number_format};
use impinge_io::{Body, LengthUnit};
use impinge_terminal::output::Output;
use impinge_terminal::progress::Progress;
use serde::Serialize;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

/// The version of the JSON document.
const SCHEMA: u32 = 1;

/// A healed body and what was done to its mesh.
struct HealedBody {
    body: Body,
    was_closed: bool,
    report: HealReport,
}

/// Runs the command.
///
/// # Errors
/// Bad input, or the output could not be written.
pub fn run(words: &HealArgs, quiet: bool) -> anyhow::Result<Outcome> {
    let operand = words.named.operand(&words.file);
    let target = match &words.output {
        Some(path) => Some(Target::parse(path, &operand.path)?),
        None => None,
    };
    let executor = words.jobs.start()?;
    let bodies = impinge_io::read_with(&operand.path, &operand.reading)?;
    if bodies.is_empty() {
        bail!("{}: no bodies, expected at least one mesh with triangles", operand.path.display());
    }
    let bodies = operand.pick(bodies, |body| &body.name)?;
    let unit = words.unit.or_else(|| bodies.iter().find_map(|body| body.unit));
    let within = words.within.in_unit(unit)?;
    let mut meshes: Vec<&Arc<Mesh>> = Vec::new();
    for body in &bodies {
        if !meshes.iter().any(|mesh| Arc::ptr_eq(mesh, &body.mesh)) {
            meshes.push(&body.mesh);
        }
    }
    let progress = Progress::new("healing", meshes.len(), quiet);
    let healed = executor.map(meshes.len(), |i| {
        let healed = meshes[i].heal(&HealOptions { within });
        progress.step();
        (Arc::new(healed.mesh), healed.report)
    });
    drop(progress);
    let heal = |body: &Body| {
        // Instances of one mesh share what became of it.
        let (mesh, report) = meshes.iter().position(|mesh| Arc::ptr_eq(mesh, &body.mesh)).map(|i| healed[i].clone())?;
        let (was_closed, mut body) = (body.mesh.is_closed(), body.clone());
        body.mesh = mesh;
        Some(HealedBody { body, was_closed, report })
    };
    let healed: Vec<HealedBody> = bodies.iter().filter_map(heal).collect();
    if let Some(target) = &target {
        target.write(&healed)?;
    }
    match words.format {
        TextFormat::Text if quiet => {}
        TextFormat::Text => Output::Stdout.write_text(&text(&healed, within, unit))?,
        TextFormat::Json => {
            Output::Stdout.write(&as_json(&healed, within, &AnswerSource::read(unit, &[&operand.path]))?)?;
        }
    }
    Ok(Outcome::found(healed.iter().any(|body| body.report.edges_left > 0)))
}

/// A file to write, by the ending of its name.
enum Target<'a> {
    Stl(&'a Path),
    Obj(&'a Path),
    Glb(&'a Path),
}

impl<'a> Target<'a> {
    /// Refuses, before any work is done, what cannot be written.
    fn parse(path: &'a Path, input: &Path) -> anyhow::Result<Self> {
        Output::open(Some(path), &[input])?;
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_lowercase()).unwrap_or_default();
        match ending.as_str() {
            "stl" => Ok(Self::Stl(path)),
            "obj" => Ok(Self::Obj(path)),
            "glb" => Ok(Self::Glb(path)),
            _ => bail!("{}: expected a file name that ends in .stl, .obj or .glb", path.display()),
        }
    }

    fn write(&self, healed: &[HealedBody]) -> anyhow::Result<()> {
        let bodies: Vec<Body> = healed.iter().map(|healed| healed.body.clone()).collect();
        match (self, bodies.as_slice()) {
            (Self::Stl(path), [body]) if body.world_from_body.is_identity() => impinge_io::write_stl(path, &body.mesh)?,
            (Self::Stl(path), [body]) => impinge_io::write_stl(path, &in_place(body)?)?,
            (Self::Stl(path), _) => {
                bail!(
                    "{}: an STL file holds one body, this is an assembly; expected .obj or .glb, or FILE#BODY",
                    path.display()
                )
            }
            (Self::Obj(path), bodies) => impinge_io::write_obj(path, bodies)?,
            (Self::Glb(path), bodies) => impinge_io::write_glb(path, bodies)?,
        }
        Ok(())
    }
}

/// The mesh of a body where it stands.
fn in_place(body: &Body) -> anyhow::Result<Mesh> {
    let vertices = body.mesh.vertices().iter().map(|p| body.world_from_body.transform_point(*p)).collect();
    Ok(Mesh::try_new(vertices, body.mesh.faces().to_vec())?)
}

fn text(healed: &[HealedBody], within: f64, unit: Option<LengthUnit>) -> String {
    let length = |length: f64| match unit {
        Some(unit) => format!("{} {unit}", number_format::number(length)),
        None => number_format::number(length),
    };
    let mut out = String::new();
    for HealedBody { body, was_closed, report } in healed {
        let state = match (was_closed, body.mesh.is_closed()) {
            (true, true) => "closed as it was",
            (false, true) => "closed now",
            (_, false) => "open",
        };
        let _ = writeln!(out, "{}: {state}", number_format::name(&body.name));
        if report.is_changed() {
            let (most, within) = (length(report.largest_move), length(within));
            let _ = writeln!(out, "  largest move      {most} (at most {within})");
        }
        let counts = [
            ("vertices welded", report.welded_vertices),
            ("edges split", report.split_edges),
            ("edges closed", report.edges_closed),
            ("holes closed", report.holes_closed),
            ("faces dropped", report.faces_dropped),
            ("faces flipped", report.faces_flipped),
            ("steps refused", report.steps_refused),
            ("edges left open", report.edges_left),
        ];
        for (what, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
            let _ = writeln!(out, "  {what:<17} {count}");
        }
        if report.effort_spent {
            let _ = writeln!(
                out,
                "  note              too many steps, so cracks stay as they are; a shorter --within takes fewer"
            );
        }
    }
    let open = |healed: &&HealedBody| healed.report.edges_left > 0;
    let closed_now = healed.iter().filter(|healed| !healed.was_closed && healed.body.mesh.is_closed()).count();
    let bodies = number_format::count(healed.len(), "body", "bodies");
    let _ = writeln!(out, "{bodies}: {closed_now} closed now, {} with open edges", healed.iter().filter(open).count());
    out
}

#[derive(Serialize)]
struct BodyJson<'a> {
    name: &'a str,
    was_closed: bool,
    closed: bool,
    largest_move: f64,
    welded_vertices: usize,
    split_edges: usize,
    edges_closed: usize,
    edges_left: usize,
    holes_closed: usize,
    faces_dropped: usize,
    faces_flipped: usize,
    steps_refused: usize,
    effort_spent: bool,
}

fn as_json(healed: &[HealedBody], within: f64, source: &AnswerSource) -> anyhow::Result<Vec<u8>> {
    let mut out = Vec::new();
    writeln!(out, "{{\"schema\":{SCHEMA},")?;
    source.write(&mut out)?;
    write!(out, "\"within\":{within:?},\n\"bodies\":[")?;
    json::lines(&mut out, healed.iter().map(body_json))?;
    writeln!(out, "]}}")?;
    Ok(out)
}

fn body_json(HealedBody { body, was_closed, report }: &HealedBody) -> BodyJson<'_> {
    BodyJson {
        name: &body.name,
        was_closed: *was_closed,
        closed: body.mesh.is_closed(),
        largest_move: report.largest_move,
        welded_vertices: report.welded_vertices,
        split_edges: report.split_edges,
        edges_closed: report.edges_closed,
        edges_left: report.edges_left,
        holes_closed: report.holes_closed,
        faces_dropped: report.faces_dropped,
        faces_flipped: report.faces_flipped,
        steps_refused: report.steps_refused,
        effort_spent: report.effort_spent,
    }
}
