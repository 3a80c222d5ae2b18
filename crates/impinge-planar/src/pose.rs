//! Rigid motions of the plane as the image of the x axis and a translation, so that quarter turns are exact.

use impinge::math::pose::ROTATION_TOLERANCE;
use impinge::math::rounding::{Products, dot2_plus_by};
use impinge::math::{DMat2, DVec2, LARGEST_IN_PLANE, PoseError, SMALLEST_IN_PLANE};
use std::f64::consts::FRAC_PI_2;

/// Entries of a rotation below this magnitude (2^-200) count as zero, so that no product with a coordinate underflows.
const SMALLEST_ENTRY: f64 = f64::from_bits((1023 - 200) << 52);

/// How far an angle may be from a quarter turn to be one (radians for angles up to 1, relative above): its own rounding, and that of
/// the product that made it.
const QUARTER_ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Quarter turns beyond this count are not recognised: a double has no bits left for it.
const MOST_QUARTERS: f64 = 1_048_576.0;

/// A rigid motion `a_from_b` of the plane: it carries points of frame B to frame A by `x → R x + t`.
///
/// Like [`impinge::math::Pose`] it remembers whether it was made by [`Pose2::inverse`], so that `relate(a, b, pose)` and
/// `relate(b, a, pose.inverse())` are one and the same computation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose2 {
    /// Where the x axis goes: cosine and sine.
    direction: DVec2,
    translation: DVec2,
    inverted: bool,
}

impl Pose2 {
    /// The motion that moves nothing.
    pub const IDENTITY: Self = Self { direction: DVec2::X, translation: DVec2::ZERO, inverted: false };

    /// A pose from where the x axis goes, `(cos θ, sin θ)`, used bit for bit (but for entries below 2^-200, which count as zero),
    /// and a translation.
    ///
    /// # Errors
    /// Components that are not finite, a translation above 2^500, a direction whose squared length is off from 1 by more than
    /// [`ROTATION_TOLERANCE`].
    pub fn try_new(direction: DVec2, translation: DVec2) -> Result<Self, PoseError> {
        if !direction.is_finite() || !translation.is_finite() {
            return Err(PoseError::NotFinite);
        }
        if translation.abs().max_element() > LARGEST_IN_PLANE {
            return Err(PoseError::OutOfRange(translation.abs().max_element()));
        }
        let error = (direction.length_squared() - 1.0).abs();
        if error.is_nan() || error > ROTATION_TOLERANCE {
            return Err(PoseError::NotOrthonormal { error });
        }
        Ok(Self::from_rigid(direction, translation))
    }

    /// As [`Pose2::try_new`], of what is known to be a pose: products of checked ones.
    pub(crate) fn from_rigid(direction: DVec2, translation: DVec2) -> Self {
        let entry = |x: f64| if x.abs() < SMALLEST_ENTRY { 0.0 } else { x };
        Self { direction: DVec2::new(entry(direction.x), entry(direction.y)), translation, inverted: false }
    }

    /// A turn by an angle (radians, counter-clockwise) about the origin, then a translation; exact for quarter turns.
    ///
    /// # Errors
    /// As [`Pose2::try_new`].
    pub fn from_angle(angle: f64, translation: DVec2) -> Result<Self, PoseError> {
        let quarters = (angle / FRAC_PI_2).round();
        if quarters.abs() < MOST_QUARTERS
            && (angle - quarters * FRAC_PI_2).abs() <= QUARTER_ROUNDING * angle.abs().max(1.0)
        {
            return Self::try_new(quarter_turns(quarters), translation);
        }
        Self::try_new(DVec2::new(angle.cos(), angle.sin()), translation)
    }

    /// A turn by an angle in degrees, counter-clockwise, then a translation; exact for multiples of 90.
    ///
    /// # Errors
    /// As [`Pose2::try_new`].
    pub fn from_degrees(angle: f64, translation: DVec2) -> Result<Self, PoseError> {
        if angle % 90.0 == 0.0 {
            return Self::try_new(quarter_turns(angle / 90.0), translation);
        }
        let angle = (angle % 360.0).to_radians();
        Self::try_new(DVec2::new(angle.cos(), angle.sin()), translation)
    }

    /// A pure translation.
    ///
    /// # Errors
    /// As [`Pose2::try_new`].
    pub fn from_translation(translation: DVec2) -> Result<Self, PoseError> {
        Self::try_new(DVec2::X, translation)
    }

    /// The opposite motion, with no loss: `pose.inverse().inverse() == pose`.
    #[must_use]
    #[inline]
    pub fn inverse(&self) -> Self {
        Self { inverted: !self.inverted, ..*self }
    }

    /// Whether the pose stands for the opposite of what it was made from: see [`Pose2`].
    #[must_use]
    #[inline]
    pub fn is_inverted(&self) -> bool {
        self.inverted
    }

    /// Whether the motion moves nothing, to the last bit.
    #[must_use]
    #[inline]
    pub fn is_identity(&self) -> bool {
        self.direction == DVec2::X && self.translation == DVec2::ZERO
    }

    /// Where the x axis goes: cosine and sine of the angle.
    #[must_use]
    #[inline]
    pub fn direction(&self) -> DVec2 {
        if self.inverted { DVec2::new(self.direction.x, -self.direction.y) } else { self.direction }
    }

    /// The rotation matrix `R` of `x → R x + t`.
    #[must_use]
    #[inline]
    pub fn rotation(&self) -> DMat2 {
        let d = self.direction();
        DMat2::from_cols(d, d.perp())
    }

    /// The translation `t` of `x → R x + t`; rounded where the pose is inverted.
    #[must_use]
    #[inline]
    pub fn translation(&self) -> DVec2 {
        if self.inverted { -(self.rotation() * self.translation) } else { self.translation }
    }

    /// `R x + t`, each coordinate rounded once to the nearest double, and to zero below [`SMALLEST_IN_PLANE`].
    ///
    /// For an inverted pose `R⁻¹(x - t)` in plain floating point: answers are carried back by it, signs never are.
    #[must_use]
    pub fn transform_point(&self, x: DVec2) -> DVec2 {
        self.transform_point_by(Products::Split, x)
    }

    /// As [`Pose2::transform_point`], with the given way to take products.
    #[inline(always)]
    pub(crate) fn transform_point_by(&self, products: Products, x: DVec2) -> DVec2 {
        let d = self.direction;
        if self.inverted {
            let (x, squared) = (x - self.translation, d.length_squared());
            return DVec2::new(d.dot(x) / squared, d.perp_dot(x) / squared);
        }
        if d == DVec2::X {
            return flush(x + self.translation);
        }
        flush(DVec2::new(
            dot2_plus_by(products, [d.x, -d.y], x.to_array(), self.translation.x),
            dot2_plus_by(products, [d.y, d.x], x.to_array(), self.translation.y),
        ))
    }

    /// `R v`, for directions.
    #[must_use]
    #[inline]
    pub fn transform_vector(&self, v: DVec2) -> DVec2 {
        self.rotation() * v
    }

    /// `self` after `other`: `a_from_b.compose(&b_from_c)` is `a_from_c`, rounded.
    ///
    /// # Errors
    /// The product drifted out of what [`Pose2::try_new`] takes.
    pub fn compose(&self, other: &Self) -> Result<Self, PoseError> {
        let translation = self.rotation() * other.translation() + self.translation();
        Self::try_new(self.rotation() * other.direction(), translation)
    }
}

impl Default for Pose2 {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// The image of the x axis after a number of quarter turns (a whole number).
fn quarter_turns(quarters: f64) -> DVec2 {
    match quarters.rem_euclid(4.0) {
        q if q < 0.5 => DVec2::X,
        q if q < 1.5 => DVec2::Y,
        q if q < 2.5 => DVec2::NEG_X,
        _ => DVec2::NEG_Y,
    }
}

/// Rounds what is too small for the predicates to zero.
fn flush(x: DVec2) -> DVec2 {
    let to_zero = |x: f64| if x.abs() < SMALLEST_IN_PLANE { 0.0 } else { x };
    DVec2::new(to_zero(x.x), to_zero(x.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverting_twice_changes_no_bit() {
        let pose = Pose2::from_angle(0.3, DVec2::new(0.1, 0.2)).unwrap();
        assert_eq!(pose.inverse().inverse(), pose);
        let x = DVec2::new(3.0, -2.0);
        assert!((pose.inverse().transform_point(pose.transform_point(x)) - x).length() < 1e-14);
    }

    #[test]
    fn quarter_turns_are_exact() {
        let x = DVec2::new(0.1, 0.7);
        for quarters in -5..8 {
            let by_degrees = Pose2::from_degrees(f64::from(quarters) * 90.0, DVec2::ZERO).unwrap();
            let by_radians = Pose2::from_angle(f64::from(quarters) * FRAC_PI_2, DVec2::ZERO).unwrap();
            let turned = (0..quarters + 8).fold(x, |x, _| x.perp());
            assert_eq!(by_degrees.transform_point(x), turned);
            assert_eq!(by_degrees, by_radians);
        }
    }

    #[test]
    fn what_is_not_rigid_is_refused() {
        assert!(matches!(Pose2::try_new(DVec2::new(1.0, 0.1), DVec2::ZERO), Err(PoseError::NotOrthonormal { .. })));
        assert!(matches!(Pose2::from_angle(f64::NAN, DVec2::ZERO), Err(PoseError::NotFinite)));
        assert!(matches!(Pose2::from_degrees(f64::INFINITY, DVec2::ZERO), Err(PoseError::NotFinite)));
        assert!(matches!(Pose2::from_translation(DVec2::splat(1e160)), Err(PoseError::OutOfRange(_))));
    }
}
