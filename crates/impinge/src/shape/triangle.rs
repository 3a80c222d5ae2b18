//! A triangle.

use super::Support;
use super::direction::moderate;
use super::error::{self, ShapeError};
use super::outward::up;
use crate::math::DVec3;

/// A triangle, which may be a segment or a point; it has two sides and no inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle {
    corners: [DVec3; 3],
}

impl Triangle {
    /// The triangle of three corners.
    ///
    /// # Errors
    /// A coordinate that is not finite or outside the exact range.
    pub fn try_new(corners: [DVec3; 3]) -> Result<Self, ShapeError> {
        const NAMES: [&str; 3] = ["the first corner", "the second corner", "the third corner"];
        for (name, corner) in NAMES.into_iter().zip(corners) {
            error::point(name, corner)?;
        }
        Ok(Self { corners })
    }

    /// Its three corners.
    #[must_use]
    pub fn corners(&self) -> [DVec3; 3] {
        self.corners
    }
}

impl Support for Triangle {
    #[inline]
    fn support(&self, direction: DVec3, hint: &mut u32) -> DVec3 {
        let [a, b, c] = self.corners;
        let d = moderate(direction);
        // Differences from one corner: far from the origin they keep the digits that tell corners apart.
        let (to_b, to_c) = (d.dot(b - a), d.dot(c - a));
        let (best, at, index) = if to_b > 0.0 { (b, to_b, 1) } else { (a, 0.0, 0) };
        let (best, index) = if to_c > at { (c, 2) } else { (best, index) };
        *hint = index;
        best
    }

    fn centre(&self) -> DVec3 {
        let [a, b, c] = self.corners;
        a + ((b - a) + (c - a)) / 3.0
    }

    fn reach(&self) -> f64 {
        let centre = self.centre();
        up(self.corners.map(|p| (p - centre).length()).into_iter().fold(0.0, f64::max))
    }

    fn corner_count(&self) -> u32 {
        3
    }

    fn corner(&self, index: u32) -> DVec3 {
        self.corners.get(index as usize).copied().unwrap_or(self.centre())
    }
}
