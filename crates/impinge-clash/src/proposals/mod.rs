//! Methods that propose, measure or prune pairs before the exact engine answers about them.
//!
//! - `check_method`: [`CheckMethod`], the method by its name on the command line;
//! - `fields`: signed distance fields;
//! - `images`: images drawn on a graphics device, with the feature `gpu`.

pub(crate) mod check_method;
pub mod fields;
pub mod images;

pub use check_method::{CheckMethod, ImageMethod, exact_method};
