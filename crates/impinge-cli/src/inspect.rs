//! `impinge inspect`: what the bodies of files are, and what is wrong with them.

mod heal_trials;

use crate::Outcome;
use crate::args::Inspect;
use crate::format::TextFormat;
use heal_trials::{HealTrial, HealTrials};
use impinge::bound::Aabb;
use impinge::executor::Executor;
use impinge::feature::VertexId;
use impinge::math::DVec3;
use impinge::mesh::{Defect, Mesh};
use impinge_clash::json::{AnswerSource, SCHEMA};
use impinge_clash::{Closure, FileOperand, find_self_contacts, json, load_bodies, number_format};
use impinge_io::{LengthUnit, ReadWarning};
use impinge_terminal::output;
use impinge_terminal::progress::Progress;
use serde::Serialize;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;
use std::io::Write as _;

/// How many defects of a kind are listed unless all are asked for.
const FIRST_FEW: usize = 3;

/// What is said about a body.
struct Description {
    name: String,
    triangles: usize,
    vertices: usize,
    closed: bool,
    /// Whether it is closed and why not, in words.
    closed_text: &'static str,
    /// What healing would close, if it is open.
    healing: HealTrials,
    components: usize,
    area: f64,
    /// None where there is no inside.
    volume: Option<f64>,
    bounds: Aabb,
    /// The defects of each kind: how many, and those listed.
    defects: BTreeMap<&'static str, (usize, Vec<Located>)>,
}

/// A defect and a point where it is.
struct Located {
    defect: Defect,
    at: DVec3,
}

/// Runs the command.
///
/// # Errors
/// Bad input, or the description could not be written.
pub fn run(words: &Inspect, quiet: bool) -> anyhow::Result<Outcome> {
    let files = FileOperand::paths(&words.files);
    let (output, format) = words.output.open(&output::paths(&files))?;
    let executor = words.jobs.start()?;
    let bodies = load_bodies(&words.files, &words.named.options())?;
    let unit = bodies.iter().find_map(|body| body.unit);
    if !quiet {
        let warnings = ReadWarning::summaries(bodies.iter().flat_map(|body| body.warnings.iter().copied()));
        warnings.iter().for_each(|warning| output::note(warning));
    }
    let meshes: Vec<(&str, &Mesh)> =
        bodies.iter().filter_map(|body| Some((body.name.as_str(), &**body.mesh()?))).collect();
    let progress = Progress::new("inspecting", meshes.len(), quiet);
    let described = executor.map(meshes.len(), |i| {
        let (name, mesh) = meshes[i];
        let description = describe(name, mesh, words, &executor);
        progress.step();
        description
    });
    drop(progress);
    match format {
        TextFormat::Text if quiet && output.is_stdout() => {}
        TextFormat::Text => output.write_text(&text(&described, unit))?,
        TextFormat::Json => {
            let source = AnswerSource::read(unit, &output::paths(&files));
            output.write(&as_json(&described, &source)?)?;
        }
    }
    Ok(Outcome::found(described.iter().any(|body| !body.defects.is_empty())))
}

fn describe(name: &str, mesh: &Mesh, words: &Inspect, executor: &Executor) -> Description {
    let mass = mesh.mass_properties();
    let mut all = mesh.defects();
    if words.self_contact {
        all.extend(self_contacts(mesh, executor));
    }
    let closed_text = closed_text(mesh, &all);
    let healing = HealTrials::new(mesh, &all);
    let mut defects: BTreeMap<&'static str, (usize, Vec<Located>)> = BTreeMap::new();
    for defect in all {
        let (count, listed) = defects.entry(defect.kind()).or_default();
        *count += 1;
        if words.all_defects || listed.len() < FIRST_FEW {
            listed.push(Located { defect, at: point_of(&defect, mesh) });
        }
    }
    Description {
        name: name.to_owned(),
        triangles: mesh.faces().len(),
        vertices: mesh.vertices().len(),
        closed: mesh.is_closed(),
        closed_text,
        healing,
        components: mesh.topology().component_count(),
        area: mass.area,
        volume: mesh.is_closed().then_some(mass.volume),
        bounds: mesh.bounds(),
        defects,
    }
}

/// Whether a mesh with these defects is closed, and why not.
fn closed_text(mesh: &Mesh, defects: &[Defect]) -> &'static str {
    let count = |is: fn(&Defect) -> bool| defects.iter().filter(|defect| is(defect)).count();
    match Closure::from_mesh(mesh) {
        Closure::Closed => "yes",
        Closure::Partly => "partly: its closed parts are solids, its open parts are surfaces",
        Closure::Open if count(|d| matches!(d, Defect::Degenerate { .. })) == mesh.faces().len() => {
            "no: no face has an area, so nothing is enclosed"
        }
        Closure::Open if count(|d| matches!(d, Defect::Boundary { .. })) > 0 => {
            "no: it has boundary edges, so it is a surface without an inside"
        }
        Closure::Open if faces_cancel(mesh) => "no: every face has a twin turned over, so nothing is enclosed",
        // What is left are edges that are run along more often one way than the other.
        Closure::Open if count(|d| matches!(d, Defect::Orientation { .. })) > 0 => TURNED,
        Closure::Open if count(|d| matches!(d, Defect::NonManifoldEdge { faces, .. } if faces % 2 == 1)) > 0 => {
            "no: edges have an odd number of faces, so inside and outside cannot be told apart"
        }
        Closure::Open => TURNED,
    }
}

const TURNED: &str = "no: faces are turned inconsistently, so inside and outside cannot be told apart";

/// Whether the faces over every three places are turned one way as often as the other.
fn faces_cancel(mesh: &Mesh) -> bool {
    let mut turns: HashMap<[VertexId; 3], i64> = HashMap::new();
    for corners in mesh.faces() {
        let [a, b, c] = corners.map(|i| mesh.topology().welded(VertexId(i)));
        let is_odd = (a > b) ^ (b > c) ^ (a > c);
        let mut places = [a, b, c];
        places.sort_unstable();
        if places[0] != places[1] && places[1] != places[2] {
            *turns.entry(places).or_default() += if is_odd { 1 } else { -1 };
        }
    }
    turns.values().all(|turns| *turns == 0)
}

/// Pairs of faces of one mesh that meet, those with common corners last, sorted.
fn self_contacts(mesh: &Mesh, executor: &Executor) -> Vec<Defect> {
    let found = find_self_contacts(mesh, executor);
    let meeting = found.meeting.into_iter().map(|faces| Defect::SelfContact { faces });
    meeting.chain(found.overlapping.into_iter().map(|faces| Defect::SelfOverlap { faces })).collect()
}

/// The vertices and the faces that a defect names.
fn ids(defect: &Defect) -> (Vec<u32>, Vec<u32>) {
    match defect {
        Defect::NotFinite { vertex } | Defect::OutOfRange { vertex, .. } | Defect::NonManifoldVertex { vertex, .. } => {
            (vec![vertex.0], Vec::new())
        }
        Defect::MissingVertex { face, .. } | Defect::Degenerate { face } => (Vec::new(), vec![face.0]),
        Defect::Duplicate { face, of } => (Vec::new(), vec![of.0, face.0]),
        Defect::Boundary { edge, face } => (edge.map(|v| v.0).to_vec(), vec![face.0]),
        Defect::NonManifoldEdge { edge, .. } => (edge.map(|v| v.0).to_vec(), Vec::new()),
        Defect::Orientation { edge, faces } => (edge.map(|v| v.0).to_vec(), faces.map(|f| f.0).to_vec()),
        Defect::SelfContact { faces } | Defect::SelfOverlap { faces } => (Vec::new(), faces.map(|f| f.0).to_vec()),
    }
}

/// A point at a defect: the middle of the vertices it names, or else of its first face.
fn point_of(defect: &Defect, mesh: &Mesh) -> DVec3 {
    let (vertices, faces) = ids(defect);
    let corners = match faces.first().and_then(|face| mesh.faces().get(*face as usize)) {
        Some(corners) if vertices.is_empty() => corners.to_vec(),
        _ => vertices,
    };
    let share = 1.0 / corners.len().max(1) as f64;
    corners.iter().filter_map(|v| mesh.vertices().get(*v as usize)).map(|p| *p * share).sum()
}

fn text(bodies: &[Description], unit: Option<LengthUnit>) -> String {
    let mut out = String::new();
    for body in bodies {
        let counts = (
            number_format::count(body.triangles, "triangle", "triangles"),
            number_format::count(body.vertices, "vertex", "vertices"),
        );
        let _ = writeln!(out, "{}: {}, {}", number_format::name(&body.name), counts.0, counts.1);
        let _ = writeln!(out, "  closed      {}", body.closed_text);
        if let Some(healing) = body.healing.text() {
            let _ = writeln!(out, "  healing     {healing}");
        }
        match body.volume {
            Some(volume) if volume < 0.0 => {
                let _ =
                    writeln!(out, "  volume      {} (negative: its faces turn inward)", number_format::number(volume));
            }
            Some(volume) => {
                let _ = writeln!(out, "  volume      {}", number_format::number(volume));
            }
            None => {
                let _ = writeln!(out, "  volume      none, it is not closed as a whole");
            }
        }
        let _ = writeln!(out, "  area        {}", number_format::number(body.area));
        let _ = writeln!(out, "  components  {}", body.components);
        let _ = writeln!(out, "  box         {}", number_format::bounds(&body.bounds));
        if let Some(unit) = unit {
            let _ = writeln!(out, "  unit        {unit}");
        }
        defects_text(&mut out, body);
    }
    out
}

fn defects_text(out: &mut String, body: &Description) {
    let total: usize = body.defects.values().map(|(count, _)| count).sum();
    let _ = writeln!(out, "  defects     {}", if total == 0 { "none".to_owned() } else { total.to_string() });
    for (kind, (count, listed)) in &body.defects {
        let _ = writeln!(out, "    {count} {kind}");
        for Located { defect, at } in listed {
            let at = number_format::Dimension::Solid.place(*at, body.bounds.size().max_element());
            let _ = writeln!(out, "      {defect}, at {at}");
        }
        if *count > listed.len() {
            let _ = writeln!(out, "      and {} more (--all-defects lists them)", count - listed.len());
        }
    }
}

#[derive(Serialize)]
struct BodyJson<'a> {
    name: &'a str,
    triangles: usize,
    vertices: usize,
    closed: bool,
    components: usize,
    area: f64,
    volume: Option<f64>,
    #[serde(rename = "box")]
    bounds: [[f64; 3]; 2],
    defects: BTreeMap<&'static str, usize>,
    #[serde(skip_serializing_if = "<[HealTrial]>::is_empty")]
    healing: &'a [HealTrial],
    places: Vec<PlaceJson>,
}

#[derive(Serialize)]
struct PlaceJson {
    kind: &'static str,
    vertices: Vec<u32>,
    faces: Vec<u32>,
    at: [f64; 3],
    message: String,
}

fn as_json(bodies: &[Description], source: &AnswerSource) -> anyhow::Result<Vec<u8>> {
    let mut out = Vec::new();
    writeln!(out, "{{\"schema\":{SCHEMA},")?;
    source.write(&mut out)?;
    write!(out, "\"bodies\":[")?;
    json::lines(&mut out, bodies.iter().map(body_json))?;
    writeln!(out, "]}}")?;
    Ok(out)
}

fn body_json(body: &Description) -> BodyJson<'_> {
    let located = body.defects.values().flat_map(|(_, listed)| listed);
    BodyJson {
        name: &body.name,
        triangles: body.triangles,
        vertices: body.vertices,
        closed: body.closed,
        components: body.components,
        area: body.area,
        volume: body.volume,
        bounds: json::corners(&body.bounds),
        defects: body.defects.iter().map(|(kind, (count, _))| (*kind, *count)).collect(),
        healing: &body.healing.all,
        places: located.map(place_json).collect(),
    }
}

fn place_json(located: &Located) -> PlaceJson {
    let (vertices, faces) = ids(&located.defect);
    let (kind, message) = (located.defect.kind(), located.defect.to_string());
    PlaceJson { kind, vertices, faces, at: located.at.to_array(), message }
}
