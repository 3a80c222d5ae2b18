//! The axis-aligned rectangle. Corners are copied from the points it bounds, never computed, so it bounds them exactly.

use impinge::math::DVec2;

/// All points `p` with `min <= p <= max` in both coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rect {
    /// Lowest coordinates.
    pub min: DVec2,
    /// Highest coordinates.
    pub max: DVec2,
}

impl Rect {
    /// The rectangle of no points; it overlaps nothing, and joining it changes nothing.
    pub const EMPTY: Self = Self { min: DVec2::INFINITY, max: DVec2::NEG_INFINITY };

    /// The smallest rectangle around some points.
    #[must_use]
    pub fn from_points(points: &[DVec2]) -> Self {
        points.iter().fold(Self::EMPTY, |bounds, p| bounds.including(*p))
    }

    /// The smallest rectangle around this one and a point.
    #[must_use]
    pub fn including(self, p: DVec2) -> Self {
        Self { min: self.min.min(p), max: self.max.max(p) }
    }

    /// The smallest rectangle around both.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Whether the closed rectangles share a point.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// Whether a point lies in the closed rectangle.
    #[must_use]
    pub fn contains(&self, p: DVec2) -> bool {
        self.min.cmple(p).all() && p.cmple(self.max).all()
    }

    /// The middle, rounded.
    #[must_use]
    pub fn centre(&self) -> DVec2 {
        self.min + (self.max - self.min) * 0.5
    }

    /// Edge lengths, rounded.
    #[must_use]
    pub fn size(&self) -> DVec2 {
        self.max - self.min
    }

    /// Largest magnitude of any coordinate.
    #[must_use]
    pub fn largest_coordinate(&self) -> f64 {
        self.min.abs().max(self.max.abs()).max_element()
    }
}
