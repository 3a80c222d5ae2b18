//! A method with what makes its images, and the bodies that it draws.

use super::cpu_painter::CpuPainter;
#[cfg(feature = "gpu")]
use super::device_painter::DevicePainter;
use super::image_error::ImageError;
use super::image_proposal::{EdgesInside, ImageOverlap};
use super::image_results::{DrawnBody, ImageResults, ImageSource};
use super::image_settings::{ImageDevice, ImageSettings, OwnEdges};
use super::painter::{Painter, views};
use super::undrawn_reason::UndrawnReason;
use crate::proposals::check_method::ImageMethod;
use impinge::bound::Aabb;
use impinge::executor::Executor;
use impinge::pair::Relation;
use impinge_gpu::cinder::{CinderOptions, Survey};
use impinge_gpu::ldi::{Answer, LayerRequest, Volume};
use impinge_gpu::{GpuError, Instance, Model, OwnSolid, Turned, exact_bodies};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A method and what is to make its images. A device is opened when something is drawn: by then, files have been read.
pub struct ImageDrawing {
    settings: ImageSettings,
    device: Option<String>,
    painter: Option<Box<dyn Painter>>,
}

/// What is asked of images beside which pairs they propose.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ImageRequest {
    /// Pairs count as apart only if their gap is larger than this.
    pub gap: f64,
    /// Also look at each body alone, where the method can.
    pub self_pairs: bool,
}

/// The bodies that are drawn, by their places among all, where the exact engine has them, and the places of those that are not drawn.
#[derive(Default)]
struct Cast {
    places: Vec<usize>,
    instances: Vec<Instance>,
    not_drawn: BTreeMap<usize, UndrawnReason>,
    /// Pairs with boxes no farther apart than the gap that is asked about.
    near: Vec<(u32, u32)>,
    /// Around all bodies, if there are any.
    bounds: Option<Aabb>,
    /// Whether a pose was turned to the next rotation, so that images are not of the poses that were given.
    turned: bool,
}

/// What images show of the bodies that were drawn, by their places among these.
#[derive(Default)]
struct Shown {
    pairs: Vec<(u32, u32)>,
    relations: Vec<((u32, u32), Relation)>,
    /// Pairs with a gap larger than that of the request.
    apart: Vec<(u32, u32)>,
    overlaps: Vec<((u32, u32), ImageOverlap)>,
    edges: Vec<((u32, u32), EdgesInside)>,
    faces: Vec<(u32, Arc<Vec<bool>>)>,
    too_small: Vec<u32>,
    /// Why there are none, or not all.
    refused: Option<String>,
}

impl ImageDrawing {
    /// A method with its settings on the device of this name, or on the fastest.
    ///
    /// # Errors
    /// A device is named, and none is used; or the command was built without graphics.
    pub fn new(settings: ImageSettings, device: Option<&str>) -> Result<Self, ImageError> {
        let method = settings.method.name();
        match settings.device {
            ImageDevice::Cpu if device.is_some() => Err(ImageError::DeviceOfCpu { method }),
            ImageDevice::Vulkan if !cfg!(feature = "gpu") => Err(ImageError::NoGraphics { method }),
            ImageDevice::Cpu | ImageDevice::Vulkan => {
                Ok(Self { settings, device: device.map(str::to_owned), painter: None })
            }
        }
    }

    /// What images of the bodies show. That they cannot be made is no error: the exact engine answers about what they leave.
    ///
    /// # Errors
    /// There is no such device.
    pub fn draw(&mut self, bodies: &[DrawnBody], request: ImageRequest) -> Result<ImageResults, ImageError> {
        let settings = self.settings;
        let painter = match &mut self.painter {
            Some(painter) => painter,
            closed => closed.insert(open(&settings, self.device.as_deref())?),
        };
        let mut drawing = Studio { painter: &mut **painter, settings, request };
        Ok(drawing.draw(bodies))
    }
}

/// Opens what makes images.
fn open(settings: &ImageSettings, device: Option<&str>) -> Result<Box<dyn Painter>, ImageError> {
    #[cfg(feature = "gpu")]
    if settings.device == ImageDevice::Vulkan {
        let method = settings.method.name();
        let refused = |error: GpuError| ImageError::Device { method, message: error.to_string() };
        let choice = impinge_gpu::Choice::named_or_fastest(device);
        return Ok(Box::new(DevicePainter::open(&choice).map_err(refused)?));
    }
    // Without graphics, settings that ask for a device were refused before.
    #[cfg(not(feature = "gpu"))]
    let _ = (settings, device);
    Ok(Box::new(CpuPainter::default()))
}

/// What one check draws.
struct Studio<'a> {
    painter: &'a mut dyn Painter,
    settings: ImageSettings,
    request: ImageRequest,
}

impl Studio<'_> {
    fn draw(&mut self, bodies: &[DrawnBody]) -> ImageResults {
        let mut cast = Cast::default();
        let shown = self.cast(bodies, &mut cast).and_then(|()| self.show(&mut cast)).unwrap_or_else(|error| {
            let refused = Some(error_text(&error));
            for place in 0..bodies.len() {
                cast.not_drawn.entry(place).or_insert(UndrawnReason::Refused);
            }
            Shown { refused, ..Shown::default() }
        });
        let cost = self.painter.take_cost().into();
        let place = |body: u32| cast.places[body as usize];
        let placed = |(a, b): (u32, u32)| (place(a.min(b)), place(a.max(b)));
        let [device, driver] = self.painter.device();
        let source = ImageSource { method: self.settings.method.name(), device, driver, refused: shown.refused };
        ImageResults {
            source,
            settings: self.settings,
            gap: self.request.gap,
            turned: cast.turned,
            near: cast.near.iter().map(|pair| placed(*pair)).collect(),
            shown: shown.pairs.into_iter().map(placed).collect(),
            relations: shown.relations.into_iter().map(|(pair, relation)| (placed(pair), relation)).collect(),
            apart: shown.apart.into_iter().map(placed).collect(),
            overlaps: shown.overlaps.into_iter().map(|(pair, overlap)| (placed(pair), overlap)).collect(),
            edges: shown.edges.into_iter().map(|((a, b), edges)| ((place(a), place(b)), edges)).collect(),
            faces: shown.faces.into_iter().map(|(body, faces)| (place(body), faces)).collect(),
            too_small: shown.too_small.into_iter().map(place).collect(),
            not_drawn: cast.not_drawn,
            cost,
        }
    }

    /// Takes the meshes of bodies and tells those that are drawn from those that cannot be.
    fn cast(&mut self, bodies: &[DrawnBody], cast: &mut Cast) -> Result<(), GpuError> {
        let method = self.settings.method;
        for (place, body) in bodies.iter().enumerate() {
            let Some((mesh, pose)) = body else {
                cast.not_drawn.insert(place, UndrawnReason::NoMesh);
                continue;
            };
            let meshes = self.painter.meshes();
            let mesh = meshes.add(mesh)?;
            match refuses(method, meshes.model(mesh)?) {
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
            self.place(cast)?;
            let shown = match self.settings.method {
                ImageMethod::Cinder => self.show_edges(cast),
                ImageMethod::Cullide => self.show_visible(cast),
                ImageMethod::Ldi => self.show_volumes(cast),
            };
            match shown {
                // Only where it passes through itself is a body found to wind in the wrong sense when it is drawn.
                Err(GpuError::NotClosed { body }) if (body as usize) < cast.instances.len() => {
                    cast.instances.remove(body as usize);
                    cast.not_drawn.insert(cast.places.remove(body as usize), UndrawnReason::Folded);
                }
                shown => return shown,
            }
        }
    }

    /// Puts bodies where the exact engine has them, and finds those that are near each other.
    fn place(&mut self, cast: &mut Cast) -> Result<(), GpuError> {
        let (mut scene, ids) = exact_bodies::scene(self.painter.meshes(), &cast.instances)?;
        cast.bounds = None;
        for (instance, id) in cast.instances.iter_mut().zip(&ids) {
            let body = scene.body(*id)?;
            cast.turned |= instance.world_from_body != *body.world_from_body();
            instance.world_from_body = *body.world_from_body();
            cast.bounds = Some(cast.bounds.map_or(body.bounds(), |bounds| bounds.joined(body.bounds())));
        }
        let pairs = scene.view(&Executor::serial()).pairs_within(self.request.gap);
        cast.near = pairs.into_iter().map(|(a, b)| (a.slot() as u32, b.slot() as u32)).collect();
        Ok(())
    }

    /// CInDeR: hints, which rule out nothing.
    fn show_edges(&mut self, cast: &Cast) -> Result<Shown, GpuError> {
        let ImageSettings { size, view, own, layers, .. } = self.settings;
        let own = match own {
            OwnEdges::Excluded => OwnSolid::Excluded,
            OwnEdges::Offset => OwnSolid::Offset,
        };
        let options = CinderOptions { size: [size; 2], layers, own, ..CinderOptions::default() };
        let survey = Survey { options, views: views(view, cast.bounds.as_ref()), ..Survey::default() };
        let finding = self.painter.cinder(&cast.instances, &survey)?;
        let mut shown = Shown { too_small: finding.too_small, ..Shown::default() };
        for pair in finding.pairs {
            let bodies = (pair.penetrating, pair.penetrated);
            if bodies.0 == bodies.1 {
                // A body thinner than its edges are moved.
                continue;
            }
            shown.pairs.push(bodies);
            shown.edges.push((bodies, EdgesInside { edges: pair.edges, points: pair.points }));
        }
        Ok(shown)
    }

    /// CULLIDE: what is not left is proved to be apart.
    fn show_visible(&mut self, cast: &Cast) -> Result<Shown, GpuError> {
        let (size, gap) = ([self.settings.size; 2], self.request.gap);
        let proposal = self.painter.cullide(&cast.instances, LayerRequest { size, gap: 0.0 })?;
        let mut shown = Shown { refused: proposal.refused.as_ref().map(error_text), ..Shown::default() };
        let left: BTreeSet<(u32, u32)> = proposal.asked.iter().copied().collect();
        let parted = |left: &BTreeSet<(u32, u32)>| -> Vec<(u32, u32)> {
            cast.near.iter().filter(|pair| !left.contains(pair)).copied().collect()
        };
        shown.relations = parted(&left).into_iter().map(|pair| (pair, Relation::Disjoint)).collect();
        shown.apart = match gap {
            0.0 => parted(&left),
            _ => {
                let wider = self.painter.cullide(&cast.instances, LayerRequest { size, gap })?;
                let left = wider.asked.into_iter().collect();
                parted(&left)
            }
        };
        shown.pairs = proposal.asked;
        let mut known = BTreeMap::new();
        for (body, instance) in (0..).zip(&cast.instances).filter(|_| self.request.self_pairs) {
            let faces = match known.get(&instance.mesh) {
                Some(faces) => Arc::clone(faces),
                None => match self.painter.cullide_within(instance.mesh, size) {
                    Ok(faces) => Arc::clone(known.entry(instance.mesh).or_insert(Arc::new(faces))),
                    Err(error) if error.is_about_bodies() => continue,
                    Err(error) => return Err(error),
                },
            };
            shown.faces.push((body, faces));
        }
        Ok(shown)
    }

    /// Layered depth images, pair by pair.
    fn show_volumes(&mut self, cast: &Cast) -> Result<Shown, GpuError> {
        let (mut shown, mut refusals) = (Shown::default(), Vec::new());
        for &pair in &cast.near {
            if let Err(error) = self.show_pair(cast, pair, &mut shown) {
                // What cannot be drawn is not ruled out.
                if !error.is_about_bodies() {
                    return Err(error);
                }
                shown.pairs.push(pair);
                refusals.push(error_text(&error));
            }
        }
        let partly = |why: &String| format!("{} of {} pairs: {why}", refusals.len(), cast.near.len());
        shown.refused = refusals.first().map(partly);
        if self.request.self_pairs {
            self.show_selves(cast, &mut shown)?;
        }
        Ok(shown)
    }

    /// What two solids share, and whether they are apart by more than the gap.
    fn show_pair(&mut self, cast: &Cast, pair: (u32, u32), shown: &mut Shown) -> Result<(), GpuError> {
        let (size, gap) = ([self.settings.size; 2], self.request.gap);
        let instances = [pair.0, pair.1].map(|body| cast.instances[body as usize]);
        let volumes = self.painter.ldi(&instances, LayerRequest { size, gap: 0.0 })?;
        // Nothing is drawn where boxes are apart.
        shown.overlaps.extend((volumes.cost.pixels > 0).then(|| (pair, overlap(&volumes.overlap, size))));
        shown.relations.extend(volumes.relation().map(|relation| (pair, relation)));
        if volumes.meet != Answer::No {
            shown.pairs.push(pair);
            return Ok(());
        }
        let is_apart = gap == 0.0 || {
            let wider = self.painter.ldi(&instances, LayerRequest { size, gap });
            wider.is_ok_and(|volumes| volumes.meet == Answer::No)
        };
        shown.apart.extend(is_apart.then_some(pair));
        Ok(())
    }

    /// Where solids overlap themselves.
    fn show_selves(&mut self, cast: &Cast, shown: &mut Shown) -> Result<(), GpuError> {
        let size = [self.settings.size; 2];
        let mut known = BTreeMap::new();
        for (body, instance) in (0..).zip(&cast.instances) {
            let (faces, folded) = match known.get(&instance.mesh) {
                Some(known) => Clone::clone(known),
                None => match self.painter.ldi_within(instance.mesh, size) {
                    Ok(seen) => {
                        let seen = (Arc::new(seen.faces), overlap(&seen.volumes.folded, size));
                        known.entry(instance.mesh).or_insert(seen).clone()
                    }
                    Err(error) if error.is_about_bodies() => continue,
                    Err(error) => return Err(error),
                },
            };
            shown.faces.push((body, faces));
            shown.overlaps.push(((body, body), folded));
        }
        Ok(())
    }
}

/// Why a mesh cannot be drawn by a method, if so.
fn refuses(method: ImageMethod, model: &Model) -> Option<UndrawnReason> {
    match (method, model.turned) {
        (ImageMethod::Cullide, _) | (_, Turned::Outward) | (ImageMethod::Ldi, Turned::Inward) => None,
        (ImageMethod::Cinder, Turned::Inward) => Some(UndrawnReason::Inward),
        (ImageMethod::Cinder | ImageMethod::Ldi, Turned::Open) => Some(UndrawnReason::Open),
    }
}

fn overlap(&Volume { lower, estimate, upper }: &Volume, pixels: [u32; 2]) -> ImageOverlap {
    ImageOverlap { lower, estimate, upper, pixels }
}

/// Why images could not be made; without the number of a body among those drawn, which means nothing to a reader.
fn error_text(error: &GpuError) -> String {
    match error {
        GpuError::NotClosed { .. } => "a body passes through itself so that its inside cannot be counted".to_owned(),
        other => other.to_string(),
    }
}
