//! What signed distance fields say about the pairs of an assembly.

use super::field_result::FieldResult;
use super::field_settings::{FieldSettings, METHOD_NAME};
use crate::assembly::assembly_scene::AssemblyScene;
use crate::assembly::load_assembly::Assembly;
use crate::number_format;
use crate::progress::Progress;
use impinge::executor::Executor;
use impinge::field::{Field, FieldError, FieldVerdict, collide};
use impinge::mesh::Mesh;
use impinge::scene::SceneError;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// What the fields of a check say, and their cost.
#[derive(Clone, Debug)]
pub struct FieldResults {
    /// How they were sampled.
    pub settings: FieldSettings,
    /// What they say about pairs whose boxes overlap, by index, the lower first.
    pub pairs: BTreeMap<(usize, usize), FieldResult>,
    /// Bodies of such pairs that have no field.
    pub without: BTreeMap<usize, NoFieldReason>,
    /// The cost.
    pub cost: FieldCost,
}

/// Why a body has no field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoFieldReason {
    /// It is a shape without triangles.
    NoMesh,
    /// Its mesh cannot be sampled.
    Refused(FieldError),
}

impl fmt::Display for NoFieldReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMesh => f.write_str("it is a shape without a mesh"),
            Self::Refused(error) => error.fmt(f),
        }
    }
}

/// The cost of fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FieldCost {
    /// How many were sampled.
    pub fields: usize,
    /// Memory of all samples.
    pub bytes: usize,
    /// Values looked up.
    pub values: u64,
    /// Edges searched.
    pub edges: u64,
}

/// The meshes of bodies, each once, and for every body which of them it has.
#[derive(Default)]
struct SharedMeshes<'a> {
    meshes: Vec<&'a Arc<Mesh>>,
    mesh_of: BTreeMap<usize, usize>,
}

impl FieldResults {
    /// Samples the bodies of all pairs whose boxes overlap, and looks these pairs up.
    ///
    /// # Errors
    /// None: the bodies are those of the assembly.
    pub fn find(
        settings: FieldSettings,
        assembly: &Assembly,
        scene: &mut AssemblyScene,
        executor: &Executor,
        progress: &dyn Progress,
    ) -> Result<Self, SceneError> {
        let ids = scene.ids.clone();
        let view = scene.scene.view(executor);
        let near: Vec<(usize, usize)> =
            view.pairs_within(0.0).into_iter().map(|(a, b)| (a.slot().min(b.slot()), a.slot().max(b.slot()))).collect();
        let (pairs, without, cost) = Default::default();
        let mut results = Self { settings, pairs, without, cost };
        let SharedMeshes { meshes, mesh_of } = results.shared_meshes(assembly, &near);
        let fields = results.sample(&meshes, executor, progress);
        for (body, mesh) in &mesh_of {
            if let Err(error) = &fields[*mesh] {
                results.without.insert(*body, NoFieldReason::Refused(*error));
            }
        }
        let field = |body: usize| mesh_of.get(&body).and_then(|mesh| fields[*mesh].as_ref().ok());
        progress.begin("looking up", near.len());
        let found = executor.map(near.len(), |k| -> Result<_, SceneError> {
            let (a, b) = near[k];
            progress.step();
            let (Some(of_a), Some(of_b)) = (field(a), field(b)) else { return Ok(None) };
            let collision = collide(of_a, of_b, &view.scene().a_from_b(ids[a], ids[b])?);
            let took = (collision.values, collision.edges);
            let pose = view.scene().body(ids[a])?.world_from_body();
            Ok(Some((FieldResult::from_collision(collision, settings.points).carried(pose), took)))
        });
        progress.end();
        for (pair, found) in near.iter().zip(found) {
            let Some((result, (values, edges))) = found? else { continue };
            results.pairs.insert(*pair, result);
            results.cost.values += values;
            results.cost.edges += edges;
        }
        Ok(results)
    }

    fn sample<'m>(
        &mut self,
        meshes: &[&'m Arc<Mesh>],
        executor: &Executor,
        progress: &dyn Progress,
    ) -> Vec<Result<Field<'m>, FieldError>> {
        progress.begin("sampling", meshes.len());
        let sample = |mesh: &&'m Arc<Mesh>| {
            let field = Field::try_new(mesh, &self.settings.options(), executor);
            progress.step();
            field
        };
        let fields: Vec<Result<Field<'m>, FieldError>> = meshes.iter().map(sample).collect();
        progress.end();
        let sampled = fields.iter().flatten();
        (self.cost.fields, self.cost.bytes) = sampled.fold((0, 0), |(n, bytes), f| (n + 1, bytes + f.bytes()));
        fields
    }

    /// The meshes of the bodies of pairs, instances of one mesh once; bodies without one are noted.
    fn shared_meshes<'a>(&mut self, assembly: &'a Assembly, pairs: &[(usize, usize)]) -> SharedMeshes<'a> {
        let bodies: BTreeSet<usize> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
        let mut shared = SharedMeshes::default();
        let SharedMeshes { meshes, mesh_of } = &mut shared;
        for body in bodies {
            match assembly.bodies[body].mesh() {
                None => {
                    self.without.insert(body, NoFieldReason::NoMesh);
                }
                Some(mesh) => {
                    let known = meshes.iter().position(|known| Arc::ptr_eq(known, mesh));
                    mesh_of.insert(body, known.unwrap_or(meshes.len()));
                    if known.is_none() {
                        meshes.push(mesh);
                    }
                }
            }
        }
        shared
    }

    /// What fields say about two bodies, by index.
    #[must_use]
    pub fn pair(&self, a: usize, b: usize) -> Option<&FieldResult> {
        self.pairs.get(&(a.min(b), a.max(b)))
    }

    /// Pairs that are proved apart.
    #[must_use]
    pub fn apart(&self) -> BTreeSet<(usize, usize)> {
        let is_apart = |result: &FieldResult| matches!(result.verdict, FieldVerdict::Apart { .. });
        self.pairs.iter().filter(|(_, result)| is_apart(result)).map(|(pair, _)| *pair).collect()
    }

    /// How many pairs are proved apart, proved meeting, and undecided.
    #[must_use]
    pub fn tally(&self) -> [usize; 3] {
        let count = |word: &str| self.pairs.values().filter(|result| result.verdict_name() == word).count();
        ["apart", "meeting", "unsure"].map(count)
    }

    /// Notes for the reader of a report; `names` are those of the bodies.
    #[must_use]
    pub fn notes(&self, names: &[&str]) -> Vec<String> {
        let (FieldSettings { cells, .. }, FieldCost { fields, bytes, values, .. }) = (self.settings, self.cost);
        let [apart, meeting, unsure] = self.tally();
        let mut notes = vec![
            format!(
                "{METHOD_NAME}: {} of {cells} cells, {bytes} bytes, {values} values; of {} with overlapping boxes {apart} surely apart, {meeting} surely meeting, {unsure} left to the faces; every relation is exact",
                number_format::count(fields, "field", "fields"),
                number_format::count(self.pairs.len(), "pair", "pairs"),
            ),
            "depth is how far the deepest vertex or point of an edge of one body is inside the other, by fields: an estimate, and bounds that it surely lies between".to_owned(),
        ];
        let reasons: BTreeSet<String> = self.without.values().map(ToString::to_string).collect();
        for reason in reasons {
            let left = self.without.iter().filter(|(_, why)| why.to_string() == reason);
            let left: Vec<&str> = left.filter_map(|(body, _)| names.get(*body).copied()).collect();
            let what = match left.len() {
                1 => "1 body has no field and is left to the faces".to_owned(),
                n => format!("{n} bodies have no field and are left to the faces"),
            };
            notes.push(format!("{what} ({reason}): {}", number_format::first_names(&left)));
        }
        notes
    }
}
