//! An order of points by their coordinates, and of lists of points: what makes an answer independent of which body is asked first.
//!
//! Numbers are compared by `total_cmp`, so two lists are equal only if all bits are.

use super::DVec3;
use std::cmp::Ordering;

/// By x, then y, then z.
#[must_use]
#[inline]
pub fn compare_points(p: DVec3, q: DVec3) -> Ordering {
    p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)).then(p.z.total_cmp(&q.z))
}

/// The order of the first points that differ; equal if one list is the beginning of the other.
#[must_use]
pub fn compare_each(p: impl IntoIterator<Item = DVec3>, q: impl IntoIterator<Item = DVec3>) -> Ordering {
    let unequal = p.into_iter().zip(q).map(|(p, q)| compare_points(p, q)).find(|order| order.is_ne());
    unequal.unwrap_or(Ordering::Equal)
}
