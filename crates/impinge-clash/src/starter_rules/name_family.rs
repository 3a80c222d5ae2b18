//! Name families of bodies: those whose names differ in numbers alone, as `bolt 1` and `bolt 12` do, or `bolt` and `bolt.2`.
//!
//! A name is cut at its numbers; names with the same texts around them are a family. A family is described by patterns, with wildcards for the numbers
//! that differ: the simplest that fit all its members and no other body of the assembly.

use crate::rules::body_pattern::BodyPattern;
use std::collections::BTreeMap;

/// The families of an assembly; a body that is like no other is one by itself.
pub struct NameFamilies<'a> {
    names: &'a [&'a str],
    /// The bodies of each, in order; the families in the order of their first ones.
    members: Vec<Vec<usize>>,
    of_body: Vec<usize>,
}

impl<'a> NameFamilies<'a> {
    /// The families of bodies with these names, all different.
    #[must_use]
    pub fn new(names: &'a [&'a str]) -> Self {
        let (mut known, mut members) = (BTreeMap::new(), Vec::new());
        let mut of_body = Vec::with_capacity(names.len());
        for (body, name) in names.iter().enumerate() {
            let family = *known.entry(CutName::new(name).texts).or_insert(members.len());
            if family == members.len() {
                members.push(Vec::new());
            }
            members[family].push(body);
            of_body.push(family);
        }
        Self { names, members, of_body }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.members.len()
    }

    /// The family of a body.
    pub fn of_body(&self, body: usize) -> usize {
        self.of_body[body]
    }

    /// The bodies of a family.
    pub fn members(&self, family: usize) -> &[usize] {
        &self.members[family]
    }

    /// Whether it is more than one body.
    pub fn is_group(&self, family: usize) -> bool {
        self.members[family].len() > 1
    }

    /// What to call it: the name of its only body, or what its bodies are called but for the numbers that differ.
    pub fn label(&self, family: usize) -> String {
        let cuts = self.cuts(family);
        let [first, _, ..] = cuts.as_slice() else {
            return self.members[family].iter().map(|body| on_one_line(self.names[*body])).collect();
        };
        let without_tail = CutName { tail: None, ..first.clone() };
        let spaced = on_one_line(&without_tail.spelt(&varying(&cuts), str::to_owned, |_| " ".to_owned()));
        let label = spaced.trim_matches([' ', '.', ',', '-', '_', '/', ':', '#']);
        if label.is_empty() { "numbered".to_owned() } else { label.to_owned() }
    }

    /// Patterns that all bodies of a family fit, and no other body.
    pub fn patterns(&self, family: usize) -> Vec<BodyPattern> {
        let cuts = self.cuts(family);
        let [first, _, ..] = cuts.as_slice() else {
            return self.members[family].iter().map(|body| BodyPattern::literal(self.names[*body])).collect();
        };
        let varying = varying(&cuts);
        // A star by itself would take whatever comes.
        let anything =
            first.texts.iter().any(|text| !text.is_empty()).then(|| spelt(&cuts, &varying, |_| "*".to_owned()));
        let digit_first = || spelt(&cuts, &varying, |_| "[0-9]*".to_owned());
        let wide = anything.into_iter().chain([digit_first()]).find(|patterns| self.are_exact(patterns, family));
        // With as many digits as there are, nothing else can fit: it would be in the family.
        wide.unwrap_or_else(|| spelt(&cuts, &varying, |number| "[0-9]".repeat(number.len())))
    }

    fn cuts(&self, family: usize) -> Vec<CutName<'a>> {
        self.members[family].iter().map(|body| CutName::new(self.names[*body])).collect()
    }

    fn are_exact(&self, patterns: &[BodyPattern], family: usize) -> bool {
        let fit = |name: &str| patterns.iter().any(|pattern| pattern.matches(name));
        self.names.iter().zip(&self.of_body).all(|(name, own)| fit(name) == (*own == family))
    }
}

/// A name with single spaces for all that is blank or not seen.
fn on_one_line(name: &str) -> String {
    let words = name.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// A name, cut at its numbers.
#[derive(Clone)]
struct CutName<'a> {
    /// What is around numbers: one more than these.
    texts: Vec<&'a str>,
    numbers: Vec<&'a str>,
    /// A number behind a point at the very end, as names get that are there twice.
    tail: Option<&'a str>,
}

impl<'a> CutName<'a> {
    fn new(name: &'a str) -> Self {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let (mut rest, tail) = match name.rsplit_once('.') {
            Some((base, tail)) if !base.is_empty() && is_number(tail) => (base, Some(tail)),
            _ => (name, None),
        };
        let (mut texts, mut numbers) = (Vec::new(), Vec::new());
        while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
            let (text, from_number) = rest.split_at(start);
            let end = from_number.find(|c: char| !c.is_ascii_digit()).unwrap_or(from_number.len());
            let (number, after) = from_number.split_at(end);
            texts.push(text);
            numbers.push(number);
            rest = after;
        }
        texts.push(rest);
        Self { texts, numbers, tail }
    }

    /// The name again, its texts and the numbers that are the same by `same`, those that differ by `wild`.
    fn spelt(&self, varying: &Varying, same: impl Fn(&str) -> String, wild: impl Fn(&str) -> String) -> String {
        let mut name = String::new();
        for (k, text) in self.texts.iter().enumerate() {
            name.push_str(&same(text));
            if let Some(number) = self.numbers.get(k) {
                name.push_str(&if varying.numbers[k] { wild(number) } else { same(number) });
            }
        }
        if let Some(tail) = self.tail {
            name.push('.');
            name.push_str(&if varying.tail { wild(tail) } else { same(tail) });
        }
        name
    }
}

/// Which numbers of a family differ.
struct Varying {
    numbers: Vec<bool>,
    tail: bool,
}

fn varying(cuts: &[CutName<'_>]) -> Varying {
    let Some((first, others)) = cuts.split_first() else { return Varying { numbers: Vec::new(), tail: false } };
    let differs = |k: usize| others.iter().any(|other| other.numbers[k] != first.numbers[k]);
    let mut tails = cuts.iter().filter_map(|cut| cut.tail);
    let tail = tails.next().is_some_and(|one| tails.any(|other| other != one));
    Varying { numbers: (0..first.numbers.len()).map(differs).collect(), tail }
}

/// The patterns of a family with this wildcard, each of which matches a body that those before do not.
fn spelt(cuts: &[CutName<'_>], varying: &Varying, wild: impl Fn(&str) -> String) -> Vec<BodyPattern> {
    let literal = |text: &str| BodyPattern::literal(text).to_string();
    let whole = Varying { numbers: vec![false; varying.numbers.len()], tail: false };
    let mut patterns: Vec<BodyPattern> = Vec::new();
    for cut in cuts {
        let name = cut.spelt(&whole, str::to_owned, str::to_owned);
        if !patterns.iter().any(|pattern| pattern.matches(&name)) {
            let text = cut.spelt(varying, literal, &wild);
            patterns.push(BodyPattern::try_new(&text).unwrap_or_else(|_| BodyPattern::literal(&name)));
        }
    }
    patterns
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The patterns of every family of several bodies.
    fn families_of(names: &[&str]) -> Vec<(String, Vec<String>)> {
        let families = NameFamilies::new(names);
        let groups = (0..families.count()).filter(|family| families.is_group(*family));
        let text = |family| families.patterns(family).iter().map(ToString::to_string).collect();
        groups.map(|family| (families.label(family), text(family))).collect()
    }

    fn one(names: &[&str]) -> (String, Vec<String>) {
        let mut families = families_of(names);
        assert_eq!(families.len(), 1, "{families:?}");
        families.remove(0)
    }

    #[test]
    fn numbers_make_families() {
        assert_eq!(one(&["bolt 1", "bolt 12", "plate"]), ("bolt".to_owned(), vec!["bolt *".to_owned()]));
        assert_eq!(
            one(&["bolt", "bolt.2", "bolt.3"]),
            ("bolt".to_owned(), vec!["bolt".to_owned(), "bolt.*".to_owned()])
        );
        assert_eq!(one(&["pipe-a-03", "pipe-a-04", "pipe-b-03"]).1, ["pipe-a-*"]);
        assert_eq!(one(&["M8 bolt 1", "M8 bolt 2"]), ("M8 bolt".to_owned(), vec!["M8 bolt *".to_owned()]));
        assert_eq!(one(&["bay 1/pipe 1", "bay 2/pipe 1"]).1, ["bay */pipe 1"]);
        assert!(families_of(&["bolt", "nut", "24 teeth", "24 tooths"]).is_empty());
    }

    #[test]
    fn patterns_take_nobody_else() {
        assert_eq!(one(&["bolt 1", "bolt 2", "bolt plate"]).1, ["bolt [0-9]*"]);
        assert_eq!(one(&["bolt 1", "bolt 2", "bolt 12", "bolt 1 nut"]).1, ["bolt [0-9]", "bolt [0-9][0-9]"]);
        assert_eq!(one(&["1", "2"]), ("numbered".to_owned(), vec!["[0-9]*".to_owned()]));
        assert_eq!(one(&["@[x]*1", "@[x]*2"]).1, ["\\@\\[x]\\**"]);
    }

    /// Names of few characters, so that patterns have every chance to take the wrong ones.
    #[test]
    fn patterns_fit_their_members_and_no_other_name() {
        let mut random = impinge_scenes::SplitMix64::new(1);
        let (mut groups, mut digits) = (0, 0);
        for _ in 0..1_000 {
            let letters = ["a", "1", "2", ".", "*", "\\", "@", "[", "é"];
            let name = |random: &mut impinge_scenes::SplitMix64| -> String {
                (0..1 + random.below(5)).map(|_| letters[random.below(letters.len() as u64) as usize]).collect()
            };
            let names: std::collections::BTreeSet<String> = (0..40).map(|_| name(&mut random)).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let families = NameFamilies::new(&names);
            for family in 0..families.count() {
                let patterns = families.patterns(family);
                assert!(families.are_exact(&patterns, family), "{patterns:?} {names:?}");
                groups += usize::from(families.is_group(family));
                digits += usize::from(patterns.iter().any(|pattern| pattern.to_string().ends_with("[0-9]")));
            }
        }
        assert!(groups > 700 && digits > 300, "{groups} {digits}");
    }
}
