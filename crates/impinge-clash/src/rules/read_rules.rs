//! Reads a file of rules: groups first, then the rules that use them.

use super::body_pattern::{BodyPattern, GROUP};
use super::fit_limit::{FitLimit, FitTreatment};
use super::rules_file::{ExpectedContact, PairPattern, PairRule, RulesFile, Severity, Treatment};
use super::tolerance::Tolerance;
use crate::assembly::HealSetting;
use impinge::pair::Relation;
use impinge_io::document::{self, Item};
use impinge_io::{Fault, FilePlace, Length, LengthUnit, Problem, ReadError};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

const DOCUMENT: [&str; 7] = ["unit", "heal", "defaults", "groups", "ignore", "rule", "expect"];
const TREATMENT: [&str; 7] = ["clearance", "touch", "tolerance", "fit", "fit_severity", "allow", "severity"];
const IGNORE: [&str; 1] = ["between"];
const RULE: [&str; 9] =
    ["name", "between", "clearance", "touch", "tolerance", "fit", "fit_severity", "allow", "severity"];
const EXPECT: [&str; 5] = ["name", "between", "relation", "touch", "severity"];

/// The rules of a file.
///
/// # Errors
/// See [`Problem`]: no file, no document, unknown keys, groups or words, malformed patterns, lengths that are not numbers.
pub fn read_rules(path: impl AsRef<Path>) -> Result<RulesFile, ReadError> {
    read_rules_in(path, None)
}

/// The rules of a file for coordinates of a unit: lengths with a unit are converted to it, and plain numbers are in it, or in the unit
/// that the file states.
///
/// # Errors
/// As [`read_rules`]; also a length with a unit where that of the coordinates is not known.
pub fn read_rules_in(path: impl AsRef<Path>, coordinates: Option<LengthUnit>) -> Result<RulesFile, ReadError> {
    let path = path.as_ref();
    let unread = |problem| Fault::new(FilePlace::Whole, problem).in_file(&path.display().to_string());
    let bytes = impinge_io::read_file_bytes(path).map_err(unread)?;
    rules(&bytes, coordinates).map_err(|fault| fault.in_file(&path.display().to_string()))
}

/// The rules in the bytes of a file; `path` stands for it in errors.
///
/// # Errors
/// As [`read_rules`].
pub fn read_rules_bytes(path: &Path, bytes: &[u8]) -> Result<RulesFile, ReadError> {
    rules(bytes, None).map_err(|fault| fault.in_file(&path.display().to_string()))
}

fn rules(bytes: &[u8], coordinates: Option<LengthUnit>) -> Result<RulesFile, Fault> {
    let document = document::parse(bytes)?;
    let root = Item::root(&document);
    root.only(&DOCUMENT)?;
    let plain = root.get("unit").map(|unit| unit.unit()).transpose()?;
    let lengths = Lengths { coordinates, plain };
    let heal = lengths.heal(&root)?;
    let groups = Groups::read(&root)?;
    let defaults = match root.get("defaults") {
        None => Treatment::default(),
        Some(defaults) => {
            defaults.only(&TREATMENT)?;
            lengths.treatment(&defaults, &Treatment::default())?
        }
    };
    let ignored = root.list("ignore")?.iter().map(|item| groups.ignored(item)).collect::<Result<_, _>>()?;
    let rules =
        root.list("rule")?.iter().map(|item| groups.rule(item, &lengths, &defaults)).collect::<Result<_, _>>()?;
    let expectations = root.list("expect")?;
    let expected =
        expectations.iter().map(|item| groups.expectation(item, &lengths, &defaults)).collect::<Result<_, _>>()?;
    refuse_repeated(&expectations)?;
    Ok(RulesFile { heal, defaults, ignored, rules, expected })
}

/// Names for lists of patterns.
struct Groups<'a>(BTreeMap<&'a str, Vec<BodyPattern>>);

impl<'a> Groups<'a> {
    fn read(root: &Item<'a>) -> Result<Self, Fault> {
        let mut groups = BTreeMap::new();
        if let Some(table) = root.get("groups") {
            for (name, patterns) in table.entries()? {
                let patterns = one_or_more(&patterns)?.iter().map(pattern).collect::<Result<Vec<_>, _>>()?;
                groups.insert(name, patterns);
            }
        }
        Ok(Self(groups))
    }

    fn ignored(&self, item: &Item<'a>) -> Result<PairPattern, Fault> {
        item.only(&IGNORE)?;
        self.between(item)
    }

    fn rule(&self, item: &Item<'a>, lengths: &Lengths, defaults: &Treatment) -> Result<PairRule, Fault> {
        item.only(&RULE)?;
        Ok(PairRule { name: name(item)?, between: self.between(item)?, treatment: lengths.treatment(item, defaults)? })
    }

    fn expectation(&self, item: &Item<'a>, lengths: &Lengths, defaults: &Treatment) -> Result<ExpectedContact, Fault> {
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

/// Refuses expectations of one name: a missing contact is known by its body and the name of the expectation.
fn refuse_repeated(expectations: &[Item<'_>]) -> Result<(), Fault> {
    let mut names = BTreeSet::new();
    for item in expectations {
        let name = item.need("name")?;
        if !names.insert(name.text()?) {
            return Err(name.fault(Problem::DuplicateName { what: "expectations", name: name.text()?.to_owned() }));
        }
    }
    Ok(())
}

/// How lengths are read.
struct Lengths {
    /// The unit of the coordinates, where it is known.
    coordinates: Option<LengthUnit>,
    /// The unit of plain numbers, where the file states one.
    plain: Option<LengthUnit>,
}

impl Lengths {
    /// The limits of an item; keys that are left out are as by default.
    fn treatment(&self, item: &Item<'_>, defaults: &Treatment) -> Result<Treatment, Fault> {
        let allow: Option<Vec<Relation>> = match item.get("allow") {
            None => None,
            Some(words) => Some(one_or_none(&words)?.iter().map(relation).collect::<Result<_, _>>()?),
        };
        // Who writes that nothing is allowed forbids contact as well: with a length, so that no tolerance allows it.
        let contact = allow.as_ref().filter(|allow| allow.is_empty()).map(|_| 0.0);
        Ok(Treatment {
            clearance: self.length(item, "clearance")?.or(defaults.clearance),
            touch: self.length(item, "touch")?.or(defaults.touch).or(contact),
            tolerance: self.tolerance(item)?.unwrap_or(defaults.tolerance),
            fit: self.fit(item, defaults.fit)?,
            allow: allow.unwrap_or_else(|| defaults.allow.clone()),
            severity: match item.get("severity") {
                None => defaults.severity,
                Some(word) => Some(severity(&word)?),
            },
        })
    }

    /// A length, or `auto`.
    fn tolerance(&self, item: &Item<'_>) -> Result<Option<Tolerance>, Fault> {
        match item.get("tolerance").map(|value| value.text().is_ok_and(|text| text == Tolerance::AUTO)) {
            Some(true) => Ok(Some(Tolerance::Auto)),
            _ => Ok(self.length(item, "tolerance")?.map(Tolerance::Length)),
        }
    }

    /// How fits are treated: a length, `auto` or `off`, and a severity.
    fn fit(&self, item: &Item<'_>, defaults: FitTreatment) -> Result<FitTreatment, Fault> {
        let limit = match item.get("fit").map(|value| value.text().unwrap_or_default().to_owned()) {
            Some(word) if word == Tolerance::AUTO => Some(FitLimit::Auto),
            Some(word) if word == FitLimit::OFF => Some(FitLimit::Off),
            _ => self.length(item, "fit")?.map(FitLimit::Length),
        };
        let own = item.get("fit_severity").map(|word| severity(&word)).transpose()?;
        Ok(FitTreatment { limit: limit.unwrap_or(defaults.limit), severity: own.unwrap_or(defaults.severity) })
    }

    /// A length, `auto` or `off`.
    fn heal(&self, item: &Item<'_>) -> Result<Option<HealSetting>, Fault> {
        match item.get("heal").and_then(|value| value.text().ok()) {
            Some("auto") => Ok(Some(HealSetting::Auto)),
            Some("off") => Ok(Some(HealSetting::Off)),
            Some(word) if word.parse::<Length>().is_err() => {
                let heal = item.need("heal")?;
                Err(heal.unexpected("a length that is not negative, \"auto\" or \"off\""))
            }
            _ => Ok(self.length(item, "heal")?.map(HealSetting::Within)),
        }
    }

    fn length(&self, item: &Item<'_>, key: &str) -> Result<Option<f64>, Fault> {
        let Some(length) = item.get(key) else { return Ok(None) };
        let value = length.length(self.coordinates)?;
        let (Some(unit), Ok(_)) = (self.plain, length.number()) else { return Ok(Some(value)) };
        let converted = Length { value, unit: Some(unit) }.in_unit(self.coordinates);
        converted.map(Some).map_err(|error| length.fault(Problem::BadLength(error)))
    }
}

fn severity(word: &Item<'_>) -> Result<Severity, Fault> {
    let text = word.text()?;
    Severity::from_name(text).ok_or_else(|| word.unexpected("one of info, minor, major, critical"))
}

fn relation(word: &Item<'_>) -> Result<Relation, Fault> {
    const MEETING: [Relation; 5] =
        [Relation::Touching, Relation::Crossing, Relation::AInsideB, Relation::BInsideA, Relation::Coincident];
    let text = word.text()?;
    let found = MEETING.into_iter().find(|relation| relation.name() == text);
    found.ok_or_else(|| word.unexpected("one of touching, crossing, a_inside_b, b_inside_a, coincident"))
}

fn pattern(item: &Item<'_>) -> Result<BodyPattern, Fault> {
    let text = item.text()?;
    BodyPattern::try_new(text)
        .map_err(|error| Fault::unexpected(item.place(), "a pattern of names", format!("'{text}': {error}")))
}

/// An item by itself, or the items of a list.
fn one_or_none<'a>(item: &Item<'a>) -> Result<Vec<Item<'a>>, Fault> {
    if item.text().is_ok() {
        Ok(vec![item.clone()])
    } else {
        item.items().map_err(|_| item.unexpected("a text or a list of texts"))
    }
}

/// The same, not empty.
fn one_or_more<'a>(item: &Item<'a>) -> Result<Vec<Item<'a>>, Fault> {
    let items = one_or_none(item)?;
    if items.is_empty() { Err(item.unexpected("at least one text")) } else { Ok(items) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<RulesFile, String> {
        read_rules_bytes(Path::new("r.toml"), text.as_bytes()).map_err(|error| error.to_string())
    }

    const ALL: &str = r#"
[defaults]
clearance = 2
tolerance = 0.5
allow = "touching"
severity = "minor"

[groups]
pipes = ["pipe *", "PIPE-*"]
walls = "wall*"

[[ignore]]
between = ["@pipes", ["insulation*", "@pipes"]]

[[rule]]
name = "pipes and walls"
between = ["@pipes", "@walls"]
tolerance = "auto"
clearance = 50.5
fit = 0.75
fit_severity = "minor"
allow = []
severity = "critical"

[[expect]]
name = "bolts sit"
between = ["bolt*", "plate*"]
relation = ["touching", "crossing"]
"#;

    #[test]
    fn a_file_says_what_it_says() {
        let rules = read(ALL).unwrap();
        assert_eq!((rules.defaults.clearance, rules.defaults.severity), (Some(2.0), Some(Severity::Minor)));
        assert_eq!(rules.defaults.tolerance, Tolerance::Length(0.5));
        assert_eq!(rules.defaults.allow, [Relation::Touching]);
        assert!(rules.ignored[0].matches("insulation 1", "PIPE-2") && rules.ignored[0].matches("pipe 1", "pipe 2"));
        assert!(!rules.ignored[0].matches("wall", "pipe 1"));
        let rule = &rules.rules[0];
        assert!(rule.between.matches("wall", "pipe 3") && rule.between.matches("pipe 3", "wall"));
        assert_eq!((rule.treatment.clearance, &rule.treatment.allow), (Some(50.5), &Vec::new()));
        assert_eq!(
            (rule.treatment.touch, rules.defaults.touch),
            (Some(0.0), None),
            "who allows nothing forbids contact"
        );
        assert_eq!((rule.treatment.severity, rule.treatment.tolerance), (Some(Severity::Critical), Tolerance::Auto));
        let fit = FitTreatment { limit: FitLimit::Length(0.75), severity: Severity::Minor };
        assert_eq!((rule.treatment.fit, rules.defaults.fit), (fit, FitTreatment::default()));
        let off = read("[defaults]\nfit = 'off'\n[[rule]]\nname = 'x'\nbetween = ['a', 'b']\nfit = 'auto'").unwrap();
        assert_eq!((off.defaults.fit.limit, off.rules[0].treatment.fit.limit), (FitLimit::Off, FitLimit::Auto));
        let expected = &rules.expected[0];
        assert_eq!((expected.severity, expected.relations.len()), (Severity::Minor, 2));
        assert_eq!(read("").unwrap_err(), "r.toml: the file is empty (0 bytes); write or export it again");
        assert_eq!(read(" \n").unwrap(), RulesFile::default());
    }

    #[test]
    fn lengths_are_converted_to_the_unit_of_the_coordinates() {
        let text = "[defaults]\nclearance = '2mm'\ntouch = 0.25\n[[rule]]\nname = 'x'\nbetween = ['a', 'b']\nclearance = '1 in'";
        let read = |text: &str, unit| rules(text.as_bytes(), unit).map_err(|fault| fault.in_file("r.toml").to_string());
        let found = read(text, Some(LengthUnit::Metre)).unwrap();
        assert_eq!((found.defaults.clearance, found.defaults.touch), (Some(0.002), Some(0.25)));
        assert_eq!(found.rules[0].treatment.clearance, Some(0.0254));
        let stated = read(&format!("unit = 'cm'\n{text}"), Some(LengthUnit::Millimetre)).unwrap();
        assert_eq!((stated.defaults.clearance, stated.defaults.touch), (Some(2.0), Some(2.5)));
        let unknown = read(text, None).unwrap_err();
        assert!(
            unknown.contains("r.toml:2: defaults.clearance: the length 2 mm has a unit") && unknown.contains("--unit"),
            "{unknown}"
        );
        let wrong = read("[defaults]\ntouch = '2 furlongs'", None).unwrap_err();
        assert!(wrong.contains("expected one of the units um, mm, cm, m, km, in, ft, found 'furlongs'"), "{wrong}");
    }

    #[test]
    fn a_name_may_begin_as_a_group_does() {
        let rules = read("[groups]\nodd = '@x'\n[[ignore]]\nbetween = ['\\@x', '@odd']").unwrap();
        assert!(
            rules.ignored[0].sides.iter().all(|side| side.len() == 1 && side[0].matches("@x") && !side[0].matches("x"))
        );
    }

    #[test]
    fn two_expectations_need_two_names_and_rules_do_not() {
        let named = |what: &str, name: &str| format!("[[{what}]]\nname = '{name}'\nbetween = ['a', 'b']\n");
        let twice = [named("expect", "x"), named("expect", "y"), named("expect", "x")].concat();
        let refusal = read(&twice).unwrap_err();
        assert_eq!(refusal, "r.toml:8: expect[2].name: two expectations are called 'x'; give each a name of its own");
        let fine = [named("rule", "x"), named("rule", "x"), named("expect", "x"), named("expect", "X")].concat();
        let rules = read(&fine).unwrap();
        assert_eq!((rules.rules.len(), rules.expected.len()), (2, 2));
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        for (text, said) in [
            ("[[rules]]", "r.toml:1: the document: the key 'rules' is not known"),
            ("[defaults]\nclearence = 1", "r.toml:2: defaults: the key 'clearence' is not known"),
            (
                "[defaults]\nclearance = -1",
                "r.toml:2: defaults.clearance: expected a length that is not negative, found -1",
            ),
            ("[defaults]\nclearance = nan", "expected a finite number"),
            ("[defaults]\ntolerance = 'lax'", "r.toml:2: defaults.tolerance: expected a length such as 0.5, 2mm or"),
            ("[defaults]\nfit = 'loose'", "r.toml:2: defaults.fit: expected a length such as 0.5, 2mm or"),
            ("[defaults]\nfit_severity = 'bad'", "r.toml:2: defaults.fit_severity: expected one of info"),
            ("[defaults]\ntolerance = -1", "expected a length that is not negative, found -1"),
            ("[[ignore]]\nbetween = ['a']", "r.toml:2: ignore[0].between: expected a list of two sides"),
            ("[[ignore]]\nbetween = ['@a', 'b']", "r.toml:2: ignore[0].between[0]: there is no group called 'a'"),
            ("[[ignore]]\nbetween = ['a[', 'b']", "expected a pattern of names, found 'a[': '[' without ']'"),
            ("[[rule]]\nbetween = ['a', 'b']", "expected the key 'name'"),
            (
                "[[rule]]\nname = 'x'\nbetween = ['a', 'b']\nseverity = 'bad'",
                "r.toml:4: rule[0].severity: expected one of info",
            ),
            (
                "[[expect]]\nname = 'x'\nbetween = ['a', 'b']\nrelation = 'disjoint'",
                "expected one of touching, crossing",
            ),
            ("[groups]\na = []", "r.toml:2: groups.a: expected at least one text"),
            ("[groups", "expected a TOML document"),
        ] {
            let refusal = read(text).unwrap_err();
            assert!(refusal.contains(said), "{text}: {refusal}");
        }
    }
}
