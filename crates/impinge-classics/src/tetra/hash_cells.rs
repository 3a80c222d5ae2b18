//! Cells of space, counted from a corner: where they are too many to count, the outermost take all that is farther.

use impinge::bound::Aabb;
use impinge::math::DVec3;

/// Bits of a cell along an axis.
const BITS: u32 = 21;

/// The last cell along an axis.
const LAST: f64 = ((1_u32 << BITS) - 1) as f64;

/// Cubes of one size.
///
/// Subtracting, dividing, rounding and clamping never swap two numbers, so a point of a box is in one of the cells from that of its lowest to that of its highest corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct HashCells {
    origin: DVec3,
    edge: f64,
}

/// The cells of a box: the lowest and the highest along each axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellRange {
    pub low: [u32; 3],
    pub high: [u32; 3],
}

impl HashCells {
    /// Cells with an edge, which is positive and finite, from the lowest corner of a box.
    pub fn new(bounds: &Aabb, edge: f64) -> Self {
        Self { origin: bounds.min, edge }
    }

    /// The cell of a point.
    pub fn cell(&self, p: DVec3) -> [u32; 3] {
        ((p - self.origin) / self.edge).to_array().map(|x| x.clamp(0.0, LAST) as u32)
    }

    /// The cells of a box.
    pub fn range(&self, bounds: &Aabb) -> CellRange {
        CellRange { low: self.cell(bounds.min), high: self.cell(bounds.max) }
    }
}

impl CellRange {
    /// How many cells there are.
    pub fn count(&self) -> u64 {
        (0..3).map(|k| u64::from(self.high[k] - self.low[k]) + 1).product()
    }

    /// Every cell.
    pub fn each(&self, mut visit: impl FnMut([u32; 3])) {
        for x in self.low[0]..=self.high[0] {
            for y in self.low[1]..=self.high[1] {
                for z in self.low[2]..=self.high[2] {
                    visit([x, y, z]);
                }
            }
        }
    }
}

/// A cell as one number, different for every cell.
pub(super) fn pack([x, y, z]: [u32; 3]) -> u64 {
    u64::from(x) << (2 * BITS) | u64::from(y) << BITS | u64::from(z)
}
