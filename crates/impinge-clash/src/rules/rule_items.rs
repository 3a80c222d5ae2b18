//! Items of a file of rules: groups of patterns, and the rules and expectations that use them.

use super::body_pattern::{BodyPattern, GROUP};
use super::rule_keywords::{one_or_more, pattern, relation};
use super::rule_lengths::RuleLengths;
use super::rules_file::{ExpectedContact, PairPattern, PairRule, Treatment};
use impinge::pair::Relation;
use impinge_io::document::Item;
use impinge_io::{Fault, Problem};
use std::collections::BTreeMap;

const IGNORE: [&str; 1] = ["between"];
const RULE: [&str; 9] =
    ["name", "between", "clearance", "touch", "tolerance", "fit", "fit_severity", "allow", "severity"];
const EXPECT: [&str; 5] = ["name", "between", "relation", "touch", "severity"];

/// Names for lists of patterns.
pub(super) struct RuleGroups<'a>(BTreeMap<&'a str, Vec<BodyPattern>>);

impl<'a> RuleGroups<'a> {
    pub(super) fn read(root: &Item<'a>) -> Result<Self, Fault> {
        let mut groups = BTreeMap::new();
        if let Some(table) = root.get("groups") {
            for (name, patterns) in table.entries()? {
                let patterns = one_or_more(&patterns)?.iter().map(pattern).collect::<Result<Vec<_>, _>>()?;
                groups.insert(name, patterns);
            }
        }
        Ok(Self(groups))
    }

    pub(super) fn ignored(&self, item: &Item<'a>) -> Result<PairPattern, Fault> {
        item.only(&IGNORE)?;
        self.between(item)
    }

    pub(super) fn rule(&self, item: &Item<'a>, lengths: &RuleLengths, defaults: &Treatment) -> Result<PairRule, Fault> {
        item.only(&RULE)?;
        Ok(PairRule { name: name(item)?, between: self.between(item)?, treatment: lengths.treatment(item, defaults)? })
    }

    pub(super) fn expectation(
        &self,
        item: &Item<'a>,
        lengths: &RuleLengths,
        defaults: &Treatment,
    ) -> Result<ExpectedContact, Fault> {
        item.only(&EXPECT)?;
        let relations = match item.get("relation") {
            None => vec![Relation::Touching],
            Some(words) => one_or_more(&words)?.iter().map(relation).collect::<Result<_, _>>()?,
        };
        let treated = lengths.treatment(item, defaults)?;
        Ok(ExpectedContact {
            name: name(item)?,
            between: self.between(item)?,
            relations,
            touch: treated.touch,
            severity: treated.severity.unwrap_or_default(),
        })
    }

    /// Both sides of `between`: each a pattern, a group, or a list of these.
    fn between(&self, item: &Item<'a>) -> Result<PairPattern, Fault> {
        let between = item.need("between")?;
        let expected = "a list of two sides: each a pattern of names, '@' and a group, or a list of these";
        let sides = between.items().map_err(|_| between.unexpected(expected))?;
        let [a, b] = <[Item<'a>; 2]>::try_from(sides).map_err(|_| between.unexpected(expected))?;
        Ok(PairPattern { sides: [self.side(&a)?, self.side(&b)?] })
    }

    fn side(&self, side: &Item<'a>) -> Result<Vec<BodyPattern>, Fault> {
        let mut patterns = Vec::new();
        for item in one_or_more(side)? {
            match item.text()?.strip_prefix(GROUP) {
                None => patterns.push(pattern(&item)?),
                Some(group) => match self.0.get(group) {
                    Some(known) => patterns.extend_from_slice(known),
                    None => {
                        let known = self.0.keys().copied();
                        return Err(item.fault(Problem::unknown_name("group", group, known)));
                    }
                },
            }
        }
        Ok(patterns)
    }
}

fn name(item: &Item<'_>) -> Result<String, Fault> {
    Ok(item.need("name")?.text()?.to_owned())
}
