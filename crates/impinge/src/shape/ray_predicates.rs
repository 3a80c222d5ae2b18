//! Exact questions of rays about points, segments and triangles: on which side they pass, and whether they meet what has no volume.

use super::ray::Ray;
use crate::math::DVec3;
use crate::math::integer::{Grid, sign};
use crate::math::integer_vector::{cross, dot};
use crate::math::predicates::UNDERFLOW_GUARD;
use dashu_int::IBig;

/// Error of a determinant of a vector and two rounded differences, in units of 2^-53 and of the sum of its products: one rounding for
/// each difference and each product, two for the sum; doubled.
const SIDE_ERROR: f64 = 16.0 * (f64::EPSILON / 2.0);

/// The same for a component of a vector product of a vector and a rounded difference.
const CROSS_ERROR: f64 = 8.0 * (f64::EPSILON / 2.0);

impl Ray {
    /// The direction and points from the origin, as integers on one grid.
    fn integers<const N: usize>(&self, points: [DVec3; N]) -> ([IBig; 3], [[IBig; 3]; N]) {
        let (o, d) = (self.origin(), self.direction());
        let grid = Grid::holding([o, d].iter().chain(&points).flat_map(|p| p.to_array()));
        let origin = o.to_array().map(|x| grid.integer(x));
        let from_origin = |p: DVec3| std::array::from_fn(|k| grid.integer(p[k]) - &origin[k]);
        (d.to_array().map(|x| grid.integer(x)), points.map(from_origin))
    }

    /// `det[direction, a - origin, b - origin]` in plain floating point, and its exact sign.
    pub(super) fn side(&self, a: DVec3, b: DVec3) -> (f64, i32) {
        let (u, v) = (a - self.origin(), b - self.origin());
        let d = self.direction();
        let value = d.dot(u.cross(v));
        let (p, q) = (u.abs(), v.abs());
        let all = d.abs().dot(DVec3::new(p.y * q.z + p.z * q.y, p.z * q.x + p.x * q.z, p.x * q.y + p.y * q.x));
        if all > UNDERFLOW_GUARD && value.abs() > SIDE_ERROR * all {
            return (value, if value > 0.0 { 1 } else { -1 });
        }
        let (d, [u, v]) = self.integers([a, b]);
        (value, sign(&dot(&d, &cross(&u, &v))))
    }

    /// Whether the ray passes through a point.
    pub(super) fn passes(&self, p: DVec3) -> bool {
        let (d, u) = (self.direction(), p - self.origin());
        let product = d.cross(u).abs();
        let (d, u) = (d.abs(), u.abs());
        let all = DVec3::new(d.y * u.z + d.z * u.y, d.z * u.x + d.x * u.z, d.x * u.y + d.y * u.x);
        if (0..3).any(|k| product[k] > CROSS_ERROR * all[k] && all[k] > UNDERFLOW_GUARD) {
            return false;
        }
        let (d, [u]) = self.integers([p]);
        cross(&d, &u).iter().all(IBig::is_zero) && sign(&dot(&d, &u)) >= 0
    }

    /// The first point that the ray shares with a segment.
    pub(super) fn crossing(&self, [a, b]: [DVec3; 2]) -> Option<DVec3> {
        if self.side(a, b).1 != 0 {
            return None;
        }
        let (d, [u, v]) = self.integers([a, b]);
        let along: [IBig; 3] = std::array::from_fn(|k| &v[k] - &u[k]);
        let n = cross(&d, &along);
        if n.iter().all(IBig::is_zero) {
            return self.first_of_collinear([a, b]);
        }
        // origin + t d = a + s (b - a), by Cramer's rule over n · n; s and t are not negative and s is at most 1.
        let square = dot(&n, &n);
        let (s, t) = (-dot(&cross(&d, &u), &n), dot(&cross(&u, &along), &n));
        let meets = sign(&s) >= 0 && sign(&(&square - &s)) >= 0 && sign(&t) >= 0;
        meets.then(|| {
            let share = Grid::holding([1.0]).double(&s, &square);
            if share <= 0.5 {
                a + (b - a) * share
            } else {
                b - (b - a) * Grid::holding([1.0]).double(&(&square - &s), &square)
            }
        })
    }

    /// The first point shared with a segment that is parallel to the ray or a point.
    fn first_of_collinear(&self, [a, b]: [DVec3; 2]) -> Option<DVec3> {
        let ahead = [a, b].map(|p| self.passes(p));
        let backwards = self.reversed();
        match ahead {
            [true, true] => {
                let nearer = (a - self.origin()).length_squared() <= (b - self.origin()).length_squared();
                Some(if nearer { a } else { b })
            }
            // One end is behind: the origin lies between.
            [true, false] => backwards.passes(b).then(|| self.origin()),
            [false, true] => backwards.passes(a).then(|| self.origin()),
            [false, false] => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ray(o: [f64; 3], d: [f64; 3]) -> Ray {
        Ray::try_new(DVec3::from_array(o), DVec3::from_array(d)).unwrap()
    }

    #[test]
    fn a_hair_off_is_off() {
        let p = DVec3::new(3.0, 6.0, 9.0);
        assert!(ray([0.0; 3], [0.1, 0.2, 0.3 + 1e-16]).passes(DVec3::ZERO));
        assert!(ray([1.0, 2.0, 3.0], [1.0, 2.0, 3.0]).passes(p));
        assert!(!ray([1.0, 2.0, 3.0], [1.0, 2.0, 3.0_f64.next_up()]).passes(p));
        assert!(!ray([1.0, 2.0, 3.0], [-1.0, -2.0, -3.0]).passes(p));
    }

    #[test]
    fn segments_are_met_exactly() {
        let ends = [DVec3::new(-1.0, 1.0, 0.0), DVec3::new(2.0, 1.0, 0.0)];
        assert_eq!(ray([0.0; 3], [0.0, 2.0, 0.0]).crossing(ends), Some(DVec3::new(0.0, 1.0, 0.0)));
        assert_eq!(ray([0.0; 3], [2.0, 1.0, 0.0]).crossing(ends), Some(ends[1]));
        assert_eq!(ray([0.0; 3], [2.0_f64.next_up(), 1.0, 0.0]).crossing(ends), None);
        assert_eq!(ray([0.0; 3], [0.0, -2.0, 0.0]).crossing(ends), None);
        assert_eq!(ray([0.0; 3], [0.0, 2.0, 1e-80]).crossing(ends), None);
        assert_eq!(ray([-4.0, 1.0, 0.0], [1.0, 0.0, 0.0]).crossing(ends), Some(ends[0]));
        assert_eq!(ray([0.5, 1.0, 0.0], [1.0, 0.0, 0.0]).crossing(ends), Some(DVec3::new(0.5, 1.0, 0.0)));
        assert_eq!(ray([4.0, 1.0, 0.0], [1.0, 0.0, 0.0]).crossing(ends), None);
        assert_eq!(ray([4.0, 2.0, 0.0], [-1.0, 0.0, 0.0]).crossing(ends), None);
    }
}
