//! All pairs of boxes that overlap, of one tree or of two: a walk down both at once.
//!
//! A pair of nodes of one level is tested in two steps: the eight children of the first against the box around the second, then
//! each that is left against the eight children of the second. Pairs inside a node come before pairs between its children and
//! others, which keeps what is read close together. Pairs of leaves are [gathered](super::leaf_batch).

use super::block::{Block, Splat, WIDTH, lanes};
use super::leaf_batch::LeafTests;
use super::octet_tree::OctetTree;
use fearless_simd::prelude::*;

/// The second node of a task for pairs inside the first.
const INSIDE: u32 = u32::MAX;

/// Nodes of a level from which on its tasks are dealt out in pieces.
const DEALT_FROM: usize = 64;

/// Boxes below which a tree is walked in one piece.
const WHOLE: usize = 16_384;

/// Two nodes of a level above the leaves that are still to be walked, or one for the pairs inside it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    level: u32,
    a: u32,
    b: u32,
}

impl Task {
    /// All pairs inside a tree.
    pub fn within(tree: &OctetTree) -> Self {
        Self { level: tree.height() as u32 - 1, a: 0, b: INSIDE }
    }

    /// All pairs of a box of one tree and a box of another of the same height.
    pub fn between([a, _]: [&OctetTree; 2]) -> Self {
        Self { level: a.height() as u32 - 1, a: 0, b: 0 }
    }
}

/// The level at which a walk is cut into tasks: the same for any number of threads.
pub(super) fn cut(tree: &OctetTree) -> usize {
    let top = tree.height() - 1;
    if tree.count() < WHOLE { top } else { (1..top).rev().find(|level| tree.len(*level) >= DEALT_FROM).unwrap_or(1) }
}

/// A walk that hands pairs of leaves to be tested; if `SWEPT`, nodes are around the boxes of now and before.
pub(super) struct Walk<'a, const SWEPT: bool> {
    /// What becomes of pairs of leaves.
    pub tests: LeafTests<'a, SWEPT>,
    /// Working memory.
    pub stack: &'a mut Vec<Task>,
}

impl<const SWEPT: bool> Walk<'_, SWEPT> {
    /// Walks some tasks to the end.
    #[inline(always)]
    pub fn walk<S: Simd>(&mut self, simd: S, both: [&OctetTree; 2], tasks: &[Task]) {
        for task in tasks {
            self.stack.clear();
            self.stack.push(*task);
            while let Some(task) = self.stack.pop() {
                self.step(simd, both, task);
                if self.tests.batch.is_full() {
                    self.tests.run(simd, both);
                }
            }
        }
        self.tests.run(simd, both);
    }

    /// Walks a task down to a level; what is left to be done, in order.
    #[inline(always)]
    pub fn cut<S: Simd>(&mut self, simd: S, both: [&OctetTree; 2], task: Task, level: usize, left: &mut Vec<Task>) {
        left.clear();
        self.stack.clear();
        self.stack.push(task);
        while let Some(task) = self.stack.pop() {
            if task.level as usize <= level {
                left.push(task);
            } else {
                self.step(simd, both, task);
            }
        }
    }

    /// One task: its pairs of nodes become tasks, its pairs of leaves are gathered.
    #[inline(always)]
    fn step<S: Simd>(&mut self, simd: S, both: [&OctetTree; 2], task: Task) {
        if task.b != INSIDE {
            self.cross(simd, task, both);
        } else if task.level == 1 {
            self.inside_lowest(simd, task.a as usize, both[0]);
        } else {
            self.inside(simd, task, both[0]);
        }
    }

    /// Pairs inside a node above the lowest: pushed so that those inside its children come first.
    #[inline(always)]
    fn inside<S: Simd>(&mut self, simd: S, task: Task, tree: &OctetTree) {
        let node = tree.node(task.level as usize, task.a as usize);
        let (level, first) = (task.level - 1, task.a * WIDTH as u32);
        let count = (tree.len(level as usize) - first as usize).min(WIDTH) as u32;
        for i in 0..count {
            let near = node.near(simd, &Splat::of(simd, node, i as usize)) & (0xFE << i);
            for j in lanes(near) {
                self.stack.push(Task { level, a: first + i, b: first + j as u32 });
            }
        }
        self.tests.tests += u64::from(count);
        for i in (0..count).rev() {
            self.stack.push(Task { level, a: first + i, b: INSIDE });
        }
    }

    /// Pairs inside a node around leaves.
    #[inline(always)]
    fn inside_lowest<S: Simd>(&mut self, simd: S, node: usize, tree: &OctetTree) {
        let around = tree.node(1, node);
        let first = node * WIDTH;
        let count = tree.leaves.len().saturating_sub(first).min(WIDTH);
        for i in 0..count {
            let near = around.near(simd, &Splat::of(simd, around, i)) & (0xFE << i);
            self.tests.batch.add(simd, first + i, first, near);
        }
        self.tests.within_leaves(simd, tree, first..first + count);
        self.tests.tests += count as u64;
    }

    /// Pairs of the boxes of two nodes.
    #[inline(always)]
    fn cross<S: Simd>(&mut self, simd: S, task: Task, both: [&OctetTree; 2]) {
        let (level, i, j) = (task.level as usize, task.a as usize, task.b as usize);
        let (a, b) = (both[0].node(level, i), both[1].node(level, j));
        let around = if level + 1 < both[1].height() {
            Splat::of(simd, both[1].node(level + 1, j / WIDTH), j % WIDTH)
        } else {
            Splat::new(simd, &b.union())
        };
        self.tests.tests += 1;
        self.children(simd, task, (a, b, a.near(simd, &around)));
    }

    /// Pairs between some children of one node and those of another.
    #[inline(always)]
    fn children<S: Simd>(&mut self, simd: S, task: Task, (a, b, of_a): (&Block, &Block, u32)) {
        self.tests.tests += u64::from(of_a.count_ones());
        for one in lanes(of_a) {
            let near = b.near(simd, &Splat::of(simd, a, one));
            let (i, j) = (task.a as usize * WIDTH + one, task.b as usize * WIDTH);
            if task.level == 1 {
                self.tests.batch.add(simd, i, j, near);
                continue;
            }
            for two in lanes(near) {
                self.stack.push(Task { level: task.level - 1, a: i as u32, b: (j + two) as u32 });
            }
        }
    }
}
