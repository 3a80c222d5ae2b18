//! A whole run on small meshes: peers agree, rows are complete, and everything can be written.

use impinge_bench::compare_and_time::{Measurement, Skip, measure};
use impinge_bench::measured_row::{Measure, MeasuredRow};
use impinge_bench::query::Query;
use impinge_bench::timing::Plan;
use impinge_bench::workload::{Standing, Workload, far, hull, parallel_shells, room_and_robot, self_pair};
use impinge_bench::{csv_record, peer, performance_targets, plot, table};
use impinge_lab::measurement_harness::machine::Machine;
use impinge_scenes::solid::blob;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

const QUICK: Plan = Plan { rounds: 2, round: Duration::ZERO, limit: Duration::from_secs(20) };

/// Peers that work on floats: they may lose a pair of triangles, or a pose that just touches.
const ROUNDED: [&str; 2] = ["embree", "ifc-lite-clash"];

fn small_workloads() -> Vec<Workload> {
    let mesh = Arc::new(blob(1, 600, 0.2).unwrap());
    let [penetrating, separated] = self_pair("blob", &mesh, 1, 8, Standing::Counted).unwrap();
    let far = far("blob", &mesh, 2, 4).unwrap();
    vec![penetrating, separated, far, parallel_shells(6, 3, 2).unwrap(), hull(2, 100, 60).unwrap()]
}

fn row<'a>(all: &'a Measurement, workload: &str, measure: Measure) -> &'a MeasuredRow {
    all.rows.iter().find(|row| row.workload == workload && row.measure == measure).unwrap()
}

#[test]
fn peers_agree_on_small_meshes_and_every_row_is_whole() {
    let peers = peer::all();
    let mut all = Measurement::default();
    let workloads = small_workloads();
    for (workload, again) in workloads.iter().zip(small_workloads()) {
        assert_eq!(workload.poses, again.poses);
        let found = measure(workload, &peers, &QUICK);
        assert!(found.disagreements.iter().all(|d| ROUNDED.contains(&d.peer)), "{:?}", found.disagreements);
        assert!(found.disagreements.len() <= 2, "{:?}", found.disagreements);
        assert!(found.notices.iter().all(|notice| notice.contains("hardware threads")), "{:?}", found.notices);
        all.add(found);
    }
    for (k, peer) in peers.iter().enumerate() {
        let total = |workload, query| Some(row(&all, workload, Measure::Query(query)).cells[k]?.total);
        let is_convex_only = peer.name() == "libccd";
        assert_eq!(total("blob_pen", Query::Boolean), (!is_convex_only).then_some(8.0), "{}", peer.name());
        assert_eq!(total("blob_sep", Query::Boolean), (!is_convex_only).then_some(0.0), "{}", peer.name());
        let hulls = total("hull_42", Query::Boolean).unwrap();
        assert!((15.0..=50.0).contains(&hulls), "{}: {hulls}", peer.name());
    }
    assert!(row(&all, "blob_pen", Measure::Query(Query::Contacts)).cells[0].unwrap().total > 8.0);
    assert!(row(&all, "blob_sep", Measure::Query(Query::Distance)).cells[0].unwrap().total > 0.0);
    // Every peer has a time for every query, or a reason why not.
    for row in &all.rows {
        let Measure::Query(query) = row.measure else { continue };
        for (peer, cell) in peers.iter().zip(&row.cells) {
            let is_skipped =
                |skip: &Skip| skip.peer == peer.name() && skip.query == query && skip.workload == row.workload;
            assert_eq!(cell.is_none(), all.skips.iter().any(is_skipped), "{} {row:?}", peer.name());
        }
    }
    for measure in [Measure::Build, Measure::Memory, Measure::Topology] {
        assert!(row(&all, "blob_pen", measure).cells[0].is_some_and(|cell| cell.value > 0.0), "{measure:?}");
    }
    let exact = row(&all, "blob_pen", Measure::Exact).cells[0].unwrap().value;
    assert!((0.0..=100.0).contains(&exact), "{exact}");
    everything_can_be_written(&all, &peers);
}

fn everything_can_be_written(all: &Measurement, peers: &[Box<dyn peer::Peer>]) {
    let setup = Machine::here();
    // The meshes are too small to count against parry.
    let verdicts = performance_targets::reached_targets(&all.rows, peers);
    assert!(verdicts.iter().filter(|v| v.target.contains("parry3d-f64")).all(|v| v.held.is_none()));
    assert!(verdicts.iter().any(|v| v.held.is_some()));
    assert!(table::target_table(&verdicts).contains("not measured"));
    assert!(table::query_table(&all.rows, peers).lines().count() >= 8);
    assert!(table::build_table(&all.rows, peers).contains("B/tri"));
    assert!(table::alone_table(&all.rows).lines().count() >= 2);
    assert!(table::difference_table(&all.rows, peers).contains("parry3d-f64"));
    let numbers = String::from_utf8(csv_record::measurements(&all.rows, peers, &setup).unwrap()).unwrap();
    assert!(numbers.lines().count() > 20 && numbers.contains("parry3d-f64,0."));
    let svg = plot::plot(&all.rows, peers, &setup);
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
    assert!(found.disagreements.iter().all(|d| ROUNDED.contains(&d.peer)), "{:?}", found.disagreements);
}
