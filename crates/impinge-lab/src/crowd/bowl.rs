//! A vibratory bowl and the mixed parts that are poured into it: gears, bolts, rings, boxes, balls, rods and pebbles.
//!
//! Lin, Manocha, Cohen and Gottschalk (1996, section 2): "a vibratory parts feeder can contain up to hundreds of mechanical parts
//! moving simultaneously under periodical force impulses in a vibratory bowl or tray." Lengths in metres.

use crate::crowd::models::surface;
use crate::dynamics::rigid_body::RigidBody;
use impinge::math::{DVec2, DVec3};
use impinge::mesh::Mesh;
use impinge::scene::Model;
use impinge::shape::{Capsule, Cuboid, Polytope, Sphere};
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::{Bolt, Gear, cuboid, icosphere, solid_of_revolution, torus};
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

/// Parts are at most this long.
const LONGEST: f64 = 0.19;

/// Where parts start: how far from the axis at most, and how high at least.
const START_RADIUS: f64 = 0.72;
const START_HEIGHT: f64 = 0.95;

/// A kind of part.
#[derive(Clone, Debug)]
pub struct PartKind {
    pub name: &'static str,
    /// What the scene knows it as.
    pub model: Model,
    /// What it bounces and is drawn as; of curved shapes a polyhedron near it.
    pub mesh: Arc<Mesh>,
}

/// A part on its way into the bowl.
#[derive(Clone, Copy, Debug)]
pub struct BowlPart {
    /// Which kind.
    pub kind: usize,
    pub start: RigidBody,
}

/// The bowl: hollow, open above, round its axis, its lowest inner point at the origin.
///
/// # Errors
/// None that the fixed shape could give.
pub fn bowl() -> anyhow::Result<Mesh> {
    const THICKNESS: f64 = 0.1;
    /// Where the rounded floor goes over into the wall.
    const FLOOR: f64 = 1.0;
    let inner = (0..=8).map(|k| FLOOR * f64::from(k) / 8.0).map(|r| DVec2::new(r, 0.45 * r * r));
    let wall = [(1.12, 0.85), (1.12 + THICKNESS, 0.85), (FLOOR + THICKNESS, 0.35), (0.75, -THICKNESS)].map(DVec2::from);
    let profile: Vec<DVec2> = inner.chain(wall).chain([DVec2::new(0.0, -THICKNESS)]).collect();
    Ok(solid_of_revolution(&profile, 64)?)
}

/// All kinds of parts.
///
/// # Errors
/// None that the fixed shapes could give.
pub fn kinds(seed: u64) -> anyhow::Result<Vec<PartKind>> {
    let gear =
        Gear { teeth: 12, module: 0.012, width: 0.05, bore: 0.03, bore_segments: 16, backlash: 0.001, phase: 0.0 };
    let bolt = Bolt { head_radius: 0.05, head_height: 0.03, shank_radius: 0.024, shank_length: 0.12, segments: 16 };
    let ring = torus(0.06, 0.022, 24, 12)?;
    let of_mesh = |name, mesh: Mesh| {
        let mesh = Arc::new(mesh);
        PartKind { name, model: Model::from(Arc::clone(&mesh)), mesh }
    };
    let mut kinds = vec![of_mesh("gear", gear.solid()?), of_mesh("bolt", bolt.solid()?), of_mesh("ring", ring)];
    let half = DVec3::new(0.07, 0.05, 0.035);
    let mut of_shape = |name, model: Model, mesh: Mesh| kinds.push(PartKind { name, model, mesh: Arc::new(mesh) });
    of_shape("box", Model::convex(Cuboid::try_new(half)?)?, cuboid(-half, half)?);
    of_shape("ball", Model::convex(Sphere::try_new(0.055)?)?, icosphere(0.055, 2)?);
    of_shape("rod", Model::convex(Capsule::try_new(0.055, 0.028)?)?, rod(0.055, 0.028)?);
    let mut random = SplitMix64::new(seed);
    let points: Vec<DVec3> = (0..24).map(|_| DVec3::new(0.08, 0.06, 0.045) * random.direction()).collect();
    let pebble = Polytope::try_new(&points)?;
    let mesh = surface(&pebble)?;
    of_shape("pebble", Model::convex(pebble)?, mesh);
    Ok(kinds)
}

/// A capsule about the z axis as a polyhedron: half the length of its axis without the caps, and a radius.
fn rod(half_height: f64, radius: f64) -> anyhow::Result<Mesh> {
    const RINGS: u32 = 4;
    let cap = |end: f64| {
        (1..=RINGS).map(move |k| {
            let (sin, cos) = (FRAC_PI_2 * f64::from(k) / f64::from(RINGS)).sin_cos();
            DVec2::new(radius * sin, end * (half_height + radius * cos))
        })
    };
    let pole = |end: f64| DVec2::new(0.0, end * (half_height + radius));
    let lower = [pole(-1.0)].into_iter().chain(cap(-1.0));
    let upper: Vec<DVec2> = cap(1.0).collect();
    let profile: Vec<DVec2> = lower.chain(upper.into_iter().rev()).chain([pole(1.0)]).collect();
    Ok(solid_of_revolution(&profile, 16)?)
}

/// Parts above the bowl, apart from each other, layer upon layer; the same seed gives the same bits.
pub fn parts(kinds: &[PartKind], count: usize, seed: u64) -> Vec<BowlPart> {
    let mut random = SplitMix64::new(seed);
    let rows = (START_RADIUS / LONGEST) as i32;
    let across =
        (-rows..=rows).flat_map(|i| (-rows..=rows).map(move |j| LONGEST * DVec2::new(f64::from(i), f64::from(j))));
    let layer: Vec<DVec2> = across.filter(|p| p.length() <= START_RADIUS).collect();
    let place = |k: usize| layer[k % layer.len()].extend(START_HEIGHT + LONGEST * (k / layer.len()) as f64);
    (0..count)
        .map(|k| {
            let kind = random.below(kinds.len() as u64) as usize;
            let turn = random.rotation().normalize();
            BowlPart { kind, start: RigidBody::at_rest(&kinds[kind].mesh, place(k), turn) }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::executor::Executor;
    use impinge::math::Pose;
    use impinge::scene::{BodyOptions, Scene};

    #[test]
    fn all_kinds_are_solids_that_start_apart() {
        let kinds = kinds(1).unwrap();
        assert!(bowl().unwrap().is_closed() && bowl().unwrap().defects().is_empty());
        for kind in &kinds {
            assert!(kind.mesh.is_closed() && kind.mesh.defects().is_empty(), "{}", kind.name);
            let longest =
                kind.mesh.vertices().iter().map(|p| (*p - kind.mesh.bounds().centre()).length()).fold(0.0, f64::max);
            assert!(2.0 * longest < LONGEST, "{}: {longest}", kind.name);
            // What it is drawn as is what the scene knows.
            let [drawn, known] = [kind.mesh.bounds(), kind.model.bounds_at(&Pose::IDENTITY)];
            assert!((drawn.size() - known.size()).abs().max_element() < 0.003, "{}", kind.name);
            assert!((drawn.centre() - known.centre()).length() < 0.002, "{}", kind.name);
        }
        let mut scene = Scene::default();
        scene.insert(&Model::from(bowl().unwrap()), &Pose::IDENTITY, BodyOptions::default()).unwrap();
        let parts = parts(&kinds, 300, 4);
        for part in &parts {
            let pose = part.start.world_from_mesh().unwrap();
            scene.insert(&kinds[part.kind].model, &pose, BodyOptions::default()).unwrap();
        }
        assert!(scene.step(&Executor::serial()).events.is_empty());
        let used = |kind: usize| parts.iter().filter(|part| part.kind == kind).count();
        assert!((0..kinds.len()).all(|kind| used(kind) > 15));
    }
}
