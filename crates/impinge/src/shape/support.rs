//! What the convex algorithms ask of a shape. A shape is a core and a radius: every point within the radius of the core.
//!
//! A core is either the hull of finitely many corners, and then everything about it can be decided exactly, or curved, and then
//! it is known by its farthest points up to their rounding.

use super::revolution_profile::Meridian;
use super::support_scan::Block;
use crate::math::DVec3;
use crate::math::double_double::{Vector, between, dot};

/// Corners up to which all are looked at in double-doubles.
const MOST_FINE_CORNERS: u32 = 64;

/// A convex set: a core, known by its farthest points, rounded by a radius.
pub trait Support {
    /// A point of the core farthest along a direction of any length; some point of the core where the direction is zero.
    ///
    /// `hint` is a corner to start looking from, and afterwards the corner that was found; curved cores leave it alone. Any value is
    /// allowed, and the answer's value `direction · point` does not depend on it beyond rounding.
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3;

    /// [`Support::support`] for those who count its rounding: for corners a point whose value may fall short of the largest by up to
    /// 2^-48 times the length of the direction and the reach. Cheaper where many corners are nearly as far, as at the end of every descent.
    fn rough_support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        self.support(direction, hint)
    }

    /// A point of the core, in its interior where it has one.
    fn centre(&self) -> DVec3;

    /// A length that no point of the core is farther from the centre.
    fn reach(&self) -> f64;

    /// How far the shape goes beyond its core.
    fn radius(&self) -> f64 {
        0.0
    }

    /// How many corners the core is the hull of; 0 where it is curved.
    fn corner_count(&self) -> u32 {
        0
    }

    /// The corner of an index below [`Support::corner_count`]; the centre for any other.
    fn corner(&self, _index: u32) -> DVec3 {
        self.centre()
    }

    /// All corners less the centre, in order and eight at a time, the last block filled up with zeros, where the core keeps them so; then
    /// [`Support::rough_support`] falls short by no more than 2^-50 times the length of the direction and the reach.
    fn blocks(&self) -> Option<&[Block]> {
        None
    }

    /// All corners in order, where the core keeps them so; else nothing.
    fn all_corners(&self) -> &[DVec3] {
        &[]
    }

    /// A length by which rounding may keep [`Support::support`] from the farthest point, or off the core; 0 for corners.
    fn support_error(&self) -> f64 {
        if self.corner_count() > 0 { 0.0 } else { 8.0 * f64::EPSILON * (self.centre().length() + self.reach()) }
    }

    /// As [`Support::support`] in double-doubles, off by at most 2^-98 of centre and reach, for a direction of length 1 or so; `None` where
    /// the core is curved and knows doubles only, or has more than 64 corners.
    fn fine_support(&self, direction: &Vector) -> Option<Vector> {
        if self.corner_count() > MOST_FINE_CORNERS {
            return None;
        }
        let corners = (0..self.corner_count()).map(|i| between(self.corner(i), DVec3::ZERO));
        corners.reduce(|best, other| if dot(direction, &other) > dot(direction, &best) { other } else { best })
    }

    /// The section of the core where it is a body of revolution around the z axis of its frame and is known to be; exact.
    fn meridian(&self) -> Option<Meridian> {
        None
    }
}

impl<T: Support + ?Sized> Support for &T {
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        (**self).support(direction, hint)
    }

    fn rough_support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        (**self).rough_support(direction, hint)
    }

    fn centre(&self) -> DVec3 {
        (**self).centre()
    }

    fn reach(&self) -> f64 {
        (**self).reach()
    }

    fn radius(&self) -> f64 {
        (**self).radius()
    }

    fn corner_count(&self) -> u32 {
        (**self).corner_count()
    }

    fn corner(&self, index: u32) -> DVec3 {
        (**self).corner(index)
    }

    fn blocks(&self) -> Option<&[Block]> {
        (**self).blocks()
    }

    fn all_corners(&self) -> &[DVec3] {
        (**self).all_corners()
    }

    fn support_error(&self) -> f64 {
        (**self).support_error()
    }

    fn fine_support(&self, direction: &Vector) -> Option<Vector> {
        (**self).fine_support(direction)
    }

    fn meridian(&self) -> Option<Meridian> {
        (**self).meridian()
    }
}
