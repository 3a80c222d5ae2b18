//! Points known exactly: vertices, midpoints of two vertices, and crossings of edges, which are rational.
//!
//! Signs come from a filter on the nearest double, then from the sum of two doubles or from integers.

use super::Segment;
use dashu_int::IBig;
use impinge::cost::Cost;
use impinge::math::DVec2;
use impinge::math::integer::{self, Grid};
use impinge::math::predicates::{UNDERFLOW_GUARD, side_of_line};
use impinge::math::rounding::two_sum;
use std::cmp::Ordering;

/// Error of the filter, in units of 2^-53 and of the sum of all products: at most 4 for the determinant, 1 for the rounded
/// coordinate in each; doubled for safety.
const FILTER_ERROR: f64 = 16.0 * (f64::EPSILON / 2.0);

/// A point known exactly.
#[derive(Clone, Debug)]
pub(crate) enum ExactPoint {
    /// A point of doubles.
    Double(DVec2),
    /// The midpoint of two points of doubles.
    Midpoint(DVec2, DVec2),
    /// A rational point.
    Rational(Rational),
}

/// `numerators / denominator` steps of a grid; the denominator is positive.
#[derive(Clone, Debug)]
pub(crate) struct Rational {
    numerators: [IBig; 2],
    denominator: IBig,
    grid: Grid,
    nearest: DVec2,
}

impl Rational {
    fn new(numerators: [IBig; 2], denominator: IBig, grid: Grid) -> Self {
        let negative = integer::sign(&denominator) < 0;
        let (numerators, denominator) =
            if negative { (numerators.map(|x| -x), -denominator) } else { (numerators, denominator) };
        let nearest = DVec2::from_array(std::array::from_fn(|k| grid.double(&numerators[k], &denominator)));
        Self { numerators, denominator, grid, nearest }
    }

    /// The same on a finer grid, as numerators.
    fn on(&self, grid: Grid) -> [IBig; 2] {
        let shift = grid.finer_by(self.grid);
        std::array::from_fn(|k| &self.numerators[k] << shift)
    }
}

impl ExactPoint {
    /// Where two edges cross; `None` if they are parallel.
    pub fn crossing(e: Segment, f: Segment) -> Option<Self> {
        let grid = Grid::holding(e.iter().chain(&f).flat_map(|p| p.to_array()));
        let integers = |p: DVec2| p.to_array().map(|x| grid.integer(x));
        let minus = |p: &[IBig; 2], q: &[IBig; 2]| [&p[0] - &q[0], &p[1] - &q[1]];
        let cross = |u: &[IBig; 2], v: &[IBig; 2]| &u[0] * &v[1] - &u[1] * &v[0];
        let (e, f) = (e.map(integers), f.map(integers));
        let (d, g) = (minus(&e[1], &e[0]), minus(&f[1], &f[0]));
        let denominator = cross(&d, &g);
        if denominator.is_zero() {
            return None;
        }
        let share = cross(&minus(&f[0], &e[0]), &g);
        let numerators = std::array::from_fn(|k| &e[0][k] * &denominator + &share * &d[k]);
        Some(Self::Rational(Rational::new(numerators, denominator, grid)))
    }

    /// The midpoint of two.
    pub fn midpoint(&self, other: &Self) -> Self {
        if let (Self::Double(p), Self::Double(q)) = (self, other) {
            return Self::Midpoint(*p, *q);
        }
        let (p, q) = (self.rational(), other.rational());
        let grid = if p.grid.finer_by(q.grid) > 0 { p.grid } else { q.grid };
        let (x, y) = (p.on(grid), q.on(grid));
        let numerators = std::array::from_fn(|k| &x[k] * &q.denominator + &y[k] * &p.denominator);
        Self::Rational(Rational::new(numerators, IBig::from(2) * &p.denominator * &q.denominator, grid))
    }

    fn rational(&self) -> Rational {
        let of = |points: &[DVec2]| {
            let grid = Grid::holding(points.iter().flat_map(|p| p.to_array()));
            let sum = std::array::from_fn(|k| points.iter().map(|p| grid.integer(p[k])).sum::<IBig>());
            Rational::new(sum, IBig::from(points.len()), grid)
        };
        match self {
            Self::Double(p) => of(&[*p]),
            Self::Midpoint(p, q) => of(&[*p, *q]),
            Self::Rational(r) => r.clone(),
        }
    }

    /// The nearest double in each coordinate.
    pub fn nearest(&self) -> DVec2 {
        match self {
            Self::Double(p) => *p,
            Self::Midpoint(p, q) => (*p + *q) * 0.5,
            Self::Rational(r) => r.nearest,
        }
    }

    /// How one coordinate compares to a double.
    pub fn compare(&self, axis: usize, value: f64) -> Ordering {
        let nearest = self.nearest()[axis];
        if nearest != value {
            // Rounding is monotone and keeps doubles: what rounds to less is less.
            return nearest.total_cmp(&value);
        }
        match self {
            Self::Double(_) => Ordering::Equal,
            Self::Midpoint(p, q) => two_sum(p[axis], q[axis]).1.partial_cmp(&0.0).unwrap_or(Ordering::Equal),
            Self::Rational(r) => {
                let grid = r.grid.with([value]);
                r.on(grid)[axis].cmp(&(grid.integer(value) * &r.denominator))
            }
        }
    }

    /// How one coordinate compares to that of another point.
    pub fn compare_point(&self, axis: usize, other: &Self) -> Ordering {
        let (p, q) = (self.nearest()[axis], other.nearest()[axis]);
        if p != q {
            return p.total_cmp(&q);
        }
        if let Self::Double(q) = other {
            return self.compare(axis, q[axis]);
        }
        let (p, q) = (self.rational(), other.rational());
        let grid = if p.grid.finer_by(q.grid) > 0 { p.grid } else { q.grid };
        (&p.on(grid)[axis] * &q.denominator).cmp(&(&q.on(grid)[axis] * &p.denominator))
    }

    /// Sign of `det[b - a, point - a]` for the edge `ab`: 1 if the point lies to its left.
    pub fn side(&self, [a, b]: Segment, cost: &mut Cost) -> i32 {
        if let Self::Double(p) = self {
            return side_of_line(a, b, *p, cost);
        }
        cost.signs += 1;
        let nearest = self.nearest();
        let (u, p) = (b - a, nearest - a);
        let det = u.x * p.y - u.y * p.x;
        let all = u.x.abs() * (p.y.abs() + nearest.y.abs()) + u.y.abs() * (p.x.abs() + nearest.x.abs());
        if all > UNDERFLOW_GUARD && det.abs() > FILTER_ERROR * all {
            return if det > 0.0 { 1 } else { -1 };
        }
        cost.exact_signs += 1;
        let r = self.rational();
        let grid = r.grid.with([a, b].iter().flat_map(|p| p.to_array()));
        let origin = a.to_array().map(|x| grid.integer(x));
        let numerators = r.on(grid);
        let p: [IBig; 2] = std::array::from_fn(|k| &numerators[k] - &origin[k] * &r.denominator);
        let u: [IBig; 2] = std::array::from_fn(|k| grid.integer(b[k]) - &origin[k]);
        integer::sign(&(&u[0] * &p[1] - &u[1] * &p[0]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossings_and_middles_are_exact() {
        let p = |x, y| DVec2::new(x, y);
        let cost = &mut Cost::default();
        let (e, f) = ([p(0.0, 0.0), p(3.0, 1.0)], [p(0.0, 1.0), p(3.0, 0.0)]);
        let third = ExactPoint::crossing(e, [p(1.0, -1.0), p(1.0, 5.0)]).unwrap();
        assert_eq!(third.nearest(), p(1.0, 1.0 / 3.0));
        assert_eq!(third.compare(1, 1.0 / 3.0), Ordering::Greater);
        assert_eq!(third.compare(0, 1.0), Ordering::Equal);
        assert_eq!([third.side(e, cost), third.side(f, cost)], [0, -1]);
        let midpoint = ExactPoint::crossing(e, f).unwrap();
        assert_eq!(midpoint.nearest(), p(1.5, 0.5));
        assert_eq!(midpoint.side(e, cost), 0);
        let between = third.midpoint(&midpoint);
        assert_eq!([between.side(e, cost), between.side(f, cost)], [0, -1]);
        assert_eq!(third.compare_point(0, &between), Ordering::Less);
        assert_eq!(ExactPoint::crossing(e, e).map(|_| ()), None);
        let half = ExactPoint::Double(p(1.0, 0.0)).midpoint(&ExactPoint::Double(p(1.0 + f64::EPSILON, 0.0)));
        assert_eq!(half.compare(0, 1.0), Ordering::Greater);
    }
}
