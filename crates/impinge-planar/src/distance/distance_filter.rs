//! Squared distances of the edges of two leaves in approximate coordinates: vertices of one against edges of the other, both ways.

use crate::posed_pair::leaf_pair::LeafPair;
use crate::tree::edge_tree::WIDTH;
use fearless_simd::f64x8;
use fearless_simd::prelude::*;

/// Whose vertex is measured against an edge of the other polygon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum VertexOwner {
    /// A vertex of the first polygon against an edge of the second.
    First,
    /// A vertex of the second against an edge of the first.
    Second,
}

impl VertexOwner {
    /// The body whose vertex it is, and that whose edge.
    pub fn bodies(self) -> (usize, usize) {
        match self {
            Self::First => (0, 1),
            Self::Second => (1, 0),
        }
    }
}

/// Squared distances of the first ends of edges to the edges of the other leaf: for each edge `j` of the second leaf the lesser of
/// those between vertices of the first and it, and between its vertex and edges of the first.
pub(crate) struct SquaredDistances<'a, S: Simd> {
    leaf_pair: &'a LeafPair<S>,
    /// Along the edges of the first.
    d: [f64x8<S>; 2],
    /// Where the edges of the second start, what is along them, and the inverse squares of their lengths.
    second: [f64x8<S>; 5],
    rows: u32,
    least: [f64x8<S>; WIDTH],
    all_least: f64x8<S>,
}

/// Squared distances for one edge of the second leaf: those of vertices of the first, then those of its vertex; and how far along the edge
/// or edges each closest point is, times the length, unless it is an end.
struct DistanceRow<S: Simd> {
    squares: [f64x8<S>; 2],
    along: [f64x8<S>; 2],
}

impl<'a, S: Simd> SquaredDistances<'a, S> {
    /// None so far.
    #[inline(always)]
    pub fn new(simd: S, leaf_pair: &'a LeafPair<S>) -> Self {
        let (first, second) = (&leaf_pair.first, &leaf_pair.second);
        let nowhere = f64x8::splat(simd, f64::INFINITY);
        let [qx, qy] = second.from;
        Self {
            leaf_pair,
            d: [first.to[0] - first.from[0], first.to[1] - first.from[1]],
            second: [qx, qy, second.to[0] - qx, second.to[1] - qy, second.inverse],
            rows: 0,
            least: [nowhere; WIDTH],
            all_least: nowhere,
        }
    }

    #[inline(always)]
    fn row(&self, simd: S, j: usize) -> DistanceRow<S> {
        let all = |k: usize| f64x8::splat(simd, self.second[k].as_slice()[j]);
        let (zero, one) = (f64x8::splat(simd, 0.0), f64x8::splat(simd, 1.0));
        let [px, py] = self.leaf_pair.first.from;
        let [dx, dy] = self.d;
        let (rx, ry) = (px - all(0), py - all(1));
        let (ex, ey) = (all(2), all(3));
        let along_e = rx.mul_add(ex, ry * ey);
        let t = (along_e * all(4)).max(zero).min(one);
        let (wx, wy) = (t.mul_sub(ex, rx), t.mul_sub(ey, ry));
        let of_first = wx.mul_add(wx, wy * wy);
        let along_d = rx.mul_add(dx, ry * dy);
        let t = (along_d * self.leaf_pair.first.inverse).max(-one).min(zero);
        let (wx, wy) = (t.mul_sub(dx, rx), t.mul_sub(dy, ry));
        DistanceRow { squares: [of_first, wx.mul_add(wx, wy * wy)], along: [along_e, along_d] }
    }

    /// Compares some more edges of the second leaf, given as bits, with all of the first; gives the least square so far.
    #[inline(always)]
    pub fn add(&mut self, simd: S, rows: u32) -> f64 {
        let mut rows = rows & !self.rows;
        self.rows |= rows;
        while rows != 0 {
            let j = rows.trailing_zeros() as usize % WIDTH;
            rows &= rows - 1;
            let row = self.row(simd, j);
            self.least[j] = row.squares[0].min(row.squares[1]);
            self.all_least = self.all_least.min(self.least[j]);
        }
        // Unused lanes repeat the last point, which belongs to the polygon.
        simd.reduce_min_f64x8(self.all_least)
    }

    /// How many edges of the second leaf were compared.
    pub fn count(&self) -> u32 {
        self.rows.count_ones()
    }

    /// Which vertices and edges are no farther apart than a squared length: bit `8 j + i` for edge `i` of the first with edge `j` of the second
    /// leaf, one of which is the edge and the other starts at the vertex; vertices of the first, then those of the second.
    ///
    /// Two vertices are compared once, as one of the first and the edge of the second that starts at the other: what is closest at an end and
    /// farther along than `slack`, a bound on the error of products, is left out.
    #[inline(always)]
    pub fn within(&self, simd: S, limit: f64, slack: f64) -> [u64; 2] {
        let all = |x: f64| f64x8::splat(simd, x);
        let limits = all(limit);
        let [dx, dy] = self.d;
        let before = -dx.mul_add(dx, dy.mul_add(dy, all(slack)));
        let used = u64::from(self.leaf_pair.first.used);
        let mut near = [0; 2];
        let mut rows = self.rows;
        while rows != 0 {
            let j = rows.trailing_zeros() as usize % WIDTH;
            rows &= rows - 1;
            if self.least[j].simd_le(limits).to_bitmask() & used == 0 {
                continue;
            }
            let DistanceRow { squares, along } = self.row(simd, j);
            let [ex, ey] = [self.second[2].as_slice()[j], self.second[3].as_slice()[j]];
            let of_first = squares[0].simd_le(limits) & along[0].simd_lt(all(ex * ex + ey * ey + slack));
            let of_second = squares[1].simd_le(limits) & along[1].simd_gt(before) & along[1].simd_lt(all(slack));
            near[0] |= (of_first.to_bitmask() & used) << (j * WIDTH);
            near[1] |= (of_second.to_bitmask() & used) << (j * WIDTH);
        }
        near
    }
}
