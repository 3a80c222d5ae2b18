//! The edges of a moving polygon against one edge: those whose ends lie on different sides of its line (Jiménez, Segura and Feito 2004,
//! section 5.4: a change of sign of the first barycentric coordinate).
//!
//! All vertices of the chain lie side by side in approximate coordinates, so that two bits that follow each other are the ends of an
//! edge: 64 edges are compared by a shift. Where approximate coordinates do not decide, `intersect_segments` does.

use super::edge_blocks::LANES;
use super::edge_chain::EdgeChain;
use crate::EdgeId;
use crate::posed_pair::approximate_transform::ApproximateTransform;
use crate::posed_pair::pair::PosedPair;
use crate::relation::edge_intersections::VisitEdgePair;
use crate::segment::intersection::{SegmentIntersection, intersect_segments};
use fearless_simd::f64x8;
use fearless_simd::prelude::*;
use impinge::cost::Cost;
use impinge::math::DVec2;
use impinge::math::bit_mask::{BitMask, ones};
use std::ops::ControlFlow;

/// The sides of a line on which the vertices of a chain lie, with buffers that are reused.
#[derive(Clone, Debug, Default)]
pub(crate) struct EdgeChainSides {
    x: Vec<f64>,
    y: Vec<f64>,
    left: BitMask,
    right: BitMask,
}

/// An edge of the body at rest.
#[derive(Clone, Copy)]
pub(crate) struct StandingEdge<'a> {
    pub posed: &'a PosedPair<'a>,
    /// The index of the body in the pair.
    pub body: usize,
    pub edge: EdgeId,
}

impl EdgeChainSides {
    /// Carries the vertices to their approximate coordinates.
    #[inline(always)]
    pub fn place<S: Simd>(&mut self, simd: S, chain: &EdgeChain, transform: &ApproximateTransform) {
        self.x.resize(chain.len(), 0.0);
        self.y.resize(chain.len(), 0.0);
        let all = |x: f64| f64x8::splat(simd, x);
        let (c, s) = (all(transform.cosine), all(transform.sine));
        let (ox, oy) = (all(transform.offset.x), all(transform.offset.y));
        let places = self.x.chunks_exact_mut(LANES).zip(self.y.chunks_exact_mut(LANES));
        let vertices = chain.x.chunks_exact(LANES).zip(chain.y.chunks_exact(LANES));
        for ((to_x, to_y), (x, y)) in places.zip(vertices) {
            let (x, y) = (f64x8::from_slice(simd, x), f64x8::from_slice(simd, y));
            to_x.copy_from_slice(c.mul_add(x, ox - s * y).as_slice());
            to_y.copy_from_slice(s.mul_add(x, c.mul_add(y, oy)).as_slice());
        }
    }

    /// Compares one edge of the body at rest with all edges of the chain. Pairs of edges are visited in the order of the posed pair.
    #[inline(always)]
    pub fn compare<S: Simd>(
        &mut self,
        simd: S,
        chain: &EdgeChain,
        standing: StandingEdge<'_>,
        cost: &mut Cost,
        visit: &mut VisitEdgePair<'_>,
    ) -> ControlFlow<()> {
        let StandingEdge { posed, body: standing, edge } = standing;
        let body = &posed.bodies[standing];
        let [p, q] = body.polygon.edge(edge).map(|p| body.transform.point(p));
        let slack = posed.determinant_slack;
        self.sides(simd, [p, q], slack);
        cost.triangle_tests += chain.len() as u64;
        let (left, right) = (self.left.words(), self.right.words());
        let shifted = |words: &[u64], k: usize| words[k] >> 1 | words.get(k + 1).map_or(0, |next| next << 63);
        let starts = chain.starts.words();
        let candidates = (0..starts.len()).map(|k| {
            let one_side = left[k] & shifted(left, k) | right[k] & shifted(right, k);
            starts[k] & !one_side
        });
        for slot in ones(candidates) {
            let [r, s] = [slot, slot + 1].map(|k| DVec2::new(self.x[k], self.y[k]));
            let [at_p, at_q] = [p, q].map(|x| (s - r).perp_dot(x - r));
            if at_p.min(at_q) > slack || at_p.max(at_q) < -slack {
                continue;
            }
            let other = EdgeId(chain.edges[slot]);
            let crossed = at_p.min(at_q) < -slack && at_p.max(at_q) > slack;
            let across =
                self.left.get(slot) != self.left.get(slot + 1) && self.right.get(slot) != self.right.get(slot + 1);
            let edges = if standing == 0 { [edge, other] } else { [other, edge] };
            let found = if crossed && across {
                SegmentIntersection::Crossing
            } else {
                cost.exact_tests += 1;
                intersect_segments(posed.bodies[0].edge(edges[0]), posed.bodies[1].edge(edges[1]), cost)
            };
            if found != SegmentIntersection::Disjoint {
                visit(edges, found, cost)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Which vertices lie certainly to the left of an edge, and which to the right.
    #[inline(always)]
    fn sides<S: Simd>(&mut self, simd: S, [p, q]: [DVec2; 2], slack: f64) {
        let all = |x: f64| f64x8::splat(simd, x);
        self.left.clear(self.x.len());
        self.right.clear(self.x.len());
        let d = q - p;
        let (dx, dy, k) = (all(d.x), all(d.y), all(d.x * p.y - d.y * p.x));
        let (high, low) = (all(slack), all(-slack));
        for (block, (x, y)) in self.x.chunks_exact(LANES).zip(self.y.chunks_exact(LANES)).enumerate() {
            let (x, y) = (f64x8::from_slice(simd, x), f64x8::from_slice(simd, y));
            let s = dx.mul_sub(y, dy.mul_add(x, k));
            self.left.or_byte(block, s.simd_gt(high).to_bitmask());
            self.right.or_byte(block, s.simd_lt(low).to_bitmask());
        }
    }
}
