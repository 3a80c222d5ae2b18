//! `impinge lab`: the experiments run, repeat bit for bit, and write what they say.

use crate::workshop::Workshop;
use serde_json::Value;

/// The rows of a CSV file after its header, cell by cell.
fn rows(text: &str) -> Vec<Vec<String>> {
    text.lines().skip(1).map(|line| line.split(',').map(str::to_owned).collect()).collect()
}

/// Width and height of a PNG.
fn size_of_png(bytes: &[u8]) -> [u32; 2] {
    assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
    [16, 20].map(|at| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap()))
}

#[test]
fn labs_are_listed_and_explained() {
    let workshop = Workshop::new();
    let run = workshop.run(&["lab"]);
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    assert!(run.stdout.starts_with("rapid "), "{}", run.stdout);
    let help = workshop.run(&["lab", "rapid", "--help"]).stdout;
    for word in ["143,690", "4,780", "44,921", "--steps", "--seed", "--out", "SCENE-steps.csv", "Exit codes"] {
        assert!(help.contains(word), "{word}");
    }
    assert!(workshop.files().is_empty());
}

#[test]
fn rapid_writes_its_files_and_repeats() {
    let workshop = Workshop::new();
    let words = ["lab", "rapid", "--steps", "60", "--width", "72"];
    let run = workshop.run(&[&words[..], &["--out", "one"]].concat());
    assert_eq!((run.code, run.stderr.as_str()), (Some(0), ""));
    for printed in ["143,690", "23,905", "1,704,187", "71,589", "16.9 s", "4.2 ms", "7.9 us", "100 ms", "44,921"] {
        assert!(run.stdout.contains(printed), "{printed}: {}", run.stdout);
    }
    let other = ["--out", "two/deep", "--jobs", "1", "--format", "csv", "--scenes", "torpedo,torpedo"];
    let again = workshop.run(&[&words[..], &other].concat());
    assert_eq!(again.code, Some(0));
    let table: Value = serde_json::from_str(&workshop.read("one/rapid.json")).unwrap();
    let mut contacts = 0;
    for (scene, column) in ["pipes", "torpedo"].into_iter().zip(table["scenes"].as_array().unwrap()) {
        assert_eq!(column["scene"], scene);
        let steps = rows(&workshop.read(&format!("one/{scene}-steps.csv")));
        assert_eq!(steps.len(), 60);
        let sum = |k: usize| steps.iter().map(|row| row[k].parse::<u64>().unwrap()).sum::<u64>();
        for (method, first) in [("impinge", 5), ("obb_tree", 9)] {
            let figures =
                ["contacts", "box_tests", "triangle_tests"].map(|what| column[method][what].as_u64().unwrap());
            assert_eq!(figures, [sum(1), sum(first), sum(first + 1)]);
            assert!(figures[1] >= 60, "{scene}");
        }
        contacts += sum(1);
        for name in [format!("{scene}.png"), format!("{scene}-contacts.png")] {
            assert_eq!(size_of_png(&std::fs::read(workshop.path(&format!("one/{name}"))).unwrap()), [72, 48]);
        }
        assert!(workshop.read(&format!("one/{scene}-cost.svg")).ends_with("</svg>\n"));
    }
    // The torpedo has fallen on its rollers by then.
    assert!(contacts > 0);
    assert_eq!(std::fs::read_dir(workshop.path("one")).unwrap().count(), 1 + 2 * 4);
    let [steps, repeated] = ["one", "two/deep"].map(|out| rows(&workshop.read(&format!("{out}/torpedo-steps.csv"))));
    for (step, other) in steps.iter().zip(&repeated) {
        // All but the microseconds of both methods.
        assert_eq!((&step[..8], &step[9..12]), (&other[..8], &other[9..12]));
    }
    for name in ["torpedo.png", "torpedo-contacts.png"] {
        let [picture, again] =
            ["one", "two/deep"].map(|out| std::fs::read(workshop.path(&format!("{out}/{name}"))).unwrap());
        assert!(picture == again, "{name} differs");
    }
    let table = rows(&again.stdout);
    assert_eq!(table.len(), 3);
    assert_eq!(table[0][..4], ["torpedo", "paper", "44921", "4780"]);
    assert_eq!(table[2][..5], ["torpedo", "impinge", "44921", "4780", "60"]);
}

#[test]
fn hierarchies_agree_and_are_compared() {
    let workshop = Workshop::new();
    let words =
        ["lab", "hierarchies", "--triangles", "300", "--poses", "1", "--bodies", "blobs,pipes,boxes", "--out", "h"];
    let (code, results) = workshop.json(&words);
    assert_eq!(code, Some(0));
    let queries = results["queries"].as_array().unwrap();
    // Three bodies at three places, contacts at all and distance at two; 27 methods each.
    assert_eq!(queries.len(), 3 * 5 * 27);
    for query in queries {
        assert!(query["microseconds"].as_f64().unwrap() > 0.0, "{query}");
        assert!(query["box_tests"].as_f64().unwrap() >= 1.0, "{query}");
    }
    // Three bodies, each built in every way that differs: 5 of the methods differ in their walk alone, one is the engine's.
    let builds = results["builds"].as_array().unwrap();
    assert_eq!(builds.len(), 3 * (27 - 5 - 1));
    let files = ["builds.csv", "queries.csv", "shape.svg", "splitting.svg", "traversal.svg", "volume.svg"];
    let mut names: Vec<String> = files.iter().map(|name| format!("hierarchies-{name}")).collect();
    names.push("hierarchies.json".to_owned());
    let mut written: Vec<_> =
        std::fs::read_dir(workshop.path("h")).unwrap().map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    written.sort();
    assert_eq!(written, names);
    assert_eq!(rows(&workshop.read("h/hierarchies-queries.csv")).len(), queries.len());
    assert!(workshop.read("h/hierarchies-volume.svg").contains("1.00x"));
}

#[test]
fn convex_methods_agree_and_are_compared() {
    let workshop = Workshop::new();
    let words = ["lab", "convex", "--vertices", "64,8,64", "--steps", "20"];
    let (code, results) = workshop.json(&[&words[..], &["--out", "one"]].concat());
    assert_eq!(code, Some(0));
    let tracks = results["tracks"].as_array().unwrap();
    // Two sizes, six motions, apart and penetrating, five methods; 40 pairs of 20 steps each.
    assert_eq!(tracks.len(), 2 * 6 * 2 * 5);
    assert_eq!((&tracks[0]["vertices"], &tracks[60]["vertices"]), (&Value::from(8), &Value::from(64)));
    for case in tracks.chunks(10) {
        let [apart, penetrating] = [&case[0], &case[9]].map(|track| track["queries"].as_u64().unwrap());
        assert_eq!(apart + penetrating, 800, "{case:?}");
        assert!(apart >= 100 && penetrating >= 100, "{case:?}");
        assert!(case.iter().all(|track| track["microseconds"].as_f64().unwrap() > 0.0), "{case:?}");
    }
    let scenes = results["hulls_first"].as_array().unwrap();
    assert_eq!(scenes.len(), 3);
    for scene in scenes {
        let count = |what: &str| scene[what].as_u64().unwrap();
        let to_trees = ["red_red", "red_green", "green_green"].map(count).iter().sum::<u64>();
        assert_eq!(count("apart") + count("filled") + to_trees, count("queries"), "{scene}");
        assert!(count("apart") > 0 && to_trees > 0 && scene["gain"].as_f64().unwrap() > 0.0, "{scene}");
    }
    let mut written: Vec<_> = std::fs::read_dir(workshop.path("one"))
        .unwrap()
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    written.sort();
    let names = ["convex-hulls-first.csv", "convex-motion.svg", "convex-vertices.svg", "convex.csv", "convex.json"];
    assert_eq!(written, names);
    for (name, panels) in [("convex-vertices.svg", 6), ("convex-motion.svg", 4)] {
        let svg = workshop.read(&format!("one/{name}"));
        assert!(svg.ends_with("</svg>\n") && !svg.contains("NaN"), "{name}");
        assert_eq!(svg.matches(">Lin-Canny<").count(), panels, "{name}");
    }
    // Another run, on another number of threads, differs in its times alone.
    let again = workshop.run(&[&words[..], &["--out", "two", "--jobs", "1", "--format", "csv"]].concat());
    assert_eq!((again.code, again.stderr.as_str()), (Some(0), ""));
    assert_eq!(again.stdout, workshop.read("two/convex.csv"));
    for (name, times) in [("convex.csv", 7..9), ("convex-hulls-first.csv", 14..18)] {
        let [one, two] = ["one", "two"].map(|out| rows(&workshop.read(&format!("{out}/{name}"))));
        assert!(one.len() == two.len() && !one.is_empty(), "{name}");
        for (row, other) in one.iter().zip(&two) {
            assert_eq!((&row[..times.start], row.len()), (&other[..times.start], times.end), "{name}");
        }
    }
    let help = workshop.run(&["lab", "convex", "--help"]).stdout;
    for word in ["Lin and Canny (1991)", "Mirtich (1998)", "Ehmann and Lin (2000)", "convex-motion.svg", "Exit codes"] {
        assert!(help.contains(word), "{word}");
    }
}

#[test]
fn what_a_lab_cannot_do_is_refused() {
    let workshop = Workshop::new();
    for (list, told) in
        [("8,3", "3 is not in 4..=10000"), ("8,many", "'many'"), ("-8", "4..=10000"), ("", "--vertices")]
    {
        let run = workshop.run(&["lab", "convex", "--vertices", list]);
        assert_eq!((run.code, run.stdout.as_str()), (Some(2), ""), "{list}");
        assert!(run.stderr.contains(told), "{list}: {}", run.stderr);
    }
    assert_eq!(workshop.run(&["lab", "convex", "--steps", "0"]).code, Some(2));
    assert!(workshop.files().is_empty());
    workshop.write("taken", "a file");
    assert!(workshop.refusal(&["lab", "rapid", "--out", "taken"]).contains("taken: is a file"));
    for words in [["lab", "rapid", "--steps", "0"], ["lab", "rapid", "--width", "9999"], ["lab", "bogus", "-q", "-q"]] {
        assert_eq!(workshop.run(&words).code, Some(2), "{words:?}");
    }
    assert_eq!(workshop.files(), ["taken"]);
}
