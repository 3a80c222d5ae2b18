//! The boxes by key, as they are and as they were at the last update.
//!
//! Two boxes a key and a bit that says which one is the newer: moving a box writes one of them and copies nothing. They are in
//! two lists, because boxes that move together have their newer ones in the same. Once a method gives a frame, each box is also
//! kept in single precision, by the same bit: what is read out of order is then half a line of the cache a box.

use super::Mobility;
use crate::bound::Aabb;
use crate::executor::Executor;
use crate::lane_tree::{F32Frame, PackedAabb};
use crate::math::DVec3;

/// The box of what is not there, or has no points. No other box here reaches infinity, so it overlaps nothing.
const VOID: Aabb = Aabb::EMPTY;

/// The bit that names the newer box.
const NEWER: u8 = 1;
/// The key was touched since the last update.
const TOUCHED: u8 = 2;
/// The body can move.
const MOVES: u8 = 4;
/// There is a body.
const PRESENT: u8 = 8;
/// The body could move at the last update, if touched since.
const MOVED: u8 = 16;

/// Boxes that are brought into the frame in one piece, and boxes from which on pieces are dealt out to threads.
const PIECE: usize = 4096;
const PARALLEL_FROM: usize = 16_384;

/// All boxes by key.
#[derive(Debug, Default)]
pub(super) struct KeyedBoxes {
    boxes: [Vec<Aabb>; 2],
    /// The boxes in the frame, as soon as there is one.
    carried: [Vec<PackedAabb>; 2],
    frame: Option<F32Frame>,
    flags: Vec<u8>,
    /// As long as there are keys; the first ones count.
    touched: Vec<u32>,
    touched_count: usize,
    /// Whether a key was put in or taken out since the last update.
    is_regrouped: bool,
    count: usize,
}

impl KeyedBoxes {
    /// Keys below this may be in use.
    pub fn keys(&self) -> u32 {
        self.flags.len() as u32
    }

    /// How many bodies there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The keys put in, moved or taken out since the last update, each once, in the order of the calls.
    pub fn touched(&self) -> &[u32] {
        &self.touched[..self.touched_count]
    }

    /// Whether a key was put in, perhaps again, or taken out since the last update.
    pub fn is_regrouped(&self) -> bool {
        self.is_regrouped
    }

    /// Puts in a box, or replaces the one of this key.
    pub fn insert(&mut self, key: u32, bounds: Aabb, mobility: Mobility) {
        let index = key as usize;
        if index >= self.flags.len() {
            self.flags.resize(index + 1, 0);
            self.boxes.iter_mut().for_each(|boxes| boxes.resize(index + 1, VOID));
            self.touched.resize(index + 1, 0);
        }
        self.count += usize::from(!self.is_present(key));
        self.is_regrouped = true;
        let side = self.touch(index);
        self.flags[index] &= !MOVES;
        self.flags[index] |= PRESENT | if mobility == Mobility::Moving { MOVES } else { 0 };
        self.boxes[side][index] = proper(bounds);
    }

    /// Moves a box, if there is one.
    #[inline]
    pub fn set_bounds(&mut self, key: u32, bounds: Aabb) {
        let index = key as usize;
        if self.flags.get(index).is_some_and(|flags| flags & PRESENT != 0) {
            let side = self.touch(index);
            let Some(kept) = self.boxes[side].get_mut(index) else { return };
            // Corner by corner, as they were written: a copy of the whole box would wait for both.
            kept.min = bounds.min;
            kept.max = bounds.max;
            if !is_plain(kept) {
                draw_in(kept);
            }
        }
    }

    /// Takes out a box, if there is one.
    pub fn remove(&mut self, key: u32) {
        if self.is_present(key) {
            let side = self.touch(key as usize);
            self.flags[key as usize] &= !(PRESENT | MOVES);
            self.boxes[side][key as usize] = VOID;
            self.count -= 1;
            self.is_regrouped = true;
        }
    }

    /// Makes ready for a change of a key; the box to change.
    #[inline(always)]
    fn touch(&mut self, index: usize) -> usize {
        let mut flags = self.flags[index];
        if flags & TOUCHED == 0 {
            let moved = (flags & MOVES) << 2;
            flags = (flags & !MOVED ^ NEWER) | TOUCHED | moved;
            self.flags[index] = flags;
            if let Some(next) = self.touched.get_mut(self.touched_count) {
                *next = index as u32;
                self.touched_count += 1;
            }
        }
        (flags & NEWER) as usize
    }

    /// The frame, if one was given.
    pub fn frame(&self) -> Option<&F32Frame> {
        self.frame.as_ref()
    }

    /// A frame that would suit the boxes now.
    pub fn fitting_frame(&self) -> F32Frame {
        F32Frame::around(self.flags.len(), |key| self.now(key as u32))
    }

    /// Gives a frame, and brings all boxes into it.
    pub fn set_frame(&mut self, frame: F32Frame) {
        self.frame = Some(frame);
        for (carried, boxes) in self.carried.iter_mut().zip(&self.boxes) {
            carried.resize(boxes.len(), PackedAabb::EMPTY);
            frame.carry_all(boxes, carried);
        }
    }

    /// Forgets the frame.
    pub fn drop_frame(&mut self) {
        self.frame = None;
    }

    /// Brings the touched boxes into the frame, if there is one. That is done in one pass over all lists: a box that was just
    /// written corner by corner cannot be read as a whole at once.
    pub fn carry_touched(&mut self, executor: &Executor) {
        let Some(frame) = &self.frame else { return };
        self.carried.iter_mut().for_each(|carried| carried.resize(self.flags.len(), PackedAabb::EMPTY));
        let side = self.newer_side().filter(|_| self.touched_count * 2 > self.flags.len());
        if let Some(side) = side {
            let pieces = self.boxes[side].chunks(PIECE).zip(self.carried[side].chunks_mut(PIECE));
            let executor = if self.flags.len() < PARALLEL_FROM { &Executor::serial() } else { executor };
            executor.for_each_of(pieces, |(boxes, carried)| frame.carry_all(boxes, carried));
            return;
        }
        for key in &self.touched[..self.touched_count] {
            let (index, side) = (*key as usize, (self.flags[*key as usize] & NEWER) as usize);
            self.carried[side][index] = frame.reaches(&self.boxes[side][index]);
        }
    }

    /// The box of a key in the frame; nothing for a key that is not in use.
    #[inline(always)]
    pub fn carried(&self, key: u32) -> &PackedAabb {
        let side = self.flags.get(key as usize).map_or(0, |flags| flags & NEWER) as usize;
        self.carried[side].get(key as usize).unwrap_or(&PackedAabb::EMPTY)
    }

    /// The box of a key in the frame at the last update; nothing for a key that is not in use.
    #[inline(always)]
    pub fn carried_before(&self, key: u32) -> &PackedAabb {
        let side = if key < self.keys() { self.older(key) } else { 0 };
        self.carried[side].get(key as usize).unwrap_or(&PackedAabb::EMPTY)
    }

    /// All boxes in the frame by key, if the newer ones are in the same list.
    pub fn all_carried(&self) -> Option<&[PackedAabb]> {
        self.newer_side().map(|side| &self.carried[side][..])
    }

    /// The list that has all newer boxes, if there is one.
    fn newer_side(&self) -> Option<usize> {
        let (all, any) = self.flags.iter().fold((NEWER, 0), |(all, any), flags| (all & flags, any | flags));
        (all == any & NEWER).then_some(all as usize)
    }

    /// Forgets how the boxes were.
    pub fn settle(&mut self) {
        if self.touched_count * 4 > self.flags.len() {
            self.flags.iter_mut().for_each(|flags| *flags &= !TOUCHED);
        } else {
            self.touched[..self.touched_count].iter().for_each(|key| self.flags[*key as usize] &= !TOUCHED);
        }
        self.touched_count = 0;
        self.is_regrouped = false;
    }

    /// Whether there is a body of this key.
    #[inline]
    pub fn is_present(&self, key: u32) -> bool {
        self.flags.get(key as usize).is_some_and(|flags| flags & PRESENT != 0)
    }

    /// Whether the body of this key can move.
    #[inline]
    pub fn moves(&self, key: u32) -> bool {
        self.flags[key as usize] & MOVES != 0
    }

    /// The box of a key in use.
    #[inline]
    pub fn now(&self, key: u32) -> &Aabb {
        &self.boxes[(self.flags[key as usize] & NEWER) as usize][key as usize]
    }

    /// The box of a key in use at the last update; one without points if there was none.
    #[inline]
    pub fn before(&self, key: u32) -> &Aabb {
        &self.boxes[self.older(key)][key as usize]
    }

    /// Which box was the last at the last update.
    #[inline]
    fn older(&self, key: u32) -> usize {
        let flags = self.flags[key as usize];
        ((flags ^ (flags & TOUCHED) >> 1) & NEWER) as usize
    }

    /// Whether the key was touched since the last update.
    #[inline]
    pub fn is_touched(&self, key: u32) -> bool {
        self.flags[key as usize] & TOUCHED != 0
    }

    /// Whether the body of a key can move; `None` if the key is not in use.
    #[inline]
    pub fn mobility(&self, key: u32) -> Option<Mobility> {
        let flags = self.flags.get(key as usize)?;
        (flags & PRESENT != 0).then_some(if flags & MOVES != 0 { Mobility::Moving } else { Mobility::Fixed })
    }

    /// Whether two keys make a pair.
    #[inline]
    pub fn is_pair(&self, a: u32, b: u32) -> bool {
        self.now(a).overlaps(self.now(b)) && (self.moves(a) || self.moves(b))
    }

    /// Whether two keys made a pair at the last update.
    #[inline]
    pub fn was_pair(&self, a: u32, b: u32) -> bool {
        let moved = |key: u32| {
            let flags = self.flags[key as usize];
            flags & if flags & TOUCHED != 0 { MOVED } else { MOVES } != 0
        };
        self.before(a).overlaps(self.before(b)) && (moved(a) || moved(b))
    }
}

/// A box with points, infinite corners drawn in to the largest numbers, which moves no finite point in or out; any other box
/// as [`VOID`].
#[inline(always)]
pub(super) fn proper(mut bounds: Aabb) -> Aabb {
    if !is_plain(&bounds) {
        draw_in(&mut bounds);
    }
    bounds
}

/// Whether a box has points and a size that is a number.
#[inline(always)]
fn is_plain(bounds: &Aabb) -> bool {
    // A size is not finite if a corner is not, nor if it overflows; not a number fails every comparison.
    let size = bounds.max - bounds.min;
    let is_plain = |x: f64| (0.0..=f64::MAX).contains(&x);
    is_plain(size.x) & is_plain(size.y) & is_plain(size.z)
}

/// As [`proper`], for a box that is not finite, not small or has no points.
#[cold]
#[inline(never)]
fn draw_in(bounds: &mut Aabb) {
    let (mut min, mut max) = (bounds.min.to_array(), bounds.max.to_array());
    let mut has_points = true;
    for k in 0..3 {
        // Comparisons that leave alone what is not a number.
        min[k] = if min[k] < f64::MIN { f64::MIN } else { min[k] };
        max[k] = if max[k] > f64::MAX { f64::MAX } else { max[k] };
        has_points &= min[k] <= max[k];
    }
    *bounds = if has_points { Aabb { min: DVec3::from_array(min), max: DVec3::from_array(max) } } else { VOID };
}
