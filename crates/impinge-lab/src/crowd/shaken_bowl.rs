//! Parts in a bowl that is shaken: at every step the scene tells who meets, every contact gives an impulse, and time goes on.
//!
//! The scene alone decides who meets; where those are pushed is the affair of [`crate::dynamics::contact_points`].

use crate::crowd::bowl::{BowlPart, PartKind, bowl};
use crate::dynamics::contact_points::ContactPoints;
use crate::dynamics::impulse::{Impact, ImpulseBody, serve};
use crate::dynamics::rigid_body::{ForceField, MotionLaw, RigidBody};
use crate::measurement_harness::cpu_clock::{thread_time, timed};
use anyhow::bail;
use impinge::executor::Executor;
use impinge::feature::FaceId;
use impinge::math::{DMat3, DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::Relation;
use impinge::pair::Request;
use impinge::scene::{BodyId, BodyOptions, ContactPhase, HullUse, Model, Scene, SceneOptions, StepCost};
use impinge_terminal::progress::Progress;
use serde::Serialize;
use std::f64::consts::TAU;
use std::sync::Arc;
use std::time::Duration;

/// How the parts move.
const LAW: MotionLaw = MotionLaw {
    field: ForceField::Down { pull: 9.81, spring: 0.0 },
    step: 0.003,
    restitution: 0.25,
    friction: 0.25,
    lift: 0.08,
    drag: 0.2,
};

/// The bowl goes up and down and turns to and fro about its axis, so often a second, so far each way (metres and radians).
const SHAKES: f64 = 12.0;
const HEAVE: f64 = 0.004;
const TWIST: f64 = 0.02;

/// Who meets is compared with all pairs, asked one by one, at every so-manieth step.
const CHECKED: usize = 100;

/// What happened at one step.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct ShakeStep {
    pub step: usize,
    /// Contacts of two bodies: begun, lasting, ended.
    pub began: usize,
    pub lasting: usize,
    pub ended: usize,
    /// Pairs of triangles that push.
    pub triangles: usize,
    /// Pairs of bodies whose boxes overlap, and how many of these were tested.
    pub pairs: u64,
    pub tested: u64,
    /// Pairs of hulls walked over, found apart, and steps from feature to feature.
    pub walks: u64,
    pub walks_apart: u64,
    pub walk_steps: u64,
    /// Pairs of curved or cornered shapes, by GJK from where it ended.
    pub shapes: u64,
    /// Pairs of trees, and those settled by how little moved.
    pub trees: u64,
    pub trees_by_motion: u64,
    /// Pairs of faces kept as witnesses: looked at first, and still the answer.
    pub witnesses_tried: u64,
    pub witnesses_stood: u64,
    /// Stops of fronts: looked at again, and still apart.
    pub stops_tried: u64,
    pub stops_stood: u64,
    /// Poses set and the step, on one thread.
    pub microseconds: f64,
}

/// A moment to be drawn: where everything is, and which faces are in contact.
#[derive(Clone, Debug)]
pub struct BowlMoment {
    pub step: usize,
    /// The bowl's, then the parts'.
    pub poses: Vec<Pose>,
    pub lit: Vec<Vec<FaceId>>,
    /// Whether each meets another than the bowl.
    pub collides: Vec<bool>,
}

/// All of a run.
#[derive(Debug)]
pub struct ShakenBowl {
    pub steps: Vec<ShakeStep>,
    pub moments: Vec<BowlMoment>,
    /// What a step takes in which nothing has moved.
    pub still: BowlSnapshot,
    /// Parts that are in the bowl at the end.
    pub parts_inside: usize,
}

/// A step in which nothing has moved.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BowlSnapshot {
    pub pairs: u64,
    /// Of these, pairs whose answer stood without a test.
    pub unmoved: u64,
    pub microseconds: f64,
}

/// A bowl with parts in it.
pub struct Feeder {
    scene: Scene,
    ids: Vec<BodyId>,
    /// The bowl, then the parts.
    members: Vec<ImpulseBody>,
    meshes: Vec<Arc<Mesh>>,
}

impl Feeder {
    /// Parts above a bowl.
    ///
    /// # Errors
    /// None that the fixed shapes could give.
    pub fn new(kinds: &[PartKind], parts: &[BowlPart]) -> anyhow::Result<Self> {
        let bowl = Arc::new(bowl()?);
        let at_origin = RigidBody::at_rest(&bowl, DVec3::ZERO, DQuat::IDENTITY);
        let mut scene = Scene::new(&SceneOptions { hulls: HullUse::All, ..SceneOptions::default() });
        let mut ids = vec![scene.insert(&Model::from(Arc::clone(&bowl)), &Pose::IDENTITY, BodyOptions::default())?];
        let (mut members, mut meshes) = (vec![ImpulseBody { body: at_origin, inverse_mass: 0.0 }], vec![bowl]);
        for part in parts {
            let kind = &kinds[part.kind];
            ids.push(scene.insert(&kind.model, &part.start.world_from_mesh()?, BodyOptions::default())?);
            members.push(ImpulseBody { body: part.start, inverse_mass: 1.0 });
            meshes.push(Arc::clone(&kind.mesh));
        }
        Ok(Self { scene, ids, members, meshes })
    }

    /// What bodies are drawn as: the bowl, then the parts.
    pub fn meshes(&self) -> &[Arc<Mesh>] {
        &self.meshes
    }

    /// Runs the given number of steps; pictures are to be made after those that are named.
    ///
    /// # Errors
    /// The scene and pair queries do not agree, or a body has left the range of coordinates.
    pub fn run(
        &mut self,
        steps: usize,
        drawn: &[usize],
        executor: &Executor,
        progress: &Progress,
    ) -> anyhow::Result<ShakenBowl> {
        let (mut rows, mut moments) = (Vec::with_capacity(steps), Vec::new());
        for step in 0..steps {
            let poses = self.shake(step)?;
            let (mut row, meeting) = self.step(&poses)?;
            row.step = step;
            if step % CHECKED == CHECKED - 1 || step + 1 == steps {
                self.check(step, &meeting, executor)?;
            }
            let found = executor.map_small(meeting.len(), |k| self.encounter(meeting[k], &poses));
            let encounters = found.into_iter().collect::<anyhow::Result<Vec<ContactPoints>>>()?;
            row.triangles = encounters.iter().map(|met| met.touches.len()).sum();
            rows.push(row);
            if drawn.contains(&step) {
                moments.push(self.moment(step, poses, &encounters));
            }
            let impacts: Vec<Impact> = encounters.iter().flat_map(ContactPoints::impacts).collect();
            serve(&mut self.members, &impacts, &LAW);
            self.members.iter_mut().skip(1).for_each(|member| member.body.drift(&LAW));
            progress.step();
        }
        let inside = self.members.iter().skip(1).filter(|member| member.body.place.z > -0.1).count();
        Ok(ShakenBowl { steps: rows, moments, still: self.still(), parts_inside: inside })
    }

    /// Moves the bowl; where all bodies are then.
    fn shake(&mut self, step: usize) -> anyhow::Result<Vec<Pose>> {
        let rate = TAU * SHAKES;
        let (sin, cos) = (rate * LAW.step * step as f64).sin_cos();
        let bowl = &mut self.members[0].body;
        bowl.place = HEAVE * sin * DVec3::Z;
        (bowl.velocity, bowl.spin) = (rate * HEAVE * cos * DVec3::Z, rate * TWIST * cos * DVec3::Z);
        let bowl = Pose::try_new(DMat3::from_rotation_z(TWIST * sin), bowl.place);
        let parts = self.members[1..].iter().map(|member| member.body.world_from_mesh());
        Ok(std::iter::once(bowl).chain(parts).collect::<Result<_, _>>()?)
    }

    /// Tells the scene where everything is; who meets, as pairs of members.
    fn step(&mut self, poses: &[Pose]) -> anyhow::Result<(ShakeStep, Vec<[usize; 2]>)> {
        let start = thread_time();
        for (id, pose) in self.ids.iter().zip(poses) {
            self.scene.set_pose(*id, pose)?;
        }
        let report = self.scene.step(&Executor::serial());
        let time = thread_time().saturating_sub(start);
        let count = |phase| report.events.iter().filter(|event| event.phase == phase).count();
        let phases = [ContactPhase::Begin, ContactPhase::Stay, ContactPhase::End].map(count);
        let meets = report.events.iter().filter(|event| event.phase != ContactPhase::End);
        let meeting = meets.map(|event| [event.bodies.0.slot(), event.bodies.1.slot()]).collect();
        Ok((ShakeStep::of(phases, &report.cost, time), meeting))
    }

    /// The scene's answer must be that of all pairs, asked one by one.
    fn check(&mut self, step: usize, meeting: &[[usize; 2]], executor: &Executor) -> anyhow::Result<()> {
        let (view, ids) = (self.scene.view(executor), &self.ids);
        let rows = executor.map(ids.len(), |i| {
            let meets = |j: &usize| {
                let found = view.relate(ids[i], ids[*j], &Request::default());
                found.is_ok_and(|found| found.relation != Relation::Disjoint)
            };
            (i + 1..ids.len()).filter(meets).map(|j| [i, j]).collect::<Vec<_>>()
        });
        if !rows.iter().flatten().eq(meeting) {
            bail!("the bowl, step {step}: the scene and pair queries report different contacts; this is a bug");
        }
        Ok(())
    }

    fn encounter(&self, [i, j]: [usize; 2], poses: &[Pose]) -> anyhow::Result<ContactPoints> {
        let a_from_b = self.scene.a_from_b(self.ids[i], self.ids[j])?;
        let meshes = [&*self.meshes[i], &*self.meshes[j]];
        Ok(match i {
            0 => ContactPoints::with_bowl(j, meshes, &a_from_b, &poses[0]),
            _ => ContactPoints::of_parts([i, j], meshes, &a_from_b, [&poses[i], &poses[j]]),
        })
    }

    fn moment(&self, step: usize, poses: Vec<Pose>, encounters: &[ContactPoints]) -> BowlMoment {
        let mut moment =
            BowlMoment { step, lit: vec![Vec::new(); poses.len()], collides: vec![false; poses.len()], poses };
        for met in encounters {
            for (member, faces) in met.members.iter().zip(&met.faces) {
                moment.lit[*member].extend(faces);
                moment.collides[*member] |= met.members[0] != 0;
            }
        }
        moment.lit.iter_mut().for_each(|faces| faces.sort_unstable());
        moment
    }

    /// The fastest of a few steps in which nothing has moved.
    fn still(&mut self) -> BowlSnapshot {
        const ROUNDS: usize = 5;
        let mut still = BowlSnapshot { pairs: 0, unmoved: 0, microseconds: f64::INFINITY };
        // The first brings up to date what looking around left behind.
        for _ in 0..=ROUNDS {
            let (cost, time) = timed(|| self.scene.step(&Executor::serial()).cost);
            let microseconds = time.as_secs_f64() * 1e6;
            let BowlSnapshot { microseconds: best, .. } = still;
            still = BowlSnapshot { pairs: cost.pairs, unmoved: cost.unmoved, microseconds: best.min(microseconds) };
        }
        still
    }
}

impl ShakeStep {
    fn of([began, lasting, ended]: [usize; 3], cost: &StepCost, time: Duration) -> Self {
        let (hulls, trees) = (cost.hulls, cost.trees);
        Self {
            step: 0,
            began,
            lasting,
            ended,
            triangles: 0,
            pairs: cost.pairs,
            tested: cost.tested,
            walks: hulls.queries,
            walks_apart: hulls.apart,
            walk_steps: hulls.steps,
            shapes: cost.convex,
            trees: trees.queries,
            trees_by_motion: trees.by_motion,
            witnesses_tried: trees.witness_tried,
            witnesses_stood: trees.witness_stood,
            stops_tried: trees.stops_tried,
            stops_stood: trees.stops_stood,
            microseconds: time.as_secs_f64() * 1e6,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowd::bowl::{kinds, parts};

    #[test]
    fn parts_fall_into_the_bowl_and_stay_there() {
        let kinds = kinds(2).unwrap();
        let parts = parts(&kinds, 30, 2);
        let runs = [1, 2].map(|jobs| {
            let executor = Executor::try_new(jobs).unwrap();
            let mut feeder = Feeder::new(&kinds, &parts).unwrap();
            let drawn: Vec<usize> = (0..300).step_by(10).collect();
            let run = feeder.run(300, &drawn, &executor, &Progress::new("test", 1, true)).unwrap();
            (run, feeder.members.iter().map(|member| member.body.place).collect::<Vec<_>>())
        });
        let [(run, places), (again, others)] = &runs;
        assert_eq!(places, others);
        assert!(run.moments.len() == 30 && run.moments.iter().zip(&again.moments).all(|(p, q)| p.poses == q.poses));
        for (step, other) in run.steps.iter().zip(&again.steps) {
            let counts = |s: &ShakeStep| format!("{:?}", ShakeStep { microseconds: 0.0, ..*s });
            assert_eq!(counts(step), counts(other));
        }
        assert_eq!(run.parts_inside, 30, "{places:?}");
        // Within the bowl, and at rest on its floor, more or less.
        assert!(places.iter().skip(1).all(|p| p.z > 0.0 && p.z < 1.0 && p.truncate().length() < 1.2), "{places:?}");
        let sum = |count: fn(&ShakeStep) -> usize| run.steps.iter().map(count).sum::<usize>();
        let (began, ended) = (sum(|s| s.began), sum(|s| s.ended));
        let last = run.steps.last().unwrap();
        assert_eq!(began, ended + last.began + last.lasting);
        assert!(began > 60 && sum(|s| s.triangles) > 1_000, "{began}");
        let colliding = run.moments.iter().flat_map(|moment| &moment.collides).filter(|collides| **collides).count();
        assert!(colliding > 20, "{colliding}");
        assert!(run.steps.iter().any(|s| s.stops_stood > 0) && run.steps.iter().any(|s| s.witnesses_stood > 0));
        assert_eq!((run.still.pairs, run.still.unmoved), (last.pairs, last.pairs));
    }
}
