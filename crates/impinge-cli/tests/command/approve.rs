//! `impinge approve`: what it changes in a report, and that it changes nothing else.

use crate::workshop::{Run, Workshop};
use serde_json::{Value, json};

/// A line of a report: a clash with an id, a status, a severity and what comes at its end.
fn record(id: &str, status: &str, severity: &str, end: &str) -> String {
    let found = status != "approved" && status != "resolved" && severity != "info";
    format!(
        "{{\"id\":\"{id}\",\"a\":\"pipe \\u0037\",\"b\":\"wall\",\"rule\":null,\"severity\":\"{severity}\",\"kind\":\"pierce\",\"kind_by\":null,\
         \"relation\":\"crossing\",\"status\":\"{status}\",\"change\":null,\"group\":0,\"found\":{found},\"distance\":0.0,\"clearance\":null,\
         \"depth\":{{\"lower\":1e-7,\"upper\":0.10000000000000000555}},\"volume\":null,\"contacts\":12,\"box\":null,\"witness\":null,\
         \"centre\":[1.0,-0.0,2.50],\"faces\":[[1,2],[3]],\"curves\":[],\"traits\":null,\"note\":null{end}}}"
    )
}

const COMMENT: &str = ",\"comment\":null";

/// A report with these clashes.
fn report(records: &[String]) -> String {
    format!(
        "{{\"schema\":1,\n\"bodies\":[\n{{\"name\":\"pipe 7\",\"triangles\":12,\"closed\":true,\"defects\":{{}},\"centre\":[0,1E2,3.0]}},\n\
         {{\"name\":\"wall\",\"triangles\":12,\"closed\":true,\"defects\":{{}},\"centre\":null}}],\n\"pairs\":[],\n\"clashes\":[\n{}],\n\
         \"groups\":[],\n\"cost\":{{\"pairs\":1,\"box_tests\":18446744073709551615}}}}\n",
        records.join(",\n")
    )
}

const ID: &str = "7KQ2-XW3P";

/// One clash of each status, one that is only info, and one from a report that knew no comments.
fn every_status() -> (Workshop, String) {
    let text = report(&[
        record(ID, "new", "major", COMMENT),
        record("AAAA-0001", "active", "minor", COMMENT),
        record("AAAA-0002", "approved", "critical", ",\"comment\":\"old \\u00e9\""),
        record("AAAA-0003", "resolved", "major", COMMENT),
        record("AAAA-0004", "new", "info", COMMENT),
        record("AAAA-0005", "new", "major", ""),
    ]);
    let workshop = Workshop::new();
    workshop.write("r.json", &text);
    (workshop, text)
}

fn done(workshop: &Workshop, words: &[&str]) -> Run {
    let run = workshop.run(words);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""), "{run:?}");
    run
}

#[test]
fn a_clash_is_approved_and_nothing_else_changes() {
    let (workshop, before) = every_status();
    let run = done(&workshop, &["approve", "r.json", "7kq2-xw3p", "--comment", "sleeve \"on\"\nsite"]);
    assert_eq!(run.stdout, "approved 7KQ2-XW3P: pierce: pipe 7 and wall\n");
    let changed = record(ID, "approved", "major", ",\"comment\":\"sleeve \\\"on\\\"\\nsite\"");
    assert_eq!(workshop.read("r.json"), before.replace(&record(ID, "new", "major", COMMENT), &changed));
    assert_eq!(workshop.files(), ["r.json"]);
    // And back again.
    let run = done(&workshop, &["approve", "r.json", ID, "--reopen", "--comment", ""]);
    assert_eq!(run.stdout, "reopened 7KQ2-XW3P: pierce: pipe 7 and wall\n");
    let reopened = record(ID, "active", "major", COMMENT);
    assert_eq!(workshop.read("r.json"), before.replace(&record(ID, "new", "major", COMMENT), &reopened));
}

#[test]
fn a_comment_is_kept_unless_another_is_given() {
    let (workshop, before) = every_status();
    let run = done(&workshop, &["approve", "r.json", "AAAA-0002", "AAAA-0001", "AAAA-0001"]);
    assert_eq!(
        run.stdout,
        "approved AAAA-0001: pierce: pipe 7 and wall\nAAAA-0002 was approved already: pierce: pipe 7 and wall\n"
    );
    let [active, approved] = ["active", "approved"].map(|status| record("AAAA-0001", status, "minor", COMMENT));
    assert_eq!(workshop.read("r.json"), before.replace(&active, &approved));
    done(&workshop, &["approve", "r.json", "AAAA-0005", "--comment", "-", "-q"]);
    assert!(workshop.read("r.json").contains(&record("AAAA-0005", "approved", "major", ",\"comment\":\"-\"")));
}

#[test]
fn info_is_never_found_again() {
    let (workshop, before) = every_status();
    done(&workshop, &["approve", "r.json", "AAAA-0004"]);
    done(&workshop, &["approve", "r.json", "AAAA-0004", "--reopen"]);
    let [new, active] = ["new", "active"].map(|status| record("AAAA-0004", status, "info", COMMENT));
    assert_eq!(workshop.read("r.json"), before.replace(&new, &active));
    // What is open stays as it is.
    let run = done(&workshop, &["approve", "r.json", ID, "--reopen"]);
    assert_eq!(run.stdout, "7KQ2-XW3P was open already: pierce: pipe 7 and wall\n");
    assert_eq!(workshop.read("r.json"), before.replace(&new, &active));
}

#[test]
fn all_are_those_that_are_open() {
    let (workshop, before) = every_status();
    let run = done(&workshop, &["approve", "r.json", "--all", "-o", "new.json"]);
    assert_eq!(run.stdout.lines().count(), 4, "{}", run.stdout);
    assert_eq!(workshop.read("r.json"), before);
    let statuses = |file: &str| -> Vec<String> {
        let report: Value = serde_json::from_str(&workshop.read(file)).unwrap();
        report["clashes"].as_array().unwrap().iter().map(|c| c["status"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(statuses("new.json"), ["approved", "approved", "approved", "resolved", "approved", "approved"]);
    assert_eq!(done(&workshop, &["approve", "new.json", "--all"]).stdout, "no clash is new or active\n");
    done(&workshop, &["approve", "new.json", "--all", "--reopen", "-q"]);
    assert_eq!(statuses("new.json"), ["active", "active", "active", "resolved", "active", "active"]);
    assert_eq!(workshop.run(&["approve", "new.json", "--all", "--reopen"]).stdout, "no clash is approved\n");
}

#[test]
fn standard_output_is_the_report_alone() {
    let (workshop, before) = every_status();
    let run = workshop.run(&["approve", "r.json", ID, "-o", "-"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), "approved 7KQ2-XW3P: pierce: pipe 7 and wall\n"));
    let changed = before.replacen("\"status\":\"new\"", "\"status\":\"approved\"", 1).replacen(
        "\"found\":true",
        "\"found\":false",
        1,
    );
    assert_eq!((run.stdout, workshop.read("r.json")), (changed, before));
}

#[test]
fn ids_that_are_none_are_named() {
    let (workshop, before) = every_status();
    for (words, expected) in [
        (&["7KQ2-XW33"][..], "r.json: there is no clash 7KQ2-XW33; did you mean 7KQ2-XW3P?"),
        (&[ID, "zzzz", "AAAA-0009"], "there is no clash zzzz, AAAA-0009; did you mean AAAA-0001?"),
        (&["zzzz"], "there is no clash zzzz; the report has 7KQ2-XW3P, AAAA-0001, "),
        (&["AAAA-0003"], "r.json: AAAA-0003: resolved, so there is nothing left to approve"),
        (&["AAAA-0003", "--reopen"], "AAAA-0003: resolved, so there is nothing left to reopen"),
        (&[], "required"),
        (&[ID, "--all"], "cannot be used with"),
    ] {
        let refusal = workshop.refusal(&[&["approve", "r.json"], words].concat());
        assert!(refusal.contains(expected), "{words:?}: {refusal}");
    }
    assert_eq!(workshop.read("r.json"), before);
    workshop.write("none.json", report(&[]));
    assert!(workshop.refusal(&["approve", "none.json", ID]).contains("the report has no clashes"));
}

#[test]
fn what_is_no_report_is_refused_and_left_alone() {
    let workshop = Workshop::new();
    let good = report(&[record(ID, "new", "major", COMMENT)]);
    let as_list =
        json!({"schema": 1, "bodies": [], "clashes": [["x", "a", "b", "touch", "new", null, null, null, null, null]]});
    let cases: [(Vec<u8>, &str); 8] = [
        (Vec::new(), "line 1: expected a report of `impinge check --format json`"),
        (b"v 0 0 0\n".to_vec(), "expected a report of `impinge check --format json`"),
        (good.as_bytes()[..good.len() / 2].to_vec(), "expected a report"),
        (good.replace("\"schema\":1", "\"schema\":3").into_bytes(), "found schema 3"),
        (good.replace("\"clashes\"", "\"clash\"").into_bytes(), "missing field `clashes`"),
        (good.replace("\"pierce\"", "\"prick\"").into_bytes(), "unknown variant `prick`"),
        (good.replace("wall", "w\u{e4}ll").chars().map(|c| c as u8).collect(), "bad.json"),
        (as_list.to_string().into_bytes(), "bad.json"),
    ];
    for (bytes, expected) in cases {
        workshop.write("bad.json", &bytes);
        let refusal = workshop.refusal(&["approve", "bad.json", ID]);
        assert!(refusal.contains(expected) && refusal.contains("bad.json"), "{expected}: {refusal}");
        assert_eq!(std::fs::read(workshop.path("bad.json")).unwrap(), bytes);
    }
    assert!(workshop.refusal(&["approve", "missing.json", ID]).contains("missing.json: the report cannot be read"));
    assert!(workshop.refusal(&["approve", ".", ID]).contains("cannot be read"));
    assert_eq!(workshop.files(), ["bad.json"]);
}

#[test]
fn places_that_cannot_be_written() {
    let (workshop, before) = every_status();
    let same = workshop.refusal(&["approve", "r.json", ID, "-o", "./r.json"]);
    assert!(same.contains("this is the input file r.json"), "{same}");
    assert!(workshop.refusal(&["approve", "r.json", ID, "-o", "no/such.json"]).contains("no directory no"));
    assert_eq!((workshop.files(), workshop.read("r.json")), (vec!["r.json".to_owned()], before));
}

/// Layouts of other writers stay as well.
#[test]
fn a_report_that_was_laid_out_anew_keeps_that() {
    let (workshop, before) = every_status();
    let value: Value = serde_json::from_str(&before).unwrap();
    let pretty = serde_json::to_string_pretty(&value).unwrap();
    workshop.write("r.json", &pretty);
    done(&workshop, &["approve", "r.json", "AAAA-0001"]);
    let changed: Vec<(String, String)> = pretty
        .lines()
        .map(str::to_owned)
        .zip(workshop.read("r.json").lines().map(str::to_owned))
        .filter(|(old, new)| old != new)
        .collect();
    let mut changes: Vec<[&str; 2]> = changed.iter().map(|(old, new)| [old.trim(), new.trim()]).collect();
    changes.sort_unstable();
    assert_eq!(
        changes,
        [["\"found\": true,", "\"found\": false,"], ["\"status\": \"active\",", "\"status\": \"approved\","]]
    );
}

#[test]
fn help_teaches() {
    let help = Workshop::new().run(&["approve", "--help"]);
    assert!(
        help.code == Some(0) && help.stdout.contains("Examples:") && help.stdout.contains("Exit codes:"),
        "{help:?}"
    );
}
