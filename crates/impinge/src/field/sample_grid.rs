//! The places of samples: corners of equal cubes along the axes.

use super::field_options::{FieldError, FieldOptions};
use crate::bound::Aabb;
use crate::math::bit_mask::BitMask;
use crate::math::{DVec3, LARGEST_COORDINATE, SMALLEST_COORDINATE};
use std::ops::RangeInclusive;

/// How often all corners may be marked, on average, before it is left: a sample takes a hundred times as long as a mark.
const MOST_MARKS: u64 = 16;

/// Corners of cubes, numbered along each axis from 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Lattice {
    origin: DVec3,
    /// The length of a cube's edges.
    pub step: f64,
    /// How many cubes there are along each axis.
    pub cells: [u32; 3],
}

impl Lattice {
    /// Cubes that cover a box and the margin around it, their number along each axis a multiple of `multiple`.
    pub fn around(bounds: &Aabb, options: &FieldOptions, multiple: u32) -> Result<Self, FieldError> {
        if options.cells == 0 {
            return Err(FieldError::NoCells);
        }
        let size = bounds.size();
        let step = (size.max_element() / f64::from(options.cells)).max(SMALLEST_COORDINATE);
        let margin = f64::from(options.margin);
        // A multiple of a 32-bit number that is no 32-bit number is too much for any memory.
        let count = |side: f64| ((side / step).ceil().max(1.0) + 2.0 * margin) / f64::from(multiple);
        let counts = size.to_array().map(|side| count(side).ceil() * f64::from(multiple));
        if counts.iter().any(|n| *n >= f64::from(u32::MAX)) {
            return Err(FieldError::TooLarge { bytes: u64::MAX, most: options.most_bytes });
        }
        let middle = bounds.centre();
        let origin = middle - DVec3::from_array(counts) * (0.5 * step);
        let lattice = Self { origin, step, cells: counts.map(|n| n as u32) };
        let reach = lattice.place([0; 3]).abs().max(lattice.place(lattice.cells).abs()).max_element();
        if reach <= LARGEST_COORDINATE { Ok(lattice) } else { Err(FieldError::OutOfRange) }
    }

    /// Where a corner is: always the same double, in the exact range.
    pub fn place(&self, corner: [u32; 3]) -> DVec3 {
        let flush = |x: f64| if x.abs() < SMALLEST_COORDINATE { 0.0 } else { x };
        let at = |k: usize| flush(self.origin[k] + self.step * f64::from(corner[k]));
        DVec3::new(at(0), at(1), at(2))
    }

    /// The cube that a point lies in, or the nearest, up to rounding.
    pub fn cell(&self, point: DVec3) -> [u32; 3] {
        // Conversion to integers saturates.
        let along = |k: usize| (((point[k] - self.origin[k]) / self.step) as u32).min(self.cells[k].saturating_sub(1));
        [along(0), along(1), along(2)]
    }

    /// The corners of all cubes that boxes enter, or beside such a cube: what rounding moves by less than a step stays among them. Parts of boxes beyond
    /// the lattice count as the nearest parts of it. `None` where marking the corners would take longer than to take them all.
    pub fn corners_near(&self, boxes: &[Aabb]) -> Option<BitMask> {
        let ranges = boxes.iter().map(|near| {
            let [low, high] = [self.cell(near.min), self.cell(near.max)];
            [0, 1, 2].map(|k| low[k].saturating_sub(1)..=(high[k] + 2).min(self.cells[k]))
        });
        let count = |range: &RangeInclusive<u32>| u64::from(range.end() - range.start()) + 1;
        let volume = |ranges: [RangeInclusive<u32>; 3]| ranges.iter().map(count).fold(1, u64::saturating_mul);
        let all = corner_count(self.cells);
        if ranges.clone().map(volume).fold(0, u64::saturating_add) > MOST_MARKS.saturating_mul(all) {
            return None;
        }
        let mut near = BitMask::default();
        near.clear(usize::try_from(all).ok()?);
        for [x, y, z] in ranges {
            for z in z {
                for y in y.clone() {
                    x.clone().for_each(|x| near.set(corner_index(self.cells, [x, y, z])));
                }
            }
        }
        Some(near)
    }

    /// From the first to the last corner.
    pub fn bounds(&self) -> Aabb {
        Aabb { min: self.place([0; 3]), max: self.place(self.cells) }
    }
}

/// The number of corners of `cells` cubes along each axis, saturating.
pub(super) fn corner_count(cells: [u32; 3]) -> u64 {
    cells.iter().fold(1_u64, |product, n| product.saturating_mul(u64::from(*n) + 1))
}

/// Numbers the corners of `cells` cubes: the first axis runs fastest.
pub(super) fn corner_index(cells: [u32; 3], [x, y, z]: [u32; 3]) -> usize {
    let row = |n: u32| n as usize + 1;
    (z as usize * row(cells[1]) + y as usize) * row(cells[0]) + x as usize
}
