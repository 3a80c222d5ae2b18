//! The exact sign of sums of squares: what tells inside from outside for round shapes.

use crate::math::integer::{self, Grid};
use crate::math::predicates::UNDERFLOW_GUARD;
use dashu_int::IBig;

/// `± (factors[0] * factors[1] * (to - from))²`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Square {
    pub(super) negative: bool,
    pub(super) factors: [f64; 2],
    pub(super) from: f64,
    pub(super) to: f64,
}

/// Error of a square, relative: one rounding of the difference and two of products, twice, and one of the square are 7 u; at most five
/// more for the sum; doubled.
const SQUARES_ERROR: f64 = 24.0 * (f64::EPSILON / 2.0);

impl Square {
    /// `x²`.
    pub(super) fn plus(x: f64) -> Self {
        Self { negative: false, factors: [1.0, 1.0], from: 0.0, to: x }
    }

    /// `-x²`.
    pub(super) fn minus(x: f64) -> Self {
        Self { negative: true, ..Self::plus(x) }
    }

    /// The same with the root times `f * g`.
    pub(super) fn times(self, f: f64, g: f64) -> Self {
        Self { factors: [f, g], ..self }
    }

    fn value(&self) -> f64 {
        let root = self.factors[0] * self.factors[1] * (self.to - self.from);
        if self.negative { -(root * root) } else { root * root }
    }

    fn doubles(&self) -> [f64; 4] {
        [self.factors[0], self.factors[1], self.from, self.to]
    }

    fn exactly(&self, grid: Grid) -> IBig {
        let [f, g, from, to] = self.doubles().map(|x| grid.integer(x));
        let root = f * g * (to - from);
        let square = &root * &root;
        if self.negative { -square } else { square }
    }
}

/// The sign, -1, 0 or 1, of a sum of at most six squares of finite doubles.
pub(super) fn sign_of_sum(squares: &[Square]) -> i32 {
    let (mut sum, mut all) = (0.0, 0.0);
    for value in squares.iter().map(Square::value) {
        sum += value;
        all += value.abs();
    }
    // An overflow makes the comparison false, as does what is not a number.
    if all > UNDERFLOW_GUARD && sum.abs() > SQUARES_ERROR * all {
        return if sum > 0.0 { 1 } else { -1 };
    }
    let grid = Grid::holding(squares.iter().flat_map(Square::doubles));
    integer::sign(&squares.iter().map(|s| s.exactly(grid)).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_unit_in_the_last_place_is_seen() {
        let (x, y) = (0.6, 0.8);
        let sign = |x: f64, y: f64, r: f64| sign_of_sum(&[Square::plus(x), Square::plus(y), Square::minus(r)]);
        assert_eq!(sign(3.0, 4.0, 5.0), 0);
        assert_eq!(sign(3.0, 4.0_f64.next_up(), 5.0), 1);
        assert_eq!(sign(3.0, 4.0, 5.0_f64.next_up()), -1);
        // 0.6 and 0.8 as doubles: 0.6² + 0.8² is not 1, and an integer says on which side it is.
        assert_ne!(sign(x, y, 1.0), 0);
        assert_eq!(sign(3e-80, 4e-80 * (1.0 + 1e-10), 5e-80), 1);
        let far = 2f64.powi(299);
        assert_eq!(sign_of_sum(&[Square::plus(far).times(far, far), Square::minus(far.next_up()).times(far, far)]), -1);
    }
}
