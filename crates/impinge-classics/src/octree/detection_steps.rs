//! The four steps one by one, for processors that share no memory.
//!
//! Each holds some faces of the bodies: [`SweptBody`] sweeps them, [`BoxOverlaps`] of the boxes of whole bodies selects those near another body, and
//! [`SweptFace::to_words`] carries these to whoever walks the octree with [`walk`]; pairs are checked by [`PairChecks`] wherever both faces are, and
//! [`Detection::add_checks`](super::Detection::add_checks) joins the findings. [`detect`](super::detect) consists of the same steps.

pub use super::pair_checks::PairChecks;
pub use super::swept_aabb_culling::{BoxOverlaps, SweptBody};
pub use super::swept_face::SweptFace;

use super::face_octree::{DEEPEST, FaceOctree, OctreeCounts};
use super::{OctreeOptions, WorldCube};

/// Step 3: visits every pair of faces of different bodies with overlapping boxes once, as indices, the lower first.
///
/// `faces` must be sorted by body, and be fewer than 2^32.
pub fn walk(
    faces: &[SweptFace],
    overlaps: &BoxOverlaps,
    options: &OctreeOptions,
    visit_pair: impl FnMut([u32; 2]),
) -> OctreeCounts {
    let world = options.world.unwrap_or_else(|| WorldCube::around(&overlaps.bounds()));
    FaceOctree::walk(faces, world, options.depth.unwrap_or(DEEPEST), visit_pair)
}
