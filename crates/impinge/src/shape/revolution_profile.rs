//! The section of a body of revolution, so that pairs around parallel axes can be measured in the plane.

use crate::math::DVec2;

/// A core that is a body of revolution around the z axis of its frame: the hull of two circles, and a ball added to it.
///
/// A cylinder is the hull of its two rims, a cone that of its rim and its apex, a disc that of one circle twice.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RevolutionProfile {
    /// The radius and the height z of each circle; the radius is not negative.
    pub circles: [DVec2; 2],
    /// The radius of the ball.
    pub ball: f64,
}

impl RevolutionProfile {
    /// The hull of two circles, each a radius and a height.
    #[must_use]
    pub fn from_circles(circles: [DVec2; 2]) -> Self {
        Self { circles, ball: 0.0 }
    }
}
