//! A tool that moves past a fixture while it turns: when is it in contact, and where first? Or is its way proved free?
//!
//! `cargo run --release -p impinge-examples --example motion`
#![allow(clippy::print_stdout, reason = "an example prints")]

use impinge::math::{DQuat, DVec3, Pose};
use impinge::pair::{self, Motion, MovingMesh, SweepOptions};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let fixture = impinge_scenes::solid::torus(2.0, 0.5, 48, 24)?;
    let tool = impinge_scenes::solid::torus(0.6, 0.2, 32, 16)?;
    for height in [0.0, 0.4, 0.8, 1.2] {
        let from = Pose::from_translation(DVec3::new(-6.0, 0.0, height))?;
        let to = Pose::from_quaternion(DQuat::from_rotation_y(1.0), DVec3::new(6.0, 0.0, height))?;
        let motion = Motion::slerp(&from, &to);
        let still = Motion::still(&Pose::IDENTITY);
        let [fixed, moving] =
            [MovingMesh { mesh: &fixture, motion: &still }, MovingMesh { mesh: &tool, motion: &motion }];
        let sweep = pair::sweep(fixed, moving, &SweepOptions::default())?;
        match (sweep.is_free(), &sweep.impact) {
            (true, _) => println!("height {height}: the way is free"),
            (false, None) => println!("height {height}: in contact from the start"),
            (false, Some(impact)) => println!(
                "height {height}: {} intervals of contact, first at t = {:.6} at {:.3}",
                sweep.intervals.len(),
                impact.time.lower,
                impact.points[0]
            ),
        }
    }
    Ok(())
}
