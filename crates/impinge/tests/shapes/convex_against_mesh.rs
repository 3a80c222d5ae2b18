//! Convex shapes against meshes: closed forms, brute force over all faces, and the mesh queries where the shape is a mesh itself.

use impinge::bound::Aabb;
use impinge::bounded::{Bounded, Certainty};
use impinge::convex::{self, ConvexRelation};
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{self, ConvexBody, Location, Relation, Request};
use impinge::shape::{Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Polytope, Segment, Shape, Sphere, Support, Triangle};
use impinge_scenes::random::random_poses;
use impinge_scenes::solid::{blob, cuboid, hollow_cuboid, torus};
use impinge_scenes::{SplitMix64, Surface};
use std::collections::BTreeMap;

fn v(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(v(x, y, z)).unwrap()
}

fn ball(radius: f64) -> ConvexBody<Sphere> {
    ConvexBody::try_new(Sphere::try_new(radius).unwrap()).unwrap()
}

/// Every relation of a ball and a cube, on numbers that are exact.
#[test]
fn a_ball_and_a_cube_in_every_relation() {
    let cube = cuboid(v(-1.0, -1.0, -1.0), v(1.0, 1.0, 1.0)).unwrap();
    let cases = [
        (0.5, at(0.0, 0.0, 0.0), Relation::AInsideB),
        (1.0, at(0.0, 0.0, 0.0), Relation::AInsideB), // touches all six sides from within
        (1.25, at(0.0, 0.0, 0.0), Relation::Crossing),
        (2.0, at(0.0, 0.0, 0.0), Relation::BInsideA),
        (0.5, at(1.5, 0.25, 0.0), Relation::Touching),
        (0.5, at(1.5 + 2.0_f64.powi(-52), 0.25, 0.0), Relation::Disjoint),
        (0.5, at(1.5 - 2.0_f64.powi(-52), 0.25, 0.0), Relation::Crossing),
        (5.0, at(4.0, 5.0, 1.0), Relation::Touching), // 3-4-0 from an edge
        (3.0, at(2.0, 3.0, 3.0), Relation::Touching), // 1-2-2 from a corner
        (3.0, at(2.0, 3.0, 3.0_f64.next_up()), Relation::Disjoint),
        (3.0, at(2.0, 3.0, 3.0_f64.next_down()), Relation::Crossing),
        (0.5, at(9.0, 0.0, 0.0), Relation::Disjoint),
    ];
    for (radius, pose, expected) in cases {
        for pose in [pose, pose.inverse()] {
            let report = ball(radius).relate(&cube, &pose);
            assert_eq!(report.relation, expected, "{radius} {pose:?}");
            assert_eq!(report.certainty, Certainty::Exact);
            assert_eq!(ball(radius).intersects(&cube, &pose), expected != Relation::Disjoint);
            assert_eq!(ball(radius).distance(&cube, &pose).distance.value == 0.0, expected != Relation::Disjoint);
        }
    }
}

#[test]
fn hollows_walls_and_sheets() {
    let hollow = hollow_cuboid(v(-2.0, -2.0, -2.0), v(2.0, 2.0, 2.0), 1.0).unwrap();
    let relation = |radius: f64, mesh: &Mesh, pose: &Pose| ball(radius).relate(mesh, pose).relation;
    assert_eq!(relation(0.5, &hollow, &at(0.0, 0.0, 0.0)), Relation::Disjoint);
    assert_eq!(relation(1.0, &hollow, &at(0.0, 0.0, 0.0)), Relation::Touching);
    assert_eq!(relation(0.25, &hollow, &at(1.5, 0.0, 0.0)), Relation::AInsideB);
    assert_eq!(relation(0.75, &hollow, &at(1.5, 0.0, 0.0)), Relation::Crossing);
    // Two cubes in one mesh that share a wall: nothing of the ball is outside.
    let halves =
        [cuboid(v(-1.0, -1.0, -1.0), v(0.0, 1.0, 1.0)).unwrap(), cuboid(v(0.0, -1.0, -1.0), v(1.0, 1.0, 1.0)).unwrap()];
    let triangles: Vec<_> = halves.iter().flat_map(|m| m.face_ids().map(|f| m.triangle(f))).collect();
    let walled = Mesh::from_triangles(&triangles).unwrap();
    assert_eq!(relation(0.5, &walled, &at(0.0, 0.25, 0.125)), Relation::AInsideB);
    assert_eq!(relation(1.5, &walled, &at(0.0, 0.25, 0.125)), Relation::Crossing);
    // An open sheet: inside, through, on.
    let sheet = Mesh::try_new(vec![v(0.0, 0.0, 0.0), v(1.0, 0.0, 0.0), v(0.0, 1.0, 0.0)], vec![[0, 1, 2]]).unwrap();
    assert_eq!(relation(4.0, &sheet, &at(0.0, 0.0, 1.0)), Relation::BInsideA);
    assert_eq!(relation(0.5, &sheet, &at(-0.25, -0.25, 0.25)), Relation::Crossing);
    assert_eq!(relation(0.5, &sheet, &at(-0.25, -0.25, 0.5)), Relation::Touching);
}

/// The mesh of several solids in one.
fn together(meshes: &[Mesh]) -> Mesh {
    let triangles: Vec<_> = meshes.iter().flat_map(|m| m.face_ids().map(|f| m.triangle(f))).collect();
    Mesh::from_triangles(&triangles).unwrap()
}

/// Faces that only graze the inside, share their sample point, or stand beside closed parts.
#[test]
fn faces_that_are_hard_to_look_beside() {
    let relation = |radius: f64, mesh: &Mesh, pose: &Pose| ball(radius).relate(mesh, pose).relation;
    let almost = cuboid(DVec3::splat(-0.99999), DVec3::splat(0.99999)).unwrap();
    assert_eq!(relation(1.0, &almost, &Pose::IDENTITY), Relation::Crossing);
    let cube = cuboid(DVec3::splat(-1.0), DVec3::splat(1.0)).unwrap();
    assert_eq!(relation(0.5, &cube, &at(1.5 - 1e-6, 0.25, 0.0)), Relation::Crossing);
    assert_eq!(relation(0.5, &cube, &at(0.5 + 1e-6, 0.25, 0.0)), Relation::Crossing);
    // Two boxes whose faces cross at the middle of the ball: the quadrant x, y < 0 is outside.
    let corner = together(&[
        cuboid(v(0.0, -2.0, -2.0), v(8.0, 6.0, 6.0)).unwrap(),
        cuboid(v(-2.0, 0.0, -2.0), v(6.0, 8.0, 6.0)).unwrap(),
    ]);
    assert_eq!(relation(1.0, &corner, &Pose::IDENTITY), Relation::Crossing);
    // A sheet through the ball beside a solid far away, and inside a solid around it.
    let sheet = [v(-2.0, -2.0, 0.0), v(2.0, -2.0, 0.0), v(0.0, 2.0, 0.0)];
    let beside = |solid: Mesh| {
        let triangles: Vec<_> = solid.face_ids().map(|f| solid.triangle(f)).chain([sheet]).collect();
        Mesh::from_triangles(&triangles).unwrap()
    };
    let far = beside(cuboid(v(10.0, 10.0, 10.0), v(12.0, 12.0, 12.0)).unwrap());
    assert_eq!(relation(0.5, &far, &Pose::IDENTITY), Relation::Crossing);
    let around = beside(cuboid(DVec3::splat(-4.0), DVec3::splat(4.0)).unwrap());
    assert_eq!(relation(0.5, &around, &Pose::IDENTITY), Relation::AInsideB);
    // A small shell around the place where a large face passes through a tiny ball.
    let speck = together(&[
        cuboid(v(-1e6, -1e6, -2e6), v(1e6, 1e6, 0.0)).unwrap(),
        cuboid(v(0.3 - 3e-7, 0.2 - 3e-7, -3e-7), v(0.3 + 3e-7, 0.2 + 3e-7, 3e-7)).unwrap(),
    ]);
    assert_eq!(relation(1e-7, &speck, &at(-0.3, -0.2, 0.0)), Relation::AInsideB);
}

/// A plane through the axis of a cylinder: the descent ends at a flat simplex through the origin.
#[test]
fn a_cylinder_cut_along_its_axis() {
    let body = ConvexBody::try_new(Cylinder::try_new(1.0, 1.0).unwrap()).unwrap();
    let half = cuboid(v(-2.0, -4.0, -2.0), v(2.0, 0.0, 3.0)).unwrap();
    assert_eq!(body.relate(&half, &Pose::IDENTITY).relation, Relation::Crossing);
    assert_eq!(body.distance(&half, &Pose::IDENTITY).distance.value, 0.0);
    let thinner = Cylinder::try_new(0.7, 0.5).unwrap();
    assert_eq!(convex::distance(body.shape(), &thinner, &at(0.3, 0.0, 0.0)).distance.value, 0.0);
}

/// Corner shapes are meshes: the same relation and distance as theirs.
#[test]
fn polytopes_answer_as_their_meshes() {
    let mesh = blob(7, 600, 0.3).unwrap();
    let random = &mut SplitMix64::new(5);
    let points: Vec<DVec3> = (0..20).map(|_| random.direction() * 0.6).collect();
    let hull = Polytope::try_new(&points).unwrap();
    let own = Mesh::try_new(hull.vertices().to_vec(), hull.triangles().collect()).unwrap();
    let body = ConvexBody::try_new(hull).unwrap();
    let mut met = 0;
    for pose in random_poses(3, 60, &Aabb { min: v(-1.5, -1.5, -1.5), max: v(1.5, 1.5, 1.5) }).unwrap() {
        let expected = pair::relate(&own, &mesh, &pose, &Request::default()).relation;
        assert_eq!(body.relate(&mesh, &pose).relation, expected);
        let distance = body.distance(&mesh, &pose);
        assert_eq!(distance.distance.value, pair::distance(&own, &mesh, &pose).value);
        assert!(distance.face.is_some() || matches!(expected, Relation::AInsideB | Relation::BInsideA));
        met += u32::from(expected != Relation::Disjoint);
    }
    assert!((15..=55).contains(&met), "{met}");
    let stick = ConvexBody::try_new(Segment::try_new(v(0.0, 0.0, -3.0), v(0.0, 0.0, 3.0)).unwrap()).unwrap();
    assert_eq!(stick.relate(&mesh, &Pose::IDENTITY).relation, Relation::Crossing);
}

fn shapes() -> Vec<Shape> {
    vec![
        Sphere::try_new(0.4).unwrap().into(),
        Capsule::try_new(0.5, 0.2).unwrap().into(),
        Cylinder::try_new(0.4, 0.3).unwrap().into(),
        Cone::try_new(0.5, 0.4).unwrap().into(),
        Ellipsoid::try_new(v(0.6, 0.3, 0.2)).unwrap().into(),
        Shape::from(Cuboid::try_new(v(0.3, 0.2, 0.4)).unwrap()).rounded(0.1).unwrap(),
    ]
}

/// Against every face of the mesh, and against points of the shape and vertices of the mesh for the relation.
#[test]
fn every_shape_against_brute_force() {
    let meshes = [blob(3, 500, 0.3).unwrap(), torus(1.0, 0.35, 24, 12).unwrap()];
    let mut seen: BTreeMap<&str, u32> = BTreeMap::new();
    let region = Aabb { min: v(-1.6, -1.6, -1.6), max: v(1.6, 1.6, 1.6) };
    for (s, shape) in shapes().into_iter().enumerate() {
        let body = ConvexBody::try_new(shape.clone()).unwrap();
        let tiny = Surface::of(&meshes[0]).mapped(|p| p * 0.05).mesh().unwrap();
        let huge = Surface::of(&meshes[0]).mapped(|p| p * 3.0).mesh().unwrap();
        let meshes = [&meshes[0], &meshes[1], &tiny, &huge];
        for (mesh, pose) in meshes.into_iter().cycle().zip(random_poses(11 + s as u64, 80, &region).unwrap()) {
            // The tiny one is brought close, so that it is inside now and then.
            let close = if std::ptr::eq(mesh, &raw const tiny) { 0.15 } else { 1.0 };
            let pose = Pose::try_new(pose.rotation(), pose.translation() * close).unwrap();
            let faces: Vec<_> = mesh.face_ids().map(|f| (f, Triangle::try_new(mesh.triangle(f)).unwrap())).collect();
            let relations: Vec<_> = faces.iter().map(|(f, t)| (*f, convex::relation(&shape, t, &pose))).collect();
            let meeting: Vec<_> = relations.into_iter().filter(|(_, r)| *r != ConvexRelation::Disjoint).collect();
            assert_eq!(body.contacts(mesh, &pose), meeting);
            let least = faces
                .iter()
                .map(|(_, t)| convex::distance(&shape, t, &pose).distance.value)
                .fold(f64::INFINITY, f64::min);
            let centre = pose.inverse().transform_point(shape.centre());
            let inside = pair::locate(mesh, centre).unwrap() == Location::Inside;
            let distance = body.distance(mesh, &pose);
            let expected = if inside { 0.0 } else { least };
            assert!(
                (distance.distance.value - expected).abs() <= 1e-12 * expected,
                "{shape:?}: {distance:?} {expected}"
            );
            let Bounded { lower, value, upper } = distance.distance;
            assert!(lower <= value && value <= upper);
            let report = body.relate(mesh, &pose);
            let holds_all = mesh.vertices().iter().all(|p| {
                let point = impinge::shape::Point::try_new(*p).unwrap();
                convex::relation(&shape, &point, &pose) != ConvexRelation::Disjoint
            });
            let expected = match (meeting.is_empty(), inside, holds_all) {
                (true, true, _) => Relation::AInsideB,
                (true, false, _) => Relation::Disjoint,
                (false, _, true) => Relation::BInsideA,
                (false, _, false) => Relation::Crossing,
            };
            assert_eq!(report.relation, expected, "{shape:?} {pose:?}");
            *seen.entry(expected.name()).or_default() += 1;
        }
    }
    assert!(seen.len() == 4 && seen.values().all(|n| *n >= 5), "{seen:?}");
}

/// Far away, tiny and huge: nothing is lost and nothing invented.
#[test]
fn far_tiny_and_huge() {
    let mesh = blob(3, 500, 0.3).unwrap();
    for far in [1e3, 1e7, 1e12] {
        let found = ball(1.0).distance(&mesh, &at(far, 0.0, 0.0));
        let point = Triangle::try_new(mesh.triangle(found.face.unwrap())).unwrap();
        let least = mesh.face_ids().map(|f| {
            let t = Triangle::try_new(mesh.triangle(f)).unwrap();
            convex::distance(ball(1.0).shape(), &t, &at(far, 0.0, 0.0)).distance.value
        });
        assert_eq!(found.distance.value, least.fold(f64::INFINITY, f64::min));
        assert!(convex::distance(ball(1.0).shape(), &point, &at(far, 0.0, 0.0)).distance.value == found.distance.value);
    }
    assert_eq!(ball(1e-9).relate(&mesh, &Pose::IDENTITY).relation, Relation::AInsideB);
    assert_eq!(ball(1e9).relate(&mesh, &at(3e8, 0.0, 0.0)).relation, Relation::BInsideA);
}
