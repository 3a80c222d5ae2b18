//! From a time at which two bodies are free to the first at which they may be in contact, forward or backward.
//!
//! Pairs of parts, each with a window of time in which it may come near, are taken up in the order in which these windows begin: nodes are
//! opened, windows clipped and halved, until a pair of faces is near at the very beginning of its window. All that lies before is then proved free. It is conservative
//! advancement (Mirtich 1996) for all pairs at once, with directions that are kept over a slice of time instead of a moment.

use super::exact_face_contact::Exact;
use super::heap_item::Ranked;
use super::moving_body::{Part, Shape};
use super::moving_pair::{Effort, Slice, Stage, Swept};
use super::separating_axis_clip::{Clip, direction};
use crate::bvh::Slot;
use crate::ccd::Time;
use crate::feature::FaceId;
use crate::triangle_pair::distance;
use std::collections::BinaryHeap;

/// Which way time is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Heading {
    Forward,
    Backward,
}

/// Why a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// Two faces meet, exactly then.
    Event,
    /// Two faces are within the tolerance of contact.
    Near,
    /// The effort ran out.
    GivenUp,
}

/// Where a walk ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub time: Time,
    pub faces: [FaceId; 2],
    pub end: End,
}

/// The share of the tolerance within which faces are found to be near: less than the one from which on they are held, so that what is found is held.
pub(super) const NEAR: f64 = 0.25;

/// Windows that a clip has not made shorter than this share are halved.
const SHRUNK: f64 = 0.75;

/// A pair is split in time if in its window it moves, or strays, farther than this many times its size.
const TIME_FIRST: f64 = 1.0;

/// What is to be done, by when its window begins, as seen by the walk.
type Item = Ranked<([f64; 2], Task)>;

#[derive(Clone, Copy, Debug)]
enum Task {
    Parts([Part; 2]),
    Event(Time, [FaceId; 2]),
}

/// A walk over one window of time.
pub(super) struct Walk<'s, 'm> {
    stage: &'s Stage<'m>,
    exact: Option<&'s Exact<'s, 'm>>,
    heading: Heading,
    open: BinaryHeap<Item>,
}

impl<'s, 'm> Walk<'s, 'm> {
    pub fn new(stage: &'s Stage<'m>, exact: Option<&'s Exact<'s, 'm>>, heading: Heading) -> Self {
        Self { stage, exact, heading, open: BinaryHeap::new() }
    }

    /// The first contact in a window, at whose beginning (as seen by the walk) the bodies are free; `None` if there is none.
    pub fn first(mut self, window: [f64; 2], effort: &mut Effort) -> Option<Found> {
        self.push([Part::Slot(Slot::ROOT); 2], window, f64::INFINITY);
        while let Some(item) = self.open.pop() {
            let (window, task) = item.item;
            match task {
                Task::Event(time, faces) => return Some(Found { time, faces, end: End::Event }),
                Task::Parts([Part::Face(a), Part::Face(b)]) => {
                    let is_left = effort.spend_on_faces();
                    if let Some(found) = self.faces([a, b], window, effort) {
                        return Some(found);
                    }
                    if !is_left {
                        let near = self.near_end(window);
                        return Some(Found { time: Time::exactly(near), faces: [a, b], end: End::GivenUp });
                    }
                }
                Task::Parts(parts) => self.split(parts, window, effort),
            }
        }
        None
    }

    fn push(&mut self, parts: [Part; 2], window: [f64; 2], size: f64) {
        let key = match self.heading {
            Heading::Forward => window[0],
            Heading::Backward => -window[1],
        };
        self.open.push(Item { key, size, item: (window, Task::Parts(parts)) });
    }

    /// The end of a window that the walk comes to first.
    fn near_end(&self, [from, until]: [f64; 2]) -> f64 {
        match self.heading {
            Heading::Forward => from,
            Heading::Backward => until,
        }
    }

    /// How near counts.
    fn near(&self) -> f64 {
        self.stage.separation + self.stage.slack
    }

    /// Opens a pair, or halves its window.
    fn split(&mut self, parts: [Part; 2], window: [f64; 2], effort: &mut Effort) {
        effort.spend_on_boxes();
        let slice = self.stage.slice(window);
        let [a, b] = [0, 1].map(|body| self.stage.swept(body, parts[body], &slice));
        let mut clip = Clip::new(&a, &b, self.near());
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
        let shift = |s: &Swept| s.ends[1].centre() - s.ends[0].centre();
        let motion = (shift(&b) - shift(&a)).length() + a.stray + b.stray;
        if motion > TIME_FIRST * size
            && let Some(middle) = between(left)
        {
            self.push(parts, [left[0], middle], size);
            self.push(parts, [middle, left[1]], size);
            return;
        }
        let side = match parts {
            [Part::Face(_), _] => 1,
            [_, Part::Face(_)] => 0,
            _ => usize::from(sizes[1] > sizes[0]),
        };
        self.open_side(parts, side, &slice, if side == 0 { &b } else { &a }, effort);
    }

    /// Pushes the pairs of one part's children with the other, as far as they may come near.
    fn open_side(&mut self, parts: [Part; 2], side: usize, slice: &Slice, other: &Swept, effort: &mut Effort) {
        let stage = self.stage;
        stage.riders[side].open(parts[side], |child| {
            effort.spend_on_boxes();
            let own = stage.swept(side, child, slice);
            let (a, b) = if side == 0 { (&own, other) } else { (other, &own) };
            let mut clip = Clip::new(a, b, self.near());
            if clip.by_faces() || clip.by_edges() {
                return;
            }
            let mut pair = parts;
            pair[side] = child;
            self.push(pair, clip.window(slice.window), own.ends[0].radius() + other.ends[0].radius());
        });
    }

    /// Two faces: found, if they are near at the beginning of their window; else what is left of it.
    fn faces(&mut self, faces: [FaceId; 2], window: [f64; 2], effort: &mut Effort) -> Option<Found> {
        let parts = [Part::Face(faces[0]), Part::Face(faces[1])];
        let slice = self.stage.slice(window);
        let [a, b] = [0, 1].map(|body| self.stage.swept(body, parts[body], &slice));
        let mut clip = Clip::new(&a, &b, self.near());
        if clip.by_faces() {
            return None;
        }
        if let Some(exact) = self.exact {
            if let Some(time) = exact.event(faces, self.heading, clip.window(window), &mut effort.cost) {
                let key = if self.heading == Heading::Forward { time.lower } else { -time.upper };
                self.open.push(Item { key, size: 0.0, item: (window, Task::Event(time, faces)) });
            }
            return None;
        }
        let near = usize::from(self.heading == Heading::Backward);
        let (Shape::Triangle(s), Shape::Triangle(t)) = (a.ends[near], b.ends[near]) else {
            return None;
        };
        let closest = distance(&s, &t);
        let found = Found { time: Time::exactly(self.near_end(window)), faces, end: End::Near };
        if closest.squared.sqrt() <= self.stage.separation + self.stage.tolerance * NEAR {
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
