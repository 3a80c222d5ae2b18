//! `impinge rules init`: starters that read back, and what a check finds by them; the examples of docs/rules.md.

use crate::workshop::{Cube, Workshop, obj, unit_at};
use impinge::pair::Relation;
use impinge_clash::{PairRelation, RuleBook, RulesFile, Severity, read_rules_bytes};
use impinge_io::Body;
use impinge_scenes::plant::{Naming, PlantOptions, PlantedKind, plant};
use impinge_scenes::{NamedPart, gearbox::findings};
use serde_json::Value;
use std::path::Path;

fn read(text: &str) -> RulesFile {
    read_rules_bytes(Path::new("rules.toml"), text.as_bytes()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// The starter with all suggestions taken.
fn taken(text: &str) -> String {
    text.lines().map(|line| line.strip_prefix("# ").unwrap_or(line).to_owned() + "\n").collect()
}

/// The starter of files, as it was printed.
fn starter(workshop: &Workshop, files: &[&str]) -> String {
    let run = workshop.run(&[&["rules", "init"], files].concat());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    for line in run.stdout.lines() {
        assert!(!line.starts_with('#') || line == "##" || line.starts_with("## ") || line.starts_with("# "), "{line}");
        assert!(!line.chars().any(char::is_control), "{line:?}");
    }
    run.stdout
}

/// What a check by rules finds: relations by names, the lower name first, and how many expected contacts are missing.
fn found(workshop: &Workshop, file: &str, rules: &str) -> (Vec<[String; 3]>, usize) {
    // To the last bit, whatever rounding explains.
    workshop.write("tried.toml", rules.replace("tolerance = \"auto\"", "tolerance = 0"));
    let run = workshop.run(&["check", file, "--rules", "tried.toml", "--format", "json"]);
    assert_eq!(run.stderr, "", "every rule speaks of somebody: {rules}");
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let summary = |pair: &Value| {
        let mut names = [&pair["a"], &pair["b"]].map(|name| name.as_str().unwrap().to_owned());
        names.sort();
        let [a, b] = names;
        let relation = pair["relation"].as_str().unwrap();
        [a, b, relation.replace("a_inside_b", "inside").replace("b_inside_a", "inside")]
    };
    let pairs = report["pairs"].as_array().unwrap();
    let mut violations: Vec<[String; 3]> = pairs.iter().filter(|pair| pair["found"] == true).map(summary).collect();
    violations.sort();
    let clashes = report["clashes"].as_array().unwrap();
    let missing = clashes.iter().filter(|clash| clash["kind"] == "missing").count();
    assert_eq!(clashes.len(), violations.len() + missing);
    (violations, missing)
}

/// Holds a starter to its word: as it is, a check finds all; with its suggestions, all but what touches.
fn hold_to_its_word(workshop: &Workshop, file: &str) -> String {
    let text = starter(workshop, &[file]);
    let (all, missing) = found(workshop, file, &text);
    assert_eq!(missing, 0);
    let (left, missing) = found(workshop, file, &taken(&text));
    assert_eq!(missing, 0, "{text}");
    let expected: Vec<[String; 3]> = all.iter().filter(|[_, _, relation]| relation != "touching").cloned().collect();
    assert!(expected.len() < all.len(), "something touches: {all:?}");
    assert_eq!(left, expected, "{text}");
    text
}

fn write_glb(workshop: &Workshop, name: &str, parts: Vec<NamedPart>) {
    let body = |part: NamedPart| Body::new(part.name, part.mesh, part.world_from_part);
    impinge_io::write_glb(workshop.path(name), &parts.into_iter().map(body).collect::<Vec<_>>()).unwrap();
}

#[test]
fn the_gearbox_has_a_starter() {
    let workshop = Workshop::new();
    write_glb(&workshop, "gearbox.glb", impinge_scenes::gearbox().unwrap());
    let text = hold_to_its_word(&workshop, "gearbox.glb");
    for said in [
        "impinge check gearbox.glb --rules rules.toml",
        "docs/rules.md",
        "tolerance = \"auto\"",
        "\"front bolt\" = \"front bolt *\"",
        "## 4 pairs touch; each of the 4 bodies of the first side does.\n# [[expect]]\n# name = \"front bolt and housing\"\n\
         # between = [\"@front bolt\", \"housing\"]\n# relation = \"touching\"\n",
        "# between = [\"output shaft\", [\n#   \"",
        "##   crossing, 1 ×: \"housing\" and \"drain plug (hole not drilled)\"",
        "##   inside, 1 ×: \"wheel key (sunk into the output shaft)\" in \"output shaft\"",
        "##   coincident, 1 ×: \"output spacer, rear\" and \"output spacer, rear (imported twice, meshed anew)\"",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
    assert_eq!(read(&text), RulesFile::default(), "nothing holds that was not said");
    let suggested = read(&taken(&text));
    assert_eq!(suggested.expected.len(), 4);
    let allowed = suggested.rules.iter().flat_map(|rule| &rule.treatment.allow);
    assert!(allowed.clone().count() > 5 && allowed.into_iter().all(|relation| *relation == Relation::Touching));
    let (left, _) = found(&workshop, "gearbox.glb", &taken(&text));
    assert_eq!(left.len(), findings().iter().filter(|finding| finding.relation != Relation::Touching).count());
}

#[test]
fn a_plant_has_a_starter_whatever_its_bodies_are_called() {
    for naming in [Naming::Plain, Naming::Hostile] {
        let workshop = Workshop::new();
        let plant = plant(&PlantOptions { seed: 3, bodies: 180, triangles: 20_000, clashes: 3, naming }).unwrap();
        write_glb(&workshop, "plant.glb", plant.parts);
        let text = hold_to_its_word(&workshop, "plant.glb");
        let is_left = |kind: &PlantedKind| !matches!(kind, PlantedKind::Touch | PlantedKind::Encroach);
        let left = plant.planted.iter().filter(|planted| is_left(&planted.kind)).count();
        assert_eq!(found(&workshop, "plant.glb", &taken(&text)).0.len(), left);
        if naming == Naming::Plain {
            assert!(text.contains("## 18 bodies:\nmachine = \"machine *\"\n"), "{text}");
            assert!(text.contains("\"flange a\" = \"flange a *\""), "{text}");
        }
    }
}

/// Names that mean something to TOML, to patterns or to terminals.
#[test]
fn names_are_taken_as_they_are() {
    let hostile = [
        "@bolts",
        "a*",
        "ab",
        "[x]",
        "\\",
        "\"",
        "'''",
        "# [[rule]]",
        "x\ny",
        "\u{7}\u{1b}[31m",
        "\u{202e}",
        "é ü",
        "]",
    ];
    let cube = std::sync::Arc::new(impinge_scenes::solid::cuboid([0.0; 3].into(), [1.0; 3].into()).unwrap());
    let row = |names: &[&str]| -> Vec<NamedPart> {
        let shifted =
            |(k, name): (usize, &&str)| NamedPart::shifted(*name, &cube, [k as f64, 0.0, 0.0].into()).unwrap();
        names.iter().enumerate().map(shifted).collect()
    };
    let workshop = Workshop::new();
    write_glb(&workshop, "alone.glb", row(&hostile));
    hold_to_its_word(&workshop, "alone.glb");
    // As families: every name twice, beside others that a careless pattern would take, too.
    let numbered: Vec<String> = hostile
        .iter()
        .flat_map(|name| [format!("{name}1"), format!("{name}2"), format!("{name}1 x"), (*name).to_owned()])
        .collect();
    write_glb(&workshop, "many.glb", row(&numbered.iter().map(String::as_str).collect::<Vec<_>>()));
    let text = hold_to_its_word(&workshop, "many.glb");
    assert!(text.contains("[0-9]"), "{text}");
}

#[test]
fn a_starter_does_not_grow_without_end() {
    let workshop = Workshop::new();
    let letters = |k: usize| -> String { k.to_string().bytes().map(|digit| char::from(digit - b'0' + b'a')).collect() };
    let place = |k: usize| ([4.0 * (k / 2) as f64 + (k % 2) as f64, 0.0, 0.0], 1.0);
    let cubes: Vec<(String, Cube)> = (0..200).map(|k| (letters(k), place(k))).collect();
    let cubes: Vec<(&str, Cube)> = cubes.iter().map(|(name, cube)| (name.as_str(), *cube)).collect();
    workshop.write("many.obj", obj(&cubes));
    let text = hold_to_its_word(&workshop, "many.obj");
    assert_eq!(text.matches("# [[rule]]").count(), 41);
    assert!(text.contains("## 60 more pairs touch, of which nothing above speaks."), "{text}");
}

/// Where everything crosses and nothing touches, thin overlaps have suggestions; fits that were judged too thick are explained, and faults have none.
#[test]
fn an_assembly_of_crossings_has_suggestions() {
    let workshop = Workshop::new();
    let shifted = |mesh: &impinge::mesh::Mesh, x: f64| {
        crate::fits::carried(mesh, &impinge::math::Pose::from_translation([x, 0.0, 0.0]).unwrap())
    };
    let (plate, thread, fault) =
        (crate::fits::plate(2.5, 32, 5.0), crate::fits::pin(3.0, 32, 0.0), crate::fits::pin(2.5, 32, 1.5));
    let thin = impinge_scenes::solid::cuboid([9.996, -5.0, 1.0].into(), [13.0, 5.0, 4.0].into()).unwrap();
    let mut bodies = Vec::new();
    for (k, pin) in [(1, &thread), (2, &thread), (3, &fault)] {
        let x = 40.0 * f64::from(k);
        let parts = [("plate", shifted(&plate, x)), ("pin", shifted(pin, x)), ("stop", shifted(&thin, x))];
        bodies.extend(parts.map(|(name, mesh)| Body::new(format!("{name} {k}"), mesh, impinge::math::Pose::IDENTITY)));
    }
    impinge_io::write_glb(workshop.path("all.glb"), &bodies).unwrap();
    let text = starter(&workshop, &["all.glb"]);
    for said in [
        "## 2 pairs overlap. Fits among them are too thick to be suggested; look whether they are threads: then the rule is\n\
         ##   [[rule]]\n##   name = \"overlaps of plate and pin\"\n##   between = [\"@plate\", \"@pin\"]\n##   fit = 0.5",
        "## 3 pairs overlap.\n# [[rule]]\n# name = \"overlaps of plate and stop\"\n# between = [\"@plate\", \"@stop\"]\n# tolerance = 0.0041\n",
        "## No bodies touch.",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
    let found = |rules: &str| {
        workshop.write("rules.toml", rules);
        let (_, report) = workshop.json(&["check", "all.glb", "--rules", "rules.toml", "--strict"]);
        let clashes = report["clashes"].as_array().unwrap().clone();
        let found = clashes.into_iter().filter(|clash| clash["found"] == true);
        found.map(|clash| clash["b"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(found(&text).len(), 6, "nothing holds that was not taken");
    let mut left = found(&taken(&text));
    left.sort();
    assert_eq!(left, ["pin 1", "pin 2", "pin 3"], "what is suggested allows no fit that is too thick");
    // A reader who has seen that they are threads takes the rule that is explained.
    let explained = &text[text.find("##   [[rule]]\n").unwrap()..];
    let explained: Vec<&str> = explained.lines().map_while(|line| line.strip_prefix("##   ")).collect();
    let threads = format!("{text}\n{}\n", explained.join("\n"));
    assert_eq!(found(&taken(&threads)), ["pin 3"], "{threads}");
}

#[test]
fn bodies_that_do_not_meet_have_a_starter_too() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b c.obj", unit_at(4.0))]);
    let text = starter(&workshop, &["a.obj", "b c.obj"]);
    assert!(text.contains("impinge check a.obj 'b c.obj' --rules rules.toml"), "{text}");
    assert!(text.contains("No bodies touch.") && text.contains("No bodies cross"), "{text}");
    assert_eq!(read(&taken(&text)), RulesFile::default());
}

#[test]
fn robots_are_read_as_a_check_reads_them() {
    let workshop = Workshop::new();
    workshop.write("arm.urdf", crate::scene::ARM);
    assert!(starter(&workshop, &["arm.urdf"]).contains("No bodies cross"));
    let bent = starter(&workshop, &["arm.urdf", "--joint", "elbow=3.1", "--joint", "shoulder=3"]);
    assert!(bent.contains("##   crossing, 1 ×: \"arm/base\" and \"arm/lower\""), "{bent}");
    assert!(bent.contains("--rules rules.toml, and the same options for robots"), "{bent}");
    assert!(workshop.refusal(&["rules", "init", "arm.urdf", "--joint", "knee=1"]).contains("knee"));
}

#[test]
fn a_starter_is_not_replaced_unless_forced() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(1.0))]);
    let words = ["rules", "init", "a.obj", "b.obj", "-o", "mine.toml"];
    let run = workshop.run(&words);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert_eq!(run.stdout, "wrote mine.toml: 0 groups, 1 suggestion to review\n");
    let text = workshop.read("mine.toml");
    assert!(text.contains("--rules mine.toml") && read(&text).defaults.severity.is_none());
    workshop.write("mine.toml", "# worked on\n");
    assert!(workshop.refusal(&words).contains("mine.toml: is there already; give -o another name, or --force"));
    assert_eq!(workshop.read("mine.toml"), "# worked on\n");
    let forced = workshop.run(&[&words[..], &["--force", "-q"]].concat());
    assert_eq!((forced.code, forced.stdout.as_str()), (Some(0), ""));
    assert_eq!(workshop.read("mine.toml"), text);
    assert_eq!(workshop.files(), ["a.obj", "b.obj", "mine.toml"]);
}

#[test]
fn bad_input_and_places_that_cannot_be_written() {
    let workshop = Workshop::of_cubes(&[("a.obj", unit_at(0.0)), ("b.obj", unit_at(1.0))]);
    let before = workshop.read("a.obj");
    for (words, expected) in [
        (&["missing.obj"][..], "missing.obj"),
        (&[], "required"),
        (&["a.obj", "-o", "a.obj", "--force"], "this is the input file a.obj"),
        (&["missing.obj", "b.obj", "-o", "./b.obj"], "this is the input file b.obj"),
        (&["a.obj", "-o", "no/such.toml"], "no directory no"),
        (&["a.obj", "-o", "."], "is a directory"),
        (&["a.obj", "--force"], "--output"),
        (&["a.obj", "--jobs", "many"], "number of threads"),
        (&["a.obj", "--joint", "x=1"], "--joint goes with a URDF file"),
    ] {
        let refusal = workshop.refusal(&[&["rules", "init"], words].concat());
        assert!(refusal.contains(expected), "{words:?}: {refusal}");
    }
    assert_eq!((workshop.files(), workshop.read("a.obj")), (vec!["a.obj".to_owned(), "b.obj".to_owned()], before));
}

#[test]
fn every_number_of_threads_says_the_same() {
    let workshop = Workshop::new();
    write_glb(&workshop, "gearbox.glb", impinge_scenes::gearbox().unwrap());
    let first = starter(&workshop, &["gearbox.glb", "--jobs", "1"]);
    assert_eq!(starter(&workshop, &["gearbox.glb", "--jobs", "3"]), first);
}

#[test]
fn help_teaches() {
    let workshop = Workshop::new();
    let help = workshop.run(&["rules", "init", "--help"]);
    assert!(
        help.code == Some(0) && help.stdout.contains("Examples:") && help.stdout.contains("Exit codes:"),
        "{help:?}"
    );
    assert!(workshop.run(&["rules", "--help"]).stdout.contains("Examples:"));
}

/// The blocks of TOML in the description of the format.
fn documented() -> Vec<&'static str> {
    let text = include_str!("../../../../docs/rules.md");
    text.split("```toml\n").skip(1).map(|block| block.split("```").next().unwrap()).collect()
}

#[test]
fn the_examples_of_the_description_are_rules() {
    let blocks = documented();
    assert_eq!(blocks.len(), 2);
    let odd = read(blocks[0]);
    assert!(odd.rules[0].between.matches("@odd [name]", "PIPE-1") && !odd.rules[0].between.matches("wall", "pipe 1"));
    assert!(odd.rules[0].between.matches("pipe 1", "wall 7"));
    let names =
        ["pipe 1", "bend 1", "pipe hot 1", "beam 1", "column 1", "bolt 1", "bolt 2", "insulation 1", "scaffold 1"];
    let book = RuleBook::new(read(blocks[1]), &names);
    assert_eq!(book.unmatched(), Vec::<String>::new());
    assert!(book.ignores(0, 7) && !book.ignores(0, 1));
    assert_eq!(book.rule_for(0, 2).rule, Some("pipe runs"), "the first that matches a pair");
    assert_eq!((book.rule_for(2, 3).rule, book.rule_for(2, 3).treatment.clearance), (Some("hot pipes"), Some(50.0)));
    assert_eq!((book.rule_for(0, 3).rule, book.rule_for(0, 3).treatment.clearance), (None, Some(10.0)));
    assert_eq!(book.rule_for(8, 0).treatment.severity, Some(Severity::Info));
    assert!(book.expects([5, 3], Relation::Crossing, None) && book.expects([3, 6], Relation::Disjoint, Some(0.05)));
    let missing = book.missing([PairRelation { bodies: [5, 3], relation: Relation::Touching, gap: None }].into_iter());
    assert_eq!((missing.len(), missing[0].body, missing[0].severity), (1, 6, Severity::Minor));
}

/// Every key that the reader knows is described.
#[test]
fn every_key_is_described() {
    let text = include_str!("../../../../docs/rules.md");
    let refused = |rules: &str| read_rules_bytes(Path::new("r"), rules.as_bytes()).unwrap_err().to_string();
    assert!(
        text.contains(
            &read_rules_bytes(Path::new("rules.toml"), b"[defaults]\nclearence = 10").unwrap_err().to_string()
        )
    );
    let mut keys = 0;
    for table in ["x = 1", "[defaults]\nx = 1", "[[ignore]]\nx = 1", "[[rule]]\nx = 1", "[[expect]]\nx = 1"] {
        let refusal = refused(table);
        let (_, known) = refusal.split_once("expected one of ").unwrap();
        for key in known.split(';').next().unwrap().split(", ") {
            let written = [format!("`{key}`"), format!("[{key}]")];
            assert!(written.iter().any(|written| text.contains(written)), "{key} in {table}");
            keys += 1;
        }
    }
    assert_eq!(keys, 29);
}
