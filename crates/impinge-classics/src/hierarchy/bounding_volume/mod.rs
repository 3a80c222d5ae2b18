//! Bounding volumes of hierarchies, compared at a relative pose.
//!
//! [`BoundingVolume`] is what a hierarchy needs of a volume. All volumes are conservative, rounding included: a volume holds its points, volumes
//! that share a point of their bodies always overlap, and no bound on a distance exceeds the distance. [`RelativePose`] has the argument.
//!
//! - `aabb`, `sphere`: the engine's own boxes and spheres as bounding volumes
//! - `obb`, `obb_fit`: oriented boxes, and their orientation from moments
//! - `kdop`, `kdop_area_volume`: k-DOPs, and their measures
//! - `rss`: rectangle swept spheres
//! - `orthonormal_frame`: frames of oriented volumes
//! - `relative_pose`: the pose of the second body, with the slack that rounding needs
//!
//! Not part of the public interface: public for the tests of this crate.

mod aabb;
mod kdop;
mod kdop_area_volume;
mod obb;
mod obb_fit;
mod orthonormal_frame;
mod relative_pose;
mod rss;
mod sphere;

pub use impinge::bound::{Aabb, Sphere};
pub use kdop::{Kdop, Kdop14, Kdop18, Kdop26, Realigned};
pub use obb::Obb;
pub use obb_fit::OrientedFit;
pub(super) use obb_fit::scaled_covariance;
pub use relative_pose::RelativePose;
pub use rss::Rss;

use impinge::math::DVec3;
use std::fmt::Debug;

/// A bounding volume of one kind.
pub trait BoundingVolume: Clone + Debug + Send + Sync + 'static {
    /// What tests between two volumes of this kind need to know about a relative pose; made once for each query.
    type Tests;

    /// A volume around some points, oriented by the fit where volumes of this kind have an orientation.
    fn around(points: &[DVec3], fit: OrientedFit) -> Self;

    /// A volume around some volumes of its own kind; `None` for kinds whose axes differ from volume to volume.
    fn around_all<'a>(_: impl Iterator<Item = &'a Self> + Clone) -> Option<Self> {
        None
    }

    /// The tests at one relative pose.
    fn tests(relative: &RelativePose) -> Self::Tests;

    /// Whether this volume and one of the second body may share a point: never false where their bodies do.
    fn overlap(&self, other: &Self, tests: &Self::Tests) -> bool;

    /// A lower bound, perhaps negative, on the distance of what is in this volume from what is in a volume of the second body.
    fn distance_bound(&self, other: &Self, tests: &Self::Tests) -> f64;

    /// This volume of the second body in the frame of the first: one of the same kind around everything in it.
    fn carried(&self, tests: &Self::Tests) -> Self;

    /// Whether a triangle in the volume's frame, its coordinates known within a margin, may share a point with it.
    fn may_meet(&self, triangle: &[DVec3; 3], margin: f64) -> bool;

    /// The directions of the volume's own sides, the longest first; none for a sphere.
    fn axes(&self) -> Vec<DVec3>;

    /// A point in the middle.
    fn centre(&self) -> DVec3;

    /// A length that grows with the volume: from its middle to its corners.
    fn half_diagonal(&self) -> f64;

    /// The area of its surface, rounded.
    fn area(&self) -> f64;

    /// What it encloses, rounded.
    fn volume(&self) -> f64;
}
