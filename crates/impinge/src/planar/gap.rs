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

impl Side {
    /// The body whose vertex it is, and that whose edge.
    pub fn bodies(self) -> (usize, usize) {
        match self {
            Self::FirstVertex => (0, 1),
            Self::SecondVertex => (1, 0),
        }
    }
}

/// Squared distances of the first ends of edges to the edges of the other leaf: for each edge `j` of the second leaf those for the edges of
/// the first, of vertices of the first, then of the vertex of the second.
///
/// Two vertices are compared once, as one of the first and the edge of the second that starts at the other: what is closest at an end and
/// farther along than `slack`, a bound on the error of products, is infinite here.
#[inline(always)]
fn squares<S: Simd>(simd: S, first: &Edges<S>, second: &Edges<S>, count: usize, slack: f64) -> [[f64x8<S>; 2]; WIDTH] {
    let all = |x: f64| f64x8::splat(simd, x);
    let (zero, one, nowhere) = (all(0.0), all(1.0), all(f64::INFINITY));
    let [px, py] = first.from;
    let (dx, dy) = (first.to[0] - px, first.to[1] - py);
    let (before, after) = (all(-slack), dx.mul_add(dx, dy.mul_add(dy, all(slack))));
    let [qx, qy] = second.points();
    let inverse = second.inverse.as_slice();
    let mut found = [[nowhere; 2]; WIDTH];
    for j in 0..count.min(WIDTH) {
        let (rx, ry) = (all(qx[j]) - px, all(qy[j]) - py);
        let along = rx.mul_add(dx, ry * dy);
        let t = (along * first.inverse).max(zero).min(one);
        let (wx, wy) = (rx - t * dx, ry - t * dy);
        let inside = along.simd_gt(before) & along.simd_lt(after);
        let of_second = inside.select(wx.mul_add(wx, wy * wy), nowhere);
        let (ex, ey) = (qx[j + 1] - qx[j], qy[j + 1] - qy[j]);
        let (fx, fy) = (all(ex), all(ey));
        let along = (-rx).mul_sub(fx, ry * fy);
        let t = (along * all(inverse[j])).max(zero).min(one);
        let (wx, wy) = (t.mul_add(fx, rx), t.mul_add(fy, ry));
        let inside = along.simd_lt(all(ex * ex + ey * ey + slack));
        found[j] = [inside.select(wx.mul_add(wx, wy * wy), nowhere), of_second];
    }
    found
}

/// The least squared distance of two leaves, and what it is the least of.
#[inline(always)]
pub(super) fn least<S: Simd>(
    simd: S,
    first: &Edges<S>,
    second: &Edges<S>,
    count: usize,
    slack: f64,
) -> (f64, [[f64x8<S>; 2]; WIDTH]) {
    let found = squares(simd, first, second, count, slack);
    let mut best = found[0][0].min(found[0][1]);
    for both in &found[1..count.clamp(1, WIDTH)] {
        best = best.min(both[0].min(both[1]));
    }
    // Unused lanes repeat the last point, which belongs to the polygon.
    (simd.reduce_min_f64x8(best), found)
}

/// Which vertices and edges are no farther apart than a squared length: bit `8 j + i` for edge `i` of the first with edge `j` of the second
/// leaf, one of which is the edge and the other starts at the vertex; vertices of the first, then those of the second.
#[inline(always)]
pub(super) fn closest<S: Simd>(simd: S, found: &[[f64x8<S>; 2]; WIDTH], used: u32, limit: f64) -> [u64; 2] {
    let limit = f64x8::splat(simd, limit);
    let (mut of_first, mut of_second) = (0, 0);
    for (j, both) in found.iter().enumerate() {
        of_first |= (both[0].simd_le(limit).to_bitmask() & u64::from(used)) << (j * WIDTH);
        of_second |= (both[1].simd_le(limit).to_bitmask() & u64::from(used)) << (j * WIDTH);
    }
    [of_first, of_second]
}
