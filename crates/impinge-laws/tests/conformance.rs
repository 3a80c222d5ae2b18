//! Impinge keeps every law, and engines with known faults break those that name the fault.

use impinge::Mesh;
use impinge_laws::{
    Answer, ConformanceOptions, DVec3, Engine, ImpingeEngine, LAWS, Law, LawResult, LoadedPair, NoAnswer, Pose,
    check_case, check_conformance, check_law,
};
use std::cell::Cell;

const OPTIONS: ConformanceOptions = ConformanceOptions { seed: 7, cases: 60 };

#[test]
fn impinge_keeps_every_law() {
    let report = check_conformance(&ImpingeEngine, &OPTIONS);
    assert!(report.is_conforming(40), "{report}");
    for law in &report.laws {
        assert_eq!((law.unsupported, law.refused), (0, 0), "{report}");
    }
    assert_eq!(report.to_csv().lines().count(), LAWS.len() + 1);
}

/// A fault of an engine that is otherwise right.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// Gaps up to an absolute length count as contact, of hulls as well.
    AbsoluteTolerance,
    /// Gaps up to a part of the distance from the origin count as contact.
    RelativeTolerance,
    /// Touching does not count.
    MissesTouching,
    /// Solids are surfaces.
    Hollow,
    /// The distance depends on the order of the bodies.
    Lopsided,
    /// The distance is never zero.
    NeverZero,
    /// The distance grows with the number of questions.
    Drifting,
    /// A motion is looked at at a few times only.
    SampledMotion,
    /// Every motion hits at once.
    HitsAtOnce,
    /// The second closest point is beside the body.
    PointsOffBodies,
    /// One contact is counted twice.
    DoubleContact,
    /// A panic where bodies meet.
    Panics,
}

/// Faults, and the laws that must find them.
const FAULTS: [(Fault, &[&str]); 11] = [
    (Fault::AbsoluteTolerance, &["scaled", "hulls-apart", "hull-distance"]),
    (Fault::RelativeTolerance, &["far-away"]),
    (Fault::MissesTouching, &["meet", "soups-meet", "posed"]),
    (Fault::Hollow, &["inside"]),
    (Fault::Lopsided, &["swapped", "distance"]),
    (Fault::NeverZero, &["zero-distance"]),
    (Fault::Drifting, &["repeated"]),
    (Fault::SampledMotion, &["motion-hits"]),
    (Fault::HitsAtOnce, &["motion-hits", "motion-free"]),
    (Fault::PointsOffBodies, &["closest-points"]),
    (Fault::DoubleContact, &["contact-count"]),
];

struct Faulty(Fault);

struct FaultyPair {
    fault: Fault,
    pair: Box<dyn LoadedPair>,
    reach: f64,
    questions: Cell<u32>,
}

impl Engine for Faulty {
    fn name(&self) -> String {
        "faulty".to_owned()
    }

    fn load(&self, a: &Mesh, b: &Mesh) -> Answer<Box<dyn LoadedPair>> {
        let reach = a.bounds().max.abs().max_element();
        let pair = ImpingeEngine.load(a, b)?;
        Ok(Box::new(FaultyPair { fault: self.0, pair, reach, questions: Cell::new(0) }))
    }

    fn convex_distance(&self, a: &[DVec3], b: &[DVec3]) -> Answer<f64> {
        let length = ImpingeEngine.convex_distance(a, b)?;
        Ok(if self.0 == Fault::AbsoluteTolerance && length < 1e-3 { 0.0 } else { length })
    }
}

fn shifted(pose: &Pose, by: DVec3) -> Option<Pose> {
    Pose::try_new(pose.rotation(), pose.translation() + by).ok()
}

impl LoadedPair for FaultyPair {
    fn surfaces_meet(&self, a_from_b: &Pose) -> Answer<bool> {
        let is_meeting = self.pair.surfaces_meet(a_from_b)?;
        assert!(!(is_meeting && self.fault == Fault::Panics), "no answer here");
        Ok(match self.fault {
            Fault::AbsoluteTolerance => is_meeting || self.pair.distance(a_from_b)? < 1e-3,
            Fault::RelativeTolerance => is_meeting || self.pair.distance(a_from_b)? < 1e-6 * self.reach,
            Fault::MissesTouching => {
                let nudges = [DVec3::X, DVec3::Y, DVec3::Z].into_iter().flat_map(|axis| [axis, -axis]);
                let mut poses = nudges.filter_map(|nudge| shifted(a_from_b, 1e-7 * nudge));
                is_meeting && poses.all(|pose| self.pair.surfaces_meet(&pose) == Ok(true))
            }
            _ => is_meeting,
        })
    }

    fn solids_meet(&self, a_from_b: &Pose) -> Answer<bool> {
        if self.fault == Fault::Hollow { self.pair.surfaces_meet(a_from_b) } else { self.pair.solids_meet(a_from_b) }
    }

    fn distance(&self, a_from_b: &Pose) -> Answer<f64> {
        let [p, q] = self.pair.closest_points(a_from_b)?;
        let length = self.pair.distance(a_from_b)?;
        self.questions.set(self.questions.get() + 1);
        Ok(match self.fault {
            Fault::Lopsided if p.x < q.x => length * (1.0 + 1e-6),
            Fault::NeverZero => length.max(1e-12),
            Fault::Drifting => length + 1e-12 * f64::from(self.questions.get()),
            _ => length,
        })
    }

    fn closest_points(&self, a_from_b: &Pose) -> Answer<[DVec3; 2]> {
        let [p, q] = self.pair.closest_points(a_from_b)?;
        let is_off = self.fault == Fault::PointsOffBodies;
        Ok(if is_off { [p, q + 1e-3 * (q - p).any_orthogonal_vector()] } else { [p, q] })
    }

    fn contact_count(&self, a_from_b: &Pose) -> Answer<usize> {
        let count = self.pair.contact_count(a_from_b)?;
        Ok(if self.fault == Fault::DoubleContact && count > 3 { count + 1 } else { count })
    }

    fn first_contact(&self, displacement: DVec3) -> Answer<Option<f64>> {
        match self.fault {
            Fault::HitsAtOnce => return Ok(Some(0.0)),
            Fault::SampledMotion => {}
            _ => return self.pair.first_contact(displacement),
        }
        for time in (0..=10).map(|k| f64::from(k) / 10.0) {
            let pose = Pose::from_translation(displacement * time).map_err(NoAnswer::refused)?;
            if self.pair.surfaces_meet(&pose)? {
                return Ok(Some(time));
            }
        }
        Ok(None)
    }
}

/// The result of one law alone.
fn result_of(id: &str, fault: Fault) -> LawResult {
    let law = LAWS.iter().find(|law| law.id == id).expect("it is a law");
    check_law(law, &Faulty(fault), &OPTIONS)
}

#[test]
fn every_law_finds_the_fault_that_it_is_about() {
    for (fault, laws) in FAULTS {
        for law in laws {
            let result = result_of(law, fault);
            assert!(result.wrong >= 3, "{fault:?}: {result:?}");
        }
    }
    let is_broken = |law: &Law| FAULTS.iter().any(|(_, laws)| laws.contains(&law.id));
    assert!(LAWS.iter().all(is_broken));
}

#[test]
fn laws_about_other_things_are_kept() {
    for (fault, law) in [
        (Fault::AbsoluteTolerance, "motion-free"),
        (Fault::RelativeTolerance, "posed"),
        (Fault::Hollow, "soups-meet"),
        (Fault::Drifting, "motion-hits"),
        (Fault::DoubleContact, "closest-points"),
        (Fault::NeverZero, "hull-distance"),
    ] {
        let result = result_of(law, fault);
        assert!(result.wrong == 0 && result.right >= 40, "{fault:?}: {result:?}");
    }
}

#[test]
fn a_panic_is_counted_and_the_suite_goes_on() {
    let law = result_of("meet", Fault::Panics);
    assert!(law.panicked >= 5 && law.right >= 5, "{law:?}");
    assert!(law.first_wrong.is_some_and(|wrong| wrong.message.contains("panicked: no answer here")));
}

#[test]
fn a_wrong_answer_is_found_again_by_its_case() {
    let first = result_of("motion-hits", Fault::SampledMotion).first_wrong.expect("it is broken");
    let law = LAWS.iter().find(|law| law.id == "motion-hits").expect("it is a law");
    let again = check_case(law, &Faulty(Fault::SampledMotion), OPTIONS.seed, first.case);
    assert_eq!(again.first_wrong, Some(first));
}

/// An engine without queries breaks no law, and conforms to none.
#[test]
fn an_engine_without_answers_does_not_conform() {
    struct Silent;
    struct SilentPair;
    impl LoadedPair for SilentPair {}
    impl Engine for Silent {
        fn name(&self) -> String {
            "silent".to_owned()
        }

        fn load(&self, _: &Mesh, _: &Mesh) -> Answer<Box<dyn LoadedPair>> {
            Ok(Box::new(SilentPair))
        }
    }
    let report = check_conformance(&Silent, &ConformanceOptions { seed: 1, cases: 2 });
    assert!(report.wrong() == 0 && !report.is_conforming(1), "{report}");
}
