//! The Minkowski difference of two cores at a pose: all points `p - q` with `p` in the first and `q` in the second.
//!
//! Two convex sets share a point where their difference holds the origin, and are as far apart as it is from there, so the
//! algorithms for pairs look at one convex set only. It is never built: its farthest point along a direction is the first's
//! farthest along it minus the second's farthest against it. The frame is the one into which the user's own matrix carries the
//! other shape, as for meshes: `query(a, b, pose)` and `query(b, a, pose.inverse())` are one computation.

use crate::math::double_double::{DoubleDouble, Vector, dot};
use crate::math::point_order::{compare_each, compare_points};
use crate::math::{DMat3, DVec3, Pose};
use crate::shape::Support;
use std::cmp::Ordering;

/// Bound on the rounding of plain doubles, in units of the size of the coordinates: with u = 2^-53, posing is off by at most
/// 7 u, the rounding of exactly posed corners and the difference by 2 u, the choice of the farthest point by the 32 u of the reaches that
/// [`Support::rough_support`] is allowed and 11 u from the turned direction, a scalar product with the difference by 3 u; rounded up.
const PLAIN_ERROR: f64 = 56.0 * (f64::EPSILON / 2.0);

/// The same where both cores keep their corners in blocks, by whose values the farthest is chosen: each is off by 4 u of the reach, and two of them
/// leave 8 u in the place of 32.
const SCANNED_ERROR: f64 = 32.0 * (f64::EPSILON / 2.0);

/// A farthest point of a difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SupportPoint {
    /// The point of the difference, in the first's frame.
    pub point: DVec3,
    /// The points of the first and the second that it is the difference of, in the first's frame.
    pub of: [DVec3; 2],
    /// The corners of the first and the second; without meaning for a curved core.
    pub corners: [u32; 2],
}

/// Which of the user's shapes comes first in the canonical computation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PairOrder {
    /// A is the first, and the frame is A's.
    Kept,
    /// B is the first, and the frame is B's.
    Swapped,
}

impl PairOrder {
    /// B first where the pose is inverted; at the identity by content.
    ///
    /// Curved cores have no content to compare but a few of their points; different ones that agree in all of them keep their order.
    #[inline]
    pub fn choose(a: &(impl Support + ?Sized), b: &(impl Support + ?Sized), a_from_b: &Pose) -> Self {
        let swapped = match a_from_b.is_identity() {
            true => content_order(a, b) == Ordering::Greater,
            false => a_from_b.is_inverted(),
        };
        if swapped { Self::Swapped } else { Self::Kept }
    }
}

/// The difference of two cores in canonical order, in the first's frame.
#[derive(Clone, Copy, Debug)]
pub struct Difference<'a, F: ?Sized, S: ?Sized> {
    /// The shape that stays where it is.
    pub first: &'a F,
    /// The shape that is carried into the frame of the first.
    pub second: &'a S,
    /// What carries it, or its inverse.
    pose: &'a Pose,
    rotation: &'a DMat3,
    translation: DVec3,
    size: f64,
    error: f64,
}

/// The difference of two cores of shapes with erased types.
pub(super) type Erased<'a> = Difference<'a, dyn Support + 'a, dyn Support + 'a>;

impl<'a, F: Support + ?Sized, S: Support + ?Sized> Difference<'a, F, S> {
    /// The difference of shapes in canonical order ([`PairOrder::choose`]); only whether the pose is inverted is left out of account.
    #[inline]
    pub fn new(first: &'a F, second: &'a S, pose: &'a Pose) -> Self {
        let (rotation, translation) = pose.given();
        let extent = |centre: DVec3, reach: f64| centre.length() + reach;
        let size =
            extent(first.centre(), first.reach()) + extent(second.centre(), second.reach()) + translation.length();
        let is_scanned = first.corner_blocks().is_some() && second.corner_blocks().is_some();
        let rounding = if is_scanned { SCANNED_ERROR } else { PLAIN_ERROR };
        let error = rounding * size + first.support_error() + second.support_error();
        Self { first, second, pose, rotation, translation, size, error }
    }

    /// The same with the types of the shapes erased, for code that would gain nothing from a copy for every pair of types.
    pub(super) fn erased(&self) -> Erased<'_> {
        let Self { first, second, pose, rotation, translation, size, error } = self;
        Difference { first, second, pose, rotation, translation: *translation, size: *size, error: *error }
    }

    /// What carries the second into the frame of the first; not inverted.
    #[inline]
    pub fn first_from_second(&self) -> Pose {
        if self.pose.is_inverted() { self.pose.inverse() } else { *self.pose }
    }

    /// The matrix of the pose.
    #[inline]
    pub(super) fn turn(&self) -> &DMat3 {
        self.rotation
    }

    /// A length that no coordinate of either core in the frame exceeds, rounding aside.
    #[inline]
    pub fn size(&self) -> f64 {
        self.size
    }

    /// A bound on everything computed here in plain doubles, as a length: how far a point of [`Difference::support`] may be off
    /// the set, and its value `direction · point / |direction|`, computed in doubles too, off the largest one.
    #[inline]
    pub fn error(&self) -> f64 {
        self.error
    }

    /// The sum of the radii.
    #[inline]
    pub fn radius(&self) -> f64 {
        self.first.radius() + self.second.radius()
    }

    /// Whether both cores are hulls of corners, so that all can be decided exactly.
    #[inline]
    pub fn has_corners(&self) -> bool {
        self.first.corner_count() > 0 && self.second.corner_count() > 0
    }

    /// Whether these are corners of the cores.
    #[inline]
    pub(super) fn are_corners(&self, corners: &[[u32; 2]]) -> bool {
        let counts = [self.first.corner_count(), self.second.corner_count()];
        corners.iter().all(|[i, j]| *i < counts[0] && *j < counts[1])
    }

    /// A point of the difference farthest along a direction of any length, in plain doubles; `hints` as for [`Support::support`].
    #[inline]
    pub fn support(&self, direction: DVec3, hints: &mut [u32; 2]) -> SupportPoint {
        let turned = self.turned(direction);
        let [first_hint, second_hint] = hints;
        let p = self.first.rough_support(direction, first_hint);
        let q = self.posed(self.second.rough_support(-turned, second_hint));
        SupportPoint { point: p - q, of: [p, q], corners: *hints }
    }

    /// The difference of two corners in plain doubles, known by their indices; any index is allowed, as for [`Support::corner`].
    #[inline(always)]
    pub fn extreme(&self, corners: [u32; 2]) -> SupportPoint {
        let (p, q) = (self.first.corner(corners[0]), self.posed(self.second.corner(corners[1])));
        SupportPoint { point: p - q, of: [p, q], corners }
    }

    /// Two corners as the exact computation takes them: the second's rounded once by [`Pose::transform_point`].
    pub fn exact_corners(&self, [i, j]: [u32; 2]) -> [DVec3; 2] {
        let q = self.second.corner(j);
        // A copy of the pose would take longer than it does.
        let inverse = if self.pose.is_inverted() { Some(self.pose.inverse()) } else { None };
        [self.first.corner(i), inverse.as_ref().unwrap_or(self.pose).transform_point(q)]
    }

    /// The points of both cores whose difference is farthest along a direction of length 1 or so, in double-doubles; `None` where a core
    /// knows doubles only.
    ///
    /// The second is `R x + t` without rounding, but for corners, which are posed as for [`Difference::exact_corners`].
    pub fn fine_support(&self, direction: &Vector) -> Option<[Vector; 2]> {
        let first = self.first.fine_support(direction)?;
        let against = direction.map(|x| -x);
        let columns = [self.rotation.x_axis, self.rotation.y_axis, self.rotation.z_axis].map(fine);
        let turned: Vector = columns.each_ref().map(|c| dot(c, &against));
        let own = self.second.fine_support(&turned)?;
        if self.second.corner_count() > 0 {
            let corners = (0..self.second.corner_count()).map(|j| fine(self.exact_corners([0, j])[1]));
            let farther = |best: Vector, other: Vector| {
                if dot(&against, &other) > dot(&against, &best) { other } else { best }
            };
            return corners.reduce(farther).map(|second| [first, second]);
        }
        let [x, y, z] = &columns;
        let t = fine(self.translation);
        Some([first, std::array::from_fn(|k| x[k] * own[0] + y[k] * own[1] + z[k] * own[2] + t[k])])
    }

    /// The difference of the centres, which lies inside the difference of the cores, in plain doubles.
    #[inline]
    pub fn centre(&self) -> DVec3 {
        self.first.centre() - self.posed(self.second.centre())
    }

    /// A direction of the frame in the second's own frame: `n · (R x + t)` is `turned(n) · x + n · t`, whatever the matrix.
    #[inline]
    pub fn turned(&self, direction: DVec3) -> DVec3 {
        let r = self.rotation;
        DVec3::new(r.x_axis.dot(direction), r.y_axis.dot(direction), r.z_axis.dot(direction))
    }

    /// A point of the second in the frame, in plain doubles.
    #[inline]
    fn posed(&self, q: DVec3) -> DVec3 {
        *self.rotation * q + self.translation
    }
}

/// A vector as double-doubles.
fn fine(v: DVec3) -> Vector {
    v.to_array().map(DoubleDouble::from)
}

/// Directions that tell most shapes apart, in no way special.
const PROBES: [DVec3; 4] = [
    DVec3::new(0.36, 0.48, 0.8),
    DVec3::new(-0.6, 0.64, -0.48),
    DVec3::new(0.28, -0.96, 0.1),
    DVec3::new(-0.7, -0.1, 0.3),
];

/// An order of shapes by what they are, the same on every machine.
#[cold]
fn content_order(a: &(impl Support + ?Sized), b: &(impl Support + ?Sized)) -> Ordering {
    let corners = || {
        let count = a.corner_count().min(b.corner_count());
        compare_each((0..count).map(|i| a.corner(i)), (0..count).map(|i| b.corner(i)))
    };
    let probes =
        || compare_each(PROBES.iter().map(|d| a.support(*d, &mut 0)), PROBES.iter().map(|d| b.support(*d, &mut 0)));
    (a.corner_count().cmp(&b.corner_count()))
        .then_with(corners)
        .then(a.radius().total_cmp(&b.radius()))
        .then(compare_points(a.centre(), b.centre()))
        .then(a.reach().total_cmp(&b.reach()))
        .then_with(probes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::DQuat;

    /// The corners of a cube around a place, found by scanning.
    struct Cube(DVec3, f64);

    impl Support for Cube {
        fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
            let along = |i: &u32| self.corner(*i).dot(direction);
            *hint = (0..8).max_by(|i, j| along(i).total_cmp(&along(j))).unwrap_or(0);
            self.corner(*hint)
        }

        fn centre(&self) -> DVec3 {
            self.0
        }

        fn reach(&self) -> f64 {
            2.0 * self.1
        }

        fn corner_count(&self) -> u32 {
            8
        }

        fn corner(&self, i: u32) -> DVec3 {
            let sign = |bit: u32| if i >> bit & 1 == 1 { self.1 } else { -self.1 };
            self.0 + DVec3::new(sign(0), sign(1), sign(2))
        }
    }

    /// Supports in plain doubles against all pairs of exactly posed corners, with the stated error.
    #[test]
    fn the_error_bounds_what_plain_doubles_miss() {
        let (a, b) = (Cube(DVec3::new(3.0, -70.0, 2.0), 1.5), Cube(DVec3::new(1e3, 2.0, 0.1), 0.3));
        let mut worst = 0.0_f64;
        for i in 0..500 {
            let t = f64::from(i);
            let turn = DQuat::from_euler(glam::EulerRot::XYZ, t * 0.7, t * 1.3, t * 2.1);
            let pose = Pose::from_quaternion(turn, DVec3::new(t, 0.3, -2.0)).unwrap();
            let difference = Difference::new(&a, &b, &pose);
            let direction = DVec3::new((t * 0.1).sin(), (t * 0.2).cos(), 0.1).normalize();
            let found = difference.support(direction, &mut [0; 2]);
            let value = |corners| {
                let [p, q] = difference.exact_corners(corners);
                (p - q).dot(direction)
            };
            let [p, q] = difference.exact_corners(found.corners);
            let best = (0..8).flat_map(|i| (0..8).map(move |j| [i, j])).map(value).fold(f64::MIN, f64::max);
            worst = worst.max((p - q - found.point).length() / difference.error());
            worst = worst.max((best - found.point.dot(direction)) / difference.error());
            assert_eq!(difference.extreme(found.corners), found);
        }
        assert!((1e-3..1.0).contains(&worst), "the error is a bound, and not out of all proportion: {worst}");
    }

    #[test]
    fn the_order_depends_on_the_pose_and_at_the_identity_on_content() {
        let (a, b) = (Cube(DVec3::ZERO, 1.0), Cube(DVec3::X, 1.0));
        let pose = Pose::from_translation(DVec3::X).unwrap();
        assert_eq!(PairOrder::choose(&a, &b, &pose), PairOrder::Kept);
        assert_eq!(PairOrder::choose(&b, &a, &pose.inverse()), PairOrder::Swapped);
        assert_ne!(PairOrder::choose(&a, &b, &Pose::IDENTITY), PairOrder::choose(&b, &a, &Pose::IDENTITY));
        assert_eq!(PairOrder::choose(&a, &a, &Pose::IDENTITY.inverse()), PairOrder::Kept);
    }
}
