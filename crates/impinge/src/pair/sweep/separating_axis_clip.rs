//! When two convex sets that move straight may come near each other: what separating directions leave of a slice of time.
//!
//! Along a direction the gap of two sets whose points all move straight is at least the one that is linear between the gaps at both ends: the least of
//! linear functions is concave. So a gap at both ends is one all the time, and a gap at one end lasts until the line says otherwise.

use super::moving_body::PartShape;
use super::moving_pair::SweptPart;
use crate::feature::TriangleFeature;
use crate::math::DVec3;
use crate::triangle_pair::{Triangle, TriangleDistance};

/// How far a share of a slice is moved outward, for the roundings of a quotient.
const SHARE_ROUNDING: f64 = 4.0 * f64::EPSILON;

/// Directions shorter than this (in the unit of the pair) are not asked: their length could underflow.
const SHORTEST: f64 = 1e-100;

/// What is left of a slice, as shares of it from 0 to 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct AxisClip<'a> {
    sets: [&'a SweptPart; 2],
    /// How near counts (a length), with all that sets stray and rounding may do.
    near: f64,
    pub left: [f64; 2],
}

impl<'a> AxisClip<'a> {
    pub fn new(a: &'a SweptPart, b: &'a SweptPart, near: f64) -> Self {
        Self { sets: [a, b], near: near + a.stray + b.stray, left: [0.0, 1.0] }
    }

    /// Whether nothing is left.
    pub fn is_free(&self) -> bool {
        self.left[0] > self.left[1]
    }

    /// Takes off when a direction separates the sets; any length will do. Whether they are free of each other now.
    #[inline]
    pub fn by(&mut self, n: DVec3) -> bool {
        let [a, b] = self.sets;
        let length = n.length();
        if length < SHORTEST {
            return self.is_free();
        }
        let near = self.near * length;
        let reach = |k: usize| (a.ends[k].reach(n), b.ends[k].reach(n));
        let ((a0, b0), (a1, b1)) = (reach(0), reach(1));
        self.take_off(b0[0] - a0[1] - near, b1[0] - a1[1] - near)
            || self.take_off(a0[0] - b0[1] - near, a1[0] - b1[1] - near)
    }

    /// Takes off when a linear function is positive.
    #[inline]
    fn take_off(&mut self, start: f64, end: f64) -> bool {
        if start > 0.0 && end > 0.0 {
            self.left = [1.0, 0.0];
            return true;
        }
        if start > 0.0 {
            self.left[0] = self.left[0].max(start / (start - end) - SHARE_ROUNDING);
        } else if end > 0.0 {
            self.left[1] = self.left[1].min(start / (start - end) + SHARE_ROUNDING);
        }
        self.is_free()
    }

    /// Takes off what the line between centres and the faces of boxes, or the planes of triangles, tell. Whether the sets are free of each other now.
    pub fn by_faces(&mut self) -> bool {
        let [a, b] = self.sets;
        let between = |k: usize| b.ends[k].centre() - a.ends[k].centre();
        if self.by(between(0)) || self.by(between(1)) {
            return true;
        }
        [a, b].into_iter().any(|set| match set.ends[0] {
            PartShape::Box { arms, .. } => arms.into_iter().any(|arm| self.by(arm)),
            PartShape::Triangle([p, q, r]) => self.by((q - p).cross(r - p)),
        })
    }

    /// Takes off what directions across an edge of each box tell.
    pub fn by_edges(&mut self) -> bool {
        let [PartShape::Box { arms: a, .. }, PartShape::Box { arms: b, .. }] = self.sets.map(|set| set.ends[0]) else {
            return false;
        };
        a.into_iter().any(|u| b.into_iter().any(|v| self.by(u.cross(v))))
    }

    /// What is left, as a window of time in the slice.
    pub fn window(&self, [from, until]: [f64; 2]) -> [f64; 2] {
        let at = |share: f64| from + (until - from) * share;
        let [start, end] = self.left;
        // Rounded outward: the share has room for a quotient, the sum may round the other way once.
        [
            if start <= 0.0 { from } else { at(start).next_down().max(from) },
            if end >= 1.0 { until } else { at(end).next_up().min(until) },
        ]
    }
}

/// The direction between the closest points of two triangles, by the features they lie on: the difference of the points alone is too short to tell it
/// well, and a slight slant matters along an edge.
pub(super) fn direction(closest: &TriangleDistance, triangles: &[Triangle; 2]) -> DVec3 {
    use TriangleFeature::{Edge, Face, Vertex};
    let edge = |k: usize, i: u8| triangles[k][(usize::from(i) + 1) % 3] - triangles[k][usize::from(i) % 3];
    let normal = |k: usize| edge(k, 0).cross(edge(k, 1));
    let between = (closest.points[1] - closest.points[0]).normalize_or_zero();
    let across = |along: DVec3| {
        let along = along.normalize_or_zero();
        between - along * along.dot(between)
    };
    let found = match closest.features {
        [Vertex(_), Vertex(_)] | [Edge(_), Face] | [Face, Edge(_) | Face] => between,
        [Vertex(_), Edge(i)] => across(edge(1, i)),
        [Edge(i), Vertex(_)] => across(edge(0, i)),
        [Vertex(_), Face] => normal(1),
        [Face, Vertex(_)] => normal(0),
        [Edge(i), Edge(j)] => edge(0, i).cross(edge(1, j)),
    };
    found.try_normalize().unwrap_or(between)
}

/// How far apart two sets are along a direction of any length, at least; negative if it does not separate them.
pub(super) fn gap(a: &PartShape, b: &PartShape, n: DVec3) -> f64 {
    let length = n.length();
    if length < SHORTEST {
        return f64::NEG_INFINITY;
    }
    let ([a0, a1], [b0, b1]) = (a.reach(n), b.reach(n));
    (b0 - a1).max(a0 - b1) / length
}

/// How far apart two sets are, at least, by the same directions, until that is more than `enough`; 0 if none separates them.
pub(super) fn distance_bound(a: &PartShape, b: &PartShape, enough: f64) -> f64 {
    let mut best = gap(a, b, b.centre() - a.centre()).max(0.0);
    let mut is_enough = |n: DVec3| {
        best = best.max(gap(a, b, n));
        best > enough
    };
    let of_faces = |shape: &PartShape, is_enough: &mut dyn FnMut(DVec3) -> bool| match shape {
        PartShape::Box { arms, .. } => arms.iter().any(|arm| is_enough(*arm)),
        PartShape::Triangle([p, q, r]) => is_enough((*q - *p).cross(*r - *p)),
    };
    let is_done = of_faces(a, &mut is_enough) || of_faces(b, &mut is_enough);
    if !is_done && let (PartShape::Box { arms: u, .. }, PartShape::Box { arms: v, .. }) = (a, b) {
        let _ = u.iter().any(|u| v.iter().any(|v| is_enough(u.cross(*v))));
    }
    best
}
