//! Two edges while one is turned about a centre: a vertex on a circle against an edge, and what lies between such events.
//!
//! Times are angles of progress, from 0 up. With the centre as the origin, a vertex v passes the line through a along w where its
//! angle is that of the normal n = (w.y, -w.x), plus or minus γ = atan2(√D, κ), with κ = a × w and D = |w|² |v|² - κ²; the point there is
//! a + λ w, with |w|² λ = -(a · w) ± √D. A vertex of the resting body turns the other way as the moving one sees it.

use super::edge_contact::{EdgeContact, EventTime, VertexEvent};
use super::initial_configuration::StartPosition;
use super::swept_extent::SweptExtent;
use crate::EdgeId;
use crate::segment::intersection::{SegmentIntersection, intersect_segments};
use crate::tree::oriented_box::OrientedBox;
use impinge::cost::Cost;
use impinge::math::interval::{Enclosure, Point, angle, cross, dot, minus, turned};
use impinge::math::{DVec2, power_of_two_above};
use std::f64::consts::{PI, TAU};

/// A rotation of B.
#[derive(Debug)]
pub(super) struct Rotation<'a> {
    pub start: &'a StartPosition<'a>,
    pub centre: DVec2,
    /// 1 for counter-clockwise, -1 for clockwise.
    pub sense: f64,
    /// The progress in all, at most a full turn.
    pub limit: Enclosure,
    /// A power of two that makes all lengths small.
    pub unit: f64,
}

/// Two edges as the centre sees them, at the start.
struct EdgePair {
    edges: [EdgeId; 2],
    /// The edge of A.
    e: [Point; 2],
    /// The edge of B.
    f: [Point; 2],
    /// Whether they share a point at the start.
    starts: bool,
}

/// A vertex on an edge at some progress.
#[derive(Clone, Copy, Debug)]
struct VertexPassage {
    progress: Enclosure,
    event: Option<VertexEvent>,
    /// Whether it certainly happens.
    certain: bool,
}

/// What sectors are widened by (radians, and relative to distances): far more than some roundings.
const SECTOR_ERROR: f64 = 1e-12;

/// What a vertex does with an edge.
enum VertexPassages {
    /// It passes it, up to twice.
    Some([Option<(Enclosure, bool)>; 2]),
    /// It may rest on it, being next to the centre.
    Rests,
}

impl<'a> Rotation<'a> {
    pub fn new(start: &'a StartPosition<'a>, angle: f64, centre: DVec2) -> Self {
        let whole = Enclosure::TAU;
        let limit = if angle.abs() > whole.upper { whole } else { Enclosure::exactly(angle.abs()) };
        let reach = start.largest + centre.abs().max_element();
        Self { start, centre, sense: angle.signum(), limit, unit: 1.0 / power_of_two_above(2.0 * reach) }
    }

    fn is_full(&self) -> bool {
        self.limit == Enclosure::TAU
    }

    /// A point as the centre sees it.
    pub fn relative(&self, p: DVec2) -> Point {
        let unit = Enclosure::exactly(self.unit);
        std::array::from_fn(|k| (Enclosure::exactly(p[k]) - Enclosure::exactly(self.centre[k])) * unit)
    }

    /// When two edges meet.
    pub fn edge_contacts(&self, edges: [EdgeId; 2], cost: &mut Cost, take: &mut dyn FnMut(EdgeContact)) {
        cost.triangle_tests += 1;
        let segments = self.start.segments(edges);
        let [e, f] = segments.map(|ends| ends.map(|p| self.relative(p)));
        let mut passages: Vec<VertexPassage> = Vec::with_capacity(8);
        let ranges = segments.map(|ends| self.range(ends));
        let [first, second] = [0, 1].map(|k| self.start.vertices(k, edges[k]));
        for k in 0..2 {
            let on_e = VertexEvent { body: 1, vertex: second[k], edge: edges[0], root: 0 };
            let on_f = VertexEvent { body: 0, vertex: first[k], edge: edges[1], root: 0 };
            let both = [(on_e, f[k], e, self.sense, segments[1][k]), (on_f, e[k], f, -self.sense, segments[0][k])];
            for (event, vertex, edge, sense, place) in both {
                let (at, reach) = (self.range([place; 2]), ranges[1 - event.body]);
                if at[0] > reach[1] || reach[0] > at[1] {
                    continue; // a circle that does not reach the edge
                }
                match passages_of(vertex, edge) {
                    VertexPassages::Some(found) => {
                        let so_far = passages.len();
                        self.unroll(event, sense, found, &mut passages);
                        let is_on = |cost: &mut Cost| {
                            intersect_segments(segments[1 - event.body], [place; 2], cost)
                                != SegmentIntersection::Disjoint
                        };
                        sharpen(&mut passages[so_far..], is_on, cost);
                    }
                    VertexPassages::Rests => {
                        // At the centre exactly, nothing moves: they meet always or never.
                        let rests_on = place == self.centre
                            && intersect_segments(segments[1 - event.body], [place; 2], cost)
                                != SegmentIntersection::Disjoint;
                        if rests_on || (place != self.centre && near(edge)) {
                            let ends = [EventTime::exactly(0.0), EventTime { time: self.limit, event: None }];
                            take(EdgeContact { edges, begin: ends[0], end: ends[1], certain: rests_on });
                        }
                    }
                }
            }
        }
        let starts = intersect_segments(segments[0], segments[1], cost) != SegmentIntersection::Disjoint;
        if starts {
            passages.push(VertexPassage { progress: Enclosure::ZERO, event: None, certain: true });
            if self.is_full() {
                passages.push(VertexPassage { progress: self.limit, event: None, certain: true });
            }
        }
        passages.sort_by(|p, q| p.progress.lower.total_cmp(&q.progress.lower));
        self.contacts_between(&EdgePair { edges, e, f, starts }, &passages, take);
    }

    /// Adds all passages within the motion, at any number of full turns.
    fn unroll(
        &self,
        event: VertexEvent,
        sense: f64,
        found: [Option<(Enclosure, bool)>; 2],
        all: &mut Vec<VertexPassage>,
    ) {
        for (root, passage) in found.into_iter().enumerate() {
            let Some((between, certain)) = passage else { continue };
            let base = if sense > 0.0 { between } else { -between };
            for turns in -3..=3 {
                let progress = base + Enclosure::TAU * Enclosure::exactly(f64::from(turns));
                if progress.upper >= 0.0 && progress.lower <= self.limit.upper {
                    let within = progress.lower >= 0.0 && progress.upper <= self.limit.lower;
                    let progress =
                        Enclosure { lower: progress.lower.max(0.0), upper: progress.upper.min(self.limit.upper) };
                    let event = Some(VertexEvent { root: root as u8, ..event });
                    all.push(VertexPassage { progress, event, certain: certain && within });
                }
            }
        }
    }

    /// Cuts the motion where vertices pass, and looks whether the edges cross in between.
    fn contacts_between(&self, pair: &EdgePair, passages: &[VertexPassage], take: &mut dyn FnMut(EdgeContact)) {
        let EdgePair { edges, starts, .. } = *pair;
        let mut before: Option<(EventTime, bool)> = None;
        let mut crossed_before = false;
        let mut rest = passages;
        loop {
            // Passages whose times overlap count as one.
            let mut cluster: Option<(EventTime, bool)> = None;
            while let Some((passage, after)) = rest.split_first() {
                match &mut cluster {
                    None => {
                        cluster = Some((EventTime { time: passage.progress, event: passage.event }, passage.certain));
                    }
                    Some((moment, certain)) if moment.time.overlaps(passage.progress) => {
                        let same = moment.event.is_some() && moment.event == passage.event;
                        *moment = EventTime {
                            time: moment.time.joined(passage.progress),
                            event: moment.event.filter(|_| same),
                        };
                        *certain |= passage.certain;
                    }
                    Some(_) => break,
                }
                rest = after;
            }
            let begin = before.map_or(EventTime::exactly(0.0), |(moment, _)| moment);
            let end = cluster.map_or(EventTime { time: self.limit, event: None }, |(moment, _)| moment);
            let crosses = match before {
                _ if end.time.lower <= begin.time.upper => Some(false),
                None => Some(starts),
                Some(_) => self.crosses(pair, begin.time.upper, end.time.lower),
            };
            if starts && before.is_none() && end.time.lower <= 0.0 && end.time.upper > 0.0 {
                // Something may happen next to the start, but there they surely meet.
                take(EdgeContact { edges, begin, end: begin, certain: true });
            }
            if let (Some((moment, certain)), false, Some(false)) = (before, crossed_before, crosses) {
                take(EdgeContact { edges, begin: moment, end: moment, certain });
            }
            if crosses != Some(false) {
                take(EdgeContact { edges, begin, end, certain: crosses == Some(true) });
                if crosses.is_none()
                    && let Some((moment, certain)) = before.filter(|_| !crossed_before)
                {
                    take(EdgeContact { edges, begin: moment, end: moment, certain });
                }
            }
            crossed_before = crosses == Some(true);
            let Some(next) = cluster else { return };
            before = Some(next);
        }
    }

    /// Whether the edges cross, at all times between two; `None` if rounding hides it.
    fn crosses(&self, &EdgePair { e, f, .. }: &EdgePair, from: f64, to: f64) -> Option<bool> {
        [0.5, 0.25, 0.75].into_iter().find_map(|share| {
            let f = f.map(|p| turned(p, self.sense * (from + (to - from) * share)));
            let sides = |[a, b]: [Point; 2], points: [Point; 2]| {
                points.map(|p| cross(minus(b, a), minus(p, a)).sign()).map(|sign| sign.filter(|sign| *sign != 0))
            };
            let [of_f, of_e] = [sides(e, f), sides(f, e)];
            let same = |sides: [Option<i32>; 2]| sides[0].is_some() && sides[0] == sides[1];
            let across = |sides: [Option<i32>; 2]| sides[0].zip(sides[1]).is_some_and(|(p, q)| p != q);
            match () {
                () if same(of_f) || same(of_e) => Some(false),
                () if across(of_f) && across(of_e) => Some(true),
                () => None,
            }
        })
    }

    /// The progress, if any, at which two boxes may meet: both reach to a common distance from the centre, in the same direction.
    pub fn window(&self, a: &SweptExtent, b: &SweptExtent) -> Option<[f64; 2]> {
        let (open, limit) = (a.open + b.open, self.limit.upper);
        if open >= PI || open.is_nan() {
            return Some([0.0, limit]);
        }
        let middle = self.sense * (a.direction - b.direction);
        let turns = (-2..=2).map(|k| middle + TAU * f64::from(k)).map(|m| [(m - open).max(0.0), (m + open).min(limit)]);
        turns.filter(|[from, to]| from <= to).reduce(|p, q| [p[0].min(q[0]), p[1].max(q[1])])
    }

    /// What the centre sees of a box.
    pub fn swept_extent(&self, bounds: OrientedBox) -> SweptExtent {
        let pad = DVec2::splat(2.0 * self.pad());
        let (c, half, axis) = (bounds.centre - self.centre, bounds.half + pad, bounds.axis);
        let local = DVec2::new(axis.dot(c), axis.perp_dot(c)).abs();
        let far = [(local - half).max(DVec2::ZERO).length(), (local + half).length()];
        let [u, v] = [axis * half.x, axis.perp() * half.y];
        let slope = [u + v, u - v, -u + v, -u - v].into_iter().fold(0.0, |most: f64, k| {
            let along = c.dot(c + k);
            if along > 0.0 { most.max((c.perp_dot(k) / along).abs()) } else { f64::INFINITY }
        });
        let open = if slope < f64::INFINITY { slope.atan() + SECTOR_ERROR } else { PI };
        let range = [far[0] * (1.0 - SECTOR_ERROR), far[1] * (1.0 + SECTOR_ERROR)];
        SweptExtent { bounds, range, direction: c.to_angle(), open }
    }

    fn pad(&self) -> f64 {
        self.start.pad + 64.0 * f64::EPSILON * self.centre.abs().max_element()
    }

    /// How far from the centre an edge reaches; edges that meet share some of it.
    fn range(&self, ends: [DVec2; 2]) -> [f64; 2] {
        let [p, q] = ends.map(|p| p - self.centre);
        let d = q - p;
        let share = (-p.dot(d) / d.length_squared()).clamp(0.0, 1.0);
        let nearest = if share.is_nan() { p } else { p + d * share };
        let pad = 4.0 * self.pad();
        [nearest.length() - pad, p.length().max(q.length()) + pad]
    }
}

/// Of the passages of a vertex, the only one that may be at the start is there exactly if the vertex is on the edge then.
fn sharpen(passages: &mut [VertexPassage], is_on: impl Fn(&mut Cost) -> bool, cost: &mut Cost) {
    let mut at_start = passages.iter_mut().filter(|passage| passage.progress.lower <= 0.0);
    if let (Some(passage), None) = (at_start.next(), at_start.next())
        && is_on(cost)
    {
        (passage.progress, passage.certain) = (Enclosure::ZERO, true);
    }
}

/// The angles from a vertex to where its circle meets an edge, each with whether it certainly does.
fn passages_of(v: Point, [a, b]: [Point; 2]) -> VertexPassages {
    let radius = dot(v, v);
    if radius.lower <= 0.0 || radius.lower.is_nan() {
        return VertexPassages::Rests;
    }
    let w = minus(b, a);
    let (length, kappa, along) = (dot(w, w), cross(a, w), dot(a, w));
    if length.sign() != Some(1) {
        // An edge of no length: a point, passed by a vertex as far from the centre.
        let found = dot(a, a).overlaps(radius).then(|| (angle(a) - angle(v), false));
        return VertexPassages::Some([found, None]);
    }
    let under = length * radius - kappa.square();
    if under.upper < 0.0 {
        return VertexPassages::Some([None; 2]);
    }
    let root = under.sqrt();
    let opening = angle([kappa, root]);
    let middle = angle([w[1], -w[0]]) - angle(v);
    VertexPassages::Some([1.0, -1.0].map(|sign| {
        let (root, opening) = if sign > 0.0 { (root, opening) } else { (-root, -opening) };
        let share = root - along;
        if share.upper < 0.0 || share.lower > length.upper {
            return None;
        }
        let certain = under.lower >= 0.0 && share.lower >= 0.0 && share.upper <= length.lower;
        Some((middle + opening, certain))
    }))
}

/// Whether the centre may lie on an edge: it is not certainly on one side of it, nor beyond an end.
fn near([a, b]: [Point; 2]) -> bool {
    let w = minus(b, a);
    let off_line = cross(a, w).sign().is_some_and(|sign| sign != 0);
    let beyond = dot(a, w).lower > 0.0 || dot(b, w).upper < 0.0;
    !off_line && !beyond
}
