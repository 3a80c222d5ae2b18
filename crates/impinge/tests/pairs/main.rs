//! Pairs of meshes: relations, contacts, distances, depths, seams, fields.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod batch;
mod budget;
mod capping;
mod coherence;
mod depth;
mod depth_bounds;
mod distance_field_accuracy;
mod field_collision;
mod laws;
mod many_parts;
mod meshes;
mod near_coincident;
mod polycubes;
mod regressions;
mod seam;
mod thickness;
mod triangle_pairs;
mod winding;
