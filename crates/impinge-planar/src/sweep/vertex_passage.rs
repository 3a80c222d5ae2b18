//! The angles at which a vertex that turns about a centre passes an edge that rests.
//!
//! A vertex v with the arm r = v - c, turned by θ, is at v + sin θ r⊥ - (1 - cos θ) r. Over the line through a along w it is at the height
//! g(θ) = g₀ + P sin θ - Q (1 - cos θ), with g₀ = w × (v - a), P = w · r, Q = w × r. With t = tan θ/2 that is zero where (g₀ - 2 Q) t² + 2 P t + g₀ = 0, so
//! t = (-P ± √D) / (g₀ - 2 Q) = g₀ / (-P ∓ √D), D = P² + g₀ (2 Q - g₀); of both quotients the one without cancellation is taken. Along w the vertex is
//! then at h(θ) = w · (v - a) - Q sin θ - P (1 - cos θ), which also is ±√D - w · (a - c). Differences are taken before anything is turned: near
//! the start angles are good to all their places, however far the centre is.

use super::rotation::Rotation;
use crate::segment::Segment;
use dashu_int::IBig;
use impinge::math::DVec2;
use impinge::math::integer::Grid;
use impinge::math::interval::{Enclosure, Point, angle, cross, dot};

/// What a vertex does with an edge.
pub(super) enum VertexPassages {
    /// It passes it at up to two angles, counter-clockwise, each with whether it certainly does.
    Some([Option<(Enclosure, bool)>; 2]),
    /// It may rest on it, being next to the centre.
    Rests,
}

/// What the sine and the arc tangent of the platform may be off by, relative, of numbers up to 1/2.
const RELATIVE_ERROR: f64 = 4.0 * f64::EPSILON;

/// Angles whose sine is known to its last places.
const SMALL_ANGLE: f64 = 0.5;

/// What a sine may be off by.
const SINE_ERROR: f64 = 4.0 * f64::EPSILON;

const TWO: Enclosure = Enclosure::exactly(2.0);

impl Rotation<'_> {
    /// What a vertex does with an edge.
    pub fn vertex_passages(&self, v: DVec2, edge: Segment) -> VertexPassages {
        let arm = self.difference(v, self.centre);
        let radius = dot(arm, arm);
        if radius.lower <= 0.0 || radius.lower.is_nan() {
            return VertexPassages::Rests;
        }
        if is_point(&edge) {
            let found = is_as_far(self.centre, v, edge[0]).then(|| {
                // From the arm r to r + d: the sine is r × d, the cosine r · (r + d).
                let d = self.difference(edge[0], v);
                (angle_of([radius + dot(arm, d), cross(arm, d)]), true)
            });
            return VertexPassages::Some([found, None]);
        }
        self.line_passages(v, ordered(edge))
    }

    /// Where a vertex passes an edge of some length.
    fn line_passages(&self, v: DVec2, [a, b]: Segment) -> VertexPassages {
        let arm = self.difference(v, self.centre);
        let (w, from) = (self.difference(b, a), self.difference(v, a));
        let (height, p, q) = (cross(w, from), dot(w, arm), cross(w, arm));
        let steep = height - TWO * q;
        let under = p.square() - height * steep;
        if under.upper < 0.0 {
            return VertexPassages::Some([None; 2]);
        }
        let (root, length) = (under.sqrt(), dot(w, w));
        let along = dot(self.difference(a, self.centre), w);
        VertexPassages::Some([1.0, -1.0].map(|sign| {
            let root = if sign > 0.0 { root } else { -root };
            // By how -P and the root have the same sign, or by what is larger where P may be zero.
            let is_sum = match p.sign() {
                Some(p) if p != 0 => (f64::from(p) < 0.0) == (sign > 0.0),
                _ => steep.middle().abs() > height.middle().abs(),
            };
            let [sine, cosine] = if is_sum { [root - p, steep] } else { [height, -p - root] };
            let share = narrower(root - along, place_along(dot(w, from), [p, q], [sine, cosine]));
            if share.upper < 0.0 || share.lower > length.upper {
                return None;
            }
            let certain = under.lower >= 0.0 && share.lower >= 0.0 && share.upper <= length.lower;
            Some((TWO * half_angle(sine, cosine), certain))
        }))
    }

    /// Whether the centre may lie on an edge: it is not certainly on one side of it, nor beyond an end.
    pub fn is_near(&self, [a, b]: Segment) -> bool {
        let w = self.difference(b, a);
        let [from, to] = [a, b].map(|p| self.difference(p, self.centre));
        let off_line = cross(from, w).sign().is_some_and(|sign| sign != 0);
        let beyond = dot(from, w).lower > 0.0 || dot(to, w).upper < 0.0;
        !off_line && !beyond
    }
}

/// An edge by its ends, whichever way it goes: of an edge there and back the same numbers come out.
pub(super) fn ordered([a, b]: Segment) -> Segment {
    if a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)).is_le() { [a, b] } else { [b, a] }
}

/// Whether both ends of an edge are the same point.
pub(super) fn is_point([a, b]: &Segment) -> bool {
    a == b
}

/// `u + v`.
pub(super) fn plus(u: Point, v: Point) -> Point {
    [u[0] + v[0], u[1] + v[1]]
}

/// What a vector changes by when it is turned: sin θ r⊥ - 2 sin² θ/2 r.
pub(super) fn displacement(arm: Point, by: f64) -> Point {
    let (sine, versine) = (sine(by), TWO * sine(0.5 * by).square());
    [-(sine * arm[1]) - versine * arm[0], sine * arm[0] - versine * arm[1]]
}

/// The sine of an angle.
fn sine(by: f64) -> Enclosure {
    let found = by.sin();
    let error = if by.abs() <= SMALL_ANGLE { RELATIVE_ERROR * found.abs() } else { SINE_ERROR };
    Enclosure { lower: found - error, upper: found + error }
}

/// w · (v - a) - Q sin θ - P (1 - cos θ), by t = tan θ/2 as a quotient.
fn place_along(start: Enclosure, [p, q]: [Enclosure; 2], [sine, cosine]: [Enclosure; 2]) -> Enclosure {
    let whole = sine.square() + cosine.square();
    start - TWO * (q * sine * cosine + p * sine.square()).over(whole)
}

/// The numbers that are in both of two enclosures of one number.
fn narrower(p: Enclosure, q: Enclosure) -> Enclosure {
    Enclosure { lower: p.lower.max(q.lower), upper: p.upper.min(q.upper) }
}

/// θ/2 from -π/2 to π/2, of the vector (cosine, sine) or its opposite.
fn half_angle(sine: Enclosure, cosine: Enclosure) -> Enclosure {
    if cosine.middle() < 0.0 { angle_of([-cosine, -sine]) } else { angle_of([cosine, sine]) }
}

/// The angle of a vector, up to full turns, good to its last places where it is small.
fn angle_of([x, y]: Point) -> Enclosure {
    let is_small = x.lower > 0.0 && y.lower.abs().max(y.upper.abs()) <= SMALL_ANGLE * x.lower;
    if !is_small {
        return angle([x, y]);
    }
    let slope = y.over(x);
    let (low, high) = (slope.lower.atan(), slope.upper.atan());
    Enclosure { lower: low - RELATIVE_ERROR * low.abs(), upper: high + RELATIVE_ERROR * high.abs() }
}

/// Whether two points are exactly as far from a third.
fn is_as_far(centre: DVec2, p: DVec2, q: DVec2) -> bool {
    let grid = Grid::holding([centre, p, q].into_iter().flat_map(|v| v.to_array()));
    let squared =
        |v: DVec2| -> IBig { (0..2).map(|k| grid.integer(v[k]) - grid.integer(centre[k])).map(|x| &x * &x).sum() };
    squared(p) == squared(q)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_angles_keep_their_places() {
        let exactly = |x: f64, y: f64| [Enclosure::exactly(x), Enclosure::exactly(y)];
        let tiny = angle_of(exactly(1.0, 4e-20));
        assert!(tiny.lower <= 4e-20 && tiny.upper >= 4e-20 && tiny.upper - tiny.lower < 1e-34, "{tiny:?}");
        assert_eq!(angle_of(exactly(3.0, 0.0)), Enclosure::ZERO);
        let moved = displacement(exactly(0.0, -1e20), 4e-20);
        assert!(moved[0].lower <= 4.0 && 4.0 <= moved[0].upper && moved[0].upper - moved[0].lower < 1e-13, "{moved:?}");
        assert!(moved[1].lower >= 0.0 && moved[1].upper < 1e-15, "{moved:?}");
    }

    #[test]
    fn distances_are_compared_exactly() {
        let (centre, p) = (DVec2::new(1e20, 0.0), DVec2::new(1.0, 0.0));
        assert!(is_as_far(centre, p, p) && !is_as_far(centre, p, DVec2::new(1.0_f64.next_up(), 0.0)));
        assert!(is_as_far(DVec2::ZERO, DVec2::new(3.0, 4.0), DVec2::new(-5.0, 0.0)));
    }
}
