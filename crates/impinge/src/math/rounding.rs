//! Error-free sums and products (Dekker 1971, Knuth 1969), and what follows from them: sums rounded only once.

use super::{DVec3, integer};
use crate::compact_sort::sort_few_by;

/// `a + b = sum + error`, exactly.
#[must_use]
#[inline(always)]
pub fn two_sum(a: f64, b: f64) -> (f64, f64) {
    let sum = a + b;
    let b_virtual = sum - a;
    (sum, (a - (sum - b_virtual)) + (b - b_virtual))
}

/// `a * b = product + error`, exactly, where nothing overflows or underflows.
#[must_use]
pub fn two_product(a: f64, b: f64) -> (f64, f64) {
    /// Splits a double into two halves of 26 bits.
    fn split(a: f64) -> (f64, f64) {
        let c = 134_217_729.0 * a; // 2^27 + 1
        let high = c - (c - a);
        (high, a - high)
    }
    let product = a * b;
    let ((ah, al), (bh, bl)) = (split(a), split(b));
    (product, al * bl - (((product - ah * bh) - al * bh) - ah * bl))
}

/// How error-free products are taken; both ways give the same bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Products {
    /// From halves of the factors, on any machine.
    Split,
    /// By fused multiplication, where the machine has it and the code is compiled for it.
    Fused,
}

impl Products {
    /// `a * b = product + error`, exactly, where nothing overflows or underflows.
    #[must_use]
    #[inline(always)]
    pub fn of(self, a: f64, b: f64) -> (f64, f64) {
        match self {
            Self::Split => two_product(a, b),
            Self::Fused => {
                let product = a * b;
                (product, a.mul_add(b, -product))
            }
        }
    }
}

/// The double nearest to `row · x + t`, ties to even: one rounding for the whole expression, so permuting or negating
/// the axes permutes or negates the result and nothing else.
#[must_use]
pub fn dot_plus(row: [f64; 3], x: [f64; 3], t: f64) -> f64 {
    let products = [two_product(row[0], x[0]), two_product(row[1], x[1]), two_product(row[2], x[2])];
    let (s, e0) = two_sum(products[0].0, products[1].0);
    let (s, e1) = two_sum(s, products[2].0);
    let (s, e2) = two_sum(s, t);
    let small = [e0, e1, e2, products[0].1, products[1].1, products[2].1];
    let rest: f64 = small.iter().sum();
    // Five additions, each off by at most 2^-53 of a partial sum of magnitude at most the sum of magnitudes.
    let slack = small.iter().map(|e| e.abs()).sum::<f64>() * (8.0 * f64::EPSILON);
    let (low, high) = (s + (rest - slack), s + (rest + slack));
    if low == high {
        return low; // rounding is monotone: everything in between rounds to the same double
    }
    let mut terms = [s, e0, e1, e2, products[0].1, products[1].1, products[2].1];
    sort_few_by(&mut terms, f64::total_cmp);
    integer::round_sum(&terms)
}

/// Four times [`dot_plus`] side by side, of the rows of a matrix given by its columns: the same bits.
#[must_use]
#[inline(always)]
pub fn dots_plus_by(products: Products, columns: &[[f64; 4]; 3], x: [f64; 3], t: [f64; 4]) -> [f64; 4] {
    let (mut sums, mut is_certain) = ([0.0; 4], true);
    for k in 0..4 {
        let (p, e) = products.of(columns[0][k], x[0]);
        let (q, f) = products.of(columns[1][k], x[1]);
        let (r, g) = products.of(columns[2][k], x[2]);
        let (s, e0) = two_sum(p, q);
        let (s, e1) = two_sum(s, r);
        let (s, e2) = two_sum(s, t[k]);
        let rest = ((e0 + e1) + (e2 + e)) + (f + g);
        // Five additions, each off by at most 2^-53 of a partial sum of magnitude at most the sum of magnitudes.
        let slack = (((e0.abs() + e1.abs()) + (e2.abs() + e.abs())) + (f.abs() + g.abs())) * (8.0 * f64::EPSILON);
        let (low, high) = (s + (rest - slack), s + (rest + slack));
        sums[k] = low;
        is_certain &= low == high;
    }
    if is_certain { sums } else { dots_plus_exactly(columns, x, t) }
}

/// As [`dots_plus_by`], one after the other.
#[cold]
#[inline(never)]
fn dots_plus_exactly(columns: &[[f64; 4]; 3], x: [f64; 3], t: [f64; 4]) -> [f64; 4] {
    [0, 1, 2, 3].map(|k| dot_plus([0, 1, 2].map(|c: usize| columns[c][k]), x, t[k]))
}

/// As [`dot_plus`], of two products.
#[must_use]
#[inline]
pub fn dot2_plus(row: [f64; 2], x: [f64; 2], t: f64) -> f64 {
    dot2_plus_by(Products::Split, row, x, t)
}

/// The double nearest to `from + s (to - from)`: one rounding, however far both ends are from what lies between.
#[must_use]
#[inline]
pub fn interpolate(from: f64, to: f64, s: f64) -> f64 {
    if from == to { from } else { dot2_plus([s, -s], [to, from], from) }
}

/// As [`interpolate`], for each coordinate.
#[must_use]
#[inline]
pub fn interpolate3(from: DVec3, to: DVec3, s: f64) -> DVec3 {
    DVec3::new(interpolate(from.x, to.x, s), interpolate(from.y, to.y, s), interpolate(from.z, to.z, s))
}

/// As [`dot2_plus`], with the given products.
#[must_use]
#[inline(always)]
pub fn dot2_plus_by(products: Products, row: [f64; 2], x: [f64; 2], t: f64) -> f64 {
    let products = [products.of(row[0], x[0]), products.of(row[1], x[1])];
    let (s, e0) = two_sum(products[0].0, products[1].0);
    let (s, e1) = two_sum(s, t);
    let rest = (e0 + e1) + (products[0].1 + products[1].1);
    // Three additions, each off by at most 2^-53 of a partial sum of magnitude at most the sum of magnitudes.
    let slack = (e0.abs() + e1.abs() + products[0].1.abs() + products[1].1.abs()) * (4.0 * f64::EPSILON);
    let (low, high) = (s + (rest - slack), s + (rest + slack));
    if low == high { low } else { round_sum2(s, [e0, e1, products[0].1, products[1].1]) }
}

/// The sum in integers, where doubles cannot tell how to round it.
#[cold]
fn round_sum2(s: f64, [a, b, c, d]: [f64; 4]) -> f64 {
    integer::round_sum(&[s, a, b, c, d])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    #[test]
    fn a_permutation_of_the_axes_permutes_the_result() {
        let mut random = Random(7);
        let mut next = || {
            let state = random.bits();
            ((state >> 11) as f64 / (1_u64 << 53) as f64 - 0.5) * 2f64.powi((state % 40) as i32 - 20)
        };
        for _ in 0..20_000 {
            let (r, x, t) = ([next(), next(), next()], [next(), next(), next()], next());
            let value = dot_plus(r, x, t);
            assert_eq!(value, dot_plus([r[2], r[0], r[1]], [x[2], x[0], x[1]], t));
            assert_eq!(value, dot_plus([r[1], r[0], r[2]], [x[1], x[0], x[2]], t));
            assert_eq!(-value, dot_plus(r, x.map(|x| -x), -t));
            assert_eq!(dot2_plus([r[0], r[1]], [x[0], x[1]], t), dot_plus([r[0], r[1], 0.0], [x[0], x[1], 0.0], t));
            assert_eq!(two_product(r[0], x[0]), Products::Fused.of(r[0], x[0]));
            let columns = [0, 1, 2].map(|c| [r[c], r[(c + 1) % 3], -r[c], r[c] * x[(c + 1) % 3]]);
            let (shifts, mixed) = ([t, t, -t, 0.0], [0, 1, 2].map(|c| columns[c][3]));
            let each = [value, dot_plus([r[1], r[2], r[0]], x, t), -value, dot_plus(mixed, x, 0.0)];
            for products in [Products::Split, Products::Fused] {
                assert_eq!(dots_plus_by(products, &columns, x, shifts), each);
            }
            assert_eq!(
                dot2_plus([r[0], r[1]], [x[0], x[1]], t),
                dot2_plus_by(Products::Fused, [r[0], r[1]], [x[0], x[1]], t)
            );
            let opposite = [-x[0] * r[1] / r[0], x[1]];
            assert_eq!(dot2_plus([r[0], x[1]], opposite, t), dot_plus([r[0], x[1], 0.0], [opposite[0], x[1], 0.0], t));
        }
    }

    #[test]
    fn ties_go_to_even() {
        let half_ulp = f64::EPSILON / 2.0;
        assert_eq!(dot_plus([1.0, 1.0, 0.0], [1.0, half_ulp, 0.0], 0.0), 1.0);
        assert_eq!(dot_plus([1.0, 1.0, 1.0], [1.0, half_ulp, half_ulp * half_ulp], 0.0), 1.0 + f64::EPSILON);
        assert_eq!(dot_plus([1.0, 1.0, 0.0], [1.0 + f64::EPSILON, half_ulp, 0.0], 0.0), 1.0 + 2.0 * f64::EPSILON);
    }

    /// A third as a double is less than a third by 2^-54 / 3; of a way of 3e20 that is 1e20 / 2^54.
    #[test]
    fn a_place_between_far_ends_is_rounded_once() {
        let (from, to) = (-1e20, 2e20);
        assert_eq!(interpolate(from, to, 1.0 / 3.0), from / 2f64.powi(54));
        assert_eq!(interpolate(from, to, 0.0), from);
        assert_eq!(interpolate(from, to, 1.0), to);
        assert!((interpolate(5.0, -1e20, 4e-20) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn cancellation_leaves_the_exact_rest() {
        let third = 1.0 / 3.0;
        let (high, low) = two_product(third, third);
        assert_eq!(dot_plus([third, 1.0, 0.0], [third, -high, 0.0], 0.0), low);
    }
}
