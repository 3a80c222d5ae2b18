//! Ranks find the pairs of one processor, in the same order, with as many messages as they should: under `mpirun -n 1`, 2 and 4.
//!
//! Run by cargo, it starts itself under mpirun; there, every rank deals itself its faces, and the root compares.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]
#![expect(clippy::print_stdout, reason = "a test that runs itself")]

use impinge::executor::Executor;
use impinge::math::{DVec3, Pose, axis_angle};
use impinge::mesh::Mesh;
use impinge_classics::octree::mpi::{
    BodyPortion, BodyPortionError, MeshPart, PairSharing, RankDetection, Ranks, RanksError, mpi,
};
use impinge_classics::octree::{Accesses, Detection, MovingBody, OctreeOptions, PoseInterpolation, WorldCube, detect};
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::{blob, cuboid, uv_sphere};
use std::num::NonZeroU32;
use std::process::{Command, ExitCode};

/// What tells a process that it is a rank.
const RANK: &str = "--as-a-rank";

fn main() -> ExitCode {
    if std::env::args().any(|argument| argument == RANK) {
        as_a_rank();
        return ExitCode::SUCCESS;
    }
    let itself = std::env::current_exe().unwrap();
    let mut failed = 0;
    for count in ["1", "2", "4"] {
        let run = Command::new("mpirun")
            .args(["-n", count])
            .arg(&itself)
            .arg(RANK)
            // More ranks than processors, by whatever user, in a container.
            .envs([("OMPI_MCA_rmaps_base_oversubscribe", "1"), ("OMPI_MCA_btl_vader_single_copy_mechanism", "none")])
            .envs([("OMPI_ALLOW_RUN_AS_ROOT", "1"), ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")])
            .output();
        let run = run.unwrap_or_else(|error| panic!("mpirun, which the feature mpi needs: {error}"));
        let said = String::from_utf8_lossy(&run.stdout).into_owned() + &String::from_utf8_lossy(&run.stderr);
        // A rank that has not come to its end may leave no trace in the status.
        let is_right = run.status.success() && said.contains("all ranks agree");
        println!("test ranks::of_{count} ... {}", if is_right { "ok" } else { "FAILED" });
        if !is_right {
            println!("{}\n{said}", run.status);
            failed += 1;
        }
    }
    println!("\ntest result: {}. {} passed; {failed} failed", if failed == 0 { "ok" } else { "FAILED" }, 3 - failed);
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// A body over the interval, on every rank.
struct Body {
    mesh: Mesh,
    course: BodyMotion,
}

enum BodyMotion {
    Rigid([Pose; 2], PoseInterpolation),
    Deforming(Vec<DVec3>),
}

impl Body {
    fn moving(&self) -> MovingBody<'_> {
        match &self.course {
            BodyMotion::Rigid([from, to], interpolation) => MovingBody::rigid(&self.mesh, from, to, *interpolation),
            BodyMotion::Deforming(to) => MovingBody::deforming(&self.mesh, to).unwrap(),
        }
    }
}

/// Bodies near each other: blobs, spheres and boxes of two triangles a side, some turning, some deforming.
fn scene(random: &mut SplitMix64, round: usize) -> Vec<Body> {
    let count = 2 + round % 4;
    let body = |k: usize| {
        let mesh = match (round + k) % 3 {
            0 => blob(round as u64, 80, 0.4).unwrap(),
            1 => uv_sphere(1.0, 16, 8).unwrap(),
            _ => cuboid(DVec3::splat(-0.8), DVec3::splat(0.8)).unwrap(),
        };
        let spread = [1.2, 2.5, 40.0][round % 3];
        let place = |random: &mut SplitMix64| random.direction() * random.between(0.0, spread);
        let from = Pose::try_new(axis_angle::about(random.direction(), 1.0), place(random)).unwrap();
        let course = if (round + k) % 4 == 3 {
            BodyMotion::Deforming(mesh.vertices().iter().map(|p| *p * 1.5 + random.direction() * 0.2).collect())
        } else {
            let turned = axis_angle::about(random.direction(), random.between(0.0, 1.0)) * from.rotation();
            let to = Pose::try_new(turned, from.translation() + random.direction() * 0.5).unwrap();
            BodyMotion::Rigid([from, to], [PoseInterpolation::Screw, PoseInterpolation::Slerp][k % 2])
        };
        Body { mesh, course }
    };
    (0..count).map(body).collect()
}

/// The faces that a rank deals itself, found alone.
fn found_by_ranks(
    ranks: &Ranks,
    bodies: &[Body],
    options: &OctreeOptions,
    sharing: PairSharing,
) -> Option<RankDetection> {
    let dealt: Vec<Option<(MeshPart, Vec<DVec3>)>> = bodies
        .iter()
        .map(|body| {
            let part = MeshPart::deal(&body.mesh, ranks.rank(), ranks.count())?;
            let ends = match &body.course {
                BodyMotion::Deforming(to) => part.vertices.iter().map(|v| to[v.0 as usize]).collect(),
                BodyMotion::Rigid(..) => Vec::new(),
            };
            Some((part, ends))
        })
        .collect();
    let portions: Vec<BodyPortion<'_>> = (0..)
        .zip(bodies.iter().zip(&dealt))
        .filter_map(|(number, (body, dealt))| {
            let (part, ends) = dealt.as_ref()?;
            let moving = match &body.course {
                BodyMotion::Rigid([from, to], interpolation) => MovingBody::rigid(&part.mesh, from, to, *interpolation),
                BodyMotion::Deforming(_) => MovingBody::deforming(&part.mesh, ends).unwrap(),
            };
            Some(BodyPortion::try_new(number, moving, &part.faces).unwrap())
        })
        .collect();
    let held: usize = portions.iter().zip(&dealt).filter_map(|(_, dealt)| Some(dealt.as_ref()?.0.faces.len())).sum();
    let all: usize = bodies.iter().map(|body| body.mesh.faces().len()).sum();
    assert!(held <= all.div_ceil(ranks.count()) + bodies.len(), "{held} of {all} faces on one rank");
    ranks.detect(&portions, options, sharing).unwrap()
}

fn as_a_rank() {
    // A rank that has failed must not leave the others waiting.
    let report = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        report(panic);
        std::process::abort();
    }));
    let universe = mpi::initialize().unwrap();
    let ranks = Ranks::new(&universe.world());
    let mut random = SplitMix64::new(41);
    let (mut checked, mut colliding, mut idle) = (0, 0, 0);
    for round in 0..24 {
        let bodies = scene(&mut random, round);
        let world = WorldCube::try_new(DVec3::splat(-1.0), 3.0).unwrap();
        let options = [
            OctreeOptions::default(),
            OctreeOptions { world: Some(world), depth: Some(4), ..OctreeOptions::default() },
        ];
        let options = &options[round % 2];
        let moving: Vec<MovingBody<'_>> = bodies.iter().map(Body::moving).collect();
        let expected = detect(&moving, options, &Executor::serial());
        let run = |run| PairSharing::Dynamic { run: NonZeroU32::new(run).unwrap() };
        for sharing in [PairSharing::Static, run(1), run(7), run(1_000_000)] {
            let found = found_by_ranks(&ranks, &bodies, options, sharing);
            assert_eq!(found.is_some(), ranks.rank() == 0);
            if let Some(found) = found {
                same(&found.detection, &expected);
                sent_as_counted(&found, sharing, ranks.count() as u64);
            }
        }
        checked += expected.counts.checked;
        colliding += expected.pairs.len();
        idle += usize::from(expected.counts.overlaps == 0);
    }
    assert!(checked > 20_000 && colliding > 2_000 && idle >= 4, "{checked} pairs, {colliding} collide, {idle} idle");
    edges(&ranks);
    if ranks.rank() == 0 {
        println!("all ranks agree");
    }
}

fn same(found: &Detection, expected: &Detection) {
    assert_eq!(found.pairs, expected.pairs);
    assert_eq!(found.counts, expected.counts);
    assert_eq!(found.cost, expected.cost);
    assert_eq!(found.accesses, Accesses::default());
}

/// The paper's P + p and 2 P + p, of what leaves the root.
fn sent_as_counted(found: &RankDetection, sharing: PairSharing, ranks: u64) {
    let RankDetection { detection, traffic, .. } = found;
    let (all, others) = (detection.counts.checked as u64, ranks - 1);
    if detection.counts.overlaps == 0 {
        return assert_eq!(traffic.total(), 0);
    }
    assert!(traffic.reported <= detection.pairs.len() as u64 && traffic.faces <= 2 * traffic.pairs);
    match sharing {
        PairSharing::Static => {
            assert_eq!(traffic.pairs, all - all.div_ceil(ranks));
            assert_eq!((traffic.requests, traffic.messages), (0, 2 * others));
            assert_eq!(traffic.total(), traffic.pairs + traffic.reported);
        }
        PairSharing::Dynamic { run } => {
            let runs = traffic.requests - others;
            assert!(runs <= traffic.pairs && traffic.pairs <= runs * u64::from(run.get()));
            assert_eq!(traffic.messages, 2 * traffic.requests);
            if run.get() == 1 {
                assert_eq!(traffic.total(), 2 * traffic.pairs + traffic.reported + others);
            }
        }
    }
    if ranks == 1 {
        assert_eq!((traffic.total(), traffic.messages, traffic.bytes), (0, 0, 0));
    }
}

/// No bodies at all, one rank that holds everything, numbers that do not fit.
fn edges(ranks: &Ranks) {
    let options = OctreeOptions::default();
    let nothing = ranks.detect(&[], &options, PairSharing::Static).unwrap();
    assert!(nothing.is_none_or(|found| found.detection.pairs.is_empty()));
    let meshes = [uv_sphere(1.0, 12, 6).unwrap(), uv_sphere(1.2, 12, 6).unwrap()];
    let all: Vec<_> = meshes[0].face_ids().collect();
    let still = |mesh| {
        MovingBody::rigid(mesh, &Pose::IDENTITY, &Pose::from_translation(DVec3::X).unwrap(), PoseInterpolation::Screw)
    };
    let [a, b] = [still(&meshes[0]), still(&meshes[1])];
    let last = ranks.rank() + 1 == ranks.count();
    let both = [BodyPortion::try_new(0, a, &all).unwrap(), BodyPortion::try_new(1, b, &all).unwrap()];
    let own: &[BodyPortion<'_>] = if last { &both } else { &[] };
    let found = ranks.detect(own, &options, PairSharing::Dynamic { run: NonZeroU32::MIN }).unwrap();
    if let Some(found) = found {
        same(&found.detection, &detect(&[a, b], &options, &Executor::serial()));
        assert!(!found.detection.pairs.is_empty());
    }
    let refused = BodyPortion::try_new(3, a, &all[1..]).unwrap_err();
    assert_eq!(refused, BodyPortionError::Faces { body: 3, expected: all.len(), found: all.len() - 1 });
    assert_eq!(BodyPortion::try_new(u32::MAX, a, &all).unwrap_err(), BodyPortionError::Body(u32::MAX));
    // Ways that differ: all are told the same, and go on together.
    let own = if last { PairSharing::Static } else { PairSharing::Dynamic { run: NonZeroU32::MIN } };
    let detection = ranks.detect(&both, &options, own);
    assert_eq!(detection.is_err_and(|error| error == RanksError::Sharing), ranks.count() > 1);
    // More ranks than faces: some hold nothing of a body.
    let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::ONE];
    let two = Mesh::try_new(corners.to_vec(), vec![[0, 1, 2], [1, 3, 2]]).unwrap();
    let turned = Pose::try_new(axis_angle::about(DVec3::X, 1.0), DVec3::splat(0.1)).unwrap();
    let course = |mesh: &Mesh, from| Body {
        mesh: mesh.clone(),
        course: BodyMotion::Rigid([from, turned], PoseInterpolation::Screw),
    };
    let bodies = [course(&two, Pose::IDENTITY), course(&two, Pose::from_translation(DVec3::Z).unwrap())];
    assert_eq!(MeshPart::deal(&two, ranks.rank(), ranks.count()).is_none(), ranks.rank() >= 2);
    let found = found_by_ranks(ranks, &bodies, &options, PairSharing::Static);
    if let Some(found) = found {
        same(&found.detection, &detect(&[bodies[0].moving(), bodies[1].moving()], &options, &Executor::serial()));
        assert!(!found.detection.pairs.is_empty());
    }
}
