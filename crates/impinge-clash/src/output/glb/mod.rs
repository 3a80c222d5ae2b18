//! GLB: a node for every body, its clashing triangles as children in a colour of their own, and a node for the curves of every clash
//! and for the box around every contact that a tolerance allows.
//!
//! Bodies in no clash are translucent. Beyond a budget of triangles, the largest bodies are written as coarse copies, but for their
//! clashing triangles; the nodes say so. Positions are single precision about the middle of their mesh, and nodes carry
//! the rest in doubles.
//!
//! - `budget`: how many triangles a body may have;
//! - `container`: the two chunks of the file;
//! - `page_model`: the model of a page, without curves and colours, which the page has from the report.

mod budget;
mod container;
mod page_model;

use super::OutputError;
use crate::clashes::clash::{Clash, ClashStatus};
use crate::clashes::clash_measure::Measure;
use crate::pictures::vertex_clustering::coarse;
use crate::report::{CheckedPair, Report};
use crate::rules::PairVerdict;
use budget::Budget;
use container::{Container, Material, Piece};
use impinge::bound::Aabb;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge_io::LengthUnit;
pub(crate) use page_model::page_model;
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// How large a GLB may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GlbOptions {
    /// Triangles of all bodies together, about: beyond, bodies are coarse copies. Two million by default.
    pub triangles: usize,
}

impl Default for GlbOptions {
    fn default() -> Self {
        Self { triangles: 2_000_000 }
    }
}

/// The report as a GLB.
pub fn write(report: &Report, options: &GlbOptions) -> Result<Vec<u8>, OutputError> {
    let marked = marked(report);
    let counts = report.assembly.iter().enumerate().filter_map(|(i, member)| {
        let faces = member.mesh()?.faces().len();
        Some((faces, marked.contains_key(&i)))
    });
    let budget = Budget::new(counts, options.triangles);
    let mut model = Model { container: Container::default(), written: HashMap::new(), budget, simplified: 0 };
    for (i, member) in report.assembly.iter().enumerate() {
        if let Some(mesh) = member.mesh() {
            model.body(i, &member.name, &member.world_from_body, mesh, marked.get(&i))?;
        }
    }
    if model.container.is_empty() {
        return Err(OutputError::NoTriangles);
    }
    for clash in report.clash_slice() {
        model.curves(clash)?;
    }
    for pair in report.pairs.iter().filter(|pair| pair.verdict == PairVerdict::WithinTolerance) {
        model.allowed(pair, report)?;
    }
    let unit = report.unit.map(LengthUnit::symbol);
    let extras = json!({ "title": report.title, "unit": unit, "simplified_bodies": model.simplified });
    model.container.finish(&extras)
}

/// For every body in a clash its clashing faces, each with the first clash that it is in.
fn marked(report: &Report) -> BTreeMap<usize, BTreeMap<u32, &str>> {
    let mut marked: BTreeMap<usize, BTreeMap<u32, &str>> = BTreeMap::new();
    for clash in report.clash_slice().iter().filter(|clash| clash.status != ClashStatus::Resolved) {
        for (body, faces) in clash.bodies.iter().zip(&clash.faces) {
            let Some(body) = body else { continue };
            let of_body = marked.entry(*body).or_default();
            for face in faces {
                of_body.entry(*face).or_insert(&clash.id);
            }
        }
    }
    marked
}

/// A GLB under way.
struct Model {
    container: Container,
    /// Meshes that stand for a whole mesh, by what they look like.
    written: HashMap<(*const Mesh, Material), Whole>,
    budget: Budget,
    /// How many bodies were simplified.
    simplified: usize,
}

/// A written mesh.
#[derive(Clone, Copy)]
struct Whole {
    number: usize,
    centre: DVec3,
    is_simplified: bool,
}

impl Model {
    fn body(
        &mut self,
        body: usize,
        name: &str,
        pose: &Pose,
        mesh: &Arc<Mesh>,
        marked: Option<&BTreeMap<u32, &str>>,
    ) -> Result<(), OutputError> {
        let material = if marked.is_some() { Material::Body } else { Material::Ghost };
        let none = BTreeMap::new();
        let marked = marked.unwrap_or(&none);
        let whole = match self.written.get(&(Arc::as_ptr(mesh), material)) {
            Some(whole) if marked.is_empty() => *whole,
            _ => {
                let whole = self.whole(mesh, name, material, marked)?;
                if marked.is_empty() {
                    self.written.insert((Arc::as_ptr(mesh), material), whole);
                }
                whole
            }
        };
        if whole.is_simplified {
            self.simplified += 1;
        }
        let mut by_clash: BTreeMap<&str, Vec<u32>> = BTreeMap::new();
        marked.iter().for_each(|(face, id)| by_clash.entry(id).or_default().push(*face));
        let mut children = Vec::new();
        for (id, faces) in by_clash {
            let piece = Piece::of(mesh, faces.into_iter(), whole.centre);
            let label = format!("{name} in {id}");
            let number = self.container.mesh(&label, &piece, Material::Clashing)?;
            let node = json!({ "name": label, "mesh": number, "extras": { "body": body, "clash": id } });
            children.push(self.container.child(node));
        }
        let mut extras = json!({ "body": body });
        if whole.is_simplified {
            extras["simplified"] = Value::Bool(true);
        }
        let mut node = json!({ "name": name, "extras": extras, "matrix": matrix(pose, whole.centre) });
        if whole.number != Container::NO_MESH {
            node["mesh"] = json!(whole.number);
        }
        if !children.is_empty() {
            node["children"] = json!(children);
        }
        self.container.root(node);
        Ok(())
    }

    /// A mesh without its marked faces, coarse if need be.
    fn whole(
        &mut self,
        mesh: &Mesh,
        name: &str,
        material: Material,
        marked: &BTreeMap<u32, &str>,
    ) -> Result<Whole, OutputError> {
        let centre = mesh.bounds().centre();
        let copy = coarse(mesh, self.budget.most(material != Material::Ghost));
        let piece = match &copy {
            Some(copy) => Piece::of(copy, 0..copy.faces().len() as u32, centre),
            None => {
                let faces = (0..mesh.faces().len() as u32).filter(|face| !marked.contains_key(face));
                Piece::of(mesh, faces, centre)
            }
        };
        // All faces of a body may be clashing.
        let number = if piece.is_empty() { Container::NO_MESH } else { self.container.mesh(name, &piece, material)? };
        Ok(Whole { number, centre, is_simplified: copy.is_some() })
    }

    /// The box around the contact of a pair that the tolerance allows.
    fn allowed(&mut self, pair: &CheckedPair, report: &Report) -> Result<(), OutputError> {
        let lines = pair.bounds.as_ref().map(box_edges).unwrap_or_default();
        let Some(origin) = lines.first().map(|ends| ends[0]) else { return Ok(()) };
        let [a, b] = [pair.a, pair.b].map(|body| &report.bodies[body].name);
        let name = format!("within tolerance: {a} and {b}");
        let mesh = self.container.lines(&name, Material::Allowed, &lines, origin)?;
        let overlap = pair.overlap.as_ref();
        let extras = json!({
            "verdict": pair.verdict.name(),
            "thickness": overlap.map(|overlap| [overlap.lower, overlap.upper]),
            "tolerance": overlap.map(|overlap| overlap.tolerance),
            "bodies": [pair.a, pair.b],
        });
        self.container.root(json!({ "name": name, "mesh": mesh, "translation": origin.to_array(), "extras": extras }));
        Ok(())
    }

    /// The curves of a clash, or the line between its closest points.
    fn curves(&mut self, clash: &Clash) -> Result<(), OutputError> {
        let mut lines: Vec<[DVec3; 2]> = Vec::new();
        for curve in &clash.curves {
            lines.extend(curve.points.windows(2).map(|ends| [ends[0], ends[1]]));
            if let (true, Some(first), Some(last)) = (curve.is_closed, curve.points.first(), curve.points.last()) {
                lines.push([*last, *first]);
            }
        }
        if lines.is_empty() {
            lines.extend(clash.witness.filter(|[p, q]| p != q));
        }
        let Some(origin) = lines.first().map(|ends| ends[0]) else { return Ok(()) };
        let [a, b] = &clash.names;
        let name = format!("clash {}: {a} and {b}", clash.id);
        let mesh = self.container.lines(&name, Material::Curve, &lines, origin)?;
        let extras = clash_extras(clash);
        self.container.root(json!({ "name": name, "mesh": mesh, "translation": origin.to_array(), "extras": extras }));
        Ok(())
    }
}

/// What is known of a clash, for programs that read the model: bounds as pairs, null where nothing is known.
fn clash_extras(clash: &Clash) -> Value {
    let bounds = |measure: &Option<Measure>| measure.as_ref().map(|measure| [measure.lower, measure.upper]);
    json!({
        "clash": clash.id,
        "kind": clash.kind.name(),
        "severity": clash.severity.name(),
        "section": clash.section.name(),
        "pattern": clash.pattern,
        "thickness": bounds(&clash.thickness),
        "depth": bounds(&clash.depth),
        "volume": bounds(&clash.volume),
        "bodies": clash.bodies,
    })
}

/// The twelve edges of a box, without those that have no length.
fn box_edges(bounds: &Aabb) -> Vec<[DVec3; 2]> {
    let corner = |bits: usize| {
        let at = |axis: usize| if bits >> axis & 1 == 0 { bounds.min[axis] } else { bounds.max[axis] };
        DVec3::new(at(0), at(1), at(2))
    };
    let edges =
        (0..8).flat_map(|low| (0..3).filter(move |axis| low >> axis & 1 == 0).map(move |axis| [low, low | 1 << axis]));
    edges.map(|ends| ends.map(corner)).filter(|[p, q]| p != q).collect()
}

/// The matrix that carries points about the centre of a mesh to the world, by columns.
fn matrix(world_from_body: &Pose, centre: DVec3) -> Vec<f64> {
    let rotation = world_from_body.rotation();
    let columns = [rotation.x_axis, rotation.y_axis, rotation.z_axis].map(|c| [c.x, c.y, c.z, 0.0]);
    let place = world_from_body.transform_point(centre);
    [columns.as_flattened(), &[place.x, place.y, place.z, 1.0]].concat()
}
