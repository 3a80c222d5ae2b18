//! A body and its copy, turned by next to nothing: their surfaces cross along all faces, and the work still grows like the number of faces.

use impinge::cost::Cost;
use impinge::math::{DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{Contacts, Relation, Request, ThicknessOptions, relate, thickness};

/// Radians: copies are apart by less than a millionth of a face.
const TURN: f64 = 1e-9;

/// Four times the faces may take this many times the work; every pair of faces would take sixteen.
const MOST_GROWTH: f64 = 7.0;

fn pair(subdivisions: u32) -> (Mesh, Pose) {
    let turn = DQuat::from_axis_angle(DVec3::new(1.0, 2.0, 3.0).normalize(), TURN);
    (Mesh::icosphere(1.0, subdivisions).unwrap(), Pose::from_quaternion(turn, DVec3::ZERO).unwrap())
}

fn work(cost: &Cost) -> f64 {
    (cost.box_tests + cost.triangle_tests + cost.signs + 100 * (cost.exact_signs + cost.pieces)) as f64
}

fn assert_growth(what: &str, work_at: impl Fn(u32) -> f64) {
    let (few, many) = (work_at(2), work_at(3));
    assert!(few > 1000.0, "{what}: nothing was counted");
    assert!(many <= MOST_GROWTH * few, "{what}: {few}, then {many} for four times the faces");
}

#[test]
fn relations_and_contacts_grow_with_the_faces() {
    let report = |subdivisions| {
        let (ball, pose) = pair(subdivisions);
        let request = Request { contacts: Contacts::List, ..Request::default() };
        let report = relate(&ball, &ball, &pose, &request);
        assert_eq!(report.relation, Relation::Crossing);
        (report, ball.faces().len())
    };
    let (found, faces) = report(3);
    assert!(found.contacts.len() >= faces && found.contacts.len() <= 32 * faces, "{} contacts", found.contacts.len());
    assert_growth("contacts", |subdivisions| work(&report(subdivisions).0.cost));
}

#[test]
fn thickness_grows_with_the_faces() {
    assert_growth("thickness", |subdivisions| {
        let (ball, pose) = pair(subdivisions);
        let found = thickness(&ball, &ball, &pose, &ThicknessOptions::default());
        assert!(found.bounds.lower > 1.8 && found.bounds.upper < 2.0 + 1e-6, "{found:?}");
        work(&found.cost)
    });
}
