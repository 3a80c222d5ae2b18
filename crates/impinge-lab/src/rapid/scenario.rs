//! The two scenes of Lin, Manocha, Cohen and Gottschalk (1996, section 5), ready to be set in motion.

use crate::dynamics::rigid_body::{ForceField, MotionLaw, RigidBody};
use anyhow::Context;
use impinge::bound::Aabb;
use impinge::math::{DQuat, DVec3};
use impinge::mesh::Mesh;
use impinge::pair;
use impinge_scenes::{SplitMix64, Surface, pipework, pivot, torpedo};

/// A body that moves among fixed surroundings.
pub struct Scenario {
    /// A word for it, also the beginning of its files' names.
    pub name: &'static str,
    /// What stays, its frame being the world.
    pub environment: Mesh,
    /// What moves.
    pub object: Mesh,
    /// How the object begins.
    pub start: RigidBody,
    /// How it moves.
    pub law: MotionLaw,
    /// How all of it is best looked at.
    pub whole: View,
    /// How its contacts are best looked at.
    pub near: View,
}

/// A point of view.
#[derive(Clone, Copy, Debug)]
pub struct View {
    /// The direction from the scene to the eye.
    pub towards_eye: DVec3,
    /// What is cut away to see the rest.
    pub cut: Cut,
}

/// What is cut away from a picture.
#[derive(Clone, Copy, Debug)]
pub enum Cut {
    /// Nothing.
    Nothing,
    /// The surroundings that stand nearer to the eye than the object's middle by this multiple of its diagonal.
    BeforeObject(f64),
    /// All that lies in a direction from a contact, from so far before it on.
    Section(DVec3, f64),
}

/// How many times smaller the pipes are that fall inside the pipes.
const SHRINKING: f64 = 15.0;

/// The pipes inside the pipes: the smaller cube starts near the surface of the larger one, clear of all pipes, and is
/// pulled to its middle.
///
/// # Errors
/// No start was found that is clear, or no pipes have that many triangles.
pub fn pipes(seed: u64, triangles: usize) -> anyhow::Result<Scenario> {
    /// Where the middle of the smaller cube may start; the larger one ends at 4.18.
    const OUTERMOST: f64 = 3.6;
    const PATIENCE: usize = 10_000;
    let environment = pipework::interweaving_pipes(seed, triangles)?;
    let object = Surface::of(&environment).mapped(|p| p / SHRINKING).mesh()?;
    let mut random = SplitMix64::new(seed);
    let cube = Aabb { min: DVec3::splat(-OUTERMOST), max: DVec3::splat(OUTERMOST) };
    let outward = |p: DVec3| p * (OUTERMOST / p.abs().max_element().max(f64::MIN_POSITIVE));
    let mut start = (0..PATIENCE)
        .map(|_| RigidBody::at_rest(&object, outward(random.point(&cube)), random.rotation()))
        .find(|body| body.world_from_mesh().is_ok_and(|pose| !pair::intersects(&environment, &object, &pose)))
        .with_context(|| format!("seed {seed}: no place for the smaller pipes was found; try another --seed"))?;
    start.spin = random.direction();
    let law = MotionLaw {
        field: ForceField::Inward(1.7),
        step: 0.006,
        restitution: 0.5,
        friction: 0.1,
        lift: 0.02,
        drag: 0.02,
    };
    let view = |before| View { towards_eye: DVec3::new(0.55, -1.0, 0.5), cut: Cut::BeforeObject(before) };
    let (whole, near) = (view(0.0), view(0.5));
    Ok(Scenario { name: "pipes", environment, object, start, law, whole, near })
}

/// The torpedo on the pivot: it lies a little above the rollers, falls on them and slides to and fro, drawn by a spring.
///
/// # Errors
/// None that the fixed shapes could give.
pub fn torpedo(seed: u64) -> anyhow::Result<Scenario> {
    let (environment, object) = (pivot::pivot()?, torpedo::torpedo()?);
    let mut random = SplitMix64::new(seed);
    let turn = DQuat::from_rotation_x(random.between(0.0, std::f64::consts::TAU));
    let start = RigidBody::at_rest(&object, DVec3::new(-0.3, 0.0, 0.01), turn);
    let field = ForceField::Down { pull: 9.81, spring: 40.0 };
    let law = MotionLaw { field, step: 0.001, restitution: 0.2, friction: 0.0, lift: 0.01, drag: 0.02 };
    let whole = View { towards_eye: DVec3::new(0.75, -1.0, 0.42), cut: Cut::Nothing };
    let near = View { towards_eye: DVec3::new(1.0, -0.35, 0.25), cut: Cut::Section(DVec3::X, 0.12) };
    Ok(Scenario { name: "torpedo", environment, object, start, law, whole, near })
}
