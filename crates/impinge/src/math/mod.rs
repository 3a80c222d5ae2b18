//! Numbers: poses, exact signs, error-free sums. Everything that decides topology comes from [`predicates`].

#[doc(hidden)]
pub mod rounding;
#[doc(hidden)]
pub mod bit_mask;
#[doc(hidden)]
pub mod simd;
#[doc(hidden)]
pub mod eigen;
#[doc(hidden)]
pub mod double_double;
#[doc(hidden)]
pub mod integer;
pub(crate) mod whole;
pub(crate) mod wide;
pub(crate) mod narrow;
#[doc(hidden)]
pub mod enclosure;
#[doc(hidden)]
pub mod fraction;
#[doc(hidden)]
pub mod triple;
#[doc(hidden)]
pub mod predicates;
#[doc(hidden)]
pub mod rational;
#[doc(hidden)]
pub mod turn;
pub mod pose;
#[cfg(test)]
pub(crate) mod random;

pub use glam::{DMat2, DMat3, DQuat, DVec2, DVec3};
pub use pose::{Pose, PoseError};

/// Smallest magnitude, other than zero, of a coordinate that the predicates take: 2^-300.
///
/// A coordinate of 53 bits that is at least this large is a multiple of 2^-352, so products of three differences are
/// multiples of 2^-1056 and no error-free product underflows.
pub const SMALLEST_COORDINATE: f64 = f64::from_bits((1023 - 300) << 52);

/// Largest magnitude of a coordinate that the predicates take: 2^300, so that products of three differences stay finite.
pub const LARGEST_COORDINATE: f64 = f64::from_bits((1023 + 300) << 52);

/// Smallest magnitude, other than zero, of a coordinate in the plane: 2^-500, about 3e-151.
#[doc(hidden)]
pub const SMALLEST_IN_PLANE: f64 = f64::from_bits((1023 - 500) << 52);

/// Largest magnitude of a coordinate in the plane: 2^500, about 3e150, so that products of two differences stay finite.
#[doc(hidden)]
pub const LARGEST_IN_PLANE: f64 = f64::from_bits((1023 + 500) << 52);

/// Whether a coordinate lies in the range where [`predicates::side_of_line`] is exact.
#[doc(hidden)]
#[must_use]
pub fn in_plane_range(x: f64) -> bool {
    x == 0.0 || (SMALLEST_IN_PLANE..=LARGEST_IN_PLANE).contains(&x.abs())
}

/// The least power of two above a positive number of the exact range; 1 for zero.
#[doc(hidden)]
#[must_use]
pub fn power_of_two_above(x: f64) -> f64 {
    if x > 0.0 { f64::from_bits((x.to_bits() >> 52 << 52) + (1 << 52)) } else { 1.0 }
}

/// The inverse of a power of two, far from the ends of the range of doubles.
#[doc(hidden)]
#[must_use]
#[inline(always)]
pub fn inverse_of_power(x: f64) -> f64 {
    f64::from_bits((2046 << 52) - x.to_bits())
}

/// Whether a coordinate lies in the range where the predicates are exact.
#[must_use]
pub fn in_exact_range(x: f64) -> bool {
    x == 0.0 || (SMALLEST_COORDINATE..=LARGEST_COORDINATE).contains(&x.abs())
}
