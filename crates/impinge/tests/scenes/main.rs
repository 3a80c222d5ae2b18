//! Many bodies: broad phases, scenes, articulated bodies.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod broad;
mod mounting;
mod scene;
mod scene_sweep;
