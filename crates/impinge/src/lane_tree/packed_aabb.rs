//! A box as single precision sees it: how far it reaches along the axes, down and up, in half a line of the cache.
//!
//! Eight of them are turned into six rows of eight by shuffles of four numbers, which every machine has.

use super::aabbx8::{BEYOND, BoxCorners, WIDTH};
use fearless_simd::f32x4;
use fearless_simd::prelude::*;

/// The negatives of the lowest coordinates, the highest, and two zeros. No reach is a negative zero.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(32))]
pub(crate) struct PackedAabb(pub [f32; WIDTH]);

impl PackedAabb {
    /// The box of nothing, which is apart from every box.
    pub const EMPTY: Self = Self([-BEYOND, -BEYOND, -BEYOND, -BEYOND, -BEYOND, -BEYOND, 0.0, 0.0]);

    /// From corners.
    #[inline(always)]
    pub fn new(c: &BoxCorners) -> Self {
        Self([0.0 - c[0], 0.0 - c[1], 0.0 - c[2], c[3] + 0.0, c[4] + 0.0, c[5] + 0.0, 0.0, 0.0])
    }

    /// Its corners.
    #[inline(always)]
    pub fn corners(&self) -> BoxCorners {
        let r = &self.0;
        [-r[0], -r[1], -r[2], r[3], r[4], r[5]]
    }

    /// Its middle.
    #[inline(always)]
    pub fn middle(&self) -> [f32; 3] {
        let r = &self.0;
        [0.5 * r[3] - 0.5 * r[0], 0.5 * r[4] - 0.5 * r[1], 0.5 * r[5] - 0.5 * r[2]]
    }
}

/// A box in two registers.
#[derive(Clone, Copy)]
pub(crate) struct PackedAabbLanes<S: Simd>(f32x4<S>, f32x4<S>);

impl<S: Simd> PackedAabbLanes<S> {
    /// From the first four and the last four of its numbers.
    #[inline(always)]
    pub fn new(first: f32x4<S>, last: f32x4<S>) -> Self {
        Self(first, last)
    }

    /// Reads a box.
    #[inline(always)]
    pub fn load(simd: S, carried: &PackedAabb) -> Self {
        let (first, last) = carried.0.split_at(WIDTH / 2);
        Self(f32x4::from_slice(simd, first), f32x4::from_slice(simd, last))
    }

    /// Writes a box.
    #[inline(always)]
    pub fn store(self, carried: &mut PackedAabb) {
        let (first, last) = carried.0.split_at_mut(WIDTH / 2);
        first.copy_from_slice(&<[f32; 4]>::from(self.0));
        last.copy_from_slice(&<[f32; 4]>::from(self.1));
    }

    /// The smallest box around two.
    #[inline(always)]
    pub fn joined(self, other: Self) -> Self {
        Self(self.0.max(other.0), self.1.max(other.1))
    }
}

/// For each of the six reaches, a row of those of eight boxes.
#[inline(always)]
pub(crate) fn rows<S: Simd>(boxes: &[PackedAabbLanes<S>; WIDTH]) -> [[f32; WIDTH]; 6] {
    let mut rows = [[0.0; WIDTH]; 6];
    for (quarter, four) in boxes.chunks_exact(4).enumerate() {
        let (a, b) = four[0].0.interleave(four[2].0);
        let (c, d) = four[1].0.interleave(four[3].0);
        let (e, f) = (four[0].1.zip_low(four[2].1), four[1].1.zip_low(four[3].1));
        let (ac, bd, ef) = (a.interleave(c), b.interleave(d), e.interleave(f));
        let six = [ac.0, ac.1, bd.0, bd.1, ef.0, ef.1];
        for k in 0..6 {
            rows[k][4 * quarter..4 * quarter + 4].copy_from_slice(&<[f32; 4]>::from(six[k]));
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::simd;
    use crate::math::simd::dispatch;

    #[test]
    fn eight_boxes_are_turned_into_six_rows() {
        let boxes: [PackedAabb; WIDTH] = std::array::from_fn(|lane| {
            let at = |k: usize| (10 * lane + k) as f32 + 1.0;
            PackedAabb::new(&[-at(0), -at(1), -at(2), at(3), at(4), at(5)])
        });
        dispatch!(simd::level(), simd => {
            let rows = rows(&std::array::from_fn(|lane| PackedAabbLanes::load(simd, &boxes[lane])));
            for (k, row) in rows.iter().enumerate() {
                assert_eq!(*row, std::array::from_fn(|lane| (10 * lane + k) as f32 + 1.0));
            }
        });
        assert_eq!(PackedAabb::new(&boxes[3].corners()), boxes[3]);
        assert_eq!(boxes[0].middle(), [1.5; 3]);
    }
}
