//! A face of the result, and where it came from.

use super::region::NEW_EDGE;

/// A face of the result.
#[derive(Clone, Copy, Debug)]
pub(super) struct HealedFace {
    /// Its corners, by vertices of the input.
    pub corners: [u32; 3],
    /// The face of the input that it is or is a part of; `None` if it fills a hole.
    pub origin: Option<u32>,
    /// For each edge, the half-edge of the input that it is or is a part of; [`NEW_EDGE`] otherwise.
    pub half_edges: [u32; 3],
    /// Whether it stands where no face of the input stood.
    pub is_changed: bool,
}

impl HealedFace {
    /// A face of the input as it is.
    pub fn unchanged(face: u32, corners: [u32; 3]) -> Self {
        Self { corners, origin: Some(face), half_edges: [0, 1, 2].map(|i| 3 * face + i), is_changed: false }
    }

    /// A face in a hole.
    pub fn filling(corners: [u32; 3]) -> Self {
        Self { corners, origin: None, half_edges: [NEW_EDGE; 3], is_changed: true }
    }

    /// The face turned over.
    pub fn flipped(self) -> Self {
        let [[a, b, c], [ab, bc, ca]] = [self.corners, self.half_edges];
        Self { corners: [a, c, b], half_edges: [ca, bc, ab], ..self }
    }
}
