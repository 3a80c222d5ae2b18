//! Time cut into slices, as long as that leaves fewer pairs of bodies to each.

/// How often a slice is halved at most.
const MOST_HALVINGS: u32 = 20;

/// How often it is halved with hardly a pair less: bodies whose boxes overlap then are simply near each other.
const MOST_IN_VAIN: u32 = 3;

/// A slice of time, and how it came about.
#[derive(Clone, Copy)]
pub(super) struct TimeSlice {
    pub window: [f64; 2],
    halvings: u32,
    /// How many of the last halvings left more than nine of ten pairs.
    in_vain: u32,
    /// Pairs of the slice that this is a half of.
    pairs: usize,
}

impl TimeSlice {
    /// All of a motion.
    pub fn whole(window: [f64; 2]) -> Self {
        Self { window, halvings: 0, in_vain: 0, pairs: usize::MAX }
    }

    /// Both halves of a slice with this number of pairs; `None` where halving is of no use.
    pub fn halves(&self, pairs: usize) -> Option<[Self; 2]> {
        let [from, until] = self.window;
        let middle = from + 0.5 * (until - from);
        let in_vain = if pairs > self.pairs / 10 * 9 { self.in_vain + 1 } else { 0 };
        let is_useful = self.halvings < MOST_HALVINGS && in_vain < MOST_IN_VAIN && from < middle && middle < until;
        let half = |window| Self { window, halvings: self.halvings + 1, in_vain, pairs };
        is_useful.then(|| [half([from, middle]), half([middle, until])])
    }
}
