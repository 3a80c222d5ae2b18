//! How far apart two convex shapes are, and where: the answer of distance queries.

use super::closest_feature_vertices::FeatureCorners;
use crate::bounded::Bounded;
use crate::math::{DVec3, Pose};

/// Work counters of a distance query.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GjkSteps {
    /// Steps in doubles: two support points and a simplex each.
    pub plain: u32,
    /// Scans over all corners in double-doubles.
    pub refined: u32,
    /// Steps in integers.
    pub exact: u32,
}

/// How far apart two convex shapes are, and where.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Separation {
    /// The distance; 0 where they meet, or minus the depth where it is signed.
    pub distance: Bounded,
    /// A closest point of A and of B, in A's frame; where they meet, a point that both have, up to rounding. Where the distance is signed, the
    /// second is the first moved by it along the axis, up to rounding; of curved cores points nearby.
    pub points: [DVec3; 2],
    /// The unit direction from A to B, in A's frame; `None` where they meet. Where the distance is signed, the direction in which B leaves A by
    /// the depth.
    pub axis: Option<DVec3>,
    /// The corners of A and B that the closest points of the cores lie between; none for a curved core.
    pub features: [FeatureCorners; 2],
    /// Work counters.
    pub steps: GjkSteps,
}

impl Separation {
    /// For A the second: the axis from second to first is from A to B already.
    pub(super) fn swapped(mut self, a_from_b: &Pose) -> Self {
        self.points.reverse();
        self.features.reverse();
        if !a_from_b.is_identity() {
            self.points = self.points.map(|p| a_from_b.transform_point(p));
            self.axis = self.axis.map(|v| a_from_b.transform_vector(v));
        }
        self
    }

    /// Shapes that share a point.
    pub(super) fn meeting(points: [DVec3; 2], steps: GjkSteps) -> Self {
        Self { distance: Bounded::exact(0.0), points, axis: None, features: [FeatureCorners::default(); 2], steps }
    }
}
