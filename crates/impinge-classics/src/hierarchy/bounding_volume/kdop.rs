//! k-DOPs: what lies between k/2 pairs of parallel planes with fixed normals (Klosowski et al. 1998): the axes and, of a cube
//! about them, the corners (14), the edges (18) or both (26).
//!
//! At a pose the planes of the other do not fit. As in Zachmann's DOP-trees (1998), how far it reaches along a normal is found
//! from three of its own planes, the same for all volumes of a query: if v = Σ λ n with λ ≥ 0, then v · x ≤ Σ λ (n · x). Here the
//! three are the corners of the cone around v, which follow from the order of its coordinates: for x ≥ y ≥ z ≥ 0,
//!
//! - 26: v = (x - y) (1,0,0) + (y - z) (1,1,0) + z (1,1,1);
//! - 14: v = (x - z) (1,0,0) + (y - z) (0,1,0) + z (1,1,1);
//! - 18: v = (x - y - z) (1,0,0) + y (1,1,0) + z (1,0,1), or where x < y + z,
//!   v = (x + y - z)/2 (1,1,0) + (x + z - y)/2 (1,0,1) + (y + z - x)/2 (0,1,1).

use super::{BoundingVolume, OrientedFit, RelativePose};
use impinge::math::DVec3;

/// All normals: axes, corners and edges of a cube; each is followed by its opposite.
#[rustfmt::skip]
const NORMALS: [[i8; 3]; 26] = [
    [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1],
    [1, 1, 1], [-1, -1, -1], [1, 1, -1], [-1, -1, 1], [1, -1, 1], [-1, 1, -1], [1, -1, -1], [-1, 1, 1],
    [1, 1, 0], [-1, -1, 0], [1, -1, 0], [-1, 1, 0], [1, 0, 1], [-1, 0, -1], [1, 0, -1], [-1, 0, 1],
    [0, 1, 1], [0, -1, -1], [0, 1, -1], [0, -1, 1],
];

/// A polytope with `K` planes: 14, 18 or 26.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Kdop<const K: usize> {
    /// The largest scalar product of a point with each normal; that of number `j ^ 1` is opposite to that of `j`.
    pub reach: [f64; K],
}

/// Axes and corners of a cube.
pub type Kdop14 = Kdop<14>;
/// Axes and edges of a cube.
pub type Kdop18 = Kdop<18>;
/// Axes, corners and edges of a cube.
pub type Kdop26 = Kdop<26>;

impl<const K: usize> Kdop<K> {
    /// Normal number `j`, of length 1, √2 or √3.
    #[must_use]
    pub fn normal(j: usize) -> DVec3 {
        DVec3::from_array(Self::integers(j).map(f64::from))
    }

    fn integers(j: usize) -> [i8; 3] {
        const { assert!(K == 14 || K == 18 || K == 26, "a k-DOP has 14, 18 or 26 planes") };
        // The 18 leave out the corners.
        NORMALS[if K == 18 && j >= 6 { j + 8 } else { j }]
    }

    /// The number of a normal.
    fn number(normal: [i8; 3]) -> u8 {
        (0..K).find(|&j| Self::integers(j) == normal).unwrap_or(0) as u8
    }

    /// A direction as a sum of three normals with weights of at least zero.
    fn combined(v: DVec3) -> Combination {
        let mut order = [0, 1, 2];
        order.sort_by(|&i, &j| v[j].abs().total_cmp(&v[i].abs()));
        let [x, y, z] = order.map(|i| v[i].abs());
        let normal = |corner: [i8; 3]| {
            let mut normal = [0; 3];
            (0..3).for_each(|k| normal[order[k]] = if v[order[k]] < 0.0 { -corner[k] } else { corner[k] });
            Self::number(normal)
        };
        let (corners, weights) = match K {
            14 => ([[1, 0, 0], [0, 1, 0], [1, 1, 1]], [x - z, y - z, z]),
            18 if x >= y + z => ([[1, 0, 0], [1, 1, 0], [1, 0, 1]], [x - y - z, y, z]),
            18 => ([[1, 1, 0], [1, 0, 1], [0, 1, 1]], [(x + (y - z)) / 2.0, (x - (y - z)) / 2.0, (y + z - x) / 2.0]),
            _ => ([[1, 0, 0], [1, 1, 0], [1, 1, 1]], [x - y, y - z, z]),
        };
        // x >= y + z in doubles may be slightly off: no weight may be negative.
        Combination { numbers: corners.map(normal), weights: weights.map(|w: f64| w.max(0.0)) }
    }

    /// How far it reaches along a direction at most.
    fn reach_along(&self, c: &Combination) -> f64 {
        let [i, j, k] = c.numbers.map(usize::from);
        c.weights[0] * self.reach[i] + c.weights[1] * self.reach[j] + c.weights[2] * self.reach[k]
    }
}

/// Three normals and their weights.
#[derive(Clone, Copy, Debug)]
struct Combination {
    numbers: [u8; 3],
    weights: [f64; 3],
}

/// k-DOPs of two bodies at a relative pose.
#[derive(Clone, Debug)]
pub struct Realigned<const K: usize> {
    relative: RelativePose,
    /// The normals of the first in the frame of the second, and what the translation adds along each.
    in_second: [(Combination, f64); K],
    /// The normals of the second in the frame of the first, turned about, and what the translation adds along each.
    in_first: [(Combination, f64); K],
}

impl<const K: usize> Kdop<K> {
    /// How far two are apart along normal `j` of the first, the first being beyond the second, times the normal's length.
    fn gap_in_first(&self, other: &Self, tests: &Realigned<K>, j: usize) -> f64 {
        let (combination, shift) = &tests.in_second[j];
        -(self.reach[j ^ 1] + other.reach_along(combination) + shift)
    }

    /// The same along normal `j` of the second. With q = R x + t, (R n) · (q - t) = n · x + n · E x, at most 3 |E| |x| more
    /// than n · x.
    fn gap_in_second(&self, other: &Self, tests: &Realigned<K>, j: usize) -> f64 {
        let (combination, shift) = &tests.in_first[j];
        -(self.reach_along(combination) + shift + other.reach[j] + 3.0 * tests.relative.shear * tests.relative.reach)
    }

    /// A vector of the gaps along three pairs of normals that are axes.
    fn gap_vector(gap: impl Fn(usize) -> f64) -> DVec3 {
        DVec3::from_array([0, 2, 4].map(|j| gap(j).max(gap(j + 1)).max(0.0)))
    }
}

impl<const K: usize> BoundingVolume for Kdop<K> {
    type Tests = Realigned<K>;

    /// A sum of three coordinates is off by at most two units of 2^-53 of the sum of their magnitudes.
    fn around(points: &[DVec3], _: OrientedFit) -> Self {
        let mut reach = [f64::NEG_INFINITY; K];
        for p in points {
            let error = (p.x.abs() + p.y.abs() + p.z.abs()) * (2.0 * f64::EPSILON);
            for (j, most) in reach.iter_mut().enumerate() {
                let along = Self::normal(j).dot(*p);
                *most = most.max(if j < 6 { along } else { along + error });
            }
        }
        Self { reach }
    }

    fn around_all<'a>(volumes: impl Iterator<Item = &'a Self> + Clone) -> Option<Self> {
        let joined = |a: Self, b: Self| Self { reach: std::array::from_fn(|j| a.reach[j].max(b.reach[j])) };
        volumes.cloned().reduce(joined)
    }

    fn tests(relative: &RelativePose) -> Realigned<K> {
        let (rotation, translation) = (relative.rotation, relative.translation);
        Realigned {
            relative: *relative,
            in_second: std::array::from_fn(|j| {
                let normal = Self::normal(j);
                (Self::combined(rotation.transpose() * normal), normal.dot(translation))
            }),
            in_first: std::array::from_fn(|j| {
                let normal = rotation * Self::normal(j);
                (Self::combined(-normal), normal.dot(translation))
            }),
        }
    }

    fn overlap(&self, other: &Self, tests: &Realigned<K>) -> bool {
        let slack = tests.relative.slack();
        (0..K).all(|j| self.gap_in_first(other, tests, j) <= slack)
            && (!tests.relative.moves || (0..K).all(|j| self.gap_in_second(other, tests, j) <= slack))
    }

    fn distance_bound(&self, other: &Self, tests: &Realigned<K>) -> f64 {
        let length = |j: usize| Self::normal(j).length();
        let gap = |j: usize| self.gap_in_first(other, tests, j);
        let in_first = (6..K).fold(Self::gap_vector(gap).length(), |most, j| most.max(gap(j) / length(j)));
        let in_second = if tests.relative.moves {
            let gap = |j: usize| self.gap_in_second(other, tests, j);
            (6..K).fold(Self::gap_vector(gap).length(), |most, j| most.max(gap(j) / length(j)))
        } else {
            0.0
        };
        tests.relative.shortened(in_first.max(in_second / tests.relative.stretch))
    }

    fn carried(&self, tests: &Realigned<K>) -> Self {
        let slack = tests.relative.slack();
        Self { reach: std::array::from_fn(|j| self.reach_along(&tests.in_second[j].0) + tests.in_second[j].1 + slack) }
    }

    fn may_meet(&self, triangle: &[DVec3; 3], margin: f64) -> bool {
        (0..K).all(|j| {
            let normal = Self::normal(j);
            let along = triangle.map(|p| normal.dot(p));
            along[0].min(along[1]).min(along[2]) <= self.reach[j] + 4.0 * margin
        })
    }

    fn axes(&self) -> Vec<DVec3> {
        let width = |j: &usize| (self.reach[*j] + self.reach[j ^ 1]) / Self::normal(*j).length();
        let mut order: Vec<usize> = (0..K).step_by(2).collect();
        order.sort_by(|i, j| width(j).total_cmp(&width(i)));
        order.into_iter().map(|j| Self::normal(j).normalize()).collect()
    }

    fn centre(&self) -> DVec3 {
        DVec3::from_array([0, 2, 4].map(|j| (self.reach[j] - self.reach[j + 1]) * 0.5))
    }

    fn half_diagonal(&self) -> f64 {
        DVec3::from_array([0, 2, 4].map(|j| (self.reach[j] + self.reach[j + 1]) * 0.5)).length()
    }

    fn area(&self) -> f64 {
        super::kdop_area_volume::area_and_volume(self).0
    }

    fn volume(&self) -> f64 {
        super::kdop_area_volume::area_and_volume(self).1
    }
}
