//! Faces summed up: what a point far from them sees of all of them together.
//!
//! With p a point near the faces, q the point that looks, r = p - q, ρ = |r| and d = x - p for a point x of a face, the faces contribute 1/4π of the integral of
//! n·(r + d) / |r + d|³ over their area. Terms up to the first order in d need only N = ∫ n and M = ∫ n dᵀ. The term of order k is at most
//! (k + 1) |d|^k / ρ^(k + 2), by Legendre polynomials, so the rest is at most ∫ |d|² (3 - 2X) / (ρ⁴ (1 - X)²) where |d| <= X ρ for all points.
//! Lengths are in the unit of the tree.

use crate::math::DVec3;
use crate::math::predicates::Triangle;
use std::f64::consts::PI;

/// Clusters are summed up only for points at least this many radii away.
const FAR: f64 = 2.0;

/// Distances in the unit of the tree for which powers neither overflow nor underflow: 2^-100 and 2^100.
const NEAREST: f64 = f64::from_bits((1023 - 100) << 52);
const FARTHEST: f64 = f64::from_bits((1023 + 100) << 52);

/// More than what underflows in the sums of one face: 2^-900.
const UNDERFLOW: f64 = f64::from_bits((1023 - 900) << 52);

/// A part of a winding number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    pub value: f64,
    /// The largest difference between the value and the truth.
    pub error: f64,
}

/// Some faces of a mesh, summed up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cluster {
    /// The point p, in the frame of the mesh.
    centre: DVec3,
    /// No point of a face is farther from the centre.
    radius: f64,
    /// N, the sum of the area vectors.
    normal: DVec3,
    /// The symmetric part of M: xx, yy, zz, xy, yz, zx.
    first: [f64; 6],
    /// At least ∫ |d|² over all faces.
    second: f64,
    /// At least the area of the faces; what rounding does is measured by it.
    spread: f64,
    /// The number of faces.
    count: f64,
}

impl Cluster {
    /// Nothing.
    pub const EMPTY: Self = Self {
        centre: DVec3::ZERO,
        radius: 0.0,
        normal: DVec3::ZERO,
        first: [0.0; 6],
        second: 0.0,
        spread: 0.0,
        count: 0.0,
    };

    /// Faces by their corners and the sign of their turn, with the inverse of the unit, a power of two.
    pub fn new(faces: impl Iterator<Item = (Triangle, f64)> + Clone, per_unit: f64) -> Self {
        let Some(centre) = middle(faces.clone(), per_unit) else { return Self::EMPTY };
        let mut sum = Self { centre, ..Self::EMPTY };
        for (t, turn) in faces {
            let [u, v] = [(t[1] - t[0]) * per_unit, (t[2] - t[0]) * per_unit];
            let corners = t.map(|p| (p - centre) * per_unit);
            let squares = corners.map(DVec3::length_squared);
            let (n, g) = (u.cross(v) * (0.5 * turn), (corners[0] + corners[1] + corners[2]) / 3.0);
            let spread = 0.5 * (u.length() * v.length()) + UNDERFLOW;
            sum.normal += n;
            let symmetric = |i: usize, j: usize| 0.5 * (n[i] * g[j] + n[j] * g[i]);
            let first =
                [symmetric(0, 0), symmetric(1, 1), symmetric(2, 2), symmetric(0, 1), symmetric(1, 2), symmetric(2, 0)];
            (0..6).for_each(|k| sum.first[k] += first[k]);
            let area = n.length() + 8.0 * f64::EPSILON * spread;
            sum.second += area * ((squares[0] + squares[1] + squares[2] + 9.0 * g.length_squared()) / 12.0) + UNDERFLOW;
            sum.spread += spread;
            sum.radius = squares.into_iter().fold(sum.radius, f64::max);
            sum.count += 1.0;
        }
        let rounding = 1.0 + (sum.count + 32.0) * f64::EPSILON;
        sum.radius = sum.radius.sqrt() * (1.0 + 8.0 * f64::EPSILON) + UNDERFLOW;
        sum.second *= rounding;
        sum.spread *= rounding;
        sum
    }

    /// What the faces contribute to the winding number of a point.
    pub fn share(&self, point: DVec3, per_unit: f64) -> Share {
        let r = (self.centre - point) * per_unit;
        let distance = r.length();
        // A face contributes at most a half.
        let unknown = Share { value: 0.0, error: 0.5 * self.count };
        if !(distance >= FAR * self.radius && distance >= NEAREST) {
            return unknown;
        }
        if distance > FARTHEST {
            // At most the area over 4π times the square of half the distance, with room for rounding.
            return Share { value: 0.0, error: (self.spread / distance / distance + UNDERFLOW).min(unknown.error) };
        }
        let square = distance * distance;
        let [xx, yy, zz, xy, yz, zx] = self.first;
        let along = r / distance;
        let form = xx * along.x * along.x
            + yy * along.y * along.y
            + zz * along.z * along.z
            + 2.0 * (xy * along.x * along.y + yz * along.y * along.z + zx * along.z * along.x);
        let value = (self.normal.dot(along) + ((xx + yy + zz) - 3.0 * form) / distance) / square;
        let x = self.radius / distance;
        let rest = self.second / (square * square) * ((3.0 - 2.0 * x) / ((1.0 - x) * (1.0 - x)));
        let rounding = 2.0 * f64::EPSILON * (self.count + 48.0) * self.spread / square;
        let error = (rest + rounding) * (1.0 + 64.0 * f64::EPSILON) / (4.0 * PI);
        if error < unknown.error { Share { value: value / (4.0 * PI), error } } else { unknown }
    }
}

/// The mean of the faces' centroids by area, or of the centroids where there is no area; `None` for no faces.
fn middle(faces: impl Iterator<Item = (Triangle, f64)>, per_unit: f64) -> Option<DVec3> {
    let (mut origin, mut count) = (None, 0.0);
    let (mut by_area, mut area, mut plain) = (DVec3::ZERO, 0.0, DVec3::ZERO);
    for (t, _) in faces {
        let origin = *origin.get_or_insert(t[0]);
        let [a, b, c] = t.map(|p| (p - origin) * per_unit);
        let (centroid, own) = ((a + b + c) / 3.0, (b - a).cross(c - a).length());
        by_area += centroid * own;
        area += own;
        plain += centroid;
        count += 1.0;
    }
    let offset = if area > 0.0 { by_area / area } else { plain / count };
    origin.map(|origin| origin + offset / per_unit)
}

#[cfg(test)]
mod tests {
    use super::super::solid_angle::half_solid_angle;
    use super::*;
    use crate::math::random::Random;

    /// Bounds of clusters hold the sum over their faces, and are a small part of it far away.
    #[test]
    fn shares_hold_the_sum_of_solid_angles() {
        let mut random = Random(22);
        let (mut tight, mut cases) = (0, 0);
        for round in 0..2_000 {
            let size = 10f64.powi(round % 7 - 3);
            let count = 1 + random.below(6);
            let mut corner = || random.vector() * size;
            let faces: Vec<(Triangle, f64)> =
                (0..count).map(|k| ([corner(), corner(), corner()], if k % 3 == 2 { -1.0 } else { 1.0 })).collect();
            let cluster = Cluster::new(faces.iter().copied(), 0.25);
            for _ in 0..5 {
                let away = random.vector();
                let point = away.normalize() * (size * (3.0 + 30.0 * (1.0 + random.number())));
                let share = cluster.share(point, 0.25);
                let (mut sum, mut error) = (0.0, 1e-15 * count as f64);
                for (t, turn) in &faces {
                    let seen = half_solid_angle(point, t);
                    sum += turn * seen.value / (2.0 * PI);
                    error += seen.error / (2.0 * PI);
                }
                assert!((share.value - sum).abs() <= share.error + error, "{faces:?} {point} {share:?} {sum}");
                cases += 1;
                tight += usize::from(share.error < 0.1 * count as f64);
            }
        }
        assert!(tight * 10 > cases * 9, "{tight} of {cases}");
    }
}
