//! CInDeR: whose edges are inside whose solid, by drawing (Knott and Pai, *CInDeR: collision and interference detection in real time using
//! graphics hardware*, Graphics Interface 2003).
//!
//! Solids meet if and only if an edge of one meets the other (their theorem 1). Rays through the pixels are cast at the nearest edge
//! of each, and faces before it are counted: front faces 1, back faces -1, so that the sum tells how many solids the edge is in. One view sees
//! only the nearest edges and only at the centres of pixels: an answer "free" is as good as the image. How we differ: `docs/notes/cinder.md`.

mod compute;
mod image;
mod pipelines;
mod raster;
mod render;
mod targets;
pub mod twin;

pub use image::{Images, Pair};

use crate::buffer::ReadBack;
use crate::device::Gpu;
use crate::error::GpuError;
use crate::frame::Frame;
use crate::layout::{Instance, Layout, OwnSolid, Request};
use crate::store::Store;
use crate::timer::Timer;
use crate::view::View;
use compute::Compute;
use raster::{BODY_BYTES, Raster, Scene, Signs};
use render::Render;
use std::time::{Duration, Instant};

/// How the images are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Path {
    /// By whatever was faster when it was measured, once for each [`Cinder`], at its first query.
    #[default]
    Auto,
    /// By drawing, as published.
    Render,
    /// By compute shaders.
    Compute,
}

/// What is wanted to be known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ask {
    /// Whether there is any interference.
    Any,
    /// Which bodies interfere, without reading images back.
    Bodies,
    /// Who is inside whom, by which edges, and where.
    #[default]
    Pairs,
}

/// How a query is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Options {
    /// Columns and rows of the image, in pixels.
    pub size: [u32; 2],
    /// From where.
    pub view: View,
    /// What becomes of a solid's own edges.
    pub own: OwnSolid,
    /// By drawing or computing.
    pub path: Path,
    /// What is wanted.
    pub ask: Ask,
}

impl Default for Options {
    /// The image of the paper's measurements, 256 by 256.
    fn default() -> Self {
        Self {
            size: [256, 256],
            view: View::default(),
            own: OwnSolid::default(),
            path: Path::default(),
            ask: Ask::default(),
        }
    }
}

/// What a query cost.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Cost {
    /// Passes over bodies or pixels.
    pub passes: u32,
    /// Pixels of the image; 0 if no boxes met, and nothing had to be drawn.
    pub pixels: u64,
    /// Bytes brought back from the device.
    pub read_back_bytes: u64,
    /// How long the device worked, where it measures that.
    pub gpu_time: Option<Duration>,
    /// How the images were made; never [`Path::Auto`] where there are some.
    pub path: Path,
}

/// What a query found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// Whether an edge was seen inside of another solid.
    pub interferes: bool,
    /// Bodies that penetrate or are penetrated, in ascending order; empty if only [`Ask::Any`] was asked.
    pub bodies: Vec<u32>,
    /// Who is inside whom, in ascending order; empty if less was asked. Where an edge is in several solids, the pixel names one of them.
    pub pairs: Vec<Pair>,
    /// What it cost.
    pub cost: Cost,
}

/// CInDeR on a device: pipelines and memory, kept from query to query.
pub struct Cinder {
    frame: Frame,
    timer: Timer,
    read_back: ReadBack,
    render: Option<Render>,
    compute: Compute,
    faster: Option<Path>,
}

impl Cinder {
    /// Compiles everything.
    ///
    /// # Errors
    /// The device refuses.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let render = gpu.description().can_render.then(|| Render::new(gpu));
        let (timer, read_back, compute) = (Timer::new(gpu), ReadBack::new(gpu), Compute::new(gpu));
        let cinder = Self { frame: Frame::new(gpu), timer, read_back, render, compute, faster: None };
        gpu.check()?;
        Ok(cinder)
    }

    /// Who is inside whom, as far as one image tells.
    ///
    /// # Errors
    /// See [`GpuError`]: none of them means "free".
    pub fn query(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        instances: &[Instance],
        options: &Options,
    ) -> Result<Finding, GpuError> {
        let Some(layout) = self.lay_out(gpu, store, instances, options)? else { return Ok(Finding::default()) };
        let path = self.chosen(gpu, store, &layout, options.path)?;
        Ok(self.run(gpu, store, &layout, path, options.ask)?.0)
    }

    /// The images by drawing or computing, also where nothing is found; nothing if no boxes meet.
    ///
    /// # Errors
    /// See [`GpuError`]; bodies that are not closed are not refused.
    pub fn images(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        instances: &[Instance],
        options: &Options,
    ) -> Result<Option<(Layout, Images)>, GpuError> {
        check_size(gpu, options.size)?;
        let request = Request { view: options.view, size: options.size, own: options.own };
        let Some(layout) = Layout::new(store, instances, &request)? else { return Ok(None) };
        store.sync(gpu)?;
        let path = self.chosen(gpu, store, &layout, options.path)?;
        let mut parts = self.parts(gpu, store, &layout, path)?;
        let (_, signs) = parts.detect()?;
        let (_, _, images) = parts.identify(signs, Ask::Pairs)?;
        Ok(Some((layout, images)))
    }

    fn lay_out(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        instances: &[Instance],
        options: &Options,
    ) -> Result<Option<Layout>, GpuError> {
        check_size(gpu, options.size)?;
        let request = Request { view: options.view, size: options.size, own: options.own };
        let Some(layout) = Layout::new(store, instances, &request)? else { return Ok(None) };
        for (&mesh, &body) in layout.meshes.iter().zip(&layout.bodies) {
            if !store.model(mesh)?.mesh.is_closed() {
                return Err(GpuError::NotClosed { body });
            }
        }
        store.sync(gpu)?;
        Ok(Some(layout))
    }

    /// The path to take: measured once where none is asked for.
    fn chosen(&mut self, gpu: &Gpu, store: &Store, layout: &Layout, wanted: Path) -> Result<Path, GpuError> {
        if wanted != Path::Auto {
            return Ok(wanted);
        }
        if let Some(path) = self.faster {
            return Ok(path);
        }
        let mut best = (Duration::MAX, Path::Compute);
        for path in [Path::Compute, Path::Render] {
            if path == Path::Render && self.render.is_none() {
                continue;
            }
            // The first run compiles and allocates; of the others the fastest counts.
            for run in 0..4 {
                let start = Instant::now();
                let finding = self.run(gpu, store, layout, path, Ask::Pairs);
                if !matches!(finding, Ok(_) | Err(GpuError::NotClosed { .. })) {
                    finding?;
                }
                if run > 0 && start.elapsed() < best.0 {
                    best = (start.elapsed(), path);
                }
            }
        }
        self.faster = Some(best.1);
        Ok(best.1)
    }

    fn parts<'a>(
        &'a mut self,
        gpu: &'a Gpu,
        store: &'a Store,
        layout: &'a Layout,
        path: Path,
    ) -> Result<Parts<'a>, GpuError> {
        self.frame.write(gpu, layout)?;
        let raster: &mut dyn Raster = match (path, &mut self.render) {
            (Path::Compute, _) => &mut self.compute,
            (_, Some(render)) => render,
            (_, None) => {
                let device = gpu.description().name.clone();
                return Err(GpuError::Unsupported {
                    device,
                    what: "blending of 32-bit numbers, which drawing counts by".to_owned(),
                });
            }
        };
        let scene = Scene { gpu, store, frame: &self.frame, layout, timer: &self.timer };
        Ok(Parts { scene, raster, read_back: &mut self.read_back })
    }

    fn run(
        &mut self,
        gpu: &Gpu,
        store: &Store,
        layout: &Layout,
        path: Path,
        ask: Ask,
    ) -> Result<(Finding, Images), GpuError> {
        let mut parts = self.parts(gpu, store, layout, path)?;
        let (mut cost, signs) = parts.detect()?;
        cost.path = path;
        let mut finding = Finding { interferes: signs.positive, ..Finding::default() };
        let mut images = Images::default();
        if signs.negative || (signs.positive && ask != Ask::Any) {
            let wanted = if signs.negative { Ask::Pairs } else { ask };
            let (more, bodies, found) = parts.identify(signs, wanted)?;
            cost.add(&more);
            (finding.bodies, images) = (bodies, found);
        }
        if let Some(slot) = images.negative.iter().filter_map(|slot| slot.checked_sub(1)).min() {
            return Err(GpuError::NotClosed { body: layout.bodies[slot as usize] });
        }
        let ends = |slot: u32, edge: u32| {
            let model = store.model(layout.meshes[slot as usize]).ok();
            model.and_then(|model| model.edges.get(edge as usize).copied()).unwrap_or_default()
        };
        finding.pairs = images.pairs(layout, ends);
        finding.cost = cost;
        Ok((finding, images))
    }
}

/// The largest side of an image, in pixels: then the whole window is as large as the bodies in it may be.
pub const LARGEST_SIDE: u32 = 8192;

fn check_size(gpu: &Gpu, [width, height]: [u32; 2]) -> Result<(), GpuError> {
    let limit = gpu.description().largest_image.min(LARGEST_SIDE);
    let fits = |side: u32| (1..=limit).contains(&side);
    if fits(width) && fits(height) { Ok(()) } else { Err(GpuError::ImageSize { width, height, limit }) }
}

/// What takes part in one query.
struct Parts<'a> {
    scene: Scene<'a>,
    raster: &'a mut dyn Raster,
    read_back: &'a mut ReadBack,
}

impl Parts<'_> {
    /// Counts, and reads back what the counts say of the whole image.
    fn detect(&mut self) -> Result<(Cost, Signs), GpuError> {
        let gpu = self.scene.gpu;
        self.read_back.prepare(gpu, 1024)?;
        let mut encoder = gpu.encoder();
        let signs = self.raster.detect(&self.scene, &mut encoder)?;
        let signs = self.read_back.copy(&mut encoder, signs, Signs::BYTES);
        let clock = self.scene.timer.resolve(&mut encoder);
        let moments = clock.map(|clock| self.read_back.copy(&mut encoder, clock, Timer::BYTES));
        gpu.submit(encoder);
        let (signs, moments) = self
            .read_back
            .read(gpu, |content| (Signs::of(&content.elements(signs)), moments.map(|place| content.elements(place))))?;
        Ok((self.cost(moments), signs))
    }

    /// Finds out who, and reads back what is asked.
    fn identify(&mut self, signs: Signs, ask: Ask) -> Result<(Cost, Vec<u32>, Images), GpuError> {
        let gpu = self.scene.gpu;
        let slots = self.scene.layout.records.len() as u32;
        let mut encoder = gpu.encoder();
        self.raster.identify(&self.scene, signs, &mut encoder)?;
        let images = if ask == Ask::Pairs { self.raster.image_bytes() } else { 0 };
        self.read_back.prepare(gpu, images + u64::from(slots) * BODY_BYTES + 4096)?;
        let bodies = self.raster.copy_bodies(slots, self.read_back, &mut encoder);
        let places = if ask == Ask::Pairs { self.raster.copy_images(self.read_back, &mut encoder) } else { Vec::new() };
        let clock = self.scene.timer.resolve(&mut encoder);
        let moments = clock.map(|clock| self.read_back.copy(&mut encoder, clock, Timer::BYTES));
        gpu.submit(encoder);
        let raster = &*self.raster;
        let (flags, images, moments) = self.read_back.read(gpu, |content| {
            let moments = moments.map(|place| content.elements(place));
            (raster.bodies(content, bodies), raster.images(content, &places), moments)
        })?;
        let found = self
            .scene
            .layout
            .bodies
            .iter()
            .enumerate()
            .filter(|(slot, _)| flags.iter().any(|of| of.get(*slot) == Some(&true)));
        let mut bodies: Vec<u32> = found.map(|(_, &body)| body).collect();
        bodies.sort_unstable();
        Ok((self.cost(moments), bodies, images))
    }

    fn cost(&mut self, moments: Option<Vec<u64>>) -> Cost {
        let [width, height] = self.scene.layout.request.size.map(u64::from);
        Cost {
            passes: self.raster.take_passes(),
            pixels: width * height,
            read_back_bytes: self.read_back.bytes(),
            gpu_time: moments.and_then(|moments| self.scene.timer.between(&moments)),
            path: Path::Auto,
        }
    }
}

impl Cost {
    /// Adds a further step of the same query.
    fn add(&mut self, step: &Self) {
        self.passes += step.passes;
        self.read_back_bytes += step.read_back_bytes;
        self.gpu_time = self.gpu_time.zip(step.gpu_time).map(|(a, b)| a + b);
    }
}
