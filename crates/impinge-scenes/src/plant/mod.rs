//! A plant: bays of pipes with bends and flanges, walls with openings, tanks, beams, brackets, bolts and machines, in metres, with a known number of
//! clashes of every kind planted in it.
//!
//! All other bodies keep a gap of [`CLEAR`] at least, so a check with a smaller clearance finds what was planted and nothing else. Bodies of one kind
//! share meshes, but for machines, whose triangles make up the number asked for. Cost: that of the meshes; five million triangles
//! take about a second.

mod plant_bay;
mod mesh_catalogue;

use crate::error::require;
use crate::{NamedPart, SceneError, SplitMix64};
use mesh_catalogue::Catalogue;
use plant_bay::{Bay, MEMBERS};
use std::sync::Arc;

/// Bodies that are not planted clashes are at least so far apart (metres).
pub const CLEAR: f64 = 0.015;

/// The gap of planted pairs that are too near (metres).
pub const ENCROACHING: f64 = 0.0048828125;

/// What kind of clash was planted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlantedKind {
    /// A rod right through a tank.
    Pierce,
    /// A bolt that enters a tank.
    Protrude,
    /// A bolt inside a tank.
    Envelope,
    /// Two pads with a common face.
    Touch,
    /// Two pads with a gap of [`ENCROACHING`].
    Encroach,
    /// One bolt twice.
    Duplicate,
}

impl PlantedKind {
    /// All kinds.
    pub const ALL: [Self; 6] =
        [Self::Pierce, Self::Protrude, Self::Envelope, Self::Touch, Self::Encroach, Self::Duplicate];

    /// The word for it in clash reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Pierce => "pierce",
            Self::Protrude => "protrude",
            Self::Envelope => "envelope",
            Self::Touch => "touch",
            Self::Encroach => "encroach",
            Self::Duplicate => "duplicate",
        }
    }
}

/// A clash that was planted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planted {
    /// Its kind.
    pub kind: PlantedKind,
    /// The names of both bodies.
    pub names: [String; 2],
}

/// How bodies are called.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Naming {
    /// `pipe 0012`.
    #[default]
    Plain,
    /// With markup, quotes, path separators, line ends and the like in front.
    Hostile,
}

/// What plant is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlantOptions {
    /// Of all random choices.
    pub seed: u64,
    /// How many bodies; 3,000 by default.
    pub bodies: usize,
    /// How many triangles all together, about; 5,000,000 by default.
    pub triangles: usize,
    /// How many clashes of each kind; 8 by default. Each takes a bay of ten bodies.
    pub clashes: usize,
    /// How bodies are called.
    pub naming: Naming,
}

impl Default for PlantOptions {
    fn default() -> Self {
        Self { seed: 1, bodies: 3_000, triangles: 5_000_000, clashes: 8, naming: Naming::Plain }
    }
}

/// A plant and what is wrong with it.
#[derive(Clone, Debug)]
pub struct Plant {
    /// The bodies.
    pub parts: Vec<NamedPart>,
    /// The clashes, in the order of their bays.
    pub planted: Vec<Planted>,
}

/// A plant.
///
/// # Errors
/// More planted clashes than bays of ten bodies.
pub fn plant(options: &PlantOptions) -> Result<Plant, SceneError> {
    let complete = options.bodies / MEMBERS;
    let wanted = options.clashes.saturating_mul(PlantedKind::ALL.len());
    require(wanted <= complete, "a plant needs ten bodies for every planted clash")?;
    let mut random = SplitMix64::new(options.seed);
    let mut places: Vec<usize> = (0..complete).collect();
    random.shuffle(&mut places);
    let mut kinds = vec![None; options.bodies.div_ceil(MEMBERS)];
    for (k, place) in places.iter().take(wanted).enumerate() {
        kinds[*place] = Some(PlantedKind::ALL[k % PlantedKind::ALL.len()]);
    }
    let catalogue = Catalogue::new(options.triangles / options.bodies.max(1))?;
    let side = (1..).find(|side: &usize| side.pow(3) >= kinds.len()).unwrap_or(1);
    let mut plant = Plant { parts: Vec::with_capacity(options.bodies), planted: Vec::new() };
    for (number, kind) in kinds.into_iter().enumerate() {
        let bay = Bay { number, side, kind, naming: options.naming };
        plant.planted.extend(bay.fill(&catalogue, &mut random, &mut plant.parts)?);
    }
    plant.parts.truncate(options.bodies);
    machines(&mut plant.parts, &catalogue, options.triangles, &mut random)?;
    Ok(plant)
}

/// Gives every machine a mesh of its own, so that all bodies together have the given number of triangles.
fn machines(
    parts: &mut [NamedPart],
    catalogue: &Catalogue,
    triangles: usize,
    random: &mut SplitMix64,
) -> Result<(), SceneError> {
    let is_machine = |part: &NamedPart| Arc::ptr_eq(&part.mesh, &catalogue.machine);
    let count = parts.iter().filter(|part| is_machine(part)).count();
    let others: usize = parts.iter().filter(|part| !is_machine(part)).map(|part| part.mesh.faces().len()).sum();
    let each = triangles.saturating_sub(others) / count.max(1);
    for part in parts.iter_mut().filter(|part| is_machine(part)) {
        part.mesh = Arc::new(mesh_catalogue::machine(random.next(), each)?);
    }
    Ok(())
}
