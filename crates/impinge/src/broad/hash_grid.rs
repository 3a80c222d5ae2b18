//! A hierarchical hash grid: a grid for every size of boxes, cells kept in hash tables (Kockara et al. 2007, broad phase;
//! Mirtich 1996).
//!
//! A box lies in the grid whose cells are just as large as it is, or up to twice, and there in the cell of its lowest corner. It
//! is looked up in its own grid and in all coarser ones, where it meets at most three cells per axis. The tables are rebuilt at
//! every update by a counting sort: O(N) with boxes of like sizes, O(N · sizes) otherwise. Boxes without end are tested against all.

use super::keyed_boxes::KeyedBoxes;
use super::method::OverlapMethod;
use super::pair_set::PairSet;
use crate::bound::Aabb;
use crate::executor::Executor;
use crate::math::DVec3;

/// Cells are counted up to this from the origin on every axis; what lies farther out shares the outermost.
const FARTHEST_CELL: f64 = (1_i64 << 20) as f64 - 2.0;

/// A box in its cell.
#[derive(Clone, Copy, Debug)]
struct Entry {
    bounds: Aabb,
    cell: u64,
    key: u32,
    moves: bool,
}

/// A grid and its table: the entries of bucket k are those from `starts[k]` to `starts[k + 1]`, counted from the first bucket.
#[derive(Clone, Copy, Debug)]
struct Grid {
    /// The edge of a cell.
    edge: f64,
    /// Its first bucket, and how many there are, less one.
    first_bucket: usize,
    mask: u64,
    /// Its entries.
    entries: [usize; 2],
}

/// All grids, the finest first.
#[derive(Debug, Default)]
pub(super) struct HashGrids {
    origin: DVec3,
    grids: Vec<Grid>,
    starts: Vec<u32>,
    entries: Vec<Entry>,
    /// Boxes too large for any grid.
    boundless: Vec<Entry>,
    /// Keys by exponent, for building.
    by_size: Vec<(i32, u32)>,
    unsorted: Vec<Entry>,
}

impl OverlapMethod for HashGrids {
    fn update(&mut self, roster: &mut KeyedBoxes, pairs: &mut PairSet, _: &Executor) {
        self.build(roster);
        pairs.restart();
        pairs.cost.sorts += 1;
        for grid in 0..self.grids.len() {
            for index in self.grids[grid].entries[0]..self.grids[grid].entries[1] {
                self.find(grid, index, pairs);
            }
        }
        for (index, giant) in self.boundless.iter().enumerate() {
            for other in self.entries.iter().chain(&self.boundless[..index]) {
                note(giant, other, pairs);
            }
        }
        pairs.compare(roster);
    }

    fn overlapping(&self, _: &KeyedBoxes, region: &Aabb, visit: &mut dyn FnMut(u32)) {
        for grid in &self.grids {
            let [low, high] = grid.range(region, self.origin);
            let cells: f64 = (0..3).map(|k| (high[k] - low[k] + 1) as f64).product();
            let all = &self.entries[grid.entries[0]..grid.entries[1]];
            if cells > all.len() as f64 {
                all.iter().filter(|entry| entry.bounds.overlaps(region)).for_each(|entry| visit(entry.key));
                continue;
            }
            each_cell(low, high, |cell| {
                let found = self.bucket(grid, cell).1.iter().filter(|entry| entry.cell == cell);
                found.filter(|entry| entry.bounds.overlaps(region)).for_each(|entry| visit(entry.key));
            });
        }
        let giants = self.boundless.iter().filter(|entry| entry.bounds.overlaps(region));
        giants.for_each(|entry| visit(entry.key));
    }
}

impl HashGrids {
    /// Sorts all boxes into grids and cells.
    fn build(&mut self, roster: &KeyedBoxes) {
        self.origin = roster.fitting_frame().origin();
        self.by_size.clear();
        self.boundless.clear();
        let has_points = |key: &u32| roster.is_present(*key) && roster.now(*key).min.x <= roster.now(*key).max.x;
        for key in (0..roster.keys()).filter(has_points) {
            let bounds = *roster.now(key);
            match exponent(size(&bounds)) {
                Some(exponent) => self.by_size.push((exponent, key)),
                None => self.boundless.push(Entry { bounds, cell: 0, key, moves: roster.moves(key) }),
            }
        }
        if !self.by_size.is_sorted_by_key(|(exponent, _)| *exponent) {
            self.by_size.sort_unstable();
        }
        self.grids.clear();
        self.starts.clear();
        self.entries.clear();
        let by_size = std::mem::take(&mut self.by_size);
        for run in by_size.chunk_by(|a, b| a.0 == b.0) {
            self.add_grid(run, roster);
        }
        self.by_size = by_size;
    }

    /// Adds the grid of boxes of one size.
    fn add_grid(&mut self, run: &[(i32, u32)], roster: &KeyedBoxes) {
        let buckets = run.len().next_power_of_two();
        let (first_bucket, first) = (self.starts.len(), self.entries.len());
        let edge = f64::from_bits(((run[0].0 + 1023) as u64) << 52);
        let entries = [first, first + run.len()];
        let grid = Grid { edge, first_bucket, mask: buckets as u64 - 1, entries };
        self.unsorted.clear();
        self.unsorted.extend(run.iter().map(|(_, key)| {
            let bounds = *roster.now(*key);
            Entry { bounds, cell: pack(grid.cell(bounds.min - self.origin)), key: *key, moves: roster.moves(*key) }
        }));
        self.starts.resize(first_bucket + buckets + 1, 0);
        let starts = &mut self.starts[first_bucket..];
        for entry in &self.unsorted {
            starts[grid.bucket(entry.cell)] += 1;
        }
        let mut sum = first as u32;
        for start in starts.iter_mut() {
            sum += *start;
            *start = sum;
        }
        self.entries.extend_from_slice(&self.unsorted);
        for entry in &self.unsorted {
            let start = &mut starts[grid.bucket(entry.cell)];
            *start -= 1;
            self.entries[*start as usize] = *entry;
        }
        self.grids.push(grid);
    }

    /// The entries of the bucket of a cell, and the index of the first.
    fn bucket(&self, grid: &Grid, cell: u64) -> (usize, &[Entry]) {
        let bucket = grid.first_bucket + grid.bucket(cell);
        let (start, end) = (self.starts[bucket] as usize, self.starts[bucket + 1] as usize);
        (start, &self.entries[start..end])
    }

    /// Finds the pairs of a box with boxes of its own grid behind it, and with all of coarser grids.
    fn find(&self, own: usize, index: usize, pairs: &mut PairSet) {
        let entry = &self.entries[index];
        for (level, grid) in self.grids.iter().enumerate().skip(own) {
            let [low, high] = grid.range(&entry.bounds, self.origin);
            each_cell(low, high, |cell| {
                if level == own && cell < entry.cell {
                    return; // found from there
                }
                let (start, bucket) = self.bucket(grid, cell);
                for (offset, other) in bucket.iter().enumerate() {
                    let is_behind = level > own || cell > entry.cell || start + offset > index;
                    if other.cell == cell && is_behind {
                        note(entry, other, pairs);
                    }
                }
            });
        }
    }
}

impl Grid {
    /// The cell of a corner, relative to the origin.
    fn cell(&self, corner: DVec3) -> [i64; 3] {
        (corner / self.edge)
            .floor()
            .clamp(DVec3::splat(-FARTHEST_CELL), DVec3::splat(FARTHEST_CELL))
            .to_array()
            .map(|x| x as i64)
    }

    /// The cells in which boxes lie that overlap a box: their lowest corners are at most an edge below its lowest. Subtraction and
    /// division are rounded without swapping numbers, so none is lost.
    fn range(&self, bounds: &Aabb, origin: DVec3) -> [[i64; 3]; 2] {
        [self.cell(bounds.min - self.edge - origin), self.cell(bounds.max - origin)]
    }

    /// The bucket of a cell: neighbours along the first axis are neighbours in the table.
    fn bucket(&self, cell: u64) -> usize {
        let row = cell >> 21;
        let hash = row.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        (hash.wrapping_add(cell & 0x1F_FFFF) & self.mask) as usize
    }
}

/// A cell in one number.
fn pack(cell: [i64; 3]) -> u64 {
    let part = |x: i64| (x + (1 << 20)) as u64;
    part(cell[2]) << 42 | part(cell[1]) << 21 | part(cell[0])
}

/// Visits the cells of a range.
fn each_cell(low: [i64; 3], high: [i64; 3], mut visit: impl FnMut(u64)) {
    for z in low[2]..=high[2] {
        for y in low[1]..=high[1] {
            for x in low[0]..=high[0] {
                visit(pack([x, y, z]));
            }
        }
    }
}

/// The exponent of the least power of two that is not below a size; `None` if the size is too large for a grid.
fn exponent(size: f64) -> Option<i32> {
    if size > 2f64.powi(1000) {
        return None;
    }
    let bits = size.max(2f64.powi(-1000)).to_bits();
    let is_power = bits << 12 == 0;
    Some((bits >> 52) as i32 - 1023 + i32::from(!is_power))
}

/// The longest edge of a box, rounded up.
fn size(bounds: &Aabb) -> f64 {
    let edge = |k: usize| {
        let (low, high) = (bounds.min[k], bounds.max[k]);
        let size = high - low;
        // What the difference was rounded by (Knuth).
        let part = size - high;
        let lost = (high - (size - part)) - (low + part);
        if lost > 0.0 { size.next_up() } else { size }
    };
    edge(0).max(edge(1)).max(edge(2))
}

/// Notes a pair if the boxes overlap and one of them can move.
fn note(a: &Entry, b: &Entry, pairs: &mut PairSet) {
    pairs.cost.tests += 1;
    if (a.moves || b.moves) && a.bounds.overlaps(&b.bounds) {
        pairs.all.push(a.key, b.key);
    }
}
