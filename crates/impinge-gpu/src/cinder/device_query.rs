//! CInDeR on a device.

use super::compute::Compute;
use super::image::Images;
use super::image_sequence::Parts;
use super::multi_view::{Survey, survey_by};
use super::raster_passes::{Raster, Scene};
use super::render::Render;
use super::report::{CinderOptions, Finding, Path};
use super::{LARGEST_SIDE, check_size, lay_out};
use crate::buffer::ReadBack;
use crate::cost::Cost;
use crate::device::Gpu;
use crate::device_frame::Frame;
use crate::draw_layout::{Instance, Layout};
use crate::error::GpuError;
use crate::mesh_store::Store;
use crate::timer::Timer;

/// CInDeR on a device: pipelines and memory, kept from query to query.
pub struct Cinder {
    frame: Frame,
    timer: Timer,
    read_back: ReadBack,
    pub(super) render: Option<Render>,
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
        match lay_out(store, instances, &options.request(), largest_side(gpu))? {
            None => Ok(Finding::default()),
            Some(layout) => {
                store.sync(gpu)?;
                let finding = self.look(gpu, store, &layout, options)?;
                Ok(Finding { too_small: layout.too_small, ..finding })
            }
        }
    }

    /// What all views, tiles and layers tell together.
    ///
    /// # Errors
    /// See [`GpuError`]: none of them means "free".
    pub fn survey(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        instances: &[Instance],
        survey: &Survey,
    ) -> Result<Finding, GpuError> {
        survey_by(store, instances, survey, largest_side(gpu), &mut |store, layout, options| {
            store.sync(gpu)?;
            self.look(gpu, store, layout, options)
        })
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
        check_size(options.size, largest_side(gpu))?;
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

    pub(super) fn parts<'a>(
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

/// The largest side of an image on a device, in pixels.
pub(super) fn largest_side(gpu: &Gpu) -> u32 {
    gpu.description().largest_image.min(LARGEST_SIDE)
}
