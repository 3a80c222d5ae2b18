//! Eight boxes of a tree, as they are and as they were at the last update, tested for both times at once.
//!
//! A box is kept by [how far it reaches](PackedAabb): the negative of its low corner, and its high corner. Two boxes go into each other along
//! an axis by the smaller one of the sums of the reaches towards each other. The smallest depth over the axes says all: above
//! zero they overlap, below they are apart, and at zero it has to be looked at again in double precision.
//!
//! The reaches of now and before lie side by side in 64 bits: then one box is spread over all lanes by a load, and signs are read
//! off whole words. No reach is a negative zero, so no sum is.

use crate::lane_tree::{BEYOND, PackedAabb, WIDTH};
use crate::math::simd::three;
use fearless_simd::prelude::*;
use fearless_simd::{f32x16, i64x8, u64x8};

/// The key of a place without a box.
pub(super) const VACANT: u32 = u32::MAX;

/// The lower half of a word: what was before.
const BEFORE: u64 = 0xFFFF_FFFF;

/// Eight boxes that are neighbours in the order, in one piece of memory.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
pub(super) struct Leaf {
    /// For each of the six reaches, a row of eight: that of now in the upper half of a word, that of before in the lower.
    rows: [[u64; WIDTH]; 6],
    /// Their keys.
    pub keys: [u32; WIDTH],
}

impl Leaf {
    /// Eight boxes without points.
    pub const EMPTY: Self = {
        let nothing = (-BEYOND).to_bits() as u64;
        Self { rows: [[nothing << 32 | nothing; WIDTH]; 6], keys: [VACANT; WIDTH] }
    };

    /// Sets a box, now and before.
    pub fn set(&mut self, lane: usize, carried: &PackedAabb) {
        for (row, reach) in self.rows.iter_mut().zip(carried.0) {
            let bits = u64::from(reach.to_bits());
            row[lane] = bits << 32 | bits;
        }
    }

    /// Makes the boxes of now those of before, and sets those of now, by rows.
    #[inline(always)]
    pub fn renew(&mut self, now: &[[f32; WIDTH]; 6]) {
        for (row, now) in self.rows.iter_mut().zip(now) {
            for lane in 0..WIDTH {
                row[lane] = row[lane] >> 32 | u64::from(now[lane].to_bits()) << 32;
            }
        }
    }

    /// Makes the boxes of before those of now.
    pub fn forget(&mut self) {
        self.rows.as_flattened_mut().iter_mut().for_each(|word| *word = *word & !BEFORE | *word >> 32);
    }

    /// The smallest box around those of now.
    pub fn union(&self) -> PackedAabb {
        let mut union = PackedAabb::EMPTY;
        for (most, row) in union.0.iter_mut().zip(&self.rows) {
            for word in row {
                *most = most.max(f32::from_bits((word >> 32) as u32));
            }
        }
        union
    }

    /// How deep each box is in a box of another leaf, now and before.
    #[inline(always)]
    pub fn depth<S: Simd>(&self, simd: S, other: &Self, lane: usize) -> Depth<S> {
        let row = |k: usize| both(u64x8::from_slice(simd, &self.rows[k]));
        let all = |k: usize| both(u64x8::splat(simd, other.rows[k][lane]));
        let axes = three!(k => (row(k) + all(k + 3)).min(row(k + 3) + all(k)));
        Depth(axes[0].min(axes[1]).min(axes[2]))
    }

    /// How deep each box, now and before, is in a box.
    #[inline(always)]
    pub fn depth_in<S: Simd>(&self, simd: S, carried: &PackedAabb) -> Depth<S> {
        let row = |k: usize| both(u64x8::from_slice(simd, &self.rows[k]));
        let all = |k: usize| f32x16::splat(simd, carried.0[k]);
        let axes = three!(k => (row(k) + all(k + 3)).min(row(k + 3) + all(k)));
        Depth(axes[0].min(axes[1]).min(axes[2]))
    }

    /// How deep each box is in the one `R` lanes behind it, the first behind the last, now and before.
    #[inline(always)]
    pub fn depth_within<S: Simd, const R: usize>(&self, simd: S) -> Depth<S> {
        let row = |k: usize| u64x8::from_slice(simd, &self.rows[k]);
        let turned = |k: usize| row(k).slide::<R>(row(k));
        let axes = three!(k => (both(row(k)) + both(turned(k + 3))).min(both(row(k + 3)) + both(turned(k))));
        Depth(axes[0].min(axes[1]).min(axes[2]))
    }
}

/// Words as reaches.
#[inline(always)]
fn both<S: Simd>(words: u64x8<S>) -> f32x16<S> {
    words.bitcast()
}

/// The smallest depth over the axes for eight pairs of boxes, now and before.
#[derive(Clone, Copy)]
pub(super) struct Depth<S: Simd>(f32x16<S>);

impl<S: Simd> Depth<S> {
    #[inline(always)]
    fn words(self) -> i64x8<S> {
        self.0.bitcast()
    }

    /// The lanes that are certainly apart now.
    #[inline(always)]
    pub fn apart(self) -> u32 {
        self.words().simd_lt(0).to_bitmask() as u32
    }

    /// The lanes that are certainly apart now and were before.
    #[inline(always)]
    pub fn ever_apart(self) -> u32 {
        let words = self.words();
        (words & (words << 32)).simd_lt(0).to_bitmask() as u32
    }

    /// The lanes that are certainly apart at one of the two times and not at the other.
    #[inline(always)]
    pub fn changed(self) -> u32 {
        let words = self.words();
        (words ^ (words << 32)).simd_lt(0).to_bitmask() as u32
    }

    /// The lanes that are open now.
    #[inline(always)]
    pub fn open(self) -> u32 {
        let words: u64x8<S> = self.0.bitcast();
        (words >> 32).simd_eq(0).to_bitmask() as u32
    }

    /// Whether a lane is open, now or before.
    #[inline(always)]
    pub fn is_open(self) -> bool {
        self.0.simd_eq(0.0).any_true()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::simd;
    use crate::math::simd::dispatch;

    #[test]
    fn both_times_are_told_apart() {
        let mut leaf = Leaf::EMPTY;
        leaf.set(2, &PackedAabb::new(&[0.0, 0.0, 0.0, 1.0, 1.0, 1.0]));
        leaf.set(5, &PackedAabb::new(&[-2.0, 0.5, 0.5, 0.0, 2.0, 2.0]));
        leaf.set(6, &PackedAabb::new(&[3.0, 3.0, 3.0, 4.0, 4.0, 4.0]));
        assert_eq!(leaf.union().corners(), [-2.0, 0.0, 0.0, 4.0, 4.0, 4.0]);
        dispatch!(simd::level(), simd => {
            let depth = leaf.depth(simd, &leaf, 2);
            assert_eq!((depth.apart(), depth.open(), depth.changed()), (0b1101_1011, 0b10_0000, 0));
            assert!(depth.is_open());
            let mut now = [[-BEYOND; WIDTH]; 6];
            for k in 0..3 {
                (now[k][2], now[k + 3][2], now[k][6], now[k + 3][6]) = (0.0, 1.0, -0.5, 4.0);
            }
            leaf.renew(&now);
            let depth = leaf.depth_within::<_, 4>(simd);
            assert_eq!((depth.apart(), depth.changed(), depth.open()), (0b1011_1011, 0b0100_0100, 0));
            let depth = leaf.depth_in(simd, &PackedAabb::new(&[-9.0, -9.0, -9.0, -1.0, 9.0, 9.0]));
            assert_eq!((depth.ever_apart(), depth.apart()), (0b1101_1111, 0xFF));
        });
        leaf.forget();
        assert_eq!(leaf.union().corners(), [0.0, 0.0, 0.0, 4.0, 4.0, 4.0]);
    }
}
