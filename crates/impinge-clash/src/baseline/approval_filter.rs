//! Which clashes of a report are approved, by what they are.

use super::baseline_file::BaselineClash;
use crate::clashes::clash_kind::ClashKind;
use crate::number_format;
use crate::rules::body_pattern::BodyPattern;
use std::collections::BTreeSet;

/// The word for clashes of pairs that no rule matches.
const DEFAULT: &str = "default";

/// Clashes by what they are: each list that is not empty has to have an entry that matches.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ApprovalFilter {
    /// The ids of patterns; capitals and small letters are the same.
    pub patterns: Vec<String>,
    /// The names of rules; `default` also stands for pairs that no rule matches.
    pub rules: Vec<String>,
    /// The kinds of clashes.
    pub kinds: Vec<ClashKind>,
    /// The names of bodies; one of both has to match.
    pub bodies: Vec<BodyPattern>,
    /// Overlaps certainly no thicker than this (a length, in the unit of the report).
    pub thinner_than: Option<f64>,
}

/// A filter names what no clash of the report has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no clash of the report has the {what} {}; there {}", number_format::name(name), known(names))]
#[non_exhaustive]
pub struct ApprovalFilterError {
    /// A pattern, a rule or a body.
    pub what: &'static str,
    /// The name.
    pub name: String,
    /// The names that clashes have.
    pub names: Vec<String>,
}

fn known(names: &[String]) -> String {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    match names.len() {
        0 => "are none".to_owned(),
        1 => format!("is {}", number_format::first_names(&names)),
        _ => format!("are {}", number_format::first_names(&names)),
    }
}

impl ApprovalFilter {
    /// Whether it matches everything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether it matches a clash.
    pub(crate) fn matches(&self, clash: &BaselineClash) -> bool {
        let has_pattern = |id: &String| clash.pattern.as_deref().is_some_and(|own| own.eq_ignore_ascii_case(id.trim()));
        let has_rule = |name: &String| rule_of(clash) == name;
        let has_body = |pattern: &BodyPattern| pattern.matches(&clash.a) || pattern.matches(&clash.b);
        let is_thin = |most: f64| clash.thickness.as_ref().is_some_and(|thickness| thickness.upper <= most);
        (self.patterns.is_empty() || self.patterns.iter().any(has_pattern))
            && (self.rules.is_empty() || self.rules.iter().any(has_rule))
            && (self.kinds.is_empty() || self.kinds.contains(&clash.kind))
            && (self.bodies.is_empty() || self.bodies.iter().any(has_body))
            && self.thinner_than.is_none_or(is_thin)
    }

    /// Refuses patterns, rules and bodies that no clash has: mostly a mistake.
    pub(crate) fn ensure_known(&self, clashes: &[&BaselineClash]) -> Result<(), ApprovalFilterError> {
        let patterns: BTreeSet<&str> = clashes.iter().filter_map(|clash| clash.pattern.as_deref()).collect();
        let rules: BTreeSet<&str> = clashes.iter().map(|clash| rule_of(clash)).collect();
        let unknown = |what, name: &str, names: &BTreeSet<&str>| {
            let names = names.iter().map(|name| (*name).to_owned()).collect();
            Err(ApprovalFilterError { what, name: name.to_owned(), names })
        };
        let is_known = |id: &&String| patterns.iter().any(|known| known.eq_ignore_ascii_case(id.trim()));
        if let Some(id) = self.patterns.iter().find(|id| !is_known(id)) {
            return unknown("pattern", id, &patterns);
        }
        if let Some(name) = self.rules.iter().find(|name| !rules.contains(name.as_str())) {
            return unknown("rule", name, &rules);
        }
        let has =
            |pattern: &BodyPattern, clash: &&&BaselineClash| pattern.matches(&clash.a) || pattern.matches(&clash.b);
        if let Some(pattern) = self.bodies.iter().find(|pattern| !clashes.iter().any(|clash| has(pattern, &clash))) {
            let bodies: BTreeSet<&str> = clashes.iter().flat_map(|clash| [clash.a.as_str(), &clash.b]).collect();
            return unknown("body", &pattern.to_string(), &bodies);
        }
        Ok(())
    }
}

/// The rule of a clash, or the word for none.
fn rule_of(clash: &BaselineClash) -> &str {
    clash.rule.as_deref().unwrap_or(DEFAULT)
}
