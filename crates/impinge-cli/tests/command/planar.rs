//! `impinge planar`: polygons from files, every question, every format, the picture.

use crate::workshop::Workshop;
use serde_json::{Value, json};

/// Rectangles as GeoJSON: name, lowest and highest corner.
pub fn geojson(rectangles: &[(&str, [f64; 2], [f64; 2])]) -> String {
    let feature = |(name, [x0, y0], [x1, y1]): &(&str, [f64; 2], [f64; 2])| {
        let ring = json!([[x0, y0], [x1, y0], [x1, y1], [x0, y1], [x0, y0]]);
        json!({"type": "Feature", "properties": {"name": name}, "geometry": {"type": "Polygon", "coordinates": [ring]}})
    };
    let features: Vec<Value> = rectangles.iter().map(feature).collect();
    json!({"type": "FeatureCollection", "features": features}).to_string()
}

fn hall() -> Workshop {
    let workshop = Workshop::new();
    workshop.write(
        "hall.geojson",
        geojson(&[
            ("rack", [0.0, 0.0], [4.0, 1.0]),
            ("beside", [4.0, 0.0], [5.0, 1.0]),
            ("forklift", [1.0, 0.5], [2.0, 3.0]),
            ("box", [3.25, 0.25], [3.75, 0.75]),
            ("near <&> \"far\"", [0.0, 1.5], [0.5, 2.0]),
            ("away", [0.0, 8.0], [1.0, 9.0]),
        ]),
    );
    workshop.write("a.wkt", "POLYGON((0 0,4 0,4 4,0 4,0 0),(1 1,3 1,3 3,1 3,1 1))");
    workshop.write("b.wkt", "POLYGON((1.5 1.5,2.5 1.5,2.5 2.5,1.5 2.5))");
    workshop
}

#[test]
fn every_relation_is_told_with_its_numbers() {
    let (code, report) = hall().json(&["planar", "check", "hall.geojson"]);
    assert_eq!(code, Some(1));
    let found: Vec<[&str; 3]> = report["pairs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|pair| ["a", "b", "relation"].map(|key| pair[key].as_str().unwrap()))
        .collect();
    assert_eq!(
        found,
        [["rack", "beside", "touching"], ["rack", "forklift", "crossing"], ["rack", "box", "b_inside_a"]]
    );
    let touching = &report["pairs"][0];
    assert_eq!((&touching["box"], &touching["distance"]), (&json!([[4.0, 0.0], [4.0, 1.0]]), &json!(0.0)));
    assert_eq!(touching["witness"][0].as_array().unwrap().len(), 2);
    assert_eq!(report["bodies"][0], json!({"name": "rack", "rings": 1, "vertices": 4, "defects": {}}));
    assert_eq!(report["cost"]["pairs"], 15);
    assert!(report["cost"].get("edge_tests").is_some() && report["cost"].get("triangle_tests").is_none());
}

#[test]
fn rules_decide_what_is_found() {
    let workshop = hall();
    let code = |options: &[&str]| workshop.run(&[&["planar", "check", "hall.geojson"], options].concat()).code;
    assert_eq!(code(&["--allow", "touching"]), Some(1));
    assert_eq!(code(&["--allow", "touching,crossing,b_inside_a"]), Some(0));
    let (_, report) = workshop.json(&["planar", "check", "hall.geojson", "--clearance", "0.75"]);
    let near: Vec<&Value> =
        report["pairs"].as_array().unwrap().iter().filter(|pair| pair["verdict"] == "clearance").collect();
    assert_eq!(near.len(), 3, "{near:?}");
    assert_eq!((&near[0]["a"], &near[0]["distance"]), (&json!("rack"), &json!(0.5)));
    let (_, all) = workshop.json(&["planar", "check", "hall.geojson", "--all-pairs"]);
    assert_eq!(all["pairs"].as_array().unwrap().len(), 15);
    let table = workshop.run(&["planar", "check", "hall.geojson", "--format", "human"]).stdout;
    assert!(
        table.contains("6 bodies, 15 pairs: 12 disjoint, 1 touching, 1 crossing, 1 b_inside_a; 3 found"),
        "{table}"
    );
    let quiet = workshop.run(&["planar", "check", "hall.geojson", "-q"]);
    assert_eq!((quiet.code, quiet.stdout.as_str()), (Some(1), ""));
    let one = workshop.run(&["planar", "check", "a.wkt"]);
    assert_eq!((one.code, one.stdout.as_str()), (Some(0), "one body, no pairs (a)\n"));
}

/// So many bodies that a tree would be asked which are near.
#[test]
fn all_pairs_are_told_of_many_bodies() {
    let workshop = hall();
    let row = |k: usize| format!("POLYGON(({k} {k}, {k}.5 {k}, {k}.5 {k}.5))\n");
    workshop.write("many.wkt", (0..70).map(|k| row(10 * k)).collect::<String>());
    let (code, all) = workshop.json(&["planar", "check", "many.wkt", "--all-pairs"]);
    assert_eq!((code, all["pairs"].as_array().unwrap().len()), (Some(0), 70 * 69 / 2));
    assert!(all["pairs"].as_array().unwrap().iter().all(|pair| pair["distance"].as_f64().unwrap() > 9.0));
}

#[test]
fn csv_has_two_coordinates() {
    let run = hall().run(&["planar", "check", "hall.geojson", "--format", "csv", "--all-pairs"]);
    let mut rows = run.stdout.lines();
    let header = "a,b,relation,verdict,found,distance,contacts,min_x,min_y,max_x,max_y,ax,ay,bx,by";
    assert_eq!(rows.next(), Some(header));
    let rows: Vec<&str> = rows.collect();
    assert_eq!(rows.len(), 15);
    assert!(rows.iter().any(|row| row.starts_with("rack,away,disjoint,ok,false,7,0,,,,,")), "{rows:?}");
}

#[test]
fn odd_rings_are_noted() {
    let workshop = hall();
    workshop.write("bow.wkt", "POLYGON((0 0,4 4,4 0,0 4))");
    let table = workshop.run(&["planar", "check", "bow.wkt", "b.wkt"]).stdout;
    assert!(table.contains("note: 1 body has rings that cross"), "{table}");
    let (_, report) = workshop.json(&["planar", "check", "bow.wkt", "b.wkt"]);
    assert_eq!(report["bodies"][0]["defects"], json!({"crossing_edges": 1}));
}

#[test]
fn the_picture_shows_what_meets() {
    let workshop = hall();
    let run = workshop.run(&["planar", "check", "hall.geojson", "--clearance", "0.75", "-o", "meeting.svg"]);
    assert_eq!(run.code, Some(1));
    assert!(run.stdout.contains("6 found"), "the report is printed too: {}", run.stdout);
    let picture = workshop.read("meeting.svg");
    assert!(picture.starts_with("<svg ") && picture.ends_with("</svg>\n"));
    assert_eq!(picture.matches("<path ").count(), 6, "each body once");
    assert!(picture.contains(">near &lt;&amp;> \"far\"</text>"), "{picture}");
    assert!(
        picture.contains("<circle ") && picture.contains("stroke-linecap=\"round\""),
        "contacts and gaps are marked"
    );
    // A picture is a drawing that can be read again: six shapes and the marks.
    let again = workshop.run(&["planar", "check", "meeting.svg", "--format", "json"]);
    assert!(again.code.is_some_and(|code| code < 2), "{again:?}");
    let run = workshop.run(&["planar", "check", "hall.geojson", "-o", "report.txt"]);
    assert_eq!((run.stdout.as_str(), workshop.read("report.txt").contains("3 found")), ("", true));
    workshop.write("in.svg", "<svg><rect width='1' height='1'/></svg>");
    let refusal = workshop.refusal(&["planar", "check", "in.svg", "-o", "in.svg"]);
    assert!(refusal.contains("in.svg: this is the input file in.svg"), "{refusal}");
}

#[test]
fn two_polygons_relate_and_have_a_distance() {
    let workshop = hall();
    let run = workshop.run(&["planar", "relate", "a.wkt", "b.wkt"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "relation  disjoint\ncontacts  0 pairs of edges\n"));
    let run = workshop.run(&["planar", "relate", "hall.geojson#rack", "hall.geojson#beside"]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.stdout.starts_with("relation  touching\ncontacts  7 pairs of edges\nbox       (4, 0) to (4, 1)\n"),
        "{run:?}"
    );
    let run = workshop.run(&["planar", "distance", "a.wkt", "b.wkt", "-o", "gap.svg"]);
    assert_eq!(run.code, Some(0));
    assert!(run.stdout.starts_with("distance  0.5\nrelation  disjoint\na         ("), "{}", run.stdout);
    assert!(workshop.read("gap.svg").contains("stroke-linecap=\"round\""), "the gap is drawn");
    let (_, report) = workshop.json(&["planar", "distance", "a.wkt", "b.wkt"]);
    let pair = &report["pairs"][0];
    assert_eq!((&pair["distance"], &pair["verdict"], &pair["contacts"]), (&json!(0.5), &json!("ok"), &Value::Null));
    assert_eq!(pair["features"][0]["body"], "a.wkt");
    let same = workshop.json(&["planar", "relate", "a.wkt", "a.wkt"]).1;
    assert_eq!(same["pairs"][0]["relation"], "coincident");
    assert_ne!(same["bodies"][0]["name"], same["bodies"][1]["name"]);
}

#[test]
fn one_body_of_many_has_to_be_picked() {
    let workshop = hall();
    let refusal = workshop.refusal(&["planar", "relate", "hall.geojson", "a.wkt"]);
    assert!(
        refusal.contains("hall.geojson: there are 6 bodies, expected one; pick it by hall.geojson#BODY"),
        "{refusal}"
    );
    let refusal = workshop.refusal(&["planar", "relate", "hall.geojson#forklifter", "a.wkt"]);
    assert!(refusal.contains("there is no body \"forklifter\"; the bodies are: rack, beside, forklift"), "{refusal}");
}

#[test]
fn poses_are_answered_in_order() {
    let workshop = hall();
    workshop.write("way.csv", "angle_deg,x,y\n0,0,0\n90,4,0\n0,10,0\n45,0,0.5\n0,0.5,0\n");
    let run =
        |query: &str| workshop.run(&["planar", "poses", "a.wkt", "b.wkt", "--poses", "way.csv", "--query", query]);
    let relations = run("relation");
    assert_eq!(relations.code, Some(0));
    assert_eq!(relations.stdout, "index,relation\n0,disjoint\n1,disjoint\n2,disjoint\n3,crossing\n4,touching\n");
    assert!(relations.stderr.starts_with("5 queries in "), "{}", relations.stderr);
    assert!(run("intersects").stdout.contains("\n4,true\n"));
    assert!(run("contacts").stdout.contains("\n0,0\n"));
    let distances = run("distance").stdout;
    assert!(distances.starts_with("index,distance,ax,ay,bx,by\n0,0.5,"), "{distances}");
    assert!(distances.contains("\n2,7.5,4,"), "{distances}");
    workshop.write("bad.csv", "angle_deg,x,y\n0,0,zero\n");
    let refusal = workshop.refusal(&["planar", "poses", "a.wkt", "b.wkt", "--poses", "bad.csv"]);
    assert!(refusal.contains("bad.csv:2: column y: expected a finite number, found \"zero\""), "{refusal}");
}

#[test]
fn relations_of_a_table_come_one_a_line() {
    let workshop = hall();
    let (square, inside) = ("POLYGON((0 0,4 0,4 4,0 4))", "POLYGON((1 1,2 1,2 2))");
    let apart = "POLYGON((9 9,10 9,10 10))";
    let rows = [(square, inside), (inside, square), (square, square), (square, apart)];
    let table: String = rows.iter().map(|(a, b)| format!("case\t{b}\t{a}\n")).collect();
    workshop.write("pairs.tsv", format!("what\tb\ta\n{table}"));
    let run = workshop.run(&["planar", "relations", "pairs.tsv"]);
    assert_eq!((run.code, run.stdout.as_str()), (Some(0), "b_inside_a\na_inside_b\ncoincident\ndisjoint\n"));
    assert_eq!(run.stderr, "");
    workshop.write("pairs.tsv", format!("a\tb\n{square}\tPOLYGON((0 0,1\n"));
    let refusal = workshop.refusal(&["planar", "relations", "pairs.tsv", "-o", "out.txt"]);
    assert!(refusal.contains("pairs.tsv:2: column b: expected a finite coordinate, found the end"), "{refusal}");
    assert!(!workshop.files().contains(&"out.txt".to_owned()), "all or nothing");
}

#[test]
fn bad_input_is_told_with_its_place() {
    let workshop = hall();
    workshop.write("cut.wkt", "POLYGON((0 0,1 0,1 1))\nPOLYGON((0 0,1 0,");
    let refusal = workshop.refusal(&["planar", "check", "cut.wkt"]);
    assert!(refusal.contains("cut.wkt:2: expected a finite coordinate, found the end"), "{refusal}");
    workshop.write("part.stl", "solid");
    let refusal = workshop.refusal(&["planar", "check", "part.stl"]);
    assert!(refusal.contains("part.stl: the format '.stl' is not supported; for polygons use .geojson"), "{refusal}");
    assert_eq!(workshop.run(&["planar", "check", "a.wkt", "--flatness", "0"]).code, Some(2));
    assert!(workshop.refusal(&["planar", "check", "none.wkt"]).contains("there is no such file"));
}

#[test]
fn outputs_hold_what_their_endings_promise() {
    let workshop = hall();
    for words in [
        &["planar", "check", "a.wkt", "b.wkt", "-o", "x.png"][..],
        &["planar", "distance", "a.wkt", "b.wkt", "-o", "x.csv"],
        &["planar", "sweep", "a.wkt", "b.wkt", "--by", "1,0", "-o", "x.html"],
    ] {
        assert!(workshop.refusal(words).contains("this command does not write ."), "{words:?}");
    }
    let before = workshop.files();
    let printed = workshop.run(&["planar", "distance", "a.wkt", "b.wkt", "-o", "-"]);
    assert!(printed.stdout.starts_with("distance") && workshop.files() == before, "- is standard output");
    let spots = (0..5000).map(|i| format!("POLYGON(({i} 0,{i} 1,{i} 2))\n"));
    workshop.write("many.wkt", spots.collect::<String>());
    let refusal = workshop.refusal(&["planar", "check", "many.wkt", "--all-pairs"]);
    assert!(refusal.contains("12497500 pairs of 5000 bodies, at most 10000000"), "{refusal}");
}

#[test]
fn odd_rings_of_a_pair_are_noted_too() {
    let workshop = hall();
    workshop.write("bow.wkt", "POLYGON((0 0,2 2,2 0,0 2))");
    for question in ["relate", "distance"] {
        let out = workshop.run(&["planar", question, "bow.wkt", "b.wkt"]).stdout;
        assert!(out.contains("note      A (bow.wkt) has odd rings (1 crossing edges)"), "{out}");
    }
}

#[test]
fn the_example_files_are_as_the_page_says() {
    let docs = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/examples");
    let workshop = Workshop::new();
    for name in ["warehouse.geojson", "board.svg", "way.csv"] {
        std::fs::copy(docs.join(name), workshop.path(name)).unwrap();
    }
    let pairs = |words: &[&str]| -> Vec<String> {
        let (_, report) = workshop.json(words);
        let pair = |pair: &Value| format!("{} {} {}", pair["a"], pair["b"], pair["relation"]).replace('"', "");
        report["pairs"].as_array().unwrap().iter().map(pair).collect()
    };
    assert_eq!(
        pairs(&["planar", "check", "warehouse.geojson", "--allow", "touching"]),
        ["hall rack A touching", "rack B forklift crossing", "charger dock touching"]
    );
    assert_eq!(
        pairs(&["planar", "check", "board.svg", "--clearance", "0.3"]),
        ["pad-1 track-1 crossing", "track-1 track-2 disjoint", "track-2 pad-4 crossing"]
    );
    let way = ["planar", "poses", "warehouse.geojson#hall", "warehouse.geojson#cart", "--poses", "way.csv"];
    assert_eq!(workshop.run(&way).stdout, "index,relation\n0,disjoint\n1,disjoint\n2,touching\n3,crossing\n");
}

#[test]
fn sweeps_tell_when_polygons_meet() {
    let workshop = hall();
    let forklift = "hall.geojson#forklift";
    let (code, found) = workshop.json(&["planar", "sweep", "hall.geojson#away", forklift, "--by", "-2,8"]);
    assert_eq!((code, &found["free"]), (Some(1), &json!(false)));
    // From 3 to 8 at the rate of 8, while x goes from 2 to 1 or less.
    assert_eq!(found["intervals"][0]["begin"], json!([0.625, 0.625]));
    assert_eq!(found["intervals"][0]["certainty"], "exact");
    assert_eq!(found["impact"]["normal"], json!([0.0, -1.0]));
    let free = workshop.run(&["planar", "sweep", "hall.geojson#away", forklift, "--by", "2,8"]);
    assert_eq!((free.code, free.stdout.trim()), (Some(0), "free"));
    let turned = workshop.run(&["planar", "sweep", "a.wkt", "b.wkt", "--turn", "-720", "--about", "2,2"]);
    assert_eq!((turned.code, turned.stdout.trim()), (Some(0), "free"));
    let out = workshop.run(&["planar", "sweep", "a.wkt", "b.wkt", "--by", "1,0"]);
    assert!(out.code == Some(1) && out.stdout.contains("contact  0.5 to 1\nimpact   (3, "), "{}", out.stdout);
    let drawn = workshop.run(&["planar", "sweep", "a.wkt", "b.wkt", "--by", "1,0", "-o", "way.svg"]);
    assert_eq!((drawn.code, &drawn.stdout), (Some(1), &out.stdout), "the answer stays where it was");
    let picture = workshop.read("way.svg");
    // A, 17 outlines of B, and B where the contact begins and ends.
    assert_eq!(picture.matches("<path").count(), 20);
    assert_eq!(picture.matches("<circle").count(), 1);
    for bad in [
        &["--by", "1"][..],
        &["--by", "nan,1"],
        &["--turn", "1", "--by", "1,1"],
        &["--about", "1,1"],
        &[],
        &["--turn", "1e9"],
    ] {
        assert_eq!(workshop.run(&[&["planar", "sweep", "a.wkt", "b.wkt"], bad].concat()).code, Some(2), "{bad:?}");
    }
}
