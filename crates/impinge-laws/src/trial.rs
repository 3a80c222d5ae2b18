//! One law on one engine: seeded cases, answers judged, panics caught.

use crate::conformance_report::{ConformanceReport, LawResult, WrongAnswer};
use crate::engine::{Answer, Engine, LoadedPair, NoAnswer};
use crate::laws::{LAWS, Law};
use impinge::Mesh;
use impinge_scenes::SplitMix64;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Which cases are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConformanceOptions {
    /// Other cases for each seed.
    pub seed: u64,
    /// Cases of each law.
    pub cases: u64,
}

impl Default for ConformanceOptions {
    /// A hundred cases of each law.
    fn default() -> Self {
        Self { seed: 1, cases: 100 }
    }
}

/// One case of a law on an engine.
pub(crate) struct Trial<'a> {
    pub(crate) engine: &'a dyn Engine,
    pub(crate) random: SplitMix64,
    case: u64,
    result: &'a mut LawResult,
}

impl Trial<'_> {
    /// Two meshes loaded; `None`, counted, if the engine does not take them.
    pub(crate) fn load(&mut self, a: &Mesh, b: &Mesh) -> Option<Box<dyn LoadedPair>> {
        let engine = self.engine;
        self.ask(|| engine.load(a, b))
    }

    /// Asks the engine a query. Where it gives no answer, counts the reason and returns `None`.
    pub(crate) fn ask<T>(&mut self, query: impl FnOnce() -> Answer<T>) -> Option<T> {
        let answer = catch_unwind(AssertUnwindSafe(query)).unwrap_or_else(|payload| {
            let text = payload.downcast_ref::<String>().map(String::as_str).or(payload.downcast_ref::<&str>().copied());
            Err(NoAnswer::Panicked(text.unwrap_or("without a message").to_owned()))
        });
        let no_answer = match answer {
            Ok(answer) => return Some(answer),
            Err(no_answer) => no_answer,
        };
        match &no_answer {
            NoAnswer::Unsupported => self.result.unsupported += 1,
            NoAnswer::Refused(_) => self.result.refused += 1,
            NoAnswer::Panicked(_) => {
                self.result.panicked += 1;
                self.keep_wrong(no_answer.to_string());
            }
        }
        None
    }

    /// Counts an answer that keeps the law or breaks it.
    pub(crate) fn judge(&mut self, is_right: bool, message: impl FnOnce() -> String) {
        if is_right {
            self.result.right += 1;
        } else {
            self.result.wrong += 1;
            self.keep_wrong(message());
        }
    }

    fn keep_wrong(&mut self, message: String) {
        let case = self.case;
        self.result.first_wrong.get_or_insert(WrongAnswer { case, message });
    }
}

/// Runs every law on an engine. Panics of the engine are caught and counted; what the panic hook prints is left to the caller.
#[must_use]
pub fn check_conformance(engine: &dyn Engine, options: &ConformanceOptions) -> ConformanceReport {
    let laws = LAWS.iter().map(|law| check_law(law, engine, options)).collect();
    ConformanceReport { engine: engine.name(), seed: options.seed, laws }
}

/// Runs one law on an engine.
#[must_use]
pub fn check_law(law: &Law, engine: &dyn Engine, options: &ConformanceOptions) -> LawResult {
    let mut result = LawResult { law: law.id, ..LawResult::default() };
    (0..options.cases).for_each(|case| run_case(law, engine, options.seed, case, &mut result));
    result
}

/// Runs one case of one law, for a closer look at a wrong answer.
#[must_use]
pub fn check_case(law: &Law, engine: &dyn Engine, seed: u64, case: u64) -> LawResult {
    let mut result = LawResult { law: law.id, ..LawResult::default() };
    run_case(law, engine, seed, case, &mut result);
    result
}

fn run_case(law: &Law, engine: &dyn Engine, seed: u64, case: u64, result: &mut LawResult) {
    // A generator of its own for each case: no case depends on those before it.
    let own = SplitMix64::new(seed).next() ^ case.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (law.check)(&mut Trial { engine, random: SplitMix64::new(SplitMix64::new(own).next()), case, result });
}
