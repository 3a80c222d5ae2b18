//! The interiors of two segments against each other.

use crate::math::DVec3;

/// The points of two open segments nearest to each other, if those of their lines lie in both; `None` for parallels.
#[must_use]
pub fn edge_edge([p, q]: [DVec3; 2], [r, s]: [DVec3; 2]) -> Option<[DVec3; 2]> {
    let (u, v, between) = (q - p, s - r, r - p);
    // p + su and r + tv differ by a multiple of n = u × v; Cramer's rule on between = su - tv + kn.
    let n = u.cross(v);
    let scale = n.length_squared();
    let (on_u, on_v) = (between.cross(v).dot(n), between.cross(u).dot(n));
    let inside = |t: f64| t > 0.0 && t < scale;
    (inside(on_u) && inside(on_v)).then(|| [p + u * (on_u / scale), r + v * (on_v / scale)])
}
