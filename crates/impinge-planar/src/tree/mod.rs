//! The tree over the edges of a polygon.
//!
//! - `edge_tree`: eight oriented boxes a node, eight consecutive edges a leaf;
//! - `oriented_box`: the box;
//! - `kdop`: extents along sixteen directions, from which boxes are fitted.

pub(crate) mod edge_tree;
pub(crate) mod kdop;
pub(crate) mod oriented_box;
