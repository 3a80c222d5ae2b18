//! What the convex algorithms ask of a shape. A shape is a core and a radius: every point within the radius of the core.
//!
//! A core is either the hull of finitely many corners, and then everything about it can be decided exactly, or curved, and then
//! it is known by its farthest points up to their rounding.

use super::revolution_profile::RevolutionProfile;
use super::support_scan::CornerBlock;
use crate::math::DVec3;
use crate::math::double_double::{Vector, between, dot};

/// Corners up to which all are looked at in double-doubles.
const MOST_FINE_CORNERS: u32 = 64;

/// A convex set: a core, known by its farthest points (a support function), rounded by a radius.
///
/// Four methods make a shape of your own. Its core counts as curved: answers about it carry bounds. Hulls of points are exact as
/// [`super::Polytope`].
///
/// ```
/// use impinge::convex;
/// use impinge::math::{DVec3, Pose};
/// use impinge::shape::{Cuboid, Support};
///
/// /// A disc of radius 2 in the plane z = 0.
/// struct Disc;
///
/// impl Support for Disc {
///     fn support(&self, direction: DVec3, _hint: &mut u32) -> DVec3 {
///         direction.with_z(0.0).normalize_or_zero() * 2.0
///     }
///     fn centre(&self) -> DVec3 {
///         DVec3::ZERO
///     }
///     fn reach(&self) -> f64 {
///         2.0
///     }
/// }
///
/// let cube = Cuboid::try_new(DVec3::ONE)?;
/// let aside = Pose::from_translation(DVec3::new(4.0, 0.0, 0.0))?;
/// assert!((convex::distance(&Disc, &cube, &aside).distance.value - 1.0).abs() < 1e-9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Support {
    /// A point of the core farthest along a direction of any length; some point of the core where the direction is zero.
    ///
    /// `hint` is a corner to start looking from, and afterwards the corner that was found; curved cores leave it alone. Any value is
    /// allowed, and the answer's value `direction · point` does not depend on it beyond rounding.
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3;

    /// A point of the core, in its interior where it has one.
    fn centre(&self) -> DVec3;

    /// An upper bound on the distance of the core's points from the centre.
    fn reach(&self) -> f64;

    /// How far the shape goes beyond its core.
    fn radius(&self) -> f64 {
        0.0
    }

    // What follows is not part of the public interface: what the shapes of this workspace know about their cores beyond farthest points.
    // A shape that has the core of another forwards all of it by `forward_core!`.

    /// How many corners the core is the hull of; 0 where it is curved.
    #[doc(hidden)]
    fn corner_count(&self) -> u32 {
        0
    }

    /// The corner of an index below [`Support::corner_count`]; the centre for any other.
    #[doc(hidden)]
    fn corner(&self, _index: u32) -> DVec3 {
        self.centre()
    }

    /// All corners in order, where the core keeps them so; else nothing.
    #[doc(hidden)]
    fn all_corners(&self) -> &[DVec3] {
        &[]
    }

    /// All corners less the centre, in order and eight at a time, the last block filled up with zeros, where the core keeps them so; then
    /// [`Support::rough_support`] falls short by no more than 2^-50 times the length of the direction and the reach.
    #[doc(hidden)]
    fn corner_blocks(&self) -> Option<&[CornerBlock]> {
        None
    }

    /// [`Support::support`] for callers that count its rounding: for corners a point whose value may fall short of the largest by up to
    /// 2^-48 times the length of the direction and the reach. Cheaper where many corners are nearly as far, as at the end of every descent.
    #[doc(hidden)]
    fn rough_support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        self.support(direction, hint)
    }

    /// A length by which rounding may keep [`Support::support`] from the farthest point, or off the core; 0 for corners.
    #[doc(hidden)]
    fn support_error(&self) -> f64 {
        if self.corner_count() > 0 { 0.0 } else { 8.0 * f64::EPSILON * (self.centre().length() + self.reach()) }
    }

    /// As [`Support::support`] in double-doubles, off by at most 2^-98 of centre and reach, for a direction of length 1 or so; `None` where
    /// the core is curved and knows doubles only, or has more than 64 corners.
    #[doc(hidden)]
    fn fine_support(&self, direction: &Vector) -> Option<Vector> {
        if self.corner_count() > MOST_FINE_CORNERS {
            return None;
        }
        let corners = (0..self.corner_count()).map(|i| between(self.corner(i), DVec3::ZERO));
        corners.reduce(|best, other| if dot(direction, &other) > dot(direction, &best) { other } else { best })
    }

    /// The profile of the core, exact, where it is known to be a body of revolution around the z axis of its frame.
    #[doc(hidden)]
    fn revolution_profile(&self) -> Option<RevolutionProfile> {
        None
    }
}

/// The hidden methods of [`Support`] for a shape that has the core of another: `forward_core!(self => self.shape);`.
macro_rules! forward_core {
    ($self:ident => $core:expr) => {
        #[inline]
        fn corner_count(&$self) -> u32 {
            $core.corner_count()
        }

        #[inline]
        fn corner(&$self, index: u32) -> $crate::math::DVec3 {
            $core.corner(index)
        }

        #[inline]
        fn all_corners(&$self) -> &[$crate::math::DVec3] {
            $core.all_corners()
        }

        #[inline]
        fn corner_blocks(&$self) -> Option<&[$crate::shape::CornerBlock]> {
            $core.corner_blocks()
        }

        #[inline]
        fn rough_support(&$self, direction: $crate::math::DVec3, hint: &mut u32) -> $crate::math::DVec3 {
            $core.rough_support(direction, hint)
        }

        #[inline]
        fn support_error(&$self) -> f64 {
            $core.support_error()
        }

        fn fine_support(
            &$self,
            direction: &$crate::math::double_double::Vector,
        ) -> Option<$crate::math::double_double::Vector> {
            $core.fine_support(direction)
        }

        fn revolution_profile(&$self) -> Option<$crate::shape::RevolutionProfile> {
            $core.revolution_profile()
        }
    };
}

pub(crate) use forward_core;

impl<T: Support + ?Sized> Support for &T {
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        (**self).support(direction, hint)
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

    forward_core!(self => (**self));
}
