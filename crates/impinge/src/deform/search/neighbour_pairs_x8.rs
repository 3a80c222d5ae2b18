//! Eight pairs of faces that share a corner or an edge at once: whether they certainly share nothing else, certainly share more,
//! or are left to exact arithmetic.
//!
//! *A corner*: the rest of one lies on one side of some plane through it, strictly, and the rest of the other on the other side.
//! Failing that, the four signs of corners against planes say all, unless one is zero. *An edge*: the faces are not bent onto each
//! other if the normals that they have when both run along the edge the same way do not point the same way.

use super::triangle_pairs_x8::LaneDecision;
use crate::deform::dvec3x8::{DVec3x8, ERROR, add, cross, dot, gathered, largest, sub};
use crate::deform::tree::face_tree::PaddedPoint;
use crate::lane_tree::WIDTH;
use crate::math::simd::apart;
use fearless_simd::prelude::*;
use fearless_simd::{f64x8, mask64x8};

/// Corners by number: one that is shared, two of the first face, two of the second.
pub(crate) type Fan<'a> = [&'a [u32; WIDTH]; 5];

/// Corners by number: two that are shared, one of the first face, one of the second.
pub(crate) type Hinge<'a> = [&'a [u32; WIDTH]; 4];

/// The other corners of eight pairs of faces with a common one, relative to that.
struct CornerConesX8<S: Simd> {
    p: [DVec3x8<S>; 2],
    q: [DVec3x8<S>; 2],
    reach: f64x8<S>,
}

impl<S: Simd> CornerConesX8<S> {
    #[inline(always)]
    fn new(simd: S, points: &[PaddedPoint], [c, p, pp, q, qq]: Fan<'_>) -> Self {
        let c = gathered(simd, points, c);
        let p = [sub(&gathered(simd, points, p), &c), sub(&gathered(simd, points, pp), &c)];
        let q = [sub(&gathered(simd, points, q), &c), sub(&gathered(simd, points, qq), &c)];
        let reach = largest([&p[0], &p[1], &q[0], &q[1]]);
        Self { p, q, reach }
    }
}

/// The pairs of faces with a common corner that a plane across the way from one to the other does not separate.
#[inline(always)]
pub(crate) fn near_corner<S: Simd>(simd: S, points: &[PaddedPoint], fan: Fan<'_>, slack: f64) -> u32 {
    apart!(simd, {
        let CornerConesX8 { p, q, reach } = CornerConesX8::new(simd, points, fan);
        let axis = sub(&add(&q[0], &q[1]), &add(&p[0], &p[1]));
        let error = (reach * reach).mul_add(ERROR, slack);
        let first = dot(&axis, &p[0]).max(dot(&axis, &p[1]));
        let second = dot(&axis, &q[0]).min(dot(&axis, &q[1]));
        let apart = first.simd_lt(-error) & second.simd_gt(error);
        !(apart.to_bitmask() as u32) & 0xFF
    })
}

/// What can be said about pairs of faces with a common corner: whether they share more.
#[inline(always)]
pub(crate) fn at_corner<S: Simd>(simd: S, points: &[PaddedPoint], fan: Fan<'_>, slack: f64) -> LaneDecision {
    apart!(simd, {
        let CornerConesX8 { p, q, reach } = CornerConesX8::new(simd, points, fan);
        let (normal, other) = (cross(&p[0], &p[1]), cross(&q[0], &q[1]));
        let error = (reach * reach * reach).mul_add(ERROR, slack);
        let s = [dot(&normal, &q[0]), dot(&normal, &q[1])];
        let t = [dot(&other, &p[0]), dot(&other, &p[1])];
        let s = [signs(s[0], error), signs(s[1], error)];
        let t = [signs(t[0], error), signs(t[1], error)];
        // The planes of both faces, and the four through an edge of each: all their determinants are these four.
        let planes = same(s[0], s[1]) | same(t[0], t[1]);
        let apart = planes | same(s[0], t[0]) | opposite(s[1], t[0]) | opposite(s[0], t[1]) | same(s[1], t[1]);
        let over = opposite(s[0], s[1]) & opposite(t[0], t[1]) & opposite(s[0], t[0]);
        LaneDecision { maybe: !(apart.to_bitmask() as u32) & 0xFF, certain: over.to_bitmask() as u32 }
    })
}

/// The pairs of faces with a common edge that may be bent onto each other.
#[inline(always)]
pub(crate) fn at_edge<S: Simd>(simd: S, points: &[PaddedPoint], [c, d, p, q]: Hinge<'_>, slack: f64) -> u32 {
    apart!(simd, {
        let c = gathered(simd, points, c);
        let edge = sub(&gathered(simd, points, d), &c);
        let p = sub(&gathered(simd, points, p), &c);
        let q = sub(&gathered(simd, points, q), &c);
        let reach = largest([&edge, &p, &q]);
        let (normal, other) = (cross(&edge, &p), cross(&edge, &q));
        let cubed = reach * reach * reach;
        let is_open = dot(&normal, &other).simd_lt(-(cubed * reach).mul_add(ERROR, slack));
        let is_bent: mask64x8<S> = dot(&normal, &q).abs().simd_gt(cubed.mul_add(ERROR, slack));
        !((is_open | is_bent).to_bitmask() as u32) & 0xFF
    })
}

/// Where numbers are certainly above zero, and where below.
#[inline(always)]
fn signs<S: Simd>(x: f64x8<S>, error: f64x8<S>) -> [mask64x8<S>; 2] {
    [x.simd_gt(error), x.simd_lt(-error)]
}

#[inline(always)]
fn same<S: Simd>(x: [mask64x8<S>; 2], y: [mask64x8<S>; 2]) -> mask64x8<S> {
    (x[0] & y[0]) | (x[1] & y[1])
}

#[inline(always)]
fn opposite<S: Simd>(x: [mask64x8<S>; 2], y: [mask64x8<S>; 2]) -> mask64x8<S> {
    (x[0] & y[1]) | (x[1] & y[0])
}
