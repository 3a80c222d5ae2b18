//! A tree over boxes in SIMD lanes, eight children a node and without pointers: what the tree of the broad phase and that over the faces of a
//! deforming surface are made of.
//!
//! Boxes are kept in single precision relative to a frame, by a map that never swaps the order of two numbers; building is a sort along a Hilbert
//! curve, refitting one pass from the leaves up. Leaves belong to the user of the tree.
//!
//! | file | content |
//! |---|---|
//! | `aabbx8` | eight boxes by rows of coordinates, and one box tested against all of them |
//! | `packed_aabb` | one box in 32 bytes |
//! | `f32_frame` | origin and unit of single precision, and boxes carried into it |
//! | `node_levels` | the nodes of all levels above the leaves |
//! | `pair_traversal` | overlapping pairs of leaves of one tree or of two |
//! | `hilbert_sort`, `radix_sort` | the order of the leaves |
//! | `refit_degradation` | how much worse an order has become, and when a sort pays |

mod aabbx8;
mod packed_aabb;
mod f32_frame;
mod node_levels;
mod pair_traversal;
mod radix_sort;
mod hilbert_sort;
mod refit_degradation;

pub(crate) use aabbx8::{AabbSplat, Aabbx8, BEYOND, BoxCorners, EMPTY_BOX, WIDTH, lane_mask, set_lanes};
pub(crate) use f32_frame::F32Frame;
pub(crate) use hilbert_sort::HilbertSorter;
pub(crate) use node_levels::NodeLevels;
pub(crate) use packed_aabb::{PackedAabb, PackedAabbLanes, rows};
pub(crate) use pair_traversal::{LeafPairVisitor, PairTraversal, TraversalTask, cut_level};
pub(crate) use radix_sort::{radix_sort, radix_sort_on};
pub(crate) use refit_degradation::{LeafSizes, OrderDecay, SPOILT_GROWTH};
