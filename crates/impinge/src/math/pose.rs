//! Rigid motions as a rotation matrix and a translation, so that quarter turns are exact.

use super::{DMat3, DQuat, DVec3, LARGEST_COORDINATE, SMALLEST_COORDINATE, rounding::dot_plus};

/// How far `RᵀR` may be from the identity in any entry (dimensionless): room for matrices printed with six digits.
pub const ROTATION_TOLERANCE: f64 = 1e-5;

/// How far the length of a quaternion may be from 1 before it is refused instead of normalised.
pub const QUATERNION_TOLERANCE: f64 = 1e-3;

/// A rigid motion `a_from_b`: it carries points of frame B to frame A by `x → R x + t`.
///
/// A pose remembers whether it was made by [`Pose::inverse`]; inverting twice gives the same bits back. Pair queries
/// pose vertices only by the matrix the user gave, never by its computed inverse, which makes
/// `relate(a, b, pose)` and `relate(b, a, pose.inverse())` one and the same computation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    rotation: DMat3,
    translation: DVec3,
    inverted: bool,
}

/// Why a pose was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum PoseError {
    /// A component is NaN or infinite.
    #[error("the pose has a component that is not a finite number")]
    NotFinite,
    /// The translation leaves the range of exact coordinates.
    #[error("the translation {0:e} is outside the exact range (at most 2^300 in magnitude, in the plane 2^500)")]
    OutOfRange(f64),
    /// The matrix is not a rotation.
    #[error(
        "the matrix is not a rotation: its columns are off from orthonormal by {error:e} (at most {ROTATION_TOLERANCE:e} is allowed)"
    )]
    NotOrthonormal {
        /// Largest entry of `|RᵀR - I|`.
        error: f64,
    },
    /// The matrix mirrors.
    #[error("the matrix mirrors (determinant -1); a rigid pose only rotates and translates")]
    Mirror,
    /// The quaternion is far from unit length.
    #[error("the quaternion has length {0}, expected 1")]
    NotUnit(f64),
}

impl Pose {
    /// The motion that moves nothing.
    pub const IDENTITY: Self = Self { rotation: DMat3::IDENTITY, translation: DVec3::ZERO, inverted: false };

    /// A pose from a rotation matrix, used bit for bit, and a translation.
    ///
    /// # Errors
    /// See [`PoseError`].
    pub fn try_new(rotation: DMat3, translation: DVec3) -> Result<Self, PoseError> {
        if !rotation.is_finite() || !translation.is_finite() {
            return Err(PoseError::NotFinite);
        }
        if translation.abs().max_element() > LARGEST_COORDINATE {
            return Err(PoseError::OutOfRange(translation.abs().max_element()));
        }
        let gram = rotation.transpose() * rotation - DMat3::IDENTITY;
        let error = gram.to_cols_array().iter().fold(0.0, |worst: f64, x| worst.max(x.abs()));
        if error.is_nan() || error > ROTATION_TOLERANCE {
            return Err(PoseError::NotOrthonormal { error });
        }
        if rotation.determinant() < 0.0 {
            return Err(PoseError::Mirror);
        }
        Ok(Self::of_rigid(rotation, translation))
    }

    /// As [`Pose::try_new`], of what is known to be a pose: products of checked ones.
    pub(crate) fn of_rigid(rotation: DMat3, translation: DVec3) -> Self {
        Self { rotation, translation, inverted: false }
    }

    /// A pure translation.
    ///
    /// # Errors
    /// See [`PoseError`].
    pub fn from_translation(translation: DVec3) -> Result<Self, PoseError> {
        Self::try_new(DMat3::IDENTITY, translation)
    }

    /// A pose from a quaternion of length 1 (within [`QUATERNION_TOLERANCE`]; it is normalised) and a translation.
    ///
    /// # Errors
    /// See [`PoseError`].
    pub fn from_quaternion(rotation: DQuat, translation: DVec3) -> Result<Self, PoseError> {
        if !rotation.is_finite() {
            return Err(PoseError::NotFinite);
        }
        let length = rotation.length();
        if (length - 1.0).abs() > QUATERNION_TOLERANCE {
            return Err(PoseError::NotUnit(length));
        }
        Self::try_new(DMat3::from_quat(rotation.normalize()), translation)
    }

    /// The opposite motion, with no loss: `pose.inverse().inverse() == pose`.
    #[must_use]
    #[inline]
    pub fn inverse(&self) -> Self {
        Self { inverted: !self.inverted, ..*self }
    }

    /// Whether the pose stands for the opposite of the matrix and translation it was made from: see [`Pose`].
    #[must_use]
    #[inline]
    pub fn is_inverted(&self) -> bool {
        self.inverted
    }

    /// Whether the motion moves nothing, to the last bit.
    #[must_use]
    #[inline]
    pub fn is_identity(&self) -> bool {
        self.rotation == DMat3::IDENTITY && self.translation == DVec3::ZERO
    }

    /// The matrix and the translation that it was made from, whether it stands for them or for the opposite.
    #[inline]
    pub(crate) fn given(&self) -> (&DMat3, DVec3) {
        (&self.rotation, self.translation)
    }

    /// The rotation matrix `R` of `x → R x + t`.
    #[must_use]
    #[inline]
    pub fn rotation(&self) -> DMat3 {
        if self.inverted { self.rotation.transpose() } else { self.rotation }
    }

    /// The translation `t` of `x → R x + t`; rounded where the pose is inverted.
    #[must_use]
    #[inline]
    pub fn translation(&self) -> DVec3 {
        if self.inverted { -(self.rotation.transpose() * self.translation) } else { self.translation }
    }

    /// `R x + t`, each coordinate rounded once to the nearest double, and to zero below [`SMALLEST_COORDINATE`].
    ///
    /// For an inverted pose `R⁻¹(x - t)` in plain floating point: answers are carried back by it, signs never are.
    #[must_use]
    pub fn transform_point(&self, x: DVec3) -> DVec3 {
        if self.inverted {
            return self.rotation.inverse() * (x - self.translation);
        }
        if self.rotation == DMat3::IDENTITY {
            return flush(x + self.translation);
        }
        let r = &self.rotation;
        let x = x.to_array();
        flush(DVec3::new(
            dot_plus([r.x_axis.x, r.y_axis.x, r.z_axis.x], x, self.translation.x),
            dot_plus([r.x_axis.y, r.y_axis.y, r.z_axis.y], x, self.translation.y),
            dot_plus([r.x_axis.z, r.y_axis.z, r.z_axis.z], x, self.translation.z),
        ))
    }

    /// `R v`, for directions.
    #[must_use]
    #[inline]
    pub fn transform_vector(&self, v: DVec3) -> DVec3 {
        self.rotation() * v
    }

    /// `self` after `other`: `a_from_b.compose(&b_from_c)` is `a_from_c`, rounded.
    ///
    /// # Errors
    /// The product drifted out of what [`Pose::try_new`] takes.
    pub fn compose(&self, other: &Self) -> Result<Self, PoseError> {
        let rotation = self.rotation() * other.rotation();
        let translation = self.rotation() * other.translation() + self.translation();
        Self::try_new(rotation, translation)
    }
}

impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// Rounds what is too small for the predicates to zero.
fn flush(x: DVec3) -> DVec3 {
    let to_zero = |x: f64| if x.abs() < SMALLEST_COORDINATE { 0.0 } else { x };
    DVec3::new(to_zero(x.x), to_zero(x.y), to_zero(x.z))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inverting_twice_changes_no_bit() {
        let pose = Pose::from_quaternion(DQuat::from_xyzw(0.1, 0.2, 0.3, 0.927).normalize(), DVec3::new(0.1, 0.2, 0.3))
            .unwrap();
        assert_eq!(pose.inverse().inverse(), pose);
        let x = DVec3::new(3.0, -2.0, 0.5);
        assert!((pose.inverse().transform_point(pose.transform_point(x)) - x).length() < 1e-14);
    }

    #[test]
    fn quarter_turns_are_exact() {
        let turn = Pose::try_new(DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z), DVec3::ZERO).unwrap();
        assert_eq!(turn.transform_point(DVec3::new(0.1, 0.7, 0.3)), DVec3::new(-0.7, 0.1, 0.3));
    }

    #[test]
    fn what_is_not_rigid_is_refused() {
        let scaled = DMat3::from_diagonal(DVec3::new(1.0, 1.0, 1.1));
        assert!(matches!(Pose::try_new(scaled, DVec3::ZERO), Err(PoseError::NotOrthonormal { .. })));
        let mirror = DMat3::from_diagonal(DVec3::new(1.0, 1.0, -1.0));
        assert_eq!(Pose::try_new(mirror, DVec3::ZERO), Err(PoseError::Mirror));
        assert_eq!(Pose::from_translation(DVec3::new(f64::NAN, 0.0, 0.0)), Err(PoseError::NotFinite));
        assert!(matches!(Pose::from_translation(DVec3::splat(1e300)), Err(PoseError::OutOfRange(_))));
        let zero = DQuat::from_xyzw(0.0, 0.0, 0.0, 0.0);
        assert_eq!(Pose::from_quaternion(zero, DVec3::ZERO), Err(PoseError::NotUnit(0.0)));
    }
}
