//! A whole run on small meshes: peers agree, rows are complete, and everything can be written.

use impinge_bench::machine::Setup;
use impinge_bench::measurement::{Measure, Measurement, measure};
use impinge_bench::query::Query;
use impinge_bench::timing::Plan;
use impinge_bench::workload::{far, parallel_shells, room_and_robot, self_pair};
use impinge_bench::{peer, plot, record, summary, table};
use impinge_scenes::solid::blob;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const QUICK: Plan = Plan { rounds: 2, round: Duration::ZERO, limit: Duration::from_secs(20) };

#[test]
fn peers_agree_on_small_meshes_and_every_row_is_whole() {
    let peers = peer::all();
    let mesh = Arc::new(blob(1, 600, 0.2).unwrap());
    let [penetrating, separated] = self_pair("blob", &mesh, 1, 8).unwrap();
    assert_eq!(far("blob", &mesh, 2, 4).unwrap().poses, far("blob", &mesh, 2, 4).unwrap().poses);
    let mut all = Measurement::default();
    for workload in [penetrating, separated, far("blob", &mesh, 2, 4).unwrap(), parallel_shells(6, 3, 2).unwrap()] {
        let found = measure(&workload, &peers, &QUICK);
        assert_eq!((found.disagreements, found.notices), (vec![], vec![]), "{}", workload.name);
        all.rows.extend(found.rows);
    }
    let totals = |name: &str, query| {
        let row = all.rows.iter().find(|row| row.workload == name && row.measure == Measure::Query(query)).unwrap();
        row.cells.iter().flatten().map(|cell| cell.total).collect::<Vec<f64>>()
    };
    assert!(totals("blob_pen", Query::Boolean).iter().all(|total| *total == 8.0));
    assert!(totals("blob_sep", Query::Boolean).iter().all(|total| *total == 0.0));
    assert!(totals("blob_pen", Query::Contacts)[0] > 8.0);
    assert!(totals("blob_sep", Query::Distance)[0] > 0.0);
    for row in all.rows.iter().filter(|row| row.measure != Measure::Topology) {
        // Every peer has every number, but FCL's oriented boxes have no distance.
        let missing = row.cells.iter().zip(&peers).filter(|(cell, _)| cell.is_none());
        assert!(missing.map(|(_, peer)| peer.name()).all(|name| name == "fcl-obb"), "{row:?}");
    }

    let setup = Setup::here();
    assert_eq!(summary::reached(&all.rows, &peers).iter().filter(|r| r.target.family == "parry3d-f64").count(), 0);
    assert!(table::query_table(&all.rows, &peers).lines().count() >= 8);
    assert!(table::build_table(&all.rows, &peers).contains("B/tri"));
    let numbers = String::from_utf8(record::measurements(&all.rows, &peers, &setup).unwrap()).unwrap();
    assert!(numbers.lines().count() > 20 && numbers.contains("parry3d-f64,0."));
    let svg = plot::plot(&all.rows, &peers, &setup);
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && !svg.contains("NaN"));
}

#[test]
fn the_room_and_the_robot_agree_with_the_known_totals_as_far_as_they_go() {
    let Some(corpus) = std::env::var_os("IMPINGE_CORPUS") else {
        eprintln!("SKIPPED: IMPINGE_CORPUS is not set, so the room and the robot are not tested");
        return;
    };
    let workload = room_and_robot(Path::new(&corpus), 40).unwrap();
    assert_eq!(workload.poses, room_and_robot(Path::new(&corpus), 40).unwrap().poses);
    let found = measure(&workload, &peer::all(), &QUICK);
    assert_eq!(found.disagreements, []);
}
