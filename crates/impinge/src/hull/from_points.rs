//! The hull of any points, by what they span.

use super::error::{HullError, validate};
use super::half_edges::HullSurface;
use super::initial_simplex::{Simplex, simplex};
use super::quickhull::Quickhull;
use super::spatial_order::spatial;
use super::{coplanar_merge, degenerate};
use crate::math::DVec3;

impl HullSurface {
    /// The hull of points.
    ///
    /// # Errors
    /// There must be points, all finite and in the exact range.
    pub fn try_new(points: &[DVec3]) -> Result<Self, HullError> {
        validate(points)?;
        let (low, high) = points.iter().fold((points[0], points[0]), |(low, high), p| (low.min(*p), high.max(*p)));
        let size = high - low;
        Ok(match simplex(points, size) {
            Simplex::Point => degenerate::point(),
            Simplex::Segment(ends) => degenerate::segment(points, ends),
            Simplex::Polygon(axis) => degenerate::polygon(points, axis),
            Simplex::Solid(corners) => {
                let order = spatial(points, low, size);
                let points: Vec<DVec3> = order.iter().map(|i| points[*i as usize]).collect();
                let corners = corners.map(|c| order.iter().position(|i| *i == c).unwrap_or_default() as u32);
                coplanar_merge::surface(&Quickhull::build(&points, order, corners, size))
            }
        })
    }
}
