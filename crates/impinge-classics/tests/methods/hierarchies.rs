//! Every classic hierarchy, in many configurations, gives the answers of brute force: relation, contacts, distance.

use impinge::executor::Executor;
use impinge::math::{DMat3, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{Batch, Contacts, Method, PairReport, Relation, Request, relate};
use impinge_classics::method;
use impinge_scenes::adversarial::cases;
use impinge_scenes::random::random_poses;
use impinge_scenes::solid::{blob, cuboid, torus};
use impinge_scenes::soup::{degenerate_soup, random_soup};
use std::collections::BTreeSet;

/// Configurations such that every value of every option occurs, and images of faces.
const METHODS: [&str; 23] = [
    "aabb",
    "aabb:arity=8,axis=covariance,split=median,leaf=4,space=world",
    "aabb:arity=4,split=projection,leaf=1,descend=both,leaves=volume",
    "obb",
    "obb:arity=4,axis=longest,split=median,fit=hull,descend=alternate",
    "obb:arity=8,axis=covariance,split=projection,fit=vertices,leaf=4,order=breadth",
    "obb:space=world,leaves=volume,descend=both",
    "sphere",
    "sphere:arity=8,axis=coordinate,split=centroids,leaf=1,leaves=volume",
    "aabb:split=random,leaf=1",
    "obb:split=random,arity=4,axis=covariance",
    "sphere:arity=4,split=middle,space=world,descend=alternate",
    "kdop",
    "kdop:k=14,arity=4,axis=own,split=middle,leaves=volume",
    "kdop:k=14,space=world,order=breadth",
    "kdop:k=26,arity=8,axis=coordinate,descend=both",
    "kdop:k=26,space=world,split=centroids,leaves=volume",
    "rss",
    "rss:arity=4,fit=vertices,axis=covariance,split=median,space=world",
    "rss:arity=8,fit=hull,split=projection,leaf=8,descend=both,leaves=volume",
    "gi-collide",
    "edge-face",
    "medial-spheres",
];

fn answer(a: &Mesh, b: &Mesh, pose: &Pose, method: Method) -> PairReport {
    relate(a, b, pose, &Request { method, contacts: Contacts::List, distance_up_to: Some(f64::INFINITY) })
}

/// Compares two reports in all that does not depend on which contact was found first.
fn same(found: &PairReport, expected: &PairReport, name: &str) {
    assert_eq!(found.relation, expected.relation, "{name}");
    assert_eq!(found.contacts, expected.contacts, "{name}");
    assert_eq!(
        (found.contact_count, found.contact_bounds),
        (expected.contact_count, expected.contact_bounds),
        "{name}"
    );
    let (d, e) = (found.distance.unwrap(), expected.distance.unwrap());
    assert_eq!(d.value.to_bits(), e.value.to_bits(), "{name}: {} {}", d.value, e.value);
    if expected.relation == Relation::Disjoint {
        assert_eq!(d, e, "{name}");
    }
}

#[test]
fn every_option_value_is_tried() {
    let options: BTreeSet<&str> = METHODS.iter().flat_map(|m| m.split([':', ','])).collect();
    for option in
        "aabb obb sphere kdop rss k=14 k=26 arity=4 arity=8 axis=coordinate axis=longest axis=own axis=covariance \
                   split=median split=middle split=projection split=centroids split=random fit=vertices fit=hull descend=both \
                   descend=alternate order=breadth leaves=volume space=world"
            .split(' ')
    {
        assert!(options.contains(option), "{option}");
    }
}

#[test]
fn hierarchies_answer_adversarial_pairs_like_brute_force() {
    let methods = METHODS.map(|m| method(m).unwrap());
    let (mut seen, mut compared) = (BTreeSet::new(), 0);
    for (i, case) in cases().unwrap().into_iter().enumerate() {
        let (a, b, pose) = (&case.a, &case.b, &case.a_from_b);
        let oracle = if a.faces().len() * b.faces().len() > 10_000 { Method::Auto } else { Method::Brute };
        let expected = answer(a, b, pose, oracle);
        assert_eq!(expected.relation, case.relation, "{}", case.name);
        seen.insert(case.relation);
        // Each case with one configuration of three; every configuration sees a third of the cases.
        for method in methods.iter().skip(i % 3).step_by(3) {
            let name = format!("{} by {method}", case.name);
            same(&answer(a, b, pose, *method), &expected, &name);
            let back = answer(b, a, &pose.inverse(), *method);
            assert_eq!(back.relation, case.relation.flip(), "{name}, the other way round");
            assert_eq!(back.distance.unwrap().value.to_bits(), expected.distance.unwrap().value.to_bits(), "{name}");
            compared += 1;
        }
    }
    assert!(seen.len() == 6 && compared > 900, "{seen:?} {compared}");
}

/// The same cases 2^200 times as large and as small: every method sees some of each.
#[test]
fn hierarchies_answer_huge_and_tiny_pairs() {
    let methods = METHODS.map(|m| method(m).unwrap());
    let mut compared = 0;
    for (i, case) in cases().unwrap().iter().enumerate().filter(|(_, case)| case.a.faces().len() < 200) {
        for (k, exponent) in [-200, 200].into_iter().enumerate() {
            let Ok(scaled) = case.scaled(exponent) else { continue };
            let (a, b, pose) = (&scaled.a, &scaled.b, &scaled.a_from_b);
            let expected = answer(a, b, pose, Method::Auto);
            assert_eq!(expected.relation, case.relation, "{}", case.name);
            let method = methods[(i * 2 + k) % methods.len()];
            let by_other = methods[(i * 2 + k + 7) % methods.len()];
            for method in [method, by_other] {
                same(&answer(a, b, pose, method), &expected, &format!("{} at 2^{exponent} by {method}", case.name));
                compared += 1;
            }
        }
    }
    assert!(compared > 400, "{compared}");
}

#[test]
fn hierarchies_answer_random_pairs_like_brute_force() {
    let methods = METHODS.map(|m| method(m).unwrap());
    let bodies = [
        blob(1, 160, 0.3).unwrap(),
        blob(2, 80, 0.5).unwrap(),
        torus(1.0, 0.4, 12, 8).unwrap(),
        random_soup(3, 60, 0.8).unwrap(),
        degenerate_soup(4, 60, 3).unwrap(),
    ];
    let bounds = cuboid(DVec3::splat(-1.6), DVec3::splat(1.6)).unwrap().bounds();
    let poses = random_poses(9, 2 * bodies.len() * bodies.len(), &bounds).unwrap();
    let (mut apart, mut total) = (0, 0);
    for (i, pose) in poses.iter().enumerate() {
        let (a, b) = (&bodies[i % bodies.len()], &bodies[i / bodies.len() % bodies.len()]);
        // One in three is printed with five digits, and no longer quite a rotation.
        let printed = DMat3::from_cols_array(&pose.rotation().to_cols_array().map(|x| (x * 1e5).round() / 1e5));
        let pose = if i % 3 == 0 { Pose::try_new(printed, pose.translation()).unwrap_or(*pose) } else { *pose };
        let expected = answer(a, b, &pose, Method::Brute);
        apart += u32::from(expected.relation == Relation::Disjoint);
        total += 1;
        for method in &methods {
            same(&answer(a, b, &pose, *method), &expected, &format!("{i} by {method}"));
        }
    }
    assert!(apart * 5 > total && apart * 5 < total * 4, "{apart} of {total} apart");
}

/// A distance is found if it is at most what was asked for, and the hierarchy spares work: far fewer triangles are tested.
#[test]
fn bounds_prune_and_limits_hold() {
    let (a, b) = (blob(1, 2_000, 0.2).unwrap(), blob(2, 2_000, 0.2).unwrap());
    let pose = Pose::from_translation(DVec3::new(2.6, 0.3, 0.1)).unwrap();
    let expected = answer(&a, &b, &pose, Method::Auto);
    let gap = expected.distance.unwrap().value;
    assert!(gap > 0.0);
    for method in METHODS.map(|m| method(m).unwrap()) {
        let ask = |up_to| relate(&a, &b, &pose, &Request { method, distance_up_to: Some(up_to), ..Request::default() });
        assert_eq!(ask(gap).distance.map(|d| d.value), Some(gap), "{method}");
        assert_eq!(ask(gap * 0.999).distance, None, "{method}");
        let cost = ask(gap).cost;
        assert!(cost.triangle_tests < 40_000 && cost.box_tests < 400_000 && cost.box_tests > 0, "{method}: {cost:?}");
    }
}

/// Many pairs at once, by methods whose trees are built before.
#[test]
fn batches_by_every_method_agree() {
    let (a, b) = (blob(1, 160, 0.3).unwrap(), torus(1.0, 0.4, 12, 8).unwrap());
    let bounds = cuboid(DVec3::splat(-1.6), DVec3::splat(1.6)).unwrap().bounds();
    let poses = random_poses(11, 20, &bounds).unwrap();
    let executor = Executor::try_new(2).unwrap();
    let by = |name: &str| {
        let request = Request { method: method(name).unwrap(), ..Request::default() };
        let reports = Batch::of_poses(&a, &b, &poses).relate(&request, &executor);
        reports.iter().map(|report| report.relation).collect::<Vec<_>>()
    };
    assert_eq!(by("obb"), by("auto"));
    assert_eq!(by("brute"), by("auto"));
}
