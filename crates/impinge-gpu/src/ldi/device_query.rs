//! Layered depth images on a device.

use super::report::{self, PairVolumes, SelfVolumes, SolidVolumes};
use crate::cost::Cost;
use crate::device::Gpu;
use crate::draw_layout::Instance;
use crate::error::GpuError;
use crate::layers::{AxisView, LayerPasses, LayerRequest, LayeredImage, Layers};
use crate::mesh_store::Store;
use crate::mesh_table::MeshId;

/// Layered depth images on a device, with memory that is kept from query to query.
pub struct Ldi {
    passes: LayerPasses,
    images: [Layers; 3],
    /// What was done since the last time this was asked, but for what the passes know.
    pub(super) spent: Cost,
}

impl Ldi {
    /// Compiles the passes.
    #[must_use]
    pub fn new(gpu: &Gpu) -> Self {
        let images = [0, 1, 2].map(|_| Layers::new(gpu));
        Self { passes: LayerPasses::new(gpu), images, spent: Cost::default() }
    }

    /// What all images since the last call of this cost, those that could not be finished included.
    pub fn take_cost(&mut self) -> Cost {
        let mut cost = std::mem::take(&mut self.spent);
        cost.add(&self.passes.take_cost());
        cost
    }

    /// The volume of a solid, and of where it overlaps itself, by images of the given size.
    ///
    /// # Errors
    /// A body that is not closed, an image without pixels, something that does not fit, or a lost device.
    pub fn solid(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        instance: &Instance,
        size: [u32; 2],
    ) -> Result<SolidVolumes, GpuError> {
        report::solid(store, instance, size, &mut |store, views| self.make(gpu, store, views))
    }

    /// The volume that two solids share, and whether one is inside the other, by images of the given size.
    ///
    /// # Errors
    /// A body that is not closed, an image without pixels, something that does not fit, or a lost device.
    pub fn pair(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        instances: &[Instance; 2],
        request: impl Into<LayerRequest>,
    ) -> Result<PairVolumes, GpuError> {
        report::pair(store, instances, request.into(), &mut |store, views| self.make(gpu, store, views))
    }

    /// [`Ldi::solid`], and which of its faces may meet others than their neighbours.
    ///
    /// # Errors
    /// As [`Ldi::solid`].
    pub fn within(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        mesh: MeshId,
        size: [u32; 2],
    ) -> Result<SelfVolumes, GpuError> {
        report::within(store, mesh, size, &mut |store, views| self.make(gpu, store, views))
    }

    fn make(
        &mut self,
        gpu: &Gpu,
        store: &mut Store,
        views: &[AxisView; 3],
    ) -> Result<(Vec<LayeredImage>, Cost), GpuError> {
        let mut cost = self.passes.draw(gpu, store, &mut self.images, views)?;
        let images = self.passes.read(gpu, &self.images, &mut cost)?;
        Ok((images, cost))
    }
}
