//! Why a shape was refused, and the checks that refuse it.

use crate::math::{DVec3, LARGEST_COORDINATE, SMALLEST_COORDINATE, in_exact_range};

/// Largest ratio of semi-axes, 2^200: its square, times any point in units of a semi-axis, is a double.
pub(super) const THINNEST: f64 = f64::from_bits((1023 + 200) << 52);

/// Why a shape was refused: the parameter, what was expected of it, and what was found.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ShapeError {
    /// A number is NaN or infinite.
    #[error("{parameter} is {found}, expected a finite number")]
    NotFinite {
        /// The parameter.
        parameter: &'static str,
        /// Its value.
        found: f64,
    },
    /// A number is outside the range of exact coordinates.
    #[error(
        "{parameter} is {found:e}, expected zero or a magnitude between {SMALLEST_COORDINATE:e} and {LARGEST_COORDINATE:e}"
    )]
    OutOfRange {
        /// The parameter.
        parameter: &'static str,
        /// Its value.
        found: f64,
    },
    /// A length is zero or negative where there must be some.
    #[error("{parameter} is {found:e}, expected a length greater than zero")]
    NotPositive {
        /// The parameter.
        parameter: &'static str,
        /// Its value.
        found: f64,
    },
    /// A length is negative.
    #[error("{parameter} is {found:e}, expected a length of zero or more")]
    Negative {
        /// The parameter.
        parameter: &'static str,
        /// Its value.
        found: f64,
    },
    /// Lengths differ by more than is kept apart.
    #[error("{parameter} is {found:e}, expected at most {THINNEST:e}")]
    TooThin {
        /// The ratio.
        parameter: &'static str,
        /// Its value.
        found: f64,
    },
    /// A vector that must point somewhere is zero.
    #[error("{parameter} is the zero vector, expected a direction")]
    NoDirection {
        /// The parameter.
        parameter: &'static str,
    },
}

/// A number that is finite and in the exact range.
pub(super) fn number(parameter: &'static str, found: f64) -> Result<f64, ShapeError> {
    if !found.is_finite() {
        return Err(ShapeError::NotFinite { parameter, found });
    }
    if in_exact_range(found) { Ok(found) } else { Err(ShapeError::OutOfRange { parameter, found }) }
}

/// A length greater than zero.
pub(super) fn positive(parameter: &'static str, found: f64) -> Result<f64, ShapeError> {
    let found = number(parameter, found)?;
    if found > 0.0 { Ok(found) } else { Err(ShapeError::NotPositive { parameter, found }) }
}

/// A length of zero or more.
pub(super) fn not_negative(parameter: &'static str, found: f64) -> Result<f64, ShapeError> {
    let found = number(parameter, found)?;
    // `-0.0` becomes `0.0`.
    if found >= 0.0 { Ok(found + 0.0) } else { Err(ShapeError::Negative { parameter, found }) }
}

/// A point whose coordinates are finite and in the exact range.
pub(super) fn point(parameter: &'static str, found: DVec3) -> Result<DVec3, ShapeError> {
    found.to_array().into_iter().try_for_each(|x| number(parameter, x).map(|_| ()))?;
    Ok(found)
}

/// A vector in the exact range that is not zero.
pub(super) fn direction(parameter: &'static str, found: DVec3) -> Result<DVec3, ShapeError> {
    let found = point(parameter, found)?;
    if found == DVec3::ZERO { Err(ShapeError::NoDirection { parameter }) } else { Ok(found) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_name_the_parameter_and_the_number() {
        let text = |e: ShapeError| e.to_string();
        assert_eq!(text(number("x", f64::NAN).unwrap_err()), "x is NaN, expected a finite number");
        assert_eq!(text(positive("radius", 0.0).unwrap_err()), "radius is 0e0, expected a length greater than zero");
        assert_eq!(
            text(not_negative("radius", -1.0).unwrap_err()),
            "radius is -1e0, expected a length of zero or more"
        );
        assert!(
            text(number("x", 1e-200).unwrap_err()).starts_with("x is 1e-200, expected zero or a magnitude between")
        );
        assert_eq!(direction("normal", DVec3::ZERO), Err(ShapeError::NoDirection { parameter: "normal" }));
        assert_eq!(not_negative("radius", -0.0).map(f64::to_bits), Ok(0));
        assert!(positive("r", f64::INFINITY).is_err() && positive("r", 1e-6).is_ok() && point("p", DVec3::ONE).is_ok());
    }
}
