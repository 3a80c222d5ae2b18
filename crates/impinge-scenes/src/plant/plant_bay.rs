//! A cube of a plant with ten bodies in it, and perhaps a clash.

use super::mesh_catalogue::{Catalogue, PIPES};
use super::{ENCROACHING, Naming, Planted, PlantedKind};
use crate::{NamedPart, SceneError, SplitMix64};
use impinge::math::{DMat3, DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use std::f64::consts::{FRAC_PI_2, TAU};
use std::sync::Arc;

/// Bodies of a bay.
pub const MEMBERS: usize = 10;

/// From bay to bay; an integer, so that planted contacts stay exact.
const PITCH: f64 = 6.0;

/// Bodies stray from their place by this much, at most, along each axis.
const JITTER: f64 = 0.004;

/// The foot of the tank in its bay.
const TANK: DVec3 = DVec3::new(1.2, 3.5, 0.3);

/// What names begin with that are meant to break things.
const HOSTILE: [&str; 8] = [
    "<img src=x onerror=alert(1)>",
    "\"quotes\" & 'more' </script>",
    "../../etc/a\\b:c",
    "line\nend\ttab",
    "bell\u{7} esc\u{1b}[31m",
    "\u{635}\u{645}\u{627}\u{645} \u{202e}",
    "\u{1f527} ]]> <!--",
    "=1+1,;|%s{0}",
];

/// A bay on its way to parts.
pub struct Bay {
    pub number: usize,
    /// Bays along each side of the plant.
    pub side: usize,
    pub kind: Option<PlantedKind>,
    pub naming: Naming,
}

impl Bay {
    /// Adds the bodies, and gives the clash among them.
    pub fn fill(
        &self,
        catalogue: &Catalogue,
        random: &mut SplitMix64,
        parts: &mut Vec<NamedPart>,
    ) -> Result<Option<Planted>, SceneError> {
        let size = random.below(PIPES.len() as u64) as usize;
        // A pipe and its flanges stray together.
        let run = self.stray(random);
        let along_y = DMat3::from_rotation_x(FRAC_PI_2);
        let along_x = DMat3::from_rotation_y(FRAC_PI_2);
        let flange = &catalogue.flanges[size];
        self.put(parts, "pipe", &catalogue.pipes[size], DMat3::IDENTITY, run)?;
        self.put(parts, "wall", &catalogue.wall, along_y, self.stray(random) + DVec3::new(0.0, 5.6, 0.0))?;
        self.put(parts, "flange a", flange, along_y, run + DVec3::new(3.0, 4.5, 3.0))?;
        self.put(parts, "flange b", flange, along_x, run + DVec3::new(4.8, 2.5, 3.0))?;
        self.put(parts, "tank", &catalogue.tank, turn(random), self.stray(random) + TANK)?;
        self.put(parts, "beam", &catalogue.beam, along_x, self.stray(random) + DVec3::new(0.0, 0.6, 5.0))?;
        self.put(parts, "bracket", &catalogue.bracket, turn(random), self.stray(random) + DVec3::new(1.2, 1.2, 0.8))?;
        let planted = self.small(catalogue, random, parts)?;
        let anyhow = DMat3::from_quat(random.rotation());
        self.put(parts, "machine", &catalogue.machine, anyhow, self.stray(random) + DVec3::new(4.6, 4.2, 1.2))?;
        Ok(planted)
    }

    /// Two bolts, or the planted clash in their stead.
    fn small(
        &self,
        catalogue: &Catalogue,
        random: &mut SplitMix64,
        parts: &mut Vec<NamedPart>,
    ) -> Result<Option<Planted>, SceneError> {
        let [first, second] = [4.4, 5.2].map(|x| DVec3::new(x, 1.0, 0.5));
        let [(own_turn, own_place), (other_turn, other_place)] =
            [first, second].map(|place| (turn(random), self.stray(random) + place));
        let middle = self.stray(random) + TANK + DVec3::Z * 1.1;
        let along_x = DMat3::from_rotation_y(FRAC_PI_2);
        let (bolt, pad) = (&catalogue.bolt, &catalogue.pad);
        let Some(kind) = self.kind else {
            self.put(parts, "bolt a", bolt, own_turn, own_place)?;
            self.put(parts, "bolt b", bolt, other_turn, other_place)?;
            return Ok(None);
        };
        let names = match kind {
            PlantedKind::Pierce | PlantedKind::Protrude | PlantedKind::Envelope => {
                let tank = self.name("tank");
                let put = match kind {
                    PlantedKind::Pierce => {
                        let slant = along_x * DMat3::from_rotation_x(0.05);
                        self.put(parts, "rod", &catalogue.rod, slant, middle - DVec3::X * 1.05)?
                    }
                    // The shank points at the axis of the tank, and is two thirds in.
                    PlantedKind::Protrude => self.put(parts, "bolt a", bolt, along_x, middle + DVec3::X * 0.8)?,
                    _ => self.put(parts, "bolt a", bolt, turn(random), middle)?,
                };
                self.put(parts, "bolt b", bolt, other_turn, other_place)?;
                [put, tank]
            }
            PlantedKind::Touch | PlantedKind::Encroach => {
                let gap = if kind == PlantedKind::Touch { 0.0 } else { ENCROACHING };
                let place = self.origin() + DVec3::new(4.25, 0.75, 0.25);
                let a = self.put(parts, "pad a", pad, DMat3::IDENTITY, place)?;
                [a, self.put(parts, "pad b", pad, DMat3::IDENTITY, place + DVec3::X * (0.5 + gap))?]
            }
            PlantedKind::Duplicate => [
                self.put(parts, "bolt a", bolt, own_turn, own_place)?,
                self.put(parts, "bolt b", bolt, own_turn, own_place)?,
            ],
        };
        Ok(Some(Planted { kind, names }))
    }

    /// Adds a body and gives its name.
    fn put(
        &self,
        parts: &mut Vec<NamedPart>,
        what: &str,
        mesh: &Arc<Mesh>,
        rotation: DMat3,
        place: DVec3,
    ) -> Result<String, SceneError> {
        let name = self.name(what);
        let world_from_part = match rotation == DMat3::IDENTITY {
            true => Pose::from_translation(place)?,
            false => Pose::from_quaternion(DQuat::from_mat3(&rotation), place)?,
        };
        parts.push(NamedPart { name: name.clone(), mesh: Arc::clone(mesh), world_from_part });
        Ok(name)
    }

    fn name(&self, what: &str) -> String {
        let plain = format!("{what} {:04}", self.number);
        match self.naming {
            Naming::Plain => plain,
            Naming::Hostile => format!("{} {plain}", HOSTILE[self.number % HOSTILE.len()]),
        }
    }

    fn origin(&self) -> DVec3 {
        let Self { number, side, .. } = self;
        PITCH * DVec3::new((number % side) as f64, (number / side % side) as f64, (number / (side * side)) as f64)
    }

    /// A place near the corner of the bay.
    fn stray(&self, random: &mut SplitMix64) -> DVec3 {
        self.origin() + DVec3::from([(); 3].map(|()| random.between(-JITTER, JITTER)))
    }
}

/// Any turn about the vertical.
fn turn(random: &mut SplitMix64) -> DMat3 {
    DMat3::from_rotation_z(random.between(0.0, TAU))
}
