//! Numbers known to lie between two doubles; every operation rounds outward, and is exact where doubles are.
//!
//! Not part of the public interface: shared with the sibling crates of this workspace.

use super::rounding::{two_product, two_sum};
use std::ops::{Add, Mul, Neg, Sub};

/// Products below this (2^-900) count as inexact: the error of a smaller one may underflow.
const SMALLEST_PRODUCT: f64 = f64::from_bits((1023 - 900) << 52);

/// What the arc tangent, the sine and the cosine of the platform may be off by (radians, or absolute): one unit in the last
/// place of π is two of these.
const TRIGONOMETRY_ERROR: f64 = 4.0 * f64::EPSILON;

/// All numbers from `lower` to `upper`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Enclosure {
    pub lower: f64,
    pub upper: f64,
}

/// A point of the plane.
pub type Point = [Enclosure; 2];

impl Enclosure {
    pub const ZERO: Self = Self::exactly(0.0);
    /// A full turn.
    pub const TAU: Self = Self { lower: std::f64::consts::TAU, upper: std::f64::consts::TAU.next_up() };

    pub const fn exactly(x: f64) -> Self {
        Self { lower: x, upper: x }
    }

    /// The sign, if all numbers have the same.
    pub fn sign(self) -> Option<i32> {
        match () {
            () if self.lower > 0.0 => Some(1),
            () if self.upper < 0.0 => Some(-1),
            () if self.lower == 0.0 && self.upper == 0.0 => Some(0),
            () => None,
        }
    }

    pub fn overlaps(self, other: Self) -> bool {
        self.lower <= other.upper && other.lower <= self.upper
    }

    pub fn middle(self) -> f64 {
        self.lower + (self.upper - self.lower) * 0.5
    }

    /// The larger of two numbers.
    pub fn max(self, other: Self) -> Self {
        Self { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }

    /// The smaller of two numbers.
    pub fn min(self, other: Self) -> Self {
        Self { lower: self.lower.min(other.lower), upper: self.upper.min(other.upper) }
    }

    pub fn joined(self, other: Self) -> Self {
        Self { lower: self.lower.min(other.lower), upper: self.upper.max(other.upper) }
    }

    pub fn square(self) -> Self {
        let product = self * self;
        Self { lower: product.lower.max(0.0), ..product }
    }

    /// The root of what is not negative in it.
    pub fn sqrt(self) -> Self {
        let is_exact = |x: f64, root: f64| x == 0.0 || (x > SMALLEST_PRODUCT && two_product(root, root) == (x, 0.0));
        let root = [self.lower.max(0.0), self.upper.max(0.0)].map(|x| (x, x.sqrt()));
        let [(low, lower), (high, upper)] = root;
        Self {
            lower: if is_exact(low, lower) { lower } else { lower.next_down() },
            upper: if is_exact(high, upper) { upper } else { upper.next_up() },
        }
    }

    /// The quotient; all numbers if the divisor may be zero.
    pub fn over(self, divisor: Self) -> Self {
        if divisor.sign().is_none_or(|sign| sign == 0) {
            return Self { lower: f64::NEG_INFINITY, upper: f64::INFINITY };
        }
        let mut all = Self { lower: f64::INFINITY, upper: f64::NEG_INFINITY };
        for a in [self.lower, self.upper] {
            for b in [divisor.lower, divisor.upper] {
                let q = a / b;
                let is_exact = a == 0.0 || (a.abs() > SMALLEST_PRODUCT && two_product(q, b) == (a, 0.0));
                let found = if is_exact { Self::exactly(q) } else { Self { lower: q.next_down(), upper: q.next_up() } };
                all = all.joined(found);
            }
        }
        all
    }
}

impl Neg for Enclosure {
    type Output = Self;

    fn neg(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }
}

impl Add for Enclosure {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (lower, below) = two_sum(self.lower, other.lower);
        let (upper, above) = two_sum(self.upper, other.upper);
        // An error that is not a number counts as one in either direction.
        Self {
            lower: if below >= 0.0 { lower } else { lower.next_down() },
            upper: if above <= 0.0 { upper } else { upper.next_up() },
        }
    }
}

impl Sub for Enclosure {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self + -other
    }
}

/// `a b` between two doubles.
fn product(a: f64, b: f64) -> Enclosure {
    if a == 0.0 || b == 0.0 {
        return Enclosure::ZERO;
    }
    let (p, error) = two_product(a, b);
    let is_sure = p.abs() > SMALLEST_PRODUCT;
    Enclosure {
        lower: if is_sure && error >= 0.0 { p } else { p.next_down() },
        upper: if is_sure && error <= 0.0 { p } else { p.next_up() },
    }
}

impl Mul for Enclosure {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        if self.lower == self.upper && other.lower == other.upper {
            return product(self.lower, other.lower);
        }
        let [p, q] = [self.lower, self.upper].map(|x| product(x, other.lower).joined(product(x, other.upper)));
        p.joined(q)
    }
}

/// `u × v`.
pub fn cross(u: Point, v: Point) -> Enclosure {
    u[0] * v[1] - u[1] * v[0]
}

/// `u · v`.
pub fn dot(u: Point, v: Point) -> Enclosure {
    u[0] * v[0] + u[1] * v[1]
}

/// `u - v`.
pub fn minus(u: Point, v: Point) -> Point {
    [u[0] - v[0], u[1] - v[1]]
}

/// The angle of a vector, up to full turns; more than all of them if it may be zero.
pub fn angle([x, y]: Point) -> Enclosure {
    let (middle, spread) = ([x.middle(), y.middle()], (x.upper - x.lower) + (y.upper - y.lower));
    let length = middle[0].hypot(middle[1]);
    // The vector is off by at most the spread, so its angle is by at most asin(spread / length), and asin z < 1.1 z below 1/2.
    if spread < 0.4 * length {
        let (found, error) = (middle[1].atan2(middle[0]), 1.25 * (spread / length) + TRIGONOMETRY_ERROR);
        return Enclosure { lower: found - error, upper: found + error };
    }
    Enclosure { lower: -4.0, upper: 4.0 }
}

/// A vector turned by an angle in radians.
pub fn turned([x, y]: Point, by: f64) -> Point {
    if by == 0.0 {
        return [x, y];
    }
    let (sin, cos) = by.sin_cos();
    let near = |x: f64| Enclosure { lower: x - TRIGONOMETRY_ERROR, upper: x + TRIGONOMETRY_ERROR };
    let (sin, cos) = (near(sin), near(cos));
    [cos * x - sin * y, sin * x + cos * y]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    /// Every operation holds what integers and more digits say.
    #[test]
    fn enclosures_hold_and_are_tight() {
        let mut random = Random(5);
        for _ in 0..2_000 {
            let [x, y] = [random.number(), random.number()];
            let [p, q] = [x, y].map(Enclosure::exactly);
            let above = |x: f64, ulps: usize| (0..ulps).fold(x, |x, _| x.next_up());
            // A quotient is widened to both sides; the ends of a square each have a root of their own.
            for (found, ulps) in [(p + q, 1), (p - q, 1), (p * q, 1), (p.over(q), 2), (p.square().sqrt(), 4)] {
                assert!(found.lower <= found.upper && found.upper <= above(found.lower, ulps), "{x} {y} {found:?}");
            }
            let (sum, error) = two_sum(x, y);
            let order = error.partial_cmp(&0.0).unwrap();
            assert_eq!(
                (p + q).lower.total_cmp(&sum),
                if order.is_lt() { std::cmp::Ordering::Less } else { std::cmp::Ordering::Equal }
            );
            let back = (p * q).over(q);
            assert!(back.lower <= x && x <= back.upper);
            let root = p.square().sqrt();
            assert!(root.lower <= x.abs() && x.abs() <= root.upper);
            let turn = 3.0 * random.number();
            let found = angle(turned([p, q], turn)) - angle([p, q]);
            let off = ((turn - found.middle()) / std::f64::consts::TAU).fract().abs();
            assert!(off.min(1.0 - off) < 1e-14 && found.upper - found.lower < 1e-13);
        }
        let [one, half] = [1.0, 0.5].map(Enclosure::exactly);
        assert_eq!(
            [one + half, one * half, half.over(one), (one + one + one + one).sqrt()].map(|e| e.upper - e.lower),
            [0.0; 4]
        );
        assert_eq!((one - one).sign(), Some(0));
        assert_eq!(one.over(one - one + Enclosure { lower: -1.0, upper: 1.0 }).sign(), None);
        assert_eq!(angle([Enclosure { lower: -1.0, upper: 1.0 }; 2]), Enclosure { lower: -4.0, upper: 4.0 });
    }
}
