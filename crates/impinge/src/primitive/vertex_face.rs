//! A point against the interior of a triangle.

use crate::math::DVec3;

/// The foot of the perpendicular from `p`, if it lies inside the triangle; `None` for a triangle without area.
///
/// It is made from barycentric weights, so it lies in the triangle even where the normal of a sliver is all rounding.
#[must_use]
pub fn vertex_face(p: DVec3, [a, b, c]: [DVec3; 3]) -> Option<DVec3> {
    let n = (b - a).cross(c - a);
    let weight = |from: DVec3, to: DVec3| (to - from).cross(p - from).dot(n);
    let (at_a, at_b, at_c) = (weight(b, c), weight(c, a), weight(a, b));
    let sum = at_a + at_b + at_c;
    (at_a > 0.0 && at_b > 0.0 && at_c > 0.0).then(|| a + (b - a) * (at_b / sum) + (c - a) * (at_c / sum))
}
