//! Sixteen pairs of triangles at once: four of one leaf against four of another, in single precision, with a proved error.
//!
//! A pair is certainly apart if one triangle lies on one side of the other's plane, or if of the six edges none can pass
//! through the other triangle; it certainly crosses if some edge certainly does. An edge passes through a triangle if its ends
//! lie on different sides of the plane and the edges of the triangle turn around its line one way: six sides of planes and nine
//! turns, the latter by Plücker coordinates. What is neither goes to exact arithmetic; `docs/notes/tree.md` has the bounds.

use crate::bvh::{Encounter, Leaf, ROUNDING, Slot};
use crate::math::DVec3;
use crate::math::simd::{apart, three};
use fearless_simd::prelude::*;
use fearless_simd::{f32x4, f32x16, mask32x16, u8x64};
use glam::Vec3A;

/// What the filter says of sixteen pairs: bit 4 i + j for triangle i of the first leaf and j of the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FilterVerdict {
    /// Pairs that are not certainly apart.
    pub maybe: u32,
    /// Pairs that certainly cross.
    pub certain: u32,
}

/// Triangles of two leaves in one frame: relative to the middle of the first leaf, in the unit of the encounter.
pub(crate) struct Leaves<'a> {
    pub first: &'a Leaf,
    pub second: &'a Leaf,
    /// Lanes that are in use, as in [`FilterVerdict`].
    pub used: u32,
    /// The middle of the second leaf.
    pub between: Vec3A,
    /// The largest distance of a corner from the middle of the first leaf.
    pub reach: f32,
    /// What a corner may be off by in any coordinate.
    pub error: f32,
}

impl<'a> Leaves<'a> {
    /// Two leaves that stand in these slots.
    #[inline(always)]
    pub fn new(encounter: &Encounter<'a>, slots: [Slot; 2]) -> Self {
        let [a, b] = encounter.trees;
        let [child_a, child_b] = [a.child(slots[0]), b.child(slots[1])];
        let [box_a, box_b] = [a.bounds(slots[0]), b.bounds(slots[1])];
        let radius = [box_a.half.length() * encounter.units[0], box_b.half.length() * encounter.units[1]];
        let middle = box_a.centre * encounter.units[0];
        let between = encounter.into[0].place(box_b.centre)
            - DVec3::new(f64::from(middle.x), f64::from(middle.y), f64::from(middle.z));
        let between = Vec3A::new(between.x as f32, between.y as f32, between.z as f32);
        let reach = (between.length() + radius[0] + radius[1]) * (1.0 + 8.0 * ROUNDING as f32);
        Self {
            first: &a.leaves()[child_a.index()],
            second: &b.leaves()[child_b.index()],
            used: used(child_a.count(), child_b.count()),
            between,
            reach,
            error: 6.0 * ROUNDING as f32 * reach + 2.0 * encounter.slack,
        }
    }
}

/// The lanes of `rows` by `columns` pairs.
#[inline(always)]
fn used(rows: usize, columns: usize) -> u32 {
    let row = (1 << columns) - 1;
    (row * 0x1111) & ((1 << (4 * rows)) - 1)
}

/// Bytes that spread the four lanes of a block over the four blocks: lane i of the first leaf to all of block i.
const SPREAD: [u8; 64] = {
    let mut bytes = [0; 64];
    let mut i = 0;
    while i < 64 {
        bytes[i] = (i / 16 * 4 + i % 4) as u8;
        i += 1;
    }
    bytes
};

pub(super) type V<S> = [f32x16<S>; 3];

#[inline(always)]
pub(super) fn sub<S: Simd>(p: &V<S>, q: &V<S>) -> V<S> {
    [p[0] - q[0], p[1] - q[1], p[2] - q[2]]
}

#[inline(always)]
pub(super) fn cross<S: Simd>(p: &V<S>, q: &V<S>) -> V<S> {
    [p[1].mul_sub(q[2], p[2] * q[1]), p[2].mul_sub(q[0], p[0] * q[2]), p[0].mul_sub(q[1], p[1] * q[0])]
}

#[inline(always)]
pub(super) fn dot<S: Simd>(p: &V<S>, q: &V<S>) -> f32x16<S> {
    p[2].mul_add(q[2], p[1].mul_add(q[1], p[0] * q[0]))
}

/// The corners of the sixteen pairs.
#[inline(always)]
pub(crate) fn corners<S: Simd>(simd: S, encounter: &Encounter<'_>, leaves: &Leaves<'_>) -> [[V<S>; 3]; 2] {
    let spread = u8x64::from_slice(simd, &SPREAD);
    let unit = f32x16::splat(simd, encounter.units[0]);
    let first = three!(corner => {
        three!(k => {
            let block = f32x16::block_splat(f32x4::from_slice(simd, &leaves.first.corners[corner][k]));
            block.swizzle_dyn_within_blocks(spread) * unit
        })
    });
    let turn = encounter.into[0].turn();
    let unit = encounter.units[1];
    let second = three!(corner => {
        let p = three!(k => f32x4::from_slice(simd, &leaves.second.corners[corner][k]) * unit);
        three!(k => {
            let row = &turn[k];
            let start = f32x4::splat(simd, leaves.between[k]);
            let x = p[0].mul_add(row[0], p[1].mul_add(row[1], p[2].mul_add(row[2], start)));
            f32x16::block_splat(x)
        })
    });
    [first, second]
}

/// Decides what can be decided about the pairs of two leaves.
#[inline(always)]
pub(crate) fn verdict<S: Simd>(simd: S, encounter: &Encounter<'_>, leaves: &Leaves<'_>) -> FilterVerdict {
    apart!(simd, {
        let [p, q] = corners(simd, encounter, leaves);
        // Everything relative to the first corner of p, which keeps products, and so errors, small.
        let (d0, d1, d2) = (sub(&p[1], &p[0]), sub(&p[2], &p[1]), sub(&p[0], &p[2]));
        let q = [sub(&q[0], &p[0]), sub(&q[1], &p[0]), sub(&q[2], &p[0])];
        let f = [sub(&q[1], &q[0]), sub(&q[2], &q[1]), sub(&q[0], &q[2])];
        // A difference of two corners is off by twice their error, and its own rounding.
        let e = f32x16::splat(simd, 2.0 * leaves.error + 2.0 * ROUNDING as f32 * leaves.reach);
        let size_p = longest([&d0, &d1, &d2]) + e;
        let size_q = longest([&f[0], &f[1], &f[2]]) + e;
        let away = longest([&q[0], &q[1], &q[2]]) + e;

        let (normal_p, normal_q) = (cross(&d0, &d1), cross(&f[0], &f[1]));
        let side_q = three!(k => dot(&normal_p, &q[k]));
        let below = -dot(&normal_q, &q[0]);
        let side_p = [below, below + dot(&normal_q, &d0), below - dot(&normal_q, &d2)];
        let error_p = (size_p * (away + size_p)).mul_add(e * SIDE_ERROR, UNDERFLOW);
        let error_q = (size_q * (away + size_p + size_q)).mul_add(e * SIDE_ERROR, UNDERFLOW);
        let (low_q, high_q) = (side_q[0].min(side_q[1]).min(side_q[2]), side_q[0].max(side_q[1]).max(side_q[2]));
        let (low_p, high_p) = (side_p[0].min(side_p[1]).min(side_p[2]), side_p[0].max(side_p[1]).max(side_p[2]));
        let apart =
            low_q.simd_gt(error_p) | high_q.simd_lt(-error_p) | low_p.simd_gt(error_q) | high_p.simd_lt(-error_q);
        let maybe = leaves.used & !(apart.to_bitmask() as u32);
        if maybe == 0 {
            return FilterVerdict { maybe: 0, certain: 0 };
        }
        let divided =
            low_q.simd_lt(-error_p) & high_q.simd_gt(error_p) & low_p.simd_lt(-error_q) & high_p.simd_gt(error_q);

        // The moments of the edges of p are zero, normal_p and zero: two of them pass through the first corner.
        let moments = three!(j => cross(&q[j], &f[j]));
        let turn = [
            three!(j => dot(&d0, &moments[j])),
            three!(j => dot(&d1, &moments[j]) + dot(&normal_p, &f[j])),
            three!(j => dot(&d2, &moments[j])),
        ];
        let error_turn = ((size_p + size_q) * (away + size_p)).mul_add(e * TURN_ERROR, UNDERFLOW);
        let mut passes = mask32x16::splat(simd, false);
        let mut may_pass = mask32x16::splat(simd, false);
        for i in 0..3 {
            let own = passage([side_p[i], side_p[(i + 1) % 3]], error_q, &turn[i], error_turn);
            let other =
                passage([side_q[i], side_q[(i + 1) % 3]], error_p, &[turn[0][i], turn[1][i], turn[2][i]], error_turn);
            passes |= own[0] | other[0];
            may_pass |= own[1] | other[1];
        }
        let maybe = maybe & may_pass.to_bitmask() as u32;
        FilterVerdict { maybe, certain: maybe & (passes & divided).to_bitmask() as u32 }
    })
}

/// The length of the longest of three vectors.
#[inline(always)]
fn longest<S: Simd>(v: [&V<S>; 3]) -> f32x16<S> {
    dot(v[0], v[0]).max(dot(v[1], v[1])).max(dot(v[2], v[2])).sqrt()
}

/// Whether an edge passes through a triangle, certainly and perhaps, by the sides of its ends and the turns around it.
#[inline(always)]
fn passage<S: Simd>(
    ends: [f32x16<S>; 2],
    error_side: f32x16<S>,
    turns: &V<S>,
    error_turn: f32x16<S>,
) -> [mask32x16<S>; 2] {
    let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
    let (least, most) = (turns[0].min(turns[1]).min(turns[2]), turns[0].max(turns[1]).max(turns[2]));
    let through = low.simd_lt(-error_side) & high.simd_gt(error_side);
    let one_way = least.simd_gt(error_turn) | most.simd_lt(-error_turn);
    let same_side = low.simd_gt(error_side) | high.simd_lt(-error_side);
    let both_ways = least.simd_lt(-error_turn) & most.simd_gt(error_turn);
    [through & one_way, !(same_side | both_ways)]
}

/// What products may lose to underflow: coordinates are at most 1, so a few units of 2^-149.
const UNDERFLOW: f32 = 1e-37;

/// Error of a side of a plane in units of e L (W + L), for edges up to L and other corners up to W away.
const SIDE_ERROR: f32 = 6.0;

/// Error of a turn in units of e (L + M) (W + L), for edges up to L and M.
const TURN_ERROR: f32 = 8.0;

#[cfg(test)]
mod tests {
    use super::super::leaf_test_cases::Bodies;
    use super::*;
    use crate::bvh::Preset;
    use crate::math::Pose;
    use crate::math::random::Random;
    use crate::math::simd::{Instructions, dispatch, level, limited};
    use crate::triangle_pair::{TriangleRelation, relate_brute};

    /// Whatever the filter says is what integers say, with and without fused products.
    #[test]
    fn the_filter_never_contradicts_exact_arithmetic() {
        let random = &mut Random(1);
        let (mut certain, mut apart, mut open, mut all) = (0, 0, 0, 0);
        for round in 0..6000 {
            let size = [1.0, 2_f64.powi(-250), 2_f64.powi(260), 1e-3][round % 4];
            let far = [0.0, 0.0, 1.0, 1e4, 1e9][round % 5];
            let bodies = Bodies::random(random, size, far);
            let encounter = bodies.encounter();
            let leaves = Leaves::new(&encounter, [Slot::ROOT; 2]);
            let limits = [Instructions::Best, Instructions::Avx2, Instructions::Baseline];
            let said = limits.map(|l| limited(l, || dispatch!(level(), simd => verdict(simd, &encounter, &leaves))));
            for lane in (0..16).filter(|lane| leaves.used & 1 << lane != 0) {
                let [p, q] = bodies.lane(&leaves, lane);
                let relation = relate_brute(&p, &q);
                for verdict in said {
                    let (maybe, sure) = (verdict.maybe & 1 << lane != 0, verdict.certain & 1 << lane != 0);
                    assert!(maybe || relation == TriangleRelation::Disjoint, "{p:?} {q:?} lost, {:?}", bodies.pose);
                    assert!(
                        !sure || relation == TriangleRelation::Crossing,
                        "{p:?} {q:?} do not cross, {:?}",
                        bodies.pose
                    );
                    assert!(maybe || !sure);
                }
                all += 1;
                certain += u32::from(said[0].certain & 1 << lane != 0);
                apart += u32::from(said[0].maybe & 1 << lane == 0);
                open += u32::from(said[0].maybe & !said[0].certain & 1 << lane != 0);
            }
        }
        let share = [certain, apart, open].map(|n| f64::from(n) / f64::from(all));
        assert!(share[0] > 0.05 && share[1] > 0.3 && share[2] > 0.1, "{share:?} of {all} certain, apart, open");
    }

    /// Bodies without extent, and so far apart that single precision overflows, are left to exact arithmetic.
    #[test]
    fn what_overflows_is_undecided() {
        for far in [1e7, 1e13, 1e20, 1e30, 1e38, 1e45, 1e80] {
            let p = [DVec3::ZERO, DVec3::X, DVec3::Y];
            let pose = Pose::from_translation(DVec3::new(-0.6, 0.0, 0.8) * far).unwrap();
            let bodies = Bodies::new([vec![p], vec![p]], pose, Preset::Oriented);
            let encounter = bodies.encounter();
            let leaves = Leaves::new(&encounter, [Slot::ROOT; 2]);
            let found = dispatch!(level(), simd => verdict(simd, &encounter, &leaves));
            assert_eq!(found, FilterVerdict { maybe: 1, certain: 0 }, "{far:e}");
        }
        let point = [DVec3::splat(3.0); 3];
        let bodies = Bodies::new([vec![point; 4], vec![point]], Pose::IDENTITY, Preset::Oriented);
        let encounter = bodies.encounter();
        let leaves = Leaves::new(&encounter, [Slot::ROOT; 2]);
        let found = dispatch!(level(), simd => verdict(simd, &encounter, &leaves));
        assert_eq!(found, FilterVerdict { maybe: 0x1111, certain: 0 });
    }
}
