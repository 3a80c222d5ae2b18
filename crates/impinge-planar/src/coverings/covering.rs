//! The covering of a polygon: a triangle from one point to every edge (Jiménez, Segura and Feito 2004, section 4.3).
//!
//! It takes no triangulation: triangles overlap, and a point off all edges is inside exactly if an odd number of them hold it, because
//! every spoke from the centre to a vertex bounds an even number of triangles. So it holds for concave polygons, holes, several
//! parts and rings that cross themselves; even where the centre lies outside or on the line of an edge. The centre is the
//! centroid, as in the paper; any point would do. Linear time and memory, eight edges side by side.

use super::edge_blocks::{EdgeBlock, LANES, sides_of_lines};
use super::edge_chain::EdgeChain;
use super::influence_areas::InfluenceAreas;
use crate::polygon::rings::Rings;
use crate::segment::Segment;
use fearless_simd::prelude::*;
use impinge::cost::Cost;
use impinge::math::bit_mask::BitMask;
use impinge::math::predicates::side_of_line;
use impinge::math::{DVec2, SMALLEST_IN_PLANE};

/// Triangles from the centroid of a polygon to its edges, numbered as the edges, and the influence areas of these.
#[derive(Clone, Debug)]
pub struct Covering {
    centre: DVec2,
    pub(crate) blocks: Vec<EdgeBlock>,
    edges: usize,
    /// Rings of one point.
    pub(crate) points: Vec<DVec2>,
    influence: InfluenceAreas,
    pub(crate) chain: EdgeChain,
}

impl Covering {
    /// The covering of a polygon with a centroid.
    pub(crate) fn new(rings: &Rings, centroid: DVec2) -> Self {
        // What is too small for the predicates counts as zero: any point will do.
        let flush = |x: f64| if x.abs() < SMALLEST_IN_PLANE { 0.0 } else { x };
        let centre = DVec2::new(flush(centroid.x), flush(centroid.y));
        let edges = rings.edge_ids().len();
        let blocks: Vec<EdgeBlock> =
            (0..edges.div_ceil(LANES)).map(|k| EdgeBlock::new(rings, centre, k * LANES)).collect();
        let points = rings.iter().filter(|ring| ring.len() == 1).map(|ring| ring[0]).collect();
        let influence = InfluenceAreas::new(rings, centre, &blocks);
        Self { centre, blocks, edges, points, influence, chain: EdgeChain::new(rings) }
    }

    /// The point that all triangles share: the centroid, as doubles.
    #[must_use]
    pub fn centre(&self) -> DVec2 {
        self.centre
    }

    /// How many triangles there are: one an edge.
    #[must_use]
    pub fn len(&self) -> usize {
        self.edges
    }

    /// Never: a polygon has edges.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.edges == 0
    }

    /// The triangles, each as the centre and the ends of its edge.
    pub fn triangles(&self) -> impl Iterator<Item = [DVec2; 3]> {
        (0..self.edges).map(|edge| {
            let [t, u] = self.edge(edge);
            [self.centre, t, u]
        })
    }

    /// The influence areas of the edges.
    #[doc(hidden)]
    #[must_use]
    pub fn influence(&self) -> &InfluenceAreas {
        &self.influence
    }

    /// The ends of an edge.
    pub(crate) fn edge(&self, edge: usize) -> Segment {
        let (block, lane) = (&self.blocks[edge / LANES], edge % LANES);
        [DVec2::new(block.from[0][lane], block.from[1][lane]), DVec2::new(block.to[0][lane], block.to[1][lane])]
    }

    /// Sets the bits of the edges that a point lies left of; whether it lies on the line of some edge that is no point.
    #[inline(always)]
    pub(crate) fn zones<S: Simd>(&self, simd: S, p: DVec2, mask: &mut BitMask, cost: &mut Cost) -> bool {
        mask.clear(self.edges);
        let mut on_a_line = false;
        for (k, block) in self.blocks.iter().enumerate() {
            let (from, to) = block.ends(simd);
            let (mut left, right) = sides_of_lines(simd, from, to, p);
            let mut doubtful = block.used & !(left | right);
            while doubtful != 0 {
                let lane = doubtful.trailing_zeros() as usize;
                doubtful &= doubtful - 1;
                let [t, u] = self.edge(k * LANES + lane);
                match side_of_line(t, u, p, cost) {
                    1 => left |= 1 << lane,
                    0 => on_a_line |= t != u,
                    _ => {}
                }
            }
            mask.or_byte(k, left & block.used);
        }
        on_a_line
    }
}
