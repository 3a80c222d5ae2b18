//! What coherence saves on a motion of small steps, and what two threads save on a batch. Run with
//! `cargo run --release -p impinge --example coherence`.
#![expect(clippy::print_stdout, reason = "printing is what it is for")]

use impinge::executor::Executor;
use impinge::math::{DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{self, Batch, Budget, Coherent, DistanceGoal, IntersectsGoal, Query, WithinGoal};
use impinge_scenes::solid::{blob, torus};
use std::hint::black_box;
use std::time::Instant;

const STEPS: usize = 360;
const ROUNDS: usize = 7;

/// Poses of a body that circles another at a distance, turning by an angle a step.
fn motion(degrees: f64, away: f64) -> Result<Vec<Pose>, Box<dyn std::error::Error>> {
    let pose = |i: usize| {
        let angle = (i as f64 * degrees).to_radians();
        let turn = DQuat::from_rotation_z(angle) * DQuat::from_rotation_x(0.3 * angle);
        Ok(Pose::from_quaternion(turn, DVec3::new(away, 0.1 * (3.0 * angle).sin(), 0.05))?)
    };
    (0..STEPS).map(pose).collect()
}

/// Microseconds a step of some ways of doing the same: the least of rounds in which they take turns.
fn race<const N: usize>(mut ways: [&mut dyn FnMut(); N]) -> [f64; N] {
    let mut best = [f64::INFINITY; N];
    for _ in 0..ROUNDS {
        for (way, best) in ways.iter_mut().zip(&mut best) {
            let start = Instant::now();
            way();
            *best = best.min(start.elapsed().as_secs_f64() * 1e6 / STEPS as f64);
        }
    }
    best
}

fn row(name: &str, [plain, coherent]: [f64; 2], steps: [u64; 2], hits: &pair::CoherenceHits) {
    let percent = |part: u64, whole: u64| 100.0 * part as f64 / whole.max(1) as f64;
    println!(
        "  {name:<12} {plain:>8.2} {coherent:>8.2} {:>6.2}   {:>6} {:>6}   {:>5.0} {:>5.0} {:>5.0} {:>5.0}",
        plain / coherent,
        steps[0] / 8 / STEPS as u64,
        steps[1] / 8 / STEPS as u64,
        percent(hits.by_motion, hits.queries),
        percent(hits.witness_stood, hits.witness_tried),
        percent(hits.stops_stood, hits.stops_tried),
        percent(hits.walks_from_roots, hits.queries),
    );
}

fn compare(a: &Mesh, b: &Mesh, poses: &[Pose], clearance: f64) {
    let plain_meeting =
        poses.iter().map(|p| Query::new(a, b, p, IntersectsGoal).advance(&Budget::UNLIMITED).cost.box_tests).sum();
    let plain_distance = poses
        .iter()
        .map(|p| Query::new(a, b, p, DistanceGoal::default()).advance(&Budget::UNLIMITED).cost.box_tests)
        .sum();
    let close = WithinGoal { clearance, witness: None };
    let within = |p| Query::new(a, b, p, close).advance(&Budget::UNLIMITED).cost.box_tests;
    let plain_within = poses.iter().map(within).sum();
    let mut pair = Coherent::new(a, b);
    poses.iter().for_each(|p| _ = black_box(pair.intersects(p)));
    let times = race([&mut || poses.iter().for_each(|p| _ = black_box(pair::intersects(a, b, p))), &mut || {
        let mut pair = Coherent::new(a, b);
        poses.iter().for_each(|p| _ = black_box(pair.intersects(p)));
    }]);
    row("intersects", times, [plain_meeting, pair.cost().box_tests], &pair.hits());
    let mut pair = Coherent::new(a, b);
    poses.iter().for_each(|p| _ = black_box(pair.within(p, clearance)));
    let times = race([&mut || poses.iter().for_each(|p| _ = black_box(pair::within(a, b, p, clearance))), &mut || {
        let mut pair = Coherent::new(a, b);
        poses.iter().for_each(|p| _ = black_box(pair.within(p, clearance)));
    }]);
    row("within", times, [plain_within, pair.cost().box_tests], &pair.hits());
    let mut pair = Coherent::new(a, b);
    poses.iter().for_each(|p| _ = black_box(pair.distance(p)));
    let times = race([&mut || poses.iter().for_each(|p| _ = black_box(pair::distance(a, b, p))), &mut || {
        let mut pair = Coherent::new(a, b);
        poses.iter().for_each(|p| _ = black_box(pair.distance(p)));
    }]);
    row("distance", times, [plain_distance, pair.cost().box_tests], &pair.hits());
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let bodies = [
        ("bumpy spheres, 50,000", blob(1, 50_000, 0.2)?, blob(2, 50_000, 0.2)?),
        ("a torus and a bumpy sphere, 20,000", torus(1.0, 0.4, 140, 70)?, blob(3, 20_000, 0.2)?),
    ];
    println!("us a query and steps (eight boxes each) without and with memory; hits in percent");
    println!(
        "  {:<12} {:>8} {:>8} {:>6}   {:>6} {:>6}   {:>5} {:>5} {:>5} {:>5}",
        "", "plain", "memory", "ratio", "steps", "steps", "moved", "faces", "stops", "roots"
    );
    for (name, a, b) in &bodies {
        for mesh in [a, b] {
            mesh.prepare(&Executor::serial());
        }
        for (degrees, away) in [(1.0, 2.6), (1.0, 2.2), (1.0, 1.2), (5.0, 2.6)] {
            println!("{name}, {degrees}° a step, {away} between the middles");
            compare(a, b, &motion(degrees, away)?, 0.2);
        }
    }
    let executors = [Executor::try_new(1)?, Executor::try_new(2)?];
    println!("batches of {STEPS}, us a query on one thread and on two");
    for (name, a, b) in &bodies {
        for away in [2.6, 1.2] {
            let poses = motion(1.0, away)?;
            let batch = Batch::of_poses(a, b, &poses);
            let [one, two] = &executors;
            let meeting = race([&mut || drop(batch.intersects(one)), &mut || drop(batch.intersects(two))]);
            let contacts = race([&mut || drop(batch.count_contacts(one)), &mut || drop(batch.count_contacts(two))]);
            let distance = race([&mut || drop(batch.distance(one)), &mut || drop(batch.distance(two))]);
            for (query, [one, two]) in [("intersects", meeting), ("contacts", contacts), ("distance", distance)] {
                println!("  {name}, {away}: {query:<10} {one:>8.2} {two:>8.2} {:>6.2}", one / two);
            }
        }
    }
    Ok(())
}
