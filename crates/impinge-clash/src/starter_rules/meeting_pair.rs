//! Pairs of bodies that meet, as a check without rules finds them.

use crate::assembly::assembly_scene::AssemblyScene;
use crate::assembly::load_assembly::Assembly;
use crate::check::{CheckError, PairCheck, ProvedApart};
use crate::progress::Progress;
use crate::report::checked_pair::CheckedPair;
use crate::rules::{RuleBook, RulesFile};
use impinge::executor::Executor;
use impinge::pair::{Method, Relation};

/// Two bodies that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MeetingPair {
    /// The bodies, by index, the lower first.
    pub bodies: [usize; 2],
    /// The relation of the first to the second; touching if their overlap is within the tolerance that rounding explains.
    pub relation: Relation,
}

/// Every pair that meets, sorted.
///
/// # Errors
/// The engine refuses the place of a body.
pub fn find_meeting_pairs(
    assembly: &Assembly,
    executor: &Executor,
    progress: &dyn Progress,
) -> Result<Vec<MeetingPair>, CheckError> {
    let rules = RuleBook::for_assembly(RulesFile::default(), assembly);
    let (method, proved) = (Method::default(), ProvedApart::default());
    let check = PairCheck { rules: &rules, all_pairs: false, self_pairs: false, method, proved };
    let mut scene = AssemblyScene::new(assembly)?;
    let pairs = check.run(assembly, &mut scene, executor, progress)?.report.pairs;
    Ok(pairs.iter().map(MeetingPair::from_checked).collect())
}

impl MeetingPair {
    /// A pair of a check.
    pub(crate) fn from_checked(pair: &CheckedPair) -> Self {
        let relation = match pair.overlap {
            Some(overlap) if overlap.is_within() => Relation::Touching,
            _ => pair.relation,
        };
        Self { bodies: pair.bodies(), relation }
    }
}
