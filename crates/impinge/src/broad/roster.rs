//! The boxes by key, as they are and as they were at the last update.
//!
//! Two boxes a key and a bit that says which one is the newer: moving a box writes one of them and copies nothing.

use super::Mobility;
use crate::bound::Aabb;
use crate::math::DVec3;

/// The box of what is not there, or has no points: it overlaps nothing, not even an infinite box.
const VOID: Aabb = Aabb { min: DVec3::NAN, max: DVec3::NAN };

/// The bit that names the newer box.
const NEWER: u8 = 1;
/// The key was touched since the last update.
const TOUCHED: u8 = 2;
/// The body of the first box can move; the bit above says the same of the second.
const MOVES: u8 = 4;
/// There is a body of the first box; the bit above says the same of the second.
const PRESENT: u8 = 16;

/// All boxes by key.
#[derive(Debug, Default)]
pub(super) struct Roster {
    boxes: Vec<[Aabb; 2]>,
    flags: Vec<u8>,
    touched: Vec<u32>,
    count: usize,
}

impl Roster {
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
        &self.touched
    }

    /// Puts in a box, or replaces the one of this key.
    pub fn insert(&mut self, key: u32, bounds: Aabb, mobility: Mobility) {
        let index = key as usize;
        if index >= self.flags.len() {
            self.flags.resize(index + 1, 0);
            self.boxes.resize(index + 1, [VOID; 2]);
        }
        self.count += usize::from(!self.is_present(key));
        let side = self.touch(index);
        self.flags[index] &= !(MOVES << side);
        self.flags[index] |= PRESENT << side | if mobility == Mobility::Moving { MOVES << side } else { 0 };
        self.boxes[index][side] = proper(bounds);
    }

    /// Moves a box, if there is one.
    #[inline]
    pub fn set_bounds(&mut self, key: u32, bounds: Aabb) {
        if self.is_present(key) {
            let side = self.touch(key as usize);
            self.boxes[key as usize][side] = proper(bounds);
        }
    }

    /// Takes out a box, if there is one.
    pub fn remove(&mut self, key: u32) {
        if self.is_present(key) {
            let side = self.touch(key as usize);
            self.flags[key as usize] &= !((PRESENT | MOVES) << side);
            self.boxes[key as usize][side] = VOID;
            self.count -= 1;
        }
    }

    /// Makes ready for a change of a key; the box to change.
    #[inline]
    fn touch(&mut self, index: usize) -> usize {
        let flags = self.flags[index];
        if flags & TOUCHED == 0 {
            let (side, other) = ((flags & NEWER) as usize ^ 1, flags & NEWER);
            let kept = (flags >> other) & (MOVES | PRESENT);
            self.flags[index] = (flags ^ NEWER | TOUCHED) & !((MOVES | PRESENT) << side) | kept << side;
            self.touched.push(index as u32);
        }
        (self.flags[index] & NEWER) as usize
    }

    /// Forgets how the boxes were.
    pub fn settle(&mut self) {
        if self.touched.len() * 4 > self.flags.len() {
            self.flags.iter_mut().for_each(|flags| *flags &= !TOUCHED);
        } else {
            self.touched.iter().for_each(|key| self.flags[*key as usize] &= !TOUCHED);
        }
        self.touched.clear();
    }

    /// Whether there is a body of this key.
    #[inline]
    pub fn is_present(&self, key: u32) -> bool {
        self.flags.get(key as usize).is_some_and(|flags| flags >> (flags & NEWER) & PRESENT != 0)
    }

    /// Whether the body of this key can move.
    #[inline]
    pub fn moves(&self, key: u32) -> bool {
        let flags = self.flags[key as usize];
        flags >> (flags & NEWER) & MOVES != 0
    }

    /// The box of a key in use.
    #[inline]
    pub fn now(&self, key: u32) -> &Aabb {
        &self.boxes[key as usize][(self.flags[key as usize] & NEWER) as usize]
    }

    /// The box of a key in use at the last update; one without points if there was none.
    #[inline]
    pub fn before(&self, key: u32) -> &Aabb {
        &self.boxes[key as usize][self.older(key)]
    }

    /// Which box was the last at the last update.
    #[inline]
    fn older(&self, key: u32) -> usize {
        let flags = self.flags[key as usize];
        ((flags ^ (flags & TOUCHED) >> 1) & NEWER) as usize
    }

    /// Whether two keys make a pair.
    #[inline]
    pub fn is_pair(&self, a: u32, b: u32) -> bool {
        self.now(a).overlaps(self.now(b)) && (self.moves(a) || self.moves(b))
    }

    /// Whether two keys made a pair at the last update.
    #[inline]
    pub fn was_pair(&self, a: u32, b: u32) -> bool {
        let moved = |key: u32| self.flags[key as usize] >> self.older(key) & MOVES != 0;
        self.before(a).overlaps(self.before(b)) && (moved(a) || moved(b))
    }
}

/// A box with points as it is, any other as [`VOID`].
#[inline]
fn proper(bounds: Aabb) -> Aabb {
    if bounds.min.cmple(bounds.max).all() { bounds } else { VOID }
}
