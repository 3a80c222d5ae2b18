//! What can be asked of every shape whose form is known: its mass, its bounds, its closest points, the rays that meet it.

use super::bounding_box;
use super::closest_point::Closest;
use super::mass_properties::MassProperties;
use super::ray::{Ray, RayHit};
use super::support::Support;
use crate::bound::Aabb;
use crate::math::{DVec3, Pose};

/// A shape whose form is known, not only its farthest points. Everything is in its local frame and about the whole shape, its radius
/// included.
///
/// Points are expected in the exact range. Lengths are off by a few units in the last place of the largest of the coordinates of the
/// point, and of the shape. No shape contains a point that is not finite; other answers about such a point mean nothing.
pub trait Solid: Support {
    /// Volume, centroid and inertia of the shape rounded by a further length of zero or more.
    ///
    /// `None` where there is no closed form: an ellipsoid rounded by more than zero.
    fn mass_rounded(&self, by: f64) -> Option<MassProperties>;

    /// Volume, centroid and inertia; `None` as for [`Solid::mass_rounded`].
    fn mass(&self) -> Option<MassProperties> {
        self.mass_rounded(0.0)
    }

    /// The smallest box around the shape, rounded outward.
    fn bounds(&self) -> Aabb {
        bounding_box::at_rest(self)
    }

    /// The smallest box around the shape at a pose, in frame A, rounded outward.
    fn bounds_at(&self, a_from_b: &Pose) -> Aabb {
        bounding_box::at(self, a_from_b)
    }

    /// The point of the boundary nearest to a point.
    fn closest_point(&self, p: DVec3) -> Closest;

    /// The distance of a point from the shape; 0 inside.
    fn distance(&self, p: DVec3) -> f64 {
        self.closest_point(p).distance.max(0.0)
    }

    /// Whether a point is inside the shape or on its boundary.
    ///
    /// Exact for all but rounded shapes, which ask whether the distance is at most their radius.
    fn contains(&self, p: DVec3) -> bool;

    /// Where a ray first meets the shape.
    fn cast_ray(&self, ray: &Ray) -> Option<RayHit> {
        ray.cast_by_planes(self)
    }
}
