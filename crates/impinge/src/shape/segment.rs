//! A segment.

use super::Support;
use super::direction::moderate;
use super::error::{self, ShapeError};
use super::outward::up;
use crate::math::DVec3;

/// The segment between two points, which may be one; rounded by a radius it is a capsule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment {
    ends: [DVec3; 2],
}

impl Segment {
    /// The segment from `a` to `b`.
    ///
    /// # Errors
    /// A coordinate that is not finite or outside the exact range.
    pub fn try_new(a: DVec3, b: DVec3) -> Result<Self, ShapeError> {
        Ok(Self { ends: [error::point("the first end", a)?, error::point("the second end", b)?] })
    }

    /// Its two ends.
    #[must_use]
    pub fn ends(&self) -> [DVec3; 2] {
        self.ends
    }
}

impl Support for Segment {
    #[inline]
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        let [a, b] = self.ends;
        let second = moderate(direction).dot(b - a) > 0.0;
        *hint = u32::from(second);
        if second { b } else { a }
    }

    fn centre(&self) -> DVec3 {
        let [a, b] = self.ends;
        a + (b - a) * 0.5
    }

    fn reach(&self) -> f64 {
        let centre = self.centre();
        up(self.ends.map(|p| (p - centre).length()).into_iter().fold(0.0, f64::max))
    }

    fn corner_count(&self) -> u32 {
        2
    }

    fn corner(&self, index: u32) -> DVec3 {
        self.ends.get(index as usize).copied().unwrap_or(self.centre())
    }
}
