//! A whole run on few convex pairs: Impinge is right, every row is complete, and everything can be written.

use impinge_bench::convex::answer_check::Finding;
use impinge_bench::convex::compare_and_time::{Measurement, measure};
use impinge_bench::convex::query::Query;
use impinge_bench::convex::workload::{coherent, random};
use impinge_bench::convex::{degenerate_pairs, hull_building, peer, performance_targets, report};
use impinge_bench::query::Answer;
use impinge_bench::timing::Plan;
use impinge_lab::measurement_harness::machine::Machine;
use std::time::Duration;

const QUICK: Plan = Plan { rounds: 2, round: Duration::ZERO, limit: Duration::from_secs(20) };

#[test]
fn impinge_is_right_and_every_row_is_whole() {
    let engines = peer::all();
    let mut all = Measurement::default();
    for corners in [8, 32] {
        all.add(measure(&random(corners, 60).unwrap(), &engines, usize::MAX, Some(&QUICK)));
        all.add(measure(&coherent(corners, 5).unwrap(), &engines, usize::MAX, Some(&QUICK)));
    }
    for workload in degenerate_pairs::all(25).unwrap() {
        all.add(measure(&workload, &engines, usize::MAX, None));
    }
    // Curved bodies are known up to rounding only: lengths of up to 4 to 1e-12, and whether they meet but where they just touch.
    let is_rounding = |f: &&Finding| match f.answer {
        Answer::Distance(value) => f.workload == "cylinders" && (value.abs() - f.truth.abs()).abs() < 1e-12,
        Answer::Failed => f.workload == "cylinders" && f.truth == 0.0,
        _ => false,
    };
    let own = all.findings.iter().filter(|finding| finding.engine.starts_with("impinge"));
    let own: Vec<_> = own.filter(|finding| !is_rounding(finding)).collect();
    assert!(own.is_empty(), "{own:#?}");
    // parry is right about ordinary pairs: its faults, if any, are in delicate ones.
    let ordinary = |workload: &str| workload.starts_with("random") || workload.starts_with("coherent");
    let of_parry = all.findings.iter().filter(|f| f.engine == "parry3d-f64" && ordinary(&f.workload)).count();
    assert!(of_parry <= 5, "{of_parry}");
    assert_eq!(all.rows.len(), 4 * Query::ALL.len());
    for row in &all.rows {
        assert!(row.pairs >= 10, "{row:?}");
        for (engine, time) in engines.iter().zip(&row.times) {
            let refused = engine.refusal(row.query, &random(8, 1).unwrap()).is_some();
            assert_eq!(time.is_none(), refused, "{} {row:?}", engine.name());
            assert!(time.is_none_or(|time| time > 0.0 && time.is_finite()));
        }
    }
    everything_can_be_written(&all, &engines);
}

fn everything_can_be_written(all: &Measurement, engines: &[Box<dyn peer::Engine>]) {
    let (setup, built) = (Machine::here(), hull_building::build(1_000, 1));
    let text = report::text(all, &built, engines, &setup);
    for word in ["random_32", "coherent_8", "boxes_corner", "cylinders", "parry3d-f64", "sphere", "best peer"] {
        assert!(text.contains(word), "{word}");
    }
    let verdicts = performance_targets::reached_targets(&all.rows, &all.judged, &built, engines);
    assert!(verdicts.iter().all(|verdict| verdict.held.is_some()), "{verdicts:?}");
    let times = String::from_utf8(report::times(&all.rows, &built, engines, &setup).unwrap()).unwrap();
    assert!(times.lines().count() > 40 && times.contains("hull_sphere"));
    let judged = String::from_utf8(report::judgements(&all.judged, engines).unwrap()).unwrap();
    assert!(judged.contains("boxes_face,signed,impinge,25,0,0,0,0,0,"), "{judged}");
    assert!(report::faults(&all.findings).is_ok());
    let svg = report::plot(&all.rows, engines, &setup);
    assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n") && !svg.contains("NaN"));
}
