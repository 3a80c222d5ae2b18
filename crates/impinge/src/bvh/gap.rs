//! How far one box is at least from the eight of a node.

use super::node::{Node, Splat, WIDTH};
use super::overlap::Slack;
use crate::math::simd::three;
use fearless_simd::f32x8;
use fearless_simd::prelude::*;

/// What 1 - c² may be below the square of the length of a cross product of axes.
const LENGTH_ERROR: f32 = 1.0 / (1 << 14) as f32;

/// What an approximate reciprocal may be above the truth, relative: 1.5 · 2^-12 for `rcpps`, less elsewhere.
const RECIPROCAL_ERROR: f32 = 1.0 / (1 << 11) as f32;

/// What the length of a vector of gaps may be above the truth, relative.
const NORM_ERROR: f32 = 1.0 / (1 << 20) as f32;

/// For each child of the node a length that no point of it is nearer to the box than, huge for lanes without a child; and how
/// far the middles are apart.
///
/// The largest of: the length of the vector of gaps along the node's axes, the same along the box's, the gap along the line of
/// the middles, and the nine gaps along cross products of axes over their lengths.
#[inline(always)]
pub(super) fn gaps<S: Simd>(simd: S, node: &Node, unit: f32, other: &Splat<S>, slack: Slack) -> [[f32; WIDTH]; 2] {
    let load = |lanes: &[f32; WIDTH]| f32x8::from_slice(simd, lanes);
    let all = |x: f32| f32x8::splat(simd, x);
    let zero = all(0.0);
    let unit = all(unit);
    let h = three!(k => load(&node.half[k]) * unit);
    let t = three!(k => load(&node.centre[k]).mul_sub(unit, other.centre[k]));
    let g = &other.half;
    let sizes = h[0] + h[1] + h[2] + g[0] + g[1] + g[2];
    let s = sizes.mul_add(all(slack.relative), all(slack.pad));

    let mut c = [[s; 3]; 3];
    let mut abs = [[s; 3]; 3];
    let mut along = [s; 3];
    let b = &other.axes;
    let mut own = zero;
    let mut shadow = s;
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
        let gap = (along[i].abs() - reach).max(zero);
        own = gap.mul_add(gap, own);
        shadow = along[i].abs().mul_add(h[i], shadow);
    }
    let mut others = zero;
    for j in 0..3 {
        let between = b[j][2].mul_add(t[2], b[j][1].mul_add(t[1], b[j][0] * t[0])).abs();
        let reach = abs[2][j].mul_add(h[2], abs[1][j].mul_add(h[1], abs[0][j].mul_add(h[0], g[j] + s)));
        let gap = (between - reach).max(zero);
        others = gap.mul_add(gap, others);
        shadow = between.mul_add(g[j], shadow);
    }
    let mut squared = own.max(others);
    for i in 0..3 {
        let (i1, i2) = ((i + 1) % 3, (i + 2) % 3);
        for j in 0..3 {
            let (j1, j2) = ((j + 1) % 3, (j + 2) % 3);
            let between = along[i2].mul_sub(c[i1][j], along[i1] * c[i2][j]).abs();
            let own = abs[i1][j].mul_add(h[i2], abs[i2][j].mul_add(h[i1], s));
            let reach = abs[i][j1].mul_add(g[j2], abs[i][j2].mul_add(g[j1], own));
            let gap = (between - reach).max(zero);
            let length = all(1.0 + LENGTH_ERROR) - c[i][j] * c[i][j];
            squared = squared.max(gap * gap * (length.approximate_recip() * all(1.0 - RECIPROCAL_ERROR)));
        }
    }
    // Along the line of the middles, T: (T · T - Σ h |T · a| - Σ g |T · b|) / |T|, less the rounding of each.
    let square = t[2].mul_add(t[2], t[1].mul_add(t[1], t[0] * t[0]));
    let length = square.sqrt();
    let line = (square - shadow) / length.max(all(f32::MIN_POSITIVE)) - (s + s);
    [(squared.sqrt().max(line) * all(1.0 - NORM_ERROR)).to_array(), length.to_array()]
}

/// For each child of the node its gap from a box along a direction, from the box to the node, less what rounding may do to it.
#[inline(always)]
pub(super) fn gaps_along<S: Simd>(
    simd: S,
    node: &Node,
    unit: f32,
    other: &Splat<S>,
    direction: [f32; 3],
    slack: Slack,
) -> [f32; WIDTH] {
    let load = |lanes: &[f32; WIDTH]| f32x8::from_slice(simd, lanes);
    let all = |x: f32| f32x8::splat(simd, x);
    let unit = all(unit);
    let t = three!(k => load(&node.centre[k]).mul_sub(unit, other.centre[k]));
    let n = three!(k => all(direction[k]));
    let mut gap = n[2].mul_add(t[2], n[1].mul_add(t[1], n[0] * t[0]));
    let mut sizes = all(0.0);
    for i in 0..3 {
        let (h, g) = (load(&node.half[i]) * unit, other.half[i]);
        let a = three!(k => load(&node.axes[i][k]));
        let own = n[2].mul_add(a[2], n[1].mul_add(a[1], n[0] * a[0])).abs();
        let others = n[2].mul_add(other.axes[i][2], n[1].mul_add(other.axes[i][1], n[0] * other.axes[i][0])).abs();
        gap = gap - own * h - others * g;
        sizes = sizes + h + g;
    }
    (gap - sizes.mul_add(all(slack.relative), all(slack.pad))).to_array()
}
