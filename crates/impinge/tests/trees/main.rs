//! The tree of eight children over the faces of a mesh: against brute force.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod wide_tree;
