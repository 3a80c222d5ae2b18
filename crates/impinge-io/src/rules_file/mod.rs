//! Rules of a clash check, in TOML (or JSON): which bodies are groups, which pairs are left alone, which gaps and contacts are violations and how
//! grave they are, and which contacts are expected.
//!
//! `docs/rules.md` describes the format. Bodies are named by patterns: `*` stands for any characters, `?` for one, `[abc]` and `[a-z]` for one of these; a
//! backslash takes the next character literally. Nothing is guessed: unknown keys, groups, relations and lengths that are none are refused.

mod pattern;
mod read;

pub use pattern::{BodyPattern, PatternError};
pub use read::{read_rules, read_rules_bytes};

use impinge::pair::Relation;

/// What stands before the name of a group, where a pattern could stand; a backslash before it makes it a character as any other.
const GROUP: char = '@';

/// How grave a violation is, the gravest last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// To be known, not to be mended: it never fails a check.
    Info,
    /// To be mended some day.
    Minor,
    /// To be mended.
    #[default]
    Major,
    /// To be mended first.
    Critical,
}

impl Severity {
    /// All of them, the gravest last.
    pub const ALL: [Self; 4] = [Self::Info, Self::Minor, Self::Major, Self::Critical];

    /// The word for it in rules and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Info => "info",
            Self::Minor => "minor",
            Self::Major => "major",
            Self::Critical => "critical",
        }
    }
}

/// What a file of rules says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RulesFile {
    /// What holds for pairs of which no rule speaks.
    pub defaults: Treatment,
    /// Pairs that are not looked at.
    pub ignored: Vec<Between>,
    /// Rules for pairs; the first that speaks of a pair holds.
    pub rules: Vec<PairRule>,
    /// Contacts that have to be there.
    pub expected: Vec<Expectation>,
}

/// How a pair is treated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Treatment {
    /// Gaps below here are violations (a length, in the unit of the files).
    pub clearance: Option<f64>,
    /// Gaps up to here count as contact (a length).
    pub touch: Option<f64>,
    /// Relations that are no violation.
    pub allow: Vec<Relation>,
    /// How grave a violation is.
    pub severity: Severity,
}

impl Treatment {
    /// The largest gap that it asks about.
    #[must_use]
    pub fn reach(&self) -> f64 {
        self.clearance.unwrap_or(0.0).max(self.touch.unwrap_or(0.0))
    }
}

/// Two sides, each of any bodies that one of its patterns fits.
#[derive(Clone, Debug, PartialEq)]
pub struct Between {
    /// The patterns of both sides.
    pub sides: [Vec<BodyPattern>; 2],
}

impl Between {
    /// Whether it speaks of two bodies, either way around.
    #[must_use]
    pub fn fits(&self, a: &str, b: &str) -> bool {
        let on = |side: usize, name: &str| self.sides[side].iter().any(|pattern| pattern.fits(name));
        (on(0, a) && on(1, b)) || (on(0, b) && on(1, a))
    }
}

/// A rule for pairs of bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct PairRule {
    /// What it is called in reports.
    pub name: String,
    /// The pairs that it speaks of.
    pub between: Between,
    /// How they are treated.
    pub treatment: Treatment,
}

/// A contact that has to be there.
#[derive(Clone, Debug, PartialEq)]
pub struct Expectation {
    /// What it is called in reports.
    pub name: String,
    /// The bodies that it speaks of: every body of the first side is expected to meet one of the second.
    pub between: Between,
    /// The relations that will do; they are no violations.
    pub relations: Vec<Relation>,
    /// Gaps up to here count as touching (a length).
    pub touch: Option<f64>,
    /// How grave it is if the contact is missing.
    pub severity: Severity,
}
