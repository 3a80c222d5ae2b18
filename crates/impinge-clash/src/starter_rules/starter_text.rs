//! The text of a starter: explanations behind `##`, suggestions behind `#`, and a little that holds as it is.

use super::meeting_overlap::Meetings;
use super::name_family::NameFamilies;
use super::shell_quote::shell_quoted;
use super::suggest_contact_rules::{
    ClashingFamilies, ClashingRelation, SuggestedRule, Suggestion, clashing, suggestions,
};
use super::suggest_overlap_rules::{OverlapSuggestion, overlap_suggestions};
use super::toml_text::{is_unseen, key, quoted};
use crate::number_format::{count, number};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Groups that nothing else in the starter uses are added up to this number.
const ENOUGH_GROUPS: usize = 40;

/// Pairs of families that do more than touch, listed at most.
const MOST_LISTED: usize = 40;

/// Characters of a name from the assembly in the name of a rule or group.
const LONGEST_LABEL: usize = 60;

/// Names on one line of a list.
const SHORT_LIST: usize = 3;

/// What a starter is made from and for.
pub struct StarterSource<'a> {
    /// The files of the assembly.
    pub files: &'a [PathBuf],
    /// The file that the starter becomes.
    pub rules: &'a Path,
    /// Whether robots were read or posed in another way than by default.
    pub is_posed: bool,
}

/// What a starter says.
pub struct StarterRules<'a> {
    families: &'a NameFamilies<'a>,
    /// What families of several bodies are called.
    groups: BTreeMap<usize, String>,
    groups_left_out: usize,
    suggestions: Vec<Suggestion>,
    pairs_left_out: usize,
    overlaps: Vec<OverlapSuggestion>,
    overlaps_left_out: usize,
    clashing: Vec<(ClashingFamilies, usize)>,
}

impl<'a> StarterRules<'a> {
    /// For families of bodies, some of which meet.
    #[must_use]
    pub fn new(families: &'a NameFamilies<'a>, meetings: &Meetings) -> Self {
        let meeting_pairs = &meetings.pairs;
        let (overlaps, overlaps_left_out) = overlap_suggestions(families, &meetings.overlaps);
        let (suggestions, pairs_left_out) = suggestions(families, meeting_pairs);
        let clashing = clashing(families, meeting_pairs);
        let suggested = suggestions.iter().flat_map(|suggestion| suggestion.sides.iter().flatten().copied());
        let overlapping = overlaps.iter().flat_map(|suggestion| suggestion.families);
        let listed = clashing.iter().take(MOST_LISTED).flat_map(|(clashing, _)| clashing.families);
        let mut wanted: BTreeSet<usize> =
            suggested.chain(overlapping).chain(listed).filter(|family| families.is_group(*family)).collect();
        let mut others: Vec<usize> =
            (0..families.count()).filter(|f| families.is_group(*f) && !wanted.contains(f)).collect();
        others.sort_by_key(|family| std::cmp::Reverse(families.members(*family).len()));
        let more = ENOUGH_GROUPS.saturating_sub(wanted.len()).min(others.len());
        wanted.extend(others.drain(..more));
        let mut labels = Labels::default();
        let groups = wanted.into_iter().map(|family| (family, labels.unique(&families.label(family)))).collect();
        let groups_left_out = others.len();
        Self { families, groups, groups_left_out, suggestions, pairs_left_out, overlaps, overlaps_left_out, clashing }
    }

    /// How many groups it has.
    #[must_use]
    pub fn group_count(&self) -> usize {
        self.groups.len()
    }

    /// How many suggestions it has.
    #[must_use]
    pub fn suggestion_count(&self) -> usize {
        let overlaps =
            self.overlaps.iter().filter(|overlap| overlap.tolerance.is_some() && !overlap.hides_fault).count();
        self.suggestions.len() + overlaps + usize::from(self.pairs_left_out > 0)
    }

    /// All of it as TOML.
    #[must_use]
    pub fn text(&self, source: &StarterSource<'_>) -> String {
        let mut texts = vec![header(source), DEFAULTS.to_owned(), self.groups_text(), self.clashing_text()];
        texts.extend(self.overlaps_text());
        texts.push(self.suggestions_text());
        texts.join("\n")
    }

    fn groups_text(&self) -> String {
        let mut text = "[groups]\n".to_owned();
        text.push_str(match self.groups.is_empty() {
            true => "## Names for bodies that belong together, e.g.\n##   bolts = [\"bolt *\", \"M8 *\"]\n",
            false => {
                "## Bodies whose names differ in numbers alone; \"@\" and the name of a group stands for all of them.\n"
            }
        });
        for (family, label) in &self.groups {
            let patterns: Vec<String> =
                self.families.patterns(*family).iter().map(|pattern| quoted(&pattern.to_string())).collect();
            let value = if patterns.len() == 1 { patterns[0].clone() } else { format!("[{}]", patterns.join(", ")) };
            let bodies = self.families.members(*family).len();
            let _ = writeln!(text, "## {bodies} bodies:\n{} = {value}", key(label));
        }
        if self.groups_left_out > 0 {
            let _ = writeln!(text, "## {} more would be possible.", count(self.groups_left_out, "group", "groups"));
        }
        text
    }

    fn clashing_text(&self) -> String {
        if self.clashing.is_empty() {
            return "## No bodies cross, contain each other or coincide.\n".to_owned();
        }
        let mut text =
            "## What a check reports now, beside bodies that touch. To be mended, or approved (impinge approve):\n"
                .to_owned();
        for (ClashingFamilies { how, families }, pairs) in self.clashing.iter().take(MOST_LISTED) {
            let [a, b] = families.map(|family| self.side(family));
            let _ = match how {
                ClashingRelation::Cross => writeln!(text, "##   crossing, {pairs} ×: {a} and {b}"),
                ClashingRelation::Inside => writeln!(text, "##   inside, {pairs} ×: {a} in {b}"),
                ClashingRelation::Coincide => writeln!(text, "##   coincident, {pairs} ×: {a} and {b}"),
            };
        }
        if let left @ 1.. = self.clashing.len().saturating_sub(MOST_LISTED) {
            let _ = writeln!(text, "##   and {left} more of these lines.");
        }
        text
    }

    /// Rules for fits and thin overlaps, above those for contact: the first rule that matches a pair applies.
    fn overlaps_text(&self) -> Option<String> {
        if self.overlaps.is_empty() {
            return None;
        }
        let mut labels = Labels::default();
        let mut blocks = vec![OVERLAPS.to_owned()];
        blocks.extend(self.overlaps.iter().map(|suggestion| self.overlap_block(suggestion, &mut labels)));
        if self.overlaps_left_out > 0 {
            let pairs = count(self.overlaps_left_out, "more pair overlaps", "more pairs overlap");
            blocks.push(format!("## {pairs} in fits or thinly; nothing is suggested for them.\n"));
        }
        Some(blocks.join("\n"))
    }

    /// A rule for thin overlaps, which is suggested; for fits that are too thick it is only explained.
    fn overlap_block(&self, suggestion: &OverlapSuggestion, labels: &mut Labels) -> String {
        let OverlapSuggestion { families: [a, b], fit, tolerance, hides_fault, pairs } = suggestion;
        let [first, second] = [*a, *b].map(|family| cut(&self.families.label(family)));
        let name = quoted(&labels.unique(&format!("overlaps of {first} and {second}")));
        let rule = format!("# [[rule]]\n# name = {name}\n{}", self.between(&[*a], &[*b]));
        let thin = tolerance.map_or_else(String::new, |length| format!("# tolerance = {}\n", number(length)));
        let block = format!("{rule}{thin}# allow = [\"touching\"]\n");
        let pairs = count(*pairs, "pair overlaps", "pairs overlap");
        match (fit.map(number), tolerance) {
            _ if *hides_fault => {
                format!(
                    "## {pairs}. {HIDES_FAULT}; name the bodies one by one to allow some of them:\n{}",
                    explained(&block)
                )
            }
            (None, _) => format!("## {pairs}.\n{block}"),
            (Some(fit), Some(_)) => {
                format!("## {pairs}. {TOO_THICK}: for those add\n##   fit = {fit}\n{block}")
            }
            (Some(fit), None) => {
                let rule = explained(&format!("{rule}# fit = {fit}\n"));
                format!("## {pairs}. {TOO_THICK}: then the rule is\n{rule}")
            }
        }
    }

    fn suggestions_text(&self) -> String {
        if self.suggestions.is_empty() {
            return "## No bodies touch.\n".to_owned();
        }
        let mut labels = Labels::default();
        let mut blocks = vec![SUGGESTIONS.to_owned()];
        blocks.extend(self.suggestions.iter().map(|suggestion| self.block(suggestion, &mut labels)));
        if self.pairs_left_out > 0 {
            let pairs = count(self.pairs_left_out, "more pair touches", "more pairs touch");
            let name = quoted(&labels.unique("all that touches"));
            blocks.push(format!(
                "## {pairs}, of which nothing above speaks. This would allow them, and all others that touch.\n\
                 # [[rule]]\n# name = {name}\n# between = [\"*\", \"*\"]\n# allow = [\"touching\"]\n"
            ));
        }
        blocks.join("\n")
    }

    fn block(&self, Suggestion { treat, sides: [a, b], pairs }: &Suggestion, labels: &mut Labels) -> String {
        let label = |side: &[usize]| match side {
            [one] => cut(&self.families.label(*one)),
            all => format!("{} others", all.len()),
        };
        let name = labels.unique(&format!("{} and {}", label(a), label(b)));
        let bodies = a.first().map_or(0, |family| self.families.members(*family).len());
        let pairs = count(*pairs, "pair touches", "pairs touch");
        let (why, table) = match treat {
            SuggestedRule::Expect => {
                (format!("{pairs}; each of the {bodies} bodies of the first side does."), "expect")
            }
            SuggestedRule::Allow => (format!("{pairs}."), "rule"),
        };
        let said = if *treat == SuggestedRule::Expect { "relation = \"touching\"" } else { "allow = [\"touching\"]" };
        let between = self.between(a, b);
        format!("## {why}\n# [[{table}]]\n# name = {}\n{between}# {said}\n", quoted(&name))
    }

    /// Both sides, on one line if they are short.
    fn between(&self, a: &[usize], b: &[usize]) -> String {
        let listed = |side: &[usize]| -> Vec<String> { side.iter().map(|family| self.side(*family)).collect() };
        let (a, b) = (listed(a).join(", "), listed(b));
        match b.as_slice() {
            [one] => format!("# between = [{a}, {one}]\n"),
            few if few.len() <= SHORT_LIST => format!("# between = [{a}, [{}]]\n", few.join(", ")),
            many => format!("# between = [{a}, [\n#   {},\n# ]]\n", many.join(",\n#   ")),
        }
    }

    /// A family as a side of a pair: its group, or the one body.
    fn side(&self, family: usize) -> String {
        match self.groups.get(&family) {
            Some(group) => quoted(&format!("@{group}")),
            None => self.families.patterns(family).iter().map(|pattern| quoted(&pattern.to_string())).collect(),
        }
    }
}

/// Names of groups and rules, no two the same.
#[derive(Default)]
struct Labels(BTreeSet<String>);

impl Labels {
    /// The name that is wanted, perhaps shorter and with a number.
    fn unique(&mut self, wanted: &str) -> String {
        let wanted = cut(wanted);
        let numbered = (2..).map(|number| format!("{wanted} ({number})"));
        let free = [wanted.clone()].into_iter().chain(numbered).find(|name| !self.0.contains(name)).unwrap_or(wanted);
        self.0.insert(free.clone());
        free
    }
}

/// A suggestion as an explanation, which is not taken with the suggestions.
fn explained(block: &str) -> String {
    block.lines().map(|line| format!("##   {}\n", line.strip_prefix("# ").unwrap_or(line))).collect()
}

/// A name that is not too long.
fn cut(name: &str) -> String {
    match name.char_indices().nth(LONGEST_LABEL) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

fn header(source: &StarterSource<'_>) -> String {
    /// Files in the command line.
    const MOST_FILES: usize = 5;
    let words: Vec<String> = source.files.iter().map(|file| word(file)).collect();
    let files = if words.len() > MOST_FILES { "FILES".to_owned() } else { words.join(" ") };
    let from = if words.len() > MOST_FILES { count(words.len(), "file", "files") } else { files.clone() };
    let posed = if source.is_posed { ", and the same options for robots" } else { "" };
    let rules = word(source.rules);
    format!(
        "## Rules for clash checks, made by `impinge rules init` from {from}.\n\
         ## To check by them: impinge check {files} --rules {rules}{posed}\n\
         ## docs/rules.md describes the format.\n\
         ##\n\
         ## Lines that begin with \"## \" explain. Lines that begin with \"# \" are suggestions: what touches or overlaps thinly now may\n\
         ## be as it should be, or not. Take away \"# \" where a suggestion is right. Nothing is suggested for overlaps that are neither thin nor fits.\n"
    )
}

/// A path as a word of a command line.
fn word(path: &Path) -> String {
    let text = path.display().to_string();
    if text.chars().any(is_unseen) { quoted(&text) } else { shell_quoted(&text) }
}

const DEFAULTS: &str = "\
[defaults]
## Applies to pairs that no [[rule]] matches.
## How thick overlaps may be: a length, or \"auto\" for what the rounding of single-precision files explains.
tolerance = \"auto\"
## Further keys, with lengths in the unit of the files:
##   severity = WORD         of violations: info (never fails a check), minor, major or critical; left out: contact and thin overlaps minor, all else major
##   fit = LENGTH            how thick fits may be, which are shells about a common axis; left out: a fiftieth of their diameter
##   clearance = LENGTH      gaps below it are violations
##   touch = LENGTH          gaps up to it count as touching; left out: what rounding explains
##   allow = [\"touching\"]    not violations: touching, crossing, a_inside_b, b_inside_a, coincident
";

const OVERLAPS: &str = "\
## Fits and thin overlaps that a check reports now, most pairs first; the lengths are as thick as they are.
##   fit         overlaps that are shells about a common axis, as of pins and threads, may be as thick as this
##   tolerance   overlaps of any form may be as thick as this
## Overlaps are thin up to a thousandth of the smaller body: for these a tolerance is suggested. Fits are reported where they are thicker than a fiftieth
## of their diameter, and nothing is suggested for them: a thread drawn as a cylinder is that thick, and so is a pin in a hole of the wrong diameter.
";

/// Why no tolerance is suggested for a pair of groups.
const HIDES_FAULT: &str = "No tolerance is suggested: it would also allow a fault between bodies of these names";

/// Why nothing is suggested for a fit.
const TOO_THICK: &str = "Fits among them are too thick to be suggested; look whether they are threads";

const SUGGESTIONS: &str = "\
## Bodies that touch now, most pairs first.
##   [[expect]]  every body of the first side has to touch one of the second; these contacts are not violations
##   [[rule]]    these pairs may touch; the first rule that matches a pair applies
";
