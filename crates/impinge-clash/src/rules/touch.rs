//! Up to which gap bodies count as touching.

/// Up to which gap bodies count as touching.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Touch {
    /// What rounding to single precision explains, as of [`Tolerance::Auto`](super::Tolerance::Auto): flush faces of an export are as often slightly apart as
    /// slightly in each other. It makes no violation of its own: gaps count as contact only where a clearance, an empty `allow` or an expected contact
    /// asks about contact.
    #[default]
    Auto,
    /// A length, in the unit of the files; contact up to it is a violation unless it is allowed.
    Length(f64),
}

impl Touch {
    /// The length, for two bodies that rounding may have moved apart by `rounding`.
    #[must_use]
    pub fn length(self, rounding: f64) -> f64 {
        match self {
            Self::Auto => rounding,
            Self::Length(length) => length,
        }
    }
}
