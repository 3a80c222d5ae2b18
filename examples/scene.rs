//! Bodies that fall onto the ground and onto each other: contacts that begin and end, step by step.
//!
//! `cargo run --release -p impinge-examples --example scene`
#![allow(clippy::print_stdout, reason = "an example prints")]

use impinge::executor::Executor;
use impinge::math::{DVec3, Pose};
use impinge::scene::{BodyOptions, ContactPhase, Model, Scene};
use impinge::shape::{Capsule, Cuboid, HalfSpace, Sphere};
use std::error::Error;

const STEP: f64 = 1.0 / 60.0;
const GRAVITY: f64 = 9.81;

fn main() -> Result<(), Box<dyn Error>> {
    let executor = Executor::try_new(0)?;
    let mut scene = Scene::default();
    let ground: Model = HalfSpace::try_new(DVec3::Z, 0.0)?.into();
    scene.insert(&ground, &Pose::IDENTITY, BodyOptions { name: Some("ground".into()), ..BodyOptions::default() })?;

    // A model is shared by any number of bodies.
    let models = [
        Model::convex(Sphere::try_new(0.4)?)?,
        Model::convex(Cuboid::try_new(DVec3::splat(0.35))?)?,
        Model::convex(Capsule::try_new(0.4, 0.2)?)?,
        impinge_scenes::solid::torus(0.4, 0.15, 24, 12)?.into(),
    ];
    let mut bodies = Vec::new();
    for k in 0..200_u32 {
        let place = DVec3::new(f64::from(k % 10), f64::from(k / 10 % 5), 1.5 + f64::from(k / 50));
        let id = scene.insert(&models[k as usize % 4], &Pose::from_translation(place)?, BodyOptions::default())?;
        bodies.push((id, place, 0.0));
    }

    for step in 0..90 {
        for (id, place, speed) in &mut bodies {
            *speed -= GRAVITY * STEP;
            place.z = (place.z + *speed * STEP).max(0.3);
            scene.set_pose(*id, &Pose::from_translation(*place)?)?;
        }
        let report = scene.step(&executor); // only pairs of which a body moved are tested
        let count = |phase: ContactPhase| report.events.iter().filter(|event| event.phase == phase).count();
        let (begun, ended) = (count(ContactPhase::Begin), count(ContactPhase::End));
        if begun + ended > 0 {
            println!("step {step}: {begun} contacts begin, {ended} end");
        }
    }
    let view = scene.view(&executor);
    let nearest = view.distance(bodies[0].0, bodies[1].0)?;
    println!("the first two bodies are {:.3} apart", nearest.length.value);
    Ok(())
}
