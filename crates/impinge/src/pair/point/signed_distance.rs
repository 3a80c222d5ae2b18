//! A signed distance that is known between two bounds.

/// How far a point is from the surface of a mesh, negative inside: the exact value lies between the bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignedDistance {
    /// The best guess, within the bounds.
    pub distance: f64,
    /// At most the exact value.
    pub lower: f64,
    /// At least the exact value.
    pub upper: f64,
}

impl SignedDistance {
    /// What the guess is off by at most.
    #[must_use]
    pub fn bound(&self) -> f64 {
        (self.upper - self.distance).max(self.distance - self.lower)
    }

    /// Whether the point is strictly inside, for certain.
    #[must_use]
    pub fn is_surely_inside(&self) -> bool {
        self.upper < 0.0
    }

    /// Whether the point is strictly outside, for certain.
    #[must_use]
    pub fn is_surely_outside(&self) -> bool {
        self.lower > 0.0
    }

    /// The same seen from inside: positive there.
    #[must_use]
    pub(crate) fn depth(&self) -> Self {
        Self { distance: -self.distance, lower: -self.upper, upper: -self.lower }
    }
}
