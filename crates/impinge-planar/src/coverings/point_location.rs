//! Is a point in a polygon, by the signs of its barycentric coordinates over a covering (Jiménez, Segura and Feito 2004, algorithm 1).
//!
//! Off all edges, a point is inside if an odd number of triangles hold it. On a spoke two triangles would claim it or none: the point is
//! therefore moved by (ε, ε²), for an ε smaller than every positive number that occurs, which changes nothing for a point off
//! all edges and leaves it on no line. Linear time: three signs a triangle, eight triangles at once, exactly where floating
//! point cannot tell.

use super::covering::Covering;
use super::edge_blocks::{EdgeBlock, LANES, sides_of_lines};
use crate::segment::is_between;
use fearless_simd::f64x8;
use fearless_simd::prelude::*;
use impinge::cost::Cost;
use impinge::math::predicates::side_of_line;
use impinge::math::simd::dispatch;
use impinge::math::{DVec2, in_plane_range, simd};
use impinge::pair::Location;

impl Covering {
    /// Where a point of the polygon's frame lies: what [`crate::locate`] says. `None` for a point outside the range of exact coordinates.
    #[must_use]
    pub fn locate(&self, point: DVec2) -> Option<Location> {
        if !point.to_array().into_iter().all(|x| x.is_finite() && in_plane_range(x)) {
            return None;
        }
        Some(self.locate_in_range(point, &mut Cost::default()))
    }

    /// Where a point lies whose coordinates are in range.
    pub(crate) fn locate_in_range(&self, p: DVec2, cost: &mut Cost) -> Location {
        dispatch!(simd::level(), simd => locate(simd, self, p, cost))
    }
}

#[inline(always)]
fn locate<S: Simd>(simd: S, covering: &Covering, p: DVec2, cost: &mut Cost) -> Location {
    let centre = [f64x8::splat(simd, covering.centre().x), f64x8::splat(simd, covering.centre().y)];
    let mut holding = 0;
    for (k, block) in covering.blocks.iter().enumerate() {
        let (from, to) = block.ends(simd);
        let (left, right) = sides_of_lines(simd, from, to, p);
        let s = block.by_turn(left, right);
        // The other two coordinates count only where the first is not negative; and the first may be zero on the edge alone.
        let doubtful_s = block.used & !(left | right);
        let wanted = s[0] | doubtful_s;
        if wanted == 0 {
            continue;
        }
        let (left, right) = sides_of_lines(simd, to, centre, p);
        let t = block.by_turn(left, right);
        let (left, right) = sides_of_lines(simd, centre, from, p);
        let u = block.by_turn(left, right);
        let inside = s[0] & t[0] & u[0];
        holding += inside.count_ones();
        let mut doubtful = (wanted & !inside & !(t[1] | u[1]) & (block.positive | block.negative)) | doubtful_s;
        while doubtful != 0 {
            let lane = doubtful.trailing_zeros() as usize;
            doubtful &= doubtful - 1;
            match look_exactly(covering, k * LANES + lane, p, cost) {
                TriangleHold::OnEdge => return Location::Surface,
                TriangleHold::Yes => holding += 1,
                TriangleHold::No => {}
            }
        }
    }
    if holding % 2 == 1 { Location::Inside } else { Location::Outside }
}

impl EdgeBlock {
    /// Lanes whose barycentric coordinate is certainly positive, and those where it is negative, from the side of a line.
    #[inline(always)]
    fn by_turn(&self, left: u64, right: u64) -> [u64; 2] {
        [(left & self.positive) | (right & self.negative), (right & self.positive) | (left & self.negative)]
    }
}

/// Whether a triangle holds the moved point.
enum TriangleHold {
    Yes,
    No,
    /// The point lies on the edge of the polygon.
    OnEdge,
}

/// Looks at one triangle exactly.
fn look_exactly(covering: &Covering, edge: usize, p: DVec2, cost: &mut Cost) -> TriangleHold {
    let ([t, u], s) = (covering.edge(edge), covering.centre());
    let side = side_of_line(t, u, p, cost);
    if side == 0 && is_between([t, u], p) {
        return TriangleHold::OnEdge;
    }
    let block = &covering.blocks[edge / LANES];
    let turn = (block.positive >> (edge % LANES) & 1) as i32 - (block.negative >> (edge % LANES) & 1) as i32;
    let mut moved = |a: DVec2, b: DVec2| moved_side(a, b, side_of_line(a, b, p, cost));
    let holds = turn != 0 && moved_side(t, u, side) == turn && moved(u, s) == turn && moved(s, t) == turn;
    if holds { TriangleHold::Yes } else { TriangleHold::No }
}

/// The side of the line from `a` to `b` on which a point lies after it was moved by (ε, ε²): its own side, or, on the line, that of
/// `det[b - a, (ε, ε²)] = ε² (b - a).x - ε (b - a).y`. Zero only where `a` and `b` are equal.
fn moved_side(a: DVec2, b: DVec2, side: i32) -> i32 {
    let compare = |x: f64, y: f64| i32::from(x > y) - i32::from(x < y);
    match (side, compare(a.y, b.y)) {
        (0, 0) => compare(b.x, a.x),
        (0, by_y) => by_y,
        _ => side,
    }
}
