//! Points of a body that turns, by products of quaternions, beside points at rest.

use super::contact::Point;
use super::polynomial::Polynomial;
use impinge::math::integer::Grid;
use impinge::math::{DQuat, DVec3};

/// A quaternion of polynomials: w, x, y, z.
type Quaternion = [Polynomial; 4];

fn hamilton(p: &Quaternion, q: &Quaternion) -> Quaternion {
    let sum = |terms: [(usize, usize, bool); 4]| {
        terms.into_iter().fold(Polynomial::new(vec![]), |sum, (i, j, adds)| {
            let term = p[i].times(&q[j]);
            if adds { sum.plus(&term) } else { sum.minus(&term) }
        })
    };
    [
        sum([(0, 0, true), (1, 1, false), (2, 2, false), (3, 3, false)]),
        sum([(0, 1, true), (1, 0, true), (2, 3, true), (3, 2, false)]),
        sum([(0, 2, true), (2, 0, true), (3, 1, true), (1, 3, false)]),
        sum([(0, 3, true), (3, 0, true), (1, 2, true), (2, 1, false)]),
    ]
}

/// How a body goes, and points of it or at rest.
pub struct Turning<'a> {
    pub rotations: [DQuat; 2],
    pub translations: [DVec3; 2],
    /// Each with whether it moves.
    pub points: &'a [(DVec3, bool)],
}

impl Turning<'_> {
    /// All points times the squared length of the quaternion.
    pub fn paths(&self) -> Vec<Point> {
        let grid =
            Grid::holding(self.points.iter().map(|(p, _)| p).chain(&self.translations).flat_map(|p| p.to_array()));
        let turns = Grid::holding(self.rotations.iter().flat_map(|q| q.to_array()));
        let linear = |grid: Grid, from: f64, to: f64| {
            let (from, to) = (grid.integer(from), grid.integer(to));
            Polynomial::new(vec![from.clone(), to - from])
        };
        let [from, to] = self.rotations;
        let to = if from.dot(to) < 0.0 { -to } else { to };
        let q = [(from.w, to.w), (from.x, to.x), (from.y, to.y), (from.z, to.z)].map(|(p, q)| linear(turns, p, q));
        let none = Polynomial::new(vec![]);
        let conjugate = [q[0].clone(), none.minus(&q[1]), none.minus(&q[2]), none.minus(&q[3])];
        let weight = hamilton(&q, &conjugate)[0].clone();
        let path = |(p, moves): &(DVec3, bool)| -> Point {
            let p = p.to_array().map(|x| Polynomial::new(vec![grid.integer(x)]));
            if !moves {
                return p.map(|x| x.times(&weight));
            }
            let [x, y, z] = p;
            let [_, turned @ ..] = hamilton(&hamilton(&q, &[none.clone(), x, y, z]), &conjugate);
            let [from, to] = self.translations;
            std::array::from_fn(|k| turned[k].plus(&linear(grid, from[k], to[k]).times(&weight)))
        };
        self.points.iter().map(path).collect()
    }
}
