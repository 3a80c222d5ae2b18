//! Boxes of two frames: A's axis-aligned boxes against B's, carried into A's frame by a pose.
//!
//! Separation is looked for along the six face normals. Boxes are widened by [`PosedBoxes::slack`], so that rounding
//! never separates what meets: of the quantities computed below, each is a sum of at most eight terms, each of them at most
//! S = largest coordinate of A + |t| + 3 largest coordinate of B in magnitude, with relative errors of u = 2^-53 an
//! operation; the posed vertices themselves are rounded by u. 32 u S covers the sum; the slack is twice that, and what a
//! pose may round to zero.

use super::Aabb;
use crate::math::{DMat3, DVec3, Pose, SMALLEST_COORDINATE};

/// Tests between boxes of A and boxes of B at one relative pose.
#[derive(Clone, Copy, Debug)]
pub struct PosedBoxes {
    /// The pose as matrix and vector; `None` is the identity, where everything is exact.
    motion: Option<Motion>,
    /// How much a gap between boxes may be overstated by rounding (a length).
    slack: f64,
}

#[derive(Clone, Copy, Debug)]
struct Motion {
    rotation: DMat3,
    rotation_abs: DMat3,
    translation: DVec3,
    /// `RᵀR` in magnitude: the identity but for what the pose tolerates.
    gram_abs: DMat3,
}

/// Units of 2^-53 S in the slack: see the module's text.
const SLACK_ULPS: f64 = 64.0;

impl PosedBoxes {
    /// The tests for bodies within `a` and `b`, each in its own frame; the pose is not an inverted one.
    #[must_use]
    pub fn new(a_from_b: &Pose, a: &Aabb, b: &Aabb) -> Self {
        let scale = a.largest_coordinate() + a_from_b.translation().abs().max_element() + 3.0 * b.largest_coordinate();
        let slack = SLACK_ULPS * (f64::EPSILON / 2.0) * scale + 2.0 * SMALLEST_COORDINATE;
        if a_from_b.is_identity() {
            return Self { motion: None, slack };
        }
        let rotation = a_from_b.rotation();
        let motion = Motion {
            rotation,
            rotation_abs: rotation.abs(),
            translation: a_from_b.translation(),
            gram_abs: (rotation.transpose() * rotation).abs(),
        };
        Self { motion: Some(motion), slack }
    }

    /// A box around everything of B's box in A's frame.
    #[must_use]
    pub fn in_a(&self, b: &Aabb) -> Aabb {
        let Some(m) = &self.motion else { return *b };
        let centre = m.rotation * b.centre() + m.translation;
        let half = m.rotation_abs * (b.size() * 0.5) + DVec3::splat(self.slack);
        Aabb { min: centre - half, max: centre + half }
    }

    /// Points of B in A's frame, each coordinate off from where the pose's one rounding puts it by at most the slack.
    #[must_use]
    pub fn roughly_in_a<const N: usize>(&self, points: [DVec3; N]) -> [DVec3; N] {
        let Some(m) = &self.motion else { return points };
        points.map(|p| m.rotation * p + m.translation)
    }

    /// A box around points wherever their rounding puts them, given where they are roughly.
    #[must_use]
    pub fn around_rough(&self, points: &[DVec3]) -> Aabb {
        let bounds = Aabb::of_points(points);
        let slack = DVec3::splat(if self.motion.is_some() { self.slack } else { 0.0 });
        Aabb { min: bounds.min - slack, max: bounds.max + slack }
    }

    /// Whether the boxes may share a point: never false where they do.
    #[must_use]
    pub fn overlap(&self, a: &Aabb, b: &Aabb) -> bool {
        let Some(m) = &self.motion else { return a.overlaps(b) };
        let (half_a, half_b) = (a.size() * 0.5, b.size() * 0.5);
        let between = m.rotation * b.centre() + m.translation - a.centre();
        let reach = half_a + m.rotation_abs * half_b + DVec3::splat(self.slack);
        if between.abs().cmpgt(reach).any() {
            return false;
        }
        let along_b = m.rotation.transpose() * between;
        let reach = m.gram_abs * half_b + m.rotation_abs.transpose() * half_a + DVec3::splat(2.0 * self.slack);
        !along_b.abs().cmpgt(reach).any()
    }

    /// A length that no point of the one box is nearer to the other than, computed distances included: see
    /// [`PosedBoxes::slack`].
    #[must_use]
    pub fn distance_bound(&self, a: &Aabb, b: &Aabb) -> f64 {
        let gap = match &self.motion {
            None => a.gap(b).length(),
            Some(m) => {
                let (half_a, half_b) = (a.size() * 0.5, b.size() * 0.5);
                let between = m.rotation * b.centre() + m.translation - a.centre();
                let in_a = between.abs() - (half_a + m.rotation_abs * half_b);
                let along_b = m.rotation.transpose() * between;
                let in_b = along_b.abs() - (m.gram_abs * half_b + m.rotation_abs.transpose() * half_a);
                // Columns of R are unit vectors only within the pose's tolerance.
                let in_b = in_b.max(DVec3::ZERO).length() * (1.0 - 4.0 * crate::math::pose::ROTATION_TOLERANCE);
                in_a.max(DVec3::ZERO).length().max(in_b)
            }
        };
        gap * (1.0 - SLACK_ULPS * f64::EPSILON) - 8.0 * self.slack
    }

    /// How far the rotation's matrix `R` is off from a rotation: the largest entry of `|RᵀR - 1|`.
    #[must_use]
    pub fn skew(&self) -> f64 {
        let Some(m) = &self.motion else { return 0.0 };
        let off = (m.gram_abs - DMat3::IDENTITY).abs();
        off.x_axis.max(off.y_axis).max(off.z_axis).max_element()
    }

    /// How much a gap between boxes may be overstated by rounding (a length).
    #[must_use]
    pub fn slack(&self) -> f64 {
        self.slack
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::DQuat;
    use crate::math::random::Random;

    /// Boxes whose posed corners share points are never called apart; bounds never exceed a true distance.
    #[test]
    fn nothing_that_meets_is_separated() {
        let mut random = Random(5);
        let mut next = || random.number();
        let (mut apart, mut close) = (0, 0);
        for i in 0..5_000 {
            let far = if i % 3 == 0 { 1e9 } else { 0.0 };
            let mut point = |scale: f64| DVec3::new(next(), next(), next()) * scale;
            let turn = DQuat::from_xyzw(point(1.0).x, point(1.0).x, point(1.0).x, 1.0).normalize();
            let pose = Pose::from_quaternion(turn, point(0.3) + DVec3::splat(far)).unwrap();
            let a = Aabb::of_points(&[point(1.0) + DVec3::splat(far), point(1.0) + DVec3::splat(far)]);
            let b = Aabb::of_points(&[point(1.0), point(1.0)]);
            let boxes = PosedBoxes::new(&pose, &a, &b);
            let corner = pose.transform_point(b.min + (b.max - b.min) * DVec3::new(0.25, 1.0, 0.0));
            let inside = a.overlaps(&Aabb { min: corner, max: corner });
            assert!(!inside || boxes.overlap(&a, &b));
            let distance = a.gap(&Aabb { min: corner, max: corner }).length();
            assert!(boxes.distance_bound(&a, &b) <= distance);
            assert!(boxes.in_a(&b).overlaps(&Aabb { min: corner, max: corner }));
            apart += u32::from(!boxes.overlap(&a, &b));
            close += u32::from(inside);
        }
        assert!(apart > 500 && close > 200, "{apart} apart, {close} inside");
    }
}
