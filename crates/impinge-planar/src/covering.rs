//! The covering of a polygon: a triangle from one point to every edge (Jiménez, Segura and Feito 2004, section 4.3).
//!
//! It takes no triangulation: triangles overlap, and a point off all edges is inside exactly if an odd number of them hold it, because
//! every spoke from the centre to a vertex bounds an even number of triangles. So it holds for concave polygons, holes, several
//! parts and rings that cross themselves; even where the centre lies outside or on the line of an edge. The centre is the
//! centroid, as in the paper; any point would do. Linear time and memory, eight edges side by side.

use super::influence::Influence;
use super::meet::Segment;
use super::slots::Slots;
use super::{EdgeId, Polygon};
use fearless_simd::f64x8;
use fearless_simd::prelude::*;
use impinge::cost::Cost;
use impinge::math::bit_mask::BitMask;
use impinge::math::predicates::{UNDERFLOW_GUARD, side_of_line};
use impinge::math::{DVec2, SMALLEST_IN_PLANE};

/// Edges side by side.
pub(super) const LANES: usize = 8;

/// Relative error of a plain determinant of two differences: 3 units of 2^-53 and some squares (Shewchuk 1997, section 4.1); here 4, also
/// enough with products that are fused.
const SIDE_ERROR: f64 = 4.0 * (f64::EPSILON / 2.0);

/// Eight edges; unused lanes repeat the last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub from: [[f64; LANES]; 2],
    pub to: [[f64; LANES]; 2],
    /// Lanes in use.
    pub used: u64,
    /// Lanes whose triangle (centre, from, to) turns counter-clockwise.
    pub positive: u64,
    /// Lanes whose triangle turns clockwise; those without area are in neither.
    pub negative: u64,
}

/// Triangles from the centroid of a polygon to its edges, numbered as the edges, and the influence areas of these.
#[derive(Clone, Debug)]
pub struct Covering {
    centre: DVec2,
    pub(super) blocks: Vec<Block>,
    edges: usize,
    /// Rings of one point.
    pub(super) points: Vec<DVec2>,
    influence: Influence,
    pub(super) slots: Slots,
}

impl Covering {
    /// The covering of a polygon.
    pub(super) fn of(polygon: &Polygon) -> Self {
        // What is too small for the predicates counts as zero: any point will do.
        let flush = |x: f64| if x.abs() < SMALLEST_IN_PLANE { 0.0 } else { x };
        let centroid = polygon.centroid();
        let centre = DVec2::new(flush(centroid.x), flush(centroid.y));
        let edges = polygon.edge_ids().len();
        let blocks: Vec<Block> = (0..edges.div_ceil(LANES)).map(|k| Block::of(polygon, centre, k * LANES)).collect();
        let points = polygon.rings().filter(|ring| ring.len() == 1).map(|ring| ring[0]).collect();
        let influence = Influence::of(polygon, centre, &blocks);
        Self { centre, blocks, edges, points, influence, slots: Slots::of(polygon) }
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
    #[must_use]
    pub fn influence(&self) -> &Influence {
        &self.influence
    }

    /// The ends of an edge.
    pub(super) fn edge(&self, edge: usize) -> Segment {
        let (block, lane) = (&self.blocks[edge / LANES], edge % LANES);
        [DVec2::new(block.from[0][lane], block.from[1][lane]), DVec2::new(block.to[0][lane], block.to[1][lane])]
    }

    /// Sets the bits of the edges that a point lies left of; whether it lies on the line of some edge that is no point.
    #[inline(always)]
    pub(super) fn zones<S: Simd>(&self, simd: S, p: DVec2, mask: &mut BitMask, cost: &mut Cost) -> bool {
        mask.clear(self.edges);
        let mut on_a_line = false;
        for (k, block) in self.blocks.iter().enumerate() {
            let (from, to) = block.ends(simd);
            let (mut left, right) = sides(simd, from, to, p);
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

impl Block {
    fn of(polygon: &Polygon, centre: DVec2, first: usize) -> Self {
        let count = (polygon.edge_ids().len() - first).min(LANES);
        let mut block =
            Self { from: [[0.0; LANES]; 2], to: [[0.0; LANES]; 2], used: (1 << count) - 1, positive: 0, negative: 0 };
        for lane in 0..LANES {
            let [t, u] = polygon.edge(EdgeId((first + lane.min(count - 1)) as u32));
            for k in 0..2 {
                (block.from[k][lane], block.to[k][lane]) = (t[k], u[k]);
            }
            if lane < count {
                let turn = side_of_line(centre, t, u, &mut Cost::default());
                block.positive |= u64::from(turn > 0) << lane;
                block.negative |= u64::from(turn < 0) << lane;
            }
        }
        block
    }

    /// Where edges start and end.
    #[inline(always)]
    pub fn ends<S: Simd>(&self, simd: S) -> ([f64x8<S>; 2], [f64x8<S>; 2]) {
        let load = |lanes: &[f64; LANES]| f64x8::from_slice(simd, lanes);
        ([load(&self.from[0]), load(&self.from[1])], [load(&self.to[0]), load(&self.to[1])])
    }
}

/// Lanes whose line from `a` to `b` has a point certainly to its left, and those certainly to its right.
#[inline(always)]
pub(super) fn sides<S: Simd>(simd: S, a: [f64x8<S>; 2], b: [f64x8<S>; 2], p: DVec2) -> (u64, u64) {
    let all = |x: f64| f64x8::splat(simd, x);
    let (ax, ay) = (a[0] - all(p.x), a[1] - all(p.y));
    let (bx, by) = (b[0] - all(p.x), b[1] - all(p.y));
    let (left, right) = (ax * by, ay * bx);
    let (det, magnitude) = (left - right, left.abs() + right.abs());
    let error = magnitude * all(SIDE_ERROR);
    let safe = magnitude.simd_gt(all(UNDERFLOW_GUARD));
    ((det.simd_gt(error) & safe).to_bitmask(), (det.simd_lt(-error) & safe).to_bitmask())
}
