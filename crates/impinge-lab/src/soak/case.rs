//! Cases: what one seed and number make, the checks in it, and what was wrong.

use crate::soak::random_geometry::RandomGeometry;
use impinge_scenes::SplitMix64;
use serde::Serialize;
use std::fmt::Debug;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Wrong answers of a case that are told; the others are counted.
const MOST_TOLD: usize = 3;

/// One kind of check.
#[derive(Clone, Copy)]
pub struct CheckKind {
    pub name: &'static str,
    /// A case: some answers of the engine, compared.
    pub run: fn(&mut RandomGeometry, &mut Tally),
}

/// What was compared in a case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Answers that were compared.
    pub checks: u64,
    /// Queries whose bodies share a point, by the oracle.
    pub contacts: u64,
    /// Answers that were wrong.
    pub wrong: u64,
    /// The first of them, in words.
    pub told: Vec<String>,
}

impl Tally {
    /// Compares an answer with that of the oracle.
    #[expect(clippy::needless_pass_by_value, reason = "callers compare values they have just made")]
    pub fn same<T: PartialEq + Debug>(&mut self, what: &str, found: T, expected: T) {
        self.holds(found == expected, || format!("{what}: {found:?}, expected {expected:?}"));
    }

    /// Counts an answer, right or wrong.
    pub fn holds(&mut self, is_right: bool, wrong: impl FnOnce() -> String) {
        self.checks += 1;
        if !is_right {
            self.wrong += 1;
            if self.told.len() < MOST_TOLD {
                self.told.push(wrong());
            }
        }
    }

    /// Counts a query whose bodies share a point.
    pub fn count_contact(&mut self, is_contact: bool) {
        self.contacts += u64::from(is_contact);
    }
}

/// A case that failed, and how to run it again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Failure {
    pub seed: u64,
    pub case: u64,
    pub kind: &'static str,
    pub problem: String,
}

/// The kind of a case: they take turns.
pub fn kind_of(kinds: &[CheckKind], case: u64) -> usize {
    (case % kinds.len() as u64) as usize
}

/// Runs a case. A panic counts as one wrong answer.
pub fn run_case(kind: &CheckKind, seed: u64, case: u64) -> Tally {
    // The first number of a generator that starts at the seed and the number of the case.
    let own = SplitMix64::new(SplitMix64::new(seed).next() ^ case).next();
    let mut tally = Tally::default();
    let run = catch_unwind(AssertUnwindSafe(|| (kind.run)(&mut RandomGeometry::new(own), &mut tally)));
    if let Err(payload) = run {
        let text = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
        tally.holds(false, || format!("panic: {}", text.unwrap_or("without a message")));
    }
    tally
}
