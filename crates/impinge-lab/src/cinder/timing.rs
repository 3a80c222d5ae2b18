//! How long a query takes, over random scenes: boxes that fill space, or two finely divided balls.

use impinge::bound::Aabb;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge_gpu::cinder::{Ask, Cinder, CinderOptions, Path};
use impinge_gpu::{Description, Gpu, Instance, MeshId, Store};
use impinge_scenes::solid::{cuboid, geodesic_sphere};
use impinge_scenes::{SceneError, SplitMix64};
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;

/// The two experiments, by the size that grows.
pub const EXPERIMENTS: [&str; 2] = ["boxes", "triangles"];

/// A way to make images, and what is asked of them.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    pub name: &'static str,
    path: Path,
    ask: Ask,
}

/// Read-back tells who is inside whom, occlusion queries which bodies, or whether any.
pub const QUESTIONS: [Question; 6] = [
    Question { name: "draw, read-back", path: Path::Render, ask: Ask::Pairs },
    Question { name: "draw, occlusion", path: Path::Render, ask: Ask::Bodies },
    Question { name: "draw, any", path: Path::Render, ask: Ask::Any },
    Question { name: "compute, pairs", path: Path::Compute, ask: Ask::Pairs },
    Question { name: "compute, bodies", path: Path::Compute, ask: Ask::Bodies },
    Question { name: "compute, any", path: Path::Compute, ask: Ask::Any },
];

impl Question {
    /// Whether a device can answer it.
    pub fn fits(&self, device: &Description) -> bool {
        self.path == Path::Compute || device.can_render
    }
}

/// What queries of one size took.
#[derive(Clone, Debug, Serialize)]
pub struct Timing {
    pub experiment: &'static str,
    pub question: &'static str,
    pub bodies: u32,
    pub triangles: u32,
    /// The mean over trials of a whole query, and its standard deviation.
    pub milliseconds: f64,
    pub deviation: f64,
    /// The time of the device alone, if it has a clock.
    pub gpu_milliseconds: Option<f64>,
    /// Bytes brought back, in the mean.
    pub read_back_bytes: f64,
    /// Bodies found to interfere, in the mean; none if only any was asked.
    pub interfering: Option<f64>,
}

impl Timing {
    /// Whether it belongs to an experiment and a question.
    pub fn is(&self, experiment: &str, question: &str) -> bool {
        (self.experiment, self.question) == (experiment, question)
    }

    /// The size that grows, and the time.
    pub fn point(&self) -> [f64; 2] {
        let size = if self.experiment == EXPERIMENTS[0] { self.bodies } else { self.triangles };
        [f64::from(size), self.milliseconds]
    }
}

/// The side of the cube that holds the given number of bodies, in their own sides: most of them interfere.
const ROOM: f64 = 1.6;

/// Warm-up queries before the first that is timed: they allocate buffers and compile shaders.
const WARM_UP: u32 = 3;

/// Scenes that are timed at each size: how many, the side of their images, and the seed of their places.
#[derive(Clone, Copy, Debug)]
pub struct TrialSeries {
    pub trials: u32,
    pub pixels: u32,
    pub seed: u64,
}

/// Unit cubes, as many as asked, anywhere in a cube that grows with their number (Figure 9).
///
/// # Errors
/// The device fails.
pub fn boxes(
    gpu: &Gpu,
    cinder: &mut Cinder,
    question: &Question,
    bodies: u32,
    series: TrialSeries,
) -> anyhow::Result<Timing> {
    let spread = f64::from(bodies).cbrt() * ROOM;
    let trial = Trial { mesh: cube()?, bodies, spread, beside: Vec::new(), series };
    trial.run(gpu, cinder, question, EXPERIMENTS[0])
}

/// Two balls that overlap, of about the given number of triangles together (Figure 10). Once their edges are
/// dense, they hide everything inside, so two overlapping boxes beside them make sure that some pair is always found.
///
/// # Errors
/// The device fails.
pub fn spheres(
    gpu: &Gpu,
    cinder: &mut Cinder,
    question: &Question,
    triangles: u32,
    series: TrialSeries,
) -> anyhow::Result<Timing> {
    // A ball of frequency f has 20 f² triangles.
    let frequency = (f64::from(triangles) / 40.0).sqrt().round().max(1.0) as u32;
    let beside =
        vec![Pose::from_translation(DVec3::new(2.0, 0.0, 0.0))?, Pose::from_translation(DVec3::new(2.4, 0.3, 0.2))?];
    let mesh = geodesic_sphere(0.8, frequency)?;
    let trial = Trial { mesh, bodies: 2, spread: 0.7, beside, series };
    trial.run(gpu, cinder, question, EXPERIMENTS[1])
}

/// Scenes of one size.
struct Trial {
    mesh: Mesh,
    bodies: u32,
    spread: f64,
    /// Where unit boxes stand in every scene.
    beside: Vec<Pose>,
    series: TrialSeries,
}

impl Trial {
    fn run(
        self,
        gpu: &Gpu,
        cinder: &mut Cinder,
        question: &Question,
        experiment: &'static str,
    ) -> anyhow::Result<Timing> {
        let Self { bodies, series: TrialSeries { trials, pixels, seed }, .. } = self;
        let (cube, more) = (Arc::new(cube()?), self.beside.len() as u32);
        let triangles = bodies * self.mesh.faces().len() as u32 + more * cube.faces().len() as u32;
        let mut store = Store::new(gpu);
        let (mesh, boxes) = (store.add(&Arc::new(self.mesh))?, store.add(&cube)?);
        let options =
            CinderOptions { path: question.path, ask: question.ask, size: [pixels; 2], ..CinderOptions::default() };
        let mut random = SplitMix64::new(seed);
        let (mut times, mut own, mut bytes, mut found) = (Vec::new(), Some(0.0), 0.0, 0.0);
        for trial in 0..trials + WARM_UP {
            let mut instances = scatter(&mut random, mesh, bodies, self.spread)?;
            instances.extend(self.beside.iter().map(|&world_from_body| Instance { mesh: boxes, world_from_body }));
            let start = Instant::now();
            let finding = cinder.query(gpu, &mut store, &instances, &options)?;
            let time = start.elapsed().as_secs_f64() * 1e3;
            if trial < WARM_UP {
                continue;
            }
            times.push(time);
            // Where no boxes meet, the device has nothing to do.
            let none = if finding.cost.passes == 0 { Some(0.0) } else { None };
            let spent = finding.cost.gpu_time.map(|time| time.as_secs_f64() * 1e3).or(none);
            own = own.zip(spent).map(|(sum, spent): (f64, f64)| sum + spent);
            bytes += finding.cost.read_back_bytes as f64;
            found += finding.bodies.len() as f64;
        }
        let n = times.len().max(1) as f64;
        let mean = times.iter().sum::<f64>() / n;
        let deviation = (times.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / n).sqrt();
        Ok(Timing {
            experiment,
            question: question.name,
            bodies: bodies + more,
            triangles,
            milliseconds: mean,
            deviation,
            gpu_milliseconds: own.map(|sum| sum / n),
            read_back_bytes: bytes / n,
            interfering: (question.ask != Ask::Any).then_some(found / n),
        })
    }
}

fn cube() -> Result<Mesh, SceneError> {
    cuboid(DVec3::splat(-0.5), DVec3::splat(0.5))
}

/// Bodies of one mesh at random places in a cube, randomly rotated.
///
/// # Errors
/// The cube reaches too far.
pub fn scatter(random: &mut SplitMix64, mesh: MeshId, bodies: u32, spread: f64) -> Result<Vec<Instance>, SceneError> {
    let bounds = Aabb { min: DVec3::splat(-spread * 0.5), max: DVec3::splat(spread * 0.5) };
    (0..bodies).map(|_| Ok(Instance { mesh, world_from_body: random.pose(&bounds)? })).collect()
}
