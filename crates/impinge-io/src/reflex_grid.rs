//! The reflex corners of a polygon in a grid of cells, so that an ear is held only against those near it.

use impinge::math::DVec3;

/// Corners by the cells that they lie in, in the plane across an axis.
#[derive(Debug)]
pub(crate) struct ReflexGrid {
    /// The two axes of the plane.
    axes: [usize; 2],
    low: DVec3,
    /// Cells along each of the two axes for a unit of length; zero along an axis without extent.
    per_length: [f64; 2],
    side: usize,
    cells: Vec<Vec<u32>>,
    listed: Vec<bool>,
}

impl ReflexGrid {
    /// An empty grid over corners at these places, about one cell for each.
    pub(crate) fn new(axis: usize, places: impl ExactSizeIterator<Item = DVec3>) -> Self {
        /// Most cells along an axis.
        const MOST_CELLS: usize = 256;
        let count = places.len();
        let around = (DVec3::INFINITY, DVec3::NEG_INFINITY);
        let (low, high) = places.fold(around, |(low, high), p| (low.min(p), high.max(p)));
        let side = count.isqrt().clamp(1, MOST_CELLS);
        let axes = [(axis + 1) % 3, (axis + 2) % 3];
        let per_length = axes.map(|k| {
            let cells = side as f64 / (high[k] - low[k]);
            if cells.is_finite() { cells } else { 0.0 }
        });
        Self { axes, low, per_length, side, cells: vec![Vec::new(); side * side], listed: vec![false; count] }
    }

    /// The column and the row of a place; they grow with its coordinates.
    fn cell(&self, p: DVec3) -> [usize; 2] {
        [0, 1].map(|k| {
            let along = (p[self.axes[k]] - self.low[self.axes[k]]) * self.per_length[k];
            // Saturates: what is not a number or below zero is in the first cell.
            (along as usize).min(self.side - 1)
        })
    }

    fn members(&mut self, p: DVec3) -> &mut Vec<u32> {
        let [column, row] = self.cell(p);
        &mut self.cells[row * self.side + column]
    }

    /// Lists a corner at a place, or takes it off the list.
    pub(crate) fn set(&mut self, corner: u32, p: DVec3, is_reflex: bool) {
        if std::mem::replace(&mut self.listed[corner as usize], is_reflex) == is_reflex {
            return;
        }
        let members = self.members(p);
        if is_reflex {
            members.push(corner);
        } else {
            members.retain(|other| *other != corner);
        }
    }

    /// Appends all listed corners of the cells that a box touches, and perhaps some others; gives the number of cells.
    pub(crate) fn near(&self, low: DVec3, high: DVec3, found: &mut Vec<u32>) -> usize {
        let ([left, bottom], [right, top]) = (self.cell(low), self.cell(high));
        for row in bottom..=top {
            let cells = &self.cells[row * self.side + left..=row * self.side + right];
            cells.iter().for_each(|cell| found.extend_from_slice(cell));
        }
        (top + 1 - bottom) * (right + 1 - left)
    }
}
