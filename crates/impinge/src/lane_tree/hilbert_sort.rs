//! Boxes in the order in which a Hilbert curve passes their middles: neighbours in the order are neighbours in space.
//!
//! Up to ten bits an axis (Skilling, *Programming the Hilbert curve*, 2004, eight boxes at once) and a radix sort; where more boxes
//! than a leaf holds fall into one cell of the curve, as in clusters, they are sorted again by a curve of their own. A Morton
//! order costs a little less and makes twice as many leaves meet.

use super::aabbx8::WIDTH;
use super::radix_sort::radix_sort_on;
use crate::executor::Executor;
use crate::math::simd;
use crate::math::simd::dispatch;
use fearless_simd::Simd;
use std::ops::Range;

/// Largest number of bits of the curve per axis.
const MOST_BITS: u32 = 10;
/// Bits per axis beyond those that give every box a cell, so that few cells are crowded where boxes are spread evenly.
const SPARE_BITS: u32 = 2;
/// Smallest number of boxes for which a radix sort is faster.
const RADIX_FROM: usize = 200;
/// Middles farther out than this, in units of the frame, share the outermost cells at first.
const FAR_OUT: f32 = 16.0;

/// Smallest number of boxes for which threads are used.
const PARALLEL_FROM: usize = 16_384;
/// Boxes processed at a time.
const PIECE: usize = 4_096;

/// Sorts keys along the curve, keeping its allocations.
#[derive(Debug, Default)]
pub(crate) struct HilbertSorter {
    /// The place on the curve above, the key below.
    items: Vec<u64>,
    spare: Vec<u64>,
    /// Middles of the boxes of a range.
    middles: Vec<[f32; 3]>,
    /// Their lowest and highest coordinates, piece by piece.
    extents: Vec<[[f32; 3]; 2]>,
    /// Runs of boxes in one cell that remain to be sorted.
    waiting: Vec<Range<usize>>,
}

impl HilbertSorter {
    /// The keys along the curve, in the lower halves of items.
    pub fn sort(
        &mut self,
        keys: impl Iterator<Item = u32>,
        middle: impl Fn(u32) -> [f32; 3] + Sync,
        executor: &Executor,
    ) -> &[u64] {
        self.items.clear();
        self.items.extend(keys.map(u64::from));
        self.waiting.clear();
        self.waiting.push(0..self.items.len());
        while let Some(range) = self.waiting.pop() {
            let executor = if range.len() < PARALLEL_FROM { &Executor::serial() } else { executor };
            self.sort_range(range, &middle, executor);
        }
        &self.items
    }

    fn sort_range(&mut self, range: Range<usize>, middle: &(impl Fn(u32) -> [f32; 3] + Sync), executor: &Executor) {
        let items = &mut self.items[range.clone()];
        self.middles.resize(items.len(), [0.0; 3]);
        self.extents.clear();
        self.extents.resize(items.len().div_ceil(PIECE), [[FAR_OUT; 3], [-FAR_OUT; 3]]);
        let pieces = items.chunks(PIECE).zip(self.middles.chunks_mut(PIECE)).zip(&mut self.extents);
        executor.for_each_of(pieces, |((items, middles), extent)| {
            for (item, middle_of) in items.iter().zip(&mut *middles) {
                *middle_of = middle(*item as u32).map(|x| x.clamp(-FAR_OUT, FAR_OUT));
            }
            *extent = middles.iter().fold(*extent, |extent, c| around(extent, [*c; 2]));
        });
        let [low, high] = self.extents.iter().copied().reduce(around).unwrap_or_default();
        let sizes = [0, 1, 2].map(|k| high[k] - low[k]);
        let size = sizes[0].max(sizes[1]).max(sizes[2]);
        let bits = (items.len().max(1).ilog2() / 3 + 1 + SPARE_BITS).min(MOST_BITS);
        let cells = (1_u32 << bits) as f32 / size;
        if !(size > 0.0 && cells.is_finite()) {
            return;
        }
        let (level, grid) = (simd::level(), CurveGrid { low, cells, bits });
        let pieces = items.chunks_mut(PIECE).zip(self.middles.chunks(PIECE));
        executor.for_each_of(pieces, |(items, middles)| {
            dispatch!(level, simd => place_all(simd, items, middles, &grid));
        });
        if items.len() < RADIX_FROM {
            items.sort_unstable();
        } else {
            radix_sort_on(executor, items, &mut self.spare, 3 * bits);
        }
        self.waiting.extend(crowded_runs(items).map(|run| run.start + range.start..run.end + range.start));
    }
}

/// The lowest and highest coordinates of both: by comparisons, not `min` and `max`, which look for what is not a number.
#[inline(always)]
fn around([low, high]: [[f32; 3]; 2], [other_low, other_high]: [[f32; 3]; 2]) -> [[f32; 3]; 2] {
    [
        [0, 1, 2].map(|k| if other_low[k] < low[k] { other_low[k] } else { low[k] }),
        [0, 1, 2].map(|k| if other_high[k] > high[k] { other_high[k] } else { high[k] }),
    ]
}

/// The cells that a curve passes.
#[derive(Clone, Copy)]
struct CurveGrid {
    /// Their lowest corner.
    low: [f32; 3],
    /// Cells per unit of length.
    cells: f32,
    /// Bits of the curve per axis.
    bits: u32,
}

/// Writes the positions of middles on the curve.
#[inline(always)]
fn place_all<S: Simd>(_: S, items: &mut [u64], middles: &[[f32; 3]], grid: &CurveGrid) {
    for (items, middles) in items.chunks_mut(WIDTH).zip(middles.chunks(WIDTH)) {
        let mut x = [[0; WIDTH]; 3];
        for (lane, c) in middles.iter().enumerate() {
            for k in 0..3 {
                x[k][lane] = (((c[k] - grid.low[k]) * grid.cells) as u32).min((1 << grid.bits) - 1);
            }
        }
        let places = places(x, grid.bits);
        for (item, place) in items.iter_mut().zip(places) {
            *item = u64::from(place) << 32 | *item & 0xFFFF_FFFF;
        }
    }
}

/// Runs of more items in one cell than a leaf holds.
fn crowded_runs(items: &[u64]) -> impl Iterator<Item = Range<usize>> {
    let mut start = 0;
    let runs = items.chunk_by(|a, b| a >> 32 == b >> 32).map(move |run| {
        start += run.len();
        start - run.len()..start
    });
    runs.filter(|run| run.len() > WIDTH)
}

/// The positions of eight cells on a curve of `bits` bits per axis.
#[inline(always)]
#[expect(clippy::needless_range_loop, reason = "lanes of three arrays that become vectors")]
fn places(mut x: [[u32; WIDTH]; 3], bits: u32) -> [u32; WIDTH] {
    for bit in (1..bits).rev() {
        let below = (1_u32 << bit) - 1;
        for i in 0..3 {
            for lane in 0..WIDTH {
                let is_set = 0_u32.wrapping_sub(x[i][lane] >> bit & 1);
                let swapped = (x[0][lane] ^ x[i][lane]) & below & !is_set;
                x[0][lane] ^= swapped | below & is_set;
                x[i][lane] ^= swapped;
            }
        }
    }
    let mut places = [0; WIDTH];
    for lane in 0..WIDTH {
        let a = x[0][lane];
        let b = x[1][lane] ^ a;
        let c = x[2][lane] ^ b;
        // Bit j of the flip is the parity of the bits of c above j.
        let mut flip = c >> 1;
        flip ^= flip >> 1;
        flip ^= flip >> 2;
        flip ^= flip >> 4;
        flip ^= flip >> 8;
        places[lane] = spread(a ^ flip) << 2 | spread(b ^ flip) << 1 | spread(c ^ flip);
    }
    places
}

/// The ten lowest bits, two zeros between each two.
#[inline(always)]
fn spread(x: u32) -> u32 {
    let x = (x | x << 16) & 0x0300_00FF;
    let x = (x | x << 8) & 0x0300_F00F;
    let x = (x | x << 4) & 0x030C_30C3;
    (x | x << 2) & 0x0924_9249
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_passes_every_cell_and_steps_to_a_neighbour() {
        // Cells of the low corner whose side is a power of two are passed before the curve leaves it.
        let side = 16_u32;
        let mut passed = vec![None; side.pow(3) as usize];
        for cell in 0..side.pow(3) {
            let x = [cell / (side * side), cell / side % side, cell % side];
            let place = places([[x[0]; WIDTH], [x[1]; WIDTH], [x[2]; WIDTH]], MOST_BITS)[3] as usize;
            assert!(passed[place].replace(x).is_none(), "two cells at {place}");
        }
        for (one, next) in passed.iter().zip(&passed[1..]) {
            let (one, next) = (one.unwrap(), next.unwrap());
            let steps: u32 = (0..3).map(|k| one[k].abs_diff(next[k])).sum();
            assert_eq!(steps, 1, "from {one:?} to {next:?}");
        }
    }
}
