//! How far apart two polygons are.
//!
//! Whether they are apart at all is decided exactly first. Then leaves are compared at their rough places, and only vertices and edges
//! that roughness cannot tell from the closest are measured at their exact ones.

use super::common_point::{CommonPoint, find};
use super::foot::{at_least, foot};
use super::gap::{Side, closest, least};
use super::lanes::Edges;
use super::meet::Segment;
use super::setting::Setting;
use super::walk::walk_nearest;
use super::{Distance, EdgeId, Method, Polygon, Pose2};
use crate::cost::Cost;
use crate::feature::{Feature, VertexId};
use crate::math::{DVec2, simd};
use fearless_simd::{Simd, dispatch};
use std::cell::Cell;

/// The distance of A and B, with closest points in A's frame; of several closest features always the same.
#[must_use]
pub fn distance(a: &Polygon, b: &Polygon, a_from_b: &Pose2) -> Distance {
    let setting = Setting::new(a, b, a_from_b, Method::Auto);
    // Polygons are not empty, so a bound of infinity is always met.
    let nowhere = Distance { value: f64::INFINITY, points: [DVec2::ZERO; 2], features: [None; 2] };
    distance_in(&setting, f64::INFINITY, &mut Cost::default()).unwrap_or(nowhere)
}

/// Whether the distance of A and B is at most `length`: also if it is that to the last bit. Never for a negative length or one that is
/// not a number.
#[must_use]
pub fn within(a: &Polygon, b: &Polygon, a_from_b: &Pose2, length: f64) -> bool {
    let setting = Setting::new(a, b, a_from_b, Method::Auto);
    let cost = &mut Cost::default();
    distance_in(&setting, length, cost).is_some()
}

/// The distance if it is at most `up_to`.
pub(super) fn distance_in(setting: &Setting<'_>, up_to: f64, cost: &mut Cost) -> Option<Distance> {
    if up_to.is_nan() || up_to < 0.0 {
        return None;
    }
    match nearest(setting, up_to, cost)? {
        Nearest::Common(common) => Some(common.distance(setting)),
        Nearest::Gap(gap) => Some(gap.answer(setting)),
    }
}

/// A vertex of one body and an edge of the other, measured.
#[derive(Clone, Copy, Debug)]
struct Gap {
    value: f64,
    side: Side,
    /// An edge of the first and one of the second body; of that whose vertex it is, the one that starts there.
    edges: [EdgeId; 2],
    vertex: DVec2,
    ends: Segment,
    /// The closest point of the edge.
    point: DVec2,
}

impl Gap {
    /// Measures exactly, unless the length is certainly above a limit.
    fn within(setting: &Setting<'_>, limit: f64, side: Side, edges: [EdgeId; 2]) -> Option<Self> {
        let (v, e) = side.bodies();
        let vertex = setting.bodies[v].vertex(edges[v].index());
        let ends = setting.bodies[e].edge(edges[e]);
        if limit < f64::INFINITY && at_least(vertex, ends) > limit {
            return None;
        }
        let foot = foot(vertex, ends);
        Some(Self { value: foot.value, side, edges, vertex, ends, point: foot.point })
    }

    /// Shorter, or as short and earlier.
    fn better_than(&self, other: &Self) -> bool {
        let order = self.value.total_cmp(&other.value).then(self.edges.cmp(&other.edges));
        order.then(self.side.cmp(&other.side)).is_lt()
    }

    fn answer(&self, setting: &Setting<'_>) -> Distance {
        let (v, e) = self.side.bodies();
        let (mut points, mut features) = ([self.vertex; 2], [None; 2]);
        points[e] = self.point;
        features[v] = Some(Feature::Vertex(VertexId(self.edges[v].0)));
        features[e] = Some(feature_of_edge(setting.bodies[e].polygon, self.edges[e], Some(self.ends), self.point));
        Distance {
            value: self.value,
            points: setting.as_asked(points).map(|p| setting.point_in_a(p)),
            features: setting.as_asked(features),
        }
    }
}

/// The end of an edge that a point of it is, or the edge.
pub(super) fn feature_of_edge(polygon: &Polygon, edge: EdgeId, ends: Option<Segment>, point: DVec2) -> Feature {
    let (from, to) = (edge.index(), polygon.next(edge.index()));
    match ends {
        Some([p, _]) if p == point => Feature::Vertex(VertexId(from as u32)),
        Some([_, q]) if q == point => Feature::Vertex(VertexId(to as u32)),
        _ => Feature::Edge(VertexId(from.min(to) as u32), VertexId(from.max(to) as u32)),
    }
}

/// What is between two bodies.
enum Nearest {
    /// Nothing: they share a point.
    Common(CommonPoint),
    /// A gap.
    Gap(Gap),
}

/// Where the search stands.
struct Search<'a> {
    setting: &'a Setting<'a>,
    /// Roughly the shortest so far, not counting what roughness may hide; a rough length.
    best: f64,
    /// What a rough distance may be off by.
    slack: f64,
    /// Leaves that may hold the closest features, with their rough distance.
    candidates: Vec<(f64, [usize; 2])>,
    /// The closest features so far.
    closest: Option<Gap>,
}

/// A common point, or the closest features if they are at most `up_to` apart.
fn nearest(setting: &Setting<'_>, up_to: f64, cost: &mut Cost) -> Option<Nearest> {
    let candidates = Vec::new();
    let best = up_to * setting.unit;
    let mut search = Search { setting, best, slack: 32.0 * setting.slack, candidates, closest: None };
    let common = if setting.method == Method::Brute {
        let common = CommonPoint::find(setting, cost);
        if common.is_none() {
            search.try_all(cost);
        }
        common
    } else {
        dispatch!(simd::level(), simd => search.run(simd, cost))
    };
    match common {
        Some(common) => Some(Nearest::Common(common)),
        None => search.closest.filter(|gap| gap.value <= up_to).map(Nearest::Gap),
    }
}

impl Search<'_> {
    /// Measures exactly.
    fn take(&mut self, side: Side, edges: [EdgeId; 2]) {
        let limit = self.closest.map_or(f64::INFINITY, |best| best.value);
        if let Some(gap) = Gap::within(self.setting, limit, side, edges)
            && self.closest.as_ref().is_none_or(|best| gap.better_than(best))
        {
            self.closest = Some(gap);
        }
    }

    /// Compares every edge with every other.
    fn try_all(&mut self, cost: &mut Cost) {
        let [first, second] = self.setting.bodies.map(|body| body.polygon);
        for i in first.edge_ids() {
            for j in second.edge_ids() {
                cost.triangle_tests += 1;
                [Side::FirstVertex, Side::SecondVertex].into_iter().for_each(|side| self.take(side, [i, j]));
            }
        }
    }

    /// Looks for a common point, then for the closest features.
    #[inline(always)]
    fn run<S: Simd>(&mut self, simd: S, cost: &mut Cost) -> Option<CommonPoint> {
        let common = find(simd, self.setting, cost);
        if common.is_some() {
            return common;
        }
        let counts = self.setting.bodies.map(|body| body.polygon.tree().leaves.len());
        if counts == [1, 1] {
            self.look_at(simd, [0, 0], cost);
            return None;
        }
        self.candidates = CANDIDATES.take();
        self.candidates.clear();
        let mut box_tests = 0;
        walk_nearest(
            simd,
            self.setting,
            self.best + self.slack,
            &mut box_tests,
            #[inline(always)]
            |leaves| self.compare(simd, leaves, cost),
        );
        cost.box_tests += box_tests;
        let candidates = std::mem::take(&mut self.candidates);
        for (rough, leaves) in &candidates {
            if *rough <= self.best + self.slack {
                self.look_at(simd, *leaves, cost);
            }
        }
        CANDIDATES.set(candidates);
        None
    }

    /// The rough distance of two leaves.
    #[inline(always)]
    fn rough<S: Simd>(&self, simd: S, leaves: [usize; 2], cost: &mut Cost) -> f64 {
        let [p, q] = self.leaves(leaves);
        cost.triangle_tests += u64::from(p.count * q.count);
        let (e, f) = self.edges(simd, leaves);
        least(simd, &e, &f, q.count as usize, self.setting.determinant_slack).0.sqrt()
    }

    /// Measures what may be the closest of two leaves.
    #[inline(always)]
    fn look_at<S: Simd>(&mut self, simd: S, leaves: [usize; 2], cost: &mut Cost) {
        let starts = self.leaves(leaves).map(|leaf| leaf.start.0);
        let count = self.leaves(leaves)[1].count as usize;
        let (e, f) = self.edges(simd, leaves);
        let (rough, found) = least(simd, &e, &f, count, self.setting.determinant_slack);
        self.best = self.best.min(rough.sqrt() + self.slack);
        let limit = self.best + self.slack;
        closest(simd, &found, e.used, limit * limit, &mut |side, i, j| {
            cost.exact_tests += 1;
            self.take(side, [EdgeId(starts[0] + i as u32), EdgeId(starts[1] + j as u32)]);
        });
    }

    #[inline(always)]
    fn leaves(&self, leaves: [usize; 2]) -> [&super::tree::Leaf; 2] {
        let [first, second] = &self.setting.bodies;
        [&first.polygon.tree().leaves[leaves[0]], &second.polygon.tree().leaves[leaves[1]]]
    }

    #[inline(always)]
    fn edges<S: Simd>(&self, simd: S, leaves: [usize; 2]) -> (Edges<S>, Edges<S>) {
        let [p, q] = self.leaves(leaves);
        let [first, second] = &self.setting.bodies;
        (Edges::of(simd, p, &first.carrier), Edges::of(simd, q, &second.carrier))
    }

    /// Compares the edges of two leaves; what is of interest from now on.
    #[inline(always)]
    fn compare<S: Simd>(&mut self, simd: S, leaves: [usize; 2], cost: &mut Cost) -> f64 {
        let rough = self.rough(simd, leaves, cost);
        if rough <= self.best + self.slack {
            self.best = self.best.min(rough + self.slack);
            self.candidates.push((rough, leaves));
        }
        self.best + self.slack
    }
}

thread_local! {
    /// Candidates of the last search, kept so that queries need not allocate.
    static CANDIDATES: Cell<Vec<(f64, [usize; 2])>> = const { Cell::new(Vec::new()) };
}
