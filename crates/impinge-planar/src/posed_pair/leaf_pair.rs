//! Two leaves in approximate coordinates, and which edges of the second are near the box of the first.

use crate::posed_pair::pair::PosedPair;
use crate::posed_pair::vector_lanes::EdgeLanes;
use crate::tree::oriented_box::OrientedBox;
use fearless_simd::f64x8;
use fearless_simd::prelude::*;

/// Two leaves in approximate coordinates.
pub(crate) struct LeafPair<S: Simd> {
    pub first: EdgeLanes<S>,
    pub second: EdgeLanes<S>,
    /// Lower bounds on the squared distances of the edges of the second to the box of the first.
    gaps: f64x8<S>,
}

impl<S: Simd> LeafPair<S> {
    /// Two leaves by index, and the box of the first.
    #[inline(always)]
    pub fn new(simd: S, posed: &PosedPair<'_>, leaves: [usize; 2], bounds: &OrientedBox) -> Self {
        let [first, second] = &posed.bodies;
        let (p, q) = (&first.tree.leaves[leaves[0]], &second.tree.leaves[leaves[1]]);
        let (first, second) = (EdgeLanes::load(simd, p, &first.transform), EdgeLanes::load(simd, q, &second.transform));
        let gaps = second.gaps_squared(simd, bounds, posed.pad());
        Self { first, second, gaps }
    }

    /// The edges of the second leaf that may be within a squared length of the first, as bits.
    #[inline(always)]
    pub fn within(&self, simd: S, squared: f64) -> u32 {
        self.gaps.simd_le(f64x8::splat(simd, squared)).to_bitmask() as u32 & self.second.used
    }
}
