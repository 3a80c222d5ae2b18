//! How much a query may do before it must answer with what it knows.

use std::time::{Duration, Instant};

/// What a query may spend; unlimited by default. Whichever limit is reached first counts.
///
/// A pair of boxes opened, or a pair of leaves whose triangles are compared, is one pair. Limits are looked at between
/// pairs: setting up a query, one look for a first pair of points, and telling whether one body lies inside the other are not
/// interrupted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Time on the clock, from the call.
    pub time: Option<Duration>,
    /// Pairs of boxes or leaves.
    pub pairs: Option<u64>,
}

impl Budget {
    /// No limit.
    pub const UNLIMITED: Self = Self { time: None, pairs: None };

    /// A time on the clock.
    #[must_use]
    pub fn of_time(time: Duration) -> Self {
        Self { time: Some(time), pairs: None }
    }

    /// A number of pairs of boxes or leaves: the same answer on every machine and every run.
    #[must_use]
    pub fn of_pairs(pairs: u64) -> Self {
        Self { time: None, pairs: Some(pairs) }
    }
}

/// Pairs between two looks at the clock, which costs about as much as a pair.
const PAIRS_A_LOOK: u32 = 8;

/// A budget as it is spent.
#[derive(Clone, Copy, Debug)]
pub struct Meter {
    limit: u64,
    spent: u64,
    deadline: Option<Instant>,
    pairs_to_look: u32,
    late: bool,
}

impl Meter {
    /// The clock starts now.
    pub fn start(budget: &Budget) -> Self {
        // A time too long for the clock is no limit.
        let deadline = budget.time.and_then(|time| Instant::now().checked_add(time));
        Self::until(deadline, budget.pairs.unwrap_or(u64::MAX))
    }

    /// A number of pairs until a time on the clock.
    pub fn until(deadline: Option<Instant>, pairs: u64) -> Self {
        Self { limit: pairs, spent: 0, deadline, pairs_to_look: 0, late: false }
    }

    /// Pays for one pair, if there is something left to pay with.
    #[inline(always)]
    pub fn pay(&mut self) -> bool {
        if self.spent >= self.limit || (self.deadline.is_some() && self.is_late()) {
            return false;
        }
        self.spent += 1;
        true
    }

    /// Whether there is something left.
    pub fn has_some(&mut self) -> bool {
        self.pairs_to_look = 0;
        self.spent < self.limit && (self.deadline.is_none() || !self.is_late())
    }

    /// Pays for what was done without asking; that may be more than is left.
    pub fn pay_for(&mut self, pairs: u64) {
        self.spent = self.spent.saturating_add(pairs);
        self.pairs_to_look = 0;
    }

    /// What was paid.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    #[cold]
    fn is_late(&mut self) -> bool {
        if self.pairs_to_look == 0 {
            self.pairs_to_look = PAIRS_A_LOOK;
            self.late |= self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        }
        self.pairs_to_look -= 1;
        self.late
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_meter_stops_at_its_limit() {
        let mut meter = Meter::start(&Budget::of_pairs(3));
        assert_eq!((0..9).filter(|_| meter.pay()).count(), 3);
        assert!(!meter.has_some());
        let mut meter = Meter::start(&Budget::of_pairs(3));
        meter.pay_for(2);
        assert!(meter.has_some() && meter.pay() && !meter.pay());
        let mut meter = Meter::start(&Budget::of_time(Duration::ZERO));
        assert!(!meter.pay() && !meter.pay() && !meter.has_some());
        let mut meter = Meter::start(&Budget::of_time(Duration::MAX));
        assert!((0..100).all(|_| meter.pay()));
        let mut meter = Meter::start(&Budget::UNLIMITED);
        assert!((0..100).all(|_| meter.pay()) && meter.has_some());
    }
}
