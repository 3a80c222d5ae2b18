//! An assembly at one time, checked, and compared with another time.

use crate::checking::{check, members};
use impinge::executor::Executor;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge_clash::{AssemblyBody, Baseline, Clash, ClashChange, ClashRecord};
use impinge_scenes::plant::{Naming, Plant, PlantOptions, plant};
use impinge_scenes::{NamedPart, SplitMix64, Surface};
use std::collections::BTreeMap;
use std::sync::Arc;

/// With a clearance, what touches up to rounding is found; no bracket touches a beam, so there are contacts missing.
pub const RULES: &str = "[defaults]\nclearance = 0.01\n[[expect]]\nname = 'held'\nbetween = ['bracket *', 'beam *']\n";

/// A checked assembly.
pub struct Revision {
    pub clashes: Vec<Clash>,
    members: Vec<AssemblyBody>,
}

impl Revision {
    /// A check, compared with nothing.
    pub fn first(parts: &[NamedPart]) -> Self {
        let members = members(parts);
        let clashes = check(&members, RULES, &Executor::try_new(2).unwrap());
        Self { clashes, members }
    }

    /// A check, compared with this one by way of its report.
    pub fn next(&self, parts: &[NamedPart]) -> Self {
        let mut next = Self::first(parts);
        Baseline::parse(&self.report()).unwrap().compare(&mut next.clashes, &next.members);
        next
    }

    /// The report in JSON.
    pub fn report(&self) -> Vec<u8> {
        let body = |member: &AssemblyBody| {
            let mut body = serde_json::to_value(member.signature().unwrap()).unwrap();
            body["name"] = member.name.clone().into();
            body
        };
        let bodies: Vec<_> = self.members.iter().map(body).collect();
        let clashes: Vec<ClashRecord<'_>> =
            self.clashes.iter().map(|clash| ClashRecord::new(clash, Some("G1"))).collect();
        serde_json::to_vec(&serde_json::json!({ "schema": 1, "bodies": bodies, "clashes": clashes })).unwrap()
    }

    /// What has become of every clash, by its id.
    pub fn changes(&self) -> BTreeMap<&str, Option<ClashChange>> {
        let changes: BTreeMap<_, _> = self.clashes.iter().map(|clash| (clash.id.as_str(), clash.change)).collect();
        assert_eq!(changes.len(), self.clashes.len(), "every id is there once");
        changes
    }

    /// The clash of two bodies.
    pub fn of(&self, names: &[String; 2]) -> &Clash {
        let [a, b] = names;
        let is_it = |clash: &&Clash| clash.names == [a.clone(), b.clone()] || clash.names == [b.clone(), a.clone()];
        self.clashes.iter().find(is_it).unwrap()
    }
}

/// A small plant with two clashes of every kind.
pub fn small_plant(seed: u64) -> Plant {
    plant(&PlantOptions { seed, bodies: 150, triangles: 40_000, clashes: 2, naming: Naming::Plain }).unwrap()
}

/// The part of this name.
pub fn part<'a>(parts: &'a mut [NamedPart], name: &str) -> &'a mut NamedPart {
    parts.iter_mut().find(|part| part.name == name).unwrap()
}

/// Moves a part.
pub fn shift(part: &mut NamedPart, by: DVec3) {
    let shift = Pose::from_translation(by).unwrap();
    part.world_from_part = shift.compose(&part.world_from_part).unwrap();
}

/// The bodies in another order.
pub fn reordered(mut parts: Vec<NamedPart>, seed: u64) -> Vec<NamedPart> {
    SplitMix64::new(seed).shuffle(&mut parts);
    parts
}

/// Triangles and vertices of every body in another order.
pub fn shuffled(mut parts: Vec<NamedPart>, seed: u64) -> Vec<NamedPart> {
    for (k, part) in parts.iter_mut().enumerate() {
        part.mesh = Arc::new(Surface::of(&part.mesh).shuffled(seed + k as u64).mesh().unwrap());
    }
    parts
}

/// The whole assembly elsewhere, turned.
pub fn turned(mut parts: Vec<NamedPart>, seed: u64) -> Vec<NamedPart> {
    let mut random = SplitMix64::new(seed);
    let motion = Pose::from_quaternion(random.rotation(), random.between(20.0, 100.0) * random.direction()).unwrap();
    for part in &mut parts {
        part.world_from_part = motion.compose(&part.world_from_part).unwrap();
    }
    parts
}

/// Every vertex in the world and in single precision, as many files have them.
pub fn exported(mut parts: Vec<NamedPart>) -> Vec<NamedPart> {
    for part in &mut parts {
        let place = part.world_from_part;
        let rounded = |p: &DVec3| place.transform_point(*p).as_vec3().as_dvec3();
        let vertices = part.mesh.vertices().iter().map(rounded).collect();
        part.mesh = Arc::new(Mesh::try_new(vertices, part.mesh.faces().to_vec()).unwrap());
        part.world_from_part = Pose::IDENTITY;
    }
    parts
}
