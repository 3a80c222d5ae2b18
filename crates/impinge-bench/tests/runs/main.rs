//! Whole runs on little input: answers agree, rows are complete, and everything can be written.
#![expect(clippy::unwrap_used, reason = "a test that cannot be set up has failed")]

mod convex;
mod end_to_end;
mod laws;
mod planar;
