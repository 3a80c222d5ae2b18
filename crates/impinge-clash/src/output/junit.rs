//! JUnit: every rule is a suite, every clash a failed test; approved ones are skipped, resolved and informational ones pass. A rule that applies to no pair of bodies
//! tested nothing: it has a skipped test with the reason.

use super::escaped_text::literal;
use super::{OutputError, clash_text};
use crate::clashes::clash::{Clash, ClashStatus};
use crate::report::Report;
use crate::rules::rules_file::Severity;
use crate::rules::unused_rule::UnusedRule;
use quick_junit::{NonSuccessKind, TestCase, TestCaseStatus, TestSuite};
use std::collections::BTreeMap;

/// The name of the suite of pairs that no rule matches.
const DEFAULT: &str = "default";

/// The report as JUnit XML.
pub fn write(report: &Report) -> Result<Vec<u8>, OutputError> {
    let mut suites: BTreeMap<&str, Vec<&Clash>> = report.rules.iter().map(|rule| (rule.as_str(), Vec::new())).collect();
    suites.entry(DEFAULT).or_default();
    for clash in report.clash_slice() {
        suites.entry(clash.rule.as_deref().unwrap_or(DEFAULT)).or_default().push(clash);
    }
    let mut document = quick_junit::Report::new(literal(&report.title).as_ref());
    for (rule, clashes) in suites {
        let mut suite = TestSuite::new(literal(rule).as_ref());
        // Where nothing fails, a test says that the rule was looked at: readers take a file without tests for a mistake.
        if !clashes.iter().any(|clash| clash.fails()) {
            suite.add_test_case(of_rule(rule, report));
        }
        suite.add_test_cases(clashes.iter().map(|clash| of_clash(clash, rule, report)));
        document.add_test_suite(suite);
    }
    let mut bytes = Vec::new();
    document.serialize(&mut bytes).map_err(OutputError::encoding)?;
    Ok(bytes)
}

fn case(name: &str, rule: &str, status: TestCaseStatus) -> TestCase {
    let mut case = TestCase::new(name, status);
    case.set_classname(literal(rule).as_ref());
    case
}

/// The test of a rule that nothing violates.
fn of_rule(rule: &str, report: &Report) -> TestCase {
    // A rule and an expectation may share a name.
    let times = report.rules.iter().filter(|name| *name == rule).count();
    let unused: Vec<&UnusedRule> = report.unused_rules.iter().filter(|unused| unused.name == rule).collect();
    match unused[..] {
        [first, ..] if unused.len() >= times => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(format!("not applied: {}", literal(&first.reason)));
            case("applies to no pair", rule, status)
        }
        _ => case("no violation", rule, TestCaseStatus::success()),
    }
}

fn of_clash(clash: &Clash, rule: &str, report: &Report) -> TestCase {
    let title = clash_text::title(clash);
    let name = format!("{} {title}", literal(&clash.id));
    let description = clash_text::description(clash, report);
    let mut status = match (clash.status, clash.severity) {
        (ClashStatus::Approved, _) => TestCaseStatus::skipped(),
        (ClashStatus::Resolved, _) | (_, Severity::Info) => TestCaseStatus::success(),
        _ => TestCaseStatus::non_success(NonSuccessKind::Failure),
    };
    match &status {
        TestCaseStatus::Success { .. } => {
            let mut case = case(&name, rule, status);
            case.set_system_out(description);
            case
        }
        TestCaseStatus::Skipped { .. } => {
            status.set_message(format!("approved: {title}")).set_description(description);
            case(&name, rule, status)
        }
        TestCaseStatus::NonSuccess { .. } => {
            status.set_type(clash.kind.name()).set_message(title).set_description(description);
            case(&name, rule, status)
        }
    }
}
