//! Every box against every box: right by construction, and the fastest for a few dozen.

use super::pair_set::PairSet;
use super::phase::Method;
use super::roster::Roster;
use crate::executor::Executor;

/// Every box against every box.
#[derive(Debug)]
pub(super) struct Exhaustive;

impl Method for Exhaustive {
    fn update(&mut self, roster: &Roster, pairs: &mut PairSet, _: &Executor) {
        pairs.restart();
        for b in 0..roster.keys() {
            (0..b).filter(|a| roster.is_pair(*a, b)).for_each(|a| pairs.all.push(a, b));
        }
        pairs.compare(roster);
    }
}
