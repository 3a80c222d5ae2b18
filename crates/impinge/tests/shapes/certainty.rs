//! A relation is called rounded only next to another one: half-spaces, curved shapes and compounds of them.

use impinge::bounded::Certainty;
use impinge::executor::Executor;
use impinge::math::{DMat3, DVec3, Pose};
use impinge::pair::Relation;
use impinge::pair::Request;
use impinge::scene::{BodyOptions, BodyPair, Model, Scene};
use impinge::shape::{Capsule, Cone, Cylinder, Ellipsoid, HalfSpace, Sphere};
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::cuboid;

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(DVec3::new(x, y, z)).unwrap()
}

fn space(normal: [f64; 3], offset: f64) -> Model {
    Model::from(HalfSpace::try_new(DVec3::from_array(normal), offset).unwrap())
}

/// What a scene says about A at a pose and B at a pose, with their distance.
fn pair((a, world_from_a): (&Model, Pose), (b, world_from_b): (&Model, Pose)) -> BodyPair {
    let mut scene = Scene::default();
    let a = scene.insert(a, &world_from_a, BodyOptions::default()).unwrap();
    let b = scene.insert(b, &world_from_b, BodyOptions::default()).unwrap();
    let request = Request { distance_up_to: Some(f64::INFINITY), ..Request::default() };
    let view = scene.view(&Executor::serial());
    let back = view.relate(b, a, &request).unwrap();
    let found = view.relate(a, b, &request).unwrap();
    assert_eq!((back.relation.flip(), back.certainty), (found.relation, found.certainty));
    found
}

fn judged(a: (&Model, Pose), b: (&Model, Pose)) -> (Relation, Certainty) {
    let found = pair(a, b);
    (found.relation, found.certainty)
}

#[test]
fn round_shapes_over_a_floor() {
    let floor = space([0.0, 0.0, 2.0], 0.0);
    let round = [
        Model::convex(Sphere::try_new(1.0).unwrap()).unwrap(),
        Model::convex(Capsule::try_new(0.5, 0.5).unwrap()).unwrap(),
        Model::convex(Cylinder::try_new(1.0, 0.5).unwrap()).unwrap(),
        Model::convex(Cone::try_new(1.0, 0.5).unwrap()).unwrap(),
        Model::convex(Ellipsoid::try_new(DVec3::new(0.5, 0.25, 1.0)).unwrap()).unwrap(),
    ];
    for (k, model) in round.iter().enumerate() {
        let relation = |height: f64| judged((&floor, Pose::IDENTITY), (model, at(3.0, -7.0, height)));
        assert_eq!(relation(2.0), (Relation::Disjoint, Certainty::Exact), "{k}");
        assert_eq!(relation(1.0 + 1e-9), (Relation::Disjoint, Certainty::Exact), "{k}");
        assert_eq!(relation(1.0 - 1e-9), (Relation::Crossing, Certainty::Exact), "{k}");
        assert_eq!(relation(-1.0 + 1e-9), (Relation::Crossing, Certainty::Exact), "{k}");
        assert_eq!(relation(-1.0 - 1e-9), (Relation::BInsideA, Certainty::Exact), "{k}");
        // Where it touches: corners with a radius are judged by integers.
        let certainty = if k < 2 { Certainty::Exact } else { Certainty::Rounded };
        assert_eq!(relation(1.0), (Relation::Touching, certainty), "{k}");
        assert_eq!(relation(-1.0), (Relation::BInsideA, certainty), "{k}");
        if k < 2 {
            assert_eq!(relation(1.0_f64.next_up()), (Relation::Disjoint, Certainty::Exact), "{k}");
            assert_eq!(relation(1.0_f64.next_down()), (Relation::Crossing, Certainty::Exact), "{k}");
        }
    }
}

#[test]
fn half_spaces_that_are_parallel_and_others() {
    let down = space([0.0, 0.0, 3.0], 3.0); // z <= 1
    let exact = |relation| (relation, Certainty::Exact);
    let place = Pose::IDENTITY;
    assert_eq!(judged((&down, place), (&space([0.0, 0.0, 1.0], 1.0), place)), exact(Relation::Coincident));
    assert_eq!(judged((&down, place), (&space([0.0, 0.0, 1.0], 0.5), at(5.0, 0.0, 0.25))), exact(Relation::BInsideA));
    assert_eq!(judged((&down, place), (&space([0.0, 0.0, 1.0], 0.5), at(5.0, 0.0, 0.75))), exact(Relation::AInsideB));
    assert_eq!(judged((&down, place), (&space([0.0, 0.0, -7.0], -7.0), place)), exact(Relation::Touching));
    assert_eq!(judged((&down, place), (&space([0.0, 0.0, -7.0], -14.0), place)), exact(Relation::Disjoint));
    assert_eq!(judged((&down, place), (&space([0.0, 0.0, -7.0], 0.0), place)), exact(Relation::Crossing));
    assert_eq!(judged((&down, place), (&space([0.0, 1.0, 3.0], 3.0), place)), exact(Relation::Crossing));
    // A quarter turn is exact: what was z is y.
    let turned = Pose::try_new(DMat3::from_cols(DVec3::X, DVec3::Z, -DVec3::Y), DVec3::ZERO).unwrap();
    assert_eq!(judged((&down, place), (&space([0.0, 2.0, 0.0], 2.0), turned)), exact(Relation::Coincident));
    // Other turns are not: parallel up to rounding.
    let turned =
        Pose::from_quaternion(impinge::math::DQuat::from_xyzw(0.1, 0.7, 0.3, 0.6).normalize(), DVec3::ZERO).unwrap();
    let tilted = turned.inverse().transform_vector(DVec3::Z);
    assert_eq!(
        judged((&down, place), (&space(tilted.to_array(), 0.5), turned)),
        (Relation::BInsideA, Certainty::Rounded)
    );
}

/// What half-spaces that meet are said to share is in both.
#[test]
fn a_common_point_of_half_spaces_is_in_both() {
    let mut random = SplitMix64::new(5);
    let (mut met, mut line) = (0, 0);
    for _ in 0..300 {
        let mut draw = || HalfSpace::try_new(random.direction(), random.between(-3.0, 3.0)).unwrap();
        let [a, b] = [draw(), draw()];
        let found = pair((&Model::from(a), Pose::IDENTITY), (&Model::from(b), Pose::IDENTITY)).distance.unwrap();
        assert_eq!(found.length.value, 0.0, "no two are parallel");
        let heights = [a, b].map(|s| s.closest_point(found.points[0]).distance);
        assert!(heights.iter().all(|h| *h <= 1e-9 * (1.0 + found.points[0].length())), "{a:?} {b:?} {found:?}");
        met += 1;
        line += u32::from(heights.iter().all(|h| h.abs() < 1e-9));
    }
    assert!(met == 300 && line > 20, "{line} on both boundaries");
}

/// A link of a box and a round part: beside itself, partly in itself, in its own place.
#[test]
fn compounds_that_overlap_are_crossing_for_certain() {
    let bar = Model::from(cuboid(DVec3::splat(-0.5), DVec3::splat(0.5)).unwrap());
    let can = Model::convex(Cylinder::try_new(1.0, 0.25).unwrap()).unwrap();
    let tilt = Pose::from_quaternion(impinge::math::DQuat::from_rotation_x(0.3), DVec3::X * 0.125).unwrap();
    let link = || Model::compound(&[(bar.clone(), Pose::IDENTITY), (can.clone(), tilt)]).unwrap();
    let (first, second) = (link(), link());
    let exact = |relation| (relation, Certainty::Exact);
    for place in [Pose::IDENTITY, tilt] {
        let moved = |x: f64| place.compose(&at(x, 0.0, 0.0)).unwrap();
        assert_eq!(judged((&first, place), (&second, place)), exact(Relation::Coincident));
        assert_eq!(judged((&first, place), (&second, moved(0.05))), exact(Relation::Crossing));
        assert_eq!(judged((&first, place), (&second, moved(9.0))), exact(Relation::Disjoint));
    }
    let floor = space([0.0, 0.0, 1.0], 0.0);
    assert_eq!(judged((&floor, Pose::IDENTITY), (&first, at(0.0, 0.0, -9.0))), exact(Relation::BInsideA));
    assert_eq!(judged((&floor, Pose::IDENTITY), (&first, Pose::IDENTITY)), exact(Relation::Crossing));
    // Both boxes and the can are in the two halves of a larger can together, which is not looked for.
    let half = Model::convex(Cylinder::try_new(2.0, 2.0).unwrap()).unwrap();
    let halves = Model::compound(&[(half.clone(), at(0.0, 0.0, 2.0)), (half, at(0.0, 0.0, -2.0))]).unwrap();
    assert_eq!(judged((&halves, Pose::IDENTITY), (&first, Pose::IDENTITY)), (Relation::Crossing, Certainty::Rounded));
}
