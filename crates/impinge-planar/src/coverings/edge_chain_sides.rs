//! The edges of a moving polygon against one edge: those whose ends lie on different sides of its line (Jiménez, Segura and Feito 2004,
//! section 5.4: a change of sign of the first barycentric coordinate).
//!
//! All vertices of the chain lie side by side at their rough places, so that two bits that follow each other are the ends of an
//! edge: 64 edges are compared by a shift. What rough places do not tell is asked of `meet`.

use super::edge_blocks::LANES;
use super::edge_chain::Slots;
use crate::EdgeId;
use crate::posed_pair::approximate_transform::Carrier;
use crate::posed_pair::pair::Setting;
use crate::relation::edge_intersections::Visit;
use crate::segment::intersection::{Meet, meet};
use fearless_simd::f64x8;
use fearless_simd::prelude::*;
use impinge::cost::Cost;
use impinge::math::DVec2;
use impinge::math::bit_mask::{BitMask, ones};
use std::ops::ControlFlow;

/// Working memory, kept from query to query.
#[derive(Clone, Debug, Default)]
pub(crate) struct Bench {
    x: Vec<f64>,
    y: Vec<f64>,
    left: BitMask,
    right: BitMask,
}

impl Bench {
    /// Carries the vertices to their rough places.
    #[inline(always)]
    pub fn place<S: Simd>(&mut self, simd: S, slots: &Slots, carrier: &Carrier) {
        self.x.resize(slots.len(), 0.0);
        self.y.resize(slots.len(), 0.0);
        let all = |x: f64| f64x8::splat(simd, x);
        let (c, s) = (all(carrier.cosine), all(carrier.sine));
        let (ox, oy) = (all(carrier.offset.x), all(carrier.offset.y));
        let places = self.x.chunks_exact_mut(LANES).zip(self.y.chunks_exact_mut(LANES));
        let vertices = slots.x.chunks_exact(LANES).zip(slots.y.chunks_exact(LANES));
        for ((to_x, to_y), (x, y)) in places.zip(vertices) {
            let (x, y) = (f64x8::from_slice(simd, x), f64x8::from_slice(simd, y));
            to_x.copy_from_slice(c.mul_add(x, ox - s * y).as_slice());
            to_y.copy_from_slice(s.mul_add(x, c.mul_add(y, oy)).as_slice());
        }
    }

    /// Compares one edge, by its number in the body that stands, with all edges of the one that was placed; `standing` is the number of
    /// that body in the setting. Pairs are given in the order of the setting.
    #[inline(always)]
    pub fn compare<S: Simd>(
        &mut self,
        simd: S,
        (setting, standing): (&Setting<'_>, usize),
        (slots, edge): (&Slots, EdgeId),
        cost: &mut Cost,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        let body = &setting.bodies[standing];
        let [p, q] = body.polygon.edge(edge).map(|p| body.carrier.point(p));
        let slack = setting.determinant_slack;
        self.sides(simd, [p, q], slack);
        cost.triangle_tests += slots.len() as u64;
        let (left, right) = (self.left.words(), self.right.words());
        let shifted = |words: &[u64], k: usize| words[k] >> 1 | words.get(k + 1).map_or(0, |next| next << 63);
        let starts = slots.starts.words();
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
            let other = EdgeId(slots.edges[slot]);
            let crossed = at_p.min(at_q) < -slack && at_p.max(at_q) > slack;
            let across =
                self.left.get(slot) != self.left.get(slot + 1) && self.right.get(slot) != self.right.get(slot + 1);
            let edges = if standing == 0 { [edge, other] } else { [other, edge] };
            let found = if crossed && across {
                Meet::Cross
            } else {
                cost.exact_tests += 1;
                meet(setting.bodies[0].edge(edges[0]), setting.bodies[1].edge(edges[1]), cost)
            };
            if found != Meet::Apart {
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
