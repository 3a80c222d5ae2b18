//! `impinge step`: steps under a budget until every pair is decided, and what is said of each pair in between.

use crate::schema::fault;
use crate::workshop::{Workshop, obj, unit_at};
use serde_json::Value;

/// Cubes in a row, each touching the next, and one far off.
fn workshop() -> Workshop {
    let workshop = Workshop::new();
    let names: Vec<String> = (0..30).map(|k| format!("cube{k}")).collect();
    let mut cubes: Vec<(&str, _)> =
        names.iter().enumerate().map(|(k, name)| (name.as_str(), unit_at(k as f64))).collect();
    cubes.push(("far", unit_at(99.0)));
    workshop.write("row.obj", obj(&cubes));
    workshop
}

#[test]
fn steps_go_on_until_all_is_known() {
    let workshop = workshop();
    let schema: Value = serde_json::from_str(include_str!("../../../../docs/step.schema.json")).unwrap();
    for (open, jobs) in [("undecided", "1"), ("meeting", "2")] {
        let words = ["step", "row.obj", "--budget", "7pairs", "--open", open, "--jobs", jobs];
        let (code, found) = workshop.json(&words);
        assert_eq!((code, fault(&schema, &schema, &found)), (Some(1), None));
        let steps = found["steps"].as_array().unwrap();
        assert!(steps.len() > 3, "{steps:?}");
        let number = |row: &Value, key: &str| row[key].as_u64().unwrap();
        for (row, next) in steps.iter().zip(&steps[1..]) {
            assert!(number(row, "open") > number(next, "open"), "{row} {next}");
            let contacts = number(row, "meeting") + if open == "meeting" { number(row, "open") } else { 0 };
            assert_eq!(number(row, "contacts"), contacts, "{row}");
        }
        let last = &steps[steps.len() - 1];
        assert_eq!(["meeting", "open", "contacts"].map(|key| number(last, key)), [29, 0, 29]);
        assert_eq!(last["decided"], 1.0);
        let meeting = found["pairs"].as_array().unwrap().iter().filter(|pair| pair["answer"] == "meeting").count();
        assert_eq!(meeting, 29);
        // A wrong document is not described by the schema.
        let mut broken = found.clone();
        broken["pairs"][0]["answer"] = Value::from("perhaps");
        assert!(fault(&schema, &schema, &broken).is_some());
    }
}

#[test]
fn what_is_open_is_told_with_a_bound() {
    let workshop = workshop();
    let run = workshop.run(&["step", "row.obj", "--budget", "0pairs", "--steps", "2", "--pairs"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    let mut rows = run.stdout.lines();
    assert_eq!(rows.next(), Some("a,b,answer,distance_upper"));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split(',').collect()).collect();
    assert!(rows.len() >= 29 && rows.iter().all(|row| row[2] == "open" && row[3].parse::<f64>().unwrap() < 5.0));
    assert!(run.stderr.contains("after 2 steps: 0 free, 0 meeting, 29 open"), "{run:?}");
    let run = workshop.run(&["step", "row.obj", "--budget", "1s", "-q"]);
    assert_eq!((run.code, run.stdout.lines().count(), run.stderr.as_str()), (Some(1), 2, ""));
    assert!(run.stdout.starts_with("step,microseconds,effort,pairs,free,meeting,open,contacts,decided\n1,"));
    workshop.write("alone.obj", obj(&[("one", unit_at(0.0)), ("two", unit_at(9.0))]));
    assert_eq!(workshop.run(&["step", "alone.obj", "--budget", "1ms"]).code, Some(0));
    for wrong in
        [&["step", "row.obj"][..], &["step", "row.obj", "--budget", "5"], &["step", "none.obj", "--budget", "1ms"]]
    {
        assert_eq!(workshop.run(wrong).code, Some(2), "{wrong:?}");
    }
}
