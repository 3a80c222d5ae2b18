//! One piece of time covered by stretches in which two bodies are proved free, or in contact.
//!
//! A moment that is not covered yet is looked at. If the bodies are free then, walks to both sides tell for how long; one look tells whether one is inside the other,
//! which cannot change before their surfaces meet. If not, a pair of faces tells how long it stays near. So it goes on with what is left, first the start and the
//! end of the piece, then middles, until what is left is too short to matter.

use super::contact_duration::{FROM, Hold};
use super::exact_face_contact::Exact;
use super::free_time_search::{End, Found, Heading, Walk, between};
use super::moving_body::{Ride, Rider};
use super::moving_pair::{Effort, Stage};
use super::proximity_at_time::{Nearness, Question, nearness};
use crate::bounded::Certainty;
use crate::ccd::{Span, Time};
use crate::feature::FaceId;
use crate::math::Pose;
use crate::mesh::Mesh;
use crate::pair::relation::relate::intersects;

/// What holds over a stretch of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum State {
    /// No contact.
    Free,
    /// Contact, as certain as it says.
    Contact(Certainty),
}

/// A stretch of time in which the state is the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    pub begin: Time,
    pub end: Time,
    pub state: State,
    /// Faces that touch at its beginning, where that is known.
    pub touch: Option<[FaceId; 2]>,
}

/// What is left of a piece.
#[derive(Clone, Copy, Debug)]
struct Gap {
    window: [f64; 2],
    look: Look,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Look {
    AtStart,
    AtEnd,
    Within,
}

/// A piece that is being covered.
pub(super) struct Cover<'s, 'm> {
    stage: &'s Stage<'m>,
    exact: Option<Exact<'s, 'm>>,
    /// Time in which no point moves by more than a part of the tolerance.
    shortest: f64,
    known: Vec<Stretch>,
    open: Vec<Gap>,
}

/// The share of the tolerance that bodies may move by in a gap that is not looked into any more.
const GAP_SHARE: f64 = 0.25;

/// How many times the rounding surfaces must be apart for rounding to change nothing.
const ROUNDED: f64 = 4.0;

impl<'s, 'm> Cover<'s, 'm> {
    pub fn new(stage: &'s Stage<'m>) -> Self {
        let exact = Exact::new(stage);
        let shortest = if exact.is_some() { 0.0 } else { GAP_SHARE * stage.tolerance / stage.top_speed() };
        Self { stage, exact, shortest, known: Vec::new(), open: Vec::new() }
    }

    /// The first stretch of freedom or contact, and what is known to follow it.
    pub fn start(mut self, effort: &mut Effort) -> Vec<Stretch> {
        self.look(0.0, &Gap { window: [0.0, 1.0], look: Look::AtStart }, effort);
        self.sorted()
    }

    /// All stretches, first to last.
    pub fn stretches(mut self, effort: &mut Effort) -> Vec<Stretch> {
        self.open.push(Gap { window: [0.0, 1.0], look: Look::AtStart });
        while let Some(gap) = self.open.pop() {
            let [from, until] = gap.window;
            let middle = match gap.look {
                Look::AtStart => Some(from),
                Look::AtEnd => Some(until),
                Look::Within => between(gap.window).filter(|_| until - from > self.shortest),
            };
            match middle {
                Some(at) if effort.left > 0 => self.look(at, &gap, effort),
                Some(_) => self.contact([from, until].map(Time::exactly), Certainty::Undecided, None),
                None => self.contact([from, until].map(Time::exactly), self.certainty(), None),
            }
        }
        self.sorted()
    }

    /// How certain contact is between what is proved, where there is no time to look at: times are known to neighbouring doubles, or to the tolerance.
    fn certainty(&self) -> Certainty {
        if self.exact.is_some() { Certainty::Exact } else { Certainty::WithinBound }
    }

    fn sorted(mut self) -> Vec<Stretch> {
        let stretches = self.known.iter_mut().filter(|_| self.exact.is_none());
        for stretch in stretches {
            // At both ends bodies are within a quarter of the tolerance, and in between they can move by one apart and back.
            let is_short = stretch.end.upper - stretch.begin.lower <= self.shortest / GAP_SHARE;
            if is_short && stretch.state == State::Free && stretch.begin.lower > 0.0 && stretch.end.upper < 1.0 {
                stretch.state = State::Contact(Certainty::WithinBound);
            }
        }
        self.known.sort_by(|p, q| p.begin.lower.total_cmp(&q.begin.lower).then(p.end.upper.total_cmp(&q.end.upper)));
        self.known
    }

    fn contact(&mut self, [begin, end]: [Time; 2], certainty: Certainty, touch: Option<[FaceId; 2]>) {
        self.known.push(Stretch { begin, end, state: State::Contact(certainty), touch });
    }

    /// Leaves what is before and after a stretch open.
    fn leave(&mut self, gap: &Gap, [begin, end]: [f64; 2]) {
        let [from, until] = gap.window;
        if from < begin {
            self.open.push(Gap { window: [from, begin], look: Look::Within });
        }
        if end < until {
            let look = if gap.look == Look::AtStart { Look::AtEnd } else { Look::Within };
            self.open.push(Gap { window: [end, until], look });
        }
    }

    /// Looks at a moment of a gap and covers what it proves.
    fn look(&mut self, at: f64, gap: &Gap, effort: &mut Effort) {
        let stage = self.stage;
        let within =
            stage.separation + if self.exact.is_some() { ROUNDED * stage.slack } else { FROM * stage.tolerance };
        match nearness(&Question { stage, exact: self.exact.as_ref(), at, within }, effort) {
            Nearness::Apart => self.free(at, gap, effort),
            Nearness::Meeting { faces, span } => self.meeting(&span, faces, at, gap),
            Nearness::Near { faces, piercing } => {
                let (exact, cost) = (self.exact.as_ref().zip(piercing), &mut effort.cost);
                if let Some(span) = exact.and_then(|(exact, piercing)| exact.passing(faces, &piercing, at, cost)) {
                    self.meeting(&span, faces, at, gap);
                    return;
                }
                let [begin, end] = [Heading::Backward, Heading::Forward].map(|heading| {
                    let limit = if heading == Heading::Forward { gap.window[1] } else { gap.window[0] };
                    Hold { stage, faces, heading }.until(at, limit, effort)
                });
                let touch = (gap.look == Look::AtStart).then_some(faces);
                self.contact([begin, end].map(Time::exactly), Certainty::WithinBound, touch);
                self.leave(gap, [begin, end]);
            }
            Nearness::Unclear => {
                // Nearer than half the tolerance for all that rounding knows, so near enough for as long as it takes to move a quarter.
                let step = self.shortest.min(1.0);
                let window = [(at - step).max(gap.window[0]), (at + step).min(gap.window[1])];
                let is_told = effort.left > 0;
                let certainty = if is_told { Certainty::WithinBound } else { Certainty::Undecided };
                self.contact(window.map(Time::exactly), certainty, None);
                self.leave(gap, window);
            }
        }
    }

    /// Covers all times at which an edge and a face share a point.
    fn meeting(&mut self, span: &Span, faces: [FaceId; 2], at: f64, gap: &Gap) {
        self.contact([span.begin, span.end], Certainty::Exact, (gap.look == Look::AtStart).then_some(faces));
        self.leave(gap, [span.begin.lower.clamp(gap.window[0], at), span.end.upper.clamp(at, gap.window[1])]);
    }

    /// Where walks from a moment to both ends of a gap end.
    fn events_around(&self, at: f64, gap: &Gap, effort: &mut Effort) -> [Option<Found>; 2] {
        let [from, until] = gap.window;
        let mut walk = |heading, window: [f64; 2]| {
            let is_none = window[0] == window[1];
            if is_none { None } else { Walk::new(self.stage, self.exact.as_ref(), heading).first(window, effort) }
        };
        [walk(Heading::Backward, [from, at]), walk(Heading::Forward, [at, until])]
    }

    /// Covers the time around a moment at which the surfaces are apart.
    fn free(&mut self, at: f64, gap: &Gap, effort: &mut Effort) {
        let found = self.events_around(at, gap, effort);
        let [before, after] = found;
        let begin = before.map_or(Time::exactly(gap.window[0]), |found| found.time);
        let end = after.map_or(Time::exactly(gap.window[1]), |found| found.time);
        let is_exact = self.exact.is_some() && found.iter().flatten().all(|found| found.end == End::Event);
        let certainty = if is_exact { Certainty::Exact } else { Certainty::WithinBound };
        let state = self.state_between([begin.upper, at, end.lower], certainty, effort);
        self.known.push(Stretch { begin, end, state, touch: None });
        let mut covered = [begin.lower.clamp(gap.window[0], at), end.upper.clamp(at, gap.window[1])];
        for (found, heading) in found.into_iter().zip([Heading::Backward, Heading::Forward]) {
            let Some(found) = found else { continue };
            let side = usize::from(heading == Heading::Forward);
            covered[side] = self.follow(&found, heading, covered[side], gap, effort);
        }
        self.leave(gap, covered);
    }

    /// Covers contact that begins where a walk ended, as far as the same faces prove it; until when.
    fn follow(&mut self, found: &Found, heading: Heading, from: f64, gap: &Gap, effort: &mut Effort) -> f64 {
        let (touch, limit) = match heading {
            Heading::Forward => (Some(found.faces), gap.window[1]),
            Heading::Backward => (None, gap.window[0]),
        };
        match found.end {
            End::Event => {
                self.contact([found.time; 2], Certainty::Exact, touch);
                from
            }
            End::Near => {
                let reached = Hold { stage: self.stage, faces: found.faces, heading }.until(from, limit, effort);
                let window = if heading == Heading::Forward { [from, reached] } else { [reached, from] };
                self.contact(window.map(Time::exactly), Certainty::WithinBound, touch);
                reached
            }
            End::GivenUp => {
                let window = if heading == Heading::Forward { [from, limit] } else { [limit, from] };
                self.contact(window.map(Time::exactly), Certainty::Undecided, touch);
                limit
            }
        }
    }

    /// What a stretch is in which surfaces are apart: contact if one body is inside the other. One moment tells it, at which they are so by more than rounding;
    /// if none is found, contact is assumed.
    fn state_between(&self, [begin, at, end]: [f64; 3], certainty: Certainty, effort: &mut Effort) -> State {
        let stage = self.stage;
        // What deforms may have an inside that it does not begin with.
        let encloses = |rider: &Rider<'_>| matches!(rider.ride, Ride::Deforming(_)) || rider.mesh.encloses();
        if !stage.riders.iter().any(encloses) {
            return State::Free;
        }
        let inside = |at: f64| if self.is_inside(at) { State::Contact(certainty) } else { State::Free };
        if self.exact.is_none() {
            return inside(at); // where they are farther apart than a part of the tolerance
        }
        let between = |share: f64| begin + (end - begin) * share;
        for at in [at, between(0.5), between(0.25), between(0.75), between(0.01), between(0.99)] {
            let question = Question { stage, exact: None, at, within: ROUNDED * stage.slack };
            if matches!(nearness(&question, effort), Nearness::Apart) {
                return inside(at);
            }
        }
        State::Contact(Certainty::WithinBound)
    }

    /// Whether one body is inside the other at a moment at which their surfaces are apart by more than rounding.
    fn is_inside(&self, at: f64) -> bool {
        let [a, b] = &self.stage.riders;
        match self.stage.a_from_b(at) {
            Some(a_from_b) => intersects(a.mesh, b.mesh, &a_from_b),
            None => {
                let [Some(a), Some(b)] = [a, b].map(|rider| shape_at(rider.mesh, &rider.ride, at)) else { return true };
                intersects(&a, &b, &Pose::IDENTITY)
            }
        }
    }
}

/// A body as a mesh of the world, at a moment; `None` if it leaves the exact range.
fn shape_at(mesh: &Mesh, ride: &Ride<'_>, at: f64) -> Option<Mesh> {
    let flush = |p: crate::math::DVec3| Pose::IDENTITY.transform_point(p);
    let vertices = match ride {
        Ride::Deforming(to) => {
            let ends = mesh.vertices().iter().zip(to.vertices());
            ends.map(|(p, q)| flush(*p * (1.0 - at) + *q * at)).collect()
        }
        Ride::Straight([from, to]) => {
            let place = |p: &crate::math::DVec3| from.transform_point(*p) * (1.0 - at) + to.transform_point(*p) * at;
            mesh.vertices().iter().map(|p| flush(place(p))).collect()
        }
        _ => return None, // bodies that turn are asked at their poses
    };
    Mesh::try_new(vertices, mesh.faces().to_vec()).ok()
}
