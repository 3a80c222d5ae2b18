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

mod pixel_column;
mod report;
mod self_overlap;
mod three_valued_answer;
mod volume;

#[cfg(feature = "device")]
mod certified_query;
#[cfg(feature = "device")]
mod device_query;

pub use crate::layers::LayerRequest;
#[cfg(feature = "device")]
pub use certified_query::{Proof, Proved, Prover};
#[cfg(feature = "device")]
pub use device_query::Ldi;
pub use report::{PairVolumes, SelfVolumes, SolidVolumes};
pub use three_valued_answer::Answer;
pub use volume::Volume;

use crate::cost::Cost;
use crate::draw_layout::Instance;
use crate::error::GpuError;
use crate::layers::{AxisView, LayeredImage};
use crate::mesh_table::{MeshId, MeshTable};

/// [`Ldi::solid`] without a device.
///
/// # Errors
/// A body that is not closed, or an image without pixels.
pub fn solid_on_cpu(store: &mut MeshTable, instance: &Instance, size: [u32; 2]) -> Result<SolidVolumes, GpuError> {
    report::solid(store, instance, size, &mut |store, views| draw(store, views))
}

/// [`Ldi::pair`] without a device.
///
/// # Errors
/// A body that is not closed, or an image without pixels.
pub fn pair_on_cpu(
    store: &mut MeshTable,
    instances: &[Instance; 2],
    request: impl Into<LayerRequest>,
) -> Result<PairVolumes, GpuError> {
    report::pair(store, instances, request.into(), &mut |store, views| draw(store, views))
}

/// [`Ldi::within`] without a device.
///
/// # Errors
/// A body that is not closed, or an image without pixels.
pub fn within_on_cpu(store: &mut MeshTable, mesh: MeshId, size: [u32; 2]) -> Result<SelfVolumes, GpuError> {
    report::within(store, mesh, size, &mut |store, views| draw(store, views))
}

fn draw(store: &MeshTable, views: &[AxisView; 3]) -> Result<(Vec<LayeredImage>, Cost), GpuError> {
    /// One counts and writes fragments, one sorts them.
    const PASSES: u32 = 2;
    let images = views.iter().map(|view| LayeredImage::draw(store, view)).collect::<Result<Vec<_>, _>>()?;
    let count = images.len() as u32;
    let pixels = images.iter().map(|image| image.pixels() as u64).sum();
    Ok((images, Cost { images: count, passes: PASSES * count, pixels, ..Cost::default() }))
}
