//! How far the sixteen pairs of triangles of two leaves are at least apart, in single precision.
//!
//! Closest points are found roughly, over nine pairs of edges and six corners over faces; the gap between the two triangles
//! along the line of those points is then a lower bound whatever their error, and a tight one if they are about right.

use super::leaf_pair_filter_x16::{Leaves, V, corners, cross, dot, sub};
use crate::bvh::{Encounter, ROUNDING};
use crate::math::simd::three;
use fearless_simd::f32x16;
use fearless_simd::prelude::*;

/// How far the sixteen pairs of two leaves are apart, in the unit of the encounter: lane 4 i + j for triangle i of the first
/// and j of the second.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spans {
    /// Pairs that may be within the limit.
    pub near: u32,
    /// Lengths that they are at least apart.
    pub lower: [f32; 16],
    /// Lengths that they are at most apart; infinite for pairs that are not near.
    pub upper: [f32; 16],
}

/// Bounds the distances of the pairs of two leaves as far as they may be within a limit.
#[inline(always)]
pub(crate) fn spans<S: Simd>(simd: S, encounter: &Encounter<'_>, leaves: &Leaves<'_>, limit: f32) -> Spans {
    let [p, q] = corners(simd, encounter, leaves);
    let all = |x: f32| f32x16::splat(simd, x);
    let zero = all(0.0);
    // The same covers the distance of two points on the triangles.
    let error = all(gap_error(leaves));
    // Along the line of the middles first: it tells most pairs apart from near ones.
    let thrice: V<S> = three!(k => (q[0][k] + q[1][k] + q[2][k]) - (p[0][k] + p[1][k] + p[2][k]));
    let rough = gap_along(&p, &q, &thrice) - error;
    let near = leaves.used & rough.simd_le(all(limit)).to_bitmask() as u32;
    if near == 0 {
        return Spans { near: 0, lower: rough.to_array(), upper: [f32::INFINITY; 16] };
    }
    let edges_p = [sub(&p[1], &p[0]), sub(&p[2], &p[1]), sub(&p[0], &p[2])];
    let edges_q = [sub(&q[1], &q[0]), sub(&q[2], &q[1]), sub(&q[0], &q[2])];
    let tiny = all(f32::MIN_POSITIVE);
    let one = all(1.0);
    let squares_p = three!(i => dot(&edges_p[i], &edges_p[i]).max(tiny));
    let squares_q = three!(j => dot(&edges_q[j], &edges_q[j]).max(tiny));
    let inverse_p = three!(i => one / squares_p[i]);
    let inverse_q = three!(j => one / squares_q[j]);
    let mut best = all(f32::INFINITY);
    let mut direction = thrice;
    for i in 0..3 {
        for j in 0..3 {
            // Closest points p_i + s d and q_j + t f of two segments, with w = p_i - q_j (Ericson 2005, section 5.1.9).
            let (d, f) = (&edges_p[i], &edges_q[j]);
            let w = sub(&p[i], &q[j]);
            let (b, dw, fw) = (dot(d, f), dot(d, &w), dot(f, &w));
            let denominator = squares_p[i].mul_sub(squares_q[j], b * b).max(tiny);
            let s = (b.mul_sub(fw, dw * squares_q[j]) / denominator).max(zero).min(one);
            let t = (b.mul_add(s, fw) * inverse_q[j]).max(zero).min(one);
            let s = (b.mul_sub(t, dw) * inverse_p[i]).max(zero).min(one);
            let away = three!(k => f[k].mul_sub(t, d[k].mul_add(s, w[k])));
            let squared = dot(&away, &away);
            let better = squared.simd_lt(best);
            best = better.select(squared, best);
            direction = three!(k => better.select(away[k], direction[k]));
        }
    }
    for (face, edges, points, sign) in [(&p, &edges_p, &q, 1.0), (&q, &edges_q, &p, -1.0)] {
        let normal = cross(&edges[0], &edges[1]);
        let inward = three!(k => cross(&normal, &edges[k]));
        let inverse = one / dot(&normal, &normal).max(tiny);
        let mut least = all(f32::INFINITY);
        let mut over = points[0];
        let mut weights = [zero; 3];
        for point in points {
            let w = three!(k => sub(point, &face[k]));
            // Twice the areas that the foot cuts off at the edges, times |n|: the weights of the opposite corners.
            let parts = three!(k => dot(&inward[k], &w[k]));
            let height = dot(&normal, &w[0]);
            let squared = height * height * inverse;
            let inside = parts[0].min(parts[1]).min(parts[2]).simd_ge(zero);
            let better = squared.simd_lt(least) & inside;
            least = better.select(squared, least);
            over = three!(k => better.select(point[k], over[k]));
            weights = three!(k => better.select(parts[k], weights[k]));
        }
        // The foot as a mean of corners lies in the triangle, however far off the normal of a thin one may be.
        let whole = (weights[0] + weights[1] + weights[2]).max(tiny);
        let weights = three!(k => weights[k] / whole);
        let away = three!(k => {
            let foot = face[0][k].mul_add(weights[1], face[1][k].mul_add(weights[2], face[2][k] * weights[0]));
            (over[k] - foot) * all(sign)
        });
        let better = least.simd_lt(best) & whole.simd_gt(tiny);
        best = better.select(dot(&away, &away), best);
        direction = three!(k => better.select(away[k], direction[k]));
    }
    let lower = (gap_along(&p, &q, &direction) - error).max(rough);
    Spans {
        near: near & lower.simd_le(all(limit)).to_bitmask() as u32,
        lower: lower.to_array(),
        upper: if encounter.beyond { [f32::INFINITY; 16] } else { (best.sqrt() + error).to_array() },
    }
}

/// What a computed gap along a direction may be off by: two corners, the roundings of six products and of a length.
#[inline(always)]
pub(crate) fn gap_error(leaves: &Leaves<'_>) -> f32 {
    8.0 * leaves.error + 16.0 * ROUNDING as f32 * leaves.reach
}

/// The gaps of the pairs of two leaves along a direction of length 1, less what rounding may do to them.
#[inline(always)]
pub(crate) fn gaps_along<S: Simd>(
    simd: S,
    encounter: &Encounter<'_>,
    leaves: &Leaves<'_>,
    direction: [f32; 3],
) -> [f32; 16] {
    let [p, q] = corners(simd, encounter, leaves);
    let n = three!(k => f32x16::splat(simd, direction[k]));
    let error = f32x16::splat(simd, gap_error(leaves));
    (gap_along(&p, &q, &n) - error).to_array()
}

/// Shorter directions are taken to be this long, which makes gaps smaller: their squares would underflow.
const SHORTEST: f32 = 1e-15;

/// The gap between triangles along a direction.
#[inline(always)]
fn gap_along<S: Simd>(p: &[V<S>; 3], q: &[V<S>; 3], n: &V<S>) -> f32x16<S> {
    let far = dot(n, &p[0]).max(dot(n, &p[1])).max(dot(n, &p[2]));
    let near = dot(n, &q[0]).min(dot(n, &q[1])).min(dot(n, &q[2]));
    (near - far) / dot(n, n).sqrt().max(SHORTEST)
}

#[cfg(test)]
mod tests {
    use super::super::leaf_test_cases::Bodies;
    use super::*;
    use crate::bvh::{Preset, Slot};
    use crate::cost::Cost;
    use crate::math::random::Random;
    use crate::math::simd::{Instructions, dispatch, level, limited};
    use crate::math::{DVec3, Pose};
    use crate::triangle_pair::{TriangleRelation, distance, relate};

    /// The distance in double precision, in the unit of the encounter.
    fn truth(bodies: &Bodies, encounter: &Encounter<'_>, leaves: &Leaves<'_>, lane: usize) -> f64 {
        let [p, q] = bodies.lane(leaves, lane);
        if relate(&p, &q, &mut Cost::default()) != TriangleRelation::Disjoint {
            return 0.0;
        }
        let [p, q] = [p, q].map(|t| t.map(|x| x / encounter.unit));
        distance(&p, &q).squared.sqrt()
    }

    #[test]
    fn bounds_hold_from_both_sides() {
        let random = &mut Random(2);
        let (mut tight, mut dropped, mut kept) = (0, 0, 0);
        for round in 0..4000 {
            let size = [1.0, 2_f64.powi(-250), 2_f64.powi(260), 1e-3][round % 4];
            let far = [0.0, 0.0, 1.0, 1e4, 1e9][round % 5];
            let bodies = Bodies::random(random, size, far);
            let encounter = bodies.encounter();
            let leaves = Leaves::new(&encounter, [Slot::ROOT; 2]);
            let mut lengths = [0.0; 16];
            (0..16).for_each(|lane| lengths[lane] = truth(&bodies, &encounter, &leaves, lane));
            // What a length in double precision may be off by, that of the pose included.
            let room = f64::from(encounter.slack) + 1e-12;
            for limit in [f32::INFINITY, lengths[random.below(16)] as f32, 0.1] {
                for instructions in [Instructions::Best, Instructions::Avx2, Instructions::Baseline] {
                    let found =
                        limited(instructions, || dispatch!(level(), simd => spans(simd, &encounter, &leaves, limit)));
                    for lane in (0..16).filter(|lane| leaves.used & 1 << lane != 0) {
                        let [lower, upper] = [found.lower[lane], found.upper[lane]].map(f64::from);
                        let length = lengths[lane];
                        assert!(lower <= length + room, "{lower} {length} {limit} {:?}", bodies.lane(&leaves, lane));
                        assert!(upper >= length - room, "{upper} {length} {limit} {:?}", bodies.lane(&leaves, lane));
                        let near = found.near & 1 << lane != 0;
                        assert!(near || length + room >= f64::from(limit), "{length} {limit}");
                        tight += u32::from(limit == f32::INFINITY && upper - lower < 1e-4);
                        dropped += u32::from(!near);
                        kept += u32::from(near);
                    }
                }
            }
        }
        assert!(tight > 10_000 && dropped > 10_000 && kept > 10_000, "{tight} tight, {dropped} dropped, {kept} kept");
    }

    /// Squares overflow from 2^64 on: what cannot be told must be kept.
    #[test]
    fn what_overflows_is_kept() {
        for far in [1e15, 1e18, 1.8e19, 1.9e19, 1e20, 1e30, 1e38, 1e45, 1e80] {
            let p = [DVec3::ZERO, DVec3::X, DVec3::Y];
            let pose = Pose::from_translation(DVec3::new(-0.6, 0.0, 0.8) * far).unwrap();
            let bodies = Bodies::new([vec![p], vec![p]], pose, Preset::Oriented);
            let encounter = bodies.encounter();
            let leaves = Leaves::new(&encounter, [Slot::ROOT; 2]);
            for limit in [f32::INFINITY, (2.0 * far / encounter.unit) as f32] {
                let found = dispatch!(level(), simd => spans(simd, &encounter, &leaves, limit));
                assert_eq!(found.near, 1, "{far:e} {found:?}");
                assert!(f64::from(found.lower[0]) <= far || found.lower[0].is_nan(), "{far:e} {found:?}");
                assert!(f64::from(found.upper[0]) * 1.001 >= far / encounter.unit, "{far:e} {found:?}");
            }
        }
    }
}
