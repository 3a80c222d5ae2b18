//! A leaf: up to four triangles side by side, relative to the middle of the leaf's box.

use crate::feature::FaceId;

/// Triangles of a leaf.
pub const LANES: usize = 4;

/// Up to four triangles; unused lanes repeat the first. Each coordinate is off by at most 2^-24 of its magnitude.
#[derive(Clone, Debug)]
#[repr(C, align(16))]
pub struct Leaf {
    /// Corners, by corner and coordinate, in the unit of the tree.
    pub corners: [[[f32; LANES]; 3]; 3],
    /// The faces.
    pub faces: [FaceId; LANES],
}
