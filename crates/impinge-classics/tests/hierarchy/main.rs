//! Hierarchies of bounding volumes: every one against brute force.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod bounding_volumes;
mod deforming;
mod methods;
