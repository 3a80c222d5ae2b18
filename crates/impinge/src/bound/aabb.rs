//! The axis-aligned box. Corners are copied from the points it bounds, never computed, so it bounds them exactly.

use super::{Bound, Fit, Relative};
use crate::math::{DMat3, DVec3};

/// All points `p` with `min <= p <= max` in every coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
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
    pub fn of_points(points: &[DVec3]) -> Self {
        points.iter().fold(Self::EMPTY, |bounds, p| bounds.including(*p))
    }

    /// The smallest box around this one and a point.
    #[must_use]
    pub fn including(self, p: DVec3) -> Self {
        Self { min: self.min.min(p), max: self.max.max(p) }
    }

    /// The smallest box around both.
    #[must_use]
    pub fn joined(self, other: Self) -> Self {
        Self { min: self.min.min(other.min), max: self.max.max(other.max) }
    }

    /// Whether the closed boxes share a point.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.min.cmple(other.max).all() && other.min.cmple(self.max).all()
    }

    /// The vector of gaps per axis; zero along axes where the boxes overlap.
    #[must_use]
    pub fn gap(&self, other: &Self) -> DVec3 {
        (other.min - self.max).max(self.min - other.max).max(DVec3::ZERO)
    }

    /// The middle, rounded.
    #[must_use]
    pub fn centre(&self) -> DVec3 {
        self.min + (self.max - self.min) * 0.5
    }

    /// Edge lengths, rounded.
    #[must_use]
    pub fn size(&self) -> DVec3 {
        self.max - self.min
    }

    /// Half the surface area: what the surface area heuristic weighs; zero for the empty box.
    #[must_use]
    pub fn half_area(&self) -> f64 {
        let d = self.size().max(DVec3::ZERO);
        d.x * d.y + d.y * d.z + d.z * d.x
    }

    /// Largest magnitude of any coordinate.
    #[must_use]
    pub fn largest_coordinate(&self) -> f64 {
        self.min.abs().max(self.max.abs()).max_element()
    }
}

/// At a pose, separation is looked for along the six face normals. At rest everything is exact.
impl Bound for Aabb {
    type Tests = Relative;

    fn around(points: &[DVec3], _: Fit) -> Self {
        Self::of_points(points)
    }

    fn around_all<'a>(volumes: impl Iterator<Item = &'a Self> + Clone) -> Option<Self> {
        volumes.copied().reduce(Self::joined)
    }

    fn tests(relative: &Relative) -> Relative {
        *relative
    }

    fn overlap(&self, other: &Self, relative: &Relative) -> bool {
        if !relative.moves {
            return self.overlaps(other);
        }
        let (half_a, half_b) = (self.size() * 0.5, other.size() * 0.5);
        let between = relative.roughly(other.centre()) - self.centre();
        let reach = half_a + relative.rotation_abs * half_b + DVec3::splat(relative.slack());
        if between.abs().cmpgt(reach).any() {
            return false;
        }
        let along_b = relative.rotation.transpose() * between;
        let room = relative.slack() + relative.shear * half_b.element_sum();
        let reach = half_b + relative.rotation_abs.transpose() * half_a + DVec3::splat(room);
        !along_b.abs().cmpgt(reach).any()
    }

    fn distance_bound(&self, other: &Self, relative: &Relative) -> f64 {
        if !relative.moves {
            return relative.shortened(self.gap(other).length());
        }
        let (half_a, half_b) = (self.size() * 0.5, other.size() * 0.5);
        let between = relative.roughly(other.centre()) - self.centre();
        let in_a = between.abs() - (half_a + relative.rotation_abs * half_b);
        let along_b = relative.rotation.transpose() * between;
        let reach = half_b + relative.rotation_abs.transpose() * half_a;
        let in_b = along_b.abs() - (reach + DVec3::splat(relative.shear * half_b.element_sum()));
        let in_b = in_b.max(DVec3::ZERO).length() / relative.stretch;
        relative.shortened(in_a.max(DVec3::ZERO).length().max(in_b))
    }

    fn carried(&self, relative: &Relative) -> Self {
        if !relative.moves {
            return *self;
        }
        let centre = relative.roughly(self.centre());
        let half = relative.rotation_abs * (self.size() * 0.5) + DVec3::splat(relative.slack());
        Self { min: centre - half, max: centre + half }
    }

    fn may_meet(&self, triangle: &[DVec3; 3], margin: f64) -> bool {
        let bounds = Self::of_points(triangle);
        self.overlaps(&Self { min: bounds.min - DVec3::splat(margin), max: bounds.max + DVec3::splat(margin) })
    }

    fn axes(&self) -> Vec<DVec3> {
        super::frame::longest_first(DMat3::IDENTITY, self.size())
    }

    fn centre(&self) -> DVec3 {
        Self::centre(self)
    }

    fn half_diagonal(&self) -> f64 {
        self.size().length() * 0.5
    }

    fn area(&self) -> f64 {
        2.0 * self.half_area()
    }

    fn volume(&self) -> f64 {
        let size = self.size().max(DVec3::ZERO);
        size.x * size.y * size.z
    }
}
