//! Impinge keeps every law, and engines with known faults break those that name the fault.

use impinge::Mesh;
use impinge_laws::{
    Answer, ConformanceOptions, DVec3, Engine, ImpingeEngine, LAWS, LawResult, LoadedPair, NoAnswer, Pose, check_case,
    check_conformance, check_law,
};

const OPTIONS: ConformanceOptions = ConformanceOptions { seed: 7, cases: 60 };

#[test]
fn impinge_keeps_every_law() {
    let report = check_conformance(&ImpingeEngine, &OPTIONS);
    assert_eq!(report.wrong(), 0, "{report}");
    for law in &report.laws {
        assert!(law.right >= 40, "{}: {} right answers\n{report}", law.law, law.right);
        assert_eq!((law.unsupported, law.refused), (0, 0), "{report}");
    }
    assert_eq!(report.to_csv().lines().count(), LAWS.len() + 1);
}

/// A fault of an engine that is otherwise right.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Fault {
    /// Gaps up to an absolute length count as contact.
    AbsoluteTolerance,
    /// Touching does not count.
    MissesTouching,
    /// The distance depends on the order of the bodies.
    Lopsided,
    /// A motion is looked at at a few times only.
    SampledMotion,
    /// The second closest point is a corner of the box instead of a point of the body.
    PointsOffBodies,
    /// One contact is counted twice.
    DoubleContact,
    /// A panic where bodies meet.
    Panics,
}

struct Faulty(Fault);

struct FaultyPair(Fault, Box<dyn LoadedPair>);

impl Engine for Faulty {
    fn name(&self) -> String {
        "faulty".to_owned()
    }

    fn load(&self, a: &Mesh, b: &Mesh) -> Answer<Box<dyn LoadedPair>> {
        Ok(Box::new(FaultyPair(self.0, ImpingeEngine.load(a, b)?)))
    }
}

fn shifted(pose: &Pose, by: DVec3) -> Option<Pose> {
    Pose::try_new(pose.rotation(), pose.translation() + by).ok()
}

impl LoadedPair for FaultyPair {
    fn surfaces_meet(&self, a_from_b: &Pose) -> Answer<bool> {
        let is_meeting = self.1.surfaces_meet(a_from_b)?;
        assert!(!(is_meeting && self.0 == Fault::Panics), "no answer here");
        Ok(match self.0 {
            Fault::AbsoluteTolerance => is_meeting || self.1.distance(a_from_b)? < 1e-3,
            Fault::MissesTouching => {
                let nudges = [DVec3::X, DVec3::Y, DVec3::Z].into_iter().flat_map(|axis| [axis, -axis]);
                let mut poses = nudges.filter_map(|nudge| shifted(a_from_b, 1e-7 * nudge));
                is_meeting && poses.all(|pose| self.1.surfaces_meet(&pose) == Ok(true))
            }
            _ => is_meeting,
        })
    }

    fn distance(&self, a_from_b: &Pose) -> Answer<f64> {
        let [p, q] = self.1.closest_points(a_from_b)?;
        let length = self.1.distance(a_from_b)?;
        Ok(if self.0 == Fault::Lopsided && p.x < q.x { length * (1.0 + 1e-8) } else { length })
    }

    fn closest_points(&self, a_from_b: &Pose) -> Answer<[DVec3; 2]> {
        let [p, q] = self.1.closest_points(a_from_b)?;
        Ok(if self.0 == Fault::PointsOffBodies { [p, q + 1e-3 * (q - p).any_orthogonal_vector()] } else { [p, q] })
    }

    fn contact_count(&self, a_from_b: &Pose) -> Answer<usize> {
        let count = self.1.contact_count(a_from_b)?;
        Ok(if self.0 == Fault::DoubleContact && count > 3 { count + 1 } else { count })
    }

    fn first_contact(&self, displacement: DVec3) -> Answer<Option<f64>> {
        if self.0 != Fault::SampledMotion {
            return self.1.first_contact(displacement);
        }
        for k in 0..=10 {
            let time = f64::from(k) / 10.0;
            let pose =
                Pose::from_translation(displacement * time).map_err(|error| NoAnswer::Refused(error.to_string()))?;
            if self.1.surfaces_meet(&pose)? {
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
fn faults_are_found_by_the_laws_that_name_them() {
    let expected: [(Fault, &[&str]); 6] = [
        (Fault::AbsoluteTolerance, &["scaled"]),
        (Fault::MissesTouching, &["meet", "soups-meet", "posed"]),
        (Fault::Lopsided, &["swapped"]),
        (Fault::SampledMotion, &["motion-hits"]),
        (Fault::PointsOffBodies, &["closest-points"]),
        (Fault::DoubleContact, &["contact-count"]),
    ];
    for (fault, laws) in expected {
        for law in laws {
            let result = result_of(law, fault);
            assert!(result.wrong >= 3 && result.right >= 3, "{fault:?}: {result:?}");
        }
        assert_eq!(result_of("motion-free", fault).wrong, 0, "{fault:?}");
        assert_eq!(result_of("hulls-apart", fault).unsupported, OPTIONS.cases);
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
