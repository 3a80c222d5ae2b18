//! How far the points of two triangles that pass through each other may move with that staying so.
//!
//! An edge passes through a face as long as neither of its ends is on the face and it meets no edge of the face: the linking of the ends with the
//! boundary cannot change otherwise. So it goes on until points have moved against each other by the least of these five distances.

use crate::math::DVec3;
use crate::primitive::{edge_edge, vertex_edge, vertex_face};
use crate::triangle_pair::Triangle;

/// An edge that passes through a face.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piercing {
    /// The body whose edge it is, 0 or 1.
    pub body: usize,
    /// Edge `k` of its face, from corner `k` to the next.
    pub edge: usize,
    /// A length; more than 0.
    pub margin: f64,
}

/// The edge of two triangles that passes through the other with the largest margin, if any does beyond doubt.
pub(super) fn piercing(triangles: &[Triangle; 2], slack: f64) -> Option<Piercing> {
    let mut best: Option<Piercing> = None;
    for body in 0..2 {
        let (own, face) = (&triangles[body], &triangles[1 - body]);
        let n = (face[1] - face[0]).cross(face[2] - face[0]);
        let heights = own.map(|p| n.dot(p - face[0]));
        for edge in 0..3 {
            let (h, k) = (heights[edge], heights[(edge + 1) % 3]);
            if (h < 0.0) == (k < 0.0) {
                continue;
            }
            let ends = [own[edge], own[(edge + 1) % 3]];
            let margin = margin(ends, h / (h - k), face) - 4.0 * slack;
            if margin > best.map_or(0.0, |b| b.margin) {
                best = Some(Piercing { body, edge, margin });
            }
        }
    }
    best
}

/// The least of the five distances, if a point of the edge is nearer to the face than that: then it passes through. Else 0.
fn margin(ends: [DVec3; 2], share: f64, face: &Triangle) -> f64 {
    let edges = [0, 1, 2].map(|k| [face[k], face[(k + 1) % 3]]);
    let crossing = ends[0] * (1.0 - share) + ends[1] * share;
    // Around a point outside the face some edge is on the far side.
    let n = (face[1] - face[0]).cross(face[2] - face[0]);
    if edges.iter().any(|[p, q]| (*q - *p).cross(crossing - *p).dot(n) < 0.0) {
        return 0.0;
    }
    let off = vertex_face(crossing, *face).map_or(f64::INFINITY, |foot| foot.distance(crossing));
    let mut least = f64::INFINITY;
    for end in ends {
        least = least.min(vertex_to_face(end, face));
    }
    for edge in edges {
        least = least.min(edge_to_edge(ends, edge));
    }
    if off < least { least - off } else { 0.0 }
}

/// A lower bound on how far a vertex is from a face: along the direction of the closest points found.
fn vertex_to_face(p: DVec3, face: &Triangle) -> f64 {
    along(&[p], face, nearest_on(face, p) - p)
}

/// The point of a triangle that is nearest to another, rounded.
pub(super) fn nearest_on(face: &Triangle, p: DVec3) -> DVec3 {
    let mut nearest = face[0];
    let mut offer = |q: DVec3| {
        if q.distance_squared(p) < nearest.distance_squared(p) {
            nearest = q;
        }
    };
    for k in 0..3 {
        offer(face[k]);
        vertex_edge(p, [face[k], face[(k + 1) % 3]]).into_iter().for_each(&mut offer);
    }
    vertex_face(p, *face).into_iter().for_each(&mut offer);
    nearest
}

/// A lower bound on how far two edges are apart: along the direction of the closest points found.
fn edge_to_edge(a: [DVec3; 2], b: [DVec3; 2]) -> f64 {
    let mut nearest = b[0] - a[0];
    let mut offer = |between: DVec3| {
        if between.length_squared() < nearest.length_squared() {
            nearest = between;
        }
    };
    for i in 0..2 {
        b.iter().for_each(|q| offer(*q - a[i]));
        vertex_edge(a[i], b).into_iter().for_each(|q| offer(q - a[i]));
        vertex_edge(b[i], a).into_iter().for_each(|p| offer(b[i] - p));
    }
    edge_edge(a, b).into_iter().for_each(|[p, q]| offer(q - p));
    along(&a, &b, nearest)
}

/// How far one set of points is ahead of another along a direction; 0 if it has none.
fn along(behind: &[DVec3], ahead: &[DVec3], direction: DVec3) -> f64 {
    let Some(n) = direction.try_normalize() else { return 0.0 };
    let most = behind.iter().map(|p| p.dot(n)).fold(f64::NEG_INFINITY, f64::max);
    let least = ahead.iter().map(|p| p.dot(n)).fold(f64::INFINITY, f64::min);
    least - most
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::Cost;
    use crate::math::random::Random;
    use crate::triangle_pair::{TriangleRelation, relate};

    /// Corners moved by up to half the margin each leave triangles crossing; often, moved farther, they do not.
    #[test]
    fn what_moves_within_the_margin_goes_on_to_cross() {
        let (mut random, cost) = (Random(29), &mut Cost::default());
        let (mut pierced, mut parted) = (0, 0);
        for _ in 0..20_000 {
            let mut triangle = || [random.vector(), random.vector(), random.vector()];
            let triangles = [triangle(), triangle()];
            let Some(Piercing { margin, .. }) = piercing(&triangles, 1e-15) else { continue };
            pierced += 1;
            let mut moved = |by: f64| {
                triangles
                    .map(|t| t.map(|p| p + crate::math::axis_angle::unit(random.vector()).unwrap_or(DVec3::X) * by))
            };
            for _ in 0..4 {
                let [s, t] = moved(0.4999 * margin);
                assert_eq!(relate(&s, &t, cost), TriangleRelation::Crossing, "{triangles:?}");
                let [s, t] = moved(2.0 * margin);
                parted += usize::from(relate(&s, &t, cost) == TriangleRelation::Disjoint);
            }
        }
        assert!(pierced > 1_000 && parted > pierced / 8, "{pierced} {parted}");
    }
}
