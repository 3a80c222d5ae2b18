//! Eight vectors at once in double precision, and how far their products may be off.
//!
//! Everything is a difference of coordinates, or a sum of products of at most four of them. With `W` the largest magnitude of a
//! difference, a product of `n` is off by less than [`ERROR`]` W^n`; `docs/notes/deform.md` counts the roundings.

use crate::deform::tree::face_tree::PaddedPoint;
use crate::lane_tree::WIDTH;
use fearless_simd::prelude::*;
use fearless_simd::{f64x4, f64x8};

/// Vectors, by rows of coordinates.
pub(crate) type DVec3x8<S> = [f64x8<S>; 3];

/// Relative error of a product of up to four differences: 512 units of 2^-53, where fewer than 420 roundings are counted.
pub(crate) const ERROR: f64 = 512.0 * (f64::EPSILON / 2.0);

/// What products lose to underflow, at most: 2^-1074 each, times two differences of 2^202, is far below 2^-640.
const UNDERFLOW: f64 = f64::from_bits((1023 - 640) << 52);

/// Coordinates up to which products of four differences are finite: 2^200.
pub(crate) const FILTERED: f64 = f64::from_bits((1023 + 200) << 52);

/// What is added to every bound, for coordinates up to the given one: no bound holds where products may overflow.
pub(crate) fn slack(largest: f64) -> f64 {
    if largest <= FILTERED { UNDERFLOW } else { f64::INFINITY }
}

/// Points by their numbers.
#[inline(always)]
pub(crate) fn gathered<S: Simd>(simd: S, points: &[PaddedPoint], n: &[u32; WIDTH]) -> DVec3x8<S> {
    let (a, b) = (two(simd, points, n[0], n[1]), two(simd, points, n[2], n[3]));
    let (c, d) = (two(simd, points, n[4], n[5]), two(simd, points, n[6], n[7]));
    let (xz, more_xz) = (a.unzip_low(b), c.unzip_low(d));
    let (yw, more_yw) = (a.unzip_high(b), c.unzip_high(d));
    [xz.unzip_low(more_xz), yw.unzip_low(more_yw), xz.unzip_high(more_xz)]
}

/// Two points side by side.
#[inline(always)]
fn two<S: Simd>(simd: S, points: &[PaddedPoint], p: u32, q: u32) -> f64x8<S> {
    f64x4::from_slice(simd, &points[p as usize].0).combine(f64x4::from_slice(simd, &points[q as usize].0))
}

#[inline(always)]
pub(crate) fn sub<S: Simd>(p: &DVec3x8<S>, q: &DVec3x8<S>) -> DVec3x8<S> {
    [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
}

#[inline(always)]
pub(crate) fn add<S: Simd>(p: &DVec3x8<S>, q: &DVec3x8<S>) -> DVec3x8<S> {
    [p[0] + q[0], p[1] + q[1], p[2] + q[2]]
}

#[inline(always)]
pub(crate) fn cross<S: Simd>(p: &DVec3x8<S>, q: &DVec3x8<S>) -> DVec3x8<S> {
    [p[1].mul_sub(q[2], p[2] * q[1]), p[2].mul_sub(q[0], p[0] * q[2]), p[0].mul_sub(q[1], p[1] * q[0])]
}

#[inline(always)]
pub(crate) fn dot<S: Simd>(p: &DVec3x8<S>, q: &DVec3x8<S>) -> f64x8<S> {
    p[2].mul_add(q[2], p[1].mul_add(q[1], p[0] * q[0]))
}

/// The largest magnitude of a coordinate.
#[inline(always)]
pub(crate) fn largest<S: Simd, const N: usize>(vectors: [&DVec3x8<S>; N]) -> f64x8<S> {
    let mut largest = vectors[0][0].abs();
    for v in vectors {
        largest = largest.max(v[0].abs()).max(v[1].abs()).max(v[2].abs());
    }
    largest
}
