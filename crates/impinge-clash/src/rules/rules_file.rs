//! The content of a file of rules, in TOML or JSON. Bodies are named by patterns: `*` stands for any characters, `?` for one, `[abc]` and `[a-z]` for one of these; a
//! backslash takes the next character literally. Nothing is guessed: unknown keys, groups and relations, and lengths that are not numbers or negative, are refused.

use super::body_pattern::BodyPattern;
use super::fit_limit::FitTreatment;
use super::tolerance::Tolerance;
use super::touch::Touch;
use crate::assembly::HealSetting;
use impinge::pair::Relation;

/// How severe a violation is, the most severe last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// For information: it never fails a check.
    Info,
    /// To be fixed some day.
    Minor,
    /// To be fixed.
    #[default]
    Major,
    /// To be fixed first.
    Critical,
}

crate::enum_names!(Severity { Info = "info", Minor = "minor", Major = "major", Critical = "critical" });

/// The content of a file of rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RulesFile {
    /// How bodies are healed before the check, if the file says so.
    pub heal: Option<HealSetting>,
    /// Applies to pairs that no rule matches.
    pub defaults: Treatment,
    /// Pairs that are never violations.
    pub ignored: Vec<PairPattern>,
    /// Rules for pairs; the first that matches a pair applies.
    pub rules: Vec<PairRule>,
    /// Contacts that must exist.
    pub expected: Vec<ExpectedContact>,
}

/// The limits for a pair.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Treatment {
    /// Gaps below here are violations (a length, in the unit of the files).
    pub clearance: Option<f64>,
    /// Gaps up to here count as contact.
    pub touch: Touch,
    /// Overlaps no thicker than this are allowed.
    pub tolerance: Tolerance,
    /// How fits are treated: overlaps that are thin shells about a common axis.
    pub fit: FitTreatment,
    /// Relations that are not violations.
    pub allow: Vec<Relation>,
    /// Whether it is written that nothing is allowed: then contact is a violation as well.
    pub allows_nothing: bool,
    /// How severe a violation is; if it is not said, contact and thin overlaps are minor and all else is major.
    pub severity: Option<Severity>,
}

impl Treatment {
    /// The largest gap that matters, for two bodies that rounding may have moved apart by `rounding`.
    #[must_use]
    pub fn reach(&self, rounding: f64) -> f64 {
        self.clearance.unwrap_or(0.0).max(self.touch_length(rounding).unwrap_or(0.0))
    }

    /// Gaps up to here count as contact; `None` where contact without an overlap does not matter.
    #[must_use]
    pub fn touch_length(&self, rounding: f64) -> Option<f64> {
        self.forbids_contact().then(|| self.touch.length(rounding))
    }

    /// Whether bodies have to keep a distance, so that also contact without an overlap is a violation unless it is allowed.
    #[must_use]
    pub fn forbids_contact(&self) -> bool {
        self.allows_nothing
            || matches!(self.touch, Touch::Length(_))
            || self.clearance.is_some_and(|clearance| clearance > 0.0)
    }
}

/// Pairs of bodies: one that a pattern of the first side matches, and one that a pattern of the second side matches.
#[derive(Clone, Debug, PartialEq)]
pub struct PairPattern {
    /// The patterns of both sides.
    pub sides: [Vec<BodyPattern>; 2],
}

impl PairPattern {
    /// Whether it matches two bodies, in either order.
    #[must_use]
    pub fn matches(&self, a: &str, b: &str) -> bool {
        let on = |side: usize, name: &str| self.sides[side].iter().any(|pattern| pattern.matches(name));
        (on(0, a) && on(1, b)) || (on(0, b) && on(1, a))
    }
}

/// A rule for pairs of bodies.
#[derive(Clone, Debug, PartialEq)]
pub struct PairRule {
    /// What it is called in reports.
    pub name: String,
    /// The pairs that it matches.
    pub between: PairPattern,
    /// Their limits.
    pub treatment: Treatment,
}

/// A contact that must exist.
#[derive(Clone, Debug, PartialEq)]
pub struct ExpectedContact {
    /// What it is called in reports.
    pub name: String,
    /// Every body of the first side is expected to meet one of the second.
    pub between: PairPattern,
    /// The relations that fulfil it; they are not violations.
    pub relations: Vec<Relation>,
    /// Gaps up to here count as touching.
    pub touch: Touch,
    /// How severe it is if the contact is missing.
    pub severity: Severity,
}
