//! Batches: answers in order, the same as one by one, for any number of threads.

use impinge::executor::Executor;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{
    Batch, Budget, Contacts, Method, PairAtPose, Request, count_contacts, distance, intersects, relate, within,
};
use impinge_scenes::random::random_poses;
use impinge_scenes::solid::{blob, cuboid, icosphere, torus};
use impinge_scenes::soup::random_soup;

/// Meshes whose trees have not been made.
fn meshes() -> Vec<Mesh> {
    vec![
        blob(1, 200, 0.3).unwrap(),
        torus(1.0, 0.4, 16, 8).unwrap(),
        random_soup(3, 60, 0.8).unwrap(),
        icosphere(0.25, 1).unwrap(),
        cuboid(DVec3::splat(-1.0), DVec3::splat(1.0)).unwrap(),
    ]
}

fn poses(count: usize) -> Vec<Pose> {
    let bounds = cuboid(DVec3::splat(-1.8), DVec3::splat(1.8)).unwrap().bounds();
    random_poses(7, count, &bounds).unwrap()
}

fn check(batch: &Batch<'_>, placements: &[PairAtPose<'_>]) {
    let request = Request { contacts: Contacts::List, distance_up_to: Some(f64::INFINITY), ..Request::default() };
    let mut expected = (Vec::new(), Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for PairAtPose { a, b, a_from_b } in placements {
        expected.0.push(intersects(a, b, a_from_b));
        expected.1.push(within(a, b, a_from_b, 0.25));
        expected.2.push(count_contacts(a, b, a_from_b));
        expected.3.push(distance(a, b, a_from_b));
        expected.4.push(relate(a, b, a_from_b, &request));
    }
    let yes = expected.0.iter().filter(|meet| **meet).count();
    assert!(yes > placements.len() / 10 && yes < placements.len() * 9 / 10, "{yes} of {}", placements.len());
    for threads in [1, 2, 3] {
        let executor = Executor::try_new(threads).unwrap();
        assert_eq!(batch.len(), placements.len());
        assert_eq!(batch.intersects(&executor), expected.0);
        assert_eq!(batch.within(0.25, &executor), expected.1);
        assert_eq!(batch.count_contacts(&executor), expected.2);
        assert_eq!(batch.distance(&executor), expected.3);
        assert_eq!(batch.relate(&request, &executor), expected.4, "costs included");
        let all = batch.contacts(&executor);
        assert!(all.iter().zip(&expected.4).all(|(all, report)| *all == report.contacts));
        let bounds = batch.distance_bounds(&Budget::of_pairs(20), &executor);
        assert!(bounds.iter().zip(&expected.3).all(|(bound, distance)| bound.distance.contains(distance.value)));
        assert!(bounds.iter().any(|bound| bound.answer.is_none()));
        assert_eq!(batch.distance_bounds(&Budget::of_pairs(20), &Executor::serial()), bounds);
    }
}

#[test]
fn many_poses_of_one_pair() {
    let meshes = meshes();
    let poses = poses(100);
    for (a, b) in [(0, 1), (1, 2), (0, 0)] {
        let (a, b) = (&meshes[a], &meshes[b]);
        let placements: Vec<PairAtPose<'_>> = poses.iter().map(|&a_from_b| PairAtPose { a, b, a_from_b }).collect();
        check(&Batch::of_poses(a, b, &poses), &placements);
    }
}

#[test]
fn many_pairs() {
    let meshes = meshes();
    let poses = poses(6 * meshes.len() * meshes.len());
    let placements: Vec<PairAtPose<'_>> = poses
        .iter()
        .enumerate()
        .map(|(i, &a_from_b)| PairAtPose {
            a: &meshes[i % meshes.len()],
            b: &meshes[i / meshes.len() % meshes.len()],
            a_from_b,
        })
        .collect();
    check(&Batch::of_pairs(&placements), &placements);
}

#[test]
fn nothing_makes_nothing_and_methods_agree() {
    let meshes = meshes();
    let executor = Executor::try_new(2).unwrap();
    assert!(Batch::of_poses(&meshes[0], &meshes[1], &[]).intersects(&executor).is_empty());
    assert!(Batch::of_pairs(&[]).is_empty());
    let poses = poses(20);
    let batch = Batch::of_poses(&meshes[0], &meshes[1], &poses);
    let by = |method: Method| {
        let request = Request { method, ..Request::default() };
        batch.relate(&request, &executor).iter().map(|report| report.relation).collect::<Vec<_>>()
    };
    assert_eq!(by(Method::Brute), by(Method::Auto));
}
