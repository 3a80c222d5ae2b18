//! What images say about a pair of bodies: some methods show pairs that meet, others rule out pairs that do not.

use serde::Serialize;

/// Whether images propose a pair to the exact engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageProposal {
    /// They show it to meet, or do not rule that out.
    Proposed,
    /// They do not show it, or rule it out.
    NotProposed,
    /// One of the bodies is in no image.
    NotDrawn,
}

impl ImageProposal {
    /// Yes or no; `None` if images say nothing.
    #[must_use]
    pub fn to_bool(self) -> Option<bool> {
        match self {
            Self::Proposed => Some(true),
            Self::NotProposed => Some(false),
            Self::NotDrawn => None,
        }
    }
}

/// The volume that two bodies share, by layered depth images.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ImageOverlap {
    /// Lower bound.
    pub lower: f64,
    /// By rays through the centres of pixels.
    pub estimate: f64,
    /// Upper bound.
    pub upper: f64,
    /// Columns and rows of the images, one along each axis.
    pub pixels: [u32; 2],
}
