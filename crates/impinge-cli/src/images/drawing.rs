//! A device with a method that draws on it.

use super::{Drawn, ImageMethod, Origin, Overlap, Sight, Toll};
use anyhow::Context;
use impinge::executor::Executor;
use impinge_gpu::cinder::{Cinder, Cost, Options, Path, Survey};
use impinge_gpu::cullide::Cullide;
use impinge_gpu::layers::ImageCost;
use impinge_gpu::ldi::{Answer, Ldi, Volume};
use impinge_gpu::{Choice, Gpu, GpuError, Instance, Store, exact};
use std::time::Duration;

/// Layers of edges that are looked at in each view: three views of four layers show all pairs but those that all but touch
/// (`docs/notes/cinder.md`).
const LAYERS: u32 = 4;

/// Columns and rows of images of all bodies.
const SIZE: [u32; 2] = [256, 256];

/// Columns and rows of layered images of two bodies, which are read back whole.
const PAIR_SIZE: [u32; 2] = [64, 64];

/// A device, the meshes on it, and what draws them; kept from query to query.
pub struct Drawing {
    gpu: Gpu,
    store: Store,
    tool: Tool,
}

enum Tool {
    Cinder(Box<Cinder>),
    Cullide(Box<Cullide>),
    Ldi(Box<Ldi>),
}

/// What images show of the bodies that were drawn, by their places among these.
struct Shown {
    pairs: Vec<(u32, u32)>,
    overlaps: Vec<((u32, u32), Overlap)>,
    toll: Toll,
}

/// The device of this name, or the fastest.
pub fn choice(device: Option<&str>) -> Choice {
    device.map_or(Choice::Fastest, |name| Choice::Named(name.to_owned()))
}

impl Drawing {
    /// Opens the device of this name, or the fastest, and makes everything ready.
    ///
    /// # Errors
    /// There is no such device, or it refuses.
    pub fn open(method: ImageMethod, device: Option<&str>) -> anyhow::Result<Self> {
        let gpu = Gpu::open(&choice(device)).with_context(|| refusal(method))?;
        let tool = match method {
            ImageMethod::Cinder => Tool::Cinder(Box::new(Cinder::new(&gpu).with_context(|| refusal(method))?)),
            ImageMethod::Cullide => Tool::Cullide(Box::new(Cullide::new(&gpu))),
            ImageMethod::Ldi => Tool::Ldi(Box::new(Ldi::new(&gpu))),
        };
        Ok(Self { store: Store::new(&gpu), gpu, tool })
    }

    /// What images of the bodies show.
    ///
    /// # Errors
    /// The device has no room for them, refuses or is lost.
    pub fn look(&mut self, bodies: &[Drawn]) -> anyhow::Result<Sight> {
        let (mut places, mut instances, mut not_drawn) = (Vec::new(), Vec::new(), Vec::new());
        for (place, body) in bodies.iter().enumerate() {
            match body.as_ref().filter(|(mesh, _)| self.tool.takes(mesh)) {
                Some((mesh, pose)) => {
                    let mesh = self.store.add(mesh).with_context(|| refusal(self.tool.method()))?;
                    instances.push(Instance { mesh, world_from_body: *pose });
                    places.push(place);
                }
                None => not_drawn.push(place),
            }
        }
        let shown = loop {
            match self.tool.show(&self.gpu, &mut self.store, &instances) {
                // Closed, but turned inside out.
                Err(GpuError::NotClosed { body }) if (body as usize) < instances.len() => {
                    instances.remove(body as usize);
                    not_drawn.push(places.remove(body as usize));
                }
                shown => break shown.with_context(|| refusal(self.tool.method()))?,
            }
        };
        not_drawn.sort_unstable();
        let placed = |(a, b): (u32, u32)| (places[a.min(b) as usize], places[a.max(b) as usize]);
        let pairs = shown.pairs.iter().map(|pair| placed(*pair));
        let overlaps = shown.overlaps.iter().map(|(pair, overlap)| (placed(*pair), *overlap)).collect();
        let device = self.gpu.description();
        let origin =
            Origin { method: self.tool.method().name(), device: device.name.clone(), driver: device.driver.clone() };
        Ok(Sight { origin, shown: pairs.collect(), overlaps, not_drawn, toll: shown.toll })
    }
}

impl Tool {
    fn method(&self) -> ImageMethod {
        match self {
            Self::Cinder(_) => ImageMethod::Cinder,
            Self::Cullide(_) => ImageMethod::Cullide,
            Self::Ldi(_) => ImageMethod::Ldi,
        }
    }

    fn takes(&self, mesh: &impinge::mesh::Mesh) -> bool {
        match self {
            Self::Cinder(_) | Self::Ldi(_) => mesh.is_closed(),
            Self::Cullide(_) => true,
        }
    }

    fn show(&mut self, gpu: &Gpu, store: &mut Store, instances: &[Instance]) -> Result<Shown, GpuError> {
        match self {
            Self::Cinder(cinder) => {
                // Measuring which path is faster takes longer than one look.
                let options = Options { size: SIZE, layers: LAYERS, path: Path::Compute, ..Options::default() };
                let finding = cinder.survey(gpu, store, instances, &Survey { options, ..Survey::default() })?;
                let pairs = finding.pairs.iter().map(|pair| (pair.penetrating, pair.penetrated)).collect();
                Ok(Shown { pairs, overlaps: Vec::new(), toll: finding.cost.into() })
            }
            Self::Cullide(cullide) => {
                let finding = cullide.query(gpu, store, instances, SIZE, &Executor::Serial)?;
                Ok(Shown { pairs: finding.asked, overlaps: Vec::new(), toll: finding.cost.into() })
            }
            Self::Ldi(ldi) => {
                let mut shown = Shown { pairs: Vec::new(), overlaps: Vec::new(), toll: Toll::default() };
                for (a, b) in near(store, instances)? {
                    let pair = ldi.pair(gpu, store, &[instances[a as usize], instances[b as usize]], PAIR_SIZE);
                    let pair = pair.map_err(|error| renamed(error, [a, b]))?;
                    shown.toll.add(&pair.cost.into());
                    let Volume { lower, estimate, upper } = pair.overlap;
                    shown.overlaps.push(((a, b), Overlap { lower, estimate, upper, pixels: PAIR_SIZE }));
                    if pair.meet != Answer::No {
                        shown.pairs.push((a, b));
                    }
                }
                Ok(shown)
            }
        }
    }
}

/// Pairs whose boxes overlap.
fn near(store: &Store, instances: &[Instance]) -> Result<Vec<(u32, u32)>, GpuError> {
    let (mut scene, _) = exact::scene(store, instances)?;
    let pairs = scene.view(&Executor::Serial).pairs_within(0.0);
    Ok(pairs.into_iter().map(|(a, b)| (a.slot() as u32, b.slot() as u32)).collect())
}

/// An error about one of two bodies, by its number among all.
fn renamed(error: GpuError, bodies: [u32; 2]) -> GpuError {
    match error {
        GpuError::NotClosed { body } => GpuError::NotClosed { body: bodies[body.min(1) as usize] },
        other => other,
    }
}

impl From<ImageCost> for Toll {
    fn from(cost: ImageCost) -> Self {
        Self {
            passes: cost.passes.into(),
            pixels: cost.pixels,
            read_back_bytes: cost.read_back_bytes,
            gpu_milliseconds: cost.gpu_time.map(milliseconds),
        }
    }
}

impl From<Cost> for Toll {
    fn from(cost: Cost) -> Self {
        Self {
            passes: cost.passes.into(),
            pixels: cost.pixels,
            read_back_bytes: cost.read_back_bytes,
            gpu_milliseconds: cost.gpu_time.map(milliseconds),
        }
    }
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn refusal(method: ImageMethod) -> String {
    format!("--method {} (every other method gives the same answers)", method.name())
}
