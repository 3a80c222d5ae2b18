//! Ray casting: how many edges of a polygon contain a point, and the parity of those that a ray from it crosses.
//!
//! A ray along +x crosses an edge if one end lies above its line and the other does not, and the edge passes it on the right: every
//! end counts once, whatever the ray meets. Eight edges at a time in approximate coordinates; exactly where these do not tell.

use crate::posed_pair::pair::{PosedPair, PosedPolygon};
use crate::posed_pair::tree_traversal::{AxisRay, traverse_ray};
use crate::posed_pair::vector_lanes::EdgeLanes;
use crate::segment::exact_point::ExactPoint;
use crate::tree::edge_tree::WIDTH;
use crate::{EdgeId, Method};
use fearless_simd::f64x8;
use fearless_simd::prelude::*;
use impinge::cost::Cost;
use impinge::math::simd::dispatch;
use impinge::math::{DVec2, simd};

/// A polygon at a point: on an edge or not, and inside on which side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LocalParity {
    /// Whether the point lies on some edge.
    pub on_edge: bool,
    /// Whether an odd number of edges with a length contain the point.
    pub odd_cover: bool,
    /// Whether the plane next to the point, where the ray starts, is inside. Off all edges: whether the point is.
    pub ray_side: bool,
}

impl LocalParity {
    /// Whether both sides next to the point are inside, the edges through it being parallel.
    pub fn sides(self) -> [bool; 2] {
        [self.ray_side, self.ray_side != self.odd_cover]
    }
}

/// A ray by its exact start and its direction: +x for 0, +y for 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ray<'a> {
    pub start: &'a ExactPoint,
    pub axis: usize,
}

/// A ray in approximate coordinates, with the error bounds of these.
#[derive(Clone, Copy)]
struct ApproximateRay {
    start: DVec2,
    /// The direction: +x for 0, +y for 1.
    axis: usize,
    /// Error bound of a coordinate.
    slack: f64,
    /// Error bound of a determinant of two differences.
    determinant_slack: f64,
}

impl ApproximateRay {
    #[inline(always)]
    fn new(posed: &PosedPair<'_>, start: DVec2, axis: usize) -> Self {
        Self { start, axis, slack: posed.slack, determinant_slack: posed.determinant_slack }
    }
}

/// The parity of a body of the pair at the start of a ray.
pub(crate) fn cast_ray(posed: &PosedPair<'_>, body: &PosedPolygon<'_>, ray: Ray<'_>, cost: &mut Cost) -> LocalParity {
    cost.ray_casts += 1;
    let mut found = LocalParity::default();
    if posed.method == Method::Brute {
        body.polygon.edge_ids().for_each(|edge| test_edge_exactly(body, edge, ray, &mut found, cost));
        return found;
    }
    let approximate = ApproximateRay::new(posed, posed.approximate(ray.start.nearest()), ray.axis);
    let exactly = &mut |edge, found: &mut LocalParity| test_edge_exactly(body, edge, ray, found, cost);
    dispatch!(simd::level(), simd => test_leaves(simd, body, &approximate, &mut found, exactly));
    found
}

/// Whether a point in approximate coordinates lies inside, without exact arithmetic; `None` if it takes some, or the point may lie on
/// an edge.
#[inline(always)]
pub(crate) fn inside_by_filter<S: Simd>(
    simd: S,
    posed: &PosedPair<'_>,
    body: &PosedPolygon<'_>,
    start: DVec2,
) -> Option<bool> {
    let (mut found, mut doubt) = (LocalParity::default(), false);
    test_leaves(simd, body, &ApproximateRay::new(posed, start, 0), &mut found, &mut |_, _| doubt = true);
    (!doubt).then_some(found.ray_side)
}

/// Tests one edge exactly.
type TestExactly<'a> = dyn FnMut(EdgeId, &mut LocalParity) + 'a;

/// Tests the leaves along a ray.
#[inline(always)]
fn test_leaves<S: Simd>(
    simd: S,
    body: &PosedPolygon<'_>,
    ray: &ApproximateRay,
    found: &mut LocalParity,
    exactly: &mut TestExactly<'_>,
) {
    let tree = body.tree;
    traverse_ray(
        simd,
        body,
        AxisRay { start: ray.start, axis: ray.axis, pad: 16.0 * ray.slack },
        #[inline(always)]
        |leaf| {
            let leaf = &tree.leaves[leaf];
            let tested = test_leaf(simd, &EdgeLanes::load(simd, leaf, &body.transform), ray);
            found.ray_side ^= tested.crossed.count_ones() & 1 == 1;
            let mut doubtful = tested.doubtful;
            while doubtful != 0 {
                let lane = doubtful.trailing_zeros();
                debug_assert!((lane as usize) < WIDTH);
                doubtful &= doubtful - 1;
                exactly(EdgeId(leaf.start.0 + lane), found);
            }
        },
    );
}

/// What the filter tells about the edges of a leaf, as bits.
#[derive(Default)]
struct LeafTest {
    /// Those that the ray certainly crosses.
    crossed: u32,
    /// Those that are left to exact arithmetic.
    doubtful: u32,
}

/// Tests the edges of one leaf by the filter.
#[inline(always)]
fn test_leaf<S: Simd>(simd: S, edges: &EdgeLanes<S>, ray: &ApproximateRay) -> LeafTest {
    let all = |x: f64| f64x8::splat(simd, x);
    // Along the ray and across it, from its start. Twice the slack: that of the start, and that of the ends.
    let (a, c, start) = (ray.axis, 1 - ray.axis, ray.start);
    let (x0, x1) = (edges.from[a] - all(start[a]), edges.to[a] - all(start[a]));
    let (y0, y1) = (edges.from[c] - all(start[c]), edges.to[c] - all(start[c]));
    let room = all(2.0 * ray.slack);
    let (low, high) = (y0.min(y1), y0.max(y1));
    let off = low.simd_gt(room) | high.simd_lt(-room) | x0.max(x1).simd_lt(-room);
    let left = edges.used & !(off.to_bitmask() as u32);
    if left == 0 {
        return LeafTest::default();
    }
    // det[end - other end, start - other end], seen along the direction in which the edge goes up.
    let det = x0.mul_sub(y1, x1 * y0);
    let upward = (y1 - y0).simd_gt(all(0.0));
    let right = upward.select(det, -det);
    let certain =
        (low.simd_lt(-room) & high.simd_gt(room) & det.abs().simd_gt(all(ray.determinant_slack))).to_bitmask() as u32;
    let crossed = right.simd_gt(all(0.0)).to_bitmask() as u32 & certain & left;
    LeafTest { crossed, doubtful: left & !certain }
}

/// Tests one edge exactly.
fn test_edge_exactly(body: &PosedPolygon<'_>, edge: EdgeId, ray: Ray<'_>, found: &mut LocalParity, cost: &mut Cost) {
    let [p, q] = body.edge(edge);
    let across = 1 - ray.axis;
    let [above_p, above_q] = [p, q].map(|x| ray.start.compare(across, x[across]).is_lt());
    let (low, high) = (p.min(q), p.max(q));
    let reaches =
        (0..2).all(|k| ray.start.compare(k, high[k]).is_le()) && ray.start.compare(across, low[across]).is_ge();
    if !reaches {
        return; // the edge lies behind the start, or on one side of the ray
    }
    cost.exact_tests += 1;
    let side = ray.start.side([p, q], cost);
    if side == 0 && ray.start.compare(ray.axis, low[ray.axis]).is_ge() {
        found.on_edge = true;
        found.odd_cover ^= p != q; // an edge without a length has no sides
        return;
    }
    // Left of an edge that goes up is where it passes on the right; along +y the plane is seen mirrored.
    let left = if ray.axis == 0 { side } else { -side };
    if above_p != above_q && (left > 0) == above_q && left != 0 {
        found.ray_side = !found.ray_side;
    }
}
