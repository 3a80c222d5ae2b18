//! The point nearest to a place, best first down the hierarchy.

use super::centre_hierarchy::ROUNDING;
use super::deformable_spanner::{Spanner, SpannerError};
use super::exact_distance_order::{compare_distances, squared};
use super::resolution_level as level;
use super::spanner_node::{NONE, PointId};
use impinge::math::{DVec3, in_exact_range};
use impinge::priority_queue::{Priority, PriorityQueue};
use std::cmp::Ordering;

/// A point near a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestPoint {
    /// Which one; the lowest index of those equally near.
    pub point: PointId,
    /// How far it is, rounded.
    pub distance: f64,
    /// No point is nearer than this, but for rounding.
    pub lower: f64,
}

impl Spanner {
    /// The point nearest to a place, exactly: the lowest index of the nearest; `None` if there is no point.
    ///
    /// # Errors
    /// The place is not finite or outside the exact range.
    pub fn nearest(&self, to: DVec3) -> Result<Option<NearestPoint>, SpannerError> {
        self.nearest_by_factor(to, 1.0)
    }

    /// A point not farther from a place than `factor` times the nearest; a factor below 1, or not a number, counts as 1.
    ///
    /// # Errors
    /// The place is not finite or outside the exact range.
    pub fn nearest_by_factor(&self, to: DVec3, factor: f64) -> Result<Option<NearestPoint>, SpannerError> {
        if !to.to_array().into_iter().all(in_exact_range) {
            return Err(SpannerError::Point { index: self.tree.nodes.len(), at: to });
        }
        Ok(self.find_nearest(to, NONE, factor.max(1.0)))
    }

    /// The point nearest to one of the points, other than itself; `None` if there is no other.
    ///
    /// # Errors
    /// There is no such point.
    pub fn nearest_to_point(&self, point: PointId) -> Result<Option<NearestPoint>, SpannerError> {
        let at = self.position(point).ok_or(SpannerError::Unknown(point))?;
        Ok(self.find_nearest(at, point.0, 1.0))
    }

    /// Best first: the heap holds points by how near anything below them may be.
    fn find_nearest(&self, to: DVec3, except: u32, factor: f64) -> Option<NearestPoint> {
        let mut best: Option<(u32, f64)> = None;
        let mut heap = PriorityQueue::default();
        let mut left_out = f64::INFINITY; // how near anything may be that was not looked at
        if self.tree.root != NONE {
            let distance = self.tree.node(self.tree.root).at.distance(to);
            heap.push(Bound { lower: 0.0, distance, point: self.tree.root });
        }
        while let Some(Bound { lower, distance, point }) = heap.pop() {
            if best.is_some_and(|(_, nearest)| lower * factor > nearest * ROUNDING) {
                left_out = left_out.min(lower);
                break;
            }
            let node = self.tree.node(point);
            if point != except && best.is_none_or(|(old, _)| self.is_before(to, point, old)) {
                best = Some((point, distance));
            }
            for child in &node.children {
                let child_node = self.tree.node(*child);
                let below = 2.0 * ROUNDING * level::length(child_node.level);
                let distance = squared(child_node.at, to).sqrt();
                let lower = (distance - below).max(0.0) / ROUNDING;
                if best.is_none_or(|(_, nearest)| lower * factor <= nearest * ROUNDING) {
                    heap.push(Bound { lower, distance, point: *child });
                } else {
                    left_out = left_out.min(lower);
                }
            }
        }
        best.map(|(point, distance)| NearestPoint { point: PointId(point), distance, lower: left_out.min(distance) })
    }

    /// Whether a point is nearer than another, or as near with a lower index.
    fn is_before(&self, to: DVec3, point: u32, other: u32) -> bool {
        let order = compare_distances([to, self.tree.node(point).at], [to, self.tree.node(other).at]);
        order == Ordering::Less || (order == Ordering::Equal && point < other)
    }
}

/// A point, and how near anything below it may be.
#[derive(Clone, Copy, Debug)]
struct Bound {
    lower: f64,
    distance: f64,
    point: u32,
}

impl Priority for Bound {
    #[inline]
    fn priority(&self, other: &Self) -> Ordering {
        other.lower.total_cmp(&self.lower).then(other.point.cmp(&self.point))
    }
}
