//! The hull of any points, by what they span.

use super::error::{HullError, validate};
use super::order::spatial;
use super::quickhull::Quickhull;
use super::simplex::{Simplex, simplex};
use super::surface::HullSurface;
use super::{flat, merge};
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
            Simplex::Point => flat::point(),
            Simplex::Segment(ends) => flat::segment(points, ends),
            Simplex::Polygon(axis) => flat::polygon(points, axis),
            Simplex::Solid(corners) => {
                let order = spatial(points, low, size);
                let points: Vec<DVec3> = order.iter().map(|i| points[*i as usize]).collect();
                let corners = corners.map(|c| order.iter().position(|i| *i == c).unwrap_or_default() as u32);
                merge::surface(&Quickhull::of(&points, order, corners, size))
            }
        })
    }
}
