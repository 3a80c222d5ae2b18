//! From a time at which two bodies are free to the first at which they may be in contact, forward or backward.
//!
//! Pairs of parts, each with a window of time in which it may come near, are taken up in the order in which these windows begin: nodes are
//! opened, windows clipped and halved, until a pair of faces is near at the very beginning of its window. All that lies before is then proved free. It is conservative
//! advancement (Mirtich 1996) for all pairs at once, with directions that are kept over a slice of time instead of a moment.

use super::exact_face_contact::ExactContact;
use super::moving_body::{BodyPart, PartShape};
use super::moving_pair::{MovingPair, SweptPart, TimeSlice};
use super::ranked_task::RankedTask;
use super::separating_axis_clip::{AxisClip, direction};
use super::sweep_effort::SweepEffort;
use crate::bvh::Slot;
use crate::ccd::Time;
use crate::feature::FaceId;
use crate::priority_queue::PriorityQueue;
use crate::triangle_pair::distance;

/// Which way time is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimeDirection {
    Forward,
    Backward,
}

/// Why a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SearchEnd {
    /// Two faces meet, exactly then.
    Event([FaceId; 2]),
    /// Two faces are within the tolerance of contact.
    Near([FaceId; 2]),
    /// The effort ran out.
    GivenUp,
}

/// Where a walk ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundContact {
    pub time: Time,
    pub end: SearchEnd,
}

/// The share of the tolerance within which faces are found to be near: less than the one from which on they are held, so that what is found is held.
pub(super) const NEAR: f64 = 0.25;

/// Windows that a clip has not made shorter than this share are halved.
const SHRUNK: f64 = 0.75;

/// A pair is split in time if in its window it moves, or strays, farther than this many times its size.
const TIME_FIRST: f64 = 1.0;

/// What is to be done, by when its window begins, as seen by the walk.
type Item = RankedTask<([f64; 2], SearchTask)>;

#[derive(Clone, Copy, Debug)]
enum SearchTask {
    Parts([BodyPart; 2]),
    Event(Time, [FaceId; 2]),
}

/// A walk over one window of time.
pub(super) struct FreeTimeSearch<'s, 'm> {
    pair: &'s MovingPair<'m>,
    exact: Option<&'s ExactContact<'s, 'm>>,
    heading: TimeDirection,
    open: PriorityQueue<Item>,
}

impl<'s, 'm> FreeTimeSearch<'s, 'm> {
    pub fn new(pair: &'s MovingPair<'m>, exact: Option<&'s ExactContact<'s, 'm>>, heading: TimeDirection) -> Self {
        Self { pair, exact, heading, open: PriorityQueue::default() }
    }

    /// The first contact in a window, at whose beginning (as seen by the walk) the bodies are free; `None` if there is none.
    pub fn first(mut self, window: [f64; 2], effort: &mut SweepEffort) -> Option<FoundContact> {
        self.push([BodyPart::Slot(Slot::ROOT); 2], window, f64::INFINITY);
        while let Some(item) = self.open.pop() {
            let (window, task) = item.item;
            match task {
                SearchTask::Event(time, faces) => return Some(FoundContact { time, end: SearchEnd::Event(faces) }),
                // All that lies before the first window is free.
                SearchTask::Parts(_) if !effort.is_left() => {
                    let time = Time::exactly(self.near_end(window));
                    return Some(FoundContact { time, end: SearchEnd::GivenUp });
                }
                SearchTask::Parts([BodyPart::Face(a), BodyPart::Face(b)]) => {
                    effort.spend_on_faces();
                    if let Some(found) = self.faces([a, b], window, effort) {
                        return Some(found);
                    }
                }
                SearchTask::Parts(parts) => self.split(parts, window, effort),
            }
        }
        None
    }

    fn push(&mut self, parts: [BodyPart; 2], window: [f64; 2], size: f64) {
        let key = match self.heading {
            TimeDirection::Forward => window[0],
            TimeDirection::Backward => -window[1],
        };
        self.open.push(Item { key, size, item: (window, SearchTask::Parts(parts)) });
    }

    /// The end of a window that the walk comes to first.
    fn near_end(&self, [from, until]: [f64; 2]) -> f64 {
        match self.heading {
            TimeDirection::Forward => from,
            TimeDirection::Backward => until,
        }
    }

    /// How near counts.
    fn near(&self) -> f64 {
        self.pair.separation + self.pair.slack
    }

    /// Opens a pair, or halves its window.
    fn split(&mut self, parts: [BodyPart; 2], window: [f64; 2], effort: &mut SweepEffort) {
        effort.spend_on_boxes();
        let slice = self.pair.slice(window);
        let [a, b] = [0, 1].map(|body| self.pair.swept(body, parts[body], &slice));
        let mut clip = AxisClip::new(&a, &b, self.near());
        if clip.by_faces() || clip.by_edges() {
            return;
        }
        let sizes = [a.ends[0].radius(), b.ends[0].radius()];
        let size = sizes[0] + sizes[1];
        let left = clip.window(window);
        if left[1] - left[0] < SHRUNK * (window[1] - window[0]) {
            self.push(parts, left, size);
            return;
        }
        let shift = |s: &SweptPart| s.ends[1].centre() - s.ends[0].centre();
        let motion = (shift(&b) - shift(&a)).length() + a.stray + b.stray;
        if motion > TIME_FIRST * size
            && let Some(middle) = between(left)
        {
            self.push(parts, [left[0], middle], size);
            self.push(parts, [middle, left[1]], size);
            return;
        }
        let side = match parts {
            [BodyPart::Face(_), _] => 1,
            [_, BodyPart::Face(_)] => 0,
            _ => usize::from(sizes[1] > sizes[0]),
        };
        self.open_side(parts, side, &slice, if side == 0 { &b } else { &a }, effort);
    }

    /// Pushes the pairs of one part's children with the other, as far as they may come near.
    fn open_side(
        &mut self,
        parts: [BodyPart; 2],
        side: usize,
        slice: &TimeSlice,
        other: &SweptPart,
        effort: &mut SweepEffort,
    ) {
        let pair = self.pair;
        pair.bodies[side].open(parts[side], |child| {
            effort.spend_on_boxes();
            let own = pair.swept(side, child, slice);
            let (a, b) = if side == 0 { (&own, other) } else { (other, &own) };
            let mut clip = AxisClip::new(a, b, self.near());
            if clip.by_faces() || clip.by_edges() {
                return;
            }
            let mut pair = parts;
            pair[side] = child;
            self.push(pair, clip.window(slice.window), own.ends[0].radius() + other.ends[0].radius());
        });
    }

    /// Two faces: found, if they are near at the beginning of their window; else what is left of it.
    fn faces(&mut self, faces: [FaceId; 2], window: [f64; 2], effort: &mut SweepEffort) -> Option<FoundContact> {
        let parts = [BodyPart::Face(faces[0]), BodyPart::Face(faces[1])];
        let slice = self.pair.slice(window);
        let [a, b] = [0, 1].map(|body| self.pair.swept(body, parts[body], &slice));
        let mut clip = AxisClip::new(&a, &b, self.near());
        if clip.by_faces() {
            return None;
        }
        if let Some(exact) = self.exact {
            let left = clip.window(window);
            if let Some(time) = effort.spend_on_integers(|cost| exact.event(faces, self.heading, left, cost)) {
                let key = if self.heading == TimeDirection::Forward { time.lower } else { -time.upper };
                self.open.push(Item { key, size: 0.0, item: (window, SearchTask::Event(time, faces)) });
            }
            return None;
        }
        let near = usize::from(self.heading == TimeDirection::Backward);
        let (PartShape::Triangle(s), PartShape::Triangle(t)) = (a.ends[near], b.ends[near]) else {
            return None;
        };
        let closest = distance(&s, &t);
        let found = FoundContact { time: Time::exactly(self.near_end(window)), end: SearchEnd::Near(faces) };
        if closest.squared.sqrt() <= self.pair.separation + self.pair.tolerance * NEAR {
            return Some(found);
        }
        if clip.by(direction(&closest, &[s, t])) {
            return None;
        }
        let left = clip.window(window);
        if left[1] - left[0] < SHRUNK * (window[1] - window[0]) {
            self.push(parts, left, 0.0);
            return None;
        }
        let Some(middle) = between(left) else { return Some(found) };
        self.push(parts, [left[0], middle], 0.0);
        self.push(parts, [middle, left[1]], 0.0);
        None
    }
}

/// A double between two others, if there is one.
pub(super) fn between([from, until]: [f64; 2]) -> Option<f64> {
    let middle = from + (until - from) * 0.5;
    (from < middle && middle < until).then_some(middle)
}
