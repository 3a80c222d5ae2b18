//! Collision detection in image space on the CPU: images of surfaces, and pyramids of smaller images over them (Beneš and Villanueva, *GI-COLLIDE: collision
//! detection with geometry images*, Spring Conference on Computer Graphics 2005, as named by the survey of Kockara and others 2007).
//!
//! A geometry image (Gu, Gortler and Hoppe 2002) keeps a surface in a square of pixels, so that neighbours in the image are neighbours on the surface. Each level of a pyramid of
//! images keeps, for four pixels of the level below, the least and the greatest coordinates: a hierarchy of boxes without pointers, which one pass over its pixels
//! brings up to date when the surface deforms. Two surfaces are compared pixel by pixel from the tops of their pyramids.
//!
//! The papers cut a surface open and sample it anew, which changes it. Here a pixel is a triangle of the mesh itself, and triangles come into the image by halving
//! them along the longest side of their middles, so that any mesh has an image: closed or open, of any topology, and triangles that are loose. So pairs of pixels lead to
//! pairs of triangles, about which the exact engine decides. Cost: O(n log² n) for the image, O(n) for each deformation.
//!
//! - `face_image`: [`FaceImage`], an image with its pyramid;
//! - `image_pairs`: pairs of pixels of two images, and of one;
//! - `image_method`: [`FaceImageMethod`], a method of pair queries.
//!
//! ```
//! use impinge::math::DVec3;
//! use impinge_classics::geometry_image::FaceImage;
//! use std::ops::ControlFlow;
//!
//! let strip = |y: f64| -> Vec<[DVec3; 3]> {
//!     (0..9).map(|i| [DVec3::X, DVec3::ZERO, DVec3::Z].map(|p| p + DVec3::new(f64::from(i), y, 0.0))).collect()
//! };
//! let (still, mut moving) = (FaceImage::new(&strip(0.0)), FaceImage::new(&strip(1.0)));
//! let count = |moving: &FaceImage| {
//!     let mut pairs = 0;
//!     let _ = still.pairs(moving, |_, _| {
//!         pairs += 1;
//!         ControlFlow::Continue(())
//!     });
//!     pairs
//! };
//! assert_eq!(count(&moving), 0);
//! moving.refit(&strip(0.0))?;
//! assert!(count(&moving) > 9);
//! # Ok::<(), impinge_classics::geometry_image::ImageSizeError>(())
//! ```

mod face_image;
mod image_method;
mod image_pairs;

pub use face_image::{FaceImage, ImageSizeError};
pub use image_method::FaceImageMethod;
