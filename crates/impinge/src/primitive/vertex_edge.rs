//! A point against the interior of a segment.

use crate::math::DVec3;

/// The point of the open segment nearest to `p`, if the nearest point of its line lies in it.
#[must_use]
pub fn vertex_edge(p: DVec3, [a, b]: [DVec3; 2]) -> Option<DVec3> {
    let along = b - a;
    let (t, length) = ((p - a).dot(along), along.length_squared());
    // From the nearer end, so that the foot keeps its precision on long edges.
    (t > 0.0 && t < length)
        .then(|| if 2.0 * t <= length { a + along * (t / length) } else { b - along * ((length - t) / length) })
}
