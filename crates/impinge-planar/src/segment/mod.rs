//! Segments of the plane, exactly.
//!
//! - `intersection`: what two segments share;
//! - `exact_point`: points known exactly: vertices, midpoints and crossings, which are rational;
//! - `closest_point`: the point of a segment that is closest to a point, and how far it is;
//! - `barycentric`: whether two segments share a point, by signs of barycentric coordinates.

pub(crate) mod barycentric;
pub(crate) mod closest_point;
pub(crate) mod exact_point;
pub(crate) mod intersection;

use impinge::math::DVec2;

/// A segment by its ends; they may coincide.
pub(crate) type Segment = [DVec2; 2];

/// Whether a point on the line of a segment lies on the segment.
pub(crate) fn is_between([p, q]: Segment, x: DVec2) -> bool {
    p.min(q).cmple(x).all() && x.cmple(p.max(q)).all()
}
