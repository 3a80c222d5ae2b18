//! The edges of a polygon, eight side by side, and on which side of their lines a point lies.

use crate::polygon::rings::{EdgeId, Rings};
use fearless_simd::f64x8;
use fearless_simd::prelude::*;
use impinge::cost::Cost;
use impinge::math::DVec2;
use impinge::math::predicates::{UNDERFLOW_GUARD, side_of_line};

/// Edges side by side.
pub(crate) const LANES: usize = 8;

/// Relative error of a plain determinant of two differences: 3 units of 2^-53 and some squares (Shewchuk 1997, section 4.1); here 4, also
/// enough with products that are fused.
const SIDE_ERROR: f64 = 4.0 * (f64::EPSILON / 2.0);

/// Eight edges; unused lanes repeat the last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeBlock {
    pub from: [[f64; LANES]; 2],
    pub to: [[f64; LANES]; 2],
    /// Lanes in use.
    pub used: u64,
    /// Lanes whose triangle (centre, from, to) turns counter-clockwise.
    pub positive: u64,
    /// Lanes whose triangle turns clockwise; those without area are in neither.
    pub negative: u64,
}

impl EdgeBlock {
    pub fn new(rings: &Rings, centre: DVec2, first: usize) -> Self {
        let count = (rings.edge_ids().len() - first).min(LANES);
        let mut block =
            Self { from: [[0.0; LANES]; 2], to: [[0.0; LANES]; 2], used: (1 << count) - 1, positive: 0, negative: 0 };
        for lane in 0..LANES {
            let [t, u] = rings.edge(EdgeId((first + lane.min(count - 1)) as u32));
            for k in 0..2 {
                (block.from[k][lane], block.to[k][lane]) = (t[k], u[k]);
            }
            if lane < count {
                let turn = side_of_line(centre, t, u, &mut Cost::default());
                block.positive |= u64::from(turn > 0) << lane;
                block.negative |= u64::from(turn < 0) << lane;
            }
        }
        block
    }

    /// Where edges start and end.
    #[inline(always)]
    pub fn ends<S: Simd>(&self, simd: S) -> ([f64x8<S>; 2], [f64x8<S>; 2]) {
        let load = |lanes: &[f64; LANES]| f64x8::from_slice(simd, lanes);
        ([load(&self.from[0]), load(&self.from[1])], [load(&self.to[0]), load(&self.to[1])])
    }
}

/// Lanes whose line from `a` to `b` has a point certainly to its left, and those certainly to its right.
#[inline(always)]
pub(crate) fn sides_of_lines<S: Simd>(simd: S, a: [f64x8<S>; 2], b: [f64x8<S>; 2], p: DVec2) -> (u64, u64) {
    let all = |x: f64| f64x8::splat(simd, x);
    let (ax, ay) = (a[0] - all(p.x), a[1] - all(p.y));
    let (bx, by) = (b[0] - all(p.x), b[1] - all(p.y));
    let (left, right) = (ax * by, ay * bx);
    let (det, magnitude) = (left - right, left.abs() + right.abs());
    let error = magnitude * all(SIDE_ERROR);
    let safe = magnitude.simd_gt(all(UNDERFLOW_GUARD));
    ((det.simd_gt(error) & safe).to_bitmask(), (det.simd_lt(-error) & safe).to_bitmask())
}
