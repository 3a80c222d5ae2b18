//! Real polygons: the cases of the JTS test suite, and the countries of the world.

use impinge::pair::{Contacts, Relation};
use impinge_io::{NamedPolygon, PlanarFormat, PlanarOptions, read_planar, read_planar_bytes, read_polygon_pairs};
use impinge_planar::{EdgeIntersection, Method, Polygon, Pose2, Request, distance, intersects, relate};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

/// A file of the corpus; `None`, said loudly, where there is none.
fn corpus(file: &str) -> Option<PathBuf> {
    let Some(corpus) = std::env::var_os("IMPINGE_CORPUS") else {
        eprintln!("NOT TESTED: IMPINGE_CORPUS is not set, so no real polygon was read");
        return None;
    };
    let path = PathBuf::from(corpus).join(file);
    assert!(path.is_file(), "IMPINGE_CORPUS is set, but {} is missing", path.display());
    Some(path)
}

fn polygon(wkt: &str) -> Polygon {
    let bodies = read_planar_bytes(PlanarFormat::Wkt, "case", wkt.as_bytes(), &PlanarOptions::default());
    bodies.unwrap_or_else(|error| panic!("{wkt}: {error}")).remove(0).polygon
}

/// What a named predicate says of two polygons in this relation; none if it does not follow.
fn predicate(operation: &str, relation: Relation) -> Option<bool> {
    Some(match operation.to_ascii_lowercase().as_str() {
        "intersects" => relation != Relation::Disjoint,
        "disjoint" => relation == Relation::Disjoint,
        "contains" | "covers" => matches!(relation, Relation::BInsideA | Relation::Coincident),
        "within" | "coveredby" => matches!(relation, Relation::AInsideB | Relation::Coincident),
        "touches" => relation == Relation::Touching,
        "overlaps" => relation == Relation::Crossing,
        // Two areas never cross in the sense of the suite: their common points would have to be a line.
        "crosses" => false,
        "equals" | "equalstopo" => relation == Relation::Coincident,
        _ => return None,
    })
}

/// The cells of the intersection matrix (interior, boundary, exterior of A by those of B) that follow from relation and contacts.
fn matrix(a: &Polygon, b: &Polygon) -> [Option<char>; 9] {
    let request = Request { contacts: Contacts::List, ..Request::default() };
    let report = relate(a, b, &Pose2::IDENTITY, &request);
    let segments = report.contacts.iter().any(|contact| matches!(contact.intersection, EdgeIntersection::Segment(_)));
    let boundaries = match (report.contacts.is_empty(), segments) {
        (true, _) => 'F',
        (false, false) => '0',
        (false, true) => '1',
    };
    let relation = report.relation;
    let apart = matches!(relation, Relation::Disjoint | Relation::Touching);
    let in_b = matches!(relation, Relation::AInsideB | Relation::Coincident);
    let in_a = matches!(relation, Relation::BInsideA | Relation::Coincident);
    let area = |empty: bool| Some(if empty { 'F' } else { '2' });
    // Boundaries that are somewhere outside; whether they are all on the other's boundary does not follow.
    let outside = |inside: bool| match (inside, relation) {
        (true, _) => Some('F'),
        (false, Relation::Disjoint) => Some('1'),
        _ => None,
    };
    let through = if apart || relation == Relation::Coincident { Some('F') } else { None };
    [area(apart), through, area(in_b), through, Some(boundaries), outside(in_b), area(in_a), outside(in_a), Some('2')]
}

/// Whether a cell fits the letter of a pattern.
fn fits(cell: char, pattern: char) -> bool {
    match pattern {
        '*' => true,
        'T' => cell != 'F',
        exact => cell == exact,
    }
}

#[test]
fn the_cases_of_jts_come_out_as_expected() {
    let Some(path) = corpus("jts/polygon_cases.tsv") else { return };
    let mut table = csv::ReaderBuilder::new().delimiter(b'\t').quoting(false).from_path(&path).unwrap();
    let header = table.headers().unwrap().clone();
    let column = |name: &str| header.iter().position(|cell| cell == name).unwrap();
    let [operation, a, b, argument, expected] = ["operation", "a", "b", "argument", "expected"].map(column);
    let (mut answered, mut left_out, mut cells) = (BTreeMap::new(), BTreeMap::new(), [0; 9]);
    for row in table.records() {
        let row = row.unwrap();
        let (name, expected) = (&row[operation], &row[expected]);
        let (a, b) = (polygon(&row[a]), polygon(&row[b]));
        let relation = relate(&a, &b, &Pose2::IDENTITY, &Request::default()).relation;
        let flipped = relate(&b, &a, &Pose2::IDENTITY, &Request::default()).relation;
        assert_eq!(relation, flipped.flip(), "{row:?}");
        assert_eq!(intersects(&a, &b, &Pose2::IDENTITY), relation != Relation::Disjoint, "{row:?}");
        let gap = distance(&a, &b, &Pose2::IDENTITY).value;
        assert_eq!(gap == 0.0, relation != Relation::Disjoint, "{row:?}");
        if let Some(answer) = predicate(name, relation) {
            assert_eq!(answer.to_string(), expected.trim(), "{relation:?}: {row:?}");
        } else if name == "distance" {
            let expected: f64 = expected.trim().parse().unwrap();
            assert!((gap - expected).abs() <= 2.0 * f64::EPSILON * expected, "{gap}: {row:?}");
        } else if name == "relate" && expected.trim() == "true" {
            for (k, (cell, letter)) in matrix(&a, &b).into_iter().zip(row[argument].trim().chars()).enumerate() {
                if let Some(cell) = cell {
                    assert!(fits(cell, letter), "cell {k} is {cell}, {relation:?}: {row:?}");
                    cells[k] += 1;
                }
            }
        } else {
            *left_out.entry(name.to_owned()).or_insert(0) += 1;
            continue;
        }
        *answered.entry(name.to_owned()).or_insert(0) += 1;
    }
    eprintln!("JTS: as expected {answered:?}; cells of matrices compared {cells:?}; left out {left_out:?}");
    assert_eq!(left_out, BTreeMap::new(), "operations that do not follow");
    assert_eq!(answered.values().sum::<i32>(), 517);
    assert_eq!(answered["relate"], 62);
    // Inside, outside and the common boundary follow for every pair; the other cells for some.
    assert!([0, 2, 4, 6, 8].iter().all(|k| cells[*k] == 62) && [1, 3, 5, 7].iter().all(|k| cells[*k] > 5), "{cells:?}");
    assert_eq!(read_polygon_pairs(&path).unwrap().len(), 517);
}

/// Countries that share a border.
const NEIGHBOURS: [[&str; 2]; 16] = [
    ["France", "Spain"],
    ["France", "Germany"],
    ["France", "Belgium"],
    ["France", "Brazil"],
    ["Germany", "Poland"],
    ["Spain", "Portugal"],
    ["Lesotho", "South Africa"],
    ["United States of America", "Canada"],
    ["United States of America", "Mexico"],
    ["Argentina", "Chile"],
    ["China", "India"],
    ["Russia", "Norway"],
    ["Russia", "China"],
    ["Egypt", "Sudan"],
    ["Papua New Guinea", "Indonesia"],
    ["Vietnam", "Laos"],
];

/// Countries that do not.
const STRANGERS: [[&str; 2]; 5] = [
    ["Spain", "Germany"],
    ["United Kingdom", "France"],
    ["Iceland", "Norway"],
    ["Lesotho", "Botswana"],
    ["Chile", "Brazil"],
];

#[test]
fn countries_have_their_neighbours() {
    let Some(path) = corpus("natural-earth/countries-110m.wkt.tsv") else { return };
    let start = Instant::now();
    let countries = read_planar(&path, &PlanarOptions::default()).unwrap();
    assert_eq!(countries.len(), 177);
    let reading = start.elapsed();
    let start = Instant::now();
    let mut met = BTreeMap::new();
    for (i, a) in countries.iter().enumerate() {
        for b in &countries[i + 1..] {
            let relation = relate(&a.polygon, &b.polygon, &Pose2::IDENTITY, &Request::default()).relation;
            if relation != Relation::Disjoint {
                met.insert([a.name.as_str(), b.name.as_str()], relation);
            }
        }
    }
    let taken = start.elapsed();
    let between = |[a, b]: [&str; 2]| met.get(&[a, b]).or(met.get(&[b, a])).copied();
    let count = |relation| met.values().filter(|found| **found == relation).count();
    let crossing: Vec<_> =
        met.iter().filter(|(_, relation)| **relation == Relation::Crossing).map(|(pair, _)| pair).collect();
    eprintln!("crossing by the data: {crossing:?}");
    eprintln!(
        "177 countries, 15576 pairs: {} touching, {} crossing; read in {reading:?}, related in {taken:?}",
        count(Relation::Touching),
        count(Relation::Crossing)
    );
    let start = Instant::now();
    let brute = Request { method: Method::Brute, ..Request::default() };
    let named = |name: &str| &countries.iter().find(|country| country.name == name).unwrap().polygon;
    for (&[a, b], relation) in &met {
        assert_eq!(relate(named(a), named(b), &Pose2::IDENTITY, &brute).relation, *relation, "{a}, {b}");
    }
    eprintln!("all {} that meet compared with brute force in {:?}", met.len(), start.elapsed());
    for pair in NEIGHBOURS {
        assert!(
            matches!(between(pair), Some(Relation::Touching | Relation::Crossing)),
            "{pair:?}: {:?}",
            between(pair)
        );
    }
    for pair in STRANGERS {
        assert_eq!(between(pair), None, "{pair:?}");
    }
    assert_eq!(between(["Lesotho", "South Africa"]), Some(Relation::Touching), "Lesotho fills the hole");
    let hole = |body: &&NamedPolygon| body.name == "South Africa";
    assert_eq!(countries.iter().find(hole).unwrap().polygon.ring_count(), 2);
    assert_eq!(count(Relation::Touching) + count(Relation::Crossing), met.len(), "no country is inside another");
}
