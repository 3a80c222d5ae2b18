//! What half-spaces leave of a triangle.

use crate::math::DVec3;
use crate::math::predicates::Triangle;

/// A half-space `normal · (x - point) <= 0`.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfSpace {
    pub point: DVec3,
    pub normal: DVec3,
}

impl HalfSpace {
    /// How far a point is beyond it, negative inside.
    fn height(&self, x: DVec3) -> f64 {
        self.normal.dot(x - self.point)
    }

    /// Whether a point is in it, moved outward by `slack`.
    fn holds(&self, x: DVec3, slack: f64) -> bool {
        self.height(x) - slack <= 0.0
    }
}

/// Room for the corners of a triangle cut by five half-spaces, eight but for rounding.
const MOST_PART_CORNERS: usize = 12;

/// What half-spaces leave of a triangle.
#[derive(Clone, Copy, Debug)]
pub(super) struct FacePart {
    points: [DVec3; MOST_PART_CORNERS],
    count: usize,
}

impl From<Triangle> for FacePart {
    fn from(triangle: Triangle) -> Self {
        let mut part = Self { points: [DVec3::ZERO; MOST_PART_CORNERS], count: 3 };
        part.points[..3].copy_from_slice(&triangle);
        part
    }
}

impl FacePart {
    pub fn points(&self) -> &[DVec3] {
        &self.points[..self.count]
    }

    /// How many corners are not in a half-space moved outward by `slack`.
    pub fn count_beyond(&self, space: &HalfSpace, slack: f64) -> usize {
        self.points().iter().filter(|x| !space.holds(**x, slack)).count()
    }

    /// The part in a half-space moved outward by `slack`.
    pub fn clip(&self, space: &HalfSpace, slack: f64) -> Self {
        let height = |x: DVec3| space.height(x) - slack;
        let mut part = Self { points: [DVec3::ZERO; MOST_PART_CORNERS], count: 0 };
        if self.count > MOST_PART_CORNERS / 2 + 3 {
            return *self;
        }
        let mut push = |x: DVec3| {
            part.points[part.count.min(MOST_PART_CORNERS - 1)] = x;
            part.count = (part.count + 1).min(MOST_PART_CORNERS);
        };
        for i in 0..self.count {
            let (p, q) = (self.points[i], self.points[(i + 1) % self.count]);
            let (at_p, at_q) = (height(p), height(q));
            if at_p <= 0.0 {
                push(p);
            }
            if (at_p <= 0.0) != (at_q <= 0.0) {
                push(p + (q - p) * (at_p / (at_p - at_q)));
            }
        }
        part
    }
}
