//! A short run on stars: every engine gives Impinge's answers, about half of the poses meet, and everything can be written.

use impinge_bench::planar::compare_and_time::{PlanarMeasurement, PlanarQuery, measure};
use impinge_bench::planar::report;
use impinge_bench::planar::workload::Workload;
use impinge_bench::timing::Plan;
use impinge_lab::measurement_harness::machine::Machine;
use std::time::Duration;

#[test]
fn engines_agree_on_stars_of_which_half_meet() {
    let plan = Plan { rounds: 1, round: Duration::ZERO, limit: Duration::from_secs(20) };
    let mut rows: Vec<PlanarMeasurement> = Vec::new();
    for corners in [8, 32, 128] {
        let stars = [Workload::stars(corners, 1).unwrap()];
        rows.extend(PlanarQuery::ALL.map(|asked| measure(&stars, asked, &plan).unwrap()));
    }
    for row in &rows {
        assert!(row.differing.iter().all(|differing| *differing == 0), "{row:?}");
        assert!((120..=240).contains(&row.meeting), "{row:?}");
        assert!(row.times.iter().all(|time| time.is_finite()), "{row:?}");
    }
    let text = report::text(&rows, &Machine::here());
    assert!(text.contains("impinge") && text.contains("parry2d-f64") && text.contains("better peer"), "{text}");
    assert_eq!(
        report::times(&rows, &Machine::here()).unwrap().iter().filter(|byte| **byte == b'\n').count(),
        1 + rows.len() * rows[0].times.len()
    );
    assert!(report::plot(&rows, &Machine::here()).contains("</svg>"));
}
