//! Numbers: poses, exact signs, error-free sums. Everything that decides topology comes from [`predicates`].

#[doc(hidden)]
pub mod rounding; // error-free sums and products
#[doc(hidden)]
pub mod bit_mask; // one bit for each of many things
#[doc(hidden)]
pub mod simd; // vector instructions and their dispatch
#[doc(hidden)]
pub mod eigen; // eigenvectors of symmetric matrices
#[doc(hidden)]
pub mod double_double; // numbers of 106 bits
#[doc(hidden)]
pub mod integer; // doubles as integers of any length
pub(crate) mod integer_trait; // what exact algebra asks of integers
pub(crate) mod stack_integer; // integers of bounded length on the stack
pub(crate) mod fixed_width_integer; // integers of a few words
#[doc(hidden)]
pub mod interval; // intervals that round outward
#[doc(hidden)]
pub mod fraction; // quotients of integers of any length
#[doc(hidden)]
pub mod integer_vector; // vectors of three integers
#[doc(hidden)]
pub mod predicates; // the signs that decide topology
#[doc(hidden)]
pub mod rational; // rational points and signs at them
#[doc(hidden)]
pub mod axis_angle; // rotations from angles
pub(crate) mod point_order; // points and lists of points, by coordinates
pub mod pose; // rigid motions
#[cfg(test)]
pub(crate) mod random; // random numbers for tests

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
#[inline]
pub fn in_exact_range(x: f64) -> bool {
    x == 0.0 || (SMALLEST_COORDINATE..=LARGEST_COORDINATE).contains(&x.abs())
}
