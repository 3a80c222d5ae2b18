//! A body at 100,000 poses against a fixed one, over all cores: which poses collide, and how far apart are the others?
//!
//! `cargo run --release -p impinge-examples --example many_poses [FIXED MOVING]`, with two mesh files, or two gears without them.
#![allow(clippy::print_stdout, reason = "an example prints")]

use impinge::executor::Executor;
use impinge::math::{DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::Batch;
use std::error::Error;
use std::f64::consts::TAU;
use std::time::Instant;

const POSES: u32 = 100_000;

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<String> = std::env::args().skip(1).collect();
    let [fixed, moving] = match paths.as_slice() {
        [fixed, moving] => [read(fixed)?, read(moving)?],
        _ => [impinge_scenes::solid::torus(2.0, 0.5, 48, 24)?, impinge_scenes::solid::torus(1.0, 0.3, 48, 24)?],
    };
    let executor = Executor::try_new(0)?; // one thread for each core; the answers are the same on one
    fixed.prepare(&executor); // builds the trees now instead of at the first query
    moving.prepare(&executor);

    // A helix around the fixed body, the moving one turning on its way.
    let size = fixed.bounds().size().max_element();
    let poses: Vec<Pose> = (0..POSES)
        .map(|k| {
            let t = f64::from(k) / f64::from(POSES);
            let place = DVec3::new((7.0 * t * TAU).cos(), (7.0 * t * TAU).sin(), 2.0 * t - 1.0) * 0.6 * size;
            Pose::from_quaternion(DQuat::from_rotation_x(31.0 * t * TAU), place)
        })
        .collect::<Result<_, _>>()?;

    let start = Instant::now();
    let batch = Batch::of_poses(&fixed, &moving, &poses);
    let colliding = batch.intersects(&executor).into_iter().filter(|meet| *meet).count();
    println!("{colliding} of {POSES} poses collide, {:.2} s", start.elapsed().as_secs_f64());

    let start = Instant::now();
    let gaps = batch.distance(&executor); // 0 where they meet
    let widest = gaps.iter().map(|gap| gap.value).fold(0.0, f64::max);
    println!("the widest gap is {widest:.3}, {:.2} s", start.elapsed().as_secs_f64());
    Ok(())
}

/// All bodies of a file as one mesh.
fn read(path: &str) -> Result<Mesh, Box<dyn Error>> {
    let bodies = impinge_io::read(path)?;
    let triangles: Vec<_> =
        bodies.iter().flat_map(|body| body.mesh.face_ids().map(|face| body.mesh.triangle(face))).collect();
    Ok(Mesh::from_triangles(&triangles)?)
}
