//! All pairs of leaves whose boxes overlap, of one tree or of two: a simultaneous descent of both.
//!
//! A pair of nodes of one level is tested in two steps: the eight children of the first against the box around the second, then
//! each that is left against the eight children of the second. Pairs inside a node come before pairs between its children and
//! others, which keeps what is read close together. Pairs of leaves go to a [`LeafPairVisitor`].

use super::aabbx8::{AabbSplat, Aabbx8, BoxCorners, WIDTH, set_lanes};
use super::node_levels::NodeLevels;
use crate::math::simd::{Level, dispatch};
use fearless_simd::prelude::*;
use std::ops::{ControlFlow, Range};

/// The second node of a task for pairs inside the first.
const INSIDE: u32 = u32::MAX;

/// Smallest number of nodes of a level whose tasks are distributed to threads.
const DEALT_FROM: usize = 64;

/// Trees of fewer boxes are traversed in one piece.
const WHOLE: usize = 16_384;

/// Two nodes of a level above the leaves that are still to be walked, or one for the pairs inside it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TraversalTask {
    level: u32,
    a: u32,
    b: u32,
}

impl TraversalTask {
    /// All pairs inside a tree.
    pub fn within(levels: &NodeLevels) -> Self {
        Self { level: levels.height() as u32 - 1, a: 0, b: INSIDE }
    }

    /// All pairs of a box of one tree and a box of another of the same height.
    pub fn between(levels: &NodeLevels) -> Self {
        Self { level: levels.height() as u32 - 1, a: 0, b: 0 }
    }
}

/// The level at which a traversal over `boxes` boxes is cut into tasks: the same for any number of threads.
pub(crate) fn cut_level(levels: &NodeLevels, boxes: usize) -> usize {
    let top = levels.height() - 1;
    if boxes < WHOLE { top } else { (1..top).rev().find(|level| levels.len(*level) >= DEALT_FROM).unwrap_or(1) }
}

/// Receives the pairs of leaves that a traversal finds.
pub(crate) trait LeafPairVisitor {
    /// Takes a leaf with each of those of eight that a mask names, from `second` on.
    fn add<S: Simd>(&mut self, simd: S, first: usize, second: usize, mask: u32);

    /// Takes each of some leaves with itself.
    fn within<S: Simd>(&mut self, simd: S, leaves: Range<usize>);

    /// Whether it has to [run](Self::run) before it takes more.
    fn is_full(&self) -> bool;

    /// Processes the pairs added so far; a break ends the traversal.
    fn run<S: Simd>(&mut self, simd: S) -> ControlFlow<()>;

    /// Whether nothing is to be found in two nodes of a level, or inside one, which is given twice then.
    #[inline(always)]
    fn settles(&mut self, _level: usize, _first: usize, _second: usize) -> bool {
        false
    }

    /// Counts tests of one box against eight.
    fn note_tests(&mut self, tests: u64);

    /// A box around a box of the first tree, in the frame of the second.
    #[inline(always)]
    fn first_in_second<S: Simd>(&self, simd: S, corners: &BoxCorners) -> AabbSplat<S> {
        AabbSplat::new(simd, corners)
    }

    /// A box around a box of the second tree, in the frame of the first.
    #[inline(always)]
    fn second_in_first<S: Simd>(&self, simd: S, corners: &BoxCorners) -> AabbSplat<S> {
        AabbSplat::new(simd, corners)
    }
}

/// A traversal of two trees, or of one with itself.
pub(crate) struct PairTraversal<'a, W> {
    /// The trees.
    pub both: [&'a NodeLevels; 2],
    /// Receives pairs of leaves.
    pub work: W,
    /// Working memory.
    pub stack: &'a mut Vec<TraversalTask>,
}

impl<W: LeafPairVisitor> PairTraversal<'_, W> {
    /// Walks some tasks to the end, or to a break.
    pub fn walk(&mut self, level: Level, tasks: &[TraversalTask]) -> ControlFlow<()> {
        self.descend(level, tasks, 0, &mut Vec::new())
    }

    /// Walks a task down to a level of nodes; what is left to be done, in order.
    pub fn cut_to_level(&mut self, level: Level, task: TraversalTask, lowest: usize, left: &mut Vec<TraversalTask>) {
        left.clear();
        // Above the leaves nothing is found that could end the walk.
        let _ = self.descend(level, &[task], lowest, left);
    }

    /// Walks some tasks down to a level of nodes, 0 for the leaves; there they are left to be done.
    #[inline(never)]
    fn descend(
        &mut self,
        level: Level,
        tasks: &[TraversalTask],
        lowest: usize,
        left: &mut Vec<TraversalTask>,
    ) -> ControlFlow<()> {
        dispatch!(level, simd => self.descend_by(simd, tasks, lowest, left))
    }

    #[inline(always)]
    fn descend_by<S: Simd>(
        &mut self,
        simd: S,
        tasks: &[TraversalTask],
        lowest: usize,
        left: &mut Vec<TraversalTask>,
    ) -> ControlFlow<()> {
        for task in tasks {
            self.stack.clear();
            self.stack.push(*task);
            while let Some(task) = self.stack.pop() {
                if task.level as usize <= lowest {
                    left.push(task);
                    continue;
                }
                self.step(simd, task);
                if self.work.is_full() {
                    self.work.run(simd)?;
                }
            }
        }
        self.work.run(simd)
    }

    /// One task: its pairs of nodes become tasks, its pairs of leaves are handed over.
    #[inline(always)]
    fn step<S: Simd>(&mut self, simd: S, task: TraversalTask) {
        let second = if task.b == INSIDE { task.a } else { task.b };
        if self.work.settles(task.level as usize, task.a as usize, second as usize) {
            return;
        }
        if task.b != INSIDE {
            self.cross(simd, task);
        } else if task.level == 1 {
            self.inside_lowest(simd, task.a as usize);
        } else {
            self.inside(simd, task);
        }
    }

    /// Pairs inside a node above the lowest: pushed so that those inside its children come first.
    #[inline(always)]
    fn inside<S: Simd>(&mut self, simd: S, task: TraversalTask) {
        let levels = self.both[0];
        let node = levels.node(task.level as usize, task.a as usize);
        let (level, first) = (task.level - 1, task.a * WIDTH as u32);
        let count = (levels.len(level as usize) - first as usize).min(WIDTH) as u32;
        for i in 0..count {
            let near = node.near(simd, &AabbSplat::from_lane(simd, node, i as usize)) & (0xFE << i);
            for j in set_lanes(near) {
                self.stack.push(TraversalTask { level, a: first + i, b: first + j as u32 });
            }
        }
        self.work.note_tests(u64::from(count));
        for i in (0..count).rev() {
            self.stack.push(TraversalTask { level, a: first + i, b: INSIDE });
        }
    }

    /// Pairs inside a node around leaves.
    #[inline(always)]
    fn inside_lowest<S: Simd>(&mut self, simd: S, node: usize) {
        let around = self.both[0].node(1, node);
        let first = node * WIDTH;
        let count = self.both[0].len(0).saturating_sub(first).min(WIDTH);
        for i in 0..count {
            let near = around.near(simd, &AabbSplat::from_lane(simd, around, i)) & (0xFE << i);
            self.work.add(simd, first + i, first, near);
        }
        self.work.within(simd, first..first + count);
        self.work.note_tests(count as u64);
    }

    /// Pairs of the boxes of two nodes.
    #[inline(always)]
    fn cross<S: Simd>(&mut self, simd: S, task: TraversalTask) {
        let (level, i, j) = (task.level as usize, task.a as usize, task.b as usize);
        let (a, b) = (self.both[0].node(level, i), self.both[1].node(level, j));
        let around = if level + 1 < self.both[1].height() {
            self.both[1].node(level + 1, j / WIDTH).get(j % WIDTH)
        } else {
            b.union()
        };
        self.work.note_tests(1);
        let of_a = a.near(simd, &self.work.second_in_first(simd, &around));
        self.children(simd, task, a, b, of_a);
    }

    /// Pairs between some children of one node and those of another.
    #[inline(always)]
    fn children<S: Simd>(&mut self, simd: S, task: TraversalTask, a: &Aabbx8, b: &Aabbx8, of_a: u32) {
        self.work.note_tests(u64::from(of_a.count_ones()));
        for one in set_lanes(of_a) {
            let near = b.near(simd, &self.work.first_in_second(simd, &a.get(one)));
            let (i, j) = (task.a as usize * WIDTH + one, task.b as usize * WIDTH);
            if task.level == 1 {
                self.work.add(simd, i, j, near);
                continue;
            }
            for two in set_lanes(near) {
                self.stack.push(TraversalTask { level: task.level - 1, a: i as u32, b: (j + two) as u32 });
            }
        }
    }
}
