//! Bounds of depths: tight for bodies that are convex but for rounding, true for others, and the same bits for swapped arguments.

use impinge::bound::Aabb;
use impinge::math::{DQuat, DVec2, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{self, Depth, DepthOptions, LowerBoundSource, Relation, Request, depth};
use impinge_scenes::polygon::Polygon;
use impinge_scenes::{SplitMix64, pipe, solid};

/// The effort of a clash check.
const MODEST: DepthOptions = DepthOptions { points: 200, directions: 0, rounds: 1, effort: None };

/// A box by its half sizes, carried by a pose: not exactly convex, as its corners are rounded.
struct TurnedBox {
    half: DVec3,
    pose: Pose,
}

impl TurnedBox {
    fn random(random: &mut SplitMix64) -> Self {
        let half = DVec3::new(random.between(0.1, 3.0), random.between(0.1, 3.0), random.between(0.1, 3.0));
        Self { half, pose: Pose::from_quaternion(random.rotation(), random.direction()).unwrap() }
    }

    fn mesh(&self) -> Mesh {
        let block = solid::cuboid(-self.half, self.half).unwrap();
        let vertices = block.vertices().iter().map(|p| self.pose.transform_point(*p)).collect();
        Mesh::try_new(vertices, block.faces().to_vec()).unwrap()
    }

    fn axes(&self) -> [DVec3; 3] {
        let rotation = self.pose.rotation();
        [rotation.x_axis, rotation.y_axis, rotation.z_axis]
    }

    fn extent(&self, direction: DVec3) -> f64 {
        (0..3).map(|k| self.half[k] * self.axes()[k].dot(direction).abs()).sum()
    }
}

/// The depth of two boxes: the least overlap along the normals of their Minkowski difference. Negative if they are apart.
fn depth_of_boxes(a: &TurnedBox, b: &TurnedBox) -> f64 {
    let crosses = a.axes().into_iter().flat_map(|u| b.axes().map(|v| u.cross(v)));
    let normals = a.axes().into_iter().chain(b.axes()).chain(crosses.filter(|n| n.length() > 1e-6));
    let between = b.pose.translation() - a.pose.translation();
    let overlap = |n: DVec3| a.extent(n) + b.extent(n) - between.dot(n).abs();
    normals.map(|n| overlap(n.normalize())).fold(f64::INFINITY, f64::min)
}

#[test]
fn rotated_boxes_are_as_tight_as_rounding_allows() {
    let mut random = SplitMix64::new(41);
    let (mut deep, mut by_hulls) = (0, 0);
    for _ in 0..150 {
        let (a, b) = (TurnedBox::random(&mut random), TurnedBox::random(&mut random));
        let pose = Pose::from_quaternion(random.rotation(), random.direction() * random.between(0.0, 3.0)).unwrap();
        let expected = depth_of_boxes(&a, &TurnedBox { half: b.half, pose: pose.compose(&b.pose).unwrap() });
        let found = depth(&a.mesh(), &b.mesh(), &pose, &MODEST);
        if expected < 1e-9 {
            assert!(found.length.upper < 1e-9);
            continue;
        }
        let tolerance = 1e-11 * (1.0 + expected);
        assert!((found.length.upper - expected).abs() < tolerance, "{found:?} {expected}");
        assert!((found.length.lower - expected).abs() < tolerance, "{found:?} {expected}");
        deep += 1;
        by_hulls += usize::from(found.lower_by == LowerBoundSource::Convex);
    }
    assert!((75..150).contains(&deep) && by_hulls > deep * 9 / 10, "{deep} {by_hulls}");
}

/// Single precision leaves a body less convex; its bounds are wider by as much.
#[test]
fn boxes_in_single_precision_are_tight_as_well() {
    let mut random = SplitMix64::new(42);
    let (mut deep, mut by_hulls) = (0, 0);
    for _ in 0..60 {
        let boxes = [TurnedBox::random(&mut random), TurnedBox::random(&mut random)];
        let expected = depth_of_boxes(&boxes[0], &boxes[1]);
        let [a, b] = boxes.each_ref().map(|turned| {
            let mesh = turned.mesh();
            let single = |p: &DVec3| DVec3::from_array(p.to_array().map(|x| f64::from(x as f32)));
            // Every face in four: middles of edges are rounded, too, and lie in no face of the hull.
            divided(
                &Mesh::try_new(mesh.vertices().iter().map(single).collect(), mesh.faces().to_vec()).unwrap(),
                single,
            )
        });
        let found = depth(&a, &b, &Pose::IDENTITY, &MODEST);
        if expected > 1e-3 {
            assert!((found.length.upper - expected).abs() < 1e-5, "{found:?} {expected}");
            assert!((found.length.lower - expected).abs() < 1e-4 * (1.0 + expected), "{found:?} {expected}");
            deep += 1;
            by_hulls += usize::from(matches!(found.lower_by, LowerBoundSource::NearlyConvex { .. }));
        }
    }
    assert!(deep >= 25 && by_hulls > deep / 2, "{deep} {by_hulls}");
}

/// Every face in four.
fn divided(mesh: &Mesh, rounded: impl Fn(&DVec3) -> DVec3) -> Mesh {
    let faces: Vec<[DVec3; 3]> = mesh
        .face_ids()
        .flat_map(|face| {
            let [a, b, c] = mesh.triangle(face);
            let [p, q, r] = [(a + b) / 2.0, (b + c) / 2.0, (c + a) / 2.0].map(|p| rounded(&p));
            [[a, p, r], [p, b, q], [r, q, c], [p, q, r]]
        })
        .collect();
    Mesh::from_triangles(&faces).unwrap()
}

/// Bodies of many forms.
fn bodies() -> Vec<Mesh> {
    let mut random = SplitMix64::new(43);
    vec![
        pipe::torus_knot(2, 3, 0.3, 40, 6).unwrap(),
        solid::blob(5, 200, 0.4).unwrap(),
        solid::hollow_cuboid(DVec3::splat(-1.0), DVec3::splat(1.0), 0.3).unwrap(),
        TurnedBox::random(&mut random).mesh(),
        solid::icosphere(0.8, 2).unwrap(),
    ]
}

fn opposite(found: &Depth, swapped: &Depth, pose: &Pose) -> bool {
    let turned = -(pose.rotation() * swapped.translation);
    (found.translation - turned).length() <= 1e-13 * found.length.upper
}

#[test]
fn swapped_arguments_give_the_same_bits() {
    let bodies = bodies();
    let mut random = SplitMix64::new(44);
    let mut deep = 0;
    for k in 0..75 {
        let (a, b) = (&bodies[k % 5], &bodies[k / 5 % 5]);
        let pose = match k % 3 {
            0 => Pose::IDENTITY,
            1 => Pose::from_translation(random.direction()).unwrap(),
            _ => random.pose(&Aabb { min: DVec3::splat(-1.0), max: DVec3::splat(1.0) }).unwrap(),
        };
        let found = depth(a, b, &pose, &MODEST);
        let swapped = depth(b, a, &pose.inverse(), &MODEST);
        let bits = |depth: &Depth| [depth.length.lower, depth.length.upper].map(f64::to_bits);
        assert_eq!(bits(&found), bits(&swapped), "{k}: {found:?} {swapped:?}");
        assert_eq!(found.upper_by, swapped.upper_by);
        let vertex = |depth: &Depth| depth.deepest_vertex.map(|v| (v.vertex, v.depth.value.to_bits()));
        assert_eq!(vertex(&found), vertex(&swapped));
        if found.length.upper > 0.0 && !std::ptr::eq(a, b) {
            deep += 1;
            assert!(opposite(&found, &swapped, &pose), "{k}: {found:?} {swapped:?}");
        }
        // Each translation separates as it is given, for the roundings of its own order.
        for (a, b, pose, found) in [(a, b, pose, found), (b, a, pose.inverse(), swapped)] {
            let forward = if pose.is_inverted() { pose.inverse() } else { pose };
            let moved = if pose.is_inverted() {
                let by = forward.rotation() * found.translation;
                Pose::try_new(forward.rotation(), forward.translation() - by).unwrap().inverse()
            } else {
                Pose::try_new(forward.rotation(), forward.translation() + found.translation).unwrap()
            };
            let relation = pair::relate(a, b, &moved, &Request::default()).relation;
            assert!(matches!(relation, Relation::Disjoint | Relation::Touching), "{k}: {found:?}");
        }
    }
    assert!(deep > 40, "{deep}");
}

fn regular(corners: u32, radius: f64, turn: f64) -> Vec<DVec2> {
    let at = |k: u32| (f64::from(k) + turn) * std::f64::consts::TAU / f64::from(corners);
    (0..corners).map(|k| DVec2::from_angle(at(k)) * radius).collect()
}

/// A plate with a hole of facets and a pin of facets in it, which overlap in a thin shell: the pin has to leave along its axis.
#[test]
fn fits_are_as_deep_as_they_are_long() {
    let mut random = SplitMix64::new(45);
    for (corners, turn, scale) in [(4, 0.0, 1.0), (6, 0.5, 1.0), (12, 0.5, 1e-60), (16, 0.0, 1e60), (24, 0.5, 1.0)] {
        let engaged = random.between(0.3, 0.8);
        let plate = Polygon::new(regular(8, 3.0, 0.0)).with_hole(regular(corners, 1.0, 0.0));
        let plate = scaled(&solid::extrusion(&plate, 0.0, 2.0).unwrap(), scale);
        // Its corners are beyond the facets of the hole, even where its facets are not.
        let radius = if turn == 0.0 { 1.001 } else { 1.0 };
        let pin = solid::extrusion(&Polygon::new(regular(corners, radius, turn)), 2.0 - engaged, 5.0).unwrap();
        let turned = Pose::from_quaternion(random.rotation(), DVec3::ZERO).unwrap();
        let own = scaled(&pin, scale).vertices().iter().map(|p| turned.transform_point(*p)).collect();
        let pin = Mesh::try_new(own, pin.faces().to_vec()).unwrap();
        let pose = Pose::try_new(turned.rotation().transpose(), DVec3::ZERO).unwrap();
        let found = depth(&plate, &pin, &pose, &MODEST);
        let [lower, upper] = [found.length.lower, found.length.upper].map(|length| length / scale);
        assert!(upper < engaged * 1.001 && upper > engaged * 0.999, "{corners}: {found:?} {engaged}");
        assert!(lower > engaged * 0.97, "{corners}: {found:?} {engaged}");
        assert_eq!(found.lower_by, LowerBoundSource::ConvexParts);
    }
}

fn scaled(mesh: &Mesh, scale: f64) -> Mesh {
    Mesh::try_new(mesh.vertices().iter().map(|p| *p * scale).collect(), mesh.faces().to_vec()).unwrap()
}

/// Whatever proved the lower bound: no sampled translation below it separates, and the upper bound's does.
#[test]
fn no_shorter_translation_separates_bodies_of_any_form() {
    let mut bodies = bodies();
    bodies.push(
        solid::extrusion(&Polygon::new(regular(6, 1.2, 0.0)).with_hole(regular(6, 0.6, 0.3)), -0.2, 0.2).unwrap(),
    );
    let mut random = SplitMix64::new(46);
    let (mut by_parts, mut ratios) = (0, Vec::new());
    for k in 0..72 {
        let (a, b) = (&bodies[k % 6], &bodies[k / 6 % 6]);
        let pose = random.pose(&Aabb { min: DVec3::splat(-0.9), max: DVec3::splat(0.9) }).unwrap();
        let found = depth(a, b, &pose, &MODEST);
        let is_free = |by: DVec3| {
            let moved = Pose::try_new(pose.rotation(), pose.translation() + by).unwrap();
            let relation = pair::relate(a, b, &moved, &Request::default()).relation;
            matches!(relation, Relation::Disjoint | Relation::Touching)
        };
        assert!(is_free(found.translation), "{k}: {found:?}");
        if found.length.lower > 0.0 {
            ratios.push(found.length.upper / found.length.lower);
        }
        by_parts += usize::from(found.lower_by == LowerBoundSource::ConvexParts);
        let towards = found.translation.normalize_or_zero();
        for j in 0..24 {
            // Half of them near the translation that separates, where the bound is most easily wrong.
            let way = if j % 2 == 0 { random.direction() } else { (towards + random.direction() * 0.3).normalize() };
            let by = way * (found.length.lower * random.between(0.8, 1.0) * (1.0 - 1e-9));
            assert!(found.length.lower == 0.0 || !is_free(by), "{k}: {by} {found:?}");
        }
    }
    ratios.sort_by(f64::total_cmp);
    assert!(by_parts >= 20 && ratios.len() > 45, "{by_parts} {}", ratios.len());
    assert!(ratios[ratios.len() / 2] < 1.2, "{ratios:?}");
}

/// A surface with a border has no inside; what of it is in a solid counts.
#[test]
fn no_shorter_translation_takes_an_open_surface_out_of_a_solid() {
    let bodies = bodies();
    let mut random = SplitMix64::new(47);
    let (mut by_parts, mut tight) = (0, 0);
    for k in 0..40 {
        let (a, closed) = (&bodies[k % 5], &bodies[k / 5 % 5]);
        let open = Mesh::try_new(closed.vertices().to_vec(), closed.faces()[closed.faces().len() / 8..].to_vec());
        let b = open.unwrap();
        assert!(!b.is_closed());
        let pose = random.pose(&Aabb { min: DVec3::splat(-0.9), max: DVec3::splat(0.9) }).unwrap();
        let found = depth(a, &b, &pose, &MODEST);
        let is_free = |by: DVec3| {
            let moved = Pose::try_new(pose.rotation(), pose.translation() + by).unwrap();
            let relation = pair::relate(a, &b, &moved, &Request::default()).relation;
            matches!(relation, Relation::Disjoint | Relation::Touching)
        };
        assert!(is_free(found.translation), "{k}: {found:?}");
        by_parts += usize::from(found.lower_by == LowerBoundSource::ConvexParts);
        tight += usize::from(found.length.lower > 0.0 && found.length.upper < 2.0 * found.length.lower);
        for _ in 0..24 {
            let by = random.direction() * (found.length.lower * random.between(0.8, 1.0) * (1.0 - 1e-9));
            assert!(found.length.lower == 0.0 || !is_free(by), "{k}: {by} {found:?}");
        }
    }
    assert!(by_parts >= 10 && tight >= 10, "{by_parts} {tight}");
}

/// A corrupt file: most of a surface is small, and some of its vertices are anywhere up to 1e38.
fn wide_range_surface(random: &mut SplitMix64) -> Mesh {
    let mut corner = || {
        let place = random.direction() * random.between(0.0, 2.0);
        if random.below(20) == 0 { place * 10_f64.powf(random.between(0.0, 38.0)) } else { place }
    };
    let triangles: Vec<[DVec3; 3]> = (0..600).map(|_| [corner(), corner(), corner()]).collect();
    Mesh::from_triangles(&triangles).unwrap()
}

#[test]
fn wide_ranges_spend_their_effort_and_keep_bounds() {
    let mut random = SplitMix64::new(53);
    let (a, b) = (wide_range_surface(&mut random), wide_range_surface(&mut random));
    let found = depth(&a, &b, &Pose::IDENTITY, &DepthOptions { points: 50, ..MODEST });
    assert!(found.effort_spent, "{found:?}");
    assert!(found.length.lower <= found.length.upper && found.length.upper.is_finite(), "{found:?}");
    let moved = Pose::from_translation(found.translation).unwrap();
    let relation = pair::relate(&a, &b, &moved, &Request::default()).relation;
    assert!(matches!(relation, Relation::Disjoint | Relation::Touching), "{relation:?}");
    let found = depth(&solid::cuboid(DVec3::ZERO, DVec3::ONE).unwrap(), &a, &Pose::IDENTITY, &MODEST);
    assert!(!found.effort_spent, "{found:?}");
}

/// All facets of the difference of two spheres about one centre are nearly as near; the exact depth of their hulls takes time by their square.
#[test]
fn nearly_coincident_spheres_have_close_bounds_at_any_fineness() {
    for subdivisions in [2, 4, 5] {
        let ball = Mesh::icosphere(1.0, subdivisions).unwrap();
        let turn = Pose::from_quaternion(DQuat::from_rotation_z(1e-9), DVec3::ZERO).unwrap();
        let found = depth(&ball, &ball, &turn, &MODEST);
        assert!(found.length.upper <= 2.0 && found.length.upper <= 1.05 * found.length.lower, "{found:?}");
        assert!(!found.effort_spent, "{found:?}");
    }
}
