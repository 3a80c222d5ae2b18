//! `impinge-ranks`: the last cycle of two approaching spheres, over MPI ranks. `impinge lab kitamura` starts it under mpirun.

use anyhow::bail;
use clap::Parser;
use impinge::executor::Executor;
use impinge_classics::octree::mpi::{BodyPortion, MeshPart, PairSharing, RankDetection, Ranks, Traffic, mpi};
use impinge_classics::octree::{Detection, MovingBody, OctreeOptions, PoseInterpolation, detect};
use impinge_scenes::approaching_spheres::Approach;
use mpi::traits::Communicator;
use serde::Serialize;
use std::io::Write;
use std::num::NonZeroU32;
use std::time::{Duration, Instant};

/// Colliding faces of two spheres over MPI ranks, timed
///
/// The spheres of Kitamura et al. (1995) in their last cycle. Every rank holds its share of the faces; pairs are shared out statically and dynamically, in turns. The root
/// prints one JSON object for each.
#[derive(Parser)]
#[command(
    version,
    after_help = "Example:\n  mpirun -n 4 impinge-ranks --meridians 64\n\nExit codes: 0 done, 2 ranks and one processor do not agree, or bad usage."
)]
struct Args {
    /// Meridians of each sphere: 32 make 960 faces, 64 make 3,968
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(4..=4096))]
    meridians: u32,
    /// After how many cycles they collide
    #[arg(long, default_value_t = 72, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    cycles: u32,
    /// How often each way is timed; the fastest counts
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    rounds: u32,
    /// Pairs that a rank gets when it asks
    #[arg(long, default_value_t = NonZeroU32::MIN)]
    run: NonZeroU32,
}

/// What one way found and took.
#[derive(Serialize)]
struct Measurement {
    faces: usize,
    ranks: usize,
    sharing: &'static str,
    microseconds: f64,
    checked: usize,
    colliding: usize,
    requests: u64,
    pairs: u64,
    reported: u64,
    faces_sent: u64,
    messages: u64,
    bytes: u64,
}

fn main() -> std::process::ExitCode {
    let words = Args::parse();
    // A rank that has failed must not leave the others waiting.
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        report(panic);
        std::process::abort();
    }));
    let Some(universe) = mpi::initialize() else {
        let _ = writeln!(std::io::stderr(), "error: MPI could not be initialised");
        return std::process::ExitCode::from(2);
    };
    let world = universe.world();
    if let Err(error) = run(&words, &Ranks::new(&world)) {
        let _ = writeln!(std::io::stderr(), "error: {error:#}");
        // Others may be waiting for this rank.
        world.abort(2);
    }
    std::process::ExitCode::SUCCESS
}

fn run(words: &Args, ranks: &Ranks) -> anyhow::Result<()> {
    let spheres = Approach::new(words.meridians, words.cycles)?;
    let poses = spheres.poses(words.cycles)?;
    let part = MeshPart::deal(&spheres.mesh, ranks.rank(), ranks.count());
    let portions = part.iter().flat_map(|part| {
        let moving = poses.map(|[from, to]| MovingBody::rigid(&part.mesh, &from, &to, PoseInterpolation::Screw));
        (0..).zip(moving).map(|(body, moving)| BodyPortion::try_new(body, moving, &part.faces))
    });
    let portions = portions.collect::<Result<Vec<_>, _>>()?;
    let whole = poses.map(|[from, to]| MovingBody::rigid(&spheres.mesh, &from, &to, PoseInterpolation::Screw));
    let expected = detect(&whole, &OctreeOptions::default(), &Executor::serial());
    let ways = [PairSharing::Static, PairSharing::Dynamic { run: words.run }];
    let mut best: [Option<(Duration, RankDetection)>; 2] = [None, None];
    for _ in 0..words.rounds {
        for (sharing, best) in ways.into_iter().zip(&mut best) {
            ranks.wait_for_all();
            let start = Instant::now();
            let Some(found) = ranks.detect(&portions, &OctreeOptions::default(), sharing)? else { continue };
            let time = start.elapsed();
            agree(&expected, &found.detection)?;
            if best.as_ref().is_none_or(|(least, _)| time < *least) {
                *best = Some((time, found));
            }
        }
    }
    let mut out = std::io::stdout().lock();
    for (sharing, best) in ["static", "dynamic"].into_iter().zip(best) {
        let Some((time, RankDetection { detection, traffic, .. })) = best else { continue };
        let Traffic { requests, pairs, reported, faces, messages, bytes, .. } = traffic;
        let row = Measurement {
            faces: spheres.mesh.faces().len(),
            ranks: ranks.count(),
            sharing,
            microseconds: time.as_secs_f64() * 1e6,
            checked: detection.counts.checked,
            colliding: detection.pairs.len(),
            requests,
            pairs,
            reported,
            faces_sent: faces,
            messages,
            bytes,
        };
        writeln!(out, "{}", serde_json::to_string(&row)?)?;
    }
    Ok(())
}

fn agree(expected: &Detection, found: &Detection) -> anyhow::Result<()> {
    if expected.pairs != found.pairs {
        bail!(
            "{} pairs of faces by one processor, {} by ranks; this is a bug",
            expected.pairs.len(),
            found.pairs.len()
        );
    }
    Ok(())
}
