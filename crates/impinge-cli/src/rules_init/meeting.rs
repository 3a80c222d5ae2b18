//! Pairs of bodies that meet, as a check without rules finds them.

use crate::judge::Assembly;
use crate::stage::Stage;
use impinge::executor::Executor;
use impinge::pair::{Method, Relation};
use impinge_clash::RuleBook;
use impinge_io::RulesFile;
use std::collections::BTreeSet;

/// Two bodies that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The bodies, by their place in the assembly, the lower first.
    pub bodies: [usize; 2],
    /// The relation of the first to the second.
    pub relation: Relation,
}

/// Every pair that meets, sorted.
///
/// # Errors
/// A body cannot be where it is to be.
pub fn meetings(stage: &Stage, executor: &Executor, quiet: bool) -> anyhow::Result<Vec<Meeting>> {
    let names: Vec<&str> = stage.bodies.iter().map(|body| body.name.as_str()).collect();
    let book = RuleBook::new(RulesFile::default(), &names);
    let (method, apart) = (Method::default(), BTreeSet::new());
    let check = Assembly { book: &book, all_pairs: false, self_pairs: false, method, apart, quiet };
    let pairs = check.judge(stage, executor)?.report.pairs;
    Ok(pairs.into_iter().map(|pair| Meeting { bodies: [pair.a, pair.b], relation: pair.relation }).collect())
}
