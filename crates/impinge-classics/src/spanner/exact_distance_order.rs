//! Distances of points compared exactly: squares in doubles with a proved error, and integers where that leaves it open.

use dashu_int::IBig;
use impinge::math::DVec3;
use impinge::math::integer::Grid;
use std::cmp::Ordering;

/// Relative error of [`squared`]: a difference, its square and two sums are off by at most `(1 + u)^5 - 1`, `u = 2^-53`; this is 16 u.
///
/// Differences of coordinates of the exact range are 0 or at least 2^-352, so that no square underflows.
const SQUARE_ERROR: f64 = 8.0 * f64::EPSILON;

/// Any length below this (2^-400) is below every distance of the exact range but 0.
const NOTHING: f64 = f64::from_bits((1023 - 400) << 52);

/// The squared distance, rounded.
pub(super) fn squared(a: DVec3, b: DVec3) -> f64 {
    (a - b).length_squared()
}

/// How the exact distance of two points compares with a limit, which is not negative.
pub(super) fn compare_with_limit(a: DVec3, b: DVec3, limit: f64) -> Ordering {
    let distance = squared(a, b);
    if limit < NOTHING {
        return if distance == 0.0 { 0.0_f64.total_cmp(&limit.abs()) } else { Ordering::Greater };
    }
    let square = limit * limit; // a little error more, or infinite
    if (distance - square).abs() > SQUARE_ERROR * square || square == f64::INFINITY {
        return distance.total_cmp(&square);
    }
    let grid = Grid::holding(a.to_array().into_iter().chain(b.to_array()).chain([limit]));
    let limit = grid.integer(limit);
    exact(grid, a, b).cmp(&(&limit * &limit))
}

/// How the exact distance of `a` and `b` compares with that of `c` and `d`.
pub(super) fn compare_distances([a, b]: [DVec3; 2], [c, d]: [DVec3; 2]) -> Ordering {
    let (first, second) = (squared(a, b), squared(c, d));
    if (first - second).abs() > 2.0 * SQUARE_ERROR * second || first == 0.0 || second == 0.0 {
        return first.total_cmp(&second);
    }
    let grid = Grid::holding([a, b, c, d].iter().flat_map(|p| p.to_array()));
    exact(grid, a, b).cmp(&exact(grid, c, d))
}

/// The squared distance in squares of grid steps.
fn exact(grid: Grid, a: DVec3, b: DVec3) -> IBig {
    (0..3).map(|k| grid.integer(a[k]) - grid.integer(b[k])).map(|x| &x * &x).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    /// Points at a distance of exactly 3, 7, 9, moved by no more than the last place.
    #[test]
    fn the_last_place_counts() {
        let triples = [[1.0, 2.0, 2.0, 3.0], [2.0, 3.0, 6.0, 7.0], [1.0, 4.0, 8.0, 9.0], [0.0, 0.0, 0.0, 0.0]];
        for scale in [2f64.powi(-290), 1.0, 2f64.powi(290)] {
            for [x, y, z, length] in triples.map(|t| t.map(|x| x * scale)) {
                let (a, b) = (DVec3::ZERO, DVec3::new(x, y, z));
                assert_eq!(compare_with_limit(a, b, length), Ordering::Equal);
                assert_eq!(compare_with_limit(a, b, length.next_up()), Ordering::Less);
                assert_eq!(compare_with_limit(a, DVec3::new(x, y.next_up().max(scale), z), length), Ordering::Greater);
                let turned = DVec3::new(z, -x, y);
                assert_eq!(compare_distances([a, b], [turned, a]), Ordering::Equal);
                assert_eq!(
                    compare_distances([a, b], [turned + DVec3::X * z.max(scale) * f64::EPSILON, a]),
                    Ordering::Less
                );
            }
        }
        assert_eq!(compare_with_limit(DVec3::ZERO, DVec3::X, f64::INFINITY), Ordering::Less);
        assert_eq!(compare_with_limit(DVec3::X, DVec3::X, 0.0), Ordering::Equal);
        assert_eq!(compare_with_limit(DVec3::X, DVec3::X, 5e-324), Ordering::Less);
        assert_eq!(compare_with_limit(DVec3::X, DVec3::Y, 5e-324), Ordering::Greater);
    }

    #[test]
    fn integers_agree() {
        let mut random = Random(3);
        let mut open = 0;
        for _ in 0..20_000 {
            let (a, b) = (random.vector(), random.vector());
            let limit = a.distance(b);
            let grid = Grid::holding(a.to_array().into_iter().chain(b.to_array()).chain([limit]));
            let exact = exact(grid, a, b).cmp(&(grid.integer(limit) * grid.integer(limit)));
            assert_eq!(compare_with_limit(a, b, limit), exact);
            open += usize::from(squared(a, b).total_cmp(&(limit * limit)) != exact);
        }
        assert!(open > 1_000, "doubles alone are wrong {open} times");
    }
}
