//! Eight times four moving points at once: which of them certainly never meet.
//!
//! The first two steps of the filter of [`crate::ccd`], which decide most: differences of one sign along an axis at both ends, and a
//! determinant, a cubic in time, whose Bernstein coefficients are of one sign. `docs/notes/ccd.md` counts their rounding.

use crate::deform::dvec3x8::{DVec3x8, add, cross, dot, gathered, sub};
use crate::deform::tree::face_tree::PaddedPoint;
use crate::lane_tree::WIDTH;
use crate::math::simd::{apart, three};
use fearless_simd::prelude::*;
use fearless_simd::{f64x8, mask64x8};

/// Error of a coefficient of the determinant, in the product of the largest differences along the axes: 128 units of 2^-53, where 70 are counted.
const CUBIC_ERROR: f64 = 128.0 * (f64::EPSILON / 2.0);

/// Where vertices are at the start and at the end, by their numbers.
#[derive(Clone, Copy)]
pub(crate) struct StepEnds<'a> {
    pub from: &'a [PaddedPoint],
    pub to: &'a [PaddedPoint],
}

/// Numbers of eight vertices.
pub(crate) type Indices8<'a> = &'a [u32; WIDTH];

/// Eight moving points, or the differences of two: at the start and at the end.
type MovingX8<S> = [DVec3x8<S>; 2];

#[inline(always)]
fn moving<S: Simd>(simd: S, ends: &StepEnds<'_>, numbers: Indices8<'_>) -> MovingX8<S> {
    [gathered(simd, ends.from, numbers), gathered(simd, ends.to, numbers)]
}

#[inline(always)]
fn between<S: Simd>(p: &MovingX8<S>, q: &MovingX8<S>) -> MovingX8<S> {
    [sub(&p[0], &q[0]), sub(&p[1], &q[1])]
}

/// The lanes in which a vertex of one surface and a face of another may meet.
#[inline(always)]
pub(crate) fn vertex_face<S: Simd>(
    simd: S,
    [vertices, faces]: [StepEnds<'_>; 2],
    vertex: Indices8<'_>,
    face: [Indices8<'_>; 3],
    slack: f64,
) -> u32 {
    apart!(simd, {
        let v = moving(simd, &vertices, vertex);
        let g = three!(k => between(&v, &moving(simd, &faces, face[k])));
        may_meet(simd, [&g[0], &g[1], &g[2], &g[2]], slack)
    })
}

/// The lanes in which an edge of one surface and an edge of another may meet.
#[inline(always)]
pub(crate) fn edge_edge<S: Simd>(
    simd: S,
    [first, second]: [StepEnds<'_>; 2],
    [a, b, c, d]: [Indices8<'_>; 4],
    slack: f64,
) -> u32 {
    apart!(simd, {
        let (a, b) = (moving(simd, &first, a), moving(simd, &first, b));
        let (c, d) = (moving(simd, &second, c), moving(simd, &second, d));
        may_meet(simd, [&between(&c, &a), &between(&d, &a), &between(&c, &b), &between(&d, &b)], slack)
    })
}

/// The lanes in which neither an axis nor the determinant of the first three differences excludes a meeting.
#[inline(always)]
fn may_meet<S: Simd>(simd: S, g: [&MovingX8<S>; 4], slack: f64) -> u32 {
    let mut size = f64x8::splat(simd, 1.0);
    let mut apart = mask64x8::splat(simd, false);
    for axis in 0..3 {
        let (mut low, mut high) = (g[0][0][axis], g[0][0][axis]);
        for [from, to] in g {
            low = low.min(from[axis]).min(to[axis]);
            high = high.max(from[axis]).max(to[axis]);
        }
        // The sign of a difference of doubles is exact.
        apart |= low.simd_gt(0.0) | high.simd_lt(0.0);
        size *= high.max(-low);
    }
    if apart.to_bitmask() as u32 & 0xFF == 0xFF {
        return 0;
    }
    let [[p, pp], [q, qq], [r, rr], _] = g;
    let (first, last) = (cross(q, r), cross(qq, rr));
    let mixed = add(&cross(q, rr), &cross(qq, r));
    let third = 1.0 / 3.0;
    let coefficients = [
        dot(p, &first),
        (dot(pp, &first) + dot(p, &mixed)) * third,
        (dot(pp, &mixed) + dot(p, &last)) * third,
        dot(pp, &last),
    ];
    let error = size.mul_add(CUBIC_ERROR, slack);
    let low = coefficients[0].min(coefficients[1]).min(coefficients[2].min(coefficients[3]));
    let high = coefficients[0].max(coefficients[1]).max(coefficients[2].max(coefficients[3]));
    apart |= low.simd_gt(error) | high.simd_lt(-error);
    !(apart.to_bitmask() as u32) & 0xFF
}
