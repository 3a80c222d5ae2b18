//! Every box against every box: right by construction, and the fastest for a few dozen.

use super::pair_set::PairSet;
use super::phase::{Method, Region};
use super::roster::Roster;
use crate::executor::Executor;

/// Every box against every box.
#[derive(Debug)]
pub(super) struct Exhaustive;

impl Method for Exhaustive {
    fn update(&mut self, roster: &Roster, pairs: &mut PairSet, _: &Executor) {
        pairs.restart();
        for b in 0..roster.keys() {
            pairs.all.extend((0..b).filter(|a| roster.is_pair(*a, b)).map(|a| (a, b)));
        }
        pairs.compare(roster);
    }

    fn search(&self, roster: &Roster, region: &dyn Region, visit: &mut dyn FnMut(u32)) {
        (0..roster.keys()).filter(|key| region.meets(roster.before(*key))).for_each(visit);
    }
}
