//! Steps of movers about small bodies, each answer beside that of a pair query: bodies that are nested, hollow, in parts, open, tiny and huge.

use anyhow::{Context, bail, ensure};
use impinge::math::{DMat3, DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{self, Contacts, Relation, Request};
use impinge_classics::covering::MovingSolid;
use impinge_scenes::surface::Surface;
use impinge_scenes::{SplitMix64, sheet, solid, soup};
use serde::Serialize;

/// The distance asked for, bodies being of radius about 1.
const CLEARANCE: f64 = 0.1;

/// Steps on one way, before another pair takes its turn.
const STEPS: usize = 250;

/// Answers compared.
#[derive(Clone, Debug, Default, Serialize)]
pub struct SolidAgreement {
    /// Steps at which relation, pairs of faces and clearance were compared.
    pub steps: usize,
    /// How many of each relation.
    pub disjoint: usize,
    pub touching: usize,
    pub crossing: usize,
    pub a_inside: usize,
    pub b_inside: usize,
    pub coincident: usize,
    /// Apart, and within the clearance.
    pub near: usize,
    /// Steps of the mover asked for relations in which nothing was looked at.
    pub by_motion: u64,
    pub seconds: f64,
}

/// Pairs of a body that stands and one that moves.
fn pairs() -> anyhow::Result<Vec<[Mesh; 2]>> {
    let cube = |half: f64| solid::cuboid(DVec3::splat(-half), DVec3::splat(half));
    let shifted = |mesh: &Mesh, by: f64| Surface::of(mesh).shifted(DVec3::X * by);
    let two = shifted(&cube(0.4)?, -0.7).joined(&shifted(&cube(0.3)?, 0.7)).mesh()?;
    let hollow = solid::hollow_cuboid(DVec3::splat(-1.0), DVec3::splat(1.0), 0.25)?;
    let scaled = |mesh: &Mesh, by: f64| Surface::of(mesh).scaled(by).mesh();
    let torus = solid::torus(0.8, 0.3, 24, 12)?;
    let ball = solid::icosphere(0.25, 1)?;
    Ok(vec![
        [torus.clone(), ball.clone()],
        [hollow.clone(), cube(0.25)?],
        [hollow, solid::icosphere(0.6, 1)?],
        [two.clone(), cube(0.5)?],
        [cube(0.2)?, solid::icosphere(1.0, 2)?],
        [cube(0.5)?, two],
        [cube(0.5)?, cube(0.5)?],
        [sheet::wavy_sheet(12, 0.1, 2.0)?, solid::icosphere(0.2, 1)?],
        [sheet::open_box(DVec3::splat(-1.0), DVec3::splat(1.0))?, cube(0.5)?],
        [soup::lattice_soup(5, 24, 3)?, soup::degenerate_soup(6, 16, 3)?],
        [scaled(&torus, 2f64.powi(-200))?, scaled(&ball, 2f64.powi(-200))?],
        [scaled(&torus, 2f64.powi(200))?, scaled(&ball, 2f64.powi(200))?],
    ])
}

/// Compares the answers of `steps` steps.
///
/// # Errors
/// An answer differs.
pub fn compare(steps: usize, seed: u64) -> anyhow::Result<SolidAgreement> {
    let start = crate::measurement_harness::cpu_clock::thread_time();
    let (pairs, mut random) = (pairs()?, SplitMix64::new(seed));
    let mut all = SolidAgreement::default();
    for round in 0.. {
        let left = steps - all.steps;
        if left == 0 {
            break;
        }
        let [a, b] = &pairs[round % pairs.len()];
        let size = a.bounds().size().max_element().max(b.bounds().size().max_element()) / 2.0;
        let on_lattice = round / pairs.len() % 2 == 1;
        let way = poses(&mut random, on_lattice, size, STEPS.min(left))?;
        compare_way([a, b], &way, CLEARANCE * size, &mut all)
            .with_context(|| format!("seed {seed}, way {round}: this is a bug"))?;
    }
    all.seconds = crate::measurement_harness::cpu_clock::thread_time().saturating_sub(start).as_secs_f64();
    Ok(all)
}

/// A way in and out of bodies of a size: small steps and turns of a length that changes, or steps on a lattice.
fn poses(random: &mut SplitMix64, on_lattice: bool, size: f64, count: usize) -> anyhow::Result<Vec<Pose>> {
    let (mut place, mut turn, mut speed) = (DVec3::ZERO, DQuat::IDENTITY, 0.0);
    let quarter = DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z);
    let pose = |k: usize| {
        if k.is_multiple_of(50) {
            speed = [0.0005, 0.002, 0.01, 0.1][random.below(4) as usize];
        }
        if k == 0 || random.below(200) == 0 {
            place = if on_lattice { DVec3::ZERO } else { random.direction() * (1.5 * random.u()) };
        }
        if on_lattice {
            let mut step = || random.integer(-1, 1) as f64 * 0.125;
            place += DVec3::new(step(), step(), step());
            place = if place.abs().max_element() > 1.5 { DVec3::ZERO } else { place };
            let matrix = if random.below(4) == 0 { quarter } else { DMat3::IDENTITY };
            return Pose::try_new(matrix, place * size);
        }
        place += (random.direction() - place * 0.2) * speed;
        turn = (DQuat::from_axis_angle(random.direction(), speed * random.u()) * turn).normalize();
        Pose::from_quaternion(turn, place * size)
    };
    Ok((0..count).map(pose).collect::<Result<_, _>>()?)
}

fn compare_way([a, b]: [&Mesh; 2], way: &[Pose], clearance: f64, all: &mut SolidAgreement) -> anyhow::Result<()> {
    let mut moving = MovingSolid::new(a, b);
    let mut asked_within = MovingSolid::new(a, b).with_clearance(clearance);
    let request = Request { contacts: Contacts::Count, ..Request::default() };
    for pose in way {
        let expected = pair::relate(a, b, pose, &request);
        let (found, near) = (moving.relate(pose), asked_within.within(pose));
        let count = moving.involved().len();
        if found != expected.relation || (count != expected.contact_count) {
            bail!(
                "{found}, {count} pairs of faces at {pose:?}; expected {}, {}",
                expected.relation,
                expected.contact_count
            );
        }
        ensure!(near == pair::within(a, b, pose, clearance), "within {clearance} is {near} at {pose:?}");
        all.steps += 1;
        let of_relation = match found {
            Relation::Disjoint => &mut all.disjoint,
            Relation::Touching => &mut all.touching,
            Relation::Crossing => &mut all.crossing,
            Relation::AInsideB => &mut all.a_inside,
            Relation::BInsideA => &mut all.b_inside,
            Relation::Coincident => &mut all.coincident,
        };
        *of_relation += 1;
        all.near += usize::from(near && found == Relation::Disjoint);
    }
    all.by_motion += moving.history().by_motion;
    Ok(())
}
