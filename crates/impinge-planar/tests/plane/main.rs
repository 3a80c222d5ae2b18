//! Polygons in the plane, and coverings, which they share with solids.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod coverings;
mod planar;
mod planar_degenerate;
mod planar_lengths;
mod planar_oracle;
mod planar_scene;
mod planar_sweep;
mod planar_sweep_impact;
mod planar_turns;
