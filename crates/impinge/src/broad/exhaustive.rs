//! Every box against every box, eight at once: no order to keep, and the fastest for a few dozen.

use super::keyed_boxes::KeyedBoxes;
use super::method::OverlapMethod;
use super::pair_set::PairSet;
use crate::executor::Executor;
use crate::lane_tree::{AabbSplat, Aabbx8, WIDTH, lane_mask, set_lanes};
use crate::math::simd;
use crate::math::simd::dispatch;
use fearless_simd::prelude::*;

/// If at least one box in this many was touched, all pairs are searched; otherwise only those of touched boxes.
const MANY: usize = 2;

/// Every box against every box.
#[derive(Debug, Default)]
pub(super) struct Exhaustive {
    /// The boxes by key, eight a block.
    blocks: Vec<Aabbx8>,
}

impl OverlapMethod for Exhaustive {
    fn update(&mut self, roster: &mut KeyedBoxes, pairs: &mut PairSet, _: &Executor) {
        let frame = roster.fitting_frame();
        self.blocks.clear();
        self.blocks.resize((roster.keys() as usize).div_ceil(WIDTH), Aabbx8::EMPTY);
        for key in (0..roster.keys()).filter(|key| roster.is_present(*key)) {
            self.blocks[key as usize / WIDTH].set(key as usize % WIDTH, &frame.carry(roster.now(key)));
        }
        let searches_all = roster.touched().len() * MANY >= roster.count();
        if searches_all {
            pairs.restart();
            dispatch!(simd::level(), simd => self.find_all(simd, roster, pairs));
            pairs.compare(roster);
        } else {
            pairs.drop_parted(roster);
            dispatch!(simd::level(), simd => self.find_touched(simd, roster, pairs));
        }
    }
}

impl Exhaustive {
    /// Every pair, from its larger key.
    #[inline(always)]
    fn find_all<S: Simd>(&self, simd: S, roster: &KeyedBoxes, pairs: &mut PairSet) {
        for key in (0..roster.keys()).filter(|key| roster.is_present(*key)) {
            let blocks = key as usize / WIDTH + 1;
            pairs.cost.tests += blocks as u64;
            self.hits(simd, key, blocks, |other, is_certain| {
                pairs.cost.settled += u64::from(!is_certain);
                let is_free = roster.moves(key) || roster.moves(other);
                if other < key && is_free && (is_certain || roster.is_pair(key, other)) {
                    pairs.all.push(other, key);
                }
            });
        }
    }

    /// Every new pair of touched keys.
    #[inline(always)]
    fn find_touched<S: Simd>(&self, simd: S, roster: &KeyedBoxes, pairs: &mut PairSet) {
        for key in roster.touched().iter().copied().filter(|key| roster.is_present(*key)) {
            pairs.cost.tests += self.blocks.len() as u64;
            self.hits(simd, key, self.blocks.len(), |other, is_certain| {
                pairs.cost.settled += u64::from(!is_certain);
                let is_known = other == key || (roster.is_touched(other) && other < key);
                if !is_known && roster.is_pair(key, other) && !roster.was_pair(key, other) {
                    pairs.all.push(key, other);
                    pairs.came.push(key, other);
                }
            });
        }
    }

    /// Hands over the boxes of the first blocks that overlap that of a key, and whether that is certain.
    #[inline(always)]
    fn hits<S: Simd>(&self, simd: S, key: u32, blocks: usize, mut visit: impl FnMut(u32, bool)) {
        let wanted = AabbSplat::from_lane(simd, &self.blocks[key as usize / WIDTH], key as usize % WIDTH);
        for (index, block) in self.blocks[..blocks].iter().enumerate() {
            let gap = block.gap(simd, &wanted);
            let equal = lane_mask(gap.simd_eq(0.0));
            for lane in set_lanes(lane_mask(gap.simd_le(0.0))) {
                visit((index * WIDTH + lane) as u32, equal >> lane & 1 == 0);
            }
        }
    }
}
