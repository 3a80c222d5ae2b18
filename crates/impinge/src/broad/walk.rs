//! All pairs of boxes that overlap, of one tree or of two: a walk down both at once.
//!
//! A pair of nodes of one level is tested in two steps: the eight children of the first against the box around the second, then
//! each that is left against the eight children of the second. Pairs inside a node come before pairs between its children and
//! others, which keeps what is read close together. What is found is written eight rows at a time without a branch.

use super::block::{Block, Splat, WIDTH, bits, lanes};
use super::octet_tree::{OctetTree, VACANT};
use super::pair_set::PairSet;
use super::roster::Roster;
use fearless_simd::prelude::*;
use fearless_simd::{mask32x8, u32x8};

/// Two nodes of a level above the leaves that are still to be walked; the same one twice for pairs inside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    level: u32,
    a: u32,
    b: u32,
}

/// What a walk did.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Effort {
    /// Tests of one box against eight.
    pub tests: u64,
    /// Pairs of leaves tested.
    pub leaf_pairs: u64,
    /// Pairs settled in double precision.
    pub settled: u64,
}

/// A tree and the boxes of its leaves at the last update.
#[derive(Clone, Copy, Debug)]
pub(super) struct Leaves<'a> {
    /// The tree.
    pub tree: &'a OctetTree,
    /// The boxes of its leaves at the last update.
    pub before: &'a [Block],
}

/// A walk that finds pairs; if `SWEPT`, nodes are around the boxes of now and before, and pairs that came and went are found, too.
pub(super) struct Walk<'a, const SWEPT: bool> {
    /// The boxes themselves, to settle what single precision leaves open.
    pub roster: &'a Roster,
    /// Where pairs go.
    pub pairs: &'a mut PairSet,
    /// Working memory.
    pub stack: &'a mut Vec<Task>,
    /// What it cost.
    pub effort: Effort,
}

impl<const SWEPT: bool> Walk<'_, SWEPT> {
    /// All pairs inside a tree.
    #[inline(always)]
    pub fn within<S: Simd>(&mut self, simd: S, leaves: Leaves<'_>) {
        self.stack.clear();
        self.stack.push(Task { level: leaves.tree.height() as u32 - 1, a: 0, b: 0 });
        while let Some(task) = self.stack.pop() {
            if task.a != task.b {
                self.cross(simd, task, [leaves; 2]);
            } else if task.level == 1 {
                self.inside_lowest(simd, task.a as usize, leaves);
            } else {
                self.inside(simd, task, leaves.tree);
            }
        }
    }

    /// All pairs of a box of one tree and a box of another of the same height.
    #[inline(always)]
    pub fn between<S: Simd>(&mut self, simd: S, both: [Leaves<'_>; 2]) {
        let level = both[0].tree.height() - 1;
        let [a, b] = both.map(|leaves| &leaves.tree.levels[level][0]);
        let of_a = a.near(simd, &Splat::new(simd, &b.union()));
        self.stack.clear();
        self.children(simd, Task { level: level as u32, a: 0, b: 0 }, (a, b, of_a), both);
        while let Some(task) = self.stack.pop() {
            self.cross(simd, task, both);
        }
    }

    /// Pairs inside a node above the lowest: pushed so that those inside its children come first.
    #[inline(always)]
    fn inside<S: Simd>(&mut self, simd: S, task: Task, tree: &OctetTree) {
        let node = &tree.levels[task.level as usize][task.a as usize];
        let (level, first) = (task.level - 1, task.a * WIDTH as u32);
        let count = (tree.levels[level as usize].len() - first as usize).min(WIDTH) as u32;
        for i in 0..count {
            let near = node.near(simd, &Splat::of(simd, node, i as usize)) & (0xFE << i);
            for j in lanes(near) {
                self.stack.push(Task { level, a: first + i, b: first + j as u32 });
            }
        }
        self.effort.tests += u64::from(count);
        for i in (0..count).rev() {
            self.stack.push(Task { level, a: first + i, b: first + i });
        }
    }

    /// Pairs inside a node around leaves.
    #[inline(always)]
    fn inside_lowest<S: Simd>(&mut self, simd: S, node: usize, leaves: Leaves<'_>) {
        let around = &leaves.tree.levels[1][node];
        let first = node * WIDTH;
        let count = leaves.tree.keys.len().saturating_sub(first).min(WIDTH);
        for i in 0..count {
            self.inside_leaf(simd, leaves, first + i);
            let near = around.near(simd, &Splat::of(simd, around, i)) & (0xFE << i);
            for j in lanes(near) {
                self.leaf_pair(simd, [leaves; 2], [first + i, first + j], &Splat::of(simd, around, j));
            }
        }
        self.effort.tests += count as u64;
    }

    /// Pairs of the boxes of two nodes.
    #[inline(always)]
    fn cross<S: Simd>(&mut self, simd: S, task: Task, both: [Leaves<'_>; 2]) {
        let (level, i, j) = (task.level as usize, task.a as usize, task.b as usize);
        let (a, b) = (&both[0].tree.levels[level][i], &both[1].tree.levels[level][j]);
        let around = Splat::of(simd, &both[1].tree.levels[level + 1][j / WIDTH], j % WIDTH);
        self.effort.tests += 1;
        self.children(simd, task, (a, b, a.near(simd, &around)), both);
    }

    /// Pairs between some children of one node and those of another.
    #[inline(always)]
    fn children<S: Simd>(&mut self, simd: S, task: Task, (a, b, of_a): (&Block, &Block, u32), both: [Leaves<'_>; 2]) {
        self.effort.tests += u64::from(of_a.count_ones());
        for one in lanes(of_a) {
            let near = b.near(simd, &Splat::of(simd, a, one));
            let (i, j) = (task.a as usize * WIDTH + one, task.b as usize * WIDTH);
            for two in lanes(near) {
                if task.level > 1 {
                    self.stack.push(Task { level: task.level - 1, a: i as u32, b: (j + two) as u32 });
                } else {
                    self.leaf_pair(simd, both, [i, j + two], &Splat::of(simd, b, two));
                }
            }
        }
    }

    /// Pairs of the boxes of two leaves; `around` is the box around the second.
    #[inline(always)]
    fn leaf_pair<S: Simd>(&mut self, simd: S, both: [Leaves<'_>; 2], [i, j]: [usize; 2], around: &Splat<S>) {
        let [a, b] = both;
        let now = [&a.tree.levels[0][i], &b.tree.levels[0][j]];
        let then = if SWEPT { [&a.before[i], &b.before[j]] } else { now };
        let keys = [&a.tree.keys[i], &b.tree.keys[j]];
        let of_a = if SWEPT { now[0].near_either(then[0], simd, around) } else { now[0].near(simd, around) };
        self.effort.leaf_pairs += 1;
        self.effort.tests += 1 + u64::from(of_a.count_ones());
        self.lanes_against(simd, (now, then), keys, |_| 0xFF, of_a);
    }

    /// Pairs of the boxes of one leaf.
    #[inline(always)]
    fn inside_leaf<S: Simd>(&mut self, simd: S, leaves: Leaves<'_>, leaf: usize) {
        let now = [&leaves.tree.levels[0][leaf]; 2];
        let then = if SWEPT { [&leaves.before[leaf]; 2] } else { now };
        self.effort.tests += WIDTH as u64 - 1;
        self.lanes_against(simd, (now, then), [&leaves.tree.keys[leaf]; 2], |lane| 0xFE << lane, 0x7F);
    }

    /// Pairs of some boxes of one block and those boxes of another that may be asked.
    #[inline(always)]
    fn lanes_against<S: Simd>(
        &mut self,
        simd: S,
        (now, then): ([&Block; 2], [&Block; 2]),
        keys: [&[u32; WIDTH]; 2],
        asked: impl Fn(usize) -> u32,
        of_a: u32,
    ) {
        let mark = self.pairs.mark();
        self.pairs.all.reserve(WIDTH * WIDTH);
        let b_keys = u32x8::from_slice(simd, keys[1]);
        let mut open = 0;
        for lane in lanes(of_a) {
            let asked = asked(lane) & 0xFF;
            let gap = now[1].gap(simd, &Splat::of(simd, now[0], lane));
            let hit = bits(gap.simd_le(0.0)) & asked;
            open |= bits(gap.simd_eq(0.0)) & asked;
            if SWEPT {
                let gap = then[1].gap(simd, &Splat::of(simd, then[0], lane));
                let changed = bits(gap.simd_le(0.0)) & asked ^ hit;
                open |= bits(gap.simd_eq(0.0)) & asked;
                self.note(keys[0][lane], keys[1], changed & hit, changed & !hit);
            }
            let found = b_keys.compress(mask32x8::from_bitmask(simd, u64::from(hit)));
            self.pairs.all.write(keys[0][lane], &found.into(), hit.count_ones() as usize);
        }
        if open != 0 {
            self.pairs.rewind(mark);
            for lane in lanes(of_a) {
                self.settle(keys[0][lane], keys[1], asked(lane) & 0xFF);
            }
        }
    }

    /// Notes pairs that came and went.
    #[inline(always)]
    fn note(&mut self, key: u32, others: &[u32; WIDTH], came: u32, went: u32) {
        for lane in lanes(came) {
            self.pairs.note_added(key, others[lane]);
        }
        for lane in lanes(went) {
            self.pairs.note_removed(key, others[lane]);
        }
    }

    /// Pairs of a box and eight others in double precision, after single precision could not tell about one of them.
    #[cold]
    #[inline(never)]
    fn settle(&mut self, key: u32, others: &[u32; WIDTH], asked: u32) {
        for lane in lanes(asked).filter(|lane| key != VACANT && others[*lane] != VACANT) {
            let other = others[lane];
            self.effort.settled += 1;
            let hit = self.roster.is_pair(key, other);
            if hit {
                self.pairs.all.push(key, other);
            }
            if SWEPT && hit != self.roster.was_pair(key, other) {
                self.note(key, others, u32::from(hit) << lane, u32::from(!hit) << lane);
            }
        }
    }
}
