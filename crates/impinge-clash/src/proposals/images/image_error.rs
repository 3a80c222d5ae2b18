//! Why images cannot be drawn at all.

/// A method that draws cannot be used. A device that fails later is no error: nothing depends on images.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImageError {
    /// There is no such device.
    #[error("--method {method} (every other method gives the same answers): {message}")]
    Device {
        /// The method.
        method: &'static str,
        /// The reason.
        message: String,
    },
    /// The command was built without graphics.
    #[error("--method {method} draws, and this command was built without graphics: build it with `--features gpu`")]
    NoGraphics {
        /// The method.
        method: &'static str,
    },
}
