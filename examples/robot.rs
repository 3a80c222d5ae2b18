//! A robot arm in its cell at 10,000 configurations: which are free of collisions?
//!
//! `cargo run --release -p impinge-examples --example robot [CELL]`, with a scene file that has a robot, or the arm of docs/examples without it.
#![allow(clippy::print_stdout, reason = "an example prints")]

use impinge::executor::Executor;
use impinge::scene::{ConfigurationRequest, SceneOptions};
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

const CONFIGURATIONS: u32 = 10_000;

fn main() -> Result<(), Box<dyn Error>> {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/examples/cell.toml");
    let path = std::env::args().nth(1).map_or_else(|| PathBuf::from(default), PathBuf::from);
    let executor = Executor::try_new(0)?;
    let file = impinge_io::read_scene(&path)?;
    let mut cell = file.build(&SceneOptions::default())?;
    let Some(robot) = cell.robots.first() else { return Err("the scene has no robot".into()) };

    // Every joint swings between its limits, each at a rate of its own.
    let articulation = robot.articulation();
    let rows: Vec<Vec<f64>> = (0..CONFIGURATIONS)
        .map(|k| {
            let t = f64::from(k) / f64::from(CONFIGURATIONS);
            let swing = |joint: usize| 0.9 * (t * 40.0 * (joint + 1) as f64).sin();
            (0..articulation.dof()).map(swing).collect()
        })
        .collect();
    let rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();

    let start = Instant::now();
    let view = cell.scene.view(&executor); // borrows the scene: nothing moves while it is asked about
    let reports = view.configuration_rows(robot, &rows, ConfigurationRequest::FirstContact, &executor)?;
    let free = reports.iter().filter(|report| report.met.is_none()).count();
    println!("{free} of {CONFIGURATIONS} configurations are free, {:.3} s", start.elapsed().as_secs_f64());
    if let Some((a, b)) = reports.iter().find_map(|report| report.met) {
        println!("the first collision is of {a:?} with {b:?}");
    }
    Ok(())
}
