//! Thickness of overlaps: bounds against points that climb by brute force, closed forms, order of arguments, decisions.

use impinge::bound::Aabb;
use impinge::math::{DQuat, DVec2, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{self, InsideSource, Relation, Request, Thickness, ThicknessDecision, ThicknessOptions, thickness};
use impinge_scenes::polygon::Polygon;
use impinge_scenes::{SplitMix64, Surface, solid};
use std::f64::consts::TAU;

fn cuboid(min: [f64; 3], max: [f64; 3]) -> Mesh {
    solid::cuboid(DVec3::from_array(min), DVec3::from_array(max)).unwrap()
}

fn shift(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation(DVec3::new(x, y, z)).unwrap()
}

/// The triangles of a mesh at a pose: all that the oracle knows.
struct Soup(Vec<[DVec3; 3]>);

impl Soup {
    fn new(mesh: &Mesh, pose: &Pose) -> Self {
        let corner = |v: u32| pose.transform_point(mesh.vertices()[v as usize]);
        Self(mesh.faces().iter().map(|f| f.map(corner)).collect())
    }

    /// The distance of a point from the surface.
    fn distance(&self, p: DVec3) -> f64 {
        self.0.iter().map(|t| distance(p, t)).fold(f64::INFINITY, f64::min)
    }

    /// The radius of the largest ball about a point in the body; negative if the point, so far from the surface, is outside.
    fn radius(&self, p: DVec3, distance: f64) -> f64 {
        let turns = self.0.iter().map(|t| solid_angle(p, t)).sum::<f64>() / (2.0 * TAU);
        if turns.abs() > 0.5 { distance } else { -distance }
    }
}

/// The smaller of the radii of the largest balls about a point in either body, if it is above `least`.
fn radius_above(soups: &[Soup; 2], p: DVec3, least: f64) -> Option<f64> {
    // No radius is above a distance, which costs less than solid angles and rules out most points.
    let distances = [soups[0].distance(p), soups[1].distance(p)];
    if distances.iter().any(|distance| *distance <= least) {
        return None;
    }
    let first = soups[0].radius(p, distances[0]);
    let radius = if first > least { soups[1].radius(p, distances[1]).min(first) } else { first };
    (radius > least).then_some(radius)
}

/// The distance of a point from a triangle, by its seven regions.
fn distance(p: DVec3, [a, b, c]: &[DVec3; 3]) -> f64 {
    let to_segment = |a: DVec3, b: DVec3| {
        let along = b - a;
        let t = if along.length_squared() > 0.0 { (p - a).dot(along) / along.length_squared() } else { 0.0 };
        p.distance(a + along * t.clamp(0.0, 1.0))
    };
    let n = (*b - *a).cross(*c - *a);
    let is_over = [(a, b), (b, c), (c, a)].iter().all(|(q, r)| (**r - **q).cross(p - **q).dot(n) >= 0.0);
    if is_over && n.length_squared() > 0.0 {
        return (p - *a).dot(n).abs() / n.length();
    }
    to_segment(*a, *b).min(to_segment(*b, *c)).min(to_segment(*c, *a))
}

/// The solid angle of a triangle seen from a point (Van Oosterom and Strackee 1983).
fn solid_angle(p: DVec3, t: &[DVec3; 3]) -> f64 {
    let [a, b, c] = t.map(|q| q - p);
    let [la, lb, lc] = [a.length(), b.length(), c.length()];
    2.0 * a.dot(b.cross(c)).atan2(la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb)
}

/// The largest diameter that brute force finds: random points, points on both sides of faces, and the best of them moved about.
fn sampled(soups: &[Soup; 2], common: &Aabb, from: Option<DVec3>, random: &mut SplitMix64) -> f64 {
    let mut best = (f64::NEG_INFINITY, common.centre());
    let mut offer = |p: DVec3| {
        if let Some(radius) = radius_above(soups, p, best.0) {
            best = (radius, p);
        }
        best
    };
    from.map(&mut offer);
    for _ in 0..20 {
        offer(random.point(common));
        let soup = &soups[usize::from(random.coin())].0;
        let [a, b, c] = soup[random.below(soup.len() as u64) as usize];
        let (u, v) = (random.u(), random.u());
        let (u, v) = if u + v > 1.0 { (1.0 - u, 1.0 - v) } else { (u, v) };
        let normal = (b - a).cross(c - a).normalize_or_zero();
        offer(a + (b - a) * u + (c - a) * v - normal * 10_f64.powf(random.between(-7.0, -0.5)));
    }
    let mut step = 0.2 * common.size().max_element();
    let (mut radius, mut at) = offer(common.centre());
    for _ in 0..60 {
        let before = radius;
        (radius, at) = offer(at + random.direction() * step);
        step *= if radius > before { 1.5 } else { 0.8 };
    }
    2.0 * radius
}

/// What every thickness must be, whatever the bodies; returns the largest diameter that was sampled.
fn check(a: &Mesh, b: &Mesh, pose: &Pose, found: &Thickness, random: &mut SplitMix64) -> f64 {
    let bounds = found.bounds;
    assert!(0.0 <= bounds.lower && bounds.lower <= bounds.upper && bounds.lower == bounds.value, "{found:?}");
    let relation = pair::relate(a, b, pose, &Request::default()).relation;
    let is_free = matches!(relation, Relation::Disjoint | Relation::Touching);
    assert_eq!(is_free, bounds.upper == 0.0, "{relation}: {found:?}");
    let soups = [Soup::new(a, &Pose::IDENTITY), Soup::new(b, pose)];
    let [p, q] = [0, 1].map(|k: usize| Aabb::of_points(soups[k].0.as_flattened()));
    let common = Aabb { min: p.min.max(q.min), max: p.max.min(q.max) };
    if common.min.cmpgt(common.max).any() {
        return 0.0;
    }
    let rounding = 1e-13 * p.largest_coordinate().max(q.largest_coordinate());
    if let Some(centre) = found.centre {
        let radius = radius_above(&soups, centre, f64::NEG_INFINITY).unwrap();
        assert!(2.0 * radius >= bounds.lower - rounding, "{radius}: {found:?}");
    }
    let best = sampled(&soups, &common, found.centre, random);
    assert!(best <= bounds.upper + rounding, "a ball of {best}: {found:?}");
    best.max(0.0)
}

/// Swapped arguments give the same bits; a tolerance is decided rightly, on either side of the bounds.
fn check_laws(a: &Mesh, b: &Mesh, pose: &Pose, found: &Thickness, best: f64, options: &ThicknessOptions) {
    let back = thickness(b, a, &pose.inverse(), options);
    let bits = |t: &Thickness| [t.bounds.lower, t.bounds.upper].map(f64::to_bits);
    assert_eq!(bits(found), bits(&back), "{found:?} {back:?}");
    for tolerance in [0.3 * best, 0.95 * best, 1.05 * best, 3.0 * best, 0.0] {
        let options = ThicknessOptions { tolerance: Some(tolerance), ..*options };
        let asked = thickness(a, b, pose, &options);
        match asked.decision.unwrap() {
            ThicknessDecision::Allowed => assert!(best <= tolerance * (1.0 + 1e-9) + 1e-13, "{asked:?} {best}"),
            ThicknessDecision::Violated => assert!(found.bounds.upper > tolerance, "{asked:?} {found:?}"),
            ThicknessDecision::Undecided => {}
        }
    }
}

/// A mesh with its coordinates in single precision.
fn in_single_precision(mesh: &Mesh) -> Mesh {
    Surface::of(mesh).mapped(|p| p.as_vec3().as_dvec3()).mesh().unwrap()
}

/// A mesh turned and moved.
fn placed(mesh: &Mesh, pose: &Pose) -> Mesh {
    Surface::of(mesh).mapped(|p| pose.transform_point(p)).mesh().unwrap()
}

fn ell(random: &mut SplitMix64) -> Mesh {
    let (w, h) = (random.between(0.2, 0.8), random.between(0.2, 0.8));
    let corners = [[0.0, 0.0], [1.0, 0.0], [1.0, h], [w, h], [w, 1.0], [0.0, 1.0]];
    let polygon = Polygon::new(corners.map(DVec2::from_array).to_vec());
    solid::extrusion(&polygon, 0.0, random.between(0.2, 1.0)).unwrap()
}

fn any_body(random: &mut SplitMix64) -> Mesh {
    match random.below(7) {
        0 => cuboid([-0.5; 3], [0.5, random.between(-0.4, 0.5), random.between(-0.4, 0.5)]),
        1 => loop {
            let corners = [(); 4].map(|()| random.direction() * random.between(0.3, 1.0));
            if let Ok(mesh) = solid::tetrahedron(corners)
                && mesh.mass_properties().volume > 0.01
            {
                break mesh;
            }
        },
        2 => solid::icosphere(random.between(0.3, 0.8), random.below(2) as u32).unwrap(),
        3 => solid::torus(0.6, random.between(0.1, 0.3), 7, 5).unwrap(),
        4 => solid::hollow_cuboid(DVec3::splat(-0.6), DVec3::splat(0.6), random.between(0.05, 0.3)).unwrap(),
        5 => solid::tube(0.3, random.between(0.35, 0.7), 0.8, 6).unwrap(),
        _ => ell(random),
    }
}

/// A pair of one of ten kinds.
fn any_pair(kind: usize, random: &mut SplitMix64) -> (Mesh, Mesh, Pose) {
    let turned = |random: &mut SplitMix64, reach: f64| {
        let by = random.direction() * random.between(0.0, reach);
        Pose::from_quaternion(random.rotation(), by).unwrap()
    };
    let thin = |random: &mut SplitMix64| 10_f64.powf(random.between(-7.0, -1.0));
    match kind {
        // A shaft in a hole of as many or other facets.
        0 | 1 => {
            let (sides, facets) = (5 + random.below(4) as u32, 5 + random.below(4) as u32);
            let shaft = solid::cylinder(0.5, random.between(0.5, 2.0), sides).unwrap();
            let inner = 0.5 * (TAU / (2.0 * f64::from(sides.max(facets)))).cos();
            let hub = solid::tube(inner - thin(random), 1.0, 1.0, facets).unwrap();
            let (shaft, pose) = (in_single_precision(&shaft), turned(random, 0.0));
            let turn = DQuat::from_axis_angle(DVec3::Z, random.between(0.0, TAU));
            let about = Pose::from_quaternion(turn, DVec3::Z * random.between(-0.5, 0.5));
            (placed(&shaft, &pose), hub, pose.compose(&about.unwrap()).unwrap())
        }
        // Flush blocks, turned and rounded to single precision; set into each other by a little or not at all.
        2 | 3 => {
            let pose = turned(random, 3.0);
            let into = if random.coin() { 0.0 } else { thin(random) };
            let at = DVec3::new(random.between(-0.9, 0.9), random.between(-0.9, 0.9), 1.0 - into);
            let [a, b] =
                [cuboid([0.0; 3], [1.0; 3]), placed(&cuboid([0.0; 3], [1.0; 3]), &Pose::from_translation(at).unwrap())];
            let [a, b] = [a, b].map(|mesh| in_single_precision(&placed(&mesh, &pose)));
            (a, b, Pose::IDENTITY)
        }
        // Touching blocks and polycubes' neighbours.
        4 => {
            let at =
                DVec3::new(random.integer(-2, 2) as f64, random.integer(-2, 2) as f64, random.integer(-4, 4) as f64);
            (cuboid([0.0; 3], [2.0, 2.0, 1.0]), cuboid([0.0; 3], [1.0, 2.0, 3.0]), Pose::from_translation(at).unwrap())
        }
        // One inside the other.
        5 => {
            let inner = any_body(random);
            (cuboid([-2.0; 3], [2.0; 3]), inner, turned(random, 0.5))
        }
        // The same body twice, at the same place or nearly.
        6 => {
            let body = any_body(random);
            let by = random.direction() * if random.coin() { 0.0 } else { thin(random) };
            (body.clone(), body, Pose::from_translation(by).unwrap())
        }
        _ => (any_body(random), any_body(random), turned(random, 1.2)),
    }
}

/// Bounds hold on ten thousand pairs, and are within a factor of two on nearly all of them.
#[test]
fn bounds_hold_against_brute_force() {
    let mut random = SplitMix64::new(22);
    let options = ThicknessOptions { ratio: 1.8, effort: 2_000, ..ThicknessOptions::default() };
    let mut tight = [[0; 2]; 10];
    for i in 0..10_000 {
        let kind = i % 10;
        let (a, b, pose) = any_pair(kind, &mut random);
        let found = thickness(&a, &b, &pose, &options);
        let best = check(&a, &b, &pose, &found, &mut random);
        if found.bounds.upper > 0.0 {
            tight[kind][0] += 1;
            tight[kind][1] += usize::from(found.bounds.upper <= 2.0 * found.bounds.lower);
        }
        if i % 200 < 10 {
            check_laws(&a, &b, &pose, &found, best, &options);
        }
    }
    for (kind, [overlapping, tight]) in tight.into_iter().enumerate() {
        // Flush faces overlap by rounding: their faces are bent by as much as they are thick.
        let least = if matches!(kind, 2 | 3) { 5 } else { 9 };
        assert!(overlapping > 50 && 10 * tight > least * overlapping, "{kind}: {overlapping} {tight}");
    }
}

/// Whether bounds hold a closed form and are as near as asked.
fn assert_near(found: &Thickness, expected: f64, ratio: f64) {
    let bounds = found.bounds;
    let rounding = 1e-12;
    assert!(bounds.lower <= expected + rounding && expected <= bounds.upper + rounding, "{found:?} {expected}");
    assert!(bounds.upper <= ratio * bounds.lower, "{found:?} {expected}");
}

#[test]
fn closed_forms() {
    let options = ThicknessOptions::default();
    let block = cuboid([0.0; 3], [1.0; 3]);
    // Blocks set into each other: the least overlap along the axes.
    for at in [[0.75, 0.5, 0.125], [0.25, 0.25, 1.0 - 1e-4], [0.0, 0.0, 1.0 - 1e-8], [1.0 - 1e-3, 0.0, 1.0 - 1e-3]] {
        let least = at.iter().map(|x| 1.0 - x).fold(1.0, f64::min);
        assert_near(&thickness(&block, &block, &shift(at[0], at[1], at[2]), &options), least, 1.2);
    }
    // One inside the other, and a body twice.
    let plate = cuboid([-1.0; 3], [1.0, 1.0, -0.75]);
    let room = cuboid([-3.0; 3], [3.0; 3]);
    assert_near(&thickness(&room, &plate, &shift(0.5, 0.25, 1.0), &options), 0.25, 1.2);
    assert_near(&thickness(&plate, &plate, &Pose::IDENTITY, &options), 0.25, 1.2);
    // A shaft that ends in a hole of the same facets, half a micrometre too narrow: near the rim of its end bounds close in slowly.
    let shaft = solid::cylinder(10.0, 30.0, 24).unwrap();
    let hub = solid::tube(10.0 - 5e-4, 20.0, 30.0, 24).unwrap();
    let across = (TAU / 48.0).cos();
    assert_near(&thickness(&hub, &shaft, &shift(0.0, 0.0, 15.0), &options), 5e-4 * across, 1.2);
}

/// An upper bound that is known narrows the bounds, and ends the search as soon as a ball is within the ratio of it.
#[test]
fn a_known_upper_bound_saves_work() {
    let options = ThicknessOptions::default();
    let shaft = solid::cylinder(10.0, 30.0, 24).unwrap();
    let hub = solid::tube(10.0 - 5e-4, 20.0, 30.0, 24).unwrap();
    let pose = shift(0.0, 0.0, 15.0);
    let found = thickness(&hub, &shaft, &pose, &options);
    let known_upper = found.bounds.upper;
    let known = thickness(&hub, &shaft, &pose, &ThicknessOptions { known_upper, ..options });
    assert!(known.bounds.upper <= known_upper && known_upper <= 1.2 * known.bounds.lower, "{known:?}");
    let work = |found: &Thickness| found.cost.box_tests;
    assert!(2 * work(&known) < work(&found), "{known:?} {found:?}");
    // One that does not end the search is no worse than none.
    let wide = thickness(&hub, &shaft, &pose, &ThicknessOptions { known_upper: 1e3, ..options });
    assert_eq!(wide.bounds, found.bounds);
}

#[test]
fn what_is_apart_or_only_touches_has_no_thickness() {
    let options = ThicknessOptions { tolerance: Some(0.0), ..ThicknessOptions::default() };
    let block = cuboid([0.0; 3], [1.0; 3]);
    let sheet = Mesh::try_new(vec![DVec3::ZERO, DVec3::X, DVec3::Y], vec![[0, 1, 2]]).unwrap();
    for (other, pose) in [
        (&block, shift(1.0, 0.0, 0.0)),
        (&block, shift(1.0, 1.0, 1.0)),
        (&block, shift(3.0, 0.0, 0.0)),
        (&sheet, shift(0.0, 0.0, 0.5)),
    ] {
        let found = thickness(&block, other, &pose, &options);
        assert_eq!((found.bounds.lower, found.bounds.upper, found.centre), (0.0, 0.0, None));
        assert_eq!(found.decision, Some(ThicknessDecision::Allowed));
    }
}

/// A block with a small hole in a side, around and beside another block.
#[test]
fn nearly_closed_bodies_have_a_thickness_too() {
    let sphere = solid::icosphere(1.0, 2).unwrap();
    let open = Mesh::try_new(sphere.vertices().to_vec(), sphere.faces()[1..].to_vec()).unwrap();
    let block = cuboid([-0.25; 3], [0.25; 3]);
    let options = ThicknessOptions::default();
    for (pose, expected) in [(shift(0.0, 0.0, 0.0), 0.5), (shift(0.1, 0.0, 0.0), 0.5)] {
        let found = thickness(&open, &block, &pose, &options);
        assert!(matches!(found.inside, [InsideSource::Capped { opening }, InsideSource::Closed] if opening > 0.0));
        let capped = open.capped().unwrap();
        assert_eq!(thickness(&capped, &block, &pose, &options).bounds, found.bounds);
        check(&capped, &block, &pose, &found, &mut SplitMix64::new(5));
        assert!(found.bounds.lower > 0.4 && found.bounds.contains(expected), "{found:?}");
        let closed = thickness(&sphere, &block, &pose, &options);
        assert!(closed.bounds.lower <= found.bounds.upper && found.bounds.lower <= closed.bounds.upper);
    }
}

/// A face in a stack of layers within rounding of each other: just behind it is inside, and no farther than the next layer. Patches at a depth behind it are outside the body,
/// which nothing else tells.
#[test]
fn layers_within_rounding_do_not_spend_the_effort() {
    let block = cuboid([0.0; 3], [4.0; 3]);
    // So that the boxes of both bodies share more than the overlap.
    let pillar = cuboid([-2.0, 0.0, 0.0], [-1.0, 4.0, 8.0]);
    let other = cuboid([1.0, 1.0, 3.9], [3.0, 3.0, 8.0]);
    for gap in [1e-14, 1e-13, 1e-12] {
        let layer = cuboid([0.5, 0.5, 4.0 - 2.0 * gap], [3.5, 3.5, 4.0 - gap]);
        let hollow = layer.face_ids().map(|face| layer.triangle(face)).map(|[a, b, c]| [a, c, b]);
        let solids = [&block, &pillar].into_iter().flat_map(|mesh| mesh.face_ids().map(|face| mesh.triangle(face)));
        let triangles: Vec<_> = solids.chain(hollow).collect();
        let layered = Mesh::from_triangles(&triangles).unwrap();
        for (a, b) in [(&layered, &other), (&other, &layered)] {
            let found = thickness(a, b, &Pose::IDENTITY, &ThicknessOptions::default());
            assert_near(&found, 4.0 - 2.0 * gap - 3.9, 1.3);
            assert!(!found.effort_spent, "{gap} {found:?}");
        }
    }
}
