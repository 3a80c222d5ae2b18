//! Yes, no, or not to be known at this resolution.

/// What images say about a question: certain, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Certainly.
    Yes,
    /// Certainly not.
    No,
    /// More pixels might tell.
    Unknown,
}

impl Answer {
    /// The answer that a known truth is.
    #[must_use]
    pub fn of(truth: Option<bool>) -> Self {
        match truth {
            Some(true) => Self::Yes,
            Some(false) => Self::No,
            None => Self::Unknown,
        }
    }

    /// Whether both hold.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::No, _) | (_, Self::No) => Self::No,
            (Self::Yes, Self::Yes) => Self::Yes,
            _ => Self::Unknown,
        }
    }
}

impl std::ops::Not for Answer {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::Yes => Self::No,
            Self::No => Self::Yes,
            Self::Unknown => Self::Unknown,
        }
    }
}
