//! Documents whose entities stand for far more text than the file has: refused before anything is expanded.

use impinge_io::{FilePlace, PlanarFormat, PlanarOptions, Problem, ReadError, RobotOptions};
use impinge_io::{read_planar_bytes, read_urdf_bytes};
use std::path::Path;

/// An entity of `length` bytes, referred to `references` times.
fn bomb(root: &str, length: usize, references: usize) -> String {
    let (text, body) = ("a".repeat(length), "&a;".repeat(references));
    format!("<!DOCTYPE r [<!ENTITY a \"{text}\">]>\n<{root}>{body}</{root}>")
}

fn assert_refused(read: Result<(), ReadError>) {
    let error = read.unwrap_err();
    assert!(matches!(error.problem, Problem::Unsupported { .. }), "{error}");
    assert_eq!(error.place, FilePlace::Line(1));
    assert!(error.to_string().contains("text of entities of more than"), "{error}");
}

/// Expanded, each would take 10 GB.
#[test]
fn entities_that_expand_without_measure_are_refused() {
    let options = RobotOptions::default();
    let urdf = bomb("robot", 100_000, 100_000);
    assert_refused(read_urdf_bytes(Path::new("bomb.urdf"), urdf.as_bytes(), &options).map(drop));
    let svg = bomb("svg", 100_000, 100_000);
    let read = read_planar_bytes(PlanarFormat::Svg, "bomb.svg", svg.as_bytes(), &PlanarOptions::default());
    assert_refused(read.map(drop));
}

/// Eight entities, each ten of the one before: a billion letters from a file of some hundred bytes.
#[test]
fn entities_of_entities_are_refused() {
    let mut entities = "<!ENTITY e0 \"aaaaaaaaaa\">".to_owned();
    for k in 1..=8 {
        entities += &format!("<!ENTITY e{k} \"{}\">", format!("&e{};", k - 1).repeat(10));
    }
    let document = |root: &str| format!("<!DOCTYPE r [{entities}]>\n<{root}>&e8;</{root}>");
    let robot = read_urdf_bytes(Path::new("x.urdf"), document("robot").as_bytes(), &RobotOptions::default()).map(drop);
    let options = PlanarOptions::default();
    let drawing = read_planar_bytes(PlanarFormat::Svg, "x.svg", document("svg").as_bytes(), &options).map(drop);
    for error in [robot.unwrap_err(), drawing.unwrap_err()] {
        assert!(matches!(error.problem, Problem::Unsupported { .. }), "{error}");
        assert!(error.to_string().contains("the entity 'e1' that refers to others"), "{error}");
    }
}

#[test]
fn entities_of_namespaces_are_read() {
    let svg = "<!DOCTYPE svg [<!ENTITY ns \"http://www.w3.org/2000/svg\">]>\n<svg xmlns=\"&ns;\"><rect width=\"1\" height=\"2\"/></svg>";
    let read = read_planar_bytes(PlanarFormat::Svg, "old.svg", svg.as_bytes(), &PlanarOptions::default());
    assert_eq!(read.unwrap().len(), 1);
}
