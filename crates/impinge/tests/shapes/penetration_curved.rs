//! Depths of curved shapes and of shapes with radii, against closed forms: bounds that hold, and as close as rounding allows.

use impinge::bounded::Bounded;
use impinge::convex::{Overlap, PenetrationOutcome, penetration, signed_distance};
use impinge::math::{DMat3, DVec3, Pose};
use impinge::shape::{Polytope, Rounded, Support};
use impinge_scenes::random::SplitMix64;

/// A round core: all points within the semi-axes' ellipsoid, for a cylinder within a disc times a segment.
#[derive(Clone, Copy, Debug)]
enum Round {
    Ellipsoid(DVec3),
    Cylinder { radius: f64, half: f64 },
}

impl Support for Round {
    fn support(&self, direction: DVec3, _hint: &mut u32) -> DVec3 {
        match *self {
            Self::Ellipsoid(axes) => (direction * axes).normalize_or_zero() * axes,
            Self::Cylinder { radius, half } => {
                let across = direction.with_z(0.0).normalize_or_zero() * radius;
                across.with_z(half.copysign(direction.z))
            }
        }
    }

    fn centre(&self) -> DVec3 {
        DVec3::ZERO
    }

    fn reach(&self) -> f64 {
        match *self {
            Self::Ellipsoid(axes) => axes.max_element(),
            Self::Cylinder { radius, half } => radius.hypot(half) * (1.0 + f64::EPSILON),
        }
    }
}

/// The hull of corners, rounded by a radius.
fn rounded(corners: &[DVec3], radius: f64) -> Rounded<Polytope> {
    Rounded::try_new(Polytope::try_new(corners).unwrap(), radius).unwrap()
}

/// The overlap, whose bounds hold and whose points are as far apart as it says.
fn deep(a: &impl Support, b: &impl Support, pose: &Pose, truth: f64) -> Overlap {
    let found = penetration(a, b, pose);
    let PenetrationOutcome::Deep(overlap) = found.outcome else { panic!("{found:?} for {truth}") };
    let Bounded { lower, value: best, upper } = overlap.depth;
    // The closed form is itself rounded.
    let rounding = 4.0 * f64::EPSILON * (a.reach() + b.reach() + a.radius() + b.radius() + pose.translation().length());
    assert!(lower <= truth + rounding && truth - rounding <= upper, "{found:?} for {truth}");
    assert!((lower..=upper).contains(&best));
    let apart = overlap.points[0] - overlap.points[1] - overlap.direction * best;
    // Between the bounds, the points are those of a chord.
    assert!(apart.length() < 1e-6 + 2.0 * (upper - lower), "{found:?}");
    let PenetrationOutcome::Deep(other) = penetration(b, a, &pose.inverse()).outcome else { panic!("{found:?}") };
    assert_eq!(other.depth, overlap.depth);
    let signed = signed_distance(a, b, pose);
    assert!(
        signed.distance.lower <= -truth + rounding && -truth - rounding <= signed.distance.upper,
        "{signed:?} for {truth}"
    );
    overlap
}

fn at(place: DVec3) -> Pose {
    Pose::from_translation(place).unwrap()
}

/// Along the axis the depth closes; across it a whole circle is equally deep, and the best guess is still right.
#[test]
fn coaxial_cylinders_have_the_depth_of_the_closed_form() {
    let mut random = SplitMix64::new(1);
    let mut seen = [0; 2];
    for round in 0..60 {
        let mut cylinder = || Round::Cylinder { radius: 0.3 + random.u(), half: 0.3 + random.u() };
        let (a, b) = (cylinder(), cylinder());
        let (Round::Cylinder { radius: r, half: h }, Round::Cylinder { radius: s, half: k }) = (a, b) else { continue };
        let shift = random.u() * (h + k);
        let turned = DMat3::from_rotation_z(random.u());
        let pose = Pose::try_new(if round % 2 == 0 { DMat3::IDENTITY } else { turned }, DVec3::Z * shift).unwrap();
        let (along, across) = (h + k - shift, r + s);
        let truth = along.min(across);
        let overlap = deep(&a, &b, &pose, truth);
        let size = a.reach() + b.reach() + shift;
        assert!((overlap.depth.value - truth).abs() <= 1e-12 * truth.max(1e-3 * size), "{overlap:?} for {truth}");
        if along < 0.99 * across {
            assert!(overlap.depth.upper - overlap.depth.lower <= 1e-12 * truth.max(1e-1 * size), "{overlap:?}");
            seen[0] += 1;
        } else {
            assert!(overlap.depth.lower >= 0.99 * truth, "{overlap:?}");
            seen[1] += 1;
        }
    }
    assert!(seen[0] > 15 && seen[1] > 5, "{seen:?}");
}

/// Round cores that meet at one point of each: the bounds close.
#[test]
fn balls_are_as_deep_as_their_radii_say() {
    let mut random = SplitMix64::new(2);
    for _ in 0..200 {
        let (r, s) = (0.2 + random.u(), 0.2 + random.u());
        let (a, b) = (Round::Ellipsoid(DVec3::splat(r)), Round::Ellipsoid(DVec3::splat(s)));
        let place = random.direction() * ((0.3 + 0.69 * random.u()) * (r + s));
        let truth = r + s - place.length();
        let overlap = deep(&a, &b, &at(place), truth);
        let open = overlap.depth.upper - overlap.depth.lower;
        assert!(open <= 1e-12 * truth.max(0.1 * (r + s)), "{open:e} {overlap:?} for {truth}");
    }
}

/// Apart, deep, or said to be open: never wrong near contact.
#[test]
fn balls_that_nearly_touch_are_never_misjudged() {
    let mut random = SplitMix64::new(3);
    let mut open = 0;
    for round in 0..300 {
        let (a, b) = (Round::Ellipsoid(DVec3::splat(1.0)), Round::Ellipsoid(DVec3::splat(0.5)));
        let gap = [1e-9, 1e-13, 1e-15, 0.0, -1e-15, -1e-13, -1e-9][round % 7];
        let pose = at(random.direction() * (1.5 + gap));
        match penetration(&a, &b, &pose).outcome {
            PenetrationOutcome::Apart { gap: found, .. } => assert!(gap > 0.0 && found <= gap + 1e-15),
            PenetrationOutcome::Deep(overlap) => {
                assert!(gap < 1e-15 && overlap.depth.lower <= -gap + 1e-15 && overlap.depth.upper >= -gap - 1e-15);
            }
            PenetrationOutcome::Undecided { upper, .. } => {
                assert!(gap.abs() < 1e-8 && upper >= -gap - 1e-15, "{gap}");
                open += 1;
            }
            PenetrationOutcome::Touching(_) => panic!("curved cores never touch for certain"),
        }
        let signed = signed_distance(&a, &b, &pose);
        assert!(signed.distance.lower <= gap + 1e-15 && gap - 1e-15 <= signed.distance.upper, "{signed:?} {gap}");
    }
    assert!((30..250).contains(&open), "{open}");
}

#[test]
fn radii_add_to_the_depth_of_cores() {
    let sphere = |radius| rounded(&[DVec3::ZERO], radius);
    let capsule = |along: DVec3, radius| rounded(&[-along, along], radius);
    let mut random = SplitMix64::new(4);
    // Concentric, eccentric and touching spheres.
    deep(&sphere(1.0), &sphere(0.5), &Pose::IDENTITY, 1.5);
    for _ in 0..50 {
        let (r, s) = (0.1 + random.u(), 0.1 + random.u());
        let place = random.direction() * ((r + s) * random.u());
        let overlap = deep(&sphere(r), &sphere(s), &at(place), r + s - place.length());
        assert!(overlap.depth.upper - overlap.depth.lower < 1e-12 * (r + s));
        let apart = penetration(&sphere(r), &sphere(s), &at(place.normalize() * ((r + s) * 1.01)));
        assert!(matches!(apart.outcome, PenetrationOutcome::Apart { gap, .. } if gap > 0.0099 * (r + s)));
    }
    let touching = penetration(&sphere(1.0), &sphere(0.5), &at(DVec3::X * 1.5)).outcome;
    assert!(matches!(touching, PenetrationOutcome::Touching(_)), "{touching:?}");
    // Crossed capsules, their segments apart by a little, or crossing, or one.
    let (x, y) = (capsule(DVec3::X, 0.25), capsule(DVec3::Y, 0.5));
    deep(&x, &y, &at(DVec3::Z * 0.125), 0.625);
    deep(&x, &y, &Pose::IDENTITY, 0.75);
    deep(&x, &x, &Pose::IDENTITY, 0.5);
    // Rounded cubes with their cores in each other.
    let sign = |i: u32, bit: u32| if i >> bit & 1 == 1 { 1.0 } else { -1.0 };
    let cube = rounded(&[0, 1, 2, 3, 4, 5, 6, 7].map(|i| DVec3::new(sign(i, 0), sign(i, 1), sign(i, 2))), 0.25);
    let overlap = deep(&cube, &cube, &at(DVec3::new(1.5, 0.25, 0.0)), 1.0);
    assert_eq!(overlap.direction, DVec3::X);
    deep(&cube, &sphere(0.5), &at(DVec3::new(0.5, 0.0, 0.0)), 1.25);
    deep(&cube, &sphere(0.5), &at(DVec3::new(1.0, 0.0, 0.0)), 0.75);
}

/// A shape that is flat and curved, a disc, against another in its plane and across it.
#[test]
fn discs_are_never_misjudged() {
    let disc = Round::Cylinder { radius: 1.0, half: 0.0 };
    let across = Pose::try_new(DMat3::from_cols(DVec3::Z, DVec3::X, DVec3::Y), DVec3::X * 0.5).unwrap();
    let found = penetration(&disc, &disc, &across);
    assert!(matches!(found.outcome, PenetrationOutcome::Deep(_)), "{found:?}");
    for (place, apart) in [(0.5, false), (1.999, false), (2.001, true), (3.0, true)] {
        let found = penetration(&disc, &disc, &at(DVec3::X * place));
        match found.outcome {
            PenetrationOutcome::Apart { .. } => assert!(apart, "{found:?}"),
            PenetrationOutcome::Undecided { upper, .. } => assert!(upper >= 0.0 && !apart, "{found:?}"),
            PenetrationOutcome::Deep(o) => assert!(o.depth.lower <= 0.0 && !apart, "{found:?}"),
            PenetrationOutcome::Touching(_) => panic!("{found:?}"),
        }
    }
}
