//! Doubles as integers. Any finite set of doubles becomes integers after one common power of two; products and sums of
//! those are exact at any length. The slow, certain end of every predicate.

use dashu_int::IBig;

/// `x = mantissa * 2^exponent`, exactly, with an odd mantissa (or zero).
#[must_use]
pub fn decompose(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    let biased = ((bits >> 52) & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (mantissa, exponent) = if biased == 0 { (fraction, -1074) } else { (fraction | (1 << 52), biased - 1075) };
    if mantissa == 0 {
        return (0, 0);
    }
    let shift = mantissa.trailing_zeros();
    let mantissa = mantissa >> shift;
    (if bits >> 63 == 1 { -mantissa } else { mantissa }, exponent + shift as i32)
}

/// The grid `2^exponent · Z` on which a set of doubles lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    exponent: i32,
}

impl Grid {
    /// The coarsest grid that holds all the given finite doubles.
    #[must_use]
    pub fn holding(values: impl IntoIterator<Item = f64>) -> Self {
        let exponent = values.into_iter().filter(|x| *x != 0.0).map(|x| decompose(x).1).min().unwrap_or(0);
        Self { exponent }
    }

    /// The coarsest grid that holds this one and the given doubles.
    #[must_use]
    pub fn with(self, values: impl IntoIterator<Item = f64>) -> Self {
        let exponents = values.into_iter().filter(|x| *x != 0.0).map(|x| decompose(x).1);
        Self { exponent: exponents.fold(self.exponent, i32::min) }
    }

    /// By how many powers of two this grid is finer than another that it contains.
    #[must_use]
    pub fn finer_by(self, coarser: Self) -> usize {
        (coarser.exponent - self.exponent).max(0) as usize
    }

    /// The integer that stands for a double of this grid.
    #[must_use]
    pub fn integer(self, x: f64) -> IBig {
        let (mantissa, exponent) = decompose(x);
        if mantissa == 0 {
            return IBig::ZERO;
        }
        debug_assert!(exponent >= self.exponent, "the double lies on the grid");
        let shift = (exponent - self.exponent).max(0) as usize;
        // 53 bits and 74 more fit a machine integer, which saves an allocation.
        if shift <= 74 { IBig::from(i128::from(mantissa) << shift) } else { IBig::from(mantissa) << shift }
    }

    /// The double nearest to `numerator / denominator` grid steps; the denominator is not zero.
    ///
    /// Correct to the last bit but for results below the range of normal doubles.
    #[must_use]
    pub fn double(self, numerator: &IBig, denominator: &IBig) -> f64 {
        let (mantissa, exponent) = ratio(numerator, denominator);
        scale(mantissa, exponent, self.exponent)
    }

    /// The double nearest to the square root of `numerator / denominator` square grid steps, as a length; the quotient is not negative. Its
    /// square need not be in the range of doubles.
    ///
    /// Correct to the last bit but for results below the range of normal doubles.
    #[must_use]
    pub fn square_root(self, numerator: &IBig, denominator: &IBig) -> f64 {
        use dashu_int::ops::{BitTest, DivRem, SquareRoot};
        // Enough bits that the root has at least 55, by an even power.
        let shift = (112 + denominator.bit_len() as i64 - numerator.bit_len() as i64).max(0) as usize & !1;
        let (quotient, remainder) = (numerator << shift).div_rem(denominator);
        let root = IBig::from(quotient.sqrt());
        let is_above = !remainder.is_zero() || &root * &root != quotient;
        let (mantissa, exponent) = round_to_mantissa(&root, is_above);
        scale(mantissa, exponent - (shift / 2) as i32, self.exponent)
    }
}

/// -1, 0 or 1.
#[must_use]
pub fn sign(x: &IBig) -> i32 {
    if x.is_zero() {
        0
    } else if *x > IBig::ZERO {
        1
    } else {
        -1
    }
}

/// The double nearest to the sum of finite doubles, ties to even.
#[must_use]
pub fn round_sum(terms: &[f64]) -> f64 {
    let grid = Grid::holding(terms.iter().copied());
    let sum: IBig = terms.iter().map(|x| grid.integer(*x)).sum();
    let (mantissa, exponent) = round_to_mantissa(&sum, false);
    scale(mantissa, exponent, grid.exponent)
}

/// `numerator / denominator` rounded to 53 bits, as mantissa and exponent.
fn ratio(numerator: &IBig, denominator: &IBig) -> (i64, i32) {
    use dashu_int::ops::{BitTest, DivRem};
    // Enough bits that the quotient has at least 55: its rounding then depends on the remainder only through "is it zero".
    let shift = (60 + denominator.bit_len() as i64 - numerator.bit_len() as i64).max(0) as usize;
    let (quotient, remainder) = (numerator << shift).div_rem(denominator);
    let (mantissa, exponent) = round_to_mantissa(&quotient, !remainder.is_zero());
    (mantissa, exponent - shift as i32)
}

/// Rounds an integer to 53 bits, ties to even; `more` says that a positive fraction in magnitude was dropped before.
fn round_to_mantissa(x: &IBig, more: bool) -> (i64, i32) {
    use dashu_int::ops::{Abs, BitTest};
    let negative = sign(x) < 0;
    let magnitude = x.clone().abs();
    let drop = magnitude.bit_len().saturating_sub(53);
    let kept = &magnitude >> drop;
    let mut mantissa = i64::try_from(&kept).unwrap_or(i64::MAX);
    if drop > 0 {
        let half = IBig::ONE << (drop - 1);
        let rest = &magnitude - (&kept << drop);
        if rest > half || (rest == half && (more || mantissa & 1 == 1)) {
            mantissa += 1;
        }
    }
    (if negative { -mantissa } else { mantissa }, drop as i32)
}

/// `mantissa * 2^(exponent + shift)`, where the result is a normal double or zero; saturates to infinity.
fn scale(mantissa: i64, exponent: i32, shift: i32) -> f64 {
    // Two steps, because 2^e alone may leave the range of doubles while the product does not.
    let e = exponent + shift;
    let half = e / 2;
    mantissa as f64 * power_of_two(half) * power_of_two(e - half)
}

/// `2^e` for an `e` of any size, saturating.
fn power_of_two(e: i32) -> f64 {
    2f64.powi(e.clamp(-1074, 1100))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decomposition_is_exact() {
        for x in [0.0, 1.0, -3.0, 0.1, 1e300, -1e-300, f64::MIN_POSITIVE, 5e-324, f64::MAX] {
            let (mantissa, exponent) = decompose(x);
            assert_eq!(scale(mantissa, exponent, 0), x);
            assert!(mantissa == 0 || mantissa & 1 == 1);
        }
    }

    #[test]
    fn quotients_are_rounded_like_hardware() {
        for (p, q) in [(1.0, 3.0), (-2.0, 7.0), (1e10, 3.0), (5.0, 1e-7), (0.0, 3.0), (9.0, 3.0)] {
            let grid = Grid::holding([p, q]);
            let one = Grid { exponent: 0 };
            assert_eq!(one.double(&grid.integer(p), &grid.integer(q)), p / q);
        }
    }

    #[test]
    fn square_roots_are_lengths_on_the_grid() {
        for (square, length) in [(9.0, 3.0), (2.0, 2f64.sqrt()), (0.5, 0.5_f64.sqrt()), (0.0, 0.0)] {
            let grid = Grid::holding([square, 1.0]);
            let one = grid.integer(1.0);
            // In steps of the grid: square / step² and 1 / step.
            let root = grid.square_root(&(grid.integer(square) * &one), &IBig::ONE);
            assert_eq!(root, length);
        }
        let tiny = Grid::holding([1e-250]);
        let root = tiny.square_root(&tiny.integer(1e-250).pow(2), &IBig::ONE);
        assert_eq!(root, 1e-250);
    }

    #[test]
    fn square_roots_are_rounded_once() {
        // Midway between two doubles, to the even one; and a hair below and above.
        let grid = Grid::holding([f64::EPSILON]);
        let (tie, next_tie) = (grid.integer(3.0) + 1, grid.integer(3.0) + 3);
        let root = |x: &IBig, more: i32| grid.square_root(&(x * x + more), &IBig::ONE);
        assert_eq!([-1, 0, 1].map(|more| root(&tie, more)), [3.0, 3.0, 3.0_f64.next_up()]);
        let next = 3.0_f64.next_up();
        assert_eq!([-1, 0, 1].map(|more| root(&next_tie, more)), [next, next.next_up(), next.next_up()]);
        for k in 1..1_000_u32 {
            let x = f64::from(k * k * k);
            assert_eq!(Grid::holding([1.0]).square_root(&IBig::from(k * k * k), &IBig::ONE), x.sqrt());
        }
    }

    #[test]
    fn sums_are_rounded_once() {
        assert_eq!(round_sum(&[1e30, 1.0, -1e30]), 1.0);
        assert_eq!(round_sum(&[1.0, f64::EPSILON / 2.0]), 1.0);
        assert_eq!(round_sum(&[1.0, f64::EPSILON / 2.0, 1e-40]), 1.0 + f64::EPSILON);
    }
}
