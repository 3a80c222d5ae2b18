//! Everything that can keep an image from being made.

/// Why the graphics hardware gave no answer; none of these may be read as "free".
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum GpuError {
    /// There is no graphics driver that Vulkan finds.
    #[error(
        "no graphics device was found: install a Vulkan driver (on Debian and Ubuntu, Mesa's driver for the CPU is `apt-get install mesa-vulkan-drivers libvulkan1`)"
    )]
    NoAdapter,
    /// No device has the wanted name.
    #[error("no graphics device has a name that contains {wanted:?}; there are: {there}")]
    UnknownDevice {
        /// What was asked for.
        wanted: String,
        /// The names there are, separated by commas.
        there: String,
    },
    /// The device lacks something that every method here needs.
    #[error("the graphics device {device:?} lacks {what}")]
    Unsupported {
        /// The name of the device.
        device: String,
        /// What it lacks.
        what: String,
    },
    /// The driver stopped: nothing made with this device can be used again.
    #[error("the graphics device was lost: {0}")]
    Lost(String),
    /// The driver refused a command.
    #[error("the graphics driver refused: {0}")]
    Refused(String),
    /// Something does not fit into one buffer of the device.
    #[error("{what} need {bytes} bytes, but a buffer of this device holds {limit}")]
    TooLarge {
        /// What was to be stored.
        what: &'static str,
        /// How much it needs.
        bytes: u64,
        /// How much there is room for.
        limit: u64,
    },
    /// The device has no memory left for something.
    #[error("the graphics device has no {bytes} bytes left for {what}: {why}")]
    Memory {
        /// What was to be stored.
        what: &'static str,
        /// How much it needs.
        bytes: u64,
        /// What the driver says.
        why: String,
    },
    /// An image without pixels, or with more than the device can hold.
    #[error("an image of {width} x {height} pixels cannot be made: both sides must be from 1 to {limit}")]
    ImageSize {
        /// Pixels in a row.
        width: u32,
        /// Rows.
        height: u32,
        /// The largest side.
        limit: u32,
    },
    /// A mesh that the store does not hold.
    #[error("there is no mesh {0} in the store")]
    UnknownMesh(u32),
    /// More bodies, faces or edges than identities can number.
    #[error("{count} {what} are more than the {limit} that one query numbers")]
    TooMany {
        /// What was counted.
        what: &'static str,
        /// How many there are.
        count: u64,
        /// How many can be told apart.
        limit: u64,
    },
    /// A perspective view that has a body at or behind the eye, or none in front of it.
    #[error("body {body} is not wholly in front of the eye")]
    BehindEye {
        /// The body, as numbered in the query.
        body: u32,
    },
    /// A view whose numbers are no view: directions that are zero or parallel, or not finite.
    #[error("the view is not usable: {0}")]
    View(&'static str),
    /// Pixels cannot be made as small as was asked: bodies so large leave no finer steps.
    #[error(
        "pixels of {pixel} are the smallest that these bodies leave room for, larger than the {precision} asked for"
    )]
    Coarse {
        /// The side of a pixel, in units of space.
        pixel: f64,
        /// How large it was to be at most.
        precision: f64,
    },
    /// A body whose surface is not closed or is turned inside out, so that counting it means nothing; or one that, by drawing, is
    /// counted in the stencil's eight bits while it winds 128 to 255 times around a point.
    #[error(
        "body {body} is not a closed surface with its faces turned outward that winds fewer than 128 times around any point"
    )]
    NotClosed {
        /// The body, as numbered in the query.
        body: u32,
    },
    /// Something is inside of a solid that drawing could not name: a body winds a multiple of 256 times around a point.
    #[error("an edge is inside of something, but of no single body: one of them winds 256 times or more around it")]
    Winding,
    /// The exact engine refused a body.
    #[error(transparent)]
    Scene(#[from] impinge::scene::SceneError),
}

impl GpuError {
    /// Whether these bodies cannot be drawn, while device and request are sound: others can be, and the exact engine answers about all.
    #[must_use]
    pub fn is_about_bodies(&self) -> bool {
        match self {
            Self::TooLarge { .. }
            | Self::Memory { .. }
            | Self::TooMany { .. }
            | Self::BehindEye { .. }
            | Self::View(_)
            | Self::Coarse { .. }
            | Self::NotClosed { .. }
            | Self::Winding => true,
            Self::NoAdapter
            | Self::UnknownDevice { .. }
            | Self::Unsupported { .. }
            | Self::Lost(_)
            | Self::Refused(_)
            | Self::ImageSize { .. }
            | Self::UnknownMesh(_)
            | Self::Scene(_) => false,
        }
    }
}

/// What came back is not what was copied.
pub(crate) fn short() -> GpuError {
    GpuError::Refused("the device gave back something else than was asked for".to_owned())
}
