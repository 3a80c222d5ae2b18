//! All pairs of leaves of two polygons of at most eight leaves each: one table of gaps between their boxes, no traversal.

use crate::posed_pair::pair::PosedPair;
use crate::posed_pair::vector_lanes::BoxLanes;
use crate::tree::edge_tree::WIDTH;
use crate::tree::oriented_box::OrientedBox;
use fearless_simd::f64x8;
use fearless_simd::prelude::*;
use std::ops::ControlFlow;

/// The table.
pub(crate) struct LeafPairTable<'a, S: Simd> {
    pub posed: &'a PosedPair<'a>,
    /// How many leaves each body has.
    counts: [usize; 2],
    /// The body whose leaves are the rows.
    outer: usize,
    /// Lower bounds on squared approximate distances: for each leaf of the outer body those to the leaves of the other.
    gaps: [f64x8<S>; WIDTH],
    /// How many boxes were compared.
    pub box_tests: u64,
}

impl<'a, S: Simd> LeafPairTable<'a, S> {
    /// The table of two bodies; `None` if one has more leaves. Two leaves alone are not compared.
    #[inline(always)]
    pub fn new(simd: S, posed: &'a PosedPair<'a>) -> Option<Self> {
        let [first, second] = &posed.bodies;
        let trees = [first.tree, second.tree];
        let nodes = [trees[0].only_level()?, trees[1].only_level()?];
        let counts = [trees[0].leaves.len().min(WIDTH), trees[1].leaves.len().min(WIDTH)];
        let mut gaps = [f64x8::splat(simd, 0.0); WIDTH];
        if counts[0] + counts[1] == 2 {
            return Some(Self { posed, counts, outer: 0, gaps, box_tests: 0 });
        }
        // The larger first, as in a walk: what is found first is the same.
        let sizes = [trees[0].size() * first.transform.scale, trees[1].size() * second.transform.scale];
        let outer = usize::from(sizes[1] > sizes[0]);
        let inner = BoxLanes::load(simd, nodes[1 - outer], &posed.bodies[1 - outer].transform);
        for (row, gaps) in gaps.iter_mut().enumerate().take(counts[outer]) {
            let bounds = posed.bodies[outer].transform.bounds(&nodes[outer].bounds(row));
            *gaps = inner.gaps_squared(simd, &bounds, posed.pad());
        }
        Some(Self { posed, counts, outer, gaps, box_tests: (counts[outer] * WIDTH) as u64 })
    }

    /// The leaves of a place in the table, and the box of the first.
    #[inline(always)]
    fn place(&self, row: usize, column: usize) -> ([usize; 2], OrientedBox) {
        let leaves = if self.outer == 0 { [row, column] } else { [column, row] };
        let first = &self.posed.bodies[0];
        let tree = first.tree;
        let node = tree.nodes.len() - 1;
        (leaves, first.transform.bounds(&tree.nodes[node].bounds(leaves[0] % WIDTH)))
    }

    /// The columns of a row within a squared length, as bits.
    #[inline(always)]
    fn within(&self, simd: S, row: usize, squared: f64) -> u32 {
        let used = (1 << self.counts[1 - self.outer]) - 1;
        self.gaps[row].simd_le(f64x8::splat(simd, squared)).to_bitmask() as u32 & used
    }

    /// Visits pairs whose boxes are not certainly apart, by index and with the box of the first, in the order of a walk.
    #[inline(always)]
    pub fn visit_overlapping(
        &self,
        simd: S,
        mut visit: impl FnMut([usize; 2], &OrientedBox) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for row in (0..self.counts[self.outer]).rev() {
            let mut near = self.within(simd, row, 0.0);
            while near != 0 {
                let column = near.ilog2();
                near &= !(1 << column);
                let (leaves, bounds) = self.place(row, column as usize);
                visit(leaves, &bounds)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits pairs while their boxes may be within the limit (an approximate length), which every visit returns, negative to stop: the nearest
    /// first, then all others.
    #[inline(always)]
    pub fn visit_nearest(&self, simd: S, mut limit: f64, mut visit: impl FnMut([usize; 2], &OrientedBox) -> f64) {
        let alone = self.box_tests == 0;
        let nearest = if alone { [0, 0] } else { self.nearest() };
        let (mut row, mut near) = (nearest[0], 1_u32 << nearest[1]);
        let mut rows_left = 0..if alone { 0 } else { self.counts[self.outer] };
        loop {
            while near != 0 {
                let column = near.trailing_zeros() as usize;
                near &= near - 1;
                if self.gaps[row].as_slice()[column] <= limit * limit {
                    let (leaves, bounds) = self.place(row, column);
                    limit = visit(leaves, &bounds);
                    if limit < 0.0 {
                        return;
                    }
                }
            }
            let Some(next) = rows_left.next() else { return };
            row = next;
            near = self.within(simd, row, limit * limit);
            if row == nearest[0] {
                near &= !(1 << nearest[1]);
            }
        }
    }

    /// The place with the least gap.
    #[inline(always)]
    fn nearest(&self) -> [usize; 2] {
        let (mut nearest, mut least) = ([0, 0], f64::INFINITY);
        for row in 0..self.counts[self.outer] {
            let gaps = self.gaps[row].as_slice();
            for (column, gap) in gaps.iter().enumerate().take(self.counts[1 - self.outer]) {
                if *gap < least {
                    (nearest, least) = ([row, column], *gap);
                }
            }
        }
        nearest
    }
}
