//! `--method sdf`: signed distance fields tell which pairs are apart for certain, and how deep others are in each other.
//!
//! What fields are sure of being apart is not asked about again; every relation else is the exact engine's, whatever fields say. Bodies that are no closed
//! mesh have no field, and are left to the exact engine alone.

mod posed;
mod sounding;
mod way;

pub use posed::PosedFields;
pub use sounding::{Sounding, Told, ToldPoint, bounded};
pub use way::{FieldWay, NAME};

use crate::place;
use crate::stage::Stage;
use impinge::executor::Executor;
use impinge::field::{Field, FieldError, FieldVerdict, collide};
use impinge_terminal::progress::Progress;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::Arc;

/// What the fields of a check tell, and what they took.
#[derive(Clone, Debug)]
pub struct Soundings {
    /// How they were sampled.
    pub way: FieldWay,
    /// What they tell about pairs whose boxes overlap, by the places of the bodies, the lower first.
    pub pairs: BTreeMap<(usize, usize), Sounding>,
    /// Bodies of such pairs that have no field.
    pub without: BTreeMap<usize, NoField>,
    /// What it took.
    pub toll: Toll,
}

/// Why a body has no field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoField {
    /// It is a shape without triangles.
    NoMesh,
    /// Its mesh cannot be sampled.
    Refused(FieldError),
}

impl fmt::Display for NoField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMesh => f.write_str("it is a shape without a mesh"),
            Self::Refused(error) => error.fmt(f),
        }
    }
}

/// What fields took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Toll {
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
type Shared<'a> = (Vec<&'a Arc<impinge::mesh::Mesh>>, BTreeMap<usize, usize>);

impl Soundings {
    /// Samples the bodies of all pairs whose boxes overlap, and asks about these.
    ///
    /// # Errors
    /// A body cannot be where it is to be.
    pub fn take(way: FieldWay, stage: &Stage, executor: &Executor, quiet: bool) -> anyhow::Result<Self> {
        let (mut scene, ids) = stage.scene()?;
        let view = scene.view(executor);
        let near: Vec<(usize, usize)> =
            view.pairs_within(0.0).into_iter().map(|(a, b)| (a.slot().min(b.slot()), a.slot().max(b.slot()))).collect();
        let mut soundings = Self { way, pairs: BTreeMap::new(), without: BTreeMap::new(), toll: Toll::default() };
        let (meshes, mesh_of) = soundings.meshes(stage, &near);
        let progress = Progress::new("sampling", meshes.len(), quiet);
        let fields: Vec<Result<Field<'_>, FieldError>> = meshes
            .iter()
            .map(|mesh| {
                let field = Field::try_new(mesh, &way.options(), executor);
                progress.step();
                field
            })
            .collect();
        drop(progress);
        for (body, mesh) in &mesh_of {
            if let Err(error) = &fields[*mesh] {
                soundings.without.insert(*body, NoField::Refused(*error));
            }
        }
        let sampled = fields.iter().flatten();
        (soundings.toll.fields, soundings.toll.bytes) =
            sampled.fold((0, 0), |(n, bytes), f| (n + 1, bytes + f.bytes()));
        let field = |body: usize| mesh_of.get(&body).and_then(|mesh| fields[*mesh].as_ref().ok());
        let progress = Progress::new("looking up", near.len(), quiet);
        let found = executor.map(near.len(), |k| -> anyhow::Result<_> {
            let (a, b) = near[k];
            progress.step();
            let (Some(of_a), Some(of_b)) = (field(a), field(b)) else { return Ok(None) };
            let collision = collide(of_a, of_b, &view.scene().a_from_b(ids[a], ids[b])?);
            let took = (collision.values, collision.edges);
            let sounding = Sounding::of(collision, way.points).carried(view.scene().body(ids[a])?.world_from_body());
            Ok(Some((sounding, took)))
        });
        drop(progress);
        for (pair, found) in near.iter().zip(found) {
            let Some((sounding, (values, edges))) = found? else { continue };
            soundings.pairs.insert(*pair, sounding);
            soundings.toll.values += values;
            soundings.toll.edges += edges;
        }
        Ok(soundings)
    }

    /// The meshes of the bodies of pairs, instances of one mesh once; bodies without one are noted.
    fn meshes<'a>(&mut self, stage: &'a Stage, pairs: &[(usize, usize)]) -> Shared<'a> {
        let bodies: BTreeSet<usize> = pairs.iter().flat_map(|(a, b)| [*a, *b]).collect();
        let (mut meshes, mut mesh_of): Shared<'a> = Default::default();
        for body in bodies {
            match stage.bodies[body].model.as_mesh() {
                None => {
                    self.without.insert(body, NoField::NoMesh);
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
        (meshes, mesh_of)
    }

    /// What fields tell about two bodies, by their places.
    pub fn pair(&self, a: usize, b: usize) -> Option<&Sounding> {
        self.pairs.get(&(a.min(b), a.max(b)))
    }

    /// Pairs that are apart for certain.
    pub fn apart(&self) -> BTreeSet<(usize, usize)> {
        let is_apart = |sounding: &Sounding| matches!(sounding.verdict, FieldVerdict::Apart { .. });
        self.pairs.iter().filter(|(_, sounding)| is_apart(sounding)).map(|(pair, _)| *pair).collect()
    }

    /// How many pairs are apart, are meeting, and are neither for certain.
    pub fn tally(&self) -> [usize; 3] {
        let count = |word: &str| self.pairs.values().filter(|sounding| sounding.word() == word).count();
        ["apart", "meeting", "unsure"].map(count)
    }

    /// What a reader should know; `names` are those of the bodies.
    pub fn notes(&self, names: &[&str]) -> Vec<String> {
        let (FieldWay { cells, .. }, Toll { fields, bytes, values, .. }) = (self.way, self.toll);
        let [apart, meeting, unsure] = self.tally();
        let mut notes = vec![
            format!(
                "{NAME}: {} of {cells} cells, {bytes} bytes, {values} values; of {} with overlapping boxes {apart} surely apart, {meeting} surely meeting, {unsure} left to the faces; every relation is exact",
                place::count(fields, "field", "fields"),
                place::count(self.pairs.len(), "pair", "pairs"),
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
            notes.push(format!("{what} ({reason}): {}", place::first_names(&left)));
        }
        notes
    }
}
