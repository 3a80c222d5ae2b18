//! In place of drawing, without the feature `gpu`.

use super::image_error::ImageError;
use super::image_results::{DrawnBody, ImageResults};
use crate::proposals::check_method::ImageMethod;

/// No drawing can be made.
pub enum ImageDrawing {}

impl ImageDrawing {
    /// Refuses.
    ///
    /// # Errors
    /// Always.
    pub fn new(method: ImageMethod, _device: Option<&str>) -> Result<Self, ImageError> {
        Err(ImageError::NoGraphics { method: method.name() })
    }

    /// What images of the bodies show.
    ///
    /// # Errors
    /// None: there is no such value.
    pub fn draw(&mut self, _bodies: &[DrawnBody]) -> Result<ImageResults, ImageError> {
        match *self {}
    }
}
