//! Which answers are right: every engine's beside the truth, and beside its own with the arguments in the other order.

use super::body::Body;
use super::peer::Engine;
use super::query::Query;
use super::truth::{placement, signed_distance};
use super::workload::{Item, Workload};
use crate::query::Answer;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How far an answer may be off and be right, relative to the truth.
pub const TOLERANCE: f64 = 1e-12;
/// Values below this part of the size of curved bodies are compared relative to the size, not to themselves.
const CURVED: f64 = 1e-3;

/// What is wrong with an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// No answer: an exception, a panic, an error, not a number, a refusal to decide.
    Undecided,
    /// "Apart", but they meet.
    Missed,
    /// "Meet", but they are apart.
    FalseAlarm,
    /// A distance or a depth that is too small.
    TooSmall,
    /// A distance or a depth that is too large.
    TooLarge,
    /// Another answer with the arguments in the other order.
    Asymmetric,
}

impl Fault {
    /// All faults, in the order of the tables.
    pub const ALL: [Self; 6] =
        [Self::Undecided, Self::Missed, Self::FalseAlarm, Self::TooSmall, Self::TooLarge, Self::Asymmetric];

    /// The name in tables and files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Undecided => "undecided",
            Self::Missed => "missed",
            Self::FalseAlarm => "false alarm",
            Self::TooSmall => "too small",
            Self::TooLarge => "too large",
            Self::Asymmetric => "asymmetric",
        }
    }
}

/// A wrong answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Finding {
    /// The name of the engine.
    pub engine: &'static str,
    /// The name of the workload.
    pub workload: String,
    /// What was asked.
    pub query: Query,
    /// The number of the pair in the workload.
    pub item: usize,
    /// What is wrong.
    pub fault: Fault,
    /// The signed distance.
    pub truth: f64,
    /// What the engine says; in the other order for [`Fault::Asymmetric`].
    pub answer: Answer,
}

/// A count of right and wrong answers of an engine to one query of a workload.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// How many were judged.
    pub judged: usize,
    /// No answer.
    pub undecided: usize,
    /// Answers that are off by more than is allowed.
    pub wrong: usize,
    /// Of these, answers off by more than a millionth of the truth and of the smaller body.
    pub gross: usize,
    /// Answers that depend on the order of arguments, beyond what is allowed.
    pub asymmetric: usize,
    /// Answers that depend on it in any bit.
    pub other_bits: usize,
    /// The largest error relative to the truth, of answers that have one.
    pub worst: f64,
}

/// The truth about the pairs of a workload that are judged.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// The numbers of the pairs that are judged, ascending.
    pub items: Vec<usize>,
    /// Their signed distances.
    pub truths: Vec<f64>,
}

impl Known {
    /// The truth about at most the given number of pairs, evenly chosen.
    #[must_use]
    pub fn of(workload: &Workload, most: usize) -> Self {
        let step = workload.items.len().div_ceil(most.max(1)).max(1);
        let items: Vec<usize> = (0..workload.items.len()).step_by(step).collect();
        let truths = items.iter().map(|k| signed_distance(workload, &workload.items[*k])).collect();
        Self { items, truths }
    }
}

/// The bodies of a workload with the pairs in the other order.
#[must_use]
pub fn swapped(workload: &Workload) -> Workload {
    Workload { items: workload.items.iter().map(Item::swapped).collect(), ..workload.clone() }
}

/// Asks, with panics caught.
pub fn asked(pairs: &dyn super::peer::Pairs, query: Query, item: usize) -> Answer {
    catch_unwind(AssertUnwindSafe(|| pairs.ask(query, item))).unwrap_or(Answer::Failed)
}

/// Judges an engine's answers to a query, in the order of the pairs. All pairs are asked, so that motions are complete.
///
/// # Errors
/// The engine refused the workload.
pub fn judge(
    engine: &dyn Engine,
    workload: &Workload,
    query: Query,
    known: &Known,
) -> anyhow::Result<(Tally, Vec<Finding>)> {
    let (pairs, turned) = (engine.load(workload)?, engine.load(&swapped(workload))?);
    let (mut tally, mut findings) = (Tally::default(), Vec::new());
    let mut next = known.items.iter().copied().zip(known.truths.iter().copied()).peekable();
    for number in 0..workload.items.len() {
        let truth = next.next_if(|(item, _)| *item == number).map(|(_, truth)| truth);
        let Some(truth) = truth.filter(|truth| query.is_asked(*truth <= 0.0)) else {
            // A pair that is not judged is asked, too, if the engine remembers the last step.
            if workload.is_coherent() {
                let _ = (asked(pairs.as_ref(), query, number), asked(turned.as_ref(), query, number));
            }
            continue;
        };
        let item = &workload.items[number];
        let (answer, other) = (asked(pairs.as_ref(), query, number), asked(turned.as_ref(), query, number));
        let judge = Judge { query, truth, allowed: allowance(engine, workload, item, truth) };
        let mut note = |fault, answer| {
            let (engine, workload) = (engine.name(), workload.name.clone());
            findings.push(Finding { engine, workload, query, item: number, fault, truth, answer });
        };
        tally.judged += 1;
        if let Some(fault) = judge.fault(answer) {
            note(fault, answer);
            let grain = 1e-6 * smaller(workload, item);
            let is_gross =
                Judge { allowed: judge.allowed + 1e-6 * truth.abs() + grain, ..judge }.fault(answer).is_some();
            tally.undecided += usize::from(fault == Fault::Undecided);
            tally.wrong += usize::from(fault != Fault::Undecided);
            tally.gross += usize::from(fault != Fault::Undecided && is_gross);
        }
        if judge.is_asymmetric(answer, other) {
            note(Fault::Asymmetric, other);
            tally.asymmetric += 1;
        }
        tally.other_bits += usize::from(answer != other);
        tally.worst = tally.worst.max(judge.error(answer));
    }
    Ok((tally, findings))
}

/// The allowed error of an answer: [`TOLERANCE`] of the truth, plus what an engine may change by posing bodies in its own way.
fn allowance(engine: &dyn Engine, workload: &Workload, item: &Item, truth: f64) -> f64 {
    let own = if engine.family() == "impinge" { 0.0 } else { placement(workload, item) };
    let is_curved = matches!(workload.bodies[item.a], Body::Cylinder { .. });
    let floor = if is_curved { CURVED * workload.bodies[item.a].reach() } else { 0.0 };
    TOLERANCE * truth.abs().max(floor) + own
}

fn smaller(workload: &Workload, item: &Item) -> f64 {
    workload.bodies[item.a].reach().min(workload.bodies[item.b].reach())
}

/// The true value and its allowed error.
#[derive(Clone, Copy)]
struct Judge {
    query: Query,
    truth: f64,
    allowed: f64,
}

impl Judge {
    /// The expected answer of the query.
    fn right(&self) -> f64 {
        if self.query == Query::Depth { -self.truth } else { self.truth }
    }

    fn fault(&self, answer: Answer) -> Option<Fault> {
        match answer {
            Answer::Boolean(true) => (self.truth > self.allowed).then_some(Fault::FalseAlarm),
            // Bodies that just touch do meet, unless the engine's own placement may part them.
            Answer::Boolean(false) => {
                let meet = if self.allowed == 0.0 { self.truth <= 0.0 } else { self.truth < -self.allowed };
                meet.then_some(Fault::Missed)
            }
            Answer::Distance(value) => {
                let right = self.right();
                if (value - right).abs() <= self.allowed {
                    return None;
                }
                Some(match self.query {
                    Query::Signed if right > 0.0 && value <= 0.0 => Fault::FalseAlarm,
                    Query::Signed if right < 0.0 && value > 0.0 => Fault::Missed,
                    _ if value.abs() < right.abs() => Fault::TooSmall,
                    _ => Fault::TooLarge,
                })
            }
            Answer::Contacts(_) | Answer::Failed => Some(Fault::Undecided),
        }
    }

    fn is_asymmetric(&self, answer: Answer, other: Answer) -> bool {
        match (answer, other) {
            (Answer::Distance(p), Answer::Distance(q)) => (p - q).abs() > 2.0 * self.allowed,
            (Answer::Boolean(p), Answer::Boolean(q)) => p != q && self.truth.abs() >= self.allowed,
            (Answer::Failed, Answer::Failed) => false,
            _ => true,
        }
    }

    /// The error relative to the truth; 0 where either has none.
    fn error(&self, answer: Answer) -> f64 {
        match answer {
            Answer::Distance(value) if self.truth != 0.0 => (value - self.right()).abs() / self.truth.abs(),
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_have_their_names() {
        let strict = |query, truth| Judge { query, truth, allowed: 1e-12 * f64::abs(truth) };
        let yes = |value| Answer::Distance(value);
        assert_eq!(strict(Query::Signed, 1.0).fault(yes(1.0 + 1e-13)), None);
        assert_eq!(strict(Query::Signed, 1.0).fault(yes(1.1)), Some(Fault::TooLarge));
        assert_eq!(strict(Query::Signed, 1.0).fault(yes(-0.1)), Some(Fault::FalseAlarm));
        assert_eq!(strict(Query::Signed, -1.0).fault(yes(-0.9)), Some(Fault::TooSmall));
        assert_eq!(strict(Query::Signed, -1.0).fault(yes(0.5)), Some(Fault::Missed));
        assert_eq!(strict(Query::Depth, -1.0).fault(yes(1.0)), None);
        assert_eq!(strict(Query::Boolean, 0.0).fault(Answer::Boolean(false)), Some(Fault::Missed));
        assert_eq!(strict(Query::Boolean, 1e-9).fault(Answer::Boolean(true)), Some(Fault::FalseAlarm));
        let lenient = Judge { query: Query::Boolean, truth: 0.0, allowed: 1e-15 };
        assert_eq!(lenient.fault(Answer::Boolean(false)), None);
        assert_eq!(lenient.fault(Answer::Failed), Some(Fault::Undecided));
        assert!(strict(Query::Signed, 1.0).is_asymmetric(yes(1.0), yes(1.1)));
        assert!(!strict(Query::Signed, 1.0).is_asymmetric(yes(1.0), yes(1.0)));
    }
}
