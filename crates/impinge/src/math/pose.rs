//! Rigid motions as a rotation matrix and a translation, so that quarter turns are exact.

use super::rounding::dots_plus_by;
use super::simd::{dispatch, level, products};
use super::{DMat3, DQuat, DVec3, LARGEST_COORDINATE, SMALLEST_COORDINATE, axis_angle};
use std::ops::Mul;

/// How far `RᵀR` may be from the identity in any entry (dimensionless): room for matrices printed with six digits.
pub const ROTATION_TOLERANCE: f64 = 1e-5;

/// How far the length of a quaternion may be from 1 before it is refused instead of normalised.
pub const QUATERNION_TOLERANCE: f64 = 1e-3;

/// A rigid motion `a_from_b`: it carries points of frame B to frame A by `x → R x + t`.
///
/// A pose remembers whether it was made by [`Pose::inverse`]; inverting twice gives the same bits back. Pair queries
/// pose vertices only by the matrix the user gave, never by its computed inverse, which makes
/// `relate(a, b, pose)` and `relate(b, a, pose.inverse())` one and the same computation.
///
/// With the feature `serde` a pose is the columns of its matrix, its translation and whether it is inverted; reading one checks it as
/// [`Pose::try_new`] does.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(into = "PoseParts", try_from = "PoseParts"))]
pub struct Pose {
    rotation: DMat3,
    translation: DVec3,
    inverted: bool,
}

/// Why a pose was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
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
    /// The last row of a 4 x 4 matrix is not `0, 0, 0, 1`.
    #[error("the last row of the matrix is not 0, 0, 0, 1")]
    NotAffine,
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
        if !is_orthonormal(&rotation) {
            let gram = rotation.transpose() * rotation - DMat3::IDENTITY;
            let error = gram.to_cols_array().iter().fold(0.0, |worst: f64, x| worst.max(x.abs()));
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
    pub fn from_translation(translation: impl Into<DVec3>) -> Result<Self, PoseError> {
        Self::try_new(DMat3::IDENTITY, translation.into())
    }

    /// A pose from the columns of a 4 x 4 matrix, used bit for bit; the last row must be `0, 0, 0, 1`.
    ///
    /// # Errors
    /// See [`PoseError`].
    pub fn from_matrix4(columns: &[[f64; 4]; 4]) -> Result<Self, PoseError> {
        let [x, y, z, w] = columns;
        if [x[3], y[3], z[3], w[3]] != [0.0, 0.0, 0.0, 1.0] {
            return Err(PoseError::NotAffine);
        }
        let upper = |column: &[f64; 4]| DVec3::new(column[0], column[1], column[2]);
        Self::try_new(DMat3::from_cols(upper(x), upper(y), upper(z)), upper(w))
    }

    /// The columns of the 4 x 4 matrix of `x → R x + t`; rounded where the pose is inverted.
    #[must_use]
    pub fn to_matrix4(&self) -> [[f64; 4]; 4] {
        let (rotation, translation) = (self.rotation(), self.translation());
        let column = |v: DVec3, last: f64| [v.x, v.y, v.z, last];
        [
            column(rotation.x_axis, 0.0),
            column(rotation.y_axis, 0.0),
            column(rotation.z_axis, 0.0),
            column(translation, 1.0),
        ]
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
        let ([p, q, r], x) = (self.rotation.to_cols_array_2d(), x.to_array());
        let wide = |[a, b, c]: [f64; 3]| [a, b, c, 0.0];
        let (columns, t) = ([wide(p), wide(q), wide(r)], wide(self.translation.to_array()));
        let [x, y, z, _] = dispatch!(level(), simd => dots_plus_by(products(simd), &columns, x, t));
        flush(DVec3::new(x, y, z))
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

/// `a_from_b * b_from_c` is `a_from_c`: the same bits as [`Pose::compose`] where that succeeds.
///
/// The product is rounded and is not inverted, even if both factors are: queries take it as a new matrix. Where rounding drifted out of what
/// [`Pose::try_new`] takes, the rotation is made orthonormal again; a translation that leaves the exact range ends at its border.
impl Mul for Pose {
    type Output = Self;

    fn mul(self, other: Self) -> Self {
        self.compose(&other).unwrap_or_else(|_| {
            let rotation = axis_angle::orthonormal(self.rotation() * other.rotation());
            let limit = DVec3::splat(LARGEST_COORDINATE);
            let translation = self.rotation() * other.translation() + self.translation();
            Self::of_rigid(rotation, translation.clamp(-limit, limit))
        })
    }
}

impl Mul for &Pose {
    type Output = Pose;

    fn mul(self, other: Self) -> Pose {
        *self * *other
    }
}

#[cfg(feature = "mint")]
impl TryFrom<mint::ColumnMatrix4<f64>> for Pose {
    type Error = PoseError;

    fn try_from(matrix: mint::ColumnMatrix4<f64>) -> Result<Self, PoseError> {
        Self::from_matrix4(&matrix.into())
    }
}

#[cfg(feature = "mint")]
impl From<Pose> for mint::ColumnMatrix4<f64> {
    fn from(pose: Pose) -> Self {
        pose.to_matrix4().into()
    }
}

/// A pose as it is written: what it was made from.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct PoseParts {
    /// Columns.
    rotation: [[f64; 3]; 3],
    translation: [f64; 3],
    #[serde(default)]
    inverted: bool,
}

#[cfg(feature = "serde")]
impl From<Pose> for PoseParts {
    fn from(pose: Pose) -> Self {
        let Pose { rotation, translation, inverted } = pose;
        Self { rotation: rotation.to_cols_array_2d(), translation: translation.to_array(), inverted }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<PoseParts> for Pose {
    type Error = PoseError;

    fn try_from(parts: PoseParts) -> Result<Self, PoseError> {
        let pose = Self::try_new(DMat3::from_cols_array_2d(&parts.rotation), parts.translation.into())?;
        Ok(Self { inverted: parts.inverted, ..pose })
    }
}

impl Default for Pose {
    fn default() -> Self {
        Self::IDENTITY
    }
}

/// Whether `RᵀR`, which is symmetric, is the identity within [`ROTATION_TOLERANCE`] in each entry; false where it overflows.
#[inline]
fn is_orthonormal(rotation: &DMat3) -> bool {
    let [x, y, z] = [rotation.x_axis, rotation.y_axis, rotation.z_axis];
    let off = [x.dot(x) - 1.0, y.dot(y) - 1.0, z.dot(z) - 1.0, x.dot(y), y.dot(z), z.dot(x)];
    off.iter().fold(true, |within, off| within & (off.abs() <= ROTATION_TOLERANCE))
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

    /// The tolerance holds for each entry of the product, whatever its sign, and for what overflows.
    #[test]
    fn matrices_are_refused_by_every_entry_of_their_product() {
        let off = |row: usize, column: usize, by: f64| {
            let mut columns = DMat3::IDENTITY.to_cols_array_2d();
            columns[column][row] += by;
            Pose::try_new(DMat3::from_cols_array_2d(&columns), DVec3::ZERO)
        };
        for (row, column) in (0..9).map(|k| (k / 3, k % 3)) {
            let allowed = if row == column { 0.5 * ROTATION_TOLERANCE } else { ROTATION_TOLERANCE };
            for sign in [1.0, -1.0] {
                assert!(off(row, column, sign * 0.999 * allowed).is_ok(), "{row} {column}");
                for by in [1.001 * allowed, 1e200, f64::MAX] {
                    let refused = off(row, column, sign * by);
                    assert!(
                        matches!(refused, Err(PoseError::NotOrthonormal { error }) if error > ROTATION_TOLERANCE),
                        "{row} {column} {by}: {refused:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn quarter_turns_are_exact() {
        let turn = Pose::try_new(DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z), DVec3::ZERO).unwrap();
        assert_eq!(turn.transform_point(DVec3::new(0.1, 0.7, 0.3)), DVec3::new(-0.7, 0.1, 0.3));
    }

    #[test]
    fn products_are_compositions() {
        let turn = Pose::try_new(DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z), DVec3::new(1.0, 2.0, 3.0)).unwrap();
        let shift = Pose::from_translation([0.5, 0.25, 4.0]).unwrap();
        assert_eq!(turn * shift, turn.compose(&shift).unwrap());
        assert_eq!(turn * shift.inverse(), turn.compose(&shift.inverse()).unwrap());
        let x = DVec3::new(0.1, 0.7, 0.3);
        assert_eq!((turn * shift).transform_point(x), turn.transform_point(shift.transform_point(x)));
        assert_eq!((turn * turn.inverse()).transform_point(x), x);
        // A matrix of five digits, many times over: it drifts, and comes back.
        let (sine, cosine) = (0.50000, 0.86602);
        let columns = DMat3::from_cols(DVec3::new(cosine, sine, 0.0), DVec3::new(-sine, cosine, 0.0), DVec3::Z);
        let step = Pose::try_new(columns, DVec3::ZERO).unwrap();
        let mut product = Pose::IDENTITY;
        for _ in 0..100 {
            product = product * step;
            assert!(Pose::try_new(product.rotation(), product.translation()).is_ok());
        }
        assert!((0..100).try_fold(Pose::IDENTITY, |all, _| all.compose(&step)).is_err());
        let far = Pose::from_translation([LARGEST_COORDINATE; 3]).unwrap();
        assert_eq!(far * far, far);
    }

    #[test]
    fn matrices_of_four_columns_go_there_and_back() {
        let turn = Pose::try_new(DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z), DVec3::new(1.0, 2.0, 3.0)).unwrap();
        let mut columns = turn.to_matrix4();
        assert_eq!(columns[3], [1.0, 2.0, 3.0, 1.0]);
        assert_eq!(Pose::from_matrix4(&columns), Ok(turn));
        columns[2][3] = 0.1;
        assert_eq!(Pose::from_matrix4(&columns), Err(PoseError::NotAffine));
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
