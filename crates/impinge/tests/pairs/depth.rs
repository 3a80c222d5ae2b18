//! Depth of bodies of any form: closed forms for boxes, the exact depth of convex pairs, combs, nested and open bodies.

use impinge::bound::Aabb;
use impinge::convex::{PenetrationOutcome, penetration};
use impinge::math::DVec2;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{
    self, Depth, DepthOptions, Location, LowerBoundSource, PointQuery, Relation, Request, SeparationOutcome,
    UpperBoundSource, deepest_vertex, depth, separation_along,
};
use impinge::shape::Polytope;
use impinge_scenes::polygon::Polygon;
use impinge_scenes::{SplitMix64, pipe, sheet, solid};

const INFINITE: f64 = f64::INFINITY;

fn cuboid(min: [f64; 3], max: [f64; 3]) -> Mesh {
    solid::cuboid(DVec3::from_array(min), DVec3::from_array(max)).unwrap()
}

fn shift(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(DVec3::new(x, y, z)).unwrap()
}

/// The pose with B moved by a vector of A's frame.
fn moved(pose: &Pose, by: DVec3) -> Pose {
    Pose::from_translation(by).unwrap().compose(pose).unwrap()
}

/// What every depth must be, whatever the bodies.
fn check(a: &Mesh, b: &Mesh, pose: &Pose, found: &Depth) {
    assert!(0.0 <= found.length.lower && found.length.lower <= found.length.upper, "{found:?}");
    let relation = |pose: &Pose| pair::relate(a, b, pose, &Request::default()).relation;
    let is_free = |pose: &Pose| matches!(relation(pose), Relation::Disjoint | Relation::Touching);
    assert_eq!(found.length.upper == 0.0, is_free(pose), "{found:?}");
    assert!((found.translation.length() - found.length.upper).abs() <= 1e-14 * found.length.upper);
    if found.length.upper > 0.0 && !pose.is_inverted() {
        assert!(is_free(&Pose::try_new(pose.rotation(), pose.translation() + found.translation).unwrap()));
    }
    // Nothing shorter than the lower bound is enough, in whatever direction.
    let mut random = SplitMix64::new(found.length.lower.to_bits());
    let ways = [found.translation.normalize_or_zero(), random.direction(), random.direction(), random.direction()];
    for way in ways.into_iter().filter(|_| found.length.lower > 0.0 && !pose.is_inverted()) {
        let by = way * (found.length.lower * (1.0 - 1e-9));
        assert!(!is_free(&Pose::try_new(pose.rotation(), pose.translation() + by).unwrap()), "{way}: {found:?}");
    }
    if let Some(deep) = &found.deepest_vertex {
        assert!(
            deep.depth.lower <= found.length.upper,
            "moving less than a vertex is deep leaves it inside: {found:?}"
        );
    }
    if let LowerBoundSource::Balls(balls) = found.lower_by {
        let radius = |mesh: &Mesh, p: DVec3| -PointQuery::new(mesh).signed_distance(p).unwrap().value;
        let in_b = pose.inverse().transform_point(balls.point);
        assert!(
            (radius(a, balls.point) - balls.radii[0]).abs() < 1e-9 && (radius(b, in_b) - balls.radii[1]).abs() < 1e-9
        );
        assert!((balls.radii[0] + balls.radii[1] - found.length.lower).abs() < 1e-9);
    }
}

/// A length, by what is known of it.
fn pushed(outcome: SeparationOutcome) -> [f64; 2] {
    let SeparationOutcome::Found(push) = outcome else { panic!("{outcome:?}") };
    [push.length.lower, push.length.upper]
}

#[test]
fn boxes_have_closed_forms() {
    let (a, b) = (cuboid([0.0; 3], [4.0, 3.0, 2.0]), cuboid([0.0; 3], [1.0; 3]));
    let mut random = SplitMix64::new(1);
    for _ in 0..40 {
        let at = random.point(&Aabb { min: DVec3::splat(-0.9), max: DVec3::new(3.9, 2.9, 1.9) });
        let pose = Pose::from_translation(at).unwrap();
        let out = [(at + 1.0).to_array(), (DVec3::new(4.0, 3.0, 2.0) - at).to_array()];
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        for k in 0..3 {
            for (side, direction) in [-axes[k], axes[k]].into_iter().enumerate() {
                let [lower, upper] = pushed(separation_along(&a, &b, &pose, direction * 7.0, INFINITE));
                assert!(
                    (lower - out[side][k]).abs() < 1e-10 && (upper - out[side][k]).abs() < 1e-10,
                    "{lower} {upper}"
                );
                assert!(lower <= upper);
            }
        }
        let least = out.iter().flatten().copied().fold(INFINITE, f64::min);
        let found = depth(&a, &b, &pose, &DepthOptions::default());
        check(&a, &b, &pose, &found);
        assert_eq!(found.upper_by, UpperBoundSource::Hulls);
        assert_eq!(found.lower_by, LowerBoundSource::Convex);
        assert!(
            (found.length.upper - least).abs() < 1e-9 && (found.length.lower - least).abs() < 1e-9,
            "{found:?} {least}"
        );
    }
}

/// Vertices, balls about one point and convex parts know the depth of boxes, too: a box with a hole far away is not convex.
#[test]
fn bounds_reach_the_depth_of_boxes_with_holes_and_of_nested_bodies() {
    let dented = plate_with_hole();
    let b = cuboid([0.0; 3], [1.0; 3]);
    for (at, expected) in [([-0.75, 1.0, 0.5], 0.25), ([1.2, 1.6, -0.9], 0.1), ([0.5, 1.25, 0.5], 1.5)] {
        let pose = Pose::from_translation(DVec3::from_array(at)).unwrap();
        let found = depth(&dented, &b, &pose, &DepthOptions::default());
        check(&dented, &b, &pose, &found);
        assert_ne!(found.lower_by, LowerBoundSource::Convex);
        assert!(found.length.lower <= expected && expected <= found.length.upper + 1e-9, "{found:?} {expected}");
        assert!(found.length.lower > expected * 0.99 && found.length.upper < expected * 1.001, "{found:?} {expected}");
    }
}

/// A plate 8 × 3 × 2 with a hole near its far end.
fn plate_with_hole() -> Mesh {
    let rectangle = |min: [f64; 2], max: [f64; 2]| {
        impinge_scenes::polygon::rectangle(DVec2::from_array(min), DVec2::from_array(max))
    };
    let polygon = Polygon::new(rectangle([0.0, 0.0], [8.0, 3.0])).with_hole(rectangle([6.0, 1.0], [7.0, 2.0]));
    solid::extrusion(&polygon, 0.0, 2.0).unwrap()
}

#[test]
fn convex_pairs_agree_with_the_exact_depth() {
    let mut random = SplitMix64::new(2);
    let (mut deep, mut tight) = (0, 0);
    for _ in 0..30 {
        let hull = |random: &mut SplitMix64| {
            let points: Vec<DVec3> = (0..14).map(|_| random.direction() * random.between(0.7, 1.0)).collect();
            let polytope = Polytope::try_new(&points).unwrap();
            let mesh = Mesh::try_new(polytope.vertices().to_vec(), polytope.triangles().collect()).unwrap();
            (polytope, mesh)
        };
        let ((p, a), (q, b)) = (hull(&mut random), hull(&mut random));
        let at = random.direction() * random.between(0.2, 1.5);
        let pose = Pose::from_quaternion(random.rotation(), at).unwrap();
        let options = DepthOptions { points: 600, directions: 6, rounds: 1, effort: None };
        let found = depth(&a, &b, &pose, &options);
        check(&a, &b, &pose, &found);
        match penetration(&p, &q, &pose).outcome {
            PenetrationOutcome::Deep(overlap) => {
                let exact = overlap.depth;
                assert!(
                    found.length.lower <= exact.upper * (1.0 + 1e-9)
                        && exact.lower <= found.length.upper * (1.0 + 1e-9),
                    "{found:?} {exact:?}"
                );
                assert!(
                    found.length.lower >= exact.lower * (1.0 - 1e-9) && found.length.upper <= exact.upper + 1e-9,
                    "{found:?} {exact:?}"
                );
                deep += 1;
                // Balls alone never claim more.
                let balls = depth(&a, &with_divided_face(&b), &pose, &options);
                assert!(balls.length.lower <= exact.upper * (1.0 + 1e-9), "{balls:?} {exact:?}");
                tight += usize::from(balls.length.lower > 0.6 * exact.lower);
            }
            _ => assert_eq!(found.length.upper, 0.0),
        }
    }
    assert!((12..30).contains(&deep) && tight > deep / 2, "{deep} {tight}");
}

/// The same body with one face divided, so that it is not known to be convex.
fn with_divided_face(mesh: &Mesh) -> Mesh {
    let mut vertices = mesh.vertices().to_vec();
    let mut faces = mesh.faces().to_vec();
    let [a, b, c] = faces[0];
    let d = vertices.len() as u32;
    vertices.push((vertices[a as usize] + vertices[b as usize] + vertices[c as usize]) / 3.0);
    faces[0] = [a, b, d];
    faces.extend([[b, c, d], [c, a, d]]);
    Mesh::try_new(vertices, faces).unwrap()
}

/// A comb of teeth along x, each 1 wide and 1 apart, pointing up or down.
fn comb(teeth: u32, root: f64, tip: f64) -> Mesh {
    let (low, high) = (root.min(tip), root.max(tip));
    let mut outline = Vec::new();
    for k in 0..teeth {
        let x = 2.0 * f64::from(k);
        outline.extend([
            DVec2::new(x, low),
            DVec2::new(x + 1.0, low),
            DVec2::new(x + 1.0, high),
            DVec2::new(x + 2.0, high),
        ]);
    }
    // The back of the comb.
    let end = 2.0 * f64::from(teeth);
    outline.extend([DVec2::new(end, high + 1.0), DVec2::new(0.0, high + 1.0)]);
    solid::extrusion(&Polygon::new(outline), 0.0, 1.0).unwrap()
}

#[test]
fn combs_leave_at_the_first_gap() {
    // Teeth of B, a quarter into those of A: free after a quarter along x, though the next teeth are met again.
    let (a, b) = (comb(4, 3.0, 0.0), cuboid([0.0, 0.0, -1.0], [0.75, 1.0, 2.0]));
    let pose = shift(2.75, 0.5, 0.0);
    for (direction, expected) in [(DVec3::X, 0.25), (-DVec3::X, 1.5), (-DVec3::Y, 1.5), (DVec3::Z, 2.0)] {
        let [lower, upper] = pushed(separation_along(&a, &b, &pose, direction, INFINITE));
        assert!((lower - expected).abs() < 1e-9 && (upper - expected).abs() < 1e-9, "{direction}: {lower} {upper}");
    }
    assert!(
        matches!(separation_along(&a, &b, &pose, DVec3::Z, 1.0), SeparationOutcome::Beyond { lower } if (1.0..=2.0).contains(&lower))
    );
    assert!(pair::intersects(&a, &b, &moved(&pose, DVec3::X * 1.5)));
    let found = depth(&a, &b, &pose, &DepthOptions::default());
    check(&a, &b, &pose, &found);
    assert!((found.length.upper - 0.25).abs() < 1e-9 && found.length.lower > 0.24, "{found:?}");
    assert!(!matches!(found.upper_by, UpperBoundSource::Hulls | UpperBoundSource::Relation), "hulls are deeper");
}

#[test]
fn nested_hollow_and_open_bodies() {
    let hollow = solid::hollow_cuboid(DVec3::splat(-2.0), DVec3::splat(2.0), 0.5).unwrap();
    let ball = solid::icosphere(0.5, 2).unwrap();
    // In the hollow: apart.
    let free = depth(&hollow, &ball, &Pose::IDENTITY, &DepthOptions::default());
    check(&hollow, &ball, &Pose::IDENTITY, &free);
    assert_eq!((free.length.upper, free.lower_by), (0.0, LowerBoundSource::Relation));
    // A quarter into the wall: back into the hollow is the shortest way.
    let into_wall = shift(1.25, 0.0, 0.0);
    let found = depth(&hollow, &ball, &into_wall, &DepthOptions::default());
    check(&hollow, &ball, &into_wall, &found);
    assert!(
        (found.length.upper - 0.25).abs() < 0.01 && found.translation.x < -0.24 && found.length.lower > 0.2,
        "{found:?}"
    );
    // Deep in a solid: out by the nearest face, the whole ball.
    let solid_box = cuboid([-2.0; 3], [2.0; 3]);
    for pose in [shift(1.0, 0.0, 0.0), shift(-1.0, 0.0, 0.0).inverse()] {
        let found = depth(&solid_box, &ball, &pose, &DepthOptions::default());
        check(&solid_box, &ball, &pose, &found);
        assert!(
            found.translation.x > 1.45 && found.length.upper <= 1.5 + 1e-9 && found.length.lower > 1.4,
            "{found:?}"
        );
        assert_eq!(found.deepest_vertex.map(|v| v.body), Some(1));
    }
    // Along x it leaves where its last vertex leaves; contained all the way until then.
    let reach = ball.vertices().iter().map(|p| -p.x).fold(0.0, f64::max);
    let [lower, upper] = pushed(separation_along(&solid_box, &ball, &Pose::IDENTITY, DVec3::X, INFINITE));
    assert!((lower - 2.0 - reach).abs() < 1e-9 && (upper - 2.0 - reach).abs() < 1e-9, "{lower} {upper}");
    // A sheet through a box has no inside, but a way out; shorter ones leave a part of it in the box.
    let sheet = sheet::rectangle(DVec3::new(-3.0, -3.0, 1.9), DVec3::X * 6.0, DVec3::Y * 6.0).unwrap();
    let found = depth(&solid_box, &sheet, &Pose::IDENTITY, &DepthOptions::default());
    assert!(
        (found.length.upper - 0.1).abs() < 1e-9
            && found.length.lower > 0.098
            && found.lower_by == LowerBoundSource::ConvexParts,
        "{found:?}"
    );
}

#[test]
fn sizes_and_places_do_not_matter() {
    for (scale, place) in [(1e-70, 0.0), (1e70, 0.0), (1.0, 1e6), (1e-3, 1e3)] {
        let origin = DVec3::splat(place);
        let cube = |size: f64| solid::cuboid(origin, origin + size * scale).unwrap();
        let (a, b) = (cube(4.0), cube(1.0));
        let pose = Pose::from_translation(DVec3::new(3.75, 1.0, 2.0) * scale).unwrap();
        let tolerance = 1e-10 * scale + 1e-12 * place;
        let [lower, upper] = pushed(separation_along(&a, &b, &pose, DVec3::X, INFINITE));
        assert!(
            (lower - 0.25 * scale).abs() < tolerance && (upper - 0.25 * scale).abs() < tolerance,
            "{lower:e} {upper:e}"
        );
        let found = depth(&a, &b, &pose, &DepthOptions { points: 400, directions: 2, rounds: 1, effort: None });
        assert!(
            (found.length.lower - 0.25 * scale).abs() < tolerance
                && (found.length.upper - 0.25 * scale).abs() < tolerance,
            "{found:?}"
        );
    }
}

#[test]
fn what_is_no_direction_is_said_to_be_none() {
    let a = cuboid([0.0; 3], [1.0; 3]);
    for direction in [DVec3::ZERO, DVec3::NAN, DVec3::INFINITY] {
        assert_eq!(separation_along(&a, &a, &Pose::IDENTITY, direction, INFINITE), SeparationOutcome::NoDirection);
    }
    assert_eq!(pushed(separation_along(&a, &a, &shift(2.0, 0.0, 0.0), DVec3::X, INFINITE)), [0.0; 2]);
    assert!(deepest_vertex(&a, &a, &shift(2.0, 0.0, 0.0)).is_none());
    let corner = deepest_vertex(&a, &a, &shift(0.75, 0.75, 0.9)).unwrap();
    assert!((corner.depth.value - 0.1).abs() < 1e-12, "{corner:?}");
}

/// Pushes of knots and blobs along random directions: contact just before, none just after, at every length that was passed.
#[test]
fn pushes_pass_through_contact_only() {
    let (a, b) = (pipe::torus_knot(2, 3, 0.3, 40, 6).unwrap(), solid::blob(5, 200, 0.4).unwrap());
    let mut random = SplitMix64::new(6);
    let mut pushes = 0;
    for _ in 0..40 {
        let pose = random.pose(&Aabb { min: DVec3::splat(-2.0), max: DVec3::splat(2.0) }).unwrap();
        let direction = random.direction();
        let [lower, upper] = pushed(separation_along(&a, &b, &pose, direction, INFINITE));
        let meets = |length: f64| {
            pair::intersects(&a, &b, &Pose::try_new(pose.rotation(), pose.translation() + direction * length).unwrap())
        };
        assert!(!meets(upper) && upper - lower < 1e-9);
        if upper > 0.0 {
            pushes += 1;
            (0..30).for_each(|k| assert!(meets(lower * f64::from(k) / 30.0), "{k}"));
        }
        let options = DepthOptions { points: 300, directions: 4, rounds: 2, effort: None };
        let found = depth(&a, &b, &pose, &options);
        check(&a, &b, &pose, &found);
        assert!(
            found.length.upper <= upper * (1.0 + 1e-9) || upper == 0.0 || found.upper_by != UpperBoundSource::Relation
        );
        if found.length.upper > 0.0 {
            let place = |p: DVec3| PointQuery::new(&a).locate(p);
            assert!(found.deepest_vertex.is_none_or(|v| v.body == 0 || place(v.point) == Some(Location::Inside)));
        }
    }
    assert!(pushes > 20, "{pushes}");
}
