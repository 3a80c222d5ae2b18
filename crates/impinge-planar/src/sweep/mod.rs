//! When two polygons share points while one moves: all intervals of contact over a motion, or a proof that there is none.
//!
//! A constant twist of the plane is a translation or a rotation about a centre. The outlines meet in the union of the times in
//! which pairs of edges do: for translations a quotient bounds each (exact in integers, where doubles do not tell), for rotations the
//! angle at which a vertex passes an edge. Between those times nothing changes, so that one look tells whether one body is inside the
//! other. Times come between two doubles. Conservative advancement (Mirtich 1996) steps towards the first contact and can miss a
//! graze; here no contact is missed, and what cannot be told from a graze is reported and labelled.
//!
//! Boxes of both trees have windows in which they may meet; what falls within known contact is not opened, so that the cost is
//! that of the edges that begin and end contact, not of all that meet on the way. Beside that, it is linear in the edges.

mod swept_extent;
mod relative_motion;
mod covered_times;
mod containment;
mod motion;
mod edge_pair_search;
mod translation;
mod edge_contact;
mod start_position;
mod contact_timeline;
mod rotation;

pub use impinge::ccd::Time;
pub use motion::{MOST_TURNS, Motion, MotionError};

use crate::{Polygon, Pose2, intersects};
use contact_timeline::{Stretch, fill_gaps, outline_contacts};
use edge_contact::Span;
use impinge::bounded::Certainty;
use impinge::cost::Cost;
use impinge::feature::{Feature, VertexId};
use impinge::math::DVec2;
use impinge::math::enclosure::Enclosure;
use motion::Kind;
use relative_motion::Course;
use start_position::Stage;

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
    /// [`Certainty::Rounded`] if touching could not be told from a gap, of the size of rounding, somewhere in it.
    pub certainty: Certainty,
}

/// The first moment of contact, for bodies that begin apart.
#[derive(Clone, Copy, Debug, PartialEq)]
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
pub struct Sweep {
    /// All times of contact, sorted and disjoint; none is a proof that the motion is free.
    pub intervals: Vec<ContactInterval>,
    /// The first moment of contact; `None` if there is none, or if the bodies share a point at the start.
    pub impact: Option<Impact>,
    /// What it took; `triangle_tests` counts pairs of edges.
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
    let stage = Stage::new(a, b, a_from_b);
    let course = Course::new(&stage, motion.0);
    let spans = edge_pair_search::spans(&stage, &course, &mut cost);
    let stretches = outline_contacts(spans, &course, &mut cost);
    let stretches = fill_gaps(stretches, &stage, &course, &mut cost);
    let first = stretches.first().filter(|first| first.begin.upper > 0.0).and_then(|first| first.first);
    let impact = first.map(|span| impact(&stage, &course, &span, &mut cost));
    let (stretches, whole) = match motion.0 {
        Kind::Shift(_) => (stretches, Enclosure::exactly(1.0)),
        Kind::Turn { angle, .. } => {
            let whole = Enclosure::exactly(angle.abs());
            (repeated(&stretches, course.limit(), whole), whole)
        }
    };
    let intervals: Vec<ContactInterval> = stretches.iter().map(|stretch| interval(stretch, whole)).collect();
    let impact = impact.zip(intervals.first()).map(|(impact, first)| Impact { time: first.begin, ..impact });
    Sweep { intervals, impact, cost }
}

fn interval(stretch: &Stretch, whole: Enclosure) -> ContactInterval {
    let time = |progress: Enclosure| {
        let share = progress.over(whole);
        Time { lower: share.lower.clamp(0.0, 1.0), upper: share.upper.clamp(0.0, 1.0) }
    };
    let certainty = if stretch.certain { Certainty::Exact } else { Certainty::Rounded };
    ContactInterval { begin: time(stretch.begin), end: time(stretch.end), certainty }
}

/// The contacts of one turn, again for every turn, up to a whole angle.
fn repeated(turn: &[Stretch], limit: Enclosure, whole: Enclosure) -> Vec<Stretch> {
    if limit == whole {
        return turn.to_vec();
    }
    let mut all: Vec<Stretch> = Vec::new();
    let turns = (whole.upper / limit.lower).ceil() as u32;
    for k in 0..turns {
        let past = Enclosure::TAU * Enclosure::exactly(f64::from(k));
        for stretch in turn {
            let (begin, end) = (stretch.begin + past, stretch.end + past);
            if begin.lower > whole.upper {
                break;
            }
            // Where one turn ends the next begins, in the same place.
            let goes_on = stretch.begin.upper == 0.0 && k > 0;
            let certain = stretch.certain && (begin.upper <= whole.lower || goes_on);
            match all.last_mut() {
                Some(last) if goes_on || begin.lower <= last.end.upper => {
                    last.end = last.end.max(end);
                    last.certain &= certain && goes_on;
                }
                _ => all.push(Stretch { begin, end, certain, first: stretch.first }),
            }
        }
    }
    for stretch in &mut all {
        (stretch.begin, stretch.end) = (stretch.begin.min(whole), stretch.end.min(whole));
    }
    all
}

/// Where and how a span begins.
fn impact(stage: &Stage<'_>, course: &Course<'_>, span: &Span, cost: &mut Cost) -> Impact {
    let time = span.begin.time.middle();
    let place = |body: usize, p: DVec2| course.place(body, p, time);
    let ends = [0, 1].map(|body| stage.edges[body][span.edges[body].index()].map(|p| place(body, p)));
    // Without a single event any end that is on the other edge will do, and the nearest is, but for rounding.
    let event = course.first_event(span, cost).map(|event| (event.body, event.vertex));
    let (body, vertex) = event.unwrap_or_else(|| nearest_end(stage, span, &ends));
    let start = stage.edges[body][vertex as usize][0];
    let point = place(body, start);
    let edge = ends[1 - body];
    let other = stage.polygons[1 - body].feature_at(span.edges[1 - body], Some(edge), point);
    let own = Feature::Vertex(VertexId(vertex));
    let features = if body == 0 { [own, other] } else { [other, own] };
    let along = edge[1] - edge[0];
    let velocity = course.velocity(point);
    let across = along.perp().try_normalize().unwrap_or_else(|| velocity.try_normalize().unwrap_or(DVec2::X));
    let normal = if across.dot(velocity) > 0.0 { -across } else { across };
    Impact { time: Time { lower: time, upper: time }, point, features, normal }
}

/// The end of one of two edges that is nearest to the other, by body and vertex.
fn nearest_end(stage: &Stage<'_>, span: &Span, ends: &[[DVec2; 2]; 2]) -> (usize, u32) {
    let candidates = (0..2).flat_map(|body| (0..2).map(move |k| (body, k)));
    let gap = |(body, k): &(usize, usize)| {
        let [p, q] = ends[1 - body];
        let (d, x) = (q - p, ends[*body][*k] - p);
        let share = (x.dot(d) / d.length_squared()).clamp(0.0, 1.0);
        (if share.is_nan() { x } else { x - d * share }).length()
    };
    let nearest = candidates.min_by(|p, q| gap(p).total_cmp(&gap(q))).unwrap_or((0, 0));
    (nearest.0, stage.vertices(nearest.0, span.edges[nearest.0])[nearest.1])
}
