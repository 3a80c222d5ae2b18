//! The hierarchy behind every mesh query: eight oriented boxes a node, four triangles a leaf, in single precision.
//!
//! The outline is that of Gottschalk, Lin and Manocha's `OBBTree` (1996), with eight children tested at once: one box of the
//! other tree is carried into this tree's frame and compared with all eight over fifteen axes. Coordinates are stored in single
//! precision, relative to the middle of the body and in a unit of its size; what rounding may do is added to the boxes when
//! they are made, and to every test when trees meet. `docs/notes/tree.md` has the bounds.

mod obb_node; // eight children, each with an oriented box
mod triangle_leaf; // up to four triangles side by side
mod wide_tree; // nodes and leaves as they lie in memory
mod obb_fit; // oriented boxes around triangles
mod sah_split; // where a set of triangles is divided
mod build; // building, top down
mod posed_trees; // two trees at a relative pose
mod obb_overlap_x8; // one box against eight, over fifteen axes
mod box_distance_x8; // lower bounds on the distance of one box from eight
mod traversal; // walks over one tree, over two, and over one with itself
mod closest_pair_search; // the closest pair of two trees, best first
mod traversal_front; // walks that start where the last one stopped
mod nearest_faces; // the faces of one tree nearest to a box

#[doc(hidden)]
pub use obb_node::{Box32, Child, Node, Slot};
#[doc(hidden)]
pub use triangle_leaf::Leaf;
#[doc(hidden)]
pub use wide_tree::Frame;
pub use wide_tree::{Preset, WideTree};

pub(crate) use closest_pair_search::{Frontier, nearest};
pub(crate) use nearest_faces::walk_nearest;
pub(crate) use obb_overlap_x8::{ROUNDING, Slack, skew};
pub(crate) use posed_trees::Encounter;
pub(crate) use traversal::{Open, Order, PairStep, Wanted, walk, walk_on, walk_self};
pub(crate) use traversal_front::{Front, FrontEnd, Standing, walk_front};
