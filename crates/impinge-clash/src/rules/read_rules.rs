//! Reads a file of rules: groups first, then the rules that use them.

use super::rule_items::RuleGroups;
use super::rule_lengths::RuleLengths;
use super::rules_file::{RulesFile, Treatment};
use impinge_io::document::{self, Item};
use impinge_io::{Fault, FilePlace, LengthUnit, Problem, ReadError};
use std::collections::BTreeSet;
use std::path::Path;

const DOCUMENT: [&str; 7] = ["unit", "heal", "defaults", "groups", "ignore", "rule", "expect"];
const TREATMENT: [&str; 7] = ["clearance", "touch", "tolerance", "fit", "fit_severity", "allow", "severity"];

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
    let lengths = RuleLengths { coordinates, plain };
    let heal = lengths.heal(&root)?;
    let groups = RuleGroups::read(&root)?;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::fit_limit::{FitLimit, FitTreatment};
    use crate::rules::rules_file::Severity;
    use crate::rules::tolerance::Tolerance;
    use crate::rules::touch::Touch;
    use impinge::pair::Relation;

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
            (rule.treatment.forbids_contact(), rule.treatment.allows_nothing, rules.defaults.allows_nothing),
            (true, true, false),
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
        assert_eq!((found.defaults.clearance, found.defaults.touch), (Some(0.002), Touch::Length(0.25)));
        assert_eq!(found.rules[0].treatment.clearance, Some(0.0254));
        let stated = read(&format!("unit = 'cm'\n{text}"), Some(LengthUnit::Millimetre)).unwrap();
        assert_eq!((stated.defaults.clearance, stated.defaults.touch), (Some(2.0), Touch::Length(2.5)));
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
