//! The laws of queries under a budget: bounds nest and hold the truth at every moment, and the end is that of the query
//! without a budget, to the last bit, however often it was left. Budgets are numbers of pairs: no clock decides anything here.

use impinge::bound::Aabb;
use impinge::bounded::Bounded;
use impinge::collect::{All, Any};
use impinge::feature::FaceId;
use impinge::math::{DMat3, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{
    Budget, ContactsAnswer, ContactsGoal, Distance, DistanceAnswer, DistanceGoal, IntersectsGoal, Method, Query,
    Relation, Request, WithinGoal, contacts, distance, intersects, relate, within,
};
use impinge_scenes::adversarial::{Case, cases};
use impinge_scenes::random::random_poses;
use impinge_scenes::solid::{blob, cuboid, hollow_cuboid, icosphere, torus, uv_sphere};
use impinge_scenes::soup::random_soup;
use impinge_scenes::{SplitMix64, Surface};

/// A rotation printed with six digits: no rotation to the last bit, but within what a pose takes.
fn printed(pose: &Pose) -> Pose {
    let short = |x: f64| (x * 1e6).round() / 1e6;
    let entries = pose.rotation().to_cols_array().map(short);
    Pose::try_new(DMat3::from_cols_array(&entries), pose.translation()).unwrap()
}

/// Bumpy, hollow, open, nested, tiny, huge and far-off bodies at poses near and far, some of them inverted or skewed.
fn pairs() -> Vec<Case> {
    let bodies: Vec<Mesh> = vec![
        blob(1, 120, 0.3).unwrap(),
        blob(2, 80, 0.3).unwrap(),
        torus(1.0, 0.4, 10, 7).unwrap(),
        hollow_cuboid(DVec3::splat(-1.5), DVec3::splat(1.5), 0.25).unwrap(),
        random_soup(3, 40, 0.8).unwrap(),
        icosphere(0.125, 1).unwrap(),
        cuboid(DVec3::splat(-1.5), DVec3::splat(1.5)).unwrap(),
    ];
    let bounds = cuboid(DVec3::splat(-1.6), DVec3::splat(1.6)).unwrap().bounds();
    let poses = random_poses(21, 4 * bodies.len() * bodies.len(), &bounds).unwrap();
    let mut random = SplitMix64::new(22);
    let mut pairs = Vec::new();
    for (i, pose) in poses.into_iter().enumerate() {
        let (a, b) = (&bodies[i % bodies.len()], &bodies[i / bodies.len() % bodies.len()]);
        // Bodies of a size that single precision knows nothing of, or far from where their coordinates begin.
        let (scale, shift) = match i % 4 {
            1 => (2f64.powi(random.integer(-200, 200) as i32), 0.0),
            2 => (1.0, 2f64.powi(20)),
            _ => (1.0, 0.0),
        };
        let place = |m: &Mesh| Surface::of(m).mapped(|p| (p + DVec3::splat(shift)) * scale).mesh().unwrap();
        let (a, b) = (place(a), place(b));
        // About the middle of B to the middle of A, then a little away.
        let middle = DVec3::splat(shift);
        let away = pose.translation() * random.between(0.7, 2.0);
        let turned = Pose::try_new(pose.rotation(), (middle + away - pose.rotation() * middle) * scale).unwrap();
        let a_from_b = match i % 5 {
            1 => turned.inverse(),
            2 => printed(&turned),
            3 => printed(&turned).inverse(),
            _ => turned,
        };
        let relation = relate(&a, &b, &a_from_b, &Request::default()).relation;
        pairs.push(Case { name: "random", a, b, a_from_b, relation });
    }
    pairs.into_iter().chain(cases().unwrap()).collect()
}

/// By brute force where that is affordable.
fn oracle(case: &Case) -> Distance {
    let affordable = case.a.faces().len() * case.b.faces().len() <= 12_000;
    let request = Request {
        method: if affordable { Method::Brute } else { Method::Auto },
        distance_up_to: Some(f64::INFINITY),
        ..Request::default()
    };
    relate(&case.a, &case.b, &case.a_from_b, &request).distance.unwrap()
}

/// Bounds nest inside those before and hold the truth.
fn check_bounds(distance: &Bounded, before: &mut [f64; 2], truth: f64, name: &str) {
    let [lower, upper] = [distance.lower, distance.upper];
    assert!(distance.contains(distance.value), "{name}: {distance:?}");
    assert!(lower <= truth && truth <= upper, "{name}: {truth} in [{lower}, {upper}]");
    assert!(before[0] <= lower && upper <= before[1], "{name}: [{lower}, {upper}] in {before:?}");
    *before = [lower, upper];
}

#[test]
fn bounds_nest_and_hold_the_distance() {
    let (mut left, mut positive, mut narrow, mut inside) = (0, 0, 0, 0);
    for case in pairs() {
        let Case { name, a, b, a_from_b, relation } = &case;
        let truth = oracle(&case);
        let full = distance(a, b, a_from_b);
        assert_eq!(truth.value.to_bits(), full.value.to_bits(), "{name}");
        let mut bounds = [0.0, f64::INFINITY];
        for pairs in (0..).map(|i| (1_u64 << i) - 1) {
            let mut query = Query::new(a, b, a_from_b, DistanceGoal::default());
            let report = query.advance(&Budget::of_pairs(pairs));
            check_bounds(&report.distance, &mut bounds, truth.value, name);
            match report.answer {
                None => {
                    let (Bounded { lower, upper, .. }, points) = (report.distance, report.points.unwrap());
                    assert!(upper.is_finite());
                    let apart = points[0].distance(points[1]);
                    // Skewed poses carry answers back to A's frame with an error of their own.
                    let extent = [a.bounds(), b.bounds()].map(|bounds| bounds.largest_coordinate());
                    let hair = 1e-4 * apart + 1e-12 * (extent[0] + extent[1] + a_from_b.translation().length());
                    assert!((apart - upper).abs() <= hair, "{name}: {apart} {upper}");
                    left += 1;
                    positive += u32::from(lower > 0.0);
                    narrow += u32::from(lower > 0.9 * upper);
                    // Nothing above zero is claimed of bodies that share a point, surfaces apart or not.
                    inside += u32::from(matches!(relation, Relation::AInsideB | Relation::BInsideA));
                }
                Some(DistanceAnswer::Found(found)) => {
                    assert_eq!(found, full, "{name}");
                    break;
                }
                Some(DistanceAnswer::Beyond) => panic!("{name}: nothing is beyond infinity"),
            }
        }
    }
    assert!(left > 1_000 && positive > 300 && narrow > 40 && inside > 40, "{left}, {positive}, {narrow}, {inside}");
}

/// Left and taken up again at random moments, with and without a witness, and with a bound.
#[test]
fn a_query_taken_up_again_ends_as_if_it_had_not_been_left() {
    let mut random = SplitMix64::new(31);
    let (mut resumed, mut beyond, mut found) = (0, 0, 0);
    for case in pairs() {
        let Case { name, a, b, a_from_b, .. } = &case;
        let full = distance(a, b, a_from_b);
        let mut face = |mesh: &Mesh| FaceId(random.below(mesh.faces().len() as u64 + 3) as u32);
        let witness = Some([face(a), face(b)]);
        let options = [
            DistanceGoal::default(),
            DistanceGoal { witness, ..DistanceGoal::default() },
            DistanceGoal { up_to: full.value, witness },
            DistanceGoal { up_to: full.value.next_down(), witness },
            DistanceGoal { up_to: full.value * 0.7 - 1e-300, witness: None },
        ];
        for options in options {
            let mut query = Query::new(a, b, a_from_b, options);
            let mut bounds = [0.0, f64::INFINITY];
            let mut cost = 0;
            loop {
                let report = query.advance(&Budget::of_pairs(random.below(9)));
                check_bounds(&report.distance, &mut bounds, full.value, name);
                assert!(report.cost.box_tests >= cost, "costs add up");
                cost = report.cost.box_tests;
                match report.answer {
                    Some(DistanceAnswer::Found(last)) => {
                        assert_eq!(last, full, "{name}");
                        assert!(full.value <= options.up_to);
                        found += 1;
                    }
                    Some(DistanceAnswer::Beyond) => {
                        assert!(full.value > options.up_to, "{name}: {} {}", full.value, options.up_to);
                        beyond += 1;
                    }
                    None => {
                        resumed += 1;
                        continue;
                    }
                }
                assert_eq!(query.advance(&Budget::UNLIMITED), report, "{name}: the end is the end");
                break;
            }
        }
    }
    assert!(resumed > 4_000 && beyond > 200 && found > 600, "{resumed}, {beyond}, {found}");
}

#[test]
fn proofs_are_those_of_the_whole_query() {
    let (mut yes, mut free, mut open, mut bounded) = (0, 0, 0, 0);
    for case in pairs() {
        let Case { name, a, b, a_from_b, .. } = &case;
        let meet = intersects(a, b, a_from_b);
        let mut query = Query::new(a, b, a_from_b, IntersectsGoal);
        let mut ask = |answer: Option<bool>, lower: f64, expected: bool, apart: f64| match answer {
            Some(true) => {
                assert!(expected, "{name}");
                yes += 1;
                true
            }
            Some(false) => {
                assert!(!expected, "{name}");
                free += 1;
                true
            }
            None => {
                assert!(lower <= apart, "{name}: {lower} {apart}");
                open += 1;
                bounded += u32::from(lower > 0.0);
                false
            }
        };
        let apart = distance(a, b, a_from_b).value;
        loop {
            let report = query.advance(&Budget::of_pairs(3));
            if ask(report.answer, report.distance.lower, meet, apart) {
                break;
            }
        }
        let just = [apart, apart.next_down(), apart.next_up(), apart * 0.5, apart * 1.5, 0.0, -1.0, f64::NAN];
        for clearance in just {
            let expected = clearance >= 0.0 && apart <= clearance;
            assert_eq!(within(a, b, a_from_b, clearance), expected, "{name}: {apart} {clearance}");
            let mut query = Query::new(a, b, a_from_b, WithinGoal { clearance, witness: None });
            loop {
                let report = query.advance(&Budget::of_pairs(5));
                if ask(report.answer, report.distance.lower, expected, apart) {
                    break;
                }
            }
        }
    }
    assert!(yes > 500 && free > 500 && open > 2_000 && bounded > 200, "{yes}, {free}, {open}, {bounded}");
}

#[test]
fn contacts_come_in_the_same_order_in_any_portions() {
    let (mut resumed, mut many, mut stopped) = (0, 0, 0);
    for case in pairs() {
        let Case { name, a, b, a_from_b, .. } = &case;
        let mut all = All(Vec::new());
        contacts(a, b, a_from_b, &mut all);
        let mut query = Query::new(a, b, a_from_b, ContactsGoal { collector: All(Vec::new()) });
        let last = loop {
            let report = query.advance(&Budget::of_pairs(4));
            match report.answer {
                None => {
                    assert!(report.waiting > 0);
                    resumed += 1;
                }
                Some(answer) => break answer,
            }
        };
        assert_eq!(last, ContactsAnswer::All);
        assert_eq!(query.goal().collector.0, all.0, "{name}");
        many += u32::from(all.0.len() > 1);
        if !all.0.is_empty() {
            let mut query = Query::new(a, b, a_from_b, ContactsGoal { collector: Any(None) });
            assert_eq!(query.advance(&Budget::UNLIMITED).answer, Some(ContactsAnswer::Stopped));
            assert_eq!(query.goal().collector.0.as_ref(), all.0.first());
            assert_eq!(query.advance(&Budget::UNLIMITED).answer, Some(ContactsAnswer::Stopped));
            assert_eq!(query.goal().collector.0.as_ref(), all.0.first());
            stopped += 1;
        }
    }
    assert!(resumed > 500 && many > 100 && stopped > 100, "{resumed}, {many}, {stopped}");
}

/// A ball in a box, far from its walls: only containment makes the distance zero, and it is known last.
#[test]
fn containment_is_not_ruled_out_before_it_is_known() {
    let (room, ball) = (cuboid(DVec3::splat(-8.0), DVec3::splat(8.0)).unwrap(), icosphere(1.0, 3).unwrap());
    for (a, b) in [(&room, &ball), (&ball, &room)] {
        let mut unknown = 0;
        for pairs in 0.. {
            let mut query = Query::new(a, b, &Pose::IDENTITY, DistanceGoal::default());
            let report = query.advance(&Budget::of_pairs(pairs));
            match report.answer {
                Some(DistanceAnswer::Found(found)) => {
                    assert_eq!(found.value, 0.0);
                    break;
                }
                _ => {
                    assert_eq!(report.distance.lower, 0.0);
                    unknown += 1;
                }
            }
        }
        assert!(unknown > 1);
    }
}

/// The bound of what waits may be above what was found already: it is not a bound on the distance then.
#[test]
fn the_lower_bound_never_passes_the_distance_of_a_small_body() {
    let (mut between, mut narrow) = (0, 0);
    for (scale, seed) in [(0.1, 1), (0.01, 2)] {
        let (a, b) = (uv_sphere(1.0, 60, 30).unwrap(), uv_sphere(scale, 60, 30).unwrap());
        let region = Aabb { min: DVec3::splat(-2.0), max: DVec3::splat(2.0) };
        for a_from_b in random_poses(seed, 60, &region).unwrap() {
            let truth = distance(&a, &b, &a_from_b).value;
            let mut query = Query::new(&a, &b, &a_from_b, DistanceGoal::default());
            let mut bounds = [0.0, f64::INFINITY];
            loop {
                let report = query.advance(&Budget::of_pairs(1));
                check_bounds(&report.distance, &mut bounds, truth, "small body");
                if report.answer.is_some() {
                    break;
                }
                between += 1;
                narrow += u32::from(report.distance.lower > (1.0 - 1e-9) * report.distance.upper);
            }
        }
    }
    assert!(between > 5_000 && narrow > 0, "{between} {narrow}");
}
