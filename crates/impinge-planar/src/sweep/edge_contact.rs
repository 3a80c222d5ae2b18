//! A time interval in which two edges meet, and the events at its ends.

use crate::EdgeId;
use impinge::math::interval::Enclosure;

/// A vertex of one body on an edge of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VertexEvent {
    /// Whose vertex: 0 for A, 1 for B.
    pub body: usize,
    pub vertex: u32,
    /// The edge of the other body.
    pub edge: EdgeId,
    /// Which of the times that vertex and edge have in common.
    pub root: u8,
}

/// A time of the motion.
#[derive(Clone, Copy, Debug)]
pub(super) struct EventTime {
    pub time: Enclosure,
    /// What happens then; `None` for the ends of the motion, and where several things may.
    pub event: Option<VertexEvent>,
}

impl EventTime {
    pub fn exactly(time: f64) -> Self {
        Self { time: Enclosure::exactly(time), event: None }
    }
}

/// Times in which two edges meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct EdgeContact {
    pub edges: [EdgeId; 2],
    pub begin: EventTime,
    pub end: EventTime,
    /// Whether they certainly meet from begin to end; else they may, somewhere in between.
    pub certain: bool,
}

impl EdgeContact {
    /// An open interval of times that are known to be contact; where it holds the start or the end of the motion, it goes beyond, as
    /// nothing else does.
    pub fn known(&self, limit: Enclosure) -> Option<[f64; 2]> {
        let from = if self.begin.time.upper <= 0.0 { f64::NEG_INFINITY } else { self.begin.time.upper };
        let to = if self.end.time.lower >= limit.lower { f64::INFINITY } else { self.end.time.lower };
        self.certain.then_some([from, to])
    }
}
