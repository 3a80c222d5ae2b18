//! The motion of B relative to A: a translation or a rotation behind one interface.

use super::edge_contact::{EdgeContact, EventTime, VertexEvent};
use super::initial_configuration::StartPosition;
use super::motion::MotionKind;
use super::rotation::Rotation;
use super::swept_extent::SweptExtent;
use super::translation::{Translation, shifted};
use crate::EdgeId;
use crate::tree::oriented_box::OrientedBox;
use impinge::cost::Cost;
use impinge::math::DVec2;
use impinge::math::interval::{Enclosure, Point};

/// A motion that moves something.
#[derive(Debug)]
pub(super) enum RelativeMotion<'a> {
    /// Times are those of the motion.
    Translation(Translation<'a>),
    /// Times are angles in radians.
    Rotation(Rotation<'a>),
}

impl<'a> RelativeMotion<'a> {
    pub fn new(start: &'a StartPosition<'a>, motion: MotionKind) -> Self {
        match motion {
            MotionKind::Translation(by) => Self::Translation(Translation { start, by }),
            MotionKind::Rotation { angle, centre } => Self::Rotation(Rotation::new(start, angle, centre)),
        }
    }

    /// The last time.
    pub fn limit(&self) -> Enclosure {
        match self {
            Self::Translation(_) => Enclosure::exactly(1.0),
            Self::Rotation(turn) => turn.limit,
        }
    }

    /// Hands over all times in which two edges meet, or may.
    pub fn edge_contacts(&self, edges: [EdgeId; 2], cost: &mut Cost, take: &mut dyn FnMut(EdgeContact)) {
        match self {
            Self::Translation(shift) => shift.edge_contact(edges, cost).into_iter().for_each(take),
            Self::Rotation(turn) => turn.edge_contacts(edges, cost, take),
        }
    }

    /// Whether one contact certainly begins no later than another ends, where their times do not tell.
    pub fn joins(&self, ending: &EdgeContact, beginning: &EdgeContact, cost: &mut Cost) -> bool {
        let certain = ending.certain && beginning.certain;
        match self {
            Self::Translation(shift) => shift.joins(ending.edges, beginning.edges, cost),
            // A vertex that leaves an edge at its end is where the next edge begins.
            Self::Rotation(turn) => {
                let events = ending.end.event.zip(beginning.begin.event);
                certain && events.is_some_and(|(p, q)| turn.is_same_event(&p, &q))
            }
        }
    }

    /// The vertex on an edge that a contact of edges begins with; `None` where there may be several.
    pub fn first_event(&self, edge_contact: &EdgeContact, cost: &mut Cost) -> Option<VertexEvent> {
        match self {
            Self::Translation(shift) => shift.first_event(edge_contact.edges, cost),
            Self::Rotation(_) => edge_contact.begin.event,
        }
    }

    /// What the motion sees of a box.
    pub fn swept_extent(&self, bounds: OrientedBox) -> SweptExtent {
        match self {
            Self::Translation(shift) => shift.swept_extent(bounds),
            Self::Rotation(turn) => turn.swept_extent(bounds),
        }
    }

    /// Times outside which two boxes do not meet; `None` if they never do.
    pub fn window(&self, a: &SweptExtent, b: &SweptExtent) -> Option<[f64; 2]> {
        match self {
            _ if !a.may_meet(b) => None,
            Self::Translation(shift) => shift.window(a, b),
            Self::Rotation(turn) => turn.window(a, b),
        }
    }

    /// A point of a body at a time, as the other body sees it, which rests where it began.
    pub fn seen(&self, body: usize, point: DVec2, time: f64) -> Point {
        match self {
            Self::Translation(shift) => shifted(point, if body == 1 { shift.by } else { -shift.by }, time),
            Self::Rotation(turn) => {
                let sense = if body == 1 { turn.sense } else { -turn.sense };
                turn.turned(point, sense * time)
            }
        }
    }

    /// Where a point of a body approximately is at a time, in A's frame.
    pub fn place(&self, body: usize, point: DVec2, time: f64) -> DVec2 {
        match self {
            _ if body == 0 => point,
            Self::Translation(shift) => point + shift.by * time,
            Self::Rotation(turn) => turn.place(point, turn.sense * time),
        }
    }

    /// How fast B approximately goes where it is at a point of A's frame.
    pub fn velocity(&self, point: DVec2) -> DVec2 {
        match self {
            Self::Translation(shift) => shift.by,
            Self::Rotation(turn) => (point - turn.centre).perp() * turn.sense,
        }
    }

    /// The end of the motion as a moment.
    pub fn last(&self) -> EventTime {
        EventTime { time: self.limit(), event: None }
    }
}
