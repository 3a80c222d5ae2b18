//! Where samples are kept: at all corners, or only near the surface.
//!
//! Sparse samples are two lattices: a coarse one over everything, four times as wide, and inside those of its cubes that the surface may enter a
//! block of the fine one, corners on the rim included, so that a cube is read from one place.

use super::exact_sampler::Sampler;
use super::field_options::{FieldError, FieldOptions, Storage};
use super::sample_grid::{Lattice, corner_count, corner_index};
use crate::executor::Executor;
use crate::math::DVec3;
use crate::math::bit_mask::BitMask;
use crate::pair::PointQuery;

/// Cells of a block along each axis.
pub(super) const BLOCK: u32 = 4;
/// Samples of a block.
const BLOCK_SAMPLES: usize = ((BLOCK + 1) * (BLOCK + 1) * (BLOCK + 1)) as usize;
/// No block.
const NONE: u32 = u32::MAX;

/// Samples on a lattice, in a unit of their own.
#[derive(Clone, Debug)]
pub(super) enum Samples {
    Dense(Vec<f32>),
    Sparse {
        /// At every fourth corner.
        coarse: Vec<f32>,
        /// For every coarse cube its block; [`NONE`] if it has none.
        blocks: Vec<u32>,
        fine: Vec<f32>,
    },
}

/// A cube of samples: its lowest corner, how many steps it is wide, and its samples, the first axis fastest.
pub(super) struct Cube {
    pub corner: [u32; 3],
    pub width: u32,
    pub samples: [f32; 8],
}

/// What is sampled: the mesh, the places and the unit.
pub(super) struct Source<'a> {
    pub query: PointQuery<'a>,
    pub lattice: Lattice,
    pub unit: f64,
    /// The corners that dense samples are taken at, others are no numbers; `None` for all.
    pub near: Option<BitMask>,
}

impl Samples {
    /// All samples, and what they may be off by at most.
    pub fn take(source: &Source<'_>, options: &FieldOptions, executor: &Executor) -> Result<(Self, f64), FieldError> {
        let grant = |bytes: u64| {
            let most = options.most_bytes;
            if bytes <= most { Ok(()) } else { Err(FieldError::TooLarge { bytes, most }) }
        };
        let cells = source.lattice.cells;
        match options.storage {
            Storage::Dense => {
                grant(corner_count(cells).saturating_mul(4))?;
                let (samples, error) = every(source, 1, executor);
                Ok((Self::Dense(samples), error))
            }
            Storage::Sparse => {
                let coarse_bytes = corner_count(cells.map(|n| n / BLOCK)).saturating_mul(8);
                grant(coarse_bytes)?;
                let (coarse, coarse_error) = every(source, BLOCK, executor);
                let entered = entered(source, &coarse, coarse_error, executor);
                let mut blocks = vec![NONE; entered.len()];
                let with_block: Vec<usize> = (0..entered.len()).filter(|i| entered[*i]).collect();
                with_block.iter().enumerate().for_each(|(number, i)| blocks[*i] = number as u32);
                grant(coarse_bytes.saturating_add(with_block.len() as u64 * 4 * BLOCK_SAMPLES as u64))?;
                let (fine, fine_error) = fine(source, &with_block, executor);
                Ok((Self::Sparse { coarse, blocks, fine }, coarse_error.max(fine_error)))
            }
        }
    }

    /// The smallest cube with samples around a cell of a lattice of `cells` cells.
    pub fn cube(&self, cells: [u32; 3], cell: [u32; 3]) -> Cube {
        match self {
            Self::Dense(samples) => Cube { corner: cell, width: 1, samples: corners(samples, cells, cell) },
            Self::Sparse { coarse, blocks, fine } => {
                let coarse_cells = cells.map(|n| n / BLOCK);
                let home = cell.map(|i| i / BLOCK);
                let block = blocks.get(cube_index(coarse_cells, home)).copied().unwrap_or(NONE);
                if block == NONE {
                    let samples = corners(coarse, coarse_cells, home);
                    return Cube { corner: home.map(|i| i * BLOCK), width: BLOCK, samples };
                }
                let own = fine.get(block as usize * BLOCK_SAMPLES..).unwrap_or(&[]);
                Cube { corner: cell, width: 1, samples: corners(own, [BLOCK; 3], cell.map(|i| i % BLOCK)) }
            }
        }
    }

    pub fn bytes(&self) -> usize {
        match self {
            Self::Dense(samples) => 4 * samples.len(),
            Self::Sparse { coarse, blocks, fine } => 4 * (coarse.len() + blocks.len() + fine.len()),
        }
    }
}

/// The samples at the corners of a cube; not a number where there are none.
fn corners(samples: &[f32], cells: [u32; 3], [x, y, z]: [u32; 3]) -> [f32; 8] {
    let at = |i: u32| corner_index(cells, [x + (i & 1), y + (i >> 1 & 1), z + (i >> 2)]);
    [0, 1, 2, 3, 4, 5, 6, 7].map(|i| samples.get(at(i)).copied().unwrap_or(f32::NAN))
}

/// Numbers cubes: the first axis runs fastest.
fn cube_index(cells: [u32; 3], [x, y, z]: [u32; 3]) -> usize {
    (z as usize * cells[1] as usize + y as usize) * cells[0] as usize + x as usize
}

/// The cube of a number.
fn cube_of(cells: [u32; 3], index: usize) -> [u32; 3] {
    let [nx, ny, _] = cells.map(|n| n as usize);
    [index % nx, index / nx % ny, index / (nx * ny)].map(|i| i as u32)
}

/// Samples at every `stride`-th corner along each axis, row by row.
fn every(source: &Source<'_>, stride: u32, executor: &Executor) -> (Vec<f32>, f64) {
    let [nx, ny, nz] = source.lattice.cells.map(|n| n / stride);
    let rows = executor.map_small((ny as usize + 1) * (nz as usize + 1), |row| {
        let mut sampler = Sampler::new(&source.query, source.unit);
        let (y, z) = ((row % (ny as usize + 1)) as u32, (row / (ny as usize + 1)) as u32);
        let samples: Vec<f32> = (0..=nx)
            .map(|x| {
                let corner = [x, y, z].map(|i| i * stride);
                let is_wanted = |near: &BitMask| near.get(corner_index(source.lattice.cells, corner));
                let is_left_out = stride == 1 && !source.near.as_ref().is_none_or(is_wanted);
                if is_left_out { f32::NAN } else { sampler.sample(source.lattice.place(corner)) }
            })
            .collect();
        (samples, sampler.error)
    });
    joined(rows)
}

/// For every coarse cube, whether the surface may enter it.
fn entered(source: &Source<'_>, coarse: &[f32], error: f64, executor: &Executor) -> Vec<bool> {
    let cells = source.lattice.cells.map(|n| n / BLOCK);
    let slabs = executor.map_small(cells[1] as usize * cells[2] as usize, |row| {
        let mut sampler = Sampler::new(&source.query, source.unit);
        let is_entered = |x: u32| {
            let home = cube_of(cells, row * cells[0] as usize + x as usize);
            let ends = [home.map(|i| i * BLOCK), home.map(|i| (i + 1) * BLOCK)].map(|c| source.lattice.place(c));
            let (middle, half) = (DVec3::midpoint(ends[0], ends[1]), 0.5 * (ends[1] - ends[0]).length());
            let reach = half * (1.0 + ROOM);
            // Every point of the cube is at most half a diagonal from some corner, and from the middle.
            let nearest =
                corners(coarse, cells, home).iter().fold(f64::INFINITY, |least, v| least.min(f64::from(v.abs())));
            nearest * source.unit - error <= reach && sampler.clearance(middle) <= reach
        };
        (0..cells[0]).map(is_entered).collect::<Vec<bool>>()
    });
    slabs.concat()
}

/// What half a diagonal is lengthened by (relative), so that roundings of places do not matter; blocks beyond need are harmless.
const ROOM: f64 = 1e-9;

/// The samples of blocks.
fn fine(source: &Source<'_>, cubes: &[usize], executor: &Executor) -> (Vec<f32>, f64) {
    let cells = source.lattice.cells.map(|n| n / BLOCK);
    let side = BLOCK + 1;
    joined(executor.map_small(cubes.len(), |k| {
        let mut sampler = Sampler::new(&source.query, source.unit);
        let first = cube_of(cells, cubes[k]).map(|i| i * BLOCK);
        let samples: Vec<f32> = (0..side * side * side)
            .map(|i| [i % side, i / side % side, i / (side * side)])
            .map(|[x, y, z]| sampler.sample(source.lattice.place([first[0] + x, first[1] + y, first[2] + z])))
            .collect();
        (samples, sampler.error)
    }))
}

/// Pieces in a row, and the largest error.
fn joined(pieces: Vec<(Vec<f32>, f64)>) -> (Vec<f32>, f64) {
    let error = pieces.iter().fold(0.0, |worst: f64, (_, error)| worst.max(*error));
    (pieces.into_iter().flat_map(|(samples, _)| samples).collect(), error)
}
