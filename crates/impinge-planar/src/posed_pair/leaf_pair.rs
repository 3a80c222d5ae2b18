//! Two leaves at their rough places, and which edges of the second are near the box of the first.

use crate::posed_pair::pair::Setting;
use crate::posed_pair::vector_lanes::Edges;
use crate::tree::oriented_box::Box2;
use fearless_simd::f64x8;
use fearless_simd::prelude::*;

/// Two leaves at their rough places.
pub(crate) struct Facing<S: Simd> {
    pub first: Edges<S>,
    pub second: Edges<S>,
    /// Lower bounds on the squared distances of the edges of the second to the box of the first.
    gaps: f64x8<S>,
}

impl<S: Simd> Facing<S> {
    /// Two leaves by index, and the box of the first.
    #[inline(always)]
    pub fn of(simd: S, setting: &Setting<'_>, leaves: [usize; 2], bounds: &Box2) -> Self {
        let [first, second] = &setting.bodies;
        let (p, q) = (&first.tree.leaves[leaves[0]], &second.tree.leaves[leaves[1]]);
        let (first, second) = (Edges::of(simd, p, &first.carrier), Edges::of(simd, q, &second.carrier));
        let gaps = second.gaps_squared(simd, bounds, setting.pad());
        Self { first, second, gaps }
    }

    /// The edges of the second leaf that may be within a squared length of the first, as bits.
    #[inline(always)]
    pub fn within(&self, simd: S, squared: f64) -> u32 {
        self.gaps.simd_le(f64x8::splat(simd, squared)).to_bitmask() as u32 & self.second.used
    }
}
