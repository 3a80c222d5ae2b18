//! A motion of one body along the other: one of two kinds, asked the same questions.

use super::edge_contact::{Event, Moment, Span};
use super::motion::Kind;
use super::rotation::Turn;
use super::start_position::Stage;
use super::swept_extent::Aspect;
use super::translation::{Shift, shifted};
use crate::EdgeId;
use crate::tree::oriented_box::Box2;
use impinge::cost::Cost;
use impinge::math::DVec2;
use impinge::math::enclosure::{Enclosure, Point, turned};

/// A motion that moves something.
#[derive(Debug)]
pub(super) enum Course<'a> {
    /// Times are those of the motion.
    Shift(Shift<'a>),
    /// Times are angles in radians.
    Turn(Turn<'a>),
}

impl<'a> Course<'a> {
    pub fn new(stage: &'a Stage<'a>, motion: Kind) -> Self {
        match motion {
            Kind::Shift(by) => Self::Shift(Shift { stage, by }),
            Kind::Turn { angle, centre } => Self::Turn(Turn::new(stage, angle, centre)),
        }
    }

    /// The last time.
    pub fn limit(&self) -> Enclosure {
        match self {
            Self::Shift(_) => Enclosure::exactly(1.0),
            Self::Turn(turn) => turn.limit,
        }
    }

    /// Hands over all times in which two edges meet, or may.
    pub fn spans(&self, edges: [EdgeId; 2], cost: &mut Cost, take: &mut dyn FnMut(Span)) {
        match self {
            Self::Shift(shift) => shift.span(edges, cost).into_iter().for_each(take),
            Self::Turn(turn) => turn.spans(edges, cost, take),
        }
    }

    /// Whether one span certainly begins no later than another ends, where their times do not tell.
    pub fn joins(&self, ending: &Span, beginning: &Span, cost: &mut Cost) -> bool {
        let certain = ending.certain && beginning.certain;
        match self {
            Self::Shift(shift) => shift.joins(ending.edges, beginning.edges, cost),
            // A vertex that leaves an edge at its end is where the next edge begins.
            Self::Turn(_) => certain && ending.end.event.is_some() && ending.end.event == beginning.begin.event,
        }
    }

    /// The vertex on an edge that a span begins with; `None` where there may be several.
    pub fn first_event(&self, span: &Span, cost: &mut Cost) -> Option<Event> {
        match self {
            Self::Shift(shift) => shift.first_event(span.edges, cost),
            Self::Turn(_) => span.begin.event,
        }
    }

    /// What the motion sees of a box.
    pub fn aspect(&self, bounds: Box2) -> Aspect {
        match self {
            Self::Shift(shift) => shift.aspect(bounds),
            Self::Turn(turn) => turn.aspect(bounds),
        }
    }

    /// Times outside which two boxes do not meet; `None` if they never do.
    pub fn window(&self, a: &Aspect, b: &Aspect) -> Option<[f64; 2]> {
        match self {
            _ if !a.may_meet(b) => None,
            Self::Shift(shift) => shift.window(a, b),
            Self::Turn(turn) => turn.window(a, b),
        }
    }

    /// A point of a body at a time, as the other body sees it, which rests where it began.
    pub fn seen(&self, body: usize, point: DVec2, time: f64) -> Point {
        match self {
            Self::Shift(shift) => shifted(point, if body == 1 { shift.by } else { -shift.by }, time),
            Self::Turn(turn) => {
                let sense = if body == 1 { turn.sense } else { -turn.sense };
                turned(turn.relative(point), sense * time)
            }
        }
    }

    /// A point at rest, in the same units.
    pub fn at_rest(&self, point: DVec2) -> Point {
        match self {
            Self::Shift(_) => point.to_array().map(Enclosure::exactly),
            Self::Turn(turn) => turn.relative(point),
        }
    }

    /// Where a point of a body roughly is at a time, in A's frame.
    pub fn place(&self, body: usize, point: DVec2, time: f64) -> DVec2 {
        match self {
            _ if body == 0 => point,
            Self::Shift(shift) => point + shift.by * time,
            Self::Turn(turn) => turn.centre + DVec2::from_angle(turn.sense * time).rotate(point - turn.centre),
        }
    }

    /// How fast B roughly goes where it is at a point of A's frame.
    pub fn velocity(&self, point: DVec2) -> DVec2 {
        match self {
            Self::Shift(shift) => shift.by,
            Self::Turn(turn) => (point - turn.centre).perp() * turn.sense,
        }
    }

    /// The end of the motion as a moment.
    pub fn last(&self) -> Moment {
        Moment { time: self.limit(), event: None }
    }
}
