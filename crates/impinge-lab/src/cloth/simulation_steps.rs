//! Whole steps of a simulation as a scene: the surface moves as a deformable body, the obstacle turns as a rigid one, and the scene finds what meets.

use crate::cloth::frames::{FilmFrames, Frame};
use crate::measurement_harness::step_times::StepTimes;
use anyhow::ensure;
use impinge::deform::{Deformable, FacePair, SelfContacts, SurfaceEdit};
use impinge::executor::Executor;
use impinge::math::{DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::scene::{BodyId, BodyOptions, Model, Scene};
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;

/// Steps a second that a simulation is to keep up with.
pub const GOAL: f64 = 30.0;

/// How far the obstacle turns in a frame, about the vertical through its middle, in radians.
const TURN: f64 = 0.02;

/// Steps on a number of threads.
#[derive(Clone, Debug, Serialize)]
pub struct StepRate {
    pub scene: &'static str,
    pub triangles: usize,
    pub obstacle_triangles: usize,
    pub threads: usize,
    pub mean_milliseconds: f64,
    pub median_milliseconds: f64,
    pub steps_a_second: f64,
}

/// All frames but the first, on one thread and on those of the executor; nothing if there is no obstacle.
///
/// # Errors
/// The scene finds other contacts than surfaces that are made for each frame.
pub fn measure(film: &FilmFrames, rounds: u32, executor: &Executor) -> anyhow::Result<Vec<StepRate>> {
    let (Some(mesh), Some(first)) = (&film.obstacle, film.frames.first()) else { return Ok(Vec::new()) };
    let poses = turning(mesh, film.frames.len())?;
    let expected = contacts_by_frame(film, mesh, &poses, executor)?;
    let mut rates = Vec::new();
    let several = (executor.threads() > 1).then_some(executor);
    for executor in std::iter::once(&Executor::serial()).chain(several) {
        let mut pace = StepTimes::default();
        for _ in 0..rounds {
            let mut scene = ClothScene::new(first, mesh, executor)?;
            let mut round = Vec::new();
            for (k, frame) in film.frames.iter().enumerate().skip(1) {
                let start = Instant::now();
                scene.step(frame, &poses[k], executor)?;
                round.push(start.elapsed());
                ensure!(
                    scene.contacts()? == expected[k],
                    "{}, frame {}: the scene finds other contacts on {} threads",
                    film.scene.name(),
                    k + 1,
                    executor.threads()
                );
            }
            pace.join(&round);
        }
        rates.push(StepRate {
            scene: film.scene.name(),
            triangles: film.triangles(),
            obstacle_triangles: mesh.faces().len(),
            threads: executor.threads(),
            mean_milliseconds: pace.mean(),
            median_milliseconds: pace.median(),
            steps_a_second: 1e3 / pace.mean().max(1e-9),
        });
    }
    Ok(rates)
}

/// Pairs of faces of a frame: of the surface with itself, neighbours of it that overlap, and with the obstacle.
type ContactCounts = [usize; 3];

/// The poses of an obstacle that turns.
fn turning(obstacle: &Mesh, frames: usize) -> anyhow::Result<Vec<Pose>> {
    let middle = obstacle.bounds().centre();
    let pose = |k| {
        let turn = DQuat::from_rotation_z(TURN * f64::from(k));
        Pose::from_quaternion(turn, middle - turn * middle)
    };
    Ok((0..frames as u32).map(pose).collect::<Result<_, _>>()?)
}

/// What meets in each frame, by surfaces that are made for it.
fn contacts_by_frame(
    film: &FilmFrames,
    obstacle: &Mesh,
    poses: &[Pose],
    executor: &Executor,
) -> anyhow::Result<Vec<ContactCounts>> {
    let in_frame = |(frame, pose): (&Frame, &Pose)| {
        let posed: Vec<DVec3> = obstacle.vertices().iter().map(|p| pose.transform_point(*p)).collect();
        let obstacle = Deformable::try_new(&posed, obstacle.faces().to_vec(), executor)?;
        let surface = Deformable::try_new(&frame.surface.vertices, frame.surface.faces.clone(), executor)?;
        let own = surface.count_self_contacts(executor);
        Ok([own.meeting, own.overlapping, surface.contacts(&obstacle, executor).meeting.len()])
    };
    film.frames.iter().zip(poses).map(in_frame).collect()
}

/// The scene of a film.
struct ClothScene {
    scene: Scene,
    surface: BodyId,
    obstacle: BodyId,
}

impl ClothScene {
    fn new(first: &Frame, obstacle: &Mesh, executor: &Executor) -> anyhow::Result<Self> {
        let mut scene = Scene::default();
        let surface = Deformable::try_new(&first.surface.vertices, first.surface.faces.clone(), executor)?;
        let surface = scene.insert_deformable(surface, BodyOptions::default())?;
        let model = Model::from(Arc::new(obstacle.clone()));
        let obstacle = scene.insert(&model, &Pose::IDENTITY, BodyOptions::default())?;
        Ok(Self { scene, surface, obstacle })
    }

    /// Cuts the surface, if it is to be cut, moves both bodies and finds what meets.
    fn step(&mut self, frame: &Frame, world_from_obstacle: &Pose, executor: &Executor) -> anyhow::Result<()> {
        if !frame.cut.is_empty() {
            self.scene.edit_surface(self.surface, &SurfaceEdit::Cut { edges: &frame.cut }, executor)?;
        }
        self.scene.set_positions(self.surface, &frame.surface.vertices, executor)?;
        self.scene.set_pose(self.obstacle, world_from_obstacle)?;
        self.scene.step(executor);
        Ok(())
    }

    /// What met in the last step.
    fn contacts(&self) -> anyhow::Result<ContactCounts> {
        let own = self.scene.self_contacts(self.surface)?;
        let [meeting, overlapping] =
            own.map_or([0; 2], |SelfContacts { meeting, overlapping, .. }| [meeting.len(), overlapping.len()]);
        let with_obstacle: Vec<FacePair> =
            self.scene.surface_contacts(self.surface, self.obstacle)?.unwrap_or_default();
        Ok([meeting, overlapping, with_obstacle.len()])
    }
}
