//! Two meshes by their hulls first: the same answers as without, and every kind of ending is met.

use impinge::bound::Aabb;
use impinge::hull::model_features::Colour;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::model_hull::HullVerdict;
use impinge::pair::{HullGains, distance, intersects};
use impinge_classics::HullStage;
use impinge_scenes::random::random_poses;
use impinge_scenes::solid::{blob, cuboid, hollow_cuboid, torus};

fn poses(seed: u64, count: usize, half: f64) -> Vec<Pose> {
    random_poses(seed, count, &Aabb { min: DVec3::splat(-half), max: DVec3::splat(half) }).unwrap()
}

/// Asks at all poses, compares with the trees alone, and gives what the hulls were good for.
fn compared(a: &Mesh, b: &Mesh, poses: &[Pose]) -> HullGains {
    let mut pair = HullStage::try_new(a, b).unwrap();
    for pose in poses {
        let expected = intersects(a, b, pose);
        if let HullVerdict::Apart { lower } = pair.classify(pose) {
            assert!(lower <= distance(a, b, pose).value * (1.0 + 1e-12));
        }
        assert_eq!(pair.intersects(pose), expected, "{pose:?}");
    }
    let gains = pair.gains();
    assert_eq!(gains.queries, poses.len() as u64);
    assert_eq!(gains.queries, gains.apart + gains.filled + gains.to_trees.iter().sum::<u64>());
    gains
}

#[test]
fn hulls_first_changes_no_answer() {
    let ring = torus(1.0, 0.3, 32, 12).unwrap();
    let all = [
        compared(&ring, &ring, &poses(1, 300, 2.0)),
        compared(&ring, &blob(3, 400, 0.3).unwrap(), &poses(2, 200, 2.5)),
        compared(&hollow_cuboid(DVec3::splat(-2.0), DVec3::splat(2.0), 0.25).unwrap(), &ring, &poses(3, 100, 3.0)),
    ];
    let sum = |of: fn(&HullGains) -> u64| all.iter().map(of).sum::<u64>();
    assert!(sum(|g| g.apart) > 50, "{all:?}");
    assert!(sum(|g| g.to_trees.iter().sum()) > 100, "{all:?}");
    let met: u64 = sum(|g| g.met.iter().sum());
    assert!(met > 50 && met < sum(|g| g.to_trees.iter().sum()), "{all:?}");
    assert!((0..3).all(|kind| all.iter().any(|g| g.to_trees[kind] > 0)), "every colour is met: {all:?}");
}

#[test]
fn convex_models_are_settled_by_their_hulls() {
    let cube = cuboid(DVec3::splat(-1.0), DVec3::splat(1.0)).unwrap();
    let gains = compared(&cube, &cube, &poses(5, 200, 3.0));
    assert_eq!(gains.to_trees, [0; 3]);
    assert!(gains.apart > 20 && gains.filled > 20, "{gains:?}");
}

#[test]
fn a_torus_has_green_faces_across_its_hole() {
    let ring = torus(1.0, 0.3, 32, 12).unwrap();
    let pair = HullStage::try_new(&ring, &ring).unwrap();
    let hull = &pair.hulls()[0];
    let (faces, normal) = (&hull.colours().faces, |f: usize| hull.polytope().normal(f as u32));
    // Elsewhere the hull may cut a quadrilateral along the other diagonal.
    let lids: Vec<usize> = (0..faces.len()).filter(|f| normal(*f).z.abs() == 1.0).collect();
    assert_eq!(lids.len(), 2);
    assert!(lids.iter().all(|f| faces[*f] == Colour::Green) && faces.contains(&Colour::Red));
    assert!(!hull.is_model());
}

/// Red all over, and yet not solid: a hollow, and a surface with a part turned the wrong way.
#[test]
fn what_is_not_filled_is_not_taken_for_filled() {
    let hollow = hollow_cuboid(DVec3::splat(-2.0), DVec3::splat(2.0), 0.25).unwrap();
    let small = cuboid(DVec3::splat(-0.5), DVec3::splat(0.5)).unwrap();
    let mut pair = HullStage::try_new(&hollow, &small).unwrap();
    assert!(!pair.hulls()[0].is_model() && pair.hulls()[1].is_model());
    assert!(!pair.intersects(&Pose::IDENTITY));
    let mut faces = cuboid(DVec3::splat(-2.0), DVec3::splat(2.0)).unwrap().faces().to_vec();
    faces[0].swap(0, 1);
    let open =
        Mesh::try_new(cuboid(DVec3::splat(-2.0), DVec3::splat(2.0)).unwrap().vertices().to_vec(), faces).unwrap();
    let mut pair = HullStage::try_new(&open, &small).unwrap();
    assert_eq!(pair.intersects(&Pose::IDENTITY), intersects(&open, &small, &Pose::IDENTITY));
}
