//! A device with a method that draws on it.

use super::image_error::ImageError;
use super::image_proposal::ImageOverlap;
use super::image_results::{DrawnBody, ImageCost, ImageResults, ImageSource};
use super::undrawn_reason::UndrawnReason;
use crate::proposals::check_method::ImageMethod;
use impinge::executor::Executor;
use impinge_gpu::cinder::{Cinder, CinderOptions, Path, Survey};
use impinge_gpu::cullide::Cullide;
use impinge_gpu::ldi::{Answer, Ldi, Volume};
use impinge_gpu::{Choice, Cost, Gpu, GpuError, Instance, Model, Store, Turned, exact_bodies};
use std::collections::BTreeMap;
use std::time::Duration;

/// Layers of edges that are looked at in each view: three views of four layers show all pairs but those that all but touch
/// (`docs/notes/cinder.md`).
const LAYERS: u32 = 4;

/// Columns and rows of images of all bodies.
const SIZE: [u32; 2] = [256, 256];

/// Columns and rows of layered images of two bodies, which are read back whole.
const PAIR_SIZE: [u32; 2] = [64, 64];

/// A method and the device that it is to draw on, which is opened when something is drawn: by then, files have been read.
pub struct ImageDrawing {
    method: ImageMethod,
    choice: Choice,
    studio: Option<Studio>,
}

/// A device, the meshes on it, and what draws them; kept from query to query.
struct Studio {
    gpu: Gpu,
    store: Store,
    tool: Tool,
}

enum Tool {
    Cinder(Box<Cinder>),
    Cullide(Box<Cullide>),
    Ldi(Box<Ldi>),
}

/// The bodies that are drawn, by their places among all, and the places of those that are not.
#[derive(Default)]
struct Cast {
    places: Vec<usize>,
    instances: Vec<Instance>,
    not_drawn: BTreeMap<usize, UndrawnReason>,
}

/// What images show of the bodies that were drawn, by their places among these.
#[derive(Default)]
struct Shown {
    pairs: Vec<(u32, u32)>,
    overlaps: Vec<((u32, u32), ImageOverlap)>,
    too_small: Vec<u32>,
    /// Why there are none, or not all.
    refused: Option<String>,
}

/// The device of this name, or the fastest.
#[must_use]
pub fn device_choice(device: Option<&str>) -> Choice {
    device.map_or(Choice::Fastest, |name| Choice::Named(name.to_owned()))
}

impl ImageDrawing {
    /// A method on the device of this name, or on the fastest.
    ///
    /// # Errors
    /// None here: the device is opened later.
    pub fn new(method: ImageMethod, device: Option<&str>) -> Result<Self, ImageError> {
        Ok(Self { method, choice: device_choice(device), studio: None })
    }

    /// What images of the bodies show. That they cannot be made is no error, since nothing depends on them.
    ///
    /// # Errors
    /// There is no such device.
    pub fn draw(&mut self, bodies: &[DrawnBody]) -> Result<ImageResults, ImageError> {
        let studio = match &mut self.studio {
            Some(studio) => studio,
            closed => {
                let method = self.method.name();
                let refused = |error: GpuError| ImageError::Device { method, message: error.to_string() };
                closed.insert(Studio::open(self.method, &self.choice).map_err(refused)?)
            }
        };
        Ok(studio.draw(bodies))
    }
}

impl Studio {
    fn open(method: ImageMethod, choice: &Choice) -> Result<Self, GpuError> {
        let gpu = Gpu::open(choice)?;
        let tool = match method {
            ImageMethod::Cinder => Tool::Cinder(Box::new(Cinder::new(&gpu)?)),
            ImageMethod::Cullide => Tool::Cullide(Box::new(Cullide::new(&gpu))),
            ImageMethod::Ldi => Tool::Ldi(Box::new(Ldi::new(&gpu))),
        };
        Ok(Self { store: Store::new(&gpu), gpu, tool })
    }

    fn draw(&mut self, bodies: &[DrawnBody]) -> ImageResults {
        let mut cast = Cast::default();
        let shown = self.cast(bodies, &mut cast).and_then(|()| self.show(&mut cast)).unwrap_or_else(|error| {
            let refused = Some(error_text(&error));
            for place in 0..bodies.len() {
                cast.not_drawn.entry(place).or_insert(UndrawnReason::Refused);
            }
            Shown { refused, ..Shown::default() }
        });
        let cost = self.tool.take_cost().into();
        let Shown { pairs, overlaps, too_small, refused } = shown;
        let placed = |(a, b): (u32, u32)| (cast.places[a.min(b) as usize], cast.places[a.max(b) as usize]);
        let device = self.gpu.description();
        let (method, driver) = (self.tool.method().name(), device.driver.clone());
        ImageResults {
            source: ImageSource { method, device: device.name.clone(), driver, refused },
            shown: pairs.into_iter().map(placed).collect(),
            overlaps: overlaps.into_iter().map(|(pair, overlap)| (placed(pair), overlap)).collect(),
            too_small: too_small.into_iter().map(|body| cast.places[body as usize]).collect(),
            not_drawn: cast.not_drawn,
            cost,
        }
    }

    /// Puts the meshes of bodies on the device and tells those that are drawn from those that cannot be.
    fn cast(&mut self, bodies: &[DrawnBody], cast: &mut Cast) -> Result<(), GpuError> {
        for (place, body) in bodies.iter().enumerate() {
            let Some((mesh, pose)) = body else {
                cast.not_drawn.insert(place, UndrawnReason::NoMesh);
                continue;
            };
            let mesh = self.store.add(mesh)?;
            match self.tool.refuses(self.store.model(mesh)?) {
                Some(reason) => {
                    cast.not_drawn.insert(place, reason);
                }
                None => {
                    cast.instances.push(Instance { mesh, world_from_body: *pose });
                    cast.places.push(place);
                }
            }
        }
        Ok(())
    }

    /// What images show; bodies that turn out not to be countable leave the cast.
    fn show(&mut self, cast: &mut Cast) -> Result<Shown, GpuError> {
        loop {
            match self.tool.show(&self.gpu, &mut self.store, &cast.instances) {
                // Only where it passes through itself is a body found to wind in the wrong sense when it is drawn.
                Err(GpuError::NotClosed { body }) if (body as usize) < cast.instances.len() => {
                    cast.instances.remove(body as usize);
                    cast.not_drawn.insert(cast.places.remove(body as usize), UndrawnReason::Folded);
                }
                shown => return shown,
            }
        }
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

    /// Why a mesh cannot be drawn, if so.
    fn refuses(&self, model: &Model) -> Option<UndrawnReason> {
        match (self, model.turned) {
            (Self::Cullide(_), _) | (_, Turned::Outward) | (Self::Ldi(_), Turned::Inward) => None,
            (Self::Cinder(_), Turned::Inward) => Some(UndrawnReason::Inward),
            (Self::Cinder(_) | Self::Ldi(_), Turned::Open) => Some(UndrawnReason::Open),
        }
    }

    /// What images took since the last time this was asked, those that could not be finished included.
    fn take_cost(&mut self) -> Cost {
        match self {
            Self::Cinder(cinder) => cinder.take_cost(),
            Self::Cullide(cullide) => cullide.take_cost(),
            Self::Ldi(ldi) => ldi.take_cost(),
        }
    }

    fn show(&mut self, gpu: &Gpu, store: &mut Store, instances: &[Instance]) -> Result<Shown, GpuError> {
        match self {
            Self::Cinder(cinder) => {
                // Measuring which path is faster takes longer than one look.
                let options =
                    CinderOptions { size: SIZE, layers: LAYERS, path: Path::Compute, ..CinderOptions::default() };
                let finding = cinder.survey(gpu, store, instances, &Survey { options, ..Survey::default() })?;
                let pairs = finding.pairs.iter().map(|pair| (pair.penetrating, pair.penetrated)).collect();
                Ok(Shown { pairs, too_small: finding.too_small, ..Shown::default() })
            }
            Self::Cullide(cullide) => {
                let proposal = cullide.propose(gpu, store, instances, SIZE)?;
                let refused = proposal.refused.as_ref().map(error_text);
                Ok(Shown { pairs: proposal.asked, refused, ..Shown::default() })
            }
            Self::Ldi(ldi) => {
                let (mut shown, mut refusals, pairs) = (Shown::default(), Vec::new(), near(store, instances)?);
                for &(a, b) in &pairs {
                    match ldi.pair(gpu, store, &[instances[a as usize], instances[b as usize]], PAIR_SIZE) {
                        Ok(pair) => {
                            let Volume { lower, estimate, upper } = pair.overlap;
                            shown.overlaps.push(((a, b), ImageOverlap { lower, estimate, upper, pixels: PAIR_SIZE }));
                            shown.pairs.extend((pair.meet != Answer::No).then_some((a, b)));
                        }
                        // What cannot be drawn is not ruled out.
                        Err(error) if error.is_about_bodies() => {
                            shown.pairs.push((a, b));
                            refusals.push(error_text(&error));
                        }
                        Err(error) => return Err(error),
                    }
                }
                let partly = |why: &String| format!("{} of {} pairs: {why}", refusals.len(), pairs.len());
                shown.refused = refusals.first().map(partly);
                Ok(shown)
            }
        }
    }
}

/// Pairs whose boxes overlap.
fn near(store: &Store, instances: &[Instance]) -> Result<Vec<(u32, u32)>, GpuError> {
    let (mut scene, _) = exact_bodies::scene(store, instances)?;
    let pairs = scene.view(&Executor::serial()).pairs_within(0.0);
    Ok(pairs.into_iter().map(|(a, b)| (a.slot() as u32, b.slot() as u32)).collect())
}

/// Why images could not be made; without the number of a body among those drawn, which means nothing to a reader.
fn error_text(error: &GpuError) -> String {
    match error {
        GpuError::NotClosed { .. } => "a body passes through itself so that its inside cannot be counted".to_owned(),
        other => other.to_string(),
    }
}

impl From<Cost> for ImageCost {
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
