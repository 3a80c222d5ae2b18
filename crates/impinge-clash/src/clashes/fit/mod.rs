//! Fits: overlaps that are thin shells about a common axis, as an interference fit, a thread or a shaft in a hole of facets.
//!
//! An axis is guessed from the curves and faces of a clash, and then proved: see `fit_shell`. What is not proved stays a clash of another kind.
//!
//! - `angle_cover`: how much of the circle about a line faces take;
//! - `axis_frame`: [`AxisFrame`], a line with coordinates along it and around it;
//! - `axis_candidates`: lines that the overlap may go round;
//! - `fit_body`: [`FitBody`], one of the two bodies;
//! - `fit_shell`: [`FitShell`], the proof for one line;
//! - `find_fits`: all clashes of a check, and what rules make of fits.

mod angle_cover;
mod axis_candidates;
mod axis_frame;
mod find_fits;
mod fit_body;
mod fit_shell;

pub use find_fits::find_fits;
