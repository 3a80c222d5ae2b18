//! CInDeR: whose edges are inside whose solid, by drawing (Knott and Pai, *CInDeR: collision and interference detection in real time using
//! graphics hardware*, Graphics Interface 2003).
//!
//! Solids meet if and only if an edge of one meets the other (their theorem 1). Rays through the pixels are cast at the nearest edge
//! of each, and faces before it are counted: front faces 1, back faces -1, so that the sum tells how many solids the edge is in. One view sees
//! only the nearest edges and only at the centres of pixels: an answer "free" is as good as the image. How we differ: `docs/notes/cinder.md`.

mod certified_query;
mod render_or_compute;
mod compute;
mod image;
mod image_sequence;
mod pipelines;
mod pixel_state;
mod raster_passes;
mod render;
mod report;
mod multi_view;
mod render_targets;
pub(crate) mod cpu_reference;

pub use certified_query::{Proof, Proposer, Proved};
pub use image::{Images, Pair};
pub use multi_view::{MOST_TILES, Survey};
pub use report::{Ask, CinderOptions, Finding, Path};
#[cfg(test)]
pub(crate) use {pipelines::text as render_text, pixel_state::text as compute_text};

use crate::buffer::ReadBack;
use crate::cost::Cost;
use crate::device::Gpu;
use crate::device_frame::Frame;
use crate::draw_layout::{Instance, Layout, Request};
use crate::error::GpuError;
use crate::mesh_store::Store;
use crate::orientation::Turned;
use crate::timer::Timer;
use compute::Compute;
use image_sequence::Parts;
use raster_passes::{Raster, Scene};
use render::Render;

/// CInDeR on a device: pipelines and memory, kept from query to query.
pub struct Cinder {
    frame: Frame,
    timer: Timer,
    read_back: ReadBack,
    render: Option<Render>,
    compute: Compute,
    /// The path that [`Path::Auto`] takes, once it is known.
    pub(crate) faster: Option<Path>,
    /// What was done since the last time this was asked.
    spent: Cost,
}

impl Cinder {
    /// Compiles everything.
    ///
    /// # Errors
    /// The device refuses.
    pub fn new(gpu: &Gpu) -> Result<Self, GpuError> {
        let render = gpu.description().can_render.then(|| Render::new(gpu)).transpose()?;
        let (timer, read_back, compute) = (Timer::new(gpu), ReadBack::new(gpu), Compute::new(gpu));
        let cinder =
            Self { frame: Frame::new(gpu), timer, read_back, render, compute, faster: None, spent: Cost::default() };
        gpu.check()?;
        Ok(cinder)
    }

    /// Who is inside whom, as far as one view tells.
    ///
    /// # Errors
    /// See [`GpuError`]: none of them means "free".
    pub fn query(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        instances: &[Instance],
        options: &CinderOptions,
    ) -> Result<Finding, GpuError> {
        match lay_out(gpu, store, instances, &options.request())? {
            None => Ok(Finding::default()),
            Some(layout) => {
                let finding = self.look(gpu, store, &layout, options)?;
                Ok(Finding { too_small: layout.too_small, ..finding })
            }
        }
    }

    /// What all queries since the last call of this cost, those that ended with an error and those that measure paths included.
    pub fn take_cost(&mut self) -> Cost {
        std::mem::take(&mut self.spent)
    }

    /// The images of every layer by drawing or computing, also where nothing is found; none if no boxes meet.
    ///
    /// # Errors
    /// See [`GpuError`]; bodies that are not closed are not refused.
    pub fn images(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        instances: &[Instance],
        options: &CinderOptions,
    ) -> Result<Vec<Images>, GpuError> {
        check_size(gpu, options.size)?;
        let Some(layout) = Layout::new(store, instances, &options.request())? else { return Ok(Vec::new()) };
        store.sync(gpu)?;
        let path = self.chosen(gpu, store, &layout, options.path);
        let mut parts = self.parts(gpu, store, &layout, path)?;
        let mut layers = Vec::new();
        for layer in 0..options.layers.max(1) {
            let (_, signs) = parts.detect(layer)?;
            layers.push(parts.images(signs)?);
        }
        Ok(layers)
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
        let scene = Scene { gpu, store, frame: &self.frame, layout, timer: &self.timer, layer: 0 };
        Ok(Parts { scene, raster, read_back: &mut self.read_back, spent: &mut self.spent, path })
    }
}

/// The images of [`Cinder::images`], made on the CPU, scalar and simple.
///
/// # Errors
/// A mesh that the store does not hold, or an invalid view.
pub fn images_on_cpu(store: &Store, instances: &[Instance], options: &CinderOptions) -> Result<Vec<Images>, GpuError> {
    let Some(layout) = Layout::new(store, instances, &options.request())? else { return Ok(Vec::new()) };
    let mut layers = Vec::<Images>::new();
    for _ in 0..options.layers.max(1) {
        layers.push(cpu_reference::images(store, &layout, layers.last())?);
    }
    Ok(layers)
}

/// The largest side of an image, in pixels: then the whole window is as large as the bodies in it may be.
const LARGEST_SIDE: u32 = 8192;

fn check_size(gpu: &Gpu, [width, height]: [u32; 2]) -> Result<(), GpuError> {
    let limit = gpu.description().largest_image.min(LARGEST_SIDE);
    let fits = |side: u32| (1..=limit).contains(&side);
    if fits(width) && fits(height) { Ok(()) } else { Err(GpuError::ImageSize { width, height, limit }) }
}

/// Lays bodies out and refuses those that cannot be counted; nothing if no boxes meet.
fn lay_out(
    gpu: &Gpu,
    store: &mut Store,
    instances: &[Instance],
    request: &Request,
) -> Result<Option<Layout>, GpuError> {
    check_size(gpu, request.size)?;
    let Some(layout) = Layout::new(store, instances, request)? else { return Ok(None) };
    for (&mesh, &body) in layout.meshes.iter().zip(&layout.bodies) {
        if store.model(mesh)?.turned != Turned::Outward {
            return Err(GpuError::NotClosed { body });
        }
    }
    store.sync(gpu)?;
    Ok(Some(layout))
}
