//! The surface of a small hull by gift wrapping (Chand and Kapur 1970) on exact signs: the bench's own, so that the truth
//! does not rest on the hull it judges. Every side of a triangle looks at all points: O(n²).

use impinge::cost::Cost;
use impinge::math::DVec3;
use impinge::math::predicates::{orient2d, orient3d};
use std::collections::HashSet;

/// The outward triangles of the hull of points in convex and general position; `None` where they are not.
#[must_use]
pub fn wrapped(points: &[DVec3]) -> Option<Vec<[u32; 3]>> {
    if points.len() < 4 {
        return None;
    }
    let wrapping = Wrapping { points };
    let mut open = vec![wrapping.first_side()?];
    let mut sides: HashSet<[u32; 2]> = HashSet::new();
    let mut triangles = Vec::new();
    while let Some([i, j]) = open.pop() {
        if sides.contains(&[i, j]) {
            continue;
        }
        let k = wrapping.third(i, j)?;
        for side in [[i, j], [j, k], [k, i]] {
            // A side seen twice: the points are not in general position.
            if !sides.insert(side) {
                return None;
            }
            open.push([side[1], side[0]]);
        }
        triangles.push([i, j, k]);
    }
    // Euler: a triangulated sphere on all points, so every point is a corner.
    (triangles.len() + 4 == 2 * points.len()).then_some(triangles)
}

struct Wrapping<'a> {
    points: &'a [DVec3],
}

impl Wrapping<'_> {
    /// A side of the hull: the side of the polygon that the points are from above, at its leftmost corner.
    fn first_side(&self) -> Option<[u32; 2]> {
        let all = 0..self.points.len() as u32;
        let at = |k: u32| self.points[k as usize];
        let from = all.clone().min_by(|p, q| at(*p).to_array().map(total).cmp(&at(*q).to_array().map(total)))?;
        let mut to = u32::from(from == 0);
        for k in all.filter(|k| *k != from) {
            if orient2d(2, at(from), at(to), at(k), &mut Cost::default()) < 0 {
                to = k;
            }
        }
        Some([from, to])
    }

    /// The third corner of the triangle left of a side: no point is outside of its plane.
    fn third(&self, i: u32, j: u32) -> Option<u32> {
        let at = |k: u32| self.points[k as usize];
        let mut others = (0..self.points.len() as u32).filter(|k| *k != i && *k != j);
        let mut third = others.next()?;
        for k in others {
            match orient3d(at(i), at(j), at(third), at(k), &mut Cost::default()) {
                1 => third = k,
                -1 => {}
                _ => return None,
            }
        }
        Some(third)
    }
}

/// A key in the order of the numbers.
fn total(x: f64) -> i64 {
    let bits = x.to_bits() as i64;
    bits ^ (((bits >> 63) as u64) >> 1) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge_scenes::SplitMix64;

    #[test]
    fn every_point_is_inside_of_every_triangle() {
        let mut random = SplitMix64::new(5);
        for count in [4, 5, 8, 40] {
            let points: Vec<DVec3> = (0..count).map(|_| random.direction() * DVec3::new(1.0, 0.7, 0.5)).collect();
            let triangles = wrapped(&points).unwrap();
            assert_eq!(triangles.len(), 2 * points.len() - 4);
            for [a, b, c] in triangles.iter().map(|t| t.map(|k| points[k as usize])) {
                assert!(points.iter().all(|p| (b - a).cross(c - a).dot(*p - a) < 1e-15));
            }
        }
    }

    #[test]
    fn other_points_are_refused() {
        let cube: Vec<DVec3> = (0..8).map(|k| DVec3::from([k & 1, k >> 1 & 1, k >> 2].map(f64::from))).collect();
        assert_eq!(wrapped(&cube), None);
        let inner = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z, DVec3::splat(0.1)];
        assert_eq!(wrapped(&inner), None);
        assert_eq!(wrapped(&inner[..3]), None);
    }
}
