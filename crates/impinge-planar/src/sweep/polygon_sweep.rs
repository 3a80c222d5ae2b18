//! The sweep of two polygons: intervals of contact and the first impact.

use super::contact_timeline::{ContactPeriod, fill_gaps, outline_contacts};
use super::edge_contact::EdgeContact;
use super::edge_pair_search;
use super::initial_configuration::StartPosition;
use super::motion::{Motion, MotionKind};
use super::relative_motion::RelativeMotion;
use crate::{Polygon, Pose2, intersects};
use impinge::bounded::Certainty;
use impinge::ccd::Time;
use impinge::cost::Cost;
use impinge::feature::{Feature, VertexId};
use impinge::math::DVec2;
use impinge::math::interval::Enclosure;

/// Times in which the bodies share a point, ends included.
///
/// No moment of contact lies outside `begin.lower..=end.upper` of all intervals, and of an exact one every moment of
/// `begin.upper..=end.lower` is one of contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactInterval {
    /// When they begin to: 0 if they do from the start.
    pub begin: Time,
    /// When they cease to: 1 if they do to the end.
    pub end: Time,
    /// [`Certainty::Rounded`] if somewhere in it rounding cannot distinguish touching from a gap.
    pub certainty: Certainty,
}

/// The first moment of contact, for bodies that begin apart.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Impact {
    /// When.
    pub time: Time,
    /// Where they touch, rounded, in A's frame.
    pub point: DVec2,
    /// The vertex or edge of A and of B that touch there.
    pub features: [Feature; 2],
    /// Of length 1, across the edge that is touched, towards B; against the motion of B where that goes across the edge.
    pub normal: DVec2,
}

/// The answer of [`sweep`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sweep {
    /// All times of contact, sorted and disjoint; none is a proof that the motion is free.
    pub intervals: Vec<ContactInterval>,
    /// The first moment of contact; `None` if there is none, or if the bodies share a point at the start.
    pub impact: Option<Impact>,
    /// Work counters; `triangle_tests` counts pairs of edges.
    pub cost: Cost,
}

impl Sweep {
    /// Whether the bodies share no point at any time.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.intervals.is_empty()
    }

    /// Whether they share one at the start.
    #[must_use]
    pub fn starts_in_contact(&self) -> bool {
        self.intervals.first().is_some_and(|first| first.begin.upper == 0.0)
    }
}

/// When A and B, placed by `a_from_b` and then moved, share a point.
///
/// The posed vertices of B are the input, rounded as [`Pose2::transform_point`] does it (once, unless the pose is inverted); the motion of
/// these is that of real numbers: `docs/notes/planar-sweep.md`. Without motion the answer is that of [`intersects`], for all times or none.
#[must_use]
pub fn sweep(a: &Polygon, b: &Polygon, a_from_b: &Pose2, motion: &Motion) -> Sweep {
    let mut cost = Cost::default();
    if motion.is_rest() {
        let always = ContactInterval {
            begin: Time { lower: 0.0, upper: 0.0 },
            end: Time { lower: 1.0, upper: 1.0 },
            certainty: Certainty::Exact,
        };
        let intervals = if intersects(a, b, a_from_b) { vec![always] } else { Vec::new() };
        return Sweep { intervals, impact: None, cost };
    }
    let start = StartPosition::new(a, b, a_from_b);
    let relative = RelativeMotion::new(&start, motion.0);
    let contacts = edge_pair_search::edge_contacts(&start, &relative, &mut cost);
    let periods = outline_contacts(contacts, &relative, &mut cost);
    let periods = fill_gaps(periods, &start, &relative, &mut cost);
    let first = periods.first().filter(|first| first.begin.upper > 0.0).and_then(|first| first.first);
    let impact = first.map(|contact| impact(&start, &relative, &contact, &mut cost));
    let (periods, whole) = match motion.0 {
        MotionKind::Translation(_) => (periods, Enclosure::exactly(1.0)),
        MotionKind::Rotation { angle, .. } => {
            let whole = Enclosure::exactly(angle.abs());
            (repeated(&periods, relative.limit(), whole), whole)
        }
    };
    let intervals: Vec<ContactInterval> = periods.iter().map(|period| interval(period, whole)).collect();
    let impact = impact.zip(intervals.first()).map(|(impact, first)| Impact { time: first.begin, ..impact });
    Sweep { intervals, impact, cost }
}

fn interval(period: &ContactPeriod, whole: Enclosure) -> ContactInterval {
    let time = |progress: Enclosure| {
        let share = progress.over(whole);
        Time { lower: share.lower.clamp(0.0, 1.0), upper: share.upper.clamp(0.0, 1.0) }
    };
    let certainty = if period.certain { Certainty::Exact } else { Certainty::Rounded };
    ContactInterval { begin: time(period.begin), end: time(period.end), certainty }
}

/// Repeats the contacts of one full turn for every turn, up to the whole angle.
fn repeated(turn: &[ContactPeriod], limit: Enclosure, whole: Enclosure) -> Vec<ContactPeriod> {
    if limit == whole {
        return turn.to_vec();
    }
    let mut all: Vec<ContactPeriod> = Vec::new();
    let turns = (whole.upper / limit.lower).ceil() as u32;
    for k in 0..turns {
        let past = Enclosure::TAU * Enclosure::exactly(f64::from(k));
        for period in turn {
            let (begin, end) = (period.begin + past, period.end + past);
            if begin.lower > whole.upper {
                break;
            }
            // Where one turn ends the next begins, in the same place.
            let goes_on = period.begin.upper == 0.0 && k > 0;
            let certain = period.certain && (begin.upper <= whole.lower || goes_on);
            match all.last_mut() {
                Some(last) if goes_on || begin.lower <= last.end.upper => {
                    last.end = last.end.max(end);
                    last.certain &= certain && goes_on;
                }
                _ => all.push(ContactPeriod { begin, end, certain, first: period.first }),
            }
        }
    }
    for period in &mut all {
        (period.begin, period.end) = (period.begin.min(whole), period.end.min(whole));
    }
    all
}

/// Where and how a contact begins.
fn impact(start: &StartPosition<'_>, motion: &RelativeMotion<'_>, contact: &EdgeContact, cost: &mut Cost) -> Impact {
    let time = contact.begin.time.middle();
    let place = |body: usize, p: DVec2| motion.place(body, p, time);
    let ends = [0, 1].map(|body| start.edges[body][contact.edges[body].index()].map(|p| place(body, p)));
    // Without a single event any end on the other edge will do; the nearest end is on it, up to rounding.
    let event = motion.first_event(contact, cost).map(|event| (event.body, event.vertex));
    let (body, vertex) = event.unwrap_or_else(|| nearest_end(start, contact, &ends));
    let point = place(body, start.edges[body][vertex as usize][0]);
    let edge = ends[1 - body];
    let other = start.polygons[1 - body].feature_at(contact.edges[1 - body], Some(edge), point);
    let own = Feature::Vertex(VertexId(vertex));
    let features = if body == 0 { [own, other] } else { [other, own] };
    let along = edge[1] - edge[0];
    let velocity = motion.velocity(point);
    let across = along.perp().try_normalize().unwrap_or_else(|| velocity.try_normalize().unwrap_or(DVec2::X));
    let normal = if across.dot(velocity) > 0.0 { -across } else { across };
    Impact { time: Time { lower: time, upper: time }, point, features, normal }
}

/// The end of one of two edges that is nearest to the other, by body and vertex.
fn nearest_end(start: &StartPosition<'_>, contact: &EdgeContact, ends: &[[DVec2; 2]; 2]) -> (usize, u32) {
    let candidates = (0..2).flat_map(|body| (0..2).map(move |k| (body, k)));
    let gap = |(body, k): &(usize, usize)| {
        let [p, q] = ends[1 - body];
        let (d, x) = (q - p, ends[*body][*k] - p);
        let share = (x.dot(d) / d.length_squared()).clamp(0.0, 1.0);
        (if share.is_nan() { x } else { x - d * share }).length()
    };
    let nearest = candidates.min_by(|p, q| gap(p).total_cmp(&gap(q))).unwrap_or((0, 0));
    (nearest.0, start.vertices(nearest.0, contact.edges[nearest.0])[nearest.1])
}
