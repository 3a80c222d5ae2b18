//! The distance of two polygons.
//!
//! Leaves are compared in approximate coordinates. Where these leave open whether edges meet, that is decided exactly first; then only vertices
//! and edges that the approximation error cannot tell from the closest are measured at their exact places.

use crate::distance::distance_filter::{SquaredDistances, VertexOwner};
use crate::posed_pair::crossing_filter::filter_crossings;
use crate::posed_pair::leaf_pair::LeafPair;
use crate::posed_pair::leaf_pair_table::LeafPairTable;
use crate::posed_pair::pair::PosedPair;
use crate::posed_pair::tree_traversal::traverse_nearest;
use crate::relation::common_point::{CommonPoint, edges_meet, rings_inside};
use crate::segment::Segment;
use crate::segment::closest_point::{closest_point, distance_lower_bound};
use crate::tree::edge_tree::{Leaf, WIDTH};
use crate::tree::oriented_box::OrientedBox;
use crate::{Distance, EdgeId, Method, Polygon, Pose2};
use fearless_simd::Simd;
use impinge::cost::Cost;
use impinge::feature::{Feature, VertexId};
use impinge::math::rounding::Products;
use impinge::math::simd::dispatch;
use impinge::math::{DVec2, simd};
use std::cell::Cell;

/// The distance of A and B, with closest points in A's frame; of several closest features always the same.
#[must_use]
pub fn distance(a: &Polygon, b: &Polygon, a_from_b: &Pose2) -> Distance {
    let posed = PosedPair::new(a, b, a_from_b, Method::Auto);
    // Polygons are not empty, so a bound of infinity is always met.
    let nowhere = Distance { value: f64::INFINITY, points: [DVec2::ZERO; 2], features: [None; 2] };
    distance_in(&posed, f64::INFINITY, &mut Cost::default()).unwrap_or(nowhere)
}

/// Whether the distance of A and B is at most `length`: also if it is that to the last bit. Never for a negative length or one that is
/// not a number.
#[must_use]
pub fn within(a: &Polygon, b: &Polygon, a_from_b: &Pose2, length: f64) -> bool {
    let posed = PosedPair::new(a, b, a_from_b, Method::Auto);
    let cost = &mut Cost::default();
    distance_in(&posed, length, cost).is_some()
}

/// The distance if it is at most `up_to`.
#[inline]
pub(crate) fn distance_in(posed: &PosedPair<'_>, up_to: f64, cost: &mut Cost) -> Option<Distance> {
    if up_to.is_nan() || up_to < 0.0 {
        return None;
    }
    if posed.method == Method::Brute {
        return distance_by_brute_force(posed, up_to, cost);
    }
    dispatch!(simd::level(), simd => distance_by_trees(simd, posed, up_to, cost))
}

/// By comparing every edge with every other.
fn distance_by_brute_force(posed: &PosedPair<'_>, up_to: f64, cost: &mut Cost) -> Option<Distance> {
    if let Some(common) = CommonPoint::find(posed, cost) {
        return Some(common.distance(posed, Products::Split));
    }
    let mut search = ClosestFeatureSearch::new(posed, up_to, Products::Split);
    search.try_all(cost);
    search.answer(up_to)
}

/// By the trees. A common point is searched for only if some edges may meet on the way to the closest features.
#[inline(always)]
fn distance_by_trees<S: Simd>(simd: S, posed: &PosedPair<'_>, up_to: f64, cost: &mut Cost) -> Option<Distance> {
    let products = simd::products(simd);
    let pairs = LeafPairTable::new(simd, posed);
    let mut search = ClosestFeatureSearch::new(posed, up_to, products);
    while search.run(simd, pairs.as_ref(), cost) == Intersections::Possible {
        if let Some(common) = edges_meet(simd, posed, pairs.as_ref(), cost) {
            return Some(common.distance(posed, products));
        }
        search = ClosestFeatureSearch::new(posed, up_to, products);
        search.visit_edge_intersections = Intersections::Excluded;
    }
    if let Some(common) = rings_inside(simd, posed, cost) {
        return Some(common.distance(posed, products));
    }
    search.measure(cost);
    search.answer(up_to)
}

/// What a search knows about edges that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Intersections {
    /// None so far.
    NoneSeen,
    /// Some may.
    Possible,
    /// None do.
    Excluded,
}

/// A vertex of one body and an edge of the other, measured.
#[derive(Clone, Copy, Debug)]
struct VertexEdgeDistance {
    value: f64,
    side: VertexOwner,
    /// An edge of the first and one of the second body; of that whose vertex it is, the one that starts there.
    edges: [EdgeId; 2],
    vertex: DVec2,
    ends: Segment,
    /// The closest point of the edge.
    point: DVec2,
}

impl VertexEdgeDistance {
    /// Measures exactly, unless the length is certainly above a limit.
    #[inline(always)]
    fn within(search: &ClosestFeatureSearch<'_>, limit: f64, side: VertexOwner, edges: [EdgeId; 2]) -> Option<Self> {
        let (v, e) = side.bodies();
        let (bodies, products) = (&search.posed.bodies, search.products);
        let vertex = bodies[v].vertex_by(products, edges[v].index());
        let ends = bodies[e].edge_by(products, edges[e]);
        if limit < f64::INFINITY && distance_lower_bound(vertex, ends) > limit {
            return None;
        }
        let closest = closest_point(products, vertex, ends);
        Some(Self { value: closest.distance, side, edges, vertex, ends, point: closest.point })
    }

    /// Shorter, or as short and earlier.
    fn better_than(&self, other: &Self) -> bool {
        let order = self.value.total_cmp(&other.value).then(self.edges.cmp(&other.edges));
        order.then(self.side.cmp(&other.side)).is_lt()
    }

    #[inline(always)]
    fn answer(&self, posed: &PosedPair<'_>) -> Distance {
        let (v, e) = self.side.bodies();
        let (mut points, mut features) = ([self.vertex; 2], [None; 2]);
        points[e] = self.point;
        features[v] = Some(Feature::Vertex(VertexId(self.edges[v].0)));
        features[e] = Some(posed.bodies[e].polygon.feature_at(self.edges[e], Some(self.ends), self.point));
        Distance {
            value: self.value,
            points: posed.as_asked([posed.point_in_a(points[0]), posed.point_in_a(points[1])]),
            features: posed.as_asked(features),
        }
    }
}

/// Two leaves, their approximate distance, and what in them may be as close.
#[derive(Clone, Copy, Debug)]
struct LeafPairCandidate {
    approximate: f64,
    leaves: [usize; 2],
    near: [u64; 2],
}

/// The state of the search for the closest features.
struct ClosestFeatureSearch<'a> {
    posed: &'a PosedPair<'a>,
    products: Products,
    /// Approximately the shortest so far, not counting what the approximation error may hide; an approximate length.
    best: f64,
    /// What an approximate distance may be off by.
    slack: f64,
    visit_edge_intersections: Intersections,
    /// The first leaves that may hold the closest features, and others.
    candidate: Option<LeafPairCandidate>,
    candidates: Vec<LeafPairCandidate>,
    /// The closest features so far.
    closest: Option<VertexEdgeDistance>,
}

impl<'a> ClosestFeatureSearch<'a> {
    #[inline(always)]
    fn new(posed: &'a PosedPair<'a>, up_to: f64, products: Products) -> Self {
        let (best, slack) = (up_to * posed.unit, 32.0 * posed.slack);
        let visit_edge_intersections = Intersections::NoneSeen;
        Self {
            posed,
            products,
            best,
            slack,
            visit_edge_intersections,
            candidate: None,
            candidates: Vec::new(),
            closest: None,
        }
    }

    /// What was found, if it is at most `up_to`.
    #[inline(always)]
    fn answer(&self, up_to: f64) -> Option<Distance> {
        match &self.closest {
            Some(gap) if gap.value <= up_to => Some(gap.answer(self.posed)),
            _ => None,
        }
    }

    /// Measures exactly.
    #[inline(always)]
    fn take(&mut self, side: VertexOwner, edges: [EdgeId; 2]) {
        let limit = self.closest.map_or(f64::INFINITY, |best| best.value);
        if let Some(gap) = VertexEdgeDistance::within(self, limit, side, edges)
            && self.closest.as_ref().is_none_or(|best| gap.better_than(best))
        {
            self.closest = Some(gap);
        }
    }

    /// Compares every edge with every other.
    fn try_all(&mut self, cost: &mut Cost) {
        let [first, second] = self.posed.bodies.map(|body| body.polygon);
        for i in first.edge_ids() {
            for j in second.edge_ids() {
                cost.triangle_tests += 1;
                [VertexOwner::First, VertexOwner::Second].into_iter().for_each(|side| self.take(side, [i, j]));
            }
        }
    }

    /// Looks for leaves that may hold the closest features, until edges may meet.
    #[inline(always)]
    fn run<S: Simd>(&mut self, simd: S, pairs: Option<&LeafPairTable<'_, S>>, cost: &mut Cost) -> Intersections {
        let limit = self.best + self.slack;
        match pairs {
            Some(pairs) => {
                cost.box_tests += pairs.box_tests;
                pairs.visit_nearest(
                    simd,
                    limit,
                    #[inline(always)]
                    |leaves, bounds| self.compare(simd, leaves, bounds, cost),
                );
            }
            None => {
                let mut box_tests = 0;
                traverse_nearest(
                    simd,
                    self.posed,
                    limit,
                    &mut box_tests,
                    #[inline(always)]
                    |leaves, bounds| self.compare(simd, leaves, bounds, cost),
                );
                cost.box_tests += box_tests;
            }
        }
        self.visit_edge_intersections
    }

    /// Compares two leaves in approximate coordinates, given the box of the first, and keeps what may be closest; gives how far to look.
    #[inline(always)]
    fn compare<S: Simd>(&mut self, simd: S, leaves: [usize; 2], bounds: &OrientedBox, cost: &mut Cost) -> f64 {
        let slack = self.posed.determinant_slack;
        let leaf_pair = LeafPair::new(simd, self.posed, leaves, bounds);
        let at_box = leaf_pair.within(simd, 0.0);
        if self.visit_edge_intersections == Intersections::NoneSeen
            && filter_crossings(simd, [&leaf_pair.first, &leaf_pair.second], at_box, slack).possible != 0
        {
            self.visit_edge_intersections = Intersections::Possible;
            return -1.0;
        }
        let mut squares = SquaredDistances::new(simd, &leaf_pair);
        let mut limit = (self.best + self.slack) * (self.best + self.slack);
        if limit == f64::INFINITY {
            // Those at the box tell how far to look.
            limit = self.limit(squares.add(simd, at_box));
        }
        let least = squares.add(simd, leaf_pair.within(simd, limit));
        cost.triangle_tests += u64::from(squares.count() * leaf_pair.first.used.count_ones());
        let approximate = least.sqrt();
        if approximate <= self.best + self.slack {
            self.best = self.best.min(approximate + self.slack);
            let near = squares.within(simd, self.limit(least), slack);
            self.keep(LeafPairCandidate { approximate, leaves, near });
        }
        self.best + self.slack
    }

    /// Keeps a candidate: most searches have one.
    #[inline(always)]
    fn keep(&mut self, candidate: LeafPairCandidate) {
        if self.candidate.is_none_or(|first| first.approximate > self.best + self.slack) {
            self.candidate = Some(candidate);
            return;
        }
        if self.candidates.capacity() == 0 {
            self.candidates = CANDIDATES.take();
            self.candidates.clear();
        }
        self.candidates.push(candidate);
    }

    /// The square of the root and two slacks, and a little more: a root is no more than half of 1 and its square.
    #[inline(always)]
    fn limit(&self, squared: f64) -> f64 {
        let slack = 2.0 * self.slack;
        squared + slack * (1.0 + squared + slack)
    }

    /// Measures what may be closest.
    #[inline(always)]
    fn measure(&mut self, cost: &mut Cost) {
        let candidates = std::mem::take(&mut self.candidates);
        for candidate in self.candidate.take().iter().chain(&candidates) {
            if candidate.approximate <= self.best + self.slack {
                self.take_all(candidate.leaves, candidate.near, cost);
            }
        }
        self.candidates = candidates;
    }

    /// Measures vertices and edges of two leaves.
    #[inline(always)]
    fn take_all(&mut self, leaves: [usize; 2], [mut of_first, mut of_second]: [u64; 2], cost: &mut Cost) {
        let [p, q] = self.leaves(leaves);
        let starts = [p.start.0, q.start.0];
        while of_first | of_second != 0 {
            let (side, near) =
                if of_first != 0 { (VertexOwner::First, &mut of_first) } else { (VertexOwner::Second, &mut of_second) };
            let lane = near.trailing_zeros();
            *near &= *near - 1;
            cost.exact_tests += 1;
            self.take(side, [EdgeId(starts[0] + lane % WIDTH as u32), EdgeId(starts[1] + lane / WIDTH as u32)]);
        }
    }

    #[inline(always)]
    fn leaves(&self, leaves: [usize; 2]) -> [&'a Leaf; 2] {
        let [first, second] = &self.posed.bodies;
        [&first.tree.leaves[leaves[0]], &second.tree.leaves[leaves[1]]]
    }
}

impl Drop for ClosestFeatureSearch<'_> {
    fn drop(&mut self) {
        if self.candidates.capacity() > 0 {
            CANDIDATES.set(std::mem::take(&mut self.candidates));
        }
    }
}

thread_local! {
    /// Candidates of the last search, kept so that queries need not allocate.
    static CANDIDATES: Cell<Vec<LeafPairCandidate>> = const { Cell::new(Vec::new()) };
}
