//! Layered depth images (Shade and others 1998; Heidelberger, Teschner, Gross 2003): all that a ray through a pixel meets, in order.
//!
//! The papers peel layers by drawing once a layer, of one body, at the centres of pixels. Here one pass counts the fragments of every pixel, a
//! prefix sum makes room for exactly as many, a second pass writes them and a third sorts each pixel's: two passes over the triangles however
//! deep the image. And a fragment is not a point but an interval: all depths at which the true surface may meet the true pixel
//! (`conservative_rasterization.rs`), so that what images prove is proved. [`LayeredImage::draw`] is the same on the CPU.

mod axis;
mod coordinate_rounding;
mod conservative_rasterization;
mod image;
#[cfg(feature = "device")]
mod layer_passes;

pub(crate) use axis::grown;
pub use axis::{AxisView, LayerRequest, Selection, world_box};
#[cfg(all(test, feature = "device"))]
pub(crate) use conservative_rasterization::Footprint;
pub use conservative_rasterization::{Fragment, Slack};
pub(crate) use coordinate_rounding::rounding;
pub use image::{LayeredImage, for_each_footprint, slot_of_face};
#[cfg(feature = "device")]
pub(crate) use layer_passes::set;
#[cfg(all(test, feature = "device"))]
pub(crate) use layer_passes::{LayerParams, text};
#[cfg(feature = "device")]
pub use layer_passes::{LayerPasses, Layers};
