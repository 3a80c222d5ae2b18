//! A sheet that is folded over: its faces that meet, its faces that come close, and what meets on the way.
//!
//! `cargo run --release -p impinge-examples --example cloth`
#![allow(clippy::print_stdout, reason = "an example prints")]

use impinge::deform::Deformable;
use impinge::executor::Executor;
use impinge::math::DVec3;
use std::error::Error;

const CELLS: u32 = 100;

fn main() -> Result<(), Box<dyn Error>> {
    let executor = Executor::try_new(0)?;
    let mut cloth = Deformable::try_new(&vertices(0.0), faces(), &executor)?;
    for frame in 1..=8 {
        let next = vertices(f64::from(frame) / 8.0);
        let impacts = cloth.step_to(&next, &executor)?.self_impacts(&executor); // along straight vertex paths
        cloth.update(&next, &executor)?; // the tree is refitted, repaired or sorted, whichever is best
        let contacts = cloth.self_contacts(&executor);
        let near = cloth.self_proximity(0.002, &executor)?;
        println!(
            "frame {frame}: {} pairs of faces meet, {} are within 2 mm; the way there is {}",
            contacts.meeting.len(),
            near.pairs.len(),
            if impacts.is_free() { "free" } else { "not free" }
        );
    }
    Ok(())
}

/// A square sheet of side 1, folded by an angle that grows from 0 to somewhat more than half a turn.
fn vertices(fold: f64) -> Vec<DVec3> {
    let angle = fold * 3.2;
    let vertex = |i: u32, j: u32| {
        let (x, y) = (f64::from(i) / f64::from(CELLS), f64::from(j) / f64::from(CELLS));
        let beyond = x - 0.5;
        match beyond > 0.0 {
            true => DVec3::new(0.5 + beyond * angle.cos(), y, beyond * angle.sin()),
            false => DVec3::new(x, y, 0.0),
        }
    };
    (0..=CELLS).flat_map(|j| (0..=CELLS).map(move |i| vertex(i, j))).collect()
}

fn faces() -> Vec<[u32; 3]> {
    let at = |i: u32, j: u32| j * (CELLS + 1) + i;
    let cell =
        |i: u32, j: u32| [[at(i, j), at(i + 1, j), at(i, j + 1)], [at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]];
    (0..CELLS).flat_map(|j| (0..CELLS).flat_map(move |i| cell(i, j))).collect()
}
