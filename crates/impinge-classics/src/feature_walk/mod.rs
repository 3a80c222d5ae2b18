//! Closest features of two polytopes, walked to from those of the last query: V-Clip and SWIFT.
//!
//! Both keep the pair of features, end, and prove their answers as [`impinge::convex::lin_canny`] does, the walk that the engine uses itself.
//!
//! - `v_clip`: edges clipped to Voronoi cells (Mirtich 1998)
//! - `swift`: from coarse levels of detail to fine ones (Ehmann and Lin 2000)

mod swift;
mod v_clip;

pub use swift::{LevelsOfDetail, swift};
pub use v_clip::vclip;
