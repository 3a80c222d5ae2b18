//! Tables for people: as wide as the terminal, with every digit that matters.

use crate::workshop::{Cube, Workshop, obj};

/// Two cubes of 0.3 m under long names that enter each other by a centimetre, far from the origin as maps have it.
fn far_away() -> Workshop {
    let workshop = Workshop::new();
    let cubes: [(&str, Cube); 2] = [
        ("plant_west/hall_3/pump_12/impeller_housing_upper_half", ([4_500_000.125, 5_700_000.5, 31.25], 0.3)),
        ("plant_west/hall_3/pump_12/flange_of_the_pressure_side", ([4_500_000.415, 5_700_000.5, 31.25], 0.3)),
    ];
    workshop.write("site.obj", obj(&cubes));
    workshop
}

fn table(workshop: &Workshop, columns: Option<&str>, words: &[&str]) -> String {
    let mut command = workshop.command(words);
    command.env_remove("COLUMNS");
    if let Some(columns) = columns {
        command.env("COLUMNS", columns);
    }
    String::from_utf8(command.output().unwrap().stdout).unwrap()
}

/// The lines of the table itself: after them come sentences.
fn rows(text: &str) -> Vec<&str> {
    text.lines().take_while(|line| !line.is_empty()).collect()
}

#[test]
fn tables_fit_the_columns_that_there_are() {
    let workshop = far_away();
    for (columns, width) in [(Some("60"), 60), (Some("80"), 80), (Some("132"), 132), (Some("400"), 400)] {
        for words in [vec!["check", "site.obj"], vec!["check", "site.obj", "--all-pairs", "--pairs-only"]] {
            let text = table(&workshop, columns, &words);
            let rows = rows(&text);
            assert!(rows.len() > 2 && rows.iter().all(|line| line.chars().count() <= width), "{width}: {text}");
            assert_eq!(rows.len() == 3, width > 100, "{width}: {text}");
            assert!(
                ["_half", "_side", "plant_", "450000", "crossing"].iter().all(|part| text.contains(part)),
                "{text}"
            );
        }
    }
}

#[test]
fn a_row_is_one_line_with_whole_names_where_nothing_limits_it() {
    let workshop = far_away();
    for words in [vec!["check", "site.obj"], vec!["check", "site.obj", "--all-pairs", "--pairs-only"]] {
        let text = table(&workshop, None, &words);
        let rows = rows(&text);
        let names = ["impeller_housing_upper_half", "flange_of_the_pressure_side"];
        assert!(rows.len() == 3 && names.iter().all(|name| rows[2].contains(name)), "{text}");
    }
    // A report in a file and a table on standard output, or another format there.
    let run = workshop.run(&["check", "site.obj", "-o", "r.json", "-o", "-", "--format", "table"]);
    assert!(run.code == Some(1) && run.stdout.contains("impeller_housing_upper_half"), "{run:?}");
    let run = workshop.run(&["check", "site.obj", "-o", "r.html", "-o", "-", "--format", "csv"]);
    assert!(run.stdout.starts_with("a,b,relation") && workshop.read("r.html").contains("impeller"), "{run:?}");
    let refusal = workshop.refusal(&["check", "site.obj", "-o", "r.html", "-o", "r.json", "--format", "csv"]);
    assert!(refusal.contains("-o - among several"), "{refusal}");
}

#[test]
fn places_far_from_the_origin_keep_their_millimetres() {
    let workshop = far_away();
    for words in [vec!["check", "site.obj"], vec!["check", "site.obj", "--all-pairs", "--pairs-only"]] {
        let text = table(&workshop, Some("400"), &words);
        let place = text.split('(').nth(1).and_then(|rest| rest.split(',').next()).unwrap();
        let x: f64 = place.parse().unwrap();
        assert!((4_500_000.414..=4_500_000.426).contains(&x) && place.len() >= 10, "{text}");
    }
    let junit = workshop.run(&["check", "site.obj", "--format", "junit"]).stdout;
    assert!(junit.contains("at: (4500000.4"), "{junit}");
}

#[test]
fn bounds_in_tables_have_few_digits_and_hold() {
    let workshop = far_away();
    let (_, report) = workshop.json(&["check", "site.obj"]);
    let text = table(&workshop, Some("400"), &["check", "site.obj"]);
    let clash = &report["clashes"][0];
    for key in ["thickness", "depth"] {
        let [lower, upper] = ["lower", "upper"].map(|side| clash[key][side].as_f64().unwrap());
        assert!(lower <= upper && lower > 0.0099 && upper < 0.0101 * 2.0, "{clash}");
    }
    assert!(text.contains("0.01"), "{text}");
}
