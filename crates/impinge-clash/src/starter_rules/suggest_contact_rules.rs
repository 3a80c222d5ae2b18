//! What to suggest for bodies that touch, and what to list of those that do more than that.

use super::meeting_pair::MeetingPair;
use super::name_family::NameFamilies;
use impinge::pair::Relation;
use std::collections::{BTreeMap, BTreeSet};

/// Suggestions that a starter has, at most.
const MOST: usize = 40;

/// Bodies that one suggestion names one by one, at most.
const MOST_NAMED: usize = 50;

/// What is suggested for pairs that touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuggestedRule {
    /// Each body of the first side does now, and should.
    Expect,
    /// They may.
    Allow,
}

/// A rule to be suggested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// What it says.
    pub treat: SuggestedRule,
    /// The families on both sides.
    pub sides: [Vec<usize>; 2],
    /// How many pairs of bodies touch now that it matches.
    pub pairs: usize,
}

/// Pairs of two families that do more than touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ClashingFamilies {
    /// The relation of the first to the second; of one inside another, the inner is the first.
    pub how: ClashingRelation,
    /// The families.
    pub families: [usize; 2],
}

/// What bodies do that is more than to touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ClashingRelation {
    /// They pass through each other.
    Cross,
    /// The first is inside the second.
    Inside,
    /// They fill the same space.
    Coincide,
}

/// Suggestions for all pairs that touch, those for most pairs first, and how many pairs they do not cover because there are too many.
pub fn suggestions(families: &NameFamilies<'_>, meeting_pairs: &[MeetingPair]) -> (Vec<Suggestion>, usize) {
    let touching = meeting_pairs.iter().filter(|meeting| meeting.relation == Relation::Touching);
    let mut by_families: BTreeMap<[usize; 2], Vec<[usize; 2]>> = BTreeMap::new();
    for &MeetingPair { bodies: [a, b], .. } in touching.clone() {
        let [p, q] = [a, b].map(|body| families.of_body(body));
        let (key, pair) = if p <= q { ([p, q], [a, b]) } else { ([q, p], [b, a]) };
        by_families.entry(key).or_default().push(pair);
    }
    let is_of_groups = |key: &[usize; 2]| key.iter().any(|family| families.is_group(*family));
    let of_groups = by_families.iter().filter(|(key, _)| is_of_groups(key));
    let mut all: Vec<Suggestion> = of_groups.map(|(key, pairs)| between(families, *key, pairs)).collect();
    all.extend(around(by_families.keys().copied().filter(|key| !is_of_groups(key)).collect()));
    all.sort_by_key(|suggestion| std::cmp::Reverse(suggestion.pairs));
    all.truncate(MOST);
    let spoken_of: usize = all.iter().map(|suggestion| suggestion.pairs).sum();
    (all, touching.count() - spoken_of)
}

/// For two families, of which one at least is several bodies; in each pair the first is of the first family.
fn between(families: &NameFamilies<'_>, [p, q]: [usize; 2], pairs: &[[usize; 2]]) -> Suggestion {
    let on = |side: usize| pairs.iter().map(move |pair| pair[side]);
    let touching =
        |side: usize| -> BTreeSet<usize> { if p == q { on(0).chain(on(1)).collect() } else { on(side).collect() } };
    let is_whole = |family: usize, side: usize| {
        families.is_group(family) && touching(side).len() == families.members(family).len()
    };
    let is_larger = families.members(q).len() > families.members(p).len();
    let (treat, sides) = match (is_whole(p, 0), is_whole(q, 1)) {
        (_, true) if is_larger => (SuggestedRule::Expect, [q, p]),
        (true, _) => (SuggestedRule::Expect, [p, q]),
        (false, true) => (SuggestedRule::Expect, [q, p]),
        (false, false) => (SuggestedRule::Allow, [p, q]),
    };
    Suggestion { treat, sides: sides.map(|family| vec![family]), pairs: pairs.len() }
}

/// For pairs of bodies that are like no other: each for one body and all that touch it, the one that touches most first.
fn around(mut pairs: Vec<[usize; 2]>) -> Vec<Suggestion> {
    let mut suggestions = Vec::new();
    while !pairs.is_empty() && suggestions.len() < MOST {
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        pairs.iter().flatten().for_each(|body| *counts.entry(*body).or_default() += 1);
        let Some(middle) = counts.iter().max_by_key(|(body, count)| (**count, std::cmp::Reverse(**body))) else {
            break;
        };
        let middle = *middle.0;
        let others = pairs.iter().filter(|pair| pair.contains(&middle));
        let others: Vec<usize> = others.map(|[p, q]| if *p == middle { *q } else { *p }).collect();
        suggestions.extend(others.chunks(MOST_NAMED).map(|others| Suggestion {
            treat: SuggestedRule::Allow,
            sides: [vec![middle], others.to_vec()],
            pairs: others.len(),
        }));
        pairs.retain(|pair| !pair.contains(&middle));
    }
    suggestions
}

/// Pairs of families with bodies that do more than touch, and how many; the most first.
pub fn clashing(families: &NameFamilies<'_>, meeting_pairs: &[MeetingPair]) -> Vec<(ClashingFamilies, usize)> {
    let mut counts: BTreeMap<ClashingFamilies, usize> = BTreeMap::new();
    for &MeetingPair { bodies, relation } in meeting_pairs {
        let [p, q] = bodies.map(|body| families.of_body(body));
        let (how, families) = match relation {
            Relation::Disjoint | Relation::Touching => continue,
            Relation::Crossing => (ClashingRelation::Cross, [p.min(q), p.max(q)]),
            Relation::AInsideB => (ClashingRelation::Inside, [p, q]),
            Relation::BInsideA => (ClashingRelation::Inside, [q, p]),
            Relation::Coincident => (ClashingRelation::Coincide, [p.min(q), p.max(q)]),
        };
        *counts.entry(ClashingFamilies { how, families }).or_default() += 1;
    }
    let mut all: Vec<(ClashingFamilies, usize)> = counts.into_iter().collect();
    all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touching(pairs: &[[usize; 2]]) -> Vec<MeetingPair> {
        pairs.iter().map(|bodies| MeetingPair { bodies: *bodies, relation: Relation::Touching }).collect()
    }

    fn suggestion(treat: SuggestedRule, sides: [&[usize]; 2], pairs: usize) -> Suggestion {
        Suggestion { treat, sides: sides.map(<[usize]>::to_vec), pairs }
    }

    #[test]
    fn contacts_of_a_whole_family_are_expected() {
        let names = ["plate", "bolt 1", "bolt 2", "nut 1", "nut 2", "nut 3"];
        let families = NameFamilies::new(&names);
        let all = touching(&[[0, 1], [0, 2], [0, 3], [1, 3], [2, 3]]);
        let (suggested, left) = suggestions(&families, &all);
        let expected = [
            suggestion(SuggestedRule::Expect, [&[1], &[0]], 2),
            suggestion(SuggestedRule::Expect, [&[1], &[2]], 2),
            suggestion(SuggestedRule::Allow, [&[0], &[2]], 1),
        ];
        assert_eq!((suggested.as_slice(), left), (&expected[..], 0));
        let within = suggestions(&NameFamilies::new(&["a 1", "a 2", "a 3"]), &touching(&[[0, 1], [1, 2]])).0;
        assert_eq!(within, [suggestion(SuggestedRule::Expect, [&[0], &[0]], 2)]);
    }

    #[test]
    fn single_bodies_are_told_around_those_that_touch_most() {
        let names = ["a", "b", "c", "d", "e"];
        let (suggested, left) = suggestions(&NameFamilies::new(&names), &touching(&[[0, 2], [1, 2], [2, 3], [3, 4]]));
        let expected = [
            suggestion(SuggestedRule::Allow, [&[2], &[0, 1, 3]], 3),
            suggestion(SuggestedRule::Allow, [&[3], &[4]], 1),
        ];
        assert_eq!((suggested.as_slice(), left), (&expected[..], 0));
    }

    #[test]
    fn what_is_too_much_is_counted() {
        let names: Vec<String> = (0..200).map(|k| "x".repeat(k + 1)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let pairs: Vec<[usize; 2]> = (0..100).map(|k| [2 * k, 2 * k + 1]).collect();
        let (suggested, left) = suggestions(&NameFamilies::new(&names), &touching(&pairs));
        assert_eq!((suggested.len(), left), (MOST, 100 - MOST));
        let star: Vec<[usize; 2]> = (1..200).map(|k| [0, k]).collect();
        let (suggested, left) = suggestions(&NameFamilies::new(&names), &touching(&star));
        assert_eq!((suggested.len(), suggested[0].pairs, left), (4, MOST_NAMED, 0));
    }

    #[test]
    fn what_is_inside_comes_first() {
        let families = NameFamilies::new(&["a", "b"]);
        let suggested = |relation| clashing(&families, &[MeetingPair { bodies: [0, 1], relation }]);
        let one = |how, families| vec![(ClashingFamilies { how, families }, 1)];
        assert_eq!(suggested(Relation::BInsideA), one(ClashingRelation::Inside, [1, 0]));
        assert_eq!(suggested(Relation::AInsideB), one(ClashingRelation::Inside, [0, 1]));
        assert_eq!(suggested(Relation::Crossing), one(ClashingRelation::Cross, [0, 1]));
        assert!(suggested(Relation::Touching).is_empty());
    }
}
