//! Rules applied to the bodies of an assembly: which body is on which side of which rule, looked up once for every name.

use super::body_pattern::BodyPattern;
use super::body_set::BodySet;
use super::missing_contact::{MissingContact, NearestBody};
use super::pair_verdict::{PairVerdict, judge};
use super::rules_file::{ExpectedContact, PairPattern, PairRule, RulesFile, Treatment};
use super::tolerance::single_rounding;
use super::unused_rule::UnusedRule;
use crate::assembly::load_assembly::Assembly;
use impinge::pair::Relation;

/// The rules of a file, and which bodies they match.
#[derive(Clone, Debug)]
pub struct RuleBook {
    file: RulesFile,
    ignored: Vec<Sides>,
    rules: Vec<Sides>,
    expected: Vec<Sides>,
    /// What rounding to single precision may move each body by.
    rounding: Vec<f64>,
}

/// The bodies on the one side and on the other.
#[derive(Clone, Debug)]
struct Sides([BodySet; 2]);

impl Sides {
    fn new(between: &PairPattern, names: &[&str]) -> Self {
        let on = |patterns: &[BodyPattern], name: &str| patterns.iter().any(|pattern| pattern.matches(name));
        Self([0, 1].map(|side| names.iter().map(|name| on(&between.sides[side], name)).collect()))
    }

    /// Whether no two bodies are on different sides.
    fn are_empty(&self) -> bool {
        let [p, q] = &self.0;
        p.count() == 0 || q.count() == 0 || (p.count_common(q) == 1 && p.count() == 1 && q.count() == 1)
    }

    /// Whether all pairs of others are pairs of these.
    fn cover(&self, others: &Self) -> bool {
        let ([p, q], [r, s]) = (&self.0, &others.0);
        (p.holds_all(r) && q.holds_all(s)) || (q.holds_all(r) && p.holds_all(s))
    }

    /// Whether two bodies are on different sides, either way around.
    fn hold(&self, a: usize, b: usize) -> bool {
        let [p, q] = &self.0;
        (p.has(a) && q.has(b)) || (q.has(a) && p.has(b))
    }
}

/// Whether a body has a contact that is expected, and the nearest candidate.
#[derive(Clone, Copy, Debug, Default)]
struct FoundContact {
    is_met: bool,
    nearest: Option<NearestBody>,
}

/// What is known of a pair when expectations are tested.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairRelation {
    /// The bodies, by index.
    pub bodies: [usize; 2],
    /// The relation of the first to the second.
    pub relation: Relation,
    /// The gap, where it was measured.
    pub gap: Option<f64>,
}

/// The rule that applies to a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AppliedRule<'a> {
    /// The rule, unless it is the default.
    pub rule: Option<&'a str>,
    /// The limits for the pair.
    pub treatment: &'a Treatment,
    /// Gaps up to here count as contact; `None` where contact without an overlap does not matter.
    pub touch: Option<f64>,
}

impl RuleBook {
    /// The rules for the bodies of an assembly.
    #[must_use]
    pub fn for_assembly(file: RulesFile, assembly: &Assembly) -> Self {
        let rounding = assembly.bodies.iter().map(single_rounding).collect();
        Self { rounding, ..Self::new(file, &assembly.names()) }
    }

    /// The rules for bodies of these names, which rounding did not move.
    #[must_use]
    pub fn new(file: RulesFile, names: &[&str]) -> Self {
        let ignored = file.ignored.iter().map(|between| Sides::new(between, names)).collect();
        let rules = file.rules.iter().map(|rule| Sides::new(&rule.between, names)).collect();
        let expected = file.expected.iter().map(|expected| Sides::new(&expected.between, names)).collect();
        Self { file, ignored, rules, expected, rounding: vec![0.0; names.len()] }
    }

    /// The rules, as they were read.
    #[must_use]
    pub fn file(&self) -> &RulesFile {
        &self.file
    }

    /// The names of all rules and expectations.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        let rules = self.file.rules.iter().map(|rule| rule.name.clone());
        rules.chain(self.file.expected.iter().map(|expected| expected.name.clone())).collect()
    }

    /// The rules, ignored pairs and expectations that match no pair of bodies at all, by name or by number: mostly a mistake.
    #[must_use]
    pub fn unmatched(&self) -> Vec<String> {
        let numbered = self.ignored.iter().enumerate().filter(|(_, sides)| sides.are_empty());
        let mut unmatched: Vec<String> = numbered.map(|(k, _)| format!("ignore[{k}]")).collect();
        let rules = self.file.rules.iter().zip(&self.rules).filter(|(_, sides)| sides.are_empty());
        unmatched.extend(rules.map(|(PairRule { name, .. }, _)| format!("rule '{name}'")));
        let expected = self.file.expected.iter().zip(&self.expected).filter(|(_, sides)| sides.are_empty());
        unmatched.extend(expected.map(|(ExpectedContact { name, .. }, _)| format!("expect '{name}'")));
        unmatched
    }

    /// The rules that are never applied, each with the first rule above it that matches all of its pairs: mostly a mistake.
    #[must_use]
    pub fn shadowed(&self) -> Vec<[&str; 2]> {
        let name = |k: usize| self.file.rules[k].name.as_str();
        let above = |k: usize| (0..k).find(|j| self.rules[*j].cover(&self.rules[k]));
        let matching = (0..self.rules.len()).filter(|k| !self.rules[*k].are_empty());
        matching.filter_map(|k| Some([name(k), name(above(k)?)])).collect()
    }

    /// The rules and expectations that apply to no pair of bodies, each with the reason: first those that match none, then those that another rule shadows.
    #[must_use]
    pub fn unused(&self) -> Vec<UnusedRule> {
        let rules = self.file.rules.iter().map(|rule| &rule.name).zip(&self.rules);
        let expected = self.file.expected.iter().map(|expected| &expected.name).zip(&self.expected);
        let unmatched = rules.chain(expected).filter(|(_, sides)| sides.are_empty()).map(|(name, _)| {
            let reason = "it matches no pair of bodies: are the names right?".to_owned();
            UnusedRule { name: name.clone(), reason }
        });
        let shadowed = self.shadowed().into_iter().map(|[below, above]| {
            let reason = format!("rule '{above}' above it matches all of its pairs");
            UnusedRule { name: below.to_owned(), reason }
        });
        unmatched.chain(shadowed).collect()
    }

    /// Whether a pair is ignored: it is never a violation. It may have to be checked all the same, see
    /// [`needs_check`](Self::needs_check).
    #[must_use]
    pub fn ignores(&self, a: usize, b: usize) -> bool {
        self.ignored.iter().any(|sides| sides.hold(a, b))
    }

    /// Whether a pair has to be checked: it is not ignored, or an expectation matches it.
    #[must_use]
    pub fn needs_check(&self, a: usize, b: usize) -> bool {
        !self.ignores(a, b) || self.has_expectation(a, b)
    }

    /// Whether an expectation matches a pair.
    #[must_use]
    pub fn has_expectation(&self, a: usize, b: usize) -> bool {
        self.expectations(a, b).next().is_some()
    }

    /// The verdict on a pair, and whether it is a violation; ignored pairs and expected contacts never are. No gap means one beyond
    /// [`reach_of`](Self::reach_of). A body with itself has no gap: only the allowed relations count.
    #[must_use]
    pub fn judge(&self, [a, b]: [usize; 2], relation: Relation, gap: Option<f64>) -> (PairVerdict, bool) {
        let AppliedRule { treatment, touch, .. } = self.rule_for(a, b);
        let (verdict, is_violation) =
            if a == b { judge(treatment, None, relation, None) } else { judge(treatment, touch, relation, gap) };
        (verdict, is_violation && !self.ignores(a, b) && !self.expects([a, b], relation, gap))
    }

    /// Whether it would be a violation if one of two bodies were inside the other.
    #[must_use]
    pub fn forbids_inside(&self, bodies: [usize; 2]) -> bool {
        [Relation::AInsideB, Relation::BInsideA].into_iter().any(|relation| self.judge(bodies, relation, Some(0.0)).1)
    }

    /// The verdict on a pair whose overlap is no thicker than its tolerance, and whether it is a violation. It counts as touching: a violation only
    /// where bodies have to keep a distance and may not touch.
    #[must_use]
    pub fn judge_thin(&self, [a, b]: [usize; 2]) -> (PairVerdict, bool) {
        let is_violation = self.rule_for(a, b).treatment.forbids_contact();
        let (_, touching) = self.judge([a, b], Relation::Touching, Some(0.0));
        (PairVerdict::WithinTolerance, is_violation && touching)
    }

    /// The first rule that matches a pair, or else the defaults.
    #[must_use]
    pub fn rule_for(&self, a: usize, b: usize) -> AppliedRule<'_> {
        let found = self.rules.iter().position(|sides| sides.hold(a, b)).map(|k| &self.file.rules[k]);
        let (rule, treatment) = match found {
            Some(rule) => (Some(rule.name.as_str()), &rule.treatment),
            None => (None, &self.file.defaults),
        };
        AppliedRule { rule, treatment, touch: treatment.touch_length(self.rounding_of([a, b])) }
    }

    /// The largest gap that matters for any pair.
    #[must_use]
    pub fn reach(&self) -> f64 {
        let rules = self.file.rules.iter().map(|rule| &rule.treatment).chain([&self.file.defaults]);
        let rounding = self.rounding.iter().copied().fold(0.0, f64::max);
        let expected = self.file.expected.iter().map(|expected| expected.touch.length(rounding));
        rules.map(|treatment| treatment.reach(rounding)).chain(expected).fold(0.0, f64::max)
    }

    /// The largest gap that matters for a pair.
    #[must_use]
    pub fn reach_of(&self, a: usize, b: usize) -> f64 {
        let rounding = self.rounding_of([a, b]);
        let expected = self.expectations(a, b).map(|expected| expected.touch.length(rounding));
        expected.fold(self.rule_for(a, b).treatment.reach(rounding), f64::max)
    }

    /// Whether a pair in this relation, with this gap if it is disjoint, is an expected contact: then it is not a violation.
    #[must_use]
    pub fn expects(&self, [a, b]: [usize; 2], relation: Relation, gap: Option<f64>) -> bool {
        let rounding = self.rounding_of([a, b]);
        self.expectations(a, b).any(|expected| meets(expected, relation, gap, rounding))
    }

    /// The expected contacts that are not among these pairs.
    pub fn missing(&self, pairs: impl Iterator<Item = PairRelation>) -> Vec<MissingContact> {
        let pairs: Vec<PairRelation> = pairs.collect();
        self.each_missing(&pairs).collect()
    }

    /// The same one by one: there may be one for each body and expectation.
    pub fn each_missing(&self, pairs: &[PairRelation]) -> impl Iterator<Item = MissingContact> {
        let expectations = self.expected.iter().zip(&self.file.expected);
        expectations.flat_map(|(sides, expected)| {
            let found = self.contacts_found(sides, expected, pairs);
            let wanting = found.into_iter().enumerate().filter(|(body, found)| sides.0[0].has(*body) && !found.is_met);
            wanting.map(|(body, found)| MissingContact {
                rule: expected.name.clone(),
                severity: expected.severity,
                body,
                nearest: found.nearest,
            })
        })
    }

    /// What pairs say about an expectation, for each body.
    fn contacts_found(&self, sides: &Sides, expected: &ExpectedContact, pairs: &[PairRelation]) -> Vec<FoundContact> {
        let mut found = vec![FoundContact::default(); self.rounding.len()];
        for PairRelation { bodies: [a, b], relation, gap } in
            pairs.iter().filter(|pair| pair.bodies[0] != pair.bodies[1])
        {
            if !sides.hold(*a, *b) {
                continue;
            }
            let meets = meets(expected, *relation, *gap, self.rounding_of([*a, *b]));
            for (own, other) in [(*a, *b), (*b, *a)] {
                if sides.0[0].has(own) && sides.0[1].has(other) {
                    let nearest = NearestBody::from_pair(other, *relation, *gap);
                    found[own].is_met |= meets;
                    found[own].nearest = NearestBody::or_nearer(found[own].nearest, nearest);
                }
            }
        }
        found
    }

    /// What rounding to single precision may have moved two bodies apart by.
    fn rounding_of(&self, [a, b]: [usize; 2]) -> f64 {
        self.rounding[a].max(self.rounding[b])
    }

    /// The expectations that match a pair; none matches a body with itself.
    fn expectations(&self, a: usize, b: usize) -> impl Iterator<Item = &ExpectedContact> {
        let matches = move |sides: &Sides| a != b && sides.hold(a, b);
        self.expected.iter().zip(&self.file.expected).filter(move |(sides, _)| matches(sides)).map(|(_, e)| e)
    }
}

/// Whether a pair that rounding may have moved apart fulfils an expectation.
fn meets(expected: &ExpectedContact, relation: Relation, gap: Option<f64>, rounding: f64) -> bool {
    let touches = gap.is_some_and(|gap| gap <= expected.touch.length(rounding));
    let counted = if relation == Relation::Disjoint && touches { Relation::Touching } else { relation };
    expected.relations.contains(&counted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::rules_file::Severity;
    use std::path::Path;

    fn book(text: &str, names: &[&str]) -> RuleBook {
        RuleBook::new(crate::rules::read_rules_bytes(Path::new("r.toml"), text.as_bytes()).unwrap(), names)
    }

    fn pair(bodies: [usize; 2], relation: Relation, gap: Option<f64>) -> PairRelation {
        PairRelation { bodies, relation, gap }
    }

    const NAMES: [&str; 5] = ["pipe 1", "pipe 2", "wall", "bolt", "plate"];

    #[test]
    fn the_first_rule_that_speaks_of_a_pair_holds() {
        let rules = "[defaults]\nclearance = 1\n[[ignore]]\nbetween = ['pipe *', 'pipe *']\n[[rule]]\nname = 'r'\nbetween = ['pipe 1', '*']\n\
                     clearance = 5\n[[rule]]\nname = 's'\nbetween = ['*', '*']\ntouch = 9\n[[rule]]\nname = 'idle'\nbetween = ['x', '*']\n";
        let book = book(rules, &NAMES);
        assert!(book.ignores(0, 1) && book.ignores(1, 0) && !book.ignores(0, 2));
        assert_eq!((book.rule_for(2, 0).rule, book.rule_for(2, 0).treatment.clearance), (Some("r"), Some(5.0)));
        assert_eq!((book.rule_for(2, 1).rule, book.reach_of(2, 1), book.reach()), (Some("s"), 9.0, 9.0));
        assert_eq!(book.unmatched(), ["rule 'idle'"]);
        assert!(book.shadowed().is_empty());
    }

    #[test]
    fn rules_below_a_rule_for_all_their_pairs_are_shadowed() {
        let rule = |name: &str, p: &str, q: &str| format!("[[rule]]\nname = '{name}'\nbetween = ['{p}', '{q}']\n");
        let rules = [
            rule("pipes", "pipe *", "wall"),
            rule("one pipe", "wall", "pipe 2"),
            rule("bolts", "bolt", "*"),
            rule("nobody", "x", "wall"),
            rule("more", "*", "wall"),
        ];
        assert_eq!(book(&rules.concat(), &NAMES).shadowed(), [["one pipe", "pipes"]]);
    }

    #[test]
    fn what_is_expected_and_not_there_is_missing() {
        let rules = "[[expect]]\nname = 'sits'\nbetween = ['bolt', 'plate']\ntouch = 0.5\nseverity = 'critical'";
        let book = book(rules, &NAMES);
        assert_eq!(book.reach_of(3, 4), 0.5);
        let missing = |relation, gap| book.missing([pair([4, 3], relation, gap)].into_iter());
        assert!(missing(Relation::Touching, None).is_empty() && missing(Relation::Disjoint, Some(0.25)).is_empty());
        let found = missing(Relation::Crossing, None);
        let (rule, severity, body) = ("sits".to_owned(), Severity::Critical, 3);
        let nearest = Some(NearestBody { body: 4, relation: Relation::Crossing, gap: 0.0 });
        assert_eq!(found, [MissingContact { rule, severity, body, nearest }]);
        let apart = missing(Relation::Disjoint, Some(0.75));
        assert_eq!(apart[0].nearest, Some(NearestBody { body: 4, relation: Relation::Disjoint, gap: 0.75 }));
        assert_eq!(missing(Relation::Disjoint, None)[0].nearest, None);
        assert!(book.expects([3, 4], Relation::Touching, None) && !book.expects([3, 2], Relation::Touching, None));
    }

    /// All of them took 7 GB for 3,000 expectations and 20,000 bodies.
    #[test]
    fn missing_contacts_of_many_expectations_come_one_by_one() {
        let rules = (0..2_000).map(|k| format!("[[expect]]\nname = 'e{k}'\nbetween = ['*', 'p*']\n"));
        let names: Vec<String> = (0..2_000).map(|k| format!("p{k}")).collect();
        let book = book(&rules.collect::<String>(), &names.iter().map(String::as_str).collect::<Vec<_>>());
        let met = [pair([0, 1], Relation::Touching, None)];
        let first: Vec<MissingContact> = book.each_missing(&met).take(2_000).collect();
        assert_eq!(first.iter().filter(|missing| missing.rule == "e0").count(), 1_998);
        assert_eq!((first[0].body, first[1_999].body, first[1_999].rule.as_str()), (2, 3, "e1"));
    }

    #[test]
    fn what_is_ignored_is_looked_at_where_a_contact_is_expected_and_never_violates() {
        let rules = "[[ignore]]\nbetween = ['*', '*']\n[[expect]]\nname = 'sits'\nbetween = ['bolt', 'plate']\n";
        let book = book(rules, &NAMES);
        assert!(book.needs_check(3, 4) && book.needs_check(4, 3) && !book.needs_check(0, 2) && !book.needs_check(3, 3));
        for relation in [Relation::Disjoint, Relation::Touching, Relation::Crossing, Relation::AInsideB] {
            assert!(!book.judge([3, 4], relation, Some(0.0)).1 && !book.judge([0, 2], relation, Some(0.0)).1);
        }
        assert_eq!(book.judge([0, 2], Relation::Crossing, None).0, PairVerdict::Contact);
        assert_eq!(book.missing([pair([3, 4], Relation::Disjoint, None)].into_iter()).len(), 1);
        assert_eq!(book.missing([pair([3, 4], Relation::Touching, None)].into_iter()).len(), 0);
    }

    #[test]
    fn pairs_are_judged_by_the_rule_that_speaks_of_them() {
        let rules = "[defaults]\nclearance = 1\n[[rule]]\nname = 'r'\nbetween = ['wall', '*']\nallow = ['touching']\ntouch = 0.5\n\
                     [[expect]]\nname = 'sits'\nbetween = ['bolt', 'plate']\n[[expect]]\nname = 'e'\nbetween = ['pipe *', 'pipe *']\n";
        let book = book(rules, &NAMES);
        let apart = Relation::Disjoint;
        assert_eq!(book.judge([0, 3], apart, Some(0.75)), (PairVerdict::Clearance, true));
        assert_eq!(book.judge([0, 2], apart, Some(0.75)), (PairVerdict::Clearance, true));
        assert_eq!(book.judge([0, 2], apart, Some(1.0)), (PairVerdict::Ok, false));
        assert_eq!(book.judge([2, 0], apart, Some(0.25)), (PairVerdict::Contact, false));
        assert_eq!(book.judge([4, 3], Relation::Touching, Some(0.0)), (PairVerdict::Contact, false), "as expected");
        assert_eq!(book.judge([4, 3], Relation::Crossing, Some(0.0)), (PairVerdict::Contact, true));
        // A body with itself: no length counts, and no contact with itself is the one that is expected.
        assert_eq!(book.judge([0, 0], apart, Some(0.0)), (PairVerdict::Ok, false));
        assert_eq!(book.judge([0, 0], Relation::Touching, Some(0.0)), (PairVerdict::Contact, true));
        assert_eq!(book.judge([2, 2], Relation::Touching, Some(0.0)), (PairVerdict::Contact, false));
        assert_eq!(book.missing([pair([0, 0], Relation::Touching, None)].into_iter()).len(), 3);
    }
    #[test]
    fn a_thin_overlap_is_contact_where_bodies_keep_a_distance() {
        let rules = "[[rule]]\nname = 'apart'\nbetween = ['pipe 1', '*']\nclearance = 1\n[[rule]]\nname = 'seated'\nbetween = ['wall', '*']\n\
                     clearance = 1\nallow = 'touching'\n[[rule]]\nname = 'near'\nbetween = ['pipe 2', '*']\ntouch = 0\n[[ignore]]\nbetween = ['pipe 1', 'plate']\n";
        let book = book(rules, &NAMES);
        for (bodies, expected) in [([0, 3], true), ([0, 4], false), ([2, 3], false), ([1, 3], true), ([3, 4], false)] {
            assert_eq!(book.judge_thin(bodies), (PairVerdict::WithinTolerance, expected), "{bodies:?}");
        }
    }
}
