//! A cart in a hall with walls: where it stands, how much room it has, and when it hits the wall.
//!
//! `cargo run --release -p impinge-examples --example polygons`
#![allow(clippy::print_stdout, reason = "an example prints")]

use impinge::math::DVec2;
use impinge_planar::{Motion, Polygon, Pose2, Request};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let square =
        |half: f64| [[-half, -half], [half, -half], [half, half], [-half, half]].map(DVec2::from_array).to_vec();
    // What an odd number of rings is around is inside: a wall of thickness 1.
    let hall = Polygon::try_new(vec![square(10.0), square(9.0)])?;
    let cart = Polygon::try_new(vec![square(1.0)])?;
    let start = Pose2::from_degrees(90.0, DVec2::new(5.0, 0.0))?; // quarter turns are exact
    let report = impinge_planar::relate(&hall, &cart, &start, &Request::default());
    println!("{}, {} to the wall", report.relation.name(), impinge_planar::distance(&hall, &cart, &start).value);
    let sweep = impinge_planar::sweep(&hall, &cart, &start, &Motion::translation(DVec2::new(4.0, 0.0))?);
    match sweep.intervals.first() {
        Some(contact) => println!("it hits the wall after {} of its way", contact.begin.lower),
        None => println!("its way is free"),
    }
    Ok(())
}
