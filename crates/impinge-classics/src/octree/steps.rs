//! The four steps one by one, for processors that share no memory.
//!
//! Each holds some faces of the bodies: [`SweptBody`] sweeps them, [`Overlaps`] of the boxes of whole bodies tells which are near, and
//! [`SweptFace::words`] carries these to whoever walks the octree with [`walk`]; pairs are checked by [`Checks`] wherever both faces are, and
//! [`Detection::settle`](super::Detection::settle) puts together what was found. [`detect`](super::detect) is made of the same.

pub use super::check_list::{Overlaps, SweptBody};
pub use super::checks::Checks;
pub use super::swept_face::SweptFace;

use super::face_octree::{DEEPEST, FaceOctree, OctreeCounts};
use super::{Options, WorldCube};

/// Step 3: tells every pair of faces of different bodies with overlapping boxes once, as indices, the lower first.
///
/// `faces` must be sorted by body, and be fewer than 2^32.
pub fn walk(faces: &[SweptFace], overlaps: &Overlaps, options: &Options, tell: impl FnMut([u32; 2])) -> OctreeCounts {
    let world = options.world.unwrap_or_else(|| WorldCube::around(&overlaps.bounds()));
    FaceOctree::walk(faces, world, options.depth.unwrap_or(DEEPEST), tell)
}
