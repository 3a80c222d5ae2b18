//! Rows of numbers that wait for a test, by columns: eight are written at a time, and only some of them count.

use crate::lane_tree::WIDTH;
use fearless_simd::prelude::*;
use fearless_simd::{mask32x8, u32x8};

/// Rows from which on a list is full: few enough to stay in the first cache.
const FULL: usize = 512;

/// Rows that may come after a list was seen not to be full: pairs of leaves of a node, and eight more.
const SPARE: usize = WIDTH * WIDTH + 2 * WIDTH;

/// Rows of `N` numbers.
#[derive(Debug)]
pub(crate) struct LaneBuffer<const N: usize> {
    columns: [[u32; FULL + SPARE]; N],
    len: usize,
}

impl<const N: usize> LaneBuffer<N> {
    /// No rows; on the heap.
    pub fn new() -> Box<Self> {
        Box::new(Self { columns: [[0; FULL + SPARE]; N], len: 0 })
    }

    /// How many rows there are.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it has to be emptied before a node adds more rows.
    #[inline(always)]
    pub fn is_full(&self) -> bool {
        self.len >= FULL
    }

    /// Drops all rows from one on.
    #[inline(always)]
    pub fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }

    /// Adds those of eight rows that a mask names.
    #[inline(always)]
    pub fn push<S: Simd>(&mut self, simd: S, rows: [u32x8<S>; N], mask: u32) {
        let named = mask32x8::from_bitmask(simd, u64::from(mask));
        let at = self.len.min(FULL + SPARE - WIDTH);
        for (column, row) in self.columns.iter_mut().zip(rows) {
            let some: [u32; WIDTH] = row.compress(named).into();
            column[at..at + WIDTH].copy_from_slice(&some);
        }
        self.len = at + mask.count_ones() as usize;
    }

    /// Adds a row, if it counts.
    #[inline(always)]
    pub fn push_if(&mut self, row: [u32; N], counts: bool) {
        let at = self.len.min(FULL + SPARE - 1);
        for (column, number) in self.columns.iter_mut().zip(row) {
            column[at] = number;
        }
        self.len = at + usize::from(counts);
    }

    /// Eight rows from one on; those beyond the last hold anything that was a row, or zeros.
    #[inline(always)]
    pub fn eight(&self, from: usize) -> [&[u32; WIDTH]; N] {
        let mut eight = [&[0; WIDTH]; N];
        for (some, column) in eight.iter_mut().zip(&self.columns) {
            if let Some(chunk) = column[from..].first_chunk() {
                *some = chunk;
            }
        }
        eight
    }

    /// The lanes of eight rows from one on that are rows.
    #[inline(always)]
    pub fn used(&self, from: usize) -> u32 {
        let rows = self.len - from;
        if rows >= WIDTH { 0xFF } else { (1 << rows) - 1 }
    }

    /// One row.
    #[inline(always)]
    pub fn row(&self, row: usize) -> [u32; N] {
        let mut numbers = [0; N];
        for (number, column) in numbers.iter_mut().zip(&self.columns) {
            *number = column[row];
        }
        numbers
    }

    /// Keeps those rows of which `keep` names the lanes, eight at a time.
    #[inline(always)]
    pub fn retain<S: Simd>(&mut self, simd: S, mut keep: impl FnMut([&[u32; WIDTH]; N]) -> u32) {
        let (rows, mut kept) = (self.len, 0);
        for from in (0..rows).step_by(WIDTH) {
            let mask = keep(self.eight(from)) & self.used(from);
            let named = mask32x8::from_bitmask(simd, u64::from(mask));
            for k in 0..N {
                let some: [u32; WIDTH] =
                    u32x8::from_slice(simd, &self.columns[k][from..from + WIDTH]).compress(named).into();
                self.columns[k][kept..kept + WIDTH].copy_from_slice(&some);
            }
            kept += mask.count_ones() as usize;
        }
        self.len = kept;
    }
}
