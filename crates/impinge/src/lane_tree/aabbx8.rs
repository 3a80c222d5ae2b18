//! Eight boxes in single precision, side by side, and one box against them.
//!
//! Corners are carried by a map that never swaps the order of two numbers ([`F32Frame`](super::f32_frame::F32Frame)): numbers that differ
//! after it differ the same way before. So `>` proves boxes apart, `<` on every axis proves that they overlap, and only equality
//! has to be looked at again in double precision.

use crate::math::simd::three;
use fearless_simd::prelude::*;
use fearless_simd::{f32x4, f32x8, mask32x8};

/// Boxes of a block.
pub(crate) const WIDTH: usize = 8;

/// Corners lie within this: 2^125, so that differences are finite.
pub(crate) const FARTHEST: f32 = f32::from_bits((127 + 125) << 23);

/// Where nothing is, a box inside out with corners beyond all others: 2^126.
pub(crate) const BEYOND: f32 = 2.0 * FARTHEST;

/// Room for rounding of a grown corner, in its size: two numbers are carried, each to within 2^-23.9 of itself, and two sums are rounded, to within
/// 2^-24 each; less than 2^-21.7 in all.
const GROWTH: f32 = f32::from_bits((127 - 21) << 23);

/// A box: the lowest, then the highest coordinates.
pub(crate) type BoxCorners = [f32; 6];

/// The box of nothing, which is apart from every box.
pub(crate) const EMPTY_BOX: BoxCorners = [BEYOND, BEYOND, BEYOND, -BEYOND, -BEYOND, -BEYOND];

/// Eight boxes: for each of the six coordinates, a row of eight.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(crate) struct Aabbx8 {
    rows: [[f32; WIDTH]; 6],
}

impl Aabbx8 {
    /// Eight boxes without points.
    pub const EMPTY: Self = {
        let mut rows = [[0.0; WIDTH]; 6];
        let mut k = 0;
        while k < 6 {
            rows[k] = [EMPTY_BOX[k]; WIDTH];
            k += 1;
        }
        Self { rows }
    };

    /// Sets a box.
    #[inline(always)]
    pub fn set(&mut self, lane: usize, corners: &BoxCorners) {
        for (row, x) in self.rows.iter_mut().zip(corners) {
            row[lane] = *x;
        }
    }

    /// From rows of [reaches](super::packed_aabb).
    #[inline(always)]
    pub fn from_reaches(mut rows: [[f32; WIDTH]; 6]) -> Self {
        rows[..3].as_flattened_mut().iter_mut().for_each(|x| *x = -*x);
        Self { rows }
    }

    /// From the lowest and the highest corner of every box.
    #[inline(always)]
    pub fn from_corners<S: Simd>(lows: &[f32x4<S>; WIDTH], highs: &[f32x4<S>; WIDTH]) -> Self {
        let mut block = Self::EMPTY;
        for (side, corners) in [lows, highs].into_iter().enumerate() {
            for (quarter, four) in corners.chunks_exact(4).enumerate() {
                let (a, b) = four[0].interleave(four[2]);
                let (c, d) = four[1].interleave(four[3]);
                let (ac, bd) = (a.interleave(c), b.zip_low(d));
                for (k, row) in [ac.0, ac.1, bd].into_iter().enumerate() {
                    block.rows[3 * side + k][4 * quarter..4 * quarter + 4].copy_from_slice(&<[f32; 4]>::from(row));
                }
            }
        }
        block
    }

    /// The boxes with room on all sides for a length and for rounding; those of nothing stay nothing.
    ///
    /// The length is one of [`F32Frame::length`](super::f32_frame::F32Frame::length): all that is within it of a box is carried into the grown one.
    pub fn grown(&self, length: f32) -> Self {
        let mut grown = *self;
        for (lane, k) in (0..3).flat_map(|k| (0..WIDTH).map(move |lane| (lane, k))) {
            let (low, high) = (self.rows[k][lane], self.rows[k + 3][lane]);
            if low <= high {
                grown.rows[k][lane] = ((low - length) - low.abs() * GROWTH).max(-FARTHEST);
                grown.rows[k + 3][lane] = ((high + length) + high.abs() * GROWTH).min(FARTHEST);
            }
        }
        grown
    }

    /// A box.
    #[inline(always)]
    pub fn get(&self, lane: usize) -> BoxCorners {
        let r = &self.rows;
        [r[0][lane], r[1][lane], r[2][lane], r[3][lane], r[4][lane], r[5][lane]]
    }

    /// The smallest box around all eight.
    #[inline(always)]
    pub fn union(&self) -> BoxCorners {
        let mut union = EMPTY_BOX;
        for k in 0..3 {
            union[k] = self.rows[k].iter().fold(BEYOND, |least, x| if *x < least { *x } else { least });
            union[k + 3] = self.rows[k + 3].iter().fold(-BEYOND, |most, x| if *x > most { *x } else { most });
        }
        union
    }

    /// The lanes whose boxes are single points.
    #[inline(always)]
    pub fn points<S: Simd>(&self, simd: S) -> u32 {
        let row = |k: usize| f32x8::from_slice(simd, &self.rows[k]);
        let flat = three!(k => row(k).simd_eq(row(k + 3)));
        (flat[0] & flat[1] & flat[2]).to_bitmask() as u32
    }

    /// The lanes whose boxes are not certainly apart from a box.
    #[inline(always)]
    pub fn near<S: Simd>(&self, simd: S, other: &AabbSplat<S>) -> u32 {
        let row = |k: usize| f32x8::from_slice(simd, &self.rows[k]);
        let below = three!(k => row(k).simd_le(other.0[k + 3]));
        let above = three!(k => row(k + 3).simd_ge(other.0[k]));
        let near = below[0] & above[0] & below[1] & above[1] & below[2] & above[2];
        near.to_bitmask() as u32
    }

    /// The largest gap over the axes: below zero if a box overlaps, above if it is apart, zero if that has to be settled.
    #[inline(always)]
    pub fn gap<S: Simd>(&self, simd: S, other: &AabbSplat<S>) -> f32x8<S> {
        let row = |k: usize| f32x8::from_slice(simd, &self.rows[k]);
        let below = three!(k => row(k) - other.0[k + 3]);
        let above = three!(k => other.0[k] - row(k + 3));
        let gap = three!(k => below[k].max(above[k]));
        gap[0].max(gap[1]).max(gap[2])
    }
}

/// One box in all lanes.
pub(crate) struct AabbSplat<S: Simd>([f32x8<S>; 6]);

impl<S: Simd> AabbSplat<S> {
    /// A box of a block.
    #[inline(always)]
    pub fn from_lane(simd: S, block: &Aabbx8, lane: usize) -> Self {
        let all = |k: usize| f32x8::splat(simd, block.rows[k][lane]);
        Self([all(0), all(1), all(2), all(3), all(4), all(5)])
    }

    /// A box.
    #[inline(always)]
    pub fn new(simd: S, corners: &BoxCorners) -> Self {
        let all = |k: usize| f32x8::splat(simd, corners[k]);
        Self([all(0), all(1), all(2), all(3), all(4), all(5)])
    }
}

/// The lanes of a mask as bits.
#[inline(always)]
pub(crate) fn lane_mask<S: Simd>(mask: mask32x8<S>) -> u32 {
    mask.to_bitmask() as u32
}

/// The set bits of a mask, lowest first.
#[inline(always)]
pub(crate) fn set_lanes(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros() as usize;
        (mask != 0).then(|| {
            mask &= mask - 1;
            lane
        })
    })
}
