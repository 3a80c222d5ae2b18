//! Lengths rounded up and sums rounded outward, so that what they bound stays bounded.

/// What a length that comes from a few roundings is made longer by, relatively.
const ROUNDED: f64 = 8.0 * f64::EPSILON;

/// A length at least as long as the one whose computed value, off by at most four roundings, this is.
pub(super) fn up(length: f64) -> f64 {
    length * (1.0 + ROUNDED)
}

/// The smallest double that is not below `a + b`.
pub(super) fn sum_up(a: f64, b: f64) -> f64 {
    let (sum, error) = crate::math::rounding::two_sum(a, b);
    if error > 0.0 { sum.next_up() } else { sum }
}

/// The largest double that is not above `a - b`.
pub(super) fn difference_down(a: f64, b: f64) -> f64 {
    -sum_up(-a, b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_rounded_away_from_what_they_bound() {
        assert_eq!(sum_up(1.0, 2.0), 3.0);
        assert_eq!(sum_up(1.0, 1e-30), 1.0 + f64::EPSILON);
        assert_eq!(sum_up(1.0, -1e-30), 1.0);
        assert_eq!(difference_down(1.0, 1e-30), 1.0 - f64::EPSILON / 2.0);
        assert!(up(0.1) > 0.1);
    }
}
