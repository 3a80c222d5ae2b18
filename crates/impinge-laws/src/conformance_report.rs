//! What an engine got right and wrong, law by law.

use std::fmt;

/// The first wrong answer to a law.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongAnswer {
    /// The number of the case under the seed of the run.
    pub case: u64,
    /// What was answered, and what is true.
    pub message: String,
}

/// What an engine got right and wrong of one law.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct LawResult {
    /// The id of the law.
    pub law: &'static str,
    /// Answers that keep the law.
    pub right: u64,
    /// Answers that break it.
    pub wrong: u64,
    /// Queries that the engine does not have.
    pub unsupported: u64,
    /// Queries that the engine refused or gave up.
    pub refused: u64,
    /// Queries in which the engine panicked.
    pub panicked: u64,
    /// The first wrong answer.
    pub first_wrong: Option<WrongAnswer>,
}

/// What an engine got right and wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ConformanceReport {
    /// The name of the engine.
    pub engine: String,
    /// The seed of the cases.
    pub seed: u64,
    /// One result for each law, in the order of [`crate::LAWS`].
    pub laws: Vec<LawResult>,
}

impl ConformanceReport {
    /// Wrong answers to all laws; a panic counts as one.
    #[must_use]
    pub fn wrong(&self) -> u64 {
        self.laws.iter().map(|law| law.wrong + law.panicked).sum()
    }

    /// Whether no answer is wrong and each law has at least this many right answers: a report without answers conforms to nothing.
    #[must_use]
    pub fn is_conforming(&self, right_answers: u64) -> bool {
        self.wrong() == 0 && self.laws.iter().all(|law| law.right >= right_answers)
    }

    /// The result for the law of an id.
    #[must_use]
    pub fn law(&self, id: &str) -> Option<&LawResult> {
        self.laws.iter().find(|law| law.law == id)
    }

    /// One row for each law, with a header.
    #[must_use]
    pub fn to_csv(&self) -> String {
        let mut text = String::from("engine,seed,law,right,wrong,unsupported,refused,panicked\n");
        for law in &self.laws {
            let LawResult { law, right, wrong, unsupported, refused, panicked, .. } = law;
            let engine = self.engine.replace(['"', ',', '\n'], " ");
            text += &format!("{engine},{},{law},{right},{wrong},{unsupported},{refused},{panicked}\n", self.seed);
        }
        text
    }
}

impl fmt::Display for ConformanceReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = |n: u64| if n == 0 { "-".to_owned() } else { n.to_string() };
        writeln!(f, "{}, seed {}", self.engine, self.seed)?;
        let header = ["law", "right", "wrong", "panicked", "refused", "unsupported"];
        writeln!(
            f,
            "{:<22}{:>9}{:>9}{:>9}{:>9}{:>12}",
            header[0], header[1], header[2], header[3], header[4], header[5]
        )?;
        for law in &self.laws {
            let [right, wrong, panicked, refused, unsupported] =
                [law.right, law.wrong, law.panicked, law.refused, law.unsupported].map(count);
            writeln!(f, "{:<22}{right:>9}{wrong:>9}{panicked:>9}{refused:>9}{unsupported:>12}", law.law)?;
        }
        for law in &self.laws {
            if let Some(WrongAnswer { case, message }) = &law.first_wrong {
                writeln!(f, "{}, case {case}: {message}", law.law)?;
            }
        }
        Ok(())
    }
}
