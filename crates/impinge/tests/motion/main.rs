//! Things that move: features and bodies over an interval of time.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod ccd;
mod ccd_edge_face;
mod ccd_oracle;
mod ccd_rigid;
mod ccd_window;
mod random;
mod sweep;
mod sweep_bodies;
mod sweep_closed_forms;
mod sweep_far;
