//! Hierarchies of bounding volumes, and coverings of solids: every one against brute force.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod bounds;
mod methods;
mod solid_coverings;
mod tree;
