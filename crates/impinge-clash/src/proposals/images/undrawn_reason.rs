//! Why a body is in no image.

/// What keeps a body from being drawn; the exact engine answers about it all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum UndrawnReason {
    /// It is a shape without triangles.
    NoMesh,
    /// Its surface is not closed, and the method counts insides.
    Open,
    /// A part of its surface is turned inward, or may be, and is no cavity.
    Inward,
    /// Where it passes through itself, it winds in the wrong sense.
    Folded,
    /// No images could be made at all.
    Refused,
}

impl UndrawnReason {
    /// What such a body is.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::NoMesh => "without a mesh",
            Self::Open => "not closed",
            Self::Inward => "not surely turned outward",
            Self::Folded => "wound in the wrong sense where it passes through itself",
            Self::Refused => "in no image",
        }
    }
}
