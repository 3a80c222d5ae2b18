//! Eight pairs of triangles at once: certainly farther apart than a length, certainly within it, or left to exact arithmetic.
//!
//! As [`crate::triangle_pair`] bounds sixteen distances in single precision: closest points are found roughly, over nine pairs of edges
//! and six corners over faces. They are points of the triangles, so their distance bounds from above; the gap along their line
//! bounds from below, whatever their error. Squares are compared, and the bounds are counted in `docs/notes/self-collision.md`.

use super::triangle_pairs_x8::{LaneDecision, TrianglePairsX8};
use crate::deform::dvec3x8::{DVec3x8, ERROR, cross, dot, sub};
use crate::deform::tree::face_tree::FaceTree;
use crate::lane_tree::WIDTH;
use crate::math::simd::{apart, three};
use fearless_simd::prelude::*;
use fearless_simd::{f64x8, mask64x8};

/// How far points of the triangles may be from where they were computed, in their reach: 128 units of 2^-53, where fewer than 50 are counted.
const POINT_ERROR: f64 = 128.0 * (f64::EPSILON / 2.0);

/// Relative error of squares, of products of two squares, and of what is compared with them: fewer than 16 roundings of 2^-53 each.
const SQUARED_ERROR: f64 = 32.0 * (f64::EPSILON / 2.0);

/// A length that is asked about, and what every bound has on top.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LengthLimit {
    /// The length.
    pub length: f64,
    /// What is added to every bound: infinite where products may overflow.
    pub slack: f64,
}

/// The pairs that neither the normals of the faces nor the line of their centroids prove farther apart than a length.
#[inline(always)]
pub(crate) fn near<S: Simd>(simd: S, trees: [&FaceTree; 2], slots: [&[u32; WIDTH]; 2], limit: &LengthLimit) -> u32 {
    apart!(simd, {
        let pairs = TrianglePairsX8::new(simd, trees, slots);
        let square = pairs.reach * pairs.reach;
        let cube = square * pairs.reach;
        let normals = [cross(&pairs.d[0], &pairs.d[1]), cross(&pairs.f[0], &pairs.f[1])];
        let centroids = pairs.centroids();
        let far = is_beyond(pairs.gap_beside(&normals[0]), &normals[0], cube, limit)
            | is_beyond(pairs.gap_beside(&normals[1]), &normals[1], cube, limit)
            | is_beyond(pairs.gap_along(&centroids), &centroids, square, limit);
        !(far.to_bitmask() as u32) & 0xFF
    })
}

/// Whether a gap along an axis, times its length, is certainly more than the length along it, in a size of which the gap has [`ERROR`].
#[inline(always)]
fn is_beyond<S: Simd>(gap: f64x8<S>, axis: &DVec3x8<S>, size: f64x8<S>, limit: &LengthLimit) -> mask64x8<S> {
    let sure = gap - size.mul_add(ERROR, limit.slack);
    let needed = dot(axis, axis) * (limit.length * limit.length) * (1.0 + SQUARED_ERROR) + limit.slack;
    sure.simd_gt(0.0) & (sure * sure).simd_gt(needed)
}

/// Which pairs may be within a length (`maybe`), and which certainly are and have area (`certain`).
#[inline(always)]
pub(crate) fn within_length<S: Simd>(
    simd: S,
    trees: [&FaceTree; 2],
    slots: [&[u32; WIDTH]; 2],
    limit: &LengthLimit,
) -> LaneDecision {
    apart!(simd, {
        let pairs = TrianglePairsX8::new(simd, trees, slots);
        let mut best = ClosestX8 { squared: f64x8::splat(simd, f64::INFINITY), away: pairs.centroids() };
        best.edges(simd, &pairs);
        let zero = f64x8::splat(simd, 0.0);
        let (d, f, q) = (&pairs.d, &pairs.f, &pairs.q);
        let p = [[zero; 3], d[0], three!(k => -d[2][k])];
        let over_first = best.corners(simd, &p, d, q, 1.0);
        let over_second = best.corners(simd, q, f, &p, -1.0);
        let square = pairs.reach * pairs.reach;
        let beyond = is_beyond(pairs.gap_along(&best.away), &best.away, square, limit);
        // What remains of the length when both points are off.
        let room = f64x8::splat(simd, limit.length) - pairs.reach.mul_add(POINT_ERROR, limit.slack);
        let is_short = best.squared.mul_add(1.0 + SQUARED_ERROR, limit.slack).simd_lt(room * room);
        let flat = square.mul_add(ERROR, limit.slack);
        let has_area = over_first.simd_gt(flat) & over_second.simd_gt(flat);
        let certain = room.simd_gt(0.0) & is_short & has_area;
        LaneDecision { maybe: !(beyond.to_bitmask() as u32) & 0xFF, certain: certain.to_bitmask() as u32 }
    })
}

/// The closest points seen so far: the square of their distance, and the way from the first to the second.
struct ClosestX8<S: Simd> {
    squared: f64x8<S>,
    away: DVec3x8<S>,
}

impl<S: Simd> ClosestX8<S> {
    #[inline(always)]
    fn offer(&mut self, away: DVec3x8<S>, counts: mask64x8<S>) {
        let squared = dot(&away, &away);
        let better = squared.simd_lt(self.squared) & counts;
        self.squared = better.select(squared, self.squared);
        self.away = three!(k => better.select(away[k], self.away[k]));
    }

    /// Points of the edges of both.
    #[inline(always)]
    fn edges(&mut self, simd: S, pairs: &TrianglePairsX8<S>) {
        let (d, f, q) = (&pairs.d, &pairs.f, &pairs.q);
        let all = |x: f64| f64x8::splat(simd, x);
        let (zero, one, tiny) = (all(0.0), all(1.0), all(f64::MIN_POSITIVE));
        let p = [[zero; 3], d[0], three!(k => -d[2][k])];
        let squares = [three!(i => dot(&d[i], &d[i]).max(tiny)), three!(j => dot(&f[j], &f[j]).max(tiny))];
        let inverse = [three!(i => one / squares[0][i]), three!(j => one / squares[1][j])];
        for i in 0..3 {
            for j in 0..3 {
                // Closest points p_i + s d and q_j + t f of two segments, with w = p_i - q_j (Ericson 2005, section 5.1.9).
                let (d, f) = (&d[i], &f[j]);
                let w = sub(&p[i], &q[j]);
                let (b, dw, fw) = (dot(d, f), dot(d, &w), dot(f, &w));
                let denominator = squares[0][i].mul_sub(squares[1][j], b * b).max(tiny);
                let s = (b.mul_sub(fw, dw * squares[1][j]) / denominator).max(zero).min(one);
                let t = (b.mul_add(s, fw) * inverse[1][j]).max(zero).min(one);
                let s = (b.mul_sub(t, dw) * inverse[0][i]).max(zero).min(one);
                let away = three!(k => f[k].mul_sub(t, d[k].mul_add(s, w[k])));
                self.offer(away, mask64x8::splat(simd, true));
            }
        }
    }

    /// Feet of corners on a face, of which the first stands over the second by `side`; the largest component of the face's normal.
    #[inline(always)]
    fn corners(
        &mut self,
        simd: S,
        face: &[DVec3x8<S>; 3],
        edges: &[DVec3x8<S>; 3],
        corners: &[DVec3x8<S>; 3],
        side: f64,
    ) -> f64x8<S> {
        let (zero, tiny) = (f64x8::splat(simd, 0.0), f64x8::splat(simd, f64::MIN_POSITIVE));
        let normal = cross(&edges[0], &edges[1]);
        let inward = three!(k => cross(&normal, &edges[k]));
        for corner in corners {
            let w = three!(k => sub(corner, &face[k]));
            // Twice the areas that the foot cuts off at the edges, times |n|: the weights of the opposite corners.
            let parts = three!(k => dot(&inward[k], &w[k]));
            let inside = parts[0].min(parts[1]).min(parts[2]).simd_ge(zero);
            let whole = parts[0] + parts[1] + parts[2];
            let weights = three!(k => parts[k] / whole.max(tiny));
            // As a mean of corners the foot lies in the face, however far off the normal of a thin one may be.
            let foot =
                three!(k => face[0][k].mul_add(weights[1], face[1][k].mul_add(weights[2], face[2][k] * weights[0])));
            let away = three!(k => (corner[k] - foot[k]) * side);
            self.offer(away, inside & whole.simd_gt(tiny));
        }
        normal[0].abs().max(normal[1].abs()).max(normal[2].abs())
    }
}
