//! Numbers between proved bounds, and how certain an answer is.

use std::fmt;
use std::ops::Neg;

/// A number that lies between two proved bounds, with the best estimate of it.
///
/// ```
/// use impinge::bounded::Bounded;
///
/// let depth = Bounded::between(1.0, 3.0);
/// assert_eq!((depth.value, depth.width(), depth.is_exact()), (2.0, 2.0, false));
/// assert_eq!(depth.to_string(), "2 (1 to 3)");
/// assert_eq!(Bounded::exact(0.5).to_string(), "0.5");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bounded {
    /// Lower bound.
    pub lower: f64,
    /// The best estimate, between the bounds.
    pub value: f64,
    /// Upper bound.
    pub upper: f64,
}

impl Bounded {
    /// A number that is known exactly.
    #[must_use]
    pub const fn exact(value: f64) -> Self {
        Self { lower: value, value, upper: value }
    }

    /// A number of which only bounds are known. The value is the middle of the bounds, or the lower bound where the upper one is infinite.
    #[must_use]
    pub fn between(lower: f64, upper: f64) -> Self {
        let value = if upper == f64::INFINITY { lower } else { lower + (upper - lower) * 0.5 };
        Self { lower, value, upper }
    }

    /// Whether both bounds are the same number.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.lower == self.upper
    }

    /// The distance between the bounds.
    #[must_use]
    pub fn width(&self) -> f64 {
        self.upper - self.lower
    }

    /// The largest possible difference between the value and the true number.
    #[must_use]
    pub fn error(&self) -> f64 {
        (self.upper - self.value).max(self.value - self.lower)
    }

    /// Whether the number is below zero, for certain.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        self.upper < 0.0
    }

    /// Whether the number is above zero, for certain.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.lower > 0.0
    }

    /// Whether a number lies between the bounds, or is one of them.
    #[must_use]
    pub fn contains(&self, number: f64) -> bool {
        self.lower <= number && number <= self.upper
    }
}

impl Neg for Bounded {
    type Output = Self;

    fn neg(self) -> Self {
        Self { lower: -self.upper, value: -self.value, upper: -self.lower }
    }
}

/// The value, and in parentheses the bounds unless it is exact. Precision and width of the format apply to every number.
impl fmt::Display for Bounded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.value, f)?;
        if self.is_exact() {
            return Ok(());
        }
        f.write_str(" (")?;
        fmt::Display::fmt(&self.lower, f)?;
        f.write_str(" to ")?;
        fmt::Display::fmt(&self.upper, f)?;
        f.write_str(")")
    }
}

/// How certain an answer is, the most certain first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Certainty {
    /// Exact for the input as given.
    #[default]
    Exact,
    /// True, or off by no more than a bound that the report states.
    WithinBound,
    /// Closer to another answer than rounding can tell.
    Rounded,
    /// The search ended before this was decided.
    Undecided,
}

impl Certainty {
    /// The name used in reports: `exact`, `within_bound`, `rounded`, `undecided`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::WithinBound => "within_bound",
            Self::Rounded => "rounded",
            Self::Undecided => "undecided",
        }
    }
}

impl fmt::Display for Certainty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_lie_between_their_bounds() {
        assert_eq!(Bounded::between(2.0, f64::INFINITY).value, 2.0);
        let number = Bounded { lower: 1.0, value: 1.5, upper: 3.0 };
        assert_eq!((number.error(), -number), (1.5, Bounded { lower: -3.0, value: -1.5, upper: -1.0 }));
        assert!(number.contains(1.0) && number.contains(3.0) && !number.contains(3.5));
        assert_eq!(format!("{number:.1}"), "1.5 (1.0 to 3.0)");
        assert_eq!(Certainty::Exact.max(Certainty::Undecided).to_string(), "undecided");
    }
}
