//! How CULLIDE prunes as a crowd gets denser (bodies and faces left after each round, pairs that images part), and how the bounds of a volume
//! by layered depth images close in with the resolution.
//!
//! `cargo run --release -p impinge-gpu --example cullide_rounds -- [bodies]`

use impinge::bound::Aabb;
use impinge::executor::Executor;
use impinge::math::{DVec3, Pose};
use impinge_gpu::cullide::Cullide;
use impinge_gpu::ldi::Ldi;
use impinge_gpu::{Choice, Gpu, Instance, Store};
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::{geodesic_sphere, torus};
use std::error::Error;
use std::io::Write;
use std::sync::Arc;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let bodies: usize = std::env::args().nth(1).map_or(Ok(200), |n| n.parse())?;
    let choice = std::env::var("IMPINGE_GPU").map_or(Choice::Fastest, Choice::Named);
    let gpu = Gpu::open(&choice)?;
    let mut out = std::io::stdout();
    writeln!(out, "{:?}", gpu.description())?;
    densities(&gpu, bodies, &mut out)?;
    resolutions(&gpu, &mut out)
}

/// Tori of 960 faces in ever smaller rooms.
fn densities(gpu: &Gpu, bodies: usize, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let (mut store, mut cullide) = (Store::new(gpu), Cullide::new(gpu));
    let mesh = store.add(&Arc::new(torus(0.4, 0.15, 40, 12)?))?;
    for room in [16.0, 8.0, 4.0, 3.0, 2.0, 1.5, 1.2] {
        let half = 0.5 * room * (bodies as f64).cbrt();
        let mut random = SplitMix64::new(1);
        let bounds = Aabb { min: DVec3::splat(-half), max: DVec3::splat(half) };
        let mut instances = Vec::new();
        for _ in 0..bodies {
            instances.push(Instance { mesh, world_from_body: random.pose(&bounds)? });
        }
        let mut ask = || cullide.query(gpu, &mut store, &instances, [256; 2], &Executor::Serial);
        ask()?;
        let start = Instant::now();
        let found = ask()?;
        let time = start.elapsed();
        writeln!(
            out,
            "room {room:4} a body: {} pairs of boxes, {} left and {} perhaps nested, {} meet; bodies {:?}, faces {:?}; {time:.1?}, {:?}",
            found.box_pairs,
            found.candidates,
            found.nestings,
            found.pairs.len(),
            found.body_rounds,
            found.face_rounds,
            found.cost
        )?;
    }
    Ok(())
}

/// What two balls of 2,000 faces share.
fn resolutions(gpu: &Gpu, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let (mut store, mut ldi) = (Store::new(gpu), Ldi::new(gpu));
    let mesh = store.add(&Arc::new(geodesic_sphere(1.0, 10)?))?;
    let at = |x: f64| Pose::from_translation(DVec3::X * x).map(|world_from_body| Instance { mesh, world_from_body });
    let both = [at(0.0)?, at(1.0)?];
    for side in [32, 64, 128, 256, 512] {
        ldi.pair(gpu, &mut store, &both, [side; 2])?;
        let start = Instant::now();
        let found = ldi.pair(gpu, &mut store, &both, [side; 2])?;
        writeln!(out, "{side} pixels: {:?}; {:.1?}, {:?}", found.overlap, start.elapsed(), found.cost)?;
    }
    Ok(())
}
