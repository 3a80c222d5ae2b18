//! A filter for eight edges against eight: certainly crossing, certainly apart, or left to the predicates.

use crate::posed_pair::vector_lanes::EdgeLanes;
use crate::tree::edge_tree::WIDTH;
use fearless_simd::f64x8;
use fearless_simd::prelude::*;

/// The result of the filter: bit `8 j + i` is edge `i` of the first with edge `j` of the second leaf.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct CrossingCandidates {
    /// All but those certainly apart.
    pub possible: u64,
    /// Those that certainly pass through each other.
    pub certain: u64,
}

/// With d along p₀p₁ and e along q₀q₁, the edges cross if d × (q₀ - p₀) and d × (q₁ - p₀) have opposite signs, and e × (p₀ - q₀) and
/// e × (p₁ - q₀), too; they are apart if two of these have the same. The four are s₀, s₁ = s₀ + d × e, s₂, s₃ = s₂ - d × e. Each counts only
/// if it is larger than `slack`. Edges of the second leaf that are not among `rows` are apart.
#[inline(always)]
pub(crate) fn filter_crossings<S: Simd>(
    simd: S,
    [first, second]: [&EdgeLanes<S>; 2],
    mut rows: u32,
    slack: f64,
) -> CrossingCandidates {
    let all = |x: f64| f64x8::splat(simd, x);
    let [px, py] = first.from;
    let (dx, dy) = (first.to[0] - px, first.to[1] - py);
    let k = dx.mul_sub(py, dy * px);
    let [qx, qy] = second.points();
    let (slack, minus_slack) = (all(slack), all(-slack));
    let mut found = CrossingCandidates::default();
    while rows != 0 {
        let j = rows.trailing_zeros() as usize % WIDTH;
        rows &= rows - 1;
        let s0 = dx.mul_sub(all(qy[j]), dy.mul_add(all(qx[j]), k));
        let s1 = dx.mul_sub(all(qy[j + 1]), dy.mul_add(all(qx[j + 1]), k));
        let (ex, ey) = (qx[j + 1] - qx[j], qy[j + 1] - qy[j]);
        let s2 = all(ex).mul_sub(py, all(ey).mul_add(px, all(ex * qy[j] - ey * qx[j])));
        let s3 = s2 + (s0 - s1);
        let low = s0.min(s1).max(s2.min(s3));
        let high = s0.max(s1).min(s2.max(s3));
        // Positive: apart by that much. Negative: across by that much.
        let margin = low.max(-high);
        let possible = margin.simd_le(slack).to_bitmask() & u64::from(first.used);
        if possible != 0 {
            let certain = margin.simd_lt(minus_slack).to_bitmask() & possible;
            found.possible |= possible << (j * WIDTH);
            found.certain |= certain << (j * WIDTH);
        }
    }
    found
}
