//! The conformance suite on engines of the benchmark: Impinge keeps every law, and parry answers what it has queries for.

use impinge_bench::laws::engines;
use impinge_laws::{ConformanceOptions, check_conformance};

#[test]
fn impinge_keeps_the_laws_and_parry_is_judged() {
    let options = ConformanceOptions { seed: 3, cases: 8 };
    let reports: Vec<_> = engines().iter().map(|engine| check_conformance(engine.as_ref(), &options)).collect();
    assert_eq!(reports[0].wrong(), 0, "{}", reports[0]);
    let parry = &reports[1];
    assert!(parry.engine.starts_with("parry3d-f64"), "{parry}");
    for law in &parry.laws {
        let is_judged = law.right + law.wrong > 0;
        assert_eq!(is_judged, law.law != "inside", "{parry}");
    }
    assert!(parry.laws.iter().filter(|law| law.wrong == 0).count() >= 10, "{parry}");
}
