//! What a sweep is asked with and what it answers.

use crate::bounded::Certainty;
use crate::ccd::Time;
use crate::cost::Cost;
use crate::feature::Feature;
use crate::math::DVec3;

/// Options of a query about two bodies in motion.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SweepOptions {
    /// From when to when (in the unit of the motions); `None` for all the time in which a body moves, or from 0 to 1 if none does.
    pub window: Option<[f64; 2]>,
    /// Bodies that are this near (a length) count as in contact; 0 by default.
    pub separation: f64,
    /// How near to contact bodies may be and be reported as in contact (a length), where that is not exact; `None` for 1e-9 of the size of the larger
    /// body. Rounding may ask for more: see [`Sweep::bound`].
    pub tolerance: Option<f64>,
    /// How many pairs of boxes or faces may be looked at, a test in integers counting as a hundred; what is then still open is reported as [`Certainty::Undecided`]. 2 · 10^7 by default, some seconds.
    pub effort: u64,
}

impl Default for SweepOptions {
    fn default() -> Self {
        Self { window: None, separation: 0.0, tolerance: None, effort: 20_000_000 }
    }
}

/// Why a sweep was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SweepError {
    /// The time window is empty or not finite.
    #[error("the window from {from} to {until} is not finite, or does not end after it begins")]
    Window {
        /// Its beginning.
        from: f64,
        /// Its end.
        until: f64,
    },
    /// The separation is not a length.
    #[error("the separation is {0}, expected a length of 0 or more and at most 2^300")]
    Separation(f64),
    /// The tolerance is not a length.
    #[error("the tolerance is {0}, expected a length of more than 0 and at most 2^300")]
    Tolerance(f64),
    /// Bodies that deform were asked about another time than that of their motion.
    #[error("the window is from {from} to {until}, expected from 0 to 1, when bodies deform")]
    DeformingWindow {
        /// Its beginning.
        from: f64,
        /// Its end.
        until: f64,
    },
    /// A body does not have as many vertices at the end as at the start.
    #[error("body {body} has {from} vertices at the start and {to} at the end")]
    Vertices {
        /// 0 for A, 1 for B.
        body: usize,
        /// Vertices at the start.
        from: usize,
        /// Vertices at the end.
        to: usize,
    },
    /// The faces of a body at the end are not those at the start.
    #[error("body {body} has other faces at the end than at the start, the first of them face {face}")]
    Faces {
        /// 0 for A, 1 for B.
        body: usize,
        /// The first face that differs.
        face: usize,
    },
}

/// Times in which the bodies share a point, or are no farther apart than the separation; ends included.
///
/// No moment of contact lies outside `begin.lower..=end.upper` of all intervals.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactInterval {
    /// When contact begins; the start of the window if there is contact then.
    pub begin: Time,
    /// When it ends; the end of the window if there is contact then.
    pub end: Time,
    /// [`Certainty::Exact`]: both ends are those of contact, which lasts all the time between. [`Certainty::WithinBound`]: at all times of the interval the bodies
    /// share a point, or come within [`Sweep::bound`] of contact. [`Certainty::Undecided`]: the effort ran out.
    pub certainty: Certainty,
}

impl ContactInterval {
    /// Goes on to the end of another that begins no earlier, and no later than this one ends.
    pub(crate) fn join(&mut self, other: &Self) {
        if (other.end.upper, other.end.lower) > (self.end.upper, self.end.lower) {
            self.end = other.end;
        }
        self.certainty = self.certainty.max(other.certainty);
    }
}

/// The first moment of contact of bodies that begin apart, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Impact {
    /// When.
    pub time: Time,
    /// The points of A and of B that touch, or are nearest; rounded.
    pub points: [DVec3; 2],
    /// The parts of A and of B that they lie on.
    pub features: [Feature; 2],
    /// Of length 1, from A towards B, rounded.
    pub normal: DVec3,
}

/// The answer of [`crate::pair::sweep::sweep`].
#[derive(Clone, Debug, PartialEq)]
pub struct Sweep {
    /// The time that was looked at.
    pub window: [f64; 2],
    /// All times of contact, sorted and disjoint; none is a proof that the motion is free.
    pub intervals: Vec<ContactInterval>,
    /// The first moment of contact; `None` if there is none, or if the bodies are in contact at the start.
    pub impact: Option<Impact>,
    /// How far from contact (a length) bodies may be at times of intervals that are not exact; gaps no wider may be missing.
    pub bound: f64,
    /// Work counters.
    pub cost: Cost,
}

impl Sweep {
    /// Whether the bodies are free of contact at all times.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.intervals.is_empty()
    }

    /// Whether they are in contact at the start.
    #[must_use]
    pub fn starts_in_contact(&self) -> bool {
        self.intervals.first().is_some_and(|first| first.begin.upper == self.window[0])
    }

    /// Whether a time lies in an interval.
    #[must_use]
    pub fn holds(&self, time: f64) -> bool {
        self.intervals.iter().any(|i| i.begin.lower <= time && time <= i.end.upper)
    }
}
