//! Bodies in random fast motion: what the octree reports, beside contacts at sampled times and the exact first contact.

use crate::claims::plan::ClaimPlan;
use crate::cloth::args::Scene;
use crate::cloth::frames::FilmFrames;
use anyhow::Context;
use impinge::bound::Aabb;
use impinge::collect::All;
use impinge::executor::Executor;
use impinge::math::{DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{self, FirstContact, Motion, MovingMesh, SweepOptions};
use impinge_classics::octree::{FacePair, MovingBody, OctreeOptions, PoseInterpolation, detect};
use impinge_scenes::SplitMix64;
use impinge_scenes::deforming_sequences::Size;
use impinge_scenes::pipe::torus_knot;
use impinge_scenes::solid::{icosphere, torus};
use std::collections::HashSet;

/// The farthest that a body turns in an interval, in radians.
const TURN: f64 = 1.5;

/// What random motions came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct MotionSurvey {
    pub motions: u64,
    /// Of these, motions of two bodies of which one at least is not convex.
    pub concave: u64,
    /// Instants in each interval at which all contacts were found.
    pub instants: u64,
    /// Contacts at all instants, and those not among the reported pairs.
    pub contacts: u64,
    pub missed: u64,
    /// Motions with a contact, exactly; those of them in which the bodies are apart at both ends.
    pub meeting: u64,
    pub between: u64,
    /// Motions with a contact and no reported pair, and those with reported pairs and no contact.
    pub unreported: u64,
    pub false_alarms: u64,
    /// Motions that go farther than the side of the smallest voxel that their octree reached.
    pub faster_than_voxels: u64,
    /// What two pairs of faces take, over all motions: separated by an axis, or tested hull against hull.
    pub checked: u64,
    pub separated: u64,
}

/// Motions of convex and concave bodies.
///
/// # Errors
/// None in practice: poses are near the origin.
pub fn survey(plan: ClaimPlan) -> anyhow::Result<MotionSurvey> {
    let shapes = [icosphere(1.0, 1)?, torus(0.8, 0.25, 14, 8)?, torus_knot(2, 3, 0.25, 48, 6)?];
    let motions = plan.pick([400, 80, 12]);
    let mut random = SplitMix64::new(plan.seed);
    let mut survey = MotionSurvey { instants: plan.pick([33, 17, 9]), ..MotionSurvey::default() };
    for _ in 0..motions {
        let [i, j] = [0; 2].map(|_| random.below(shapes.len() as u64) as usize);
        let ends = [0; 2].map(|_| course(&mut random));
        let [[a0, a1], [b0, b1]] = [ends[0]?, ends[1]?];
        survey.concave += u64::from(i + j > 0);
        survey.add([&shapes[i], &shapes[j]], [[a0, a1], [b0, b1]])?;
    }
    Ok(survey)
}

/// Where a body is at the beginning and at the end of an interval: about a body's size apart.
fn course(random: &mut SplitMix64) -> Result<[Pose; 2], impinge::math::PoseError> {
    let room = Aabb { min: DVec3::splat(-2.0), max: DVec3::splat(2.0) };
    let turn = DQuat::from_axis_angle(random.direction(), random.between(0.0, TURN));
    let rotation = random.rotation().normalize();
    let (from, way) = (random.point(&room), random.direction() * random.between(0.2, 2.5));
    Ok([Pose::from_quaternion(rotation, from)?, Pose::from_quaternion((turn * rotation).normalize(), from + way)?])
}

impl MotionSurvey {
    fn add(&mut self, [a, b]: [&Mesh; 2], ends: [[Pose; 2]; 2]) -> anyhow::Result<()> {
        let bodies = [(a, &ends[0]), (b, &ends[1])]
            .map(|(mesh, [from, to])| MovingBody::rigid(mesh, from, to, PoseInterpolation::Screw));
        let found = detect(&bodies, &OctreeOptions::default(), &Executor::serial());
        let reported: HashSet<FacePair> = found.pairs.iter().copied().collect();
        for k in 0..self.instants {
            let time = k as f64 / (self.instants - 1) as f64;
            let [a_pose, b_pose] = [bodies[0].pose_at(time)?, bodies[1].pose_at(time)?];
            let mut contacts = All(Vec::new());
            pair::contacts(a, b, &a_pose.inverse().compose(&b_pose)?, &mut contacts);
            let pairs = contacts.0.iter().map(|contact| FacePair { bodies: [0, 1], faces: contact.faces });
            self.contacts += contacts.0.len() as u64;
            self.missed += pairs.filter(|pair| !reported.contains(pair)).count() as u64;
        }
        let motions = ends.each_ref().map(|[from, to]| Motion::screw(from, to));
        let [first, second] = [(a, &motions[0]), (b, &motions[1])].map(|(mesh, motion)| MovingMesh { mesh, motion });
        let met = match pair::first_contact(first, second, &SweepOptions::default())? {
            FirstContact::Never => false,
            FirstContact::AtStart | FirstContact::Impact(_) => true,
            _ => anyhow::bail!("the effort for a first contact ran out"),
        };
        let touch = |k: usize| -> anyhow::Result<bool> {
            Ok(pair::intersects(a, b, &ends[0][k].inverse().compose(&ends[1][k])?))
        };
        self.motions += 1;
        self.meeting += u64::from(met);
        self.between += u64::from(met && !touch(0)? && !touch(1)?);
        self.unreported += u64::from(met && reported.is_empty());
        self.false_alarms += u64::from(!met && !reported.is_empty());
        let way = ends.map(|[from, to]| (to.translation() - from.translation()).length());
        let room = a.bounds().size().max_element().max(b.bounds().size().max_element());
        let voxel = room / f64::from(1_u32 << found.counts.octree.depth.min(31));
        self.faster_than_voxels += u64::from(way[0].max(way[1]) > voxel);
        self.checked += found.counts.checked as u64;
        self.separated += found.counts.separated as u64;
        Ok(())
    }
}

/// A sheet that deforms over a ball: contacts at sampled times between frames, and those not among the reported pairs.
///
/// # Errors
/// None in practice: the sizes are allowed.
pub fn deforming(plan: ClaimPlan, executor: &Executor) -> anyhow::Result<[u64; 2]> {
    const INSTANTS: u32 = 5;
    let size = Size { triangles: plan.pick([2_000, 600, 200]), frames: plan.pick([16, 8, 4]) };
    let film = FilmFrames::new(Scene::Drape, size, plan.seed, executor)?;
    let ball = film.obstacle.as_ref().context("a film with a ball")?;
    let (mut contacts, mut missed) = (0, 0);
    for two in film.frames.windows(2) {
        let (from, to) = (&two[0].surface, &two[1].surface.vertices);
        let mesh = from.clone().mesh()?;
        let still = MovingBody::rigid(ball, &Pose::IDENTITY, &Pose::IDENTITY, PoseInterpolation::Screw);
        let bodies = [MovingBody::deforming(&mesh, to)?, still];
        let found = detect(&bodies, &OctreeOptions::default(), executor);
        let reported: HashSet<FacePair> = found.pairs.iter().copied().collect();
        for k in 0..INSTANTS {
            let time = f64::from(k) / f64::from(INSTANTS - 1);
            let mut between = from.clone();
            between.vertices.iter_mut().zip(to).for_each(|(p, q)| *p = p.lerp(*q, time));
            let mut found = All(Vec::new());
            pair::contacts(&between.mesh()?, ball, &Pose::IDENTITY, &mut found);
            let pairs = found.0.iter().map(|contact| FacePair { bodies: [0, 1], faces: contact.faces });
            contacts += found.0.len() as u64;
            missed += pairs.filter(|pair| !reported.contains(pair)).count() as u64;
        }
    }
    Ok([contacts, missed])
}
