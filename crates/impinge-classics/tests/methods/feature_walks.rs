//! The feature walks against brute force over all pairs of faces: right from any start, at any pose, and with hand-overs that stay rare.

use impinge::convex::{FeaturePair, HullFeature, VoronoiCells, WalkEnd, WalkReport, lin_canny};
use impinge::cost::Cost;
use impinge::hull::Extent;
use impinge::math::predicates::orient3d;
use impinge::math::{DMat3, DQuat, DVec3, Pose};
use impinge::shape::Polytope;
use impinge::triangle_pair::{RoughDistance, Triangle, TriangleRelation, relate};
use impinge_classics::feature_walk::{LevelsOfDetail, swift, vclip};
use impinge_scenes::SplitMix64;

/// A polytope in every form the walks take.
struct Body {
    polytope: Polytope,
    levels: LevelsOfDetail,
}

impl Body {
    fn new(points: &[DVec3]) -> Self {
        let polytope = Polytope::try_new(points).unwrap();
        Self { levels: LevelsOfDetail::new(&polytope), polytope }
    }

    fn cells(&self) -> &VoronoiCells {
        self.levels.finest()
    }

    /// Points on an ellipsoid with semi-axes from 0.5 to 1.
    fn random(random: &mut SplitMix64, count: u64) -> Self {
        let axes = DVec3::new(random.between(0.5, 1.0), random.between(0.5, 1.0), random.between(0.5, 1.0));
        Self::new(&(0..count).map(|_| random.direction() * axes).collect::<Vec<_>>())
    }

    fn cuboid(half: DVec3) -> Self {
        let sign = |i: u32, k: u32| if i >> k & 1 == 1 { 1.0 } else { -1.0 };
        Self::new(&(0..8).map(|i| half * DVec3::new(sign(i, 0), sign(i, 1), sign(i, 2))).collect::<Vec<_>>())
    }

    /// Triangles that cover the surface, at their places; a segment or a point is a triangle without area.
    fn triangles(&self, place: impl Fn(DVec3) -> DVec3) -> Vec<Triangle> {
        let (surface, vertices) = (self.polytope.surface(), self.polytope.vertices());
        let posed: Vec<DVec3> = vertices.iter().map(|p| place(*p)).collect();
        if surface.faces().is_empty() {
            return vec![[posed[0], posed[posed.len() - 1], posed[posed.len() - 1]]];
        }
        let fan = |face: u32| {
            let corner = |e: u32| posed[surface.half_edges()[e as usize].origin as usize];
            let corners: Vec<DVec3> = surface.around_face(face).map(corner).collect();
            corners[1..].windows(2).map(|w| [corners[0], w[0], w[1]]).collect::<Vec<_>>()
        };
        (0..surface.faces().len() as u32).flat_map(fan).collect()
    }
}

/// Whether a point lies in a solid or on its boundary.
fn holds(solid: &[Triangle], p: DVec3) -> bool {
    solid.iter().all(|t| orient3d(t[0], t[1], t[2], p, &mut Cost::default()) <= 0)
}

/// The distance by brute force; 0 exactly if the bodies share a point.
fn truth(a: &Body, b: &Body, pose: &Pose) -> f64 {
    let (ta, tb) = (a.triangles(|p| p), b.triangles(|p| pose.transform_point(p)));
    let solid = |body: &Body| body.polytope.extent() == Extent::Solid;
    let nested = (solid(a) && holds(&ta, tb[0][0])) || (solid(b) && holds(&tb, ta[0][0]));
    let pairs = || ta.iter().flat_map(|s| tb.iter().map(move |t| (s, t)));
    if nested || pairs().any(|(s, t)| relate(s, t, &mut Cost::default()) != TriangleRelation::Disjoint) {
        return 0.0;
    }
    pairs().map(|(s, t)| RoughDistance::new(&[*s, *t]).closest_points().distance).fold(f64::INFINITY, f64::min)
}

const WALKS: [&str; 3] = ["Lin-Canny", "V-Clip", "SWIFT"];

fn walk(name: &str, a: &Body, b: &Body, pose: &Pose, kept: &mut FeaturePair) -> WalkReport {
    match name {
        "Lin-Canny" => lin_canny(a.cells(), b.cells(), pose, kept),
        "V-Clip" => vclip(a.cells(), b.cells(), pose, kept),
        _ => swift(&a.levels, &b.levels, pose, kept),
    }
}

/// Any features at all, some of which do not exist.
fn garbage(random: &mut SplitMix64) -> FeaturePair {
    let mut feature = || {
        let index = random.below(200) as u32;
        [HullFeature::Vertex(index), HullFeature::Edge(index), HullFeature::Face(index)][random.below(3) as usize]
    };
    FeaturePair { features: Some([feature(), feature()]) }
}

/// Holds a report to the truth, for bodies and poses of this size.
fn check(report: &WalkReport, truth: f64, size: f64, what: &str) {
    let WalkReport { distance, lower, points, .. } = *report;
    assert_eq!(distance == 0.0, truth == 0.0, "{what}: {report:?}, truth {truth:e}");
    assert!((distance - truth).abs() <= 1e-12 * truth, "{what}: {report:?}, truth {truth:e}");
    assert!(lower <= truth * (1.0 + 1e-15) && lower >= distance * (1.0 - 1.1e-12), "{what}: {report:?}");
    assert!((points[0].distance(points[1]) - distance).abs() <= 1e-14 * size, "{what}: {report:?}");
}

/// Exchanging the bodies and inverting the pose must change no bit.
fn check_symmetry(name: &str, [a, b]: [&Body; 2], pose: &Pose, start: FeaturePair, report: &WalkReport) {
    let mut kept = FeaturePair { features: start.features.map(|[x, y]| [y, x]) };
    let back = walk(name, b, a, &pose.inverse(), &mut kept);
    assert_eq!((back.end, back.distance.to_bits()), (report.end, report.distance.to_bits()), "{name}");
    assert_eq!((back.features[1], back.features[0]), (report.features[0], report.features[1]), "{name}");
    assert_eq!((back.lower.to_bits(), back.steps), (report.lower.to_bits(), report.steps), "{name}");
}

#[test]
fn random_hulls_from_any_start() {
    let mut random = SplitMix64::new(11);
    let (mut meeting, mut handed_over, count) = (0, [0; 3], 400);
    for i in 0..count {
        let sizes = [random.integer(4, 64) as u64, random.integer(4, 64) as u64];
        let [a, b] = sizes.map(|n| Body::random(&mut random, n));
        let shift = random.direction() * random.between(0.2, 2.2);
        let pose = Pose::from_quaternion(random.rotation(), shift).unwrap();
        let expected = truth(&a, &b, &pose);
        meeting += u32::from(expected == 0.0);
        for (k, name) in WALKS.into_iter().enumerate() {
            for start in [FeaturePair::default(), garbage(&mut random), garbage(&mut random)] {
                let mut kept = start;
                let report = walk(name, &a, &b, &pose, &mut kept);
                check(&report, expected, 4.0, &format!("{name}, pair {i} of {sizes:?} from {start:?}"));
                check_symmetry(name, [&a, &b], &pose, start, &report);
                handed_over[k] += u32::from(report.end == WalkEnd::HandedOver);
                let again = walk(name, &a, &b, &pose, &mut kept);
                check(&again, expected, 4.0, &format!("{name} again, pair {i}"));
                if report.end == WalkEnd::Converged {
                    assert_eq!((again.steps, again.features), (0, report.features), "{name}, pair {i}");
                }
            }
        }
    }
    let share = handed_over.map(|n| f64::from(n) / f64::from(3 * count));
    eprintln!("{meeting} of {count} pairs meet; handed over: {share:?} of {WALKS:?}");
    assert!((0.3..0.7).contains(&(f64::from(meeting) / f64::from(count))), "{meeting} of {count} pairs meet");
    assert!(share.iter().all(|s| *s < 0.03), "handed over: {share:?} of {WALKS:?}");
}

/// Boxes, prisms, flat hulls, segments and points on a lattice: everything parallel, touching, equal or nested that there is.
#[test]
fn lattice_bodies_in_every_degenerate_place() {
    let point = |x: i32, y: i32, z: i32| DVec3::new(f64::from(x), f64::from(y), f64::from(z)) * 0.5;
    let bodies = [
        Body::cuboid(DVec3::ONE),
        Body::cuboid(DVec3::new(0.5, 1.0, 2.0)),
        Body::new(&[point(0, 0, 0), point(2, 0, 0), point(0, 2, 0), point(0, 0, 2)]),
        Body::new(&[point(2, 0, 0), point(-2, 0, 0), point(0, 2, 0), point(0, -2, 0), point(0, 0, 2), point(0, 0, -2)]),
        Body::new(&[point(-2, -2, 0), point(2, -2, 0), point(2, 2, 0), point(-2, 2, 0)]),
        Body::new(&[point(0, 0, 0), point(3, 0, 0), point(0, 3, 0)]),
        Body::new(&[point(-2, 0, 0), point(2, 0, 0)]),
        Body::new(&[point(0, 0, 0), point(1, 2, 3)]),
        Body::new(&[point(1, 0, 0)]),
    ];
    let turns = [
        DMat3::IDENTITY,
        DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z),
        DMat3::from_cols(DVec3::Y, DVec3::Z, DVec3::X),
        DMat3::from_cols(-DVec3::X, DVec3::Y, -DVec3::Z),
    ];
    let mut random = SplitMix64::new(12);
    let mut ends = [0_u32; 3];
    let mut meeting = 0;
    for round in 0..2_500 {
        let [a, b] = [0; 2].map(|_| &bodies[random.below(bodies.len() as u64) as usize]);
        let mut step = || random.integer(-3, 3) as i32;
        let shift = point(step(), step(), step());
        let pose = Pose::try_new(turns[random.below(4) as usize], shift).unwrap();
        let expected = truth(a, b, &pose);
        meeting += u32::from(expected == 0.0);
        for name in WALKS {
            let start = garbage(&mut random);
            let report = walk(name, a, b, &pose, &mut start.clone());
            check(&report, expected, 4.0, &format!("{name}, round {round}, {pose:?}, from {start:?}"));
            check_symmetry(name, [a, b], &pose, start, &report);
            ends[report.end as usize] += 1;
        }
    }
    eprintln!("{meeting} of 2500 pairs meet; converged, penetrating, handed over: {ends:?}");
    assert!((750..1_750).contains(&meeting), "{meeting} of 2500 pairs meet");
    assert!(ends.iter().all(|n| *n > 100), "every ending must be met: {ends:?}");
}

/// From every pair of features of a box and a small hull, at poses from far apart to concentric.
#[test]
fn every_start_leads_to_the_same_answer() {
    let mut random = SplitMix64::new(13);
    let (a, b) = (Body::cuboid(DVec3::new(1.0, 0.5, 0.25)), Body::random(&mut random, 9));
    let mut walks = 0;
    for k in 0..12 {
        let shift = random.direction() * (f64::from(k) * 0.2);
        let pose = Pose::from_quaternion(random.rotation(), shift).unwrap();
        let expected = truth(&a, &b, &pose);
        for x in a.cells().features() {
            for y in b.cells().features() {
                for name in WALKS {
                    let report = walk(name, &a, &b, &pose, &mut FeaturePair { features: Some([x, y]) });
                    check(&report, expected, 4.0, &format!("{name} from {x:?} {y:?}"));
                    walks += 1;
                }
            }
        }
    }
    assert!(walks > 20_000, "{walks}");
}

/// Gaps and overlaps from wide to one rounding, bodies of very different sizes: proved or handed over, always right.
#[test]
fn small_gaps_and_mixed_scales() {
    let mut random = SplitMix64::new(14);
    let mut ends = [0_u32; 3];
    for i in 0..120 {
        let scale = 10f64.powi(random.integer(-6, 6) as i32);
        let a = Body::random(&mut random, 24);
        let points: Vec<DVec3> = (0..24).map(|_| random.direction() * scale).collect();
        let b = Body::new(&points);
        let (turn, direction) = (random.rotation(), random.direction());
        let at = |s: f64| Pose::from_quaternion(turn, direction * s).unwrap();
        // Marched to contact, then drawn back by a gap.
        let (mut near, mut far) = (0.0, 3.0 + 3.0 * scale);
        for _ in 0..60 {
            let middle = 0.5 * (near + far);
            let report = walk("Lin-Canny", &a, &b, &at(middle), &mut FeaturePair::default());
            if report.distance > 0.0 { far = middle } else { near = middle }
        }
        let gap = 10f64.powi(-(i % 16));
        for pose in [at(far + gap), at(near - gap * near.min(1.0))] {
            let expected = truth(&a, &b, &pose);
            for name in WALKS {
                let report = walk(name, &a, &b, &pose, &mut garbage(&mut random));
                assert_eq!(report.distance == 0.0, expected == 0.0, "{name} {i}: {report:?}, truth {expected:e}");
                // The brute force compares its candidates in doubles: below this they are all alike to it.
                if expected > 1e-9 * (1.0 + scale) {
                    check(&report, expected, 4.0 * (1.0 + scale), &format!("{name}, pair {i}, scale {scale}"));
                }
                ends[report.end as usize] += 1;
            }
        }
    }
    eprintln!("converged, penetrating, handed over: {ends:?}");
    assert!(ends.iter().all(|n| *n > 100), "{ends:?}");
}

/// One degree and half a degree of arc a step: few steps a call, and the three walks agree to the last digits.
#[test]
fn coherent_motion_takes_few_steps() {
    let mut random = SplitMix64::new(15);
    for count in [8, 32, 128, 512] {
        let (mut steps, mut calls, mut handed_over) = ([0_u32; 3], 0, 0);
        for _ in 0..4 {
            let [a, b] = [0; 2].map(|_| Body::random(&mut random, count));
            let (axis, turn, from) = (random.direction(), random.rotation(), random.direction());
            let (side, away) = (from.any_orthonormal_vector(), random.between(0.5, 2.2));
            let mut kept = [FeaturePair::default(); 3];
            for k in 0..200 {
                let (angle, arc) = (f64::from(k).to_radians(), (0.5 * f64::from(k)).to_radians());
                let shift = (from * arc.cos() + side * arc.sin()) * away;
                let pose = Pose::from_quaternion(DQuat::from_axis_angle(axis, angle) * turn, shift).unwrap();
                let reports: Vec<_> = (0..3).map(|i| walk(WALKS[i], &a, &b, &pose, &mut kept[i])).collect();
                for (i, report) in reports.iter().enumerate() {
                    check(report, reports[0].distance, 4.0, WALKS[i]);
                    steps[i] += if k > 0 { report.steps } else { 0 };
                    handed_over += u32::from(report.end == WalkEnd::HandedOver);
                }
                calls += 1;
            }
        }
        eprintln!("{count} vertices: {steps:?} steps of {WALKS:?} in {calls} calls, {handed_over} handed over");
        assert!(steps.iter().all(|s| f64::from(*s) < 2.0 * f64::from(calls)), "{count}: {steps:?} in {calls} calls");
        assert!(handed_over * 50 < calls * 3, "{count}: {handed_over} handed over of {}", calls * 3);
    }
}

/// Needles, wafers, bodies far from their origin, matrices of six digits: proved where doubles can, handed over where not, never wrong.
#[test]
fn thin_far_and_roughly_posed() {
    let mut random = SplitMix64::new(16);
    let mut ends = [0_u32; 3];
    for i in 0..240 {
        let thin = [DVec3::new(1.0, 1e-3, 1e-6), DVec3::new(1.0, 1.0, 1e-9), DVec3::ONE, DVec3::ONE][i % 4];
        let far = if i % 4 == 2 { DVec3::new(1e5, -2e5, 3e5) } else { DVec3::ZERO };
        let mut body = || Body::new(&(0..20).map(|_| random.direction() * thin + far).collect::<Vec<_>>());
        let (a, b) = (body(), body());
        let turn = DMat3::from_quat(random.rotation());
        let digits = |v: DVec3| DVec3::from_array(v.to_array().map(|x| (x * 1e6).round() / 1e6));
        let rough = DMat3::from_cols(digits(turn.x_axis), digits(turn.y_axis), digits(turn.z_axis));
        let turn = if i % 4 == 3 { rough } else { turn };
        let shift = far - turn * far + random.direction() * random.between(0.1, 2.5);
        let pose = Pose::try_new(turn, shift).unwrap();
        let expected = truth(&a, &b, &pose);
        for name in WALKS {
            let start = garbage(&mut random);
            let report = walk(name, &a, &b, &pose, &mut start.clone());
            check(&report, expected, 4.0 + far.length(), &format!("{name}, pair {i}"));
            check_symmetry(name, [&a, &b], &pose, start, &report);
            ends[report.end as usize] += 1;
        }
    }
    eprintln!("converged, penetrating, handed over: {ends:?}");
    assert!(ends.iter().all(|n| *n > 20), "{ends:?}");
}

/// Each level is the hull of vertices of the one before, a quarter of them or so, down to a few.
#[test]
fn levels_shrink_to_a_few_vertices() {
    let mut random = SplitMix64::new(17);
    let sizes: Vec<usize> = Body::random(&mut random, 4_096).levels.sizes().collect();
    assert_eq!(sizes[0], 4_096);
    assert!(sizes.windows(2).all(|w| 2 * w[1] < w[0]) && sizes.len() >= 5, "{sizes:?}");
    assert!(*sizes.last().unwrap() <= 24, "{sizes:?}");
    assert_eq!(Body::cuboid(DVec3::ONE).levels.sizes().collect::<Vec<_>>(), [8]);
}

/// At both ends of the exact range, where products of four coordinates leave that of doubles.
#[test]
fn extreme_scales() {
    let mut random = SplitMix64::new(18);
    let (mut meeting, mut handed_over) = (0, 0);
    for i in 0..60 {
        let scale = [2f64.powi(290), 2f64.powi(-240)][i % 2];
        let mut body = || Body::new(&(0..12).map(|_| random.direction() * scale).collect::<Vec<_>>());
        let (a, b) = (body(), body());
        let shift = random.direction() * random.between(0.5, 2.5) * scale;
        let pose = Pose::from_quaternion(random.rotation(), shift).unwrap();
        let expected = truth(&a, &b, &pose);
        meeting += u32::from(expected == 0.0);
        for name in WALKS {
            let report = walk(name, &a, &b, &pose, &mut garbage(&mut random));
            check(&report, expected, 4.0 * scale, &format!("{name}, pair {i}"));
            handed_over += u32::from(report.end == WalkEnd::HandedOver);
        }
    }
    assert!((15..45).contains(&meeting) && handed_over < 18, "{meeting} of 60, {handed_over} of 180 handed over");
}
