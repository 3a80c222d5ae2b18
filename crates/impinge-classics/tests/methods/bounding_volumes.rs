//! Every bounding volume is conservative: it holds its points, never separates what shares a point, never bounds a distance
//! from above. On random, flat, thin, single, far-away, huge and tiny points, at random, exact and slightly skewed poses.

use impinge::math::{DMat3, DQuat, DVec3, Pose};
use impinge_classics::hierarchy::bounding_volume::{
    Aabb, BoundingVolume, Kdop14, Kdop18, Kdop26, Obb, OrientedFit, RelativePose, Rss, Sphere,
};
use impinge_scenes::SplitMix64;

/// Points of one of several shapes, of size 1 about the origin.
fn shape(kind: usize, random: &mut SplitMix64) -> Vec<DVec3> {
    let mut point =
        || DVec3::from_array([random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0)]);
    let (p, q, r) = (point(), point(), point());
    match kind % 6 {
        0 => (0..12).map(|_| point()).collect(),
        1 => (0..9).map(|_| p + q * point().x + r * point().y).collect(), // in a plane
        2 => (0..5).map(|_| p + q * point().x).collect(),                 // on a line
        3 => vec![p; 3],
        4 => (0..8).map(|_| point() * DVec3::new(1.0, 1e-7, 1e-13)).collect(),
        _ => vec![p, q, r],
    }
}

/// A pose: random, a quarter turn, none, or a matrix printed with five digits.
fn pose(kind: usize, scale: f64, random: &mut SplitMix64) -> Pose {
    let mut part = || random.between(-1.0, 1.0);
    let turn = DQuat::from_xyzw(part(), part(), part(), part() + 1.5).normalize();
    let shift = DVec3::new(part(), part(), part()) * scale * [0.1, 1.0, 3.0, 1.5][kind / 4 % 4];
    let printed = |m: DMat3| DMat3::from_cols_array(&m.to_cols_array().map(|x| (x * 2e5).round() / 2e5));
    match kind % 4 {
        0 => Pose::from_quaternion(turn, shift).unwrap(),
        1 => Pose::try_new(DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z), shift).unwrap(),
        2 => Pose::from_translation(shift).unwrap(),
        _ => Pose::try_new(printed(DMat3::from_quat(turn)), shift).unwrap_or(Pose::IDENTITY),
    }
}

/// What volumes of two sets of points say, against what the points themselves say.
struct Tally {
    apart: u32,
    bounded: u32,
    tight: u32,
}

fn check<V: BoundingVolume>(tally: &mut Tally, a: &[DVec3], b: &[DVec3], pose: &Pose, fit: OrientedFit) {
    let relative = RelativePose::new((!pose.is_identity()).then_some(pose), &Aabb::of_points(a), &Aabb::of_points(b));
    let tests = V::tests(&relative);
    let (own, other) = (V::around(a, fit), V::around(b, fit));
    let posed: Vec<DVec3> = b.iter().map(|p| pose.transform_point(*p)).collect();
    // Convex volumes hold the hulls of their points: the least distance of hulls is at most that of points and middles.
    let middle = |points: &[DVec3]| points.iter().sum::<DVec3>() / points.len() as f64;
    let (mut of_a, mut of_b) = (a.to_vec(), posed.clone());
    of_a.push(middle(a));
    of_b.push(middle(&posed));
    let pairs = || of_a.iter().flat_map(|p| of_b.iter().map(move |q| (*p - *q).length()));
    let nearest = pairs().fold(f64::INFINITY, f64::min);
    let farthest = pairs().fold(0.0, f64::max);
    let bound = own.distance_bound(&other, &tests);
    assert!(bound <= nearest, "{bound} > {nearest}: {own:?} {other:?} {pose:?}");
    let overlap = own.overlap(&other, &tests);
    assert!(overlap || nearest > 0.0, "{own:?} {other:?} {pose:?}");
    // The same in one frame.
    let carried = other.carried(&tests);
    let rest = V::tests(&relative.at_rest());
    assert!(own.distance_bound(&carried, &rest) <= nearest);
    assert!(own.overlap(&carried, &rest) || nearest > 0.0);
    // Each point of B, as a volume of its own, touches B's volume: in its own frame, where it is posed, and carried.
    let still = V::tests(&RelativePose::new(None, &Aabb::of_points(b), &Aabb::of_points(b)));
    let there = RelativePose::new((!pose.is_identity()).then_some(pose), &Aabb::of_points(&posed), &Aabb::of_points(b));
    let (moved, at_rest) = (V::tests(&there), V::tests(&there.at_rest()));
    let moved_other = other.carried(&moved);
    for (p, place) in b.iter().zip(posed) {
        let alone = V::around(&[*p], fit);
        assert!(other.overlap(&alone, &still) && other.distance_bound(&alone, &still) <= 0.0, "{other:?} {p}");
        let alone = V::around(&[place], fit);
        assert!(alone.overlap(&other, &moved) && alone.distance_bound(&other, &moved) <= 0.0, "{other:?} {place}");
        assert!(alone.overlap(&moved_other, &at_rest), "{moved_other:?} {place}");
        assert!(carried.may_meet(&[place; 3], relative.slack()), "{carried:?} {place}");
        assert!(own.may_meet(&[a[0], place, place], relative.slack()), "{own:?} {place}");
    }
    tally.apart += u32::from(!overlap);
    tally.bounded += u32::from(bound > 0.0);
    tally.tight += u32::from(bound > 0.5 * nearest && bound > 1e-3 * farthest);
}

fn every_volume(
    mut each: impl FnMut(&'static str, &mut dyn FnMut(&mut Tally, &[DVec3], &[DVec3], &Pose, OrientedFit)),
) {
    each("aabb", &mut check::<Aabb>);
    each("obb", &mut check::<Obb>);
    each("sphere", &mut check::<Sphere>);
    each("14-dop", &mut check::<Kdop14>);
    each("18-dop", &mut check::<Kdop18>);
    each("26-dop", &mut check::<Kdop26>);
    each("rss", &mut check::<Rss>);
}

#[test]
fn volumes_are_conservative() {
    every_volume(|name, check| {
        let mut random = SplitMix64::new(77);
        let mut tally = Tally { apart: 0, bounded: 0, tight: 0 };
        for i in 0..3_000 {
            let scale = [1.0, 1.0, 2f64.powi(290), 2f64.powi(-290)][i / 7 % 4];
            let far = if i % 11 == 0 { DVec3::splat(1e6 * scale) } else { DVec3::ZERO };
            let of = |points: Vec<DVec3>, shift: DVec3| points.iter().map(|p| *p * scale + shift).collect::<Vec<_>>();
            let pose = pose(i, scale, &mut random);
            // B is far in its own frame, too, and comes back near A.
            let a = of(shape(i, &mut random), far);
            let b = of(shape(i / 6, &mut random), if i % 22 == 0 { -far } else { far * 0.0 });
            let fit = [OrientedFit::Vertices, OrientedFit::Hull, OrientedFit::Area][i % 3];
            check(&mut tally, &a, &b, &pose, fit);
            if i % 5 == 0 {
                // A shares a point with posed B.
                let mut a = a;
                a.push(pose.transform_point(b[0]));
                check(&mut tally, &a, &b, &pose, fit);
            }
        }
        let Tally { apart, bounded, tight } = tally;
        assert!(apart > 700 && bounded > 600 && tight > 300, "{name}: {apart} apart, {bounded} bounded, {tight} tight");
        assert!(apart < 3_000, "{name}: {apart} apart");
    });
}

/// Oriented boxes are told apart exactly when they are: a gap of a hundredth along each of the 15 axes is seen.
#[test]
fn boxes_are_separated_along_all_fifteen_axes() {
    let corners = |half: DVec3| -> Vec<DVec3> {
        (0..8).map(|i| half * DVec3::new([-1.0, 1.0][i % 2], [-1.0, 1.0][i / 2 % 2], [-1.0, 1.0][i / 4])).collect()
    };
    let (half_a, half_b) = (DVec3::new(1.0, 2.0, 3.0), DVec3::new(1.5, 0.5, 2.5));
    let (a, b) = (Obb::along(DMat3::IDENTITY, &corners(half_a)), Obb::along(DMat3::IDENTITY, &corners(half_b)));
    let turn = DMat3::from_rotation_x(0.7) * DMat3::from_rotation_y(0.5) * DMat3::from_rotation_z(0.9);
    let faces = (0..3).flat_map(|i| [DMat3::IDENTITY.col(i), turn.col(i)]);
    let edges = (0..9).map(|i| DMat3::IDENTITY.col(i / 3).cross(turn.col(i % 3)).normalize());
    let mut decided_by_edges = 0;
    for (i, axis) in faces.chain(edges).enumerate() {
        let reach = half_a.dot(axis.abs()) + half_b.dot((turn.transpose() * axis).abs());
        let test = |gap: f64| {
            let pose = Pose::try_new(turn, axis * (reach + gap)).unwrap();
            let bounds = [half_a, half_b].map(|h| Aabb { min: -h, max: h });
            let relative = RelativePose::new(Some(&pose), &bounds[0], &bounds[1]);
            (a.overlap(&b, &relative), a.distance_bound(&b, &relative))
        };
        let (overlap, bound) = test(0.01);
        assert!(!overlap && bound > 0.0099, "axis {i}: {bound}");
        decided_by_edges += u32::from(i >= 6);
    }
    assert_eq!(decided_by_edges, 9);
}

/// Boxes that are not separated do meet: going back and forth between the nearest points ends in one place.
#[test]
fn boxes_that_overlap_have_a_common_point() {
    let mut random = SplitMix64::new(8);
    let (mut meet, mut total) = (0, 0);
    for _ in 0..400 {
        let mut part = |low: f64, high: f64| random.between(low, high);
        let turn = DQuat::from_xyzw(part(-1.0, 1.0), part(-1.0, 1.0), part(-1.0, 1.0), 0.4).normalize();
        let shift = DVec3::new(part(-2.0, 2.0), part(-2.0, 2.0), part(-2.0, 2.0));
        let pose = Pose::from_quaternion(turn, shift).unwrap();
        let [p, q] = [0, 1].map(|_| DVec3::new(part(0.1, 1.5), part(0.1, 1.5), part(0.1, 1.5)));
        let [a, b] = [p, q].map(|half| Obb::along(DMat3::IDENTITY, &[-half, half]));
        let bounds = [p, q].map(|half| Aabb { min: -half, max: half });
        let overlap = a.overlap(&b, &RelativePose::new(Some(&pose), &bounds[0], &bounds[1]));
        let (rotation, mut point) = (pose.rotation(), DVec3::ZERO);
        let mut gap = f64::INFINITY;
        for _ in 0..3_000 {
            let in_b = (rotation.transpose() * (point - shift)).clamp(-q, q);
            let in_a = rotation * in_b + shift;
            point = in_a.clamp(-p, p);
            gap = (point - in_a).length();
        }
        assert!(if overlap { gap < 1e-3 } else { gap > 0.0 }, "{gap} {pose:?} {p} {q}");
        meet += u32::from(overlap);
        total += 1;
    }
    assert!(meet * 10 > total * 3 && meet * 10 < total * 8, "{meet} of {total}");
}

/// A swept rectangle is as far from another as the rectangles are, less the radii: against a search over their points.
#[test]
fn swept_rectangles_know_their_distance() {
    let mut random = SplitMix64::new(5);
    let mut apart = 0;
    for i in 0..300 {
        let mut part = |size: f64| random.between(-size, size);
        let turn = DQuat::from_xyzw(part(1.0), part(1.0), part(1.0), 0.3).normalize();
        let pose = Pose::from_quaternion(turn, DVec3::new(part(1.2), part(1.2), part(1.2))).unwrap();
        let corners = |x: f64, y: f64| [[-x, -y], [x, -y], [x, y], [-x, y]].map(|[x, y]| DVec3::new(x, y, 0.0));
        let (a, b) = (corners(1.0, 0.5 + part(0.4)), corners(0.7, 1.1 + part(0.4)));
        let [p, q] = [&a, &b].map(|points| Rss::along(DMat3::IDENTITY, points));
        let relative = RelativePose::new(Some(&pose), &Aabb::of_points(&a), &Aabb::of_points(&b));
        let bound = p.distance_bound(&q, &relative);
        let grid = |c: [DVec3; 4]| {
            (0..=40).flat_map(move |i| {
                (0..=40)
                    .map(move |j| c[0] + (c[1] - c[0]) * (f64::from(i) / 40.0) + (c[3] - c[0]) * (f64::from(j) / 40.0))
            })
        };
        let nearest_in_a = |q: DVec3| (q.clamp(a[0], a[2]) - q).length();
        let sampled = grid(b).map(|q| nearest_in_a(pose.transform_point(q))).fold(f64::INFINITY, f64::min);
        assert!(bound <= sampled + 1e-12, "{i}: {bound} {sampled}");
        if bound > 0.0 {
            assert!(bound > sampled - 0.06, "{i}: {bound} {sampled}");
        } else {
            assert!(sampled < 0.06, "{i}: {bound} {sampled}");
        }
        apart += u32::from(bound > 0.0);
    }
    assert!((100..290).contains(&apart), "{apart}");
}
