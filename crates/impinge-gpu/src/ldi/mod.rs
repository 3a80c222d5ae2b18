//! Volumes of solids and of what two of them share, by layered depth images along three axes.
//!
//! Heidelberger, Teschner and Gross ("Real-time volumetric intersections of deforming objects", 2003; "Detection of collisions and
//! self-collisions using image-space techniques", 2004) count what rays through the centres of pixels enter and leave, and so get a volume
//! that is nearly right, and miss what passes between the rays. Here the layers are intervals that hold the true surface over the true pixel
//! (`layers`), so every image gives bounds between which the volume surely is, and yes or no only where it is certain; the rays
//! remain as the estimate. Layers without limit, any number of shells, the inside by winding number. `docs/notes/ldi.md` proves the bounds.
//! The cost is that of the images: triangles times the pixels they touch, then the sorting of fragments.
//!
//! [`Ldi`] makes the images on a device, [`Ldi::certain`] has the exact engine decide what they leave open, [`solid_on_cpu`] and [`pair_on_cpu`] are its twins.

mod three_valued_answer;
mod certified_query;
mod pixel_column;
mod report;
mod volume;

pub use certified_query::{Proof, Proved, Prover};
pub use report::{PairVolumes, SolidVolumes};
pub use three_valued_answer::Answer;
pub use volume::Volume;

use crate::cost::Cost;
use crate::device::Gpu;
use crate::draw_layout::Instance;
use crate::error::GpuError;
use crate::layers::{AxisView, LayerPasses, LayeredImage, Layers};
use crate::mesh_store::Store;

/// Layered depth images on a device, with memory that is kept from query to query.
pub struct Ldi {
    passes: LayerPasses,
    images: [Layers; 3],
    /// What was done since the last time this was asked, but for what the passes know.
    spent: Cost,
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
        size: [u32; 2],
    ) -> Result<PairVolumes, GpuError> {
        report::pair(store, instances, size, &mut |store, views| self.make(gpu, store, views))
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

/// [`Ldi::solid`] without a device.
///
/// # Errors
/// A body that is not closed, or an image without pixels.
pub fn solid_on_cpu(store: &mut Store, instance: &Instance, size: [u32; 2]) -> Result<SolidVolumes, GpuError> {
    report::solid(store, instance, size, &mut |store, views| draw(store, views))
}

/// [`Ldi::pair`] without a device.
///
/// # Errors
/// A body that is not closed, or an image without pixels.
pub fn pair_on_cpu(store: &mut Store, instances: &[Instance; 2], size: [u32; 2]) -> Result<PairVolumes, GpuError> {
    report::pair(store, instances, size, &mut |store, views| draw(store, views))
}

fn draw(store: &Store, views: &[AxisView; 3]) -> Result<(Vec<LayeredImage>, Cost), GpuError> {
    let images: Result<Vec<_>, _> = views.iter().map(|view| LayeredImage::draw(store, view)).collect();
    Ok((images?, Cost::default()))
}
