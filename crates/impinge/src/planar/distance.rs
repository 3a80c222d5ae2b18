//! How far apart two polygons are.
//!
//! Whether they are apart at all is decided exactly first. Then leaves are compared at their rough places, and only vertices and edges
//! that roughness cannot tell from the closest are measured at their exact ones.

use super::common_point::{CommonPoint, find};
use super::gap::{Side, closest, least};
use super::lanes::Edges;
use super::meet::Segment;
use super::setting::Setting;
use super::walk::walk_nearest;
use super::{Distance, EdgeId, Method, Polygon, Pose2};
use crate::cost::Cost;
use crate::feature::{Feature, VertexId};
use crate::math::integer::Grid;
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
    fn of(setting: &Setting<'_>, side: Side, edges: [EdgeId; 2]) -> Self {
        let (v, e) = side.bodies();
        let vertex = setting.bodies[v].vertex(edges[v].index());
        let ends = setting.bodies[e].edge(edges[e]);
        let (value, point) = to_edge(vertex, ends, setting.unit);
        Self { value, side, edges, vertex, ends, point }
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

/// How far a point is from an edge that it does not lie on, never zero, and the closest point of the edge. Lengths are measured in a unit
/// (a power of two) in which squares neither overflow nor vanish.
fn to_edge(p: DVec2, [q0, q1]: Segment, unit: f64) -> (f64, DVec2) {
    /// Cancellation (2^-30) above which determinants are taken in integers.
    const CANCELLED: f64 = 1.0 / (1_u64 << 30) as f64;
    let (r, d) = ((p - q0) * unit, (q1 - q0) * unit);
    let (along, squared) = (r.dot(d), d.length_squared());
    let (value, point) = if along <= 0.0 || squared == 0.0 {
        (r.length(), q0)
    } else if along >= squared {
        (((p - q1) * unit).length(), q1)
    } else {
        let (left, right) = (r.x * d.y, r.y * d.x);
        let plain = (left - right).abs();
        let twice_area =
            if plain > CANCELLED * (left.abs() + right.abs()) { plain } else { exact_area(p, [q0, q1], unit) };
        (twice_area / squared.sqrt(), q0 + (q1 - q0) * (along / squared))
    };
    ((value / unit).max(f64::MIN_POSITIVE), point)
}

/// The determinant of two differences, rounded once.
fn exact_area(p: DVec2, [q0, q1]: Segment, unit: f64) -> f64 {
    let grid = Grid::holding([p, q0, q1].iter().flat_map(|p| (*p * unit).to_array()));
    let from = |x: DVec2| [0, 1].map(|k| grid.integer(x[k] * unit) - grid.integer(q0[k] * unit));
    let (r, d) = (from(p), from(q1));
    let one = grid.integer(0.0) + 1;
    // In squares of the grid: once by the grid here, once more by a step of it.
    let step = grid.double(&one, &one);
    (grid.double(&(&r[0] * &d[1] - &r[1] * &d[0]), &one) * step).abs()
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
        let gap = Gap::of(self.setting, side, edges);
        if self.closest.as_ref().is_none_or(|best| gap.better_than(best)) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_point_beside_an_edge_is_never_on_it() {
        let p = |x, y| DVec2::new(x, y);
        let edge = [p(0.0, 0.0), p(3.0, 1.0)];
        let (value, point) = to_edge(p(1.0, 1.0 / 3.0), edge, 0.25);
        // 1/3 is rounded down by a third of 2^-54.
        let expected = (1.0 / 3.0) * 2f64.powi(-54) * 3.0 / 10f64.sqrt();
        assert!((value / expected - 1.0).abs() < 1e-10, "{value:e} {expected:e}");
        assert!((point - p(1.0, 1.0 / 3.0)).length() < 1e-15);
        assert_eq!(to_edge(p(3.0, 5.0), edge, 0.125), (4.0, p(3.0, 1.0)));
        assert_eq!(to_edge(p(0.0, 2.0), [p(0.0, 0.0); 2], 1.0), (2.0, p(0.0, 0.0)));
    }
}
