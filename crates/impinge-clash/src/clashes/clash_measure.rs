//! A quantity between bounds, and how it was found.

use serde::{Deserialize, Serialize};

/// A quantity that lies between two bounds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measure {
    /// Lower bound.
    pub lower: f64,
    /// Upper bound.
    pub upper: f64,
    /// How it was found, in words.
    pub by: String,
}

impl Measure {
    /// The middle of the bounds.
    #[must_use]
    pub fn middle(&self) -> f64 {
        f64::midpoint(self.lower, self.upper)
    }
}
