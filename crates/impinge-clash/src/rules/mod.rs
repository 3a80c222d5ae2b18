//! Rules of a clash check: which pairs of bodies are ignored, which gaps and contacts are violations, and which contacts are expected.
//!
//! - `body_pattern`: [`BodyPattern`], names of bodies with wildcards;
//! - `body_set`: bodies that patterns match;
//! - `rules_file`: [`RulesFile`], what a file of rules says; `docs/rules.md` describes the format;
//! - `read_rules`: [`read_rules`], from TOML or JSON;
//! - `rule_items`, `rule_lengths`, `rule_keywords`: what `read_rules` reads: groups and rules, lengths and limits, words;
//! - `tolerance`: [`Tolerance`], how thick an overlap may be;
//! - `touch`: [`Touch`], up to which gap bodies count as touching;
//! - `fit_limit`: [`FitTreatment`], how thick fits may be;
//! - `pair_verdict`: [`PairVerdict`], what lengths and relations make of one pair;
//! - `missing_contact`: [`MissingContact`], an expected contact that was not found;
//! - `rule_book`: [`RuleBook`], rules applied to the bodies of an assembly;
//! - `unused_rule`: [`UnusedRule`], a rule that applies to none of them.

pub(crate) mod body_pattern;
mod body_set;
pub(crate) mod fit_limit;
pub(crate) mod missing_contact;
pub(crate) mod pair_verdict;
pub(crate) mod read_rules;
mod rule_items;
mod rule_keywords;
mod rule_lengths;
pub(crate) mod rule_book;
pub(crate) mod rules_file;
pub(crate) mod tolerance;
pub(crate) mod touch;
pub(crate) mod unused_rule;

pub use body_pattern::{BodyPattern, PatternError};
pub use fit_limit::{FitLimit, FitTreatment};
pub use missing_contact::{MissingContact, NearestBody};
pub use pair_verdict::{PairVerdict, judge};
pub use read_rules::{read_rules, read_rules_bytes, read_rules_in};
pub use rule_book::{AppliedRule, PairRelation, RuleBook};
pub use rules_file::{ExpectedContact, PairPattern, PairRule, RulesFile, Severity, Treatment};
pub use tolerance::Tolerance;
pub use touch::Touch;
pub use unused_rule::UnusedRule;
