//! Many bodies: broad phases, scenes, articulated bodies.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod broad_phases;
mod deformable_bodies;
mod articulated_configurations;
mod compound_parts;
mod ignored_sets;
mod scene_budgets;
mod scene_queries_and_events;
mod scene_sweep;
