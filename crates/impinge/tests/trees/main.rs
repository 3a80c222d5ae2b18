//! The tree of eight children over the faces of a mesh, and coverings of solids: against brute force.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod solid_coverings;
mod wide_tree;
