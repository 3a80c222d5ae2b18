//! One box against the eight of a node, over fifteen axes (Gottschalk, Lin and Manocha 1996, section 5).

use super::obb_node::{Node, Splat, WIDTH};
use crate::math::DMat3;
use crate::math::simd::three;
use fearless_simd::f32x8;
use fearless_simd::prelude::*;

/// Rounding in single precision: 2^-24.
pub const ROUNDING: f64 = f32::EPSILON as f64 / 2.0;

/// Roundings in the difference of two carried middles: see `docs/notes/tree.md`.
const ROUNDINGS: f64 = 16.0;

/// What a test between boxes may be off by, relative to their sizes: see `docs/notes/tree.md`.
const RELATIVE: f64 = 64.0 * ROUNDING;

/// What a test may be off by.
#[derive(Clone, Copy, Debug)]
pub struct Slack {
    /// In the unit of the test.
    pub pad: f32,
    /// Relative to the sizes of both boxes.
    pub relative: f32,
}

impl Slack {
    /// For boxes carried by a matrix that is off from a rotation by this [`skew`], whose coordinates sum to at most `reach` and
    /// may be moved by `rounding`, both in the unit of the test.
    #[must_use]
    #[inline]
    pub fn at(reach: f64, rounding: f64, skew: f64) -> Self {
        Self { pad: (ROUNDINGS * ROUNDING * reach + 4.0 * rounding) as f32, relative: (RELATIVE + 16.0 * skew) as f32 }
    }
}

/// How far a matrix is off from a rotation: the largest entry of `MᵀM - 1`.
#[must_use]
#[inline]
pub fn skew(matrix: &DMat3) -> f64 {
    let gram = (matrix.transpose() * *matrix - DMat3::IDENTITY).abs();
    gram.x_axis.max(gram.y_axis).max(gram.z_axis).max_element()
}

/// Bit k is set unless child k of the node is certainly apart from a box in the node's frame.
///
/// With T between the middles and C the products of axes, the boxes are apart along an axis of the first if
/// |T · a_i| > h_i + Σ_j g_j |C_ij|, along one of the second if |T · b_j| > g_j + Σ_i h_i |C_ij|, and along a_i × b_j if
/// |T · a_i × b_j| exceeds two such terms of each. `unit` is the node's unit in the unit of the box.
#[inline(always)]
pub(super) fn overlap<S: Simd>(simd: S, node: &Node, unit: f32, other: &Splat<S>, slack: Slack) -> u32 {
    let load = |lanes: &[f32; WIDTH]| f32x8::from_slice(simd, lanes);
    let all = |x: f32| f32x8::splat(simd, x);
    let unit = all(unit);
    let h = three!(k => load(&node.half[k]) * unit);
    let t = three!(k => load(&node.centre[k]).mul_sub(unit, other.centre[k]));
    let g = &other.half;
    // The rounding of everything below, see `docs/notes/tree.md`.
    let sizes = h[0] + h[1] + h[2] + g[0] + g[1] + g[2];
    let s = sizes.mul_add(all(slack.relative), all(slack.pad));

    let mut c = [[s; 3]; 3];
    let mut abs = [[s; 3]; 3];
    let mut along = [s; 3];
    // Lanes without a child, before any unit makes them look like a point.
    let mut apart = load(&node.half[0]).simd_lt(0.0);
    let b = &other.axes;
    for i in 0..3 {
        let a = three!(k => load(&node.axes[i][k]));
        let dot = |v: &[f32x8<S>; 3]| a[2].mul_add(v[2], a[1].mul_add(v[1], a[0] * v[0]));
        along[i] = dot(&t);
        let mut reach = h[i] + s;
        for j in 0..3 {
            c[i][j] = dot(&b[j]);
            abs[i][j] = c[i][j].abs();
            reach = abs[i][j].mul_add(g[j], reach);
        }
        apart |= along[i].abs().simd_gt(reach);
    }
    let mut left = !apart.to_bitmask() as u32 & 0xFF;
    if left == 0 {
        return 0;
    }
    let mut apart = false_mask(simd);
    for j in 0..3 {
        let between = b[j][2].mul_add(t[2], b[j][1].mul_add(t[1], b[j][0] * t[0]));
        let reach = abs[2][j].mul_add(h[2], abs[1][j].mul_add(h[1], abs[0][j].mul_add(h[0], g[j] + s)));
        apart |= between.abs().simd_gt(reach);
    }
    left &= !apart.to_bitmask() as u32;
    if left == 0 {
        return 0;
    }
    let mut apart = false_mask(simd);
    for i in 0..3 {
        let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
        for j in 0..3 {
            let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
            let between = along[i2].mul_sub(c[i1][j], along[i1] * c[i2][j]);
            let own = abs[i1][j].mul_add(h[i2], abs[i2][j].mul_add(h[i1], s));
            let reach = abs[i][j1].mul_add(g[j2], abs[i][j2].mul_add(g[j1], own));
            apart |= between.abs().simd_gt(reach);
        }
    }
    left & !apart.to_bitmask() as u32
}

#[inline(always)]
fn false_mask<S: Simd>(simd: S) -> fearless_simd::mask32x8<S> {
    fearless_simd::mask32x8::splat(simd, false)
}
