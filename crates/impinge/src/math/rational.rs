//! Points at which signs are taken: doubles, and rational points constructed on the way, such as a point in the middle of
//! a piece of a face. Rational ones are answered by a floating-point filter on their nearest double, then by integers.

use super::DVec3;
use super::integer::{self, Grid};
use super::integer_vector::{cross, dot};
use super::predicates::{Triangle, UNDERFLOW_GUARD, orient2d, orient3d};
use crate::cost::Cost;
use dashu_int::IBig;
use dashu_int::ops::Abs;

/// A point whose side of planes and lines through doubles is known exactly.
pub trait Locus {
    /// The double nearest to the point, in each coordinate.
    fn nearest(&self) -> DVec3;

    /// Sign of `det[b - a, c - a, p - a]` for the triangle `abc`.
    fn side(&self, t: &Triangle, cost: &mut Cost) -> i32;

    /// Sign of component `axis` of `(b - a) × (p - a)`.
    fn turn(&self, axis: usize, a: DVec3, b: DVec3, cost: &mut Cost) -> i32;
}

impl Locus for DVec3 {
    fn nearest(&self) -> DVec3 {
        *self
    }

    fn side(&self, t: &Triangle, cost: &mut Cost) -> i32 {
        orient3d(t[0], t[1], t[2], *self, cost)
    }

    fn turn(&self, axis: usize, a: DVec3, b: DVec3, cost: &mut Cost) -> i32 {
        orient2d(axis, a, b, *self, cost)
    }
}

/// A point with rational coordinates: `numerators / denominator` steps of a grid.
#[derive(Clone, Debug)]
pub struct RationalPoint {
    numerators: [IBig; 3],
    /// Positive.
    denominator: IBig,
    grid: Grid,
    nearest: DVec3,
}

/// Error of the filters, in units of 2^-53 and of the sum of all products: at most 8 for the determinant itself, 1 for
/// each rounded coordinate of the point in a factor that is counted with it; doubled for safety.
const FILTER_ERROR: f64 = 32.0 * (f64::EPSILON / 2.0);

impl RationalPoint {
    /// The point `numerators / denominator` grid steps; the denominator is not zero.
    #[must_use]
    pub fn new(numerators: [IBig; 3], denominator: IBig, grid: Grid) -> Self {
        let (numerators, denominator) = if integer::sign(&denominator) < 0 {
            (numerators.map(|x| -x), -denominator)
        } else {
            (numerators, denominator)
        };
        let nearest = DVec3::from_array(std::array::from_fn(|k| grid.double(&numerators[k], &denominator)));
        Self { numerators, denominator, grid, nearest }
    }

    /// The combination of a triangle's corners with these weights, divided by their sum, which is not zero.
    #[must_use]
    pub fn combine(t: &Triangle, weights: &[IBig; 3], grid: Grid) -> Self {
        let sum = &weights[0] + &weights[1] + &weights[2];
        let coordinate = |k: usize| (0..3).map(|i| &weights[i] * grid.integer(t[i][k])).sum::<IBig>();
        Self::new(std::array::from_fn(coordinate), sum, grid)
    }

    /// Where an edge, its ends strictly on both sides of a triangle's plane, passes through it; `None` if it does not.
    #[must_use]
    pub fn edge_on_plane([p, q]: [DVec3; 2], t: &Triangle) -> Option<Self> {
        let grid = Grid::holding([p, q].iter().chain(t).flat_map(|x| x.to_array()));
        let integers = |x: DVec3| x.to_array().map(|x| grid.integer(x));
        let origin = integers(t[0]);
        let from_origin = |x: DVec3| {
            let x = integers(x);
            std::array::from_fn::<IBig, 3, _>(|k| &x[k] - &origin[k])
        };
        let n = cross(&from_origin(t[1]), &from_origin(t[2]));
        let (at_p, at_q) = (dot(&n, &from_origin(p)), dot(&n, &from_origin(q)));
        let between = integer::sign(&at_p) * integer::sign(&at_q) < 0;
        between.then(|| Self::combine(&[p, q, q], &[at_q.abs(), at_p.abs(), IBig::ZERO], grid))
    }

    /// Denominator times `p - a`, and `b - a` for others, as integers on one grid.
    fn differences<const N: usize>(&self, a: DVec3, others: [DVec3; N]) -> ([IBig; 3], [[IBig; 3]; N]) {
        let grid = self.grid.with(std::iter::once(&a).chain(&others).flat_map(|p| p.to_array()));
        let shift = grid.finer_by(self.grid);
        let origin = a.to_array().map(|x| grid.integer(x));
        let p = std::array::from_fn(|k| (&self.numerators[k] << shift) - &origin[k] * &self.denominator);
        let others = others.map(|b| std::array::from_fn(|k| grid.integer(b[k]) - &origin[k]));
        (p, others)
    }
}

impl Locus for RationalPoint {
    fn nearest(&self) -> DVec3 {
        self.nearest
    }

    fn side(&self, t: &Triangle, cost: &mut Cost) -> i32 {
        cost.signs += 1;
        let (u, v, p) = (t[1] - t[0], t[2] - t[0], self.nearest - t[0]);
        let spread = p.abs() + self.nearest.abs();
        let products = |i: usize, j: usize| (u[i] * v[j], u[j] * v[i]);
        let (mut det, mut all) = (0.0, 0.0);
        for k in 0..3 {
            let (left, right) = products((k + 1) % 3, (k + 2) % 3);
            det += (left - right) * p[k];
            all += (left.abs() + right.abs()) * spread[k];
        }
        if all > UNDERFLOW_GUARD && det.abs() > FILTER_ERROR * all {
            return if det > 0.0 { 1 } else { -1 };
        }
        cost.exact_signs += 1;
        let (p, [u, v]) = self.differences(t[0], [t[1], t[2]]);
        let minor = |i: usize, j: usize| &u[i] * &v[j] - &u[j] * &v[i];
        integer::sign(&(minor(1, 2) * &p[0] + minor(2, 0) * &p[1] + minor(0, 1) * &p[2]))
    }

    fn turn(&self, axis: usize, a: DVec3, b: DVec3, cost: &mut Cost) -> i32 {
        cost.signs += 1;
        let (i, j) = ((axis + 1) % 3, (axis + 2) % 3);
        let (u, p) = (b - a, self.nearest - a);
        let det = u[i] * p[j] - u[j] * p[i];
        let all = u[i].abs() * (p[j].abs() + self.nearest[j].abs()) + u[j].abs() * (p[i].abs() + self.nearest[i].abs());
        if all > UNDERFLOW_GUARD && det.abs() > FILTER_ERROR * all {
            return if det > 0.0 { 1 } else { -1 };
        }
        cost.exact_signs += 1;
        let (p, [u]) = self.differences(a, [b]);
        integer::sign(&(&u[i] * &p[j] - &u[j] * &p[i]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    /// A rational point that happens to be a double is judged as that double is, near planes and on them.
    #[test]
    fn rational_and_double_agree() {
        let mut random = Random(3);
        let mut next = |n: u64| (random.bits() >> 33) % n;
        let mut zeros = 0;
        for _ in 0..5_000 {
            let mut point = || DVec3::from_array(std::array::from_fn(|_| next(6) as f64));
            let (t, p) = ([point(), point(), point()], point() * 0.5);
            let grid = Grid::holding(p.to_array());
            let three = IBig::from(3);
            let rational = RationalPoint::new(p.to_array().map(|x| grid.integer(x) * &three), three, grid);
            assert_eq!(rational.nearest(), p);
            let cost = &mut Cost::default();
            assert_eq!(rational.side(&t, cost), p.side(&t, cost));
            for axis in 0..3 {
                assert_eq!(rational.turn(axis, t[0], t[1], cost), p.turn(axis, t[0], t[1], cost));
            }
            zeros += u32::from(p.side(&t, cost) == 0);
        }
        assert!(zeros > 100);
    }
}
