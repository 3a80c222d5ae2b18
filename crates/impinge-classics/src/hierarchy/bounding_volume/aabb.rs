//! Axis-aligned boxes as bounding volumes.

use super::{Aabb, BoundingVolume, OrientedFit, RelativePose};
use impinge::math::{DMat3, DVec3};

/// At a pose, separation is looked for along the six face normals. At rest everything is exact.
impl BoundingVolume for Aabb {
    type Tests = RelativePose;

    fn around(points: &[DVec3], _: OrientedFit) -> Self {
        Self::of_points(points)
    }

    fn around_all<'a>(volumes: impl Iterator<Item = &'a Self> + Clone) -> Option<Self> {
        volumes.copied().reduce(Self::joined)
    }

    fn tests(relative: &RelativePose) -> RelativePose {
        *relative
    }

    fn overlap(&self, other: &Self, relative: &RelativePose) -> bool {
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

    fn distance_bound(&self, other: &Self, relative: &RelativePose) -> f64 {
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

    fn carried(&self, relative: &RelativePose) -> Self {
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
        super::orthonormal_frame::longest_first(DMat3::IDENTITY, self.size())
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
