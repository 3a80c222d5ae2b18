//! Proof that curved cores overlap, where a descent ended at a flat simplex through the origin, as it does for shapes with a common axis.
//!
//! The search of `exact_touching` in plain doubles: around a line through the origin it widens a wedge of farthest points until it closes, across a
//! plane through the origin it takes the farthest point of both sides. What it finds is then measured: tetrahedra that share the line or the
//! triangle and fill its surroundings, with the origin farther inside their outer faces than rounding can move them.

use super::gjk::gjk_iteration::Descent;
use super::minkowski_difference::Difference;
use crate::math::DVec3;
use crate::shape::Support;

/// Support points around a line before the search gives up.
const MOST_LOOKS: u32 = 64;

/// The sine of an angle below which two points seen along the line count as opposite each other (dimensionless): any small one will do, as
/// what follows is measured.
const OPPOSITE: f64 = 1e-6;

/// Whether the origin is found to be certainly inside; false says nothing.
pub(super) fn is_surely_inside<F, S>(difference: &Difference<'_, F, S>, descent: &Descent) -> bool
where
    F: Support + ?Sized,
    S: Support + ?Sized,
{
    let support = |direction: DVec3| difference.support(direction, &mut [0; 2]).point;
    let is_deep = |depth: f64| depth > 2.0 * difference.error();
    match &descent.simplex[..descent.count] {
        [a, b] => {
            let ends = [a.point, b.point];
            ring(ends[1] - ends[0], support).is_some_and(|ring| is_deep(depth_around_line(ends, &ring)))
        }
        [a, b, c] => {
            let triangle = [a.point, b.point, c.point];
            let n = (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]);
            is_deep(depth_across(triangle, support(n)).min(depth_across(triangle, support(-n))))
        }
        _ => false,
    }
}

/// Points that go once around a line through the origin, counter-clockwise, each less than a half-turn after the last.
fn ring(u: DVec3, support: impl Fn(DVec3) -> DVec3) -> Option<Vec<DVec3>> {
    let u = u.try_normalize()?;
    let sine = |p: DVec3, q: DVec3| {
        let (p, q) = (p - u * u.dot(p), q - u * u.dot(q));
        u.dot(p.cross(q)) / (p.length() * q.length())
    };
    let first = support(u.any_orthonormal_vector());
    let second = support(u * u.dot(first) - first);
    let around = |p: DVec3, q: DVec3| Some(vec![p, support(u.cross(p)), q, support(-u.cross(p))]);
    let turn = sine(first, second);
    if turn.abs() < OPPOSITE {
        return around(first, second);
    }
    let (mut right, left) = if turn > 0.0 { (first, second) } else { (second, first) };
    for _ in 0..MOST_LOOKS {
        let next = support(-u.cross(right));
        let turn = sine(left, next);
        if turn.abs() < OPPOSITE {
            return around(left, next);
        }
        if turn > 0.0 {
            return Some(vec![right, left, next]);
        }
        right = next;
    }
    None
}

/// How deep the origin is in the tetrahedra between a line's ends and each two neighbours of a ring; at most 0 if they do not surround it.
fn depth_around_line([p, q]: [DVec3; 2], ring: &[DVec3]) -> f64 {
    let pairs = ring.iter().zip(ring.iter().cycle().skip(1));
    let depth = |(r, s): (&DVec3, &DVec3)| {
        let turns = (q - p).dot((*r - p).cross(*s - p)) > 0.0;
        if turns { height([p, *r, *s], q).min(height([q, *r, *s], p)) } else { 0.0 }
    };
    pairs.map(depth).fold(f64::INFINITY, f64::min)
}

/// How deep the origin, which lies in a triangle, is under the three sides of a tetrahedron over it.
fn depth_across([a, b, c]: [DVec3; 3], apex: DVec3) -> f64 {
    height([a, b, apex], c).min(height([b, c, apex], a)).min(height([c, a, apex], b))
}

/// The height of the origin above a face towards the opposite corner, as [`super::gjk::simplex_closest_point::Nearest::depth`] counts it.
fn height([a, b, c]: [DVec3; 3], opposite: DVec3) -> f64 {
    let n = (b - a).cross(c - a);
    let towards = n.dot(opposite - a).signum();
    let square = [a, b, c, opposite].iter().map(|p| p.length_squared()).fold(0.0, f64::max);
    -towards * n.dot(a) / (8.0 * square)
}
