//! The hierarchy behind every mesh query: eight oriented boxes a node, four triangles a leaf, in single precision.
//!
//! The outline is that of Gottschalk, Lin and Manocha's `OBBTree` (1996), with eight children tested at once: one box of the
//! other tree is carried into this tree's frame and compared with all eight over fifteen axes. Coordinates are stored in single
//! precision, relative to the middle of the body and in a unit of its size; what rounding may do is added to the boxes when
//! they are made, and to every test when trees meet. `docs/notes/tree.md` has the bounds.

mod node;
mod leaf;
mod tree;
mod fit;
mod split;
mod build;
mod carrier;
mod overlap;
mod gap;
mod walk;
mod nearest;
mod front;
mod near_box;

#[doc(hidden)]
pub use leaf::Leaf;
#[doc(hidden)]
pub use node::{Box32, Child, Node, Slot};
#[doc(hidden)]
pub use tree::Frame;
pub use tree::{Preset, WideTree};

pub(crate) use carrier::Encounter;
pub(crate) use front::{Front, Standing, walk_front};
pub(crate) use near_box::walk_nearest;
pub(crate) use nearest::{Frontier, nearest};
pub(crate) use overlap::{ROUNDING, Slack, skew};
pub(crate) use walk::{Open, Order, Wanted, walk, walk_on, walk_self};
