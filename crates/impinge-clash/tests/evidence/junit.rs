//! JUnit, read back by quick-junit's reader and as plain XML.

use crate::checked::CHECKED;
use impinge_clash::{OutputFormat, Report, UnusedRule};
use quick_junit::TestCaseStatus;

fn xml(report: &Report) -> String {
    String::from_utf8(report.write(OutputFormat::Junit).unwrap()).unwrap()
}

#[test]
fn clashes_fail_approved_ones_are_skipped_resolved_ones_pass() {
    let xml = xml(&CHECKED.report());
    let read = quick_junit::Report::deserialize_from_str(&xml).unwrap();
    assert_eq!((read.tests, read.failures, read.errors), (13, 10, 0));
    let names: Vec<&str> = read.test_suites.iter().map(|suite| suite.name.as_str()).collect();
    assert_eq!(names, ["default", "idle", "tanks <&\"> are free"]);
    let cases: Vec<_> = read.test_suites.iter().flat_map(|suite| &suite.test_cases).collect();
    let skipped = cases.iter().filter(|case| matches!(case.status, TestCaseStatus::Skipped { .. })).count();
    let passed: Vec<&str> = cases
        .iter()
        .filter(|case| matches!(case.status, TestCaseStatus::Success { .. }))
        .map(|case| case.name.as_str())
        .collect();
    assert_eq!(skipped, 1);
    assert!(passed.len() == 2 && passed.contains(&"no violation"), "{passed:?}");
}

#[test]
fn a_rule_that_applies_to_nothing_is_skipped_with_the_reason() {
    let unused = |name: &str| UnusedRule { name: name.to_owned(), reason: "it matches <nothing>".to_owned() };
    let report = CHECKED.report();
    // An expectation has the name of the second rule, and matches.
    let rules = [report.rules.as_slice(), &["seat".to_owned(), "seat".to_owned()]].concat();
    let unused_rules = vec![unused("idle"), unused("seat")];
    let read = quick_junit::Report::deserialize_from_str(&xml(&Report { rules, unused_rules, ..report })).unwrap();
    let suite = |name: &str| read.test_suites.iter().find(|suite| suite.name.as_str() == name).unwrap();
    let cases = &suite("idle").test_cases;
    assert_eq!((cases.len(), cases[0].name.as_str()), (1, "applies to no pair"));
    let TestCaseStatus::Skipped { message, .. } = &cases[0].status else { panic!("{cases:?}") };
    assert_eq!(message.as_ref().map(|message| message.as_str()), Some("not applied: it matches <nothing>"));
    assert!(matches!(suite("seat").test_cases[0].status, TestCaseStatus::Success { .. }));
}

#[test]
fn names_are_literal() {
    let checked = &*CHECKED;
    let xml = xml(&checked.report());
    let document = roxmltree::Document::parse(&xml).unwrap();
    let messages: Vec<&str> = document.descendants().filter_map(|node| node.attribute("message")).collect();
    assert!(messages.iter().any(|message| message.contains("<img src=x onerror=alert(1)>")), "{messages:?}");
    assert!(!document.descendants().any(|node| node.has_tag_name("img")));
    let elements = ["testsuites", "testsuite", "testcase", "failure", "skipped", "system-out"];
    assert!(document.descendants().filter(|n| n.is_element()).all(|n| elements.contains(&n.tag_name().name())));
    let nothing = Report { clashes: None, rules: Vec::new(), ..checked.report() };
    let read = quick_junit::Report::deserialize_from_str(&self::xml(&nothing)).unwrap();
    assert_eq!((read.tests, read.failures), (1, 0));
}
