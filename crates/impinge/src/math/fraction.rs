//! Quotients of integers of any length.
//!
//! Not part of the public interface: shared with the sibling crates of this workspace.

use super::integer::{self, Grid};
use super::interval::Enclosure;
use dashu_int::IBig;
use std::cmp::Ordering;

/// A quotient; the divisor is positive.
#[derive(Clone, Debug)]
pub struct Fraction(IBig, IBig);

impl Fraction {
    /// The quotient of two integers; the denominator is not zero.
    pub fn new(numerator: &IBig, denominator: &IBig) -> Self {
        if integer::sign(denominator) < 0 {
            Self(-numerator, -denominator)
        } else {
            Self(numerator.clone(), denominator.clone())
        }
    }

    /// Exact comparison.
    pub fn compare(&self, other: &Self) -> Ordering {
        (&self.0 * &other.1).cmp(&(&other.0 * &self.1))
    }

    /// Between two doubles; for what lies from 0 to 1.
    pub fn enclosure(&self) -> Enclosure {
        let whole = Grid::holding([1.0]);
        let nearest = whole.double(&self.0, &self.1);
        let grid = whole.with([nearest]);
        let difference = (&self.0 << grid.finer_by(whole)) - grid.integer(nearest) * &self.1;
        match integer::sign(&difference) {
            0 => Enclosure::exactly(nearest),
            1 => Enclosure { lower: nearest, upper: nearest.next_up() },
            _ => Enclosure { lower: nearest.next_down(), upper: nearest },
        }
    }
}
