//! How far apart the edges of two leaves are, at their rough places: vertices of one against edges of the other, both ways.

use super::lanes::Edges;
use super::tree::WIDTH;
use fearless_simd::f64x8;
use fearless_simd::prelude::*;

/// Which of two edges comes with its first end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    /// A vertex of the first polygon against an edge of the second.
    FirstVertex,
    /// A vertex of the second against an edge of the first.
    SecondVertex,
}

/// Squared distances of the first ends of edges to the edges of the other leaf: calls back with the side, the edge `j` of the second
/// leaf, and the squares for the edges of the first.
#[inline(always)]
fn squares<S: Simd>(
    simd: S,
    first: &Edges<S>,
    second: &Edges<S>,
    count: usize,
    mut take: impl FnMut(Side, usize, f64x8<S>),
) {
    let all = |x: f64| f64x8::splat(simd, x);
    let (zero, one) = (all(0.0), all(1.0));
    let [px, py] = first.from;
    let (dx, dy) = (first.to[0] - px, first.to[1] - py);
    let length = dx.mul_add(dx, dy * dy);
    // A point has no direction: any number will do, as it is multiplied by zero.
    let inverse = one / length.simd_gt(zero).select(length, one);
    let [qx, qy] = second.points();
    for j in 0..count.min(WIDTH) {
        let (rx, ry) = (all(qx[j]) - px, all(qy[j]) - py);
        let t = (rx.mul_add(dx, ry * dy) * inverse).max(zero).min(one);
        let (wx, wy) = (rx - t * dx, ry - t * dy);
        take(Side::SecondVertex, j, wx.mul_add(wx, wy * wy));
        let (ex, ey) = (qx[j + 1] - qx[j], qy[j + 1] - qy[j]);
        let squared = ex * ex + ey * ey;
        let share = if squared > 0.0 { 1.0 / squared } else { 1.0 };
        let (fx, fy) = (all(ex), all(ey));
        let t = ((-rx).mul_sub(fx, ry * fy) * all(share)).max(zero).min(one);
        let (wx, wy) = (t.mul_add(fx, rx), t.mul_add(fy, ry));
        take(Side::FirstVertex, j, wx.mul_add(wx, wy * wy));
    }
}

/// The least squared distance of two leaves.
#[inline(always)]
pub(super) fn least<S: Simd>(simd: S, first: &Edges<S>, second: &Edges<S>, count: usize) -> f64 {
    let mut best = f64x8::splat(simd, f64::INFINITY);
    squares(
        simd,
        first,
        second,
        count,
        #[inline(always)]
        |_, _, squared| best = best.min(squared),
    );
    // Unused lanes repeat the last point, which belongs to the polygon.
    let best = best.as_slice();
    best.iter().fold(f64::INFINITY, |least, x| least.min(*x))
}

/// Visits every vertex and edge no farther apart than a squared length: the side, and the lanes of the edges that start at the vertex or
/// are the edge.
#[inline(always)]
pub(super) fn closest<S: Simd>(
    simd: S,
    first: &Edges<S>,
    second: &Edges<S>,
    count: usize,
    (limit, visit): (f64, &mut dyn FnMut(Side, usize, usize)),
) {
    squares(
        simd,
        first,
        second,
        count,
        #[inline(always)]
        |side, j, squared| {
            let mut near = squared.simd_le(f64x8::splat(simd, limit)).to_bitmask() & u64::from(first.used);
            while near != 0 {
                visit(side, near.trailing_zeros() as usize, j);
                near &= near - 1;
            }
        },
    );
}
