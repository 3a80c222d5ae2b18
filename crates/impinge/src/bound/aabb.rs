//! The axis-aligned box. Corners are copied from the points it bounds, never computed, so it bounds them exactly.

use crate::math::DVec3;

/// All points `p` with `min <= p <= max` in every coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Aabb {
    /// Lowest coordinates.
    pub min: DVec3,
    /// Highest coordinates.
    pub max: DVec3,
}

impl Aabb {
    /// The box of no points; it overlaps nothing, and joining it changes nothing.
    pub const EMPTY: Self = Self { min: DVec3::INFINITY, max: DVec3::NEG_INFINITY };

    /// The smallest box around some points.
    #[must_use]
    #[inline]
    pub fn of_points(points: &[DVec3]) -> Self {
        points.iter().fold(Self::EMPTY, |bounds, p| bounds.including(*p))
    }

    /// The smallest box around this one and a point.
    #[must_use]
    #[inline]
    pub fn including(self, p: DVec3) -> Self {
        Self { min: self.min.min(p), max: self.max.max(p) }
    }

    /// The smallest box around both.
    #[must_use]
    #[inline]
    pub fn joined(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Whether the closed boxes share a point.
    #[must_use]
    #[inline]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// The vector of gaps per axis; zero along axes where the boxes overlap.
    #[must_use]
    #[inline]
    pub fn gap(&self, other: &Self) -> DVec3 {
        (other.min - self.max).max(self.min - other.max).max(DVec3::ZERO)
    }

    /// The middle, rounded.
    #[must_use]
    #[inline]
    pub fn centre(&self) -> DVec3 {
        self.min + (self.max - self.min) * 0.5
    }

    /// Edge lengths, rounded.
    #[must_use]
    #[inline]
    pub fn size(&self) -> DVec3 {
        self.max - self.min
    }

    /// Half the surface area: what the surface area heuristic weighs; zero for the empty box.
    #[must_use]
    #[inline]
    pub fn half_area(&self) -> f64 {
        let d = self.size().max(DVec3::ZERO);
        d.x * d.y + d.y * d.z + d.z * d.x
    }

    /// Largest magnitude of any coordinate.
    #[must_use]
    #[inline]
    pub fn largest_coordinate(&self) -> f64 {
        self.min.abs().max(self.max.abs()).max_element()
    }
}
