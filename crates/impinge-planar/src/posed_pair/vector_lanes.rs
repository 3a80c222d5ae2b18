//! Eight boxes or eight edges in approximate coordinates, in vector lanes.

use crate::posed_pair::approximate_transform::ApproximateTransform;
use crate::tree::edge_tree::{Leaf, Node, WIDTH};
use crate::tree::oriented_box::OrientedBox;
use fearless_simd::f64x8;
use fearless_simd::prelude::*;
use impinge::math::DVec2;

/// The eight boxes of a node, carried.
pub(crate) struct BoxLanes<S: Simd> {
    pub centre: [f64x8<S>; 2],
    pub axis: [f64x8<S>; 2],
    pub half: [f64x8<S>; 2],
    pub used: u32,
}

impl<S: Simd> BoxLanes<S> {
    #[inline(always)]
    pub fn load(simd: S, node: &Node, transform: &ApproximateTransform) -> Self {
        let load = |lanes: &[f64; WIDTH]| f64x8::from_slice(simd, lanes);
        let all = |x: f64| f64x8::splat(simd, x);
        let (x, y) = (load(&node.centre[0]), load(&node.centre[1]));
        let (u, v) = (load(&node.axis[0]), load(&node.axis[1]));
        let (tx, ty) = (all(transform.turn.x), all(transform.turn.y));
        let scale = all(transform.scale);
        Self {
            centre: carry(simd, transform, x, y),
            axis: [tx.mul_sub(u, ty * v), ty.mul_add(u, tx * v)],
            half: [load(&node.half[0]) * scale, load(&node.half[1]) * scale],
            used: node.used,
        }
    }

    /// The gap of each box from another along the axes of both, less `pad`; negative where they overlap.
    #[inline(always)]
    fn excess(&self, simd: S, other: &OrientedBox, pad: f64) -> [f64x8<S>; 4] {
        let all = |x: f64| f64x8::splat(simd, x);
        let [ax, ay] = self.axis;
        let (bx, by) = (all(other.axis.x), all(other.axis.y));
        let (tx, ty) = (all(other.centre.x) - self.centre[0], all(other.centre.y) - self.centre[1]);
        let c = ax.mul_add(bx, ay * by).abs();
        let s = ax.mul_sub(by, ay * bx).abs();
        let [hx, hy] = self.half;
        let (gx, gy) = (all(other.half.x), all(other.half.y));
        let (gx_pad, gy_pad, pad) = (all(other.half.x + pad), all(other.half.y + pad), all(pad));
        [
            ax.mul_add(tx, ay * ty).abs() - c.mul_add(gx, s.mul_add(gy, hx + pad)),
            ax.mul_sub(ty, ay * tx).abs() - s.mul_add(gx, c.mul_add(gy, hy + pad)),
            bx.mul_add(tx, by * ty).abs() - c.mul_add(hx, s.mul_add(hy, gx_pad)),
            bx.mul_sub(ty, by * tx).abs() - s.mul_add(hx, c.mul_add(hy, gy_pad)),
        ]
    }

    /// Bit k is set unless box k is certainly disjoint from the other.
    #[inline(always)]
    pub fn overlapping(&self, simd: S, other: &OrientedBox, pad: f64) -> u32 {
        let [p, q, r, s] = self.excess(simd, other, pad);
        p.max(q).max(r.max(s)).simd_le(f64x8::splat(simd, 0.0)).to_bitmask() as u32 & self.used
    }

    /// Lower bounds on the squared distances to another box.
    #[inline(always)]
    pub fn gaps_squared(&self, simd: S, other: &OrientedBox, pad: f64) -> f64x8<S> {
        let zero = f64x8::splat(simd, 0.0);
        let [p, q, r, s] = self.excess(simd, other, pad);
        let (p, q, r, s) = (p.max(zero), q.max(zero), r.max(zero), s.max(zero));
        p.mul_add(p, q * q).max(r.mul_add(r, s * s))
    }

    /// Bit k is set unless box k certainly lies off the ray that starts at a point and runs along +x, or along +y.
    #[inline(always)]
    pub fn on_ray(&self, simd: S, start: DVec2, pad: f64, axis: usize) -> u32 {
        let all = |x: f64| f64x8::splat(simd, x);
        let [ax, ay] = self.axis;
        let [hx, hy] = self.half;
        let (ax, ay) = (ax.abs(), ay.abs());
        let extents = [ax.mul_add(hx, ay * hy) + all(pad), ay.mul_add(hx, ax * hy) + all(pad)];
        let across = (self.centre[1 - axis] - all(start[1 - axis])).abs().simd_le(extents[1 - axis]);
        let ahead = (self.centre[axis] + extents[axis]).simd_ge(all(start[axis]));
        (across & ahead).to_bitmask() as u32 & self.used
    }
}

/// Points in approximate coordinates.
#[inline(always)]
fn carry<S: Simd>(simd: S, transform: &ApproximateTransform, x: f64x8<S>, y: f64x8<S>) -> [f64x8<S>; 2] {
    let all = |x: f64| f64x8::splat(simd, x);
    let (c, s) = (all(transform.cosine), all(transform.sine));
    [c.mul_add(x, all(transform.offset.x) - s * y), s.mul_add(x, c.mul_add(y, all(transform.offset.y)))]
}

/// The edges of a leaf, carried: lane k from `from` to `to`.
#[derive(Clone, Copy)]
pub(crate) struct EdgeLanes<S: Simd> {
    pub from: [f64x8<S>; 2],
    pub to: [f64x8<S>; 2],
    /// Inverse squares of lengths.
    pub inverse: f64x8<S>,
    pub used: u32,
}

impl<S: Simd> EdgeLanes<S> {
    #[inline(always)]
    pub fn load(simd: S, leaf: &Leaf, transform: &ApproximateTransform) -> Self {
        let load = |values: &[f64; WIDTH + 1], k: usize| f64x8::from_slice(simd, &values[k..k + WIDTH]);
        Self {
            from: carry(simd, transform, load(&leaf.x, 0), load(&leaf.y, 0)),
            to: carry(simd, transform, load(&leaf.x, 1), load(&leaf.y, 1)),
            inverse: f64x8::from_slice(simd, &leaf.inverse) * transform.shrink * transform.shrink,
            used: (1 << leaf.count) - 1,
        }
    }

    /// Lower bounds on the squared distances to a box.
    #[inline(always)]
    pub fn gaps_squared(&self, simd: S, bounds: &OrientedBox, pad: f64) -> f64x8<S> {
        let all = |x: f64| f64x8::splat(simd, x);
        let (c, u) = (bounds.centre, bounds.axis);
        let (ux, uy, zero) = (all(u.x), all(u.y), all(0.0));
        // Along both axes from the middle of the box.
        let (along, across) = (all(u.dot(c)), all(u.perp_dot(c)));
        let [x0, x1] = [
            ux.mul_add(self.from[0], uy.mul_sub(self.from[1], along)),
            ux.mul_add(self.to[0], uy.mul_sub(self.to[1], along)),
        ];
        let [y0, y1] = [
            ux.mul_sub(self.from[1], uy.mul_add(self.from[0], across)),
            ux.mul_sub(self.to[1], uy.mul_add(self.to[0], across)),
        ];
        let (hx, hy) = (all(bounds.half.x + pad), all(bounds.half.y + pad));
        let x = x0.min(x1).max(-(x0.max(x1))) - hx;
        let y = y0.min(y1).max(-(y0.max(y1))) - hy;
        let (x, y) = (x.max(zero), y.max(zero));
        x.mul_add(x, y * y)
    }

    /// The start of each edge, then the end of the last one.
    #[inline(always)]
    pub fn points(&self) -> [[f64; WIDTH + 1]; 2] {
        let mut points = [[0.0; WIDTH + 1]; 2];
        for (k, values) in points.iter_mut().enumerate() {
            values[..WIDTH].copy_from_slice(self.from[k].as_slice());
            values[WIDTH] = self.to[k].as_slice()[WIDTH - 1];
        }
        points
    }
}
