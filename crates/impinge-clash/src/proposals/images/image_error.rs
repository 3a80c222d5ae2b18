//! Why images cannot be drawn at all.

/// A method that draws cannot be used. A device that fails later is no error: what is in no image is left to the exact engine.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImageError {
    /// There is no such device.
    #[error("--method {method} (--method {method}:device=cpu needs no device): {message}")]
    Device {
        /// The method.
        method: &'static str,
        /// The reason.
        message: String,
    },
    /// A device is named, and images are to be made without any.
    #[error("--device goes with a graphics device, not with --method {method}:device=cpu")]
    DeviceOfCpu {
        /// The method.
        method: &'static str,
    },
    /// The command was built without graphics.
    #[error(
        "--method {method} draws, and this command was built without graphics: build it with `--features gpu`, or use --method {method}:device=cpu"
    )]
    NoGraphics {
        /// The method.
        method: &'static str,
    },
}
