//! Convex shapes: what they are, their hulls, distances and depths.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod certainty;
mod common_points;
mod convex;
mod convex_against_mesh;
mod depth_witness;
mod hull;
mod oracle;
mod penetration;
mod penetration_curved;
mod penetration_motion;
mod penetration_revolution;
mod polytope;
mod shape_mass;
mod shape_queries;
mod shape_support;
