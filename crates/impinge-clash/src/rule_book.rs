//! Rules laid over the bodies of an assembly: who is on which side of what, looked up once for every name.

use crate::missing::{Missing, Nearest};
use crate::verdict::{Verdict, judge};
use impinge::pair::Relation;
use impinge_io::{Between, BodyPattern, Expectation, PairRule, RulesFile, Treatment};

/// The rules of a file, and which bodies they speak of.
#[derive(Clone, Debug)]
pub struct RuleBook {
    file: RulesFile,
    ignored: Vec<Sides>,
    rules: Vec<Sides>,
    expected: Vec<Sides>,
    bodies: usize,
}

/// For every body, whether it is on the one side and on the other.
#[derive(Clone, Debug)]
struct Sides(Vec<[bool; 2]>);

impl Sides {
    fn new(between: &Between, names: &[&str]) -> Self {
        let on = |patterns: &[BodyPattern], name: &str| patterns.iter().any(|pattern| pattern.fits(name));
        Self(names.iter().map(|name| [0, 1].map(|side| on(&between.sides[side], name))).collect())
    }

    /// Whether two bodies are on different sides, either way around.
    fn hold(&self, a: usize, b: usize) -> bool {
        let ([p, q], [r, s]) = (self.0[a], self.0[b]);
        (p && s) || (q && r)
    }
}

/// What the rules say about a pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spoken<'a> {
    /// The rule, unless it is the default.
    pub rule: Option<&'a str>,
    /// How the pair is treated.
    pub treatment: &'a Treatment,
}

impl RuleBook {
    /// The rules over bodies of these names.
    #[must_use]
    pub fn new(file: RulesFile, names: &[&str]) -> Self {
        let ignored = file.ignored.iter().map(|between| Sides::new(between, names)).collect();
        let rules = file.rules.iter().map(|rule| Sides::new(&rule.between, names)).collect();
        let expected = file.expected.iter().map(|expected| Sides::new(&expected.between, names)).collect();
        Self { file, ignored, rules, expected, bodies: names.len() }
    }

    /// The rules, as they were read.
    #[must_use]
    pub fn file(&self) -> &RulesFile {
        &self.file
    }

    /// The rules, ignored pairs and expectations that speak of no pair of bodies at all, by name or by number: mostly a mistake.
    #[must_use]
    pub fn idle(&self) -> Vec<String> {
        let is_idle = |sides: &Sides| {
            let on = |side: usize| sides.0.iter().filter(|both| both[side]).count();
            let both = sides.0.iter().filter(|both| both[0] && both[1]).count();
            on(0) == 0 || on(1) == 0 || (both == 1 && on(0) == 1 && on(1) == 1)
        };
        let numbered = self.ignored.iter().enumerate().filter(|(_, sides)| is_idle(sides));
        let mut idle: Vec<String> = numbered.map(|(k, _)| format!("ignore[{k}]")).collect();
        let rules = self.file.rules.iter().zip(&self.rules).filter(|(_, sides)| is_idle(sides));
        idle.extend(rules.map(|(PairRule { name, .. }, _)| format!("rule '{name}'")));
        let expected = self.file.expected.iter().zip(&self.expected).filter(|(_, sides)| is_idle(sides));
        idle.extend(expected.map(|(Expectation { name, .. }, _)| format!("expect '{name}'")));
        idle
    }

    /// Whether a pair is to be ignored: it is never a violation. It may have to be looked at all the same, see
    /// [`looks_at`](Self::looks_at).
    #[must_use]
    pub fn ignores(&self, a: usize, b: usize) -> bool {
        self.ignored.iter().any(|sides| sides.hold(a, b))
    }

    /// Whether a pair has to be looked at: it is not ignored, or an expectation speaks of it and has to know whether it is met.
    #[must_use]
    pub fn looks_at(&self, a: usize, b: usize) -> bool {
        !self.ignores(a, b) || self.expects_of(a, b)
    }

    /// Whether an expectation speaks of a pair.
    #[must_use]
    pub fn expects_of(&self, a: usize, b: usize) -> bool {
        self.expectations(a, b).next().is_some()
    }

    /// The verdict on a pair, and whether it is a violation, which what is ignored or as expected never is; no gap means one beyond
    /// [`reach_of`](Self::reach_of). A body with itself has no gap: only the relations that are allowed count.
    #[must_use]
    pub fn judge(&self, (a, b): (usize, usize), relation: Relation, gap: Option<f64>) -> (Verdict, bool) {
        let treatment = self.of(a, b).treatment;
        let (verdict, is_violation) = if a == b {
            let Treatment { allow, severity, .. } = treatment.clone();
            judge(&Treatment { clearance: None, touch: None, allow, severity }, relation, None)
        } else {
            judge(treatment, relation, gap)
        };
        (verdict, is_violation && !self.ignores(a, b) && !self.expects((a, b), relation, gap))
    }

    /// What the rules say about a pair: the first that speaks of it, or else the defaults.
    #[must_use]
    pub fn of(&self, a: usize, b: usize) -> Spoken<'_> {
        let found = self.rules.iter().position(|sides| sides.hold(a, b)).map(|k| &self.file.rules[k]);
        match found {
            Some(rule) => Spoken { rule: Some(&rule.name), treatment: &rule.treatment },
            None => Spoken { rule: None, treatment: &self.file.defaults },
        }
    }

    /// The largest gap that is asked about for any pair.
    #[must_use]
    pub fn reach(&self) -> f64 {
        let rules = self.file.rules.iter().map(|rule| &rule.treatment).chain([&self.file.defaults]);
        let expected = self.file.expected.iter().filter_map(|expected| expected.touch);
        rules.map(Treatment::reach).chain(expected).fold(0.0, f64::max)
    }

    /// The largest gap that is asked about for a pair.
    #[must_use]
    pub fn reach_of(&self, a: usize, b: usize) -> f64 {
        let expected = self.expectations(a, b).filter_map(|expected| expected.touch);
        expected.fold(self.of(a, b).treatment.reach(), f64::max)
    }

    /// Whether a pair in this relation, with this gap if it is disjoint, is as expected: then it is no violation.
    #[must_use]
    pub fn expects(&self, (a, b): (usize, usize), relation: Relation, gap: Option<f64>) -> bool {
        self.expectations(a, b).any(|expected| meets(expected, relation, gap))
    }

    /// The expected contacts that are not among these pairs.
    pub fn missing(&self, met: impl Iterator<Item = ((usize, usize), Relation, Option<f64>)>) -> Vec<Missing> {
        let mut has = vec![vec![false; self.bodies]; self.expected.len()];
        let mut nearest = vec![vec![None; self.bodies]; self.expected.len()];
        for ((a, b), relation, gap) in met.filter(|((a, b), ..)| a != b) {
            for (k, (sides, expected)) in self.expected.iter().zip(&self.file.expected).enumerate() {
                let meets = meets(expected, relation, gap);
                for (own, other) in [(a, b), (b, a)].into_iter().filter(|(p, q)| sides.0[*p][0] && sides.0[*q][1]) {
                    has[k][own] |= meets;
                    nearest[k][own] = Nearest::or_nearer(nearest[k][own], Nearest::of(other, relation, gap));
                }
            }
        }
        let mut missing = Vec::new();
        for (k, (sides, expected)) in self.expected.iter().zip(&self.file.expected).enumerate() {
            let wanting = (0..self.bodies).filter(|body| sides.0[*body][0] && !has[k][*body]);
            missing.extend(wanting.map(|body| Missing {
                rule: expected.name.clone(),
                severity: expected.severity,
                body,
                nearest: nearest[k][body],
            }));
        }
        missing
    }

    /// The expectations that speak of a pair; none of a body with itself.
    fn expectations(&self, a: usize, b: usize) -> impl Iterator<Item = &Expectation> {
        let speaks = move |sides: &Sides| a != b && sides.hold(a, b);
        self.expected.iter().zip(&self.file.expected).filter(move |(sides, _)| speaks(sides)).map(|(_, e)| e)
    }
}

/// Whether a pair is in a relation that will do.
fn meets(expected: &Expectation, relation: Relation, gap: Option<f64>) -> bool {
    let touches = gap.zip(expected.touch).is_some_and(|(gap, touch)| gap <= touch);
    let counted = if relation == Relation::Disjoint && touches { Relation::Touching } else { relation };
    expected.relations.contains(&counted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge_io::Severity;
    use std::path::Path;

    fn book(text: &str, names: &[&str]) -> RuleBook {
        RuleBook::new(impinge_io::read_rules_bytes(Path::new("r.toml"), text.as_bytes()).unwrap(), names)
    }

    const NAMES: [&str; 5] = ["pipe 1", "pipe 2", "wall", "bolt", "plate"];

    #[test]
    fn the_first_rule_that_speaks_of_a_pair_holds() {
        let rules = "[defaults]\nclearance = 1\n[[ignore]]\nbetween = ['pipe *', 'pipe *']\n[[rule]]\nname = 'r'\nbetween = ['pipe 1', '*']\n\
                     clearance = 5\n[[rule]]\nname = 's'\nbetween = ['*', '*']\ntouch = 9\n[[rule]]\nname = 'idle'\nbetween = ['x', '*']\n";
        let book = book(rules, &NAMES);
        assert!(book.ignores(0, 1) && book.ignores(1, 0) && !book.ignores(0, 2));
        assert_eq!((book.of(2, 0).rule, book.of(2, 0).treatment.clearance), (Some("r"), Some(5.0)));
        assert_eq!((book.of(2, 1).rule, book.reach_of(2, 1), book.reach()), (Some("s"), 9.0, 9.0));
        assert_eq!(book.idle(), ["rule 'idle'"]);
    }

    #[test]
    fn what_is_expected_and_not_there_is_missing() {
        let rules = "[[expect]]\nname = 'sits'\nbetween = ['bolt', 'plate']\ntouch = 0.5\nseverity = 'critical'";
        let book = book(rules, &NAMES);
        assert_eq!(book.reach_of(3, 4), 0.5);
        let missing = |relation, gap| book.missing([((4, 3), relation, gap)].into_iter());
        assert!(missing(Relation::Touching, None).is_empty() && missing(Relation::Disjoint, Some(0.25)).is_empty());
        let found = missing(Relation::Crossing, None);
        let (rule, severity, body) = ("sits".to_owned(), Severity::Critical, 3);
        let nearest = Some(Nearest { body: 4, relation: Relation::Crossing, gap: 0.0 });
        assert_eq!(found, [Missing { rule, severity, body, nearest }]);
        let apart = missing(Relation::Disjoint, Some(0.75));
        assert_eq!(apart[0].nearest, Some(Nearest { body: 4, relation: Relation::Disjoint, gap: 0.75 }));
        assert_eq!(missing(Relation::Disjoint, None)[0].nearest, None);
        assert!(book.expects((3, 4), Relation::Touching, None) && !book.expects((3, 2), Relation::Touching, None));
    }

    #[test]
    fn what_is_ignored_is_looked_at_where_a_contact_is_expected_and_never_violates() {
        let rules = "[[ignore]]\nbetween = ['*', '*']\n[[expect]]\nname = 'sits'\nbetween = ['bolt', 'plate']\n";
        let book = book(rules, &NAMES);
        assert!(book.looks_at(3, 4) && book.looks_at(4, 3) && !book.looks_at(0, 2) && !book.looks_at(3, 3));
        for relation in [Relation::Disjoint, Relation::Touching, Relation::Crossing, Relation::AInsideB] {
            assert!(!book.judge((3, 4), relation, Some(0.0)).1 && !book.judge((0, 2), relation, Some(0.0)).1);
        }
        assert_eq!(book.judge((0, 2), Relation::Crossing, None).0, Verdict::Contact);
        assert_eq!(book.missing([((3, 4), Relation::Disjoint, None)].into_iter()).len(), 1);
        assert_eq!(book.missing([((3, 4), Relation::Touching, None)].into_iter()).len(), 0);
    }

    #[test]
    fn pairs_are_judged_by_the_rule_that_speaks_of_them() {
        let rules = "[defaults]\nclearance = 1\n[[rule]]\nname = 'r'\nbetween = ['wall', '*']\nallow = ['touching']\ntouch = 0.5\n\
                     [[expect]]\nname = 'sits'\nbetween = ['bolt', 'plate']\n[[expect]]\nname = 'e'\nbetween = ['pipe *', 'pipe *']\n";
        let book = book(rules, &NAMES);
        let apart = Relation::Disjoint;
        assert_eq!(book.judge((0, 3), apart, Some(0.75)), (Verdict::Clearance, true));
        assert_eq!(book.judge((0, 2), apart, Some(0.75)), (Verdict::Clearance, true));
        assert_eq!(book.judge((0, 2), apart, Some(1.0)), (Verdict::Ok, false));
        assert_eq!(book.judge((2, 0), apart, Some(0.25)), (Verdict::Contact, false));
        assert_eq!(book.judge((4, 3), Relation::Touching, Some(0.0)), (Verdict::Contact, false), "as expected");
        assert_eq!(book.judge((4, 3), Relation::Crossing, Some(0.0)), (Verdict::Contact, true));
        // A body with itself: no length counts, and no contact with itself is the one that is expected.
        assert_eq!(book.judge((0, 0), apart, Some(0.0)), (Verdict::Ok, false));
        assert_eq!(book.judge((0, 0), Relation::Touching, Some(0.0)), (Verdict::Contact, true));
        assert_eq!(book.judge((2, 2), Relation::Touching, Some(0.0)), (Verdict::Contact, false));
        assert_eq!(book.missing([((0, 0), Relation::Touching, None)].into_iter()).len(), 3);
    }
}
