//! Time cut into pieces in which both bodies move smoothly, and answers of pieces put together.

use super::interval_cover::{ContactState, StateInterval};
use super::moving_body::PieceMotion;
use super::rigid_body_motion::{Motion, MotionCourse};
use super::sweep_report::ContactInterval;
use crate::ccd::{Passage, Time};
use crate::compact_sort::sort_by;
use crate::feature::FaceId;
use crate::math::interval::Enclosure;

/// The ends of all pieces of a window, first to last.
pub(super) fn cuts(motions: [&Motion; 2], [from, until]: [f64; 2]) -> Vec<f64> {
    let inner = motions.iter().flat_map(|motion| motion.breaks()).copied().filter(|t| from < *t && *t < until);
    let mut cuts: Vec<f64> = [from, until].into_iter().chain(inner).collect();
    sort_by(&mut cuts, f64::total_cmp);
    cuts.dedup();
    cuts
}

/// How a motion runs over one piece.
pub(super) fn ride<'m>(motion: &Motion, [from, until]: [f64; 2]) -> PieceMotion<'m> {
    let inside = |first: f64, last: f64| first <= from && until <= last;
    match &motion.0 {
        MotionCourse::Still(pose) => PieceMotion::Straight([*pose; 2]),
        MotionCourse::Turning(rigid) if inside(0.0, 1.0) => {
            PieceMotion::Turning { motion: *rigid, span: [from, until] }
        }
        MotionCourse::Turning(rigid) => {
            let at = if until <= 0.0 { 0.0 } else { 1.0 };
            PieceMotion::Turning { motion: *rigid, span: [at, at] }
        }
        MotionCourse::Keyframes { times, poses, interpolation } => {
            // Pieces end at keyframes, so that one passage holds all of it, or the body stands still.
            let k = times.partition_point(|t| *t <= from);
            match (k.checked_sub(1).and_then(|i| Some((times.get(i)?, poses.get(i)?))), times.get(k).zip(poses.get(k)))
            {
                (Some((t0, p)), Some((t1, q))) => {
                    let passage = Passage::new(p, q, *interpolation);
                    let share = |t: f64| ((t - t0) / (t1 - t0)).clamp(0.0, 1.0);
                    let span = [share(from), share(until)];
                    match () {
                        () if passage.is_straight() => PieceMotion::Straight(span.map(|s| passage.placed(s))),
                        () => PieceMotion::Passage { passage, span },
                    }
                }
                (Some((_, pose)), None) | (None, Some((_, pose))) => PieceMotion::Straight([*pose; 2]),
                (None, None) => PieceMotion::Straight(Default::default()), // there are always two keyframes
            }
        }
    }
}

/// A moment of a piece as a time.
fn time_of(moment: Time, [from, until]: [f64; 2]) -> Time {
    let at = |s: f64| match s {
        0.0 => Enclosure::exactly(from),
        1.0 => Enclosure::exactly(until),
        _ => Enclosure::exactly(from) + (Enclosure::exactly(until) - Enclosure::exactly(from)) * Enclosure::exactly(s),
    };
    let (lower, upper) = (at(moment.lower).lower, at(moment.upper).upper);
    Time { lower: lower.clamp(from, until), upper: upper.clamp(from, until) }
}

/// The intervals of all pieces, and the faces that touch first in the first.
#[derive(Clone, Debug, Default)]
pub(super) struct ContactTimeline {
    pub intervals: Vec<ContactInterval>,
    /// How contact begins, in the piece in which it does.
    pub first: Option<FirstTouch>,
}

/// The moment of a piece at which contact begins, and the faces that touch.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstTouch {
    pub moment: Time,
    pub faces: [FaceId; 2],
}

impl ContactTimeline {
    /// Adds the stretches of the next piece, first to last.
    pub fn add(&mut self, window: [f64; 2], stretches: &[StateInterval]) {
        for stretch in stretches {
            let ContactState::Contact(certainty) = stretch.state else { continue };
            let (begin, end) = (time_of(stretch.begin, window), time_of(stretch.end, window));
            match self.intervals.last_mut() {
                // Between neighbours nothing was found free.
                Some(last) if begin.lower <= last.end.upper => {
                    last.join(&ContactInterval { begin, end, certainty });
                }
                _ => {
                    if self.intervals.is_empty() {
                        let faces = stretch.touch;
                        self.first = faces.map(|faces| FirstTouch { moment: stretch.begin, faces });
                    }
                    self.intervals.push(ContactInterval { begin, end, certainty });
                }
            }
        }
    }

    /// Whether no contact is known yet.
    pub fn is_free(&self) -> bool {
        self.intervals.is_empty()
    }
}
