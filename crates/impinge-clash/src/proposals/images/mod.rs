//! Methods that draw bodies: what images prove is not tested again, the exact engine answers about everything else.
//!
//! So answers are those of any other method. Fragments of layered images hold the true surface over the whole pixel: what CULLIDE and layered depth images
//! part is proved to be apart. CInDeR looks at the centres of pixels: its images are hints, and rule out nothing. Bodies that a method cannot draw
//! (shapes, and open surfaces where it counts insides) are left to the exact engine, and so are all where
//! the device has no room, refuses or is lost.
//!
//! - `image_results`: [`ImageResults`], what the images of a check show;
//! - `image_proposal`: [`ImageProposal`], what they say about a pair;
//! - `undrawn_reason`: [`UndrawnReason`], why a body is in no image;
//! - `image_settings`: [`ImageSettings`], a method and its options;
//! - `image_drawing`: [`ImageDrawing`], a method and what makes its images;
//! - `painter`: what makes images: `cpu_painter`, and `device_painter` with the feature `gpu`;
//! - `image_error`: [`ImageError`];
//! - `posed_images`: [`PosedImages`], two meshes at many poses.

mod cpu_painter;
#[cfg(feature = "gpu")]
mod device_painter;
mod image_drawing;
mod image_error;
mod image_proposal;
mod image_results;
mod image_settings;
mod painter;
mod posed_images;
mod undrawn_reason;

pub use image_drawing::{ImageDrawing, ImageRequest};
pub use image_error::ImageError;
pub use image_proposal::{EdgesInside, EdgesRecord, ImageOverlap, ImageProposal};
pub use image_results::{DrawnBody, ImageCost, ImageResults, ImageSource};
pub use image_settings::{ImageDevice, ImageSettings, ImageView, OwnEdges};
pub use posed_images::PosedImages;
pub use undrawn_reason::UndrawnReason;
