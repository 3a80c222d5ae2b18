//! The differences of moving points as integers: every axis has a grid of its own, because no sign that is asked for changes with it.

use super::vertex_path::Path;
use crate::ccd::contact::feature_pair::FeaturePair;
use crate::ccd::polynomial::integer_polynomial::Linear;
use crate::math::integer::{Grid, decompose};
use crate::math::integer_trait::Whole;
use dashu_int::IBig;

/// Differences by axis, each a linear form.
pub(crate) type Differences<W> = [[Linear<W>; 3]; 4];

/// Most bits of a coordinate on its grid, so that differences fit a machine integer.
const MOST_BITS: i32 = 125;

/// Differences on their grids, as machine integers.
#[derive(Debug)]
pub(crate) struct Lattice {
    differences: Differences<i128>,
    /// The bits of the largest.
    pub bits: u32,
}

impl Lattice {
    /// The differences of four points, if machine integers hold them.
    pub fn new<K: FeaturePair>(points: &[Path; 4]) -> Option<Self> {
        let mut differences = Differences::default();
        let mut largest = 0;
        for axis in 0..3 {
            let ends = points.map(|p| [decompose(p.from()[axis]), decompose(p.to()[axis])]);
            let set = || ends.iter().flatten().filter(|(mantissa, _)| *mantissa != 0);
            let unit = set().map(|(_, exponent)| *exponent).min().unwrap_or(0);
            let top = set().map(|(m, e)| e + (64 - m.unsigned_abs().leading_zeros() as i32)).max().unwrap_or(0);
            if top - unit > MOST_BITS {
                return None;
            }
            let steps = ends.map(|ends| ends.map(|(m, e)| if m == 0 { 0 } else { i128::from(m) << (e - unit) }));
            for (difference, (p, q)) in differences.iter_mut().zip(K::DIFFERENCES) {
                difference[axis] = [steps[*p][0] - steps[*q][0], steps[*p][1] - steps[*q][1]];
                largest = difference[axis].iter().fold(largest, |most, x| most | x.unsigned_abs());
            }
        }
        Some(Self { differences, bits: 128 - largest.leading_zeros() })
    }

    /// The same as other integers.
    pub fn differences<W: Whole + Copy + From<i128>>(&self) -> Differences<W> {
        let mut differences = [[[W::zero(); 2]; 3]; 4];
        let all = self.differences.as_flattened().as_flattened();
        for (to, from) in differences.as_flattened_mut().as_flattened_mut().iter_mut().zip(all) {
            *to = W::from(*from);
        }
        differences
    }
}

/// The differences of four points as integers of any length.
pub(crate) fn long_differences<K: FeaturePair>(points: &[Path; 4]) -> Differences<IBig> {
    let mut differences = Differences::default();
    for axis in 0..3 {
        let grid = Grid::holding(points.iter().flat_map(|p| [p.from()[axis], p.to()[axis]]));
        let steps = points.map(|p| [grid.integer(p.from()[axis]), grid.integer(p.to()[axis])]);
        for (difference, (p, q)) in differences.iter_mut().zip(K::DIFFERENCES) {
            difference[axis] = [&steps[*p][0] - &steps[*q][0], &steps[*p][1] - &steps[*q][1]];
        }
    }
    differences
}
