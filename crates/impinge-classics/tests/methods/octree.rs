//! Colliding faces of an interval: nothing that a dense sampling of the motion finds is missing, and who works changes nothing.

use impinge::collect::All;
use impinge::executor::Executor;
use impinge::feature::FaceId;
use impinge::math::{DVec3, Pose, axis_angle};
use impinge::mesh::Mesh;
use impinge::pair;
use impinge_classics::octree::{
    Detection, Distribution, FacePair, MovingBody, MovingBodyError, OctreeOptions, PoseInterpolation, WorldCube,
    WorldCubeError, detect,
};
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::{blob, cuboid, uv_sphere};
use std::collections::BTreeSet;

/// A box of a size about the origin.
fn block(size: DVec3) -> Mesh {
    cuboid(-0.5 * size, 0.5 * size).unwrap()
}

fn detected(bodies: &[MovingBody<'_>]) -> Detection {
    detect(bodies, &OctreeOptions::default(), &Executor::serial())
}

/// Pairs of faces of two meshes that share a point.
fn contacts(a: &Mesh, b: &Mesh, a_from_b: &Pose) -> BTreeSet<FacePair> {
    let mut all = All(Vec::new());
    pair::contacts(a, b, a_from_b, &mut all);
    all.0.into_iter().map(|contact| FacePair { bodies: [0, 1], faces: contact.faces }).collect()
}

/// A step from a pose by a turn of an angle and a shift of at most a length.
fn moved(random: &mut SplitMix64, from: &Pose, angle: f64, shift: f64) -> Pose {
    let rotation = axis_angle::about(random.direction(), angle) * from.rotation();
    Pose::try_new(rotation, from.translation() + random.direction() * random.between(0.0, shift)).unwrap()
}

#[test]
fn no_sampled_contact_of_turning_bodies_is_missing() {
    const TIMES: u32 = 32;
    let mut random = SplitMix64::new(5);
    let meshes = [
        block(DVec3::new(3.0, 0.2, 0.2)),
        blob(1, 60, 0.4).unwrap(),
        blob(2, 24, 0.1).unwrap(),
        block(DVec3::new(1.0, 2.0, 0.01)),
    ];
    let (mut meeting, mut found, mut reported, mut strays) = (0, 0, 0, 0);
    for round in 0..240 {
        let pick = |k: usize| &meshes[k % meshes.len()];
        let (a, b) = (pick(round), pick(round / 4));
        let angle = [3.1, 1.5, 0.4, 0.05][round % 4];
        let interpolation = [PoseInterpolation::Screw, PoseInterpolation::Slerp][round / 2 % 2];
        let starts = [DVec3::ZERO, random.direction() * random.between(1.0, 2.2)];
        let bodies: Vec<MovingBody<'_>> = [a, b]
            .into_iter()
            .zip(starts)
            .map(|(mesh, at)| {
                let turned = random.between(0.0, 3.0);
                let from = moved(&mut random, &Pose::from_translation(at).unwrap(), turned, 0.0);
                MovingBody::rigid(mesh, &from, &moved(&mut random, &from, angle, 0.8), interpolation)
            })
            .collect();
        let detection = detected(&bodies);
        let reports: BTreeSet<FacePair> = detection.pairs.iter().copied().collect();
        let mut sampled = BTreeSet::new();
        for k in 0..=TIMES {
            let time = f64::from(k) / f64::from(TIMES);
            let [a_pose, b_pose] = [0, 1].map(|k| bodies[k].pose_at(time).unwrap());
            sampled.extend(contacts(a, b, &a_pose.inverse().compose(&b_pose).unwrap()));
        }
        let missing: Vec<&FacePair> = sampled.difference(&reports).collect();
        assert!(missing.is_empty(), "round {round}: {missing:?}");
        meeting += usize::from(!sampled.is_empty());
        found += sampled.len();
        reported += reports.len();
        strays += detection.counts.strays;
    }
    assert!((60..=230).contains(&meeting) && found > 3_000, "{meeting} motions meet, in {found} pairs");
    assert!(strays > 1_000 && reported < 20 * found, "{strays} by strays, {reported} reported");
}

/// A flag on a long pole turns by 170 degrees over an obstacle that the straight ways of its corners pass far below.
#[test]
fn an_arc_over_an_obstacle_is_seen() {
    let flag = block(DVec3::splat(0.05));
    let (sin, cos) = 85_f64.to_radians().sin_cos();
    for interpolation in [PoseInterpolation::Screw, PoseInterpolation::Slerp] {
        let at = |angle: f64| {
            let rotation = axis_angle::about(DVec3::Z, angle.to_radians());
            // A screw has the axis z; a slerp takes the flag straight to the other end, turning about itself.
            Pose::try_new(rotation, rotation * DVec3::X).unwrap()
        };
        let obstacle = Pose::from_translation(DVec3::new(cos, sin, 0.0)).unwrap();
        let bodies = [
            MovingBody::rigid(&flag, &at(0.0), &at(170.0), interpolation),
            MovingBody::rigid(&flag, &obstacle, &obstacle, interpolation),
        ];
        let middle = bodies[0].pose_at(0.5).unwrap();
        let meets = pair::intersects(&flag, &flag, &middle.inverse().compose(&obstacle).unwrap());
        assert_eq!(meets, interpolation == PoseInterpolation::Screw, "{middle:?}");
        assert_eq!(detected(&bodies).pairs.is_empty(), !meets);
    }
}

/// Vertices on lattice points that stay dyadic at every sampled time, so that samples are exact; hulls are not grown.
#[test]
fn no_sampled_contact_of_deforming_bodies_is_missing() {
    const TIMES: u32 = 16;
    let mut random = SplitMix64::new(11);
    let executor = Executor::serial();
    let (mut meeting, mut found, mut touching) = (0, 0, 0);
    for round in 0..300 {
        let mut lattice = |low, high| DVec3::from_array([(); 3].map(|()| random.integer(low, high) as f64 / 4.0));
        let count = 3 * (1 + round % 3);
        let offset = DVec3::X * [0.0, 2.0][round % 2];
        let mut vertices = |away: DVec3| (0..count).map(|_| lattice(-6, 6) + away).collect::<Vec<DVec3>>();
        let ends = [[vertices(DVec3::ZERO), vertices(DVec3::ZERO)], [vertices(offset), vertices(offset)]];
        let faces: Vec<[u32; 3]> = (0..count as u32 / 3).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
        let Ok(meshes) = ends
            .each_ref()
            .map(|[from, _]| Mesh::try_new(from.clone(), faces.clone()))
            .into_iter()
            .collect::<Result<Vec<_>, _>>()
        else {
            continue;
        };
        let bodies: Vec<_> =
            meshes.iter().zip(&ends).map(|(mesh, [_, to])| MovingBody::deforming(mesh, to).unwrap()).collect();
        let detection = detect(&bodies, &OctreeOptions::default(), &executor);
        assert_eq!(detection.counts.strays, 0);
        let reports: BTreeSet<FacePair> = detection.pairs.iter().copied().collect();
        let mut sampled = BTreeSet::new();
        for k in 0..=TIMES {
            let time = f64::from(k) / f64::from(TIMES);
            let at = ends.each_ref().map(|[from, to]| {
                let vertices = from.iter().zip(to).map(|(p, q)| *p + (*q - *p) * time).collect();
                Mesh::try_new(vertices, faces.clone())
            });
            let [Ok(a), Ok(b)] = at else { continue };
            let now = contacts(&a, &b, &Pose::IDENTITY);
            touching += usize::from(k == TIMES && !now.is_empty());
            sampled.extend(now);
        }
        assert!(sampled.is_subset(&reports), "round {round}: {:?}", sampled.difference(&reports));
        meeting += usize::from(!sampled.is_empty());
        found += sampled.len();
    }
    assert!((100..=290).contains(&meeting) && found > 500 && touching > 20, "{meeting} {found} {touching}");
}

#[test]
fn straight_motions_are_exact_to_the_last_bit() {
    let unit = block(DVec3::ONE);
    let at = |x: f64| Pose::from_translation(DVec3::new(x, 0.25, 0.0)).unwrap();
    let pairs = |from: f64, to: f64| {
        let bodies = [
            MovingBody::rigid(&unit, &at(from), &at(to), PoseInterpolation::Screw),
            MovingBody::rigid(&unit, &Pose::IDENTITY, &Pose::IDENTITY, PoseInterpolation::Screw),
        ];
        detected(&bodies).pairs.len()
    };
    assert!(pairs(-2.0, -1.0) > 0, "touching counts");
    assert!(pairs(-1.0, -2.0) > 0, "also at the beginning");
    assert_eq!(pairs(-2.0, -1.0 - f64::EPSILON), 0, "one bit short of touching");
    assert_eq!(pairs(-3.0, -3.0), 0);
    assert!(pairs(-1e9, 1e9) > 0, "through it and far beyond");
    assert_eq!(pairs(-1e9, -2.0), 0);
    assert!(pairs(0.5, 0.5) > 0, "nothing moves");
}

/// Two spheres of the paper that turn into each other, and a third that stands near both.
fn crowd(mesh: &Mesh) -> [MovingBody<'_>; 3] {
    let pose = |axis: DVec3, angle: f64, x: f64, z: f64| {
        Pose::try_new(axis_angle::about(axis, angle), DVec3::new(x, 0.0, z)).unwrap()
    };
    [
        MovingBody::rigid(
            mesh,
            &pose(DVec3::Y, 0.3, -1.02, 0.0),
            &pose(DVec3::Y, 0.4, -0.97, 0.0),
            PoseInterpolation::Screw,
        ),
        MovingBody::rigid(
            mesh,
            &pose(DVec3::Z, 0.1, 1.02, 0.0),
            &pose(DVec3::Z, 0.2, 0.97, 0.0),
            PoseInterpolation::Slerp,
        ),
        MovingBody::rigid(
            mesh,
            &pose(DVec3::X, 0.0, 0.0, 1.7),
            &pose(DVec3::X, 0.0, 0.0, 1.68),
            PoseInterpolation::Screw,
        ),
    ]
}

#[test]
fn who_works_and_where_space_is_cut_changes_no_pair() {
    let mesh = uv_sphere(1.0, 32, 16).unwrap();
    let bodies = crowd(&mesh);
    let expected = detected(&bodies);
    assert!(expected.pairs.is_sorted() && expected.pairs.len() > 100, "{:?}", expected.counts);
    let kinds: BTreeSet<[u32; 2]> = expected.pairs.iter().map(|pair| pair.bodies).collect();
    assert_eq!(kinds.len(), 3);
    let (checked, colliding) = (expected.counts.checked as u64, expected.pairs.len() as u64);
    assert!(colliding < checked);
    for distribution in Distribution::ALL {
        for jobs in [1, 2, 3, 7] {
            let executor = Executor::try_new(jobs).unwrap();
            for _ in 0..10 {
                let options = OctreeOptions { distribution, ..OctreeOptions::default() };
                let found = detect(&bodies, &options, &executor);
                assert_eq!((&found.pairs, found.counts, found.cost), (&expected.pairs, expected.counts, expected.cost));
                let puts = if distribution == Distribution::Dynamic { checked } else { 0 };
                assert_eq!((found.accesses.put, found.accesses.total()), (puts, puts + checked + colliding));
            }
        }
    }
    let large = WorldCube::try_new(DVec3::splat(-16.0), 32.0).unwrap();
    let small = WorldCube::try_new(DVec3::new(0.1, 0.2, 0.3), 0.1).unwrap();
    for world in [None, Some(large), Some(small)] {
        for depth in [None, Some(0), Some(2), Some(5), Some(u32::MAX)] {
            let options = OctreeOptions { world, depth, ..OctreeOptions::default() };
            let found = detect(&bodies, &options, &Executor::serial());
            assert_eq!((&found.pairs, found.counts.checked), (&expected.pairs, expected.counts.checked));
        }
    }
}

#[test]
fn the_order_of_bodies_only_renames_them() {
    let mesh = uv_sphere(1.0, 16, 8).unwrap();
    let [a, b, c] = crowd(&mesh);
    let forward = detected(&[a, b, c]).pairs;
    let mut backward = detected(&[c, b, a]).pairs;
    for pair in &mut backward {
        pair.bodies = [2 - pair.bodies[1], 2 - pair.bodies[0]];
        pair.faces.reverse();
    }
    backward.sort_unstable();
    assert!(!forward.is_empty());
    assert_eq!(forward, backward);
}

/// Boxes as six quadrangles and prisms as two polygons of nine vertices and nine quadrangles: each pair of polygons of which parts may collide, once.
#[test]
fn faces_of_many_vertices_are_named_once() {
    let mut random = SplitMix64::new(17);
    let prism = Mesh::cylinder(0.6, 1.0, 9).unwrap();
    let meshes = [block(DVec3::ONE), prism];
    // Faces whose planes are equal are parts of one polygon.
    let polygons = meshes.each_ref().map(|mesh| {
        let mut normals: Vec<DVec3> = Vec::new();
        let mut numbers = Vec::new();
        for face in mesh.face_ids() {
            let [a, b, c] = mesh.triangle(face);
            let normal = (b - a).cross(c - a).normalize();
            let known = normals.iter().position(|known| known.dot(normal) > 0.99);
            numbers.push(FaceId(known.unwrap_or(normals.len()) as u32));
            if known.is_none() {
                normals.push(normal);
            }
        }
        assert_eq!(normals.len(), [6, 11][usize::from(mesh.faces().len() > 12)]);
        numbers
    });
    let (mut colliding, mut parts) = (0, 0);
    for _ in 0..60 {
        let starts = [DVec3::ZERO, random.direction() * random.between(0.8, 1.6)];
        let bodies: Vec<MovingBody<'_>> = meshes
            .iter()
            .zip(starts)
            .map(|(mesh, at)| {
                let from = moved(&mut random, &Pose::from_translation(at).unwrap(), 1.0, 0.0);
                MovingBody::rigid(mesh, &from, &moved(&mut random, &from, 0.3, 0.3), PoseInterpolation::Screw)
            })
            .collect();
        let of_faces = detected(&bodies);
        let grouped: Vec<MovingBody<'_>> =
            bodies.iter().zip(&polygons).map(|(body, numbers)| body.with_polygons(numbers).unwrap()).collect();
        let of_polygons = detected(&grouped);
        let expected: BTreeSet<FacePair> = of_faces
            .pairs
            .iter()
            .map(|pair| FacePair { faces: [0, 1].map(|k| polygons[k][pair.faces[k].index()]), ..*pair })
            .collect();
        assert_eq!(of_polygons.pairs, Vec::from_iter(expected));
        assert_eq!(of_polygons.counts, of_faces.counts);
        colliding += of_polygons.pairs.len();
        parts += of_faces.pairs.len();
    }
    assert!(colliding > 300 && parts > 2 * colliding, "{colliding} {parts}");
}

#[test]
fn senseless_input_is_refused_or_answered() {
    let unit = block(DVec3::ONE);
    let bad = |x: f64| {
        let mut to = unit.vertices().to_vec();
        to[3].y = x;
        MovingBody::deforming(&unit, &to).map(|_| ()).unwrap_err()
    };
    assert!(matches!(bad(f64::NAN), MovingBodyError::Vertex { vertex: 3, .. }));
    assert!(matches!(bad(1e300), MovingBodyError::Vertex { vertex: 3, .. }));
    assert_eq!(
        MovingBody::deforming(&unit, &unit.vertices()[1..]).map(|_| ()).unwrap_err(),
        MovingBodyError::VertexCount { expected: 8, found: 7 }
    );
    let still = MovingBody::deforming(&unit, unit.vertices()).unwrap();
    assert_eq!(
        still.with_polygons(&[FaceId(0); 11]).map(|_| ()).unwrap_err(),
        MovingBodyError::PolygonCount { expected: 12, found: 11 }
    );
    assert!(matches!(WorldCube::try_new(DVec3::NAN, 1.0), Err(WorldCubeError::Corner(_))));
    for side in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert!(matches!(WorldCube::try_new(DVec3::ZERO, side), Err(WorldCubeError::Side(_))));
    }
    let still = MovingBody::rigid(&unit, &Pose::IDENTITY, &Pose::IDENTITY, PoseInterpolation::Screw);
    assert!(detected(&[]).pairs.is_empty() && detected(&[still]).pairs.is_empty());
    // At the edge of the exact range, half a turn.
    let far = |x: f64, angle: f64| Pose::try_new(axis_angle::about(DVec3::Z, angle), DVec3::X * x).unwrap();
    let edge = 2f64.powi(300);
    let across = MovingBody::rigid(&unit, &far(-edge, 0.0), &far(edge, std::f64::consts::PI), PoseInterpolation::Screw);
    assert!(!detected(&[across, still]).pairs.is_empty());
    assert!(across.pose_at(0.5).is_ok() && across.pose_at(f64::NAN).is_err());
}
