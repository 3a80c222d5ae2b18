//! How the second of two bodies stands to the first, as the tests between their bounding volumes need it.
//!
//! A volume holds its points in exact arithmetic: what rounding may do while it is fitted, the fit adds. What rounding may do
//! while two volumes are compared, [`RelativePose::slack`] covers. Let S be the largest coordinate of A, and of the translation,
//! and three times that of B, added up, and u = 2^-53. Centres, half-extents and radii are at most eight times the
//! largest coordinate of their body, since no fit is further from its points than their diameter; so every quantity compared
//! is at most 16 S. It comes from at most 64 roundings (two products of 3×3 matrices and one of a matrix and a vector for a
//! pair of oriented boxes, fewer elsewhere), and a posed vertex is rounded once more: 1024 u S. The slack is twice that, and
//! what a pose may round to zero.
//!
//! A pose is a rotation only within a tolerance. With RᵀR = I + E, `shear` is at least the norm of E and `stretch` at least
//! that of R; both are taken from the pose at hand, and next to nothing for a true rotation.

use super::Aabb;
use impinge::math::{DMat3, DVec3, Pose, SMALLEST_COORDINATE};
use impinge::pair::PosedMeshes;

/// The slack in units of S: 2048 u. See the module's text.
const SLACK: f64 = 1024.0 * f64::EPSILON;

/// What a bound on a distance is shortened by, relatively: the roundings of a length and of a division.
const SHORTENED: f64 = 4096.0 * f64::EPSILON;

/// A relative pose, with what tests between volumes have to allow for.
#[derive(Clone, Copy, Debug)]
pub struct RelativePose {
    pub(super) rotation: DMat3,
    pub(super) rotation_abs: DMat3,
    pub(super) translation: DVec3,
    /// Whether the pose is other than the identity.
    pub(super) moves: bool,
    /// No smaller than the factor by which the pose makes any vector longer.
    pub(super) stretch: f64,
    /// No smaller than the norm of RᵀR - I.
    pub(super) shear: f64,
    /// The largest coordinate of the second body.
    pub(super) reach: f64,
    slack: f64,
}

impl RelativePose {
    /// How the second mesh of a query stands to the first.
    #[must_use]
    pub fn of_meshes(meshes: &PosedMeshes<'_>) -> Self {
        Self::new(Some(meshes.first_from_second), &meshes.first.bounds(), &meshes.second.bounds())
    }

    /// How a body within `second` stands to one within `first`, each in its own frame; the pose is not an inverted one, and
    /// `None` is the identity.
    #[must_use]
    pub fn new(first_from_second: Option<&Pose>, first: &Aabb, second: &Aabb) -> Self {
        let identity = Pose::IDENTITY;
        let pose = first_from_second.unwrap_or(&identity);
        let (rotation, translation) = (pose.rotation(), pose.translation());
        let reach = second.largest_coordinate();
        let scale = first.largest_coordinate() + translation.abs().max_element() + 3.0 * reach;
        let error = (rotation.transpose() * rotation - DMat3::IDENTITY).abs();
        // The largest sum of a row bounds the norm of a symmetric matrix.
        let shear = (error * DVec3::ONE).max_element() * (1.0 + SHORTENED) + 32.0 * f64::EPSILON;
        Self {
            rotation,
            rotation_abs: rotation.abs(),
            translation,
            moves: !pose.is_identity(),
            stretch: (1.0 + shear).sqrt() * (1.0 + 4.0 * f64::EPSILON),
            shear,
            reach,
            slack: SLACK * scale + 4.0 * SMALLEST_COORDINATE,
        }
    }

    /// The same bodies once the volumes of the second are carried into the frame of the first: the identity, with the slack
    /// of the pose.
    #[must_use]
    pub fn at_rest(&self) -> Self {
        Self {
            rotation: DMat3::IDENTITY,
            rotation_abs: DMat3::IDENTITY,
            translation: DVec3::ZERO,
            moves: false,
            stretch: 1.0 + 32.0 * f64::EPSILON,
            shear: 32.0 * f64::EPSILON,
            reach: 3.0 * self.reach + self.translation.abs().max_element(),
            slack: self.slack,
        }
    }

    /// A point of the second body in the frame of the first, each coordinate off from where the pose's one rounding puts it
    /// by at most the slack.
    #[must_use]
    pub fn roughly(&self, p: DVec3) -> DVec3 {
        if self.moves { self.rotation * p + self.translation } else { p }
    }

    /// How much a gap between volumes may be overstated by rounding (a length).
    #[must_use]
    pub fn slack(&self) -> f64 {
        self.slack
    }

    /// A computed gap, made so small that no two points are nearer than that, computed distances included.
    #[must_use]
    pub fn shortened(&self, gap: f64) -> f64 {
        // Of NaN and a number, `max` takes the number: a gap that could not be computed bounds nothing.
        (gap * (1.0 - SHORTENED) - 4.0 * self.slack).max(f64::NEG_INFINITY)
    }
}
