//! A point against the interior of a triangle.

use crate::math::DVec3;

/// The foot of the perpendicular from `p`, if it lies inside the triangle; `None` for a triangle without area.
#[must_use]
pub fn vertex_face(p: DVec3, [a, b, c]: [DVec3; 3]) -> Option<DVec3> {
    let n = (b - a).cross(c - a);
    let inside = |from: DVec3, to: DVec3| (to - from).cross(p - from).dot(n) > 0.0;
    (inside(a, b) && inside(b, c) && inside(c, a)).then(|| p - n * ((p - a).dot(n) / n.length_squared()))
}
