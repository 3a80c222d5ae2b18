//! Two edges while one is turned about a centre: a vertex on a circle against an edge, and what lies between such events.
//!
//! Times are angles of progress, from 0 up; `vertex_passage` has the angles at which a vertex passes an edge. A vertex of the resting body turns the
//! other way as the moving one sees it. All differences are taken before anything is turned, so that a centre far away costs no places.

use super::edge_contact::{EdgeContact, EventTime, VertexEvent};
use super::initial_configuration::StartPosition;
use super::swept_extent::SweptExtent;
use super::vertex_passage::{VertexPassages, displacement, is_point, ordered, plus};
use crate::EdgeId;
use crate::segment::Segment;
use crate::segment::intersection::{SegmentIntersection, intersect_segments};
use crate::tree::oriented_box::OrientedBox;
use impinge::cost::Cost;
use impinge::math::interval::{Enclosure, Point, cross, minus};
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

/// Two edges at the start, of A and of B.
struct EdgePair {
    edges: [EdgeId; 2],
    segments: [Segment; 2],
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

    /// `p - q`, in the unit of the motion.
    pub fn difference(&self, p: DVec2, q: DVec2) -> Point {
        let unit = Enclosure::exactly(self.unit);
        std::array::from_fn(|k| (Enclosure::exactly(p[k]) - Enclosure::exactly(q[k])) * unit)
    }

    /// What a point moves by when it is turned by an angle, in the unit of the motion.
    fn displacement(&self, p: DVec2, by: f64) -> Point {
        displacement(self.difference(p, self.centre), by)
    }

    /// Where a point is, turned by an angle.
    pub fn turned(&self, p: DVec2, by: f64) -> Point {
        let arm = std::array::from_fn(|k| Enclosure::exactly(p[k]) - Enclosure::exactly(self.centre[k]));
        let moved = displacement(arm, by);
        std::array::from_fn(|k| Enclosure::exactly(p[k]) + moved[k])
    }

    /// Where a point approximately is, turned by an angle.
    pub fn place(&self, p: DVec2, by: f64) -> DVec2 {
        let (arm, half) = (p - self.centre, (0.5 * by).sin());
        p + arm.perp() * by.sin() - arm * (2.0 * half * half)
    }

    /// When two edges meet.
    pub fn edge_contacts(&self, edges: [EdgeId; 2], cost: &mut Cost, take: &mut dyn FnMut(EdgeContact)) {
        cost.triangle_tests += 1;
        let segments = self.start.segments(edges);
        let mut passages: Vec<VertexPassage> = Vec::with_capacity(8);
        let ranges = segments.map(|ends| self.range(ends));
        let [first, second] = [0, 1].map(|k| self.start.vertices(k, edges[k]));
        for k in 0..2 {
            let on_e = VertexEvent { body: 1, vertex: second[k], edge: edges[0], root: 0 };
            let on_f = VertexEvent { body: 0, vertex: first[k], edge: edges[1], root: 0 };
            for (event, sense) in [(on_e, self.sense), (on_f, -self.sense)] {
                let (place, edge) = (segments[event.body][k], segments[1 - event.body]);
                let (at, reach) = (self.range([place; 2]), ranges[1 - event.body]);
                if at[0] > reach[1] || reach[0] > at[1] {
                    continue; // a circle that does not reach the edge
                }
                if is_told_by_another(&segments, event.body, k) {
                    continue;
                }
                match self.vertex_passages(place, edge) {
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
                        if rests_on || (place != self.centre && self.is_near(edge)) {
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
        self.contacts_between(&EdgePair { edges, segments, starts }, &passages, take);
    }

    /// Whether the same vertex is on the same edge at the same root: by where they are, since vertices may lie on each other.
    pub fn is_same_event(&self, p: &VertexEvent, q: &VertexEvent) -> bool {
        let places = |event: &VertexEvent| {
            let (own, other) = (&self.start.edges[event.body], &self.start.edges[1 - event.body]);
            (event.body, event.root, own[event.vertex as usize][0], ordered(other[event.edge.index()]))
        };
        places(p) == places(q)
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
                        let same = moment.event.zip(passage.event).is_some_and(|(p, q)| self.is_same_event(&p, &q));
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
    fn crosses(&self, &EdgePair { segments: [e, f], .. }: &EdgePair, from: f64, to: f64) -> Option<bool> {
        if [e, f].iter().any(is_point) {
            return Some(false); // points are on edges at single times only
        }
        let along = |[a, b]: Segment| self.difference(b, a);
        [0.5, 0.25, 0.75].into_iter().find_map(|share| {
            let by = self.sense * (from + (to - from) * share);
            let side = |w: Point, v: Point| cross(w, v).sign().filter(|sign| *sign != 0);
            let of_f = f.map(|q| side(along(e), plus(self.difference(q, e[0]), self.displacement(q, by))));
            let own = plus(along(f), displacement(along(f), by));
            let of_e = e.map(|p| side(own, minus(self.difference(p, f[0]), self.displacement(f[0], by))));
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

/// Whether what a vertex does with an edge is told by another vertex: an edge of no length has one end, and meets another only as that end.
fn is_told_by_another(segments: &[Segment; 2], body: usize, end: usize) -> bool {
    let [own, other] = [body, 1 - body].map(|k| is_point(&segments[k]));
    (own && end == 1) || (other && (!own || body == 0))
}
