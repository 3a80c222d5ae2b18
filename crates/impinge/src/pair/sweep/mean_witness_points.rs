//! The mean of the points at which two triangles are near each other: faces that slide along each other are followed by it.
//!
//! The closest points of faces that lie in one plane are any of many, and jump from step to step. The distance of two points is convex in both, so the mean of pairs that are near
//! is a pair that is near; and being in the middle, it stays near for long.

use super::crossing_margin::nearest_on;
use crate::math::DVec3;
use crate::primitive::edge_edge;
use crate::triangle_pair::Triangle;

/// The mean of all corners and crossings of edges that are within a length of the other triangle, with the points there; `None` if there are none.
pub(super) fn mean_near_points(triangles: &[Triangle; 2], within: f64) -> Option<[DVec3; 2]> {
    let [s, t] = triangles;
    let (mut sums, mut count) = ([DVec3::ZERO; 2], 0.0);
    let mut offer = |pair: [DVec3; 2]| {
        if pair[0].distance(pair[1]) <= within {
            sums = [sums[0] + pair[0], sums[1] + pair[1]];
            count += 1.0;
        }
    };
    for k in 0..3 {
        offer([s[k], nearest_on(t, s[k])]);
        offer([nearest_on(s, t[k]), t[k]]);
        for j in 0..3 {
            edge_edge([s[k], s[(k + 1) % 3]], [t[j], t[(j + 1) % 3]]).into_iter().for_each(&mut offer);
        }
    }
    (count > 0.0).then(|| sums.map(|sum| sum / count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mean_of_near_points_is_near() {
        let s = [DVec3::ZERO, DVec3::X * 4.0, DVec3::Y * 4.0];
        let up = DVec3::Z * 0.01;
        let t = s.map(|p| p * 0.5 + DVec3::new(0.5, 0.25, 0.0) + up);
        let [p, q] = mean_near_points(&[s, t], 0.02).unwrap();
        assert!(p.distance(q) < 0.02 && p.z == 0.0 && (q.z - 0.01).abs() < 1e-15, "{p} {q}");
        assert!(p.x > 0.6 && p.y > 0.4 && p.x + p.y < 2.6, "{p}");
        assert!(mean_near_points(&[s, t], 0.005).is_none());
        assert!(mean_near_points(&[s, s], 0.0).is_some());
    }
}
