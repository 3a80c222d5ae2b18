//! The cube that the octree divides.

use impinge::bound::Aabb;
use impinge::math::{DVec3, LARGEST_COORDINATE};

/// An axis-aligned cube. It divides space, but bounds nothing: its outermost voxels reach to infinity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WorldCube {
    min: DVec3,
    side: f64,
}

/// Why a world cube was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum WorldCubeError {
    /// The lowest corner is not finite, or out of range.
    #[error("the lowest corner {0} of the world cube is not finite or beyond 2^300")]
    Corner(DVec3),
    /// The side is no length.
    #[error("the side {0} of the world cube is not a positive number up to 2^300")]
    Side(f64),
}

impl WorldCube {
    /// The cube with a lowest corner and a side.
    ///
    /// # Errors
    /// See [`WorldCubeError`].
    pub fn try_new(min: DVec3, side: f64) -> Result<Self, WorldCubeError> {
        if !min.is_finite() || min.abs().max_element() > LARGEST_COORDINATE {
            return Err(WorldCubeError::Corner(min));
        }
        if !(side > 0.0 && side <= LARGEST_COORDINATE) {
            return Err(WorldCubeError::Side(side));
        }
        Ok(Self { min, side })
    }

    /// The smallest cube around a box, of which it shares the lowest corner.
    pub(super) fn around(bounds: &Aabb) -> Self {
        Self { min: bounds.min, side: bounds.size().max_element() }
    }

    /// Where a fraction of the side is along an axis. Rounding keeps the order, and a fraction is the same place at every level.
    #[inline]
    fn place(&self, axis: usize, fraction: f64) -> f64 {
        self.min[axis] + self.side * fraction
    }
}

/// One of the 8^level cubes of a level: closed below, open above, but for the outermost, which reach to infinity.
#[derive(Clone, Copy, Debug)]
pub(super) struct Voxel {
    pub level: u32,
    /// How many voxels of the level are below, along each axis.
    index: [u32; 3],
    min: DVec3,
    max: DVec3,
}

impl Voxel {
    /// All of space.
    pub const ALL: Self = Self { level: 0, index: [0; 3], min: DVec3::NEG_INFINITY, max: DVec3::INFINITY };

    /// Where it is cut.
    #[inline]
    pub fn middle(&self, world: &WorldCube) -> DVec3 {
        let count = f64::from(2_u32 << self.level);
        let fraction = |axis: usize| f64::from(2 * self.index[axis] + 1) / count;
        DVec3::new(world.place(0, fraction(0)), world.place(1, fraction(1)), world.place(2, fraction(2)))
    }

    /// One of its eight parts: bit k of the octant is set for the upper half along axis k.
    #[inline]
    pub fn part(&self, octant: usize, middle: DVec3) -> Self {
        let mut part = *self;
        part.level += 1;
        for axis in 0..3 {
            let upper = octant >> axis & 1;
            part.index[axis] = 2 * self.index[axis] + upper as u32;
            if upper == 1 {
                part.min[axis] = middle[axis];
            } else {
                part.max[axis] = middle[axis];
            }
        }
        part
    }

    /// Whether a point is in it: at each level, in exactly one.
    #[inline]
    pub fn holds(&self, p: DVec3) -> bool {
        self.min.cmple(p).all() && p.cmplt(self.max).all()
    }
}
