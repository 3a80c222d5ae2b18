//! The classic methods, each against brute force or the engine: one program, so that the engine is linked once.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod bounding_volumes;
mod deforming_hierarchies;
mod feature_walks;
mod hierarchies;
mod hulls_first;
mod medial_spheres;
mod moving_solids;
mod octree;
mod solid_coverings;
mod tetra;
