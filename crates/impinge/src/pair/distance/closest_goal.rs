//! What a search for the closest pair is for.

/// When a search is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ClosestGoal {
    /// The closest pair is known, or that none is this close (a length, may be infinite).
    Closest(f64),
    /// It is known whether some pair is this close (a length).
    Within(f64),
}

impl ClosestGoal {
    /// What is farther apart does not matter.
    pub fn up_to(self) -> f64 {
        match self {
            Self::Closest(up_to) | Self::Within(up_to) => up_to,
        }
    }
}
