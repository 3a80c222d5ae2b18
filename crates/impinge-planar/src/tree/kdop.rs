//! Extents of points along sixteen directions, which merge exactly, and the oriented box fitted to them.

use super::oriented_box::OrientedBox;
use impinge::math::DVec2;
use std::f64::consts::FRAC_1_SQRT_2;

/// Directions along which extents are kept: half a turn.
const DIRECTIONS: usize = 16;

/// The least and largest coordinates along sixteen directions.
#[derive(Clone, Debug)]
pub(crate) struct Kdop {
    min: [f64; DIRECTIONS],
    max: [f64; DIRECTIONS],
}

/// The directions: each of the second half is one of the first, turned by a quarter.
fn direction(k: usize) -> DVec2 {
    /// Cosine and sine of k/16 of half a turn.
    const FIRST: [[f64; 2]; DIRECTIONS / 2] = [
        [1.0, 0.0],
        [0.980_785_280_403_230_4, 0.195_090_322_016_128_27],
        [0.923_879_532_511_286_7, 0.382_683_432_365_089_8],
        [0.831_469_612_302_545_2, 0.555_570_233_019_602_2],
        [FRAC_1_SQRT_2, FRAC_1_SQRT_2],
        [0.555_570_233_019_602_2, 0.831_469_612_302_545_2],
        [0.382_683_432_365_089_8, 0.923_879_532_511_286_7],
        [0.195_090_322_016_128_27, 0.980_785_280_403_230_4],
    ];
    let first = DVec2::from_array(FIRST[k % (DIRECTIONS / 2)]);
    if k < DIRECTIONS / 2 { first } else { first.perp() }
}

impl Kdop {
    /// Those of no points.
    pub const EMPTY: Self = Self { min: [f64::INFINITY; DIRECTIONS], max: [f64::NEG_INFINITY; DIRECTIONS] };

    /// Those of some points, given by their coordinates.
    pub fn from_points(xs: &[f64], ys: &[f64]) -> Self {
        let mut extents = Self::EMPTY;
        for k in 0..DIRECTIONS {
            let d = direction(k);
            for (x, y) in xs.iter().zip(ys) {
                let along = d.x * x + d.y * y;
                extents.min[k] = extents.min[k].min(along);
                extents.max[k] = extents.max[k].max(along);
            }
        }
        extents
    }

    /// Those of both.
    pub fn joined(&self, other: &Self) -> Self {
        Self {
            min: std::array::from_fn(|k| self.min[k].min(other.min[k])),
            max: std::array::from_fn(|k| self.max[k].max(other.max[k])),
        }
    }

    /// The box with the least sum of edges, grown by `pad`.
    pub fn fitted(&self, pad: f64) -> OrientedBox {
        let half = |k: usize| (self.max[k] - self.min[k]) * 0.5;
        let both = |k: usize| half(k) + half(k + DIRECTIONS / 2);
        let best = (0..DIRECTIONS / 2).min_by(|i, j| both(*i).total_cmp(&both(*j))).unwrap_or(0);
        let (u, v) = (direction(best), direction(best + DIRECTIONS / 2));
        let middle = |k: usize| self.min[k] + half(k);
        OrientedBox {
            centre: u * middle(best) + v * middle(best + DIRECTIONS / 2),
            axis: u,
            half: DVec2::new(half(best), half(best + DIRECTIONS / 2)) + DVec2::splat(pad),
        }
    }
}
