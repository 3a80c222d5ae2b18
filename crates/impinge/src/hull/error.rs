//! Why points have no hull.

use crate::math::{DVec3, in_exact_range};

/// Why points have no hull.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum HullError {
    /// There is no point.
    #[error("no points, so no hull")]
    Empty,
    /// A coordinate is NaN or infinite.
    #[error("point {index} has a coordinate that is not a finite number")]
    NotFinite {
        /// Where.
        index: usize,
    },
    /// A coordinate is too large or too small for exact predicates: see [`crate::math::in_exact_range`].
    #[error(
        "point {index} has the coordinate {value:e}, outside the exact range (zero, or 2^-300 to 2^300 in magnitude)"
    )]
    OutOfRange {
        /// Where.
        index: usize,
        /// The coordinate.
        value: f64,
    },
    /// More points than half-edges have numbers for: 2^28.
    #[error("{0} points, more than 2^28")]
    TooMany(usize),
}

/// The most points that a hull takes: each triangle has four places among the half-edges, and triangles are twice the points.
const MOST: usize = 1 << 28;

/// Finds what is wrong with points, the first by index.
pub(super) fn validate(points: &[DVec3]) -> Result<(), HullError> {
    if points.is_empty() {
        return Err(HullError::Empty);
    }
    if points.len() > MOST {
        return Err(HullError::TooMany(points.len()));
    }
    for (index, p) in points.iter().enumerate() {
        if !p.is_finite() {
            return Err(HullError::NotFinite { index });
        }
        if let Some(value) = p.to_array().into_iter().find(|x| !in_exact_range(*x)) {
            return Err(HullError::OutOfRange { index, value });
        }
    }
    Ok(())
}
