//! A shape at a pose.

use super::Support;
use super::outward_rounding::up;
use crate::math::{DMat3, DVec3, Pose};

/// A shape of frame B, seen in frame A.
///
/// Its corners are the corners of the shape, carried by [`Pose::transform_point`] bit for bit. The radius is not carried:
/// it is the same in every frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Posed<S> {
    shape: S,
    a_from_b: Pose,
    /// What carries directions back: the transpose of the matrix that carries differences of points.
    back: DMat3,
}

/// The matrix `M` by which a pose carries differences of points, as [`Pose::transform_point`] does: for an inverted pose it is the
/// inverse, which differs from the transpose where the matrix is only nearly a rotation.
pub(super) fn linear(a_from_b: &Pose) -> DMat3 {
    if a_from_b.is_inverted() { a_from_b.inverse().rotation().inverse() } else { a_from_b.rotation() }
}

impl<S: Support> Posed<S> {
    /// The shape at a pose.
    #[must_use]
    pub fn new(shape: S, a_from_b: Pose) -> Self {
        Self { shape, a_from_b, back: linear(&a_from_b).transpose() }
    }

    /// The shape in its own frame.
    #[must_use]
    pub fn shape(&self) -> &S {
        &self.shape
    }

    /// The pose.
    #[must_use]
    pub fn a_from_b(&self) -> &Pose {
        &self.a_from_b
    }
}

impl<S: Support> Support for Posed<S> {
    #[inline]
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        let back = self.back * super::normalize::moderate(direction);
        self.a_from_b.transform_point(self.shape.support(back, hint))
    }

    fn centre(&self) -> DVec3 {
        self.a_from_b.transform_point(self.shape.centre())
    }

    fn reach(&self) -> f64 {
        up(self.shape.reach() * self.stretch()) + self.rounding()
    }

    fn radius(&self) -> f64 {
        self.shape.radius()
    }

    fn corner_count(&self) -> u32 {
        self.shape.corner_count()
    }

    fn corner(&self, index: u32) -> DVec3 {
        if index < self.corner_count() {
            self.a_from_b.transform_point(self.shape.corner(index))
        } else {
            self.centre()
        }
    }

    fn support_error(&self) -> f64 {
        up(self.shape.support_error() * self.stretch()) + self.rounding()
    }
}

impl<S: Support> Posed<S> {
    /// No length grows by more than this factor: the Frobenius norm of a matrix near a rotation is √3, its norm nearly 1,
    /// at most the root of the largest row sum of MᵀM.
    fn stretch(&self) -> f64 {
        let gram = self.back * self.back.transpose();
        up(gram
            .to_cols_array_2d()
            .map(|c| c.iter().map(|x| x.abs()).sum::<f64>())
            .into_iter()
            .fold(1.0, f64::max)
            .sqrt())
    }

    /// How far rounding may move a carried point, or keep the farthest one from being found.
    fn rounding(&self) -> f64 {
        let size = self.shape.centre().length() + self.shape.reach();
        // An inverted pose subtracts its translation before it turns, each in plain floating point.
        let far = if self.a_from_b.is_inverted() { self.a_from_b.translation().length() } else { 0.0 };
        8.0 * f64::EPSILON * (size + far + self.centre().length())
    }
}
