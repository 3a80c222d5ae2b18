//! Surfaces that deform, and surfaces that are healed.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod healing;
mod patch_skipping;
mod proximity;
mod self_contacts;
mod sheets;
mod step_impacts;
mod surface_edits;
mod tree_upkeep;
