//! The distance at the last simplex of a descent over corners. It is evaluated from the sorted corners alone, so that it does not depend on how
//! the simplex was found.
//!
//! The same numbers as [`super::gjk_iteration::Descent`] takes, bit for bit, for nearly all pairs.

use super::edge_edge::edge_edge_points;
use super::gjk_iteration::{LOWER, UPPER};
use super::polytope_gjk::{CornerDescent, DescentStop};
use super::simplex_closest_point;
use crate::convex::minkowski_difference::{Difference, SupportPoint};
use crate::math::DVec3;
use crate::shape::Support;

/// The nearest point of two cores and its bounds.
#[derive(Clone, Copy, Debug)]
pub(in crate::convex) struct SimplexDistance {
    /// The corners that it lies between, in order, the last ones repeated.
    pub corners: [[u32; 2]; 3],
    pub count: usize,
    /// The nearest point of the difference.
    pub v: DVec3,
    /// Its length.
    pub length: f64,
    /// The points of the cores that it is the difference of.
    pub points: [DVec3; 2],
    /// The distance of the cores is at least this.
    pub lower: f64,
    /// The distance of the cores is at most this.
    pub upper: f64,
}

impl SimplexDistance {
    /// Where a descent over corners ended, if no corner is nearer and all of the simplex have a part in the nearest point.
    #[inline(always)]
    pub fn from_descent<F, S>(corner_descent: &CornerDescent, difference: &Difference<'_, F, S>) -> Option<Self>
    where
        F: Support + ?Sized,
        S: Support + ?Sized,
    {
        if corner_descent.stop != DescentStop::Nearest {
            return None;
        }
        let (corners, count) = corner_descent.simplex.in_order()?;
        let (v, points, corners) = match count {
            1 => {
                let SupportPoint { point, of, .. } = difference.extreme(corners[0]);
                (point, of, corners)
            }
            2 => {
                let ends = [difference.extreme(corners[0]), difference.extreme(corners[1])];
                let (weights, v) = simplex_closest_point::on_segment(ends[0].point, ends[1].point);
                (v, combined(&ends, weights)?, corners)
            }
            _ => {
                let [a, b, c] = corners;
                let corner = [difference.extreme(a), difference.extreme(b), difference.extreme(c)];
                if let Some(crossing) = edge_edge_points(&corner) {
                    (crossing.v, crossing.points, crossing.corners)
                } else {
                    let (weights, v) =
                        simplex_closest_point::on_triangle(corner[0].point, corner[1].point, corner[2].point);
                    (v, combined(&corner, weights)?, corners)
                }
            }
        };
        let (error, length) = (difference.error(), v.length());
        let lower = length - LOWER * error;
        let is_proven = lower > 0.0 && lower <= corner_descent.along / corner_descent.square.sqrt() - error;
        let upper = (points[0] - points[1]).length() + UPPER * error;
        is_proven.then_some(Self { corners, count, v, length, points, lower, upper })
    }
}

/// The points of the cores that weights give, if all have some.
#[inline(always)]
fn combined<const N: usize>(corners: &[SupportPoint; N], weights: [f64; N]) -> Option<[DVec3; 2]> {
    let (mut points, mut all) = ([DVec3::ZERO; 2], true);
    for (SupportPoint { of: [p, q], .. }, weight) in corners.iter().zip(weights) {
        points = [points[0] + *p * weight, points[1] + *q * weight];
        all &= weight > 0.0;
    }
    all.then_some(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::gjk::gjk_iteration::{Descent, Goal};
    use crate::convex::gjk::warm_simplex::WarmSimplex;
    use crate::math::random::Random;
    use crate::math::{DQuat, Pose};
    use crate::shape::Polytope;

    /// Hulls of few and of many corners near each other: the distance has the bits of the descent that goes on from the same corners.
    #[test]
    fn a_landing_has_the_bits_of_the_descent() {
        let mut random = Random(41);
        let mut kinds = [0; 4];
        for round in 0..3_000 {
            let count = [8, 20, 40][round % 3];
            let mut hull = || Polytope::try_new(&(0..count).map(|_| random.vector()).collect::<Vec<_>>()).unwrap();
            let (a, b) = (hull(), hull());
            let turn = DQuat::from_euler(glam::EulerRot::XYZ, random.number() * 6.0, random.number() * 6.0, 1.0);
            let pose = Pose::from_quaternion(turn, random.vector().normalize_or(DVec3::X) * 3.0).unwrap();
            let difference = Difference::new(&a, &b, &pose);
            let corner_descent = CornerDescent::run(&difference, Goal::Distance, &WarmSimplex::default());
            let Some(nearest) = SimplexDistance::from_descent(&corner_descent, &difference) else { continue };
            let descent = Descent::after(&corner_descent, &difference, Goal::Distance);
            assert_eq!((nearest.v, nearest.points), (descent.v, descent.points));
            assert_eq!((nearest.lower, nearest.upper), (descent.lower, descent.upper));
            assert_eq!(WarmSimplex::at(nearest.corners, nearest.count, nearest.v), descent.warm());
            kinds[nearest.count] += 1;
        }
        assert!(kinds[1..].iter().all(|n| *n > 100), "{kinds:?}");
    }
}
