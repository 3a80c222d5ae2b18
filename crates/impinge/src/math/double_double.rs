//! Numbers of 106 bits as unevaluated sums of two doubles (Dekker 1971): for lengths that must keep their digits after
//! differences of nearly equal products. Errors are a few units of 2^-104 of the largest term.

use super::DVec3;
use super::rounding::{two_product, two_sum};
use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// `high + low`, with `low` at most half a unit in the last place of `high`.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct DoubleDouble {
    high: f64,
    low: f64,
}

/// A vector of double-doubles.
pub type Vector = [DoubleDouble; 3];

impl DoubleDouble {
    /// `a - b`, exactly.
    #[must_use]
    pub fn difference(a: f64, b: f64) -> Self {
        let (high, low) = two_sum(a, -b);
        Self { high, low }
    }

    /// The product with a power of two, exactly where nothing underflows.
    #[must_use]
    pub fn times_power(self, power: f64) -> Self {
        Self { high: self.high * power, low: self.low * power }
    }

    /// The square root, off by a few units of 2^-104 of itself; 0 for what is not positive.
    #[must_use]
    pub fn sqrt(self) -> Self {
        if self.high <= 0.0 || !self.high.is_finite() {
            return Self::default();
        }
        // One step of Newton's method from the root in doubles: x + (a - x²) / 2x.
        let root = self.high.sqrt();
        let rest = self - Self::from(root) * Self::from(root);
        let (high, low) = two_sum(root, rest.high / (2.0 * root));
        Self { high, low }
    }

    /// The quotient, off by a few units of 2^-100 of itself; the divisor is not zero.
    #[must_use]
    pub fn over(self, divisor: Self) -> Self {
        let first = self.high / divisor.high;
        let rest = self - divisor * Self::from(first);
        let second = rest.high / divisor.high;
        let rest = rest - divisor * Self::from(second);
        let (high, low) = two_sum(first, second);
        Self { high, low } + Self::from(rest.high / divisor.high)
    }

    /// The nearest double, but for rare ties.
    #[must_use]
    pub fn to_double(self) -> f64 {
        self.high
    }
}

impl From<f64> for DoubleDouble {
    fn from(x: f64) -> Self {
        Self { high: x, low: 0.0 }
    }
}

impl Neg for DoubleDouble {
    type Output = Self;

    fn neg(self) -> Self {
        Self { high: -self.high, low: -self.low }
    }
}

impl PartialOrd for DoubleDouble {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        (self.high, self.low).partial_cmp(&(other.high, other.low))
    }
}

impl Add for DoubleDouble {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (s, e) = two_sum(self.high, other.high);
        let (t, f) = two_sum(self.low, other.low);
        let (s, e) = two_sum(s, e + t);
        let (high, low) = two_sum(s, e + f);
        Self { high, low }
    }
}

impl Sub for DoubleDouble {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

impl Mul for DoubleDouble {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        let (p, e) = two_product(self.high, other.high);
        let (high, low) = two_sum(p, e + (self.high * other.low + self.low * other.high));
        Self { high, low }
    }
}

/// `p - q`, exactly.
#[must_use]
pub fn between(p: DVec3, q: DVec3) -> Vector {
    std::array::from_fn(|k| DoubleDouble::difference(p[k], q[k]))
}

/// The scalar product.
#[must_use]
pub fn dot(u: &Vector, v: &Vector) -> DoubleDouble {
    u[0] * v[0] + u[1] * v[1] + u[2] * v[2]
}

/// The vector product.
#[must_use]
pub fn cross(u: &Vector, v: &Vector) -> Vector {
    std::array::from_fn(|k| {
        let (i, j) = ((k + 1) % 3, (k + 2) % 3);
        u[i] * v[j] - u[j] * v[i]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cancellation_keeps_digits() {
        let third = DoubleDouble::difference(1.0 / 3.0, 0.0);
        let three = DoubleDouble::difference(3.0, 0.0);
        let one = DoubleDouble::difference(1.0, 0.0);
        // 3 · fl(1/3) = 1 - 2^-54 exactly.
        assert_eq!((one - three * third).to_double(), 2f64.powi(-54));
        let tiny = DoubleDouble::difference(1.0 + f64::EPSILON, 1.0);
        assert_eq!(((one + tiny) * (one - tiny) - one).to_double(), -f64::EPSILON * f64::EPSILON);
    }

    #[test]
    fn roots_and_quotients_keep_all_digits() {
        let mut worst = [0.0_f64; 2];
        for k in 1..200 {
            let x = DoubleDouble::from(f64::from(k)) + DoubleDouble::from(1e-17 * f64::from(k * k));
            let (root, y) = (x.sqrt(), DoubleDouble::from(0.1 * f64::from(k) - 7.05));
            worst[0] = worst[0].max(((root * root - x).to_double() / f64::from(k)).abs());
            worst[1] = worst[1].max(((x.over(y) * y - x).to_double() / f64::from(k)).abs());
        }
        assert!(worst.iter().all(|w| *w < 2f64.powi(-100)), "{worst:?}");
        assert_eq!(DoubleDouble::from(9.0).sqrt(), DoubleDouble::from(3.0));
        assert_eq!(DoubleDouble::from(-1.0).sqrt(), DoubleDouble::default());
        assert!(DoubleDouble::from(1.0) + DoubleDouble::from(1e-30) > DoubleDouble::from(1.0));
    }
}
