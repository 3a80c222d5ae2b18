//! One piece of time covered by stretches in which two bodies are proved free, or in contact.
//!
//! A moment that is not covered yet is looked at. If the bodies are free then, walks to both sides tell for how long; one look tells whether one is inside the other,
//! which cannot change before their surfaces meet. If not, a pair of faces tells how long it stays near. So it goes on with what is left, first the start and the
//! end of the piece, then middles, until what is left is too short to matter.

use super::contact_duration::{ContactDuration, FROM};
use super::exact_face_contact::ExactContact;
use super::first_contact_search::{FoundContact, FreeTimeSearch, SearchEnd, TimeDirection, between};
use super::moving_body::{MovingBody, PieceMotion};
use super::moving_pair::MovingPair;
use super::proximity_at_time::{Proximity, ProximityQuery, proximity};
use super::sweep_effort::SweepEffort;
use crate::bounded::Certainty;
use crate::ccd::{Span, Time};
use crate::compact_sort::sort_by;
use crate::feature::FaceId;
use crate::math::Pose;
use crate::mesh::Mesh;
use crate::pair::relation::relate::intersects;

/// What holds over a stretch of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum ContactState {
    /// No contact.
    Free,
    /// Contact, as certain as it says.
    Contact(Certainty),
}

/// A stretch of time in which the state is the same.
#[derive(Clone, Copy, Debug)]
pub(super) struct StateInterval {
    pub begin: Time,
    pub end: Time,
    pub state: ContactState,
    /// Faces that touch at its beginning, where that is known.
    pub touch: Option<[FaceId; 2]>,
}

/// What is left of a piece.
#[derive(Clone, Copy, Debug)]
struct OpenGap {
    window: [f64; 2],
    look: GapLook,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum GapLook {
    AtStart,
    AtEnd,
    Within,
}

/// A piece that is being covered.
pub(super) struct IntervalCover<'s, 'm> {
    pair: &'s MovingPair<'m>,
    exact: Option<ExactContact<'s, 'm>>,
    /// Time in which no point moves by more than a part of the tolerance.
    shortest: f64,
    known: Vec<StateInterval>,
    open: Vec<OpenGap>,
}

/// The share of the tolerance that bodies may move by in a gap that is not looked into any more.
const GAP_SHARE: f64 = 0.25;

/// How many times the rounding surfaces must be apart for rounding to change nothing.
const ROUNDED: f64 = 4.0;

impl<'s, 'm> IntervalCover<'s, 'm> {
    pub fn new(pair: &'s MovingPair<'m>) -> Self {
        let exact = ExactContact::new(pair);
        let shortest = if exact.is_some() { 0.0 } else { GAP_SHARE * pair.tolerance / pair.top_speed() };
        Self { pair, exact, shortest, known: Vec::new(), open: Vec::new() }
    }

    /// The first stretch of freedom or contact, and what is known to follow it.
    pub fn start(mut self, effort: &mut SweepEffort) -> Vec<StateInterval> {
        let window = self.pair.window;
        self.look(window[0], &OpenGap { window, look: GapLook::AtStart }, effort);
        self.sorted()
    }

    /// All stretches, first to last.
    pub fn stretches(mut self, effort: &mut SweepEffort) -> Vec<StateInterval> {
        self.open.push(OpenGap { window: self.pair.window, look: GapLook::AtStart });
        while let Some(gap) = self.open.pop() {
            let [from, until] = gap.window;
            let middle = match gap.look {
                GapLook::AtStart => Some(from),
                GapLook::AtEnd => Some(until),
                GapLook::Within => between(gap.window).filter(|_| until - from > self.shortest),
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

    fn sorted(mut self) -> Vec<StateInterval> {
        let [first, last] = self.pair.window;
        let stretches = self.known.iter_mut().filter(|_| self.exact.is_none());
        for stretch in stretches {
            // At both ends bodies are within a quarter of the tolerance, and in between they can move by one apart and back.
            let is_short = stretch.end.upper - stretch.begin.lower <= self.shortest / GAP_SHARE;
            if is_short
                && stretch.state == ContactState::Free
                && stretch.begin.lower > first
                && stretch.end.upper < last
            {
                stretch.state = ContactState::Contact(Certainty::WithinBound);
            }
        }
        sort_by(&mut self.known, |p, q| {
            p.begin.lower.total_cmp(&q.begin.lower).then(p.end.upper.total_cmp(&q.end.upper))
        });
        self.known
    }

    fn contact(&mut self, [begin, end]: [Time; 2], certainty: Certainty, touch: Option<[FaceId; 2]>) {
        self.known.push(StateInterval { begin, end, state: ContactState::Contact(certainty), touch });
    }

    /// Leaves what is before and after a stretch open.
    fn leave(&mut self, gap: &OpenGap, [begin, end]: [f64; 2]) {
        let [from, until] = gap.window;
        if from < begin {
            self.open.push(OpenGap { window: [from, begin], look: GapLook::Within });
        }
        if end < until {
            let look = if gap.look == GapLook::AtStart { GapLook::AtEnd } else { GapLook::Within };
            self.open.push(OpenGap { window: [end, until], look });
        }
    }

    /// Looks at a moment of a gap and covers what it proves.
    fn look(&mut self, at: f64, gap: &OpenGap, effort: &mut SweepEffort) {
        let pair = self.pair;
        let within = pair.separation + if self.exact.is_some() { ROUNDED * pair.slack } else { FROM * pair.tolerance };
        match proximity(&ProximityQuery { pair, exact: self.exact.as_ref(), at, within }, effort) {
            Proximity::Apart => self.free(at, gap, effort),
            Proximity::Meeting { faces, span } => self.meeting(&span, faces, at, gap),
            Proximity::Near { faces, piercing } => {
                let exact = self.exact.as_ref().zip(piercing);
                let span = effort.spend_on_integers(|cost| {
                    exact.and_then(|(exact, piercing)| exact.passing(faces, &piercing, at, cost))
                });
                if let Some(span) = span {
                    self.meeting(&span, faces, at, gap);
                    return;
                }
                let [begin, end] = [TimeDirection::Backward, TimeDirection::Forward].map(|heading| {
                    let limit = if heading == TimeDirection::Forward { gap.window[1] } else { gap.window[0] };
                    ContactDuration { pair, faces, heading }.until(at, limit, effort)
                });
                let touch = (gap.look == GapLook::AtStart).then_some(faces);
                self.contact([begin, end].map(Time::exactly), Certainty::WithinBound, touch);
                self.leave(gap, [begin, end]);
            }
            Proximity::Unclear => {
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
    fn meeting(&mut self, span: &Span, faces: [FaceId; 2], at: f64, gap: &OpenGap) {
        self.contact([span.begin, span.end], Certainty::Exact, (gap.look == GapLook::AtStart).then_some(faces));
        self.leave(gap, [span.begin.lower.clamp(gap.window[0], at), span.end.upper.clamp(at, gap.window[1])]);
    }

    /// Where walks from a moment to both ends of a gap end.
    fn events_around(&self, at: f64, gap: &OpenGap, effort: &mut SweepEffort) -> [Option<FoundContact>; 2] {
        let [from, until] = gap.window;
        let mut walk = |heading, window: [f64; 2]| {
            let is_none = window[0] == window[1];
            if is_none {
                None
            } else {
                FreeTimeSearch::new(self.pair, self.exact.as_ref(), heading).first(window, effort)
            }
        };
        [walk(TimeDirection::Backward, [from, at]), walk(TimeDirection::Forward, [at, until])]
    }

    /// Covers the time around a moment at which the surfaces are apart.
    fn free(&mut self, at: f64, gap: &OpenGap, effort: &mut SweepEffort) {
        let found = self.events_around(at, gap, effort);
        let [before, after] = found;
        let begin = before.map_or(Time::exactly(gap.window[0]), |found| found.time);
        let end = after.map_or(Time::exactly(gap.window[1]), |found| found.time);
        let is_exact =
            self.exact.is_some() && found.iter().flatten().all(|found| matches!(found.end, SearchEnd::Event(_)));
        let certainty = if is_exact { Certainty::Exact } else { Certainty::WithinBound };
        let state = self.state_between([begin.upper, at, end.lower], certainty, effort);
        self.known.push(StateInterval { begin, end, state, touch: None });
        let mut covered = [begin.lower.clamp(gap.window[0], at), end.upper.clamp(at, gap.window[1])];
        for (found, heading) in found.into_iter().zip([TimeDirection::Backward, TimeDirection::Forward]) {
            let Some(found) = found else { continue };
            let side = usize::from(heading == TimeDirection::Forward);
            covered[side] = self.follow(&found, heading, covered[side], gap, effort);
        }
        self.leave(gap, covered);
    }

    /// Covers contact that begins where a walk ended, as far as the same faces prove it; until when.
    fn follow(
        &mut self,
        found: &FoundContact,
        heading: TimeDirection,
        from: f64,
        gap: &OpenGap,
        effort: &mut SweepEffort,
    ) -> f64 {
        let (is_first, limit) = match heading {
            TimeDirection::Forward => (true, gap.window[1]),
            TimeDirection::Backward => (false, gap.window[0]),
        };
        match found.end {
            SearchEnd::Event(faces) => {
                self.contact([found.time; 2], Certainty::Exact, is_first.then_some(faces));
                from
            }
            SearchEnd::Near(faces) => {
                let reached = ContactDuration { pair: self.pair, faces, heading }.until(from, limit, effort);
                let window = if heading == TimeDirection::Forward { [from, reached] } else { [reached, from] };
                self.contact(window.map(Time::exactly), Certainty::WithinBound, is_first.then_some(faces));
                reached
            }
            SearchEnd::GivenUp => {
                let window = if heading == TimeDirection::Forward { [from, limit] } else { [limit, from] };
                self.contact(window.map(Time::exactly), Certainty::Undecided, None);
                limit
            }
        }
    }

    /// What a stretch is in which surfaces are apart: contact if one body is inside the other. One moment tells it, at which they are so by more than rounding;
    /// if none is found, contact is assumed.
    fn state_between(
        &self,
        [begin, at, end]: [f64; 3],
        certainty: Certainty,
        effort: &mut SweepEffort,
    ) -> ContactState {
        let pair = self.pair;
        // What deforms may have an inside that it does not begin with.
        let encloses = |body_motion: &MovingBody<'_>| {
            matches!(body_motion.ride, PieceMotion::Deforming(_)) || body_motion.mesh.encloses()
        };
        if !pair.bodies.iter().any(encloses) {
            return ContactState::Free;
        }
        let inside = |at: f64| if self.is_inside(at) { ContactState::Contact(certainty) } else { ContactState::Free };
        if self.exact.is_none() {
            return inside(at); // where they are farther apart than a part of the tolerance
        }
        let between = |share: f64| begin + (end - begin) * share;
        for at in [at, between(0.5), between(0.25), between(0.75), between(0.01), between(0.99)] {
            let question = ProximityQuery { pair, exact: None, at, within: ROUNDED * pair.slack };
            if matches!(proximity(&question, effort), Proximity::Apart) {
                return inside(at);
            }
        }
        ContactState::Contact(if effort.is_left() { Certainty::WithinBound } else { Certainty::Undecided })
    }

    /// Whether one body is inside the other at a moment at which their surfaces are apart by more than rounding.
    fn is_inside(&self, at: f64) -> bool {
        let [a, b] = &self.pair.bodies;
        match self.pair.a_from_b(at) {
            Some(a_from_b) => intersects(a.mesh, b.mesh, &a_from_b),
            None => {
                let [Some(a), Some(b)] = [a, b].map(|body_motion| shape_at(body_motion.mesh, &body_motion.ride, at))
                else {
                    return true;
                };
                intersects(&a, &b, &Pose::IDENTITY)
            }
        }
    }
}

/// A body as a mesh of the world, at a moment; `None` if it leaves the exact range.
fn shape_at(mesh: &Mesh, ride: &PieceMotion<'_>, at: f64) -> Option<Mesh> {
    let flush = |p: crate::math::DVec3| Pose::IDENTITY.transform_point(p);
    let vertices = match ride {
        PieceMotion::Deforming(to) => {
            let ends = mesh.vertices().iter().zip(to.vertices());
            ends.map(|(p, q)| flush(*p * (1.0 - at) + *q * at)).collect()
        }
        PieceMotion::Straight([from, to]) => {
            let place = |p: &crate::math::DVec3| from.transform_point(*p) * (1.0 - at) + to.transform_point(*p) * at;
            mesh.vertices().iter().map(|p| flush(place(p))).collect()
        }
        _ => return None, // bodies that turn are asked at their poses
    };
    Mesh::try_new(vertices, mesh.faces().to_vec()).ok()
}
