//! Methods that draw bodies: images propose pairs, the exact engine answers about every pair all the same.
//!
//! So answers are those of any other method; images add which pairs they show, on which device, and their cost. They save no work of the exact
//! engine. Bodies that a method cannot draw (shapes, and open surfaces where it counts insides) are left to the exact engine, and so are all where
//! the device has no room, refuses or is lost.
//!
//! - `image_results`: [`ImageResults`], what the images of a check show;
//! - `image_proposal`: [`ImageProposal`], what they say about a pair;
//! - `undrawn_reason`: [`UndrawnReason`], why a body is in no image;
//! - `image_drawing`: [`ImageDrawing`], a method and its device; `no_graphics` in place of it without the feature `gpu`;
//! - `image_error`: [`ImageError`];
//! - `posed_images`: [`PosedImages`], two meshes at many poses.

#[cfg(feature = "gpu")]
mod image_drawing;
mod image_error;
mod image_proposal;
mod image_results;
#[cfg(not(feature = "gpu"))]
mod no_graphics;
mod posed_images;
mod undrawn_reason;

#[cfg(feature = "gpu")]
pub use image_drawing::{ImageDrawing, device_choice};
pub use image_error::ImageError;
pub use image_proposal::{ImageOverlap, ImageProposal};
pub use image_results::{DrawnBody, ImageCost, ImageResults, ImageSource};
#[cfg(not(feature = "gpu"))]
pub use no_graphics::ImageDrawing;
pub use posed_images::PosedImages;
pub use undrawn_reason::UndrawnReason;
