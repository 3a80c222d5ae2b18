//! A hierarchy of axis-aligned boxes over numbered items, and the walks over one, two and the same tree.

mod build;
mod tree;
mod walk;

pub use tree::{Bvh, Node};
pub use walk::{closest_pair, walk, walk_pairs, walk_self};
