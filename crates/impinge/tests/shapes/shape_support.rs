//! Farthest points of every shape and adaptor: against closed forms in 106 bits at scales 1e-6 to 1e6, and along directions of any length.

use impinge::math::double_double::DoubleDouble;
use impinge::math::{DMat3, DVec3, Pose};
use impinge::shape::{
    Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Inflated, MinkowskiDifference, Point, Polytope, Posed, Rounded,
    Segment, Shape, Sphere, Support, Swept, Triangle,
};
use impinge_scenes::SplitMix64;

fn wide(x: f64) -> DoubleDouble {
    DoubleDouble::difference(x, 0.0)
}

/// The root to about 100 bits: one step of Newton's method from the rounded one.
fn root(x: DoubleDouble) -> DoubleDouble {
    let near = x.to_double().sqrt();
    if near == 0.0 {
        return wide(0.0);
    }
    let rest = (x - wide(near) * wide(near)).to_double() / (2.0 * near);
    wide(near) + wide(rest)
}

fn length(terms: &[f64]) -> DoubleDouble {
    root(terms.iter().map(|x| wide(*x) * wide(*x)).fold(wide(0.0), |sum, x| sum + x))
}

fn dot(p: DVec3, q: DVec3) -> DoubleDouble {
    wide(p.x) * wide(q.x) + wide(p.y) * wide(q.y) + wide(p.z) * wide(q.z)
}

/// Directions with a largest component of 1: along axes, nearly along them, and everywhere else.
fn directions(random: &mut SplitMix64) -> Vec<DVec3> {
    let mut all = vec![];
    for axis in DVec3::AXES {
        for tiny in [0.0, 1e-160, 1e-300, 1e-16, -1e-8, 5e-324] {
            let near = axis + DVec3::new(tiny, -tiny, tiny) * (DVec3::ONE - axis);
            all.extend([near, -near]);
        }
    }
    for _ in 0..300 {
        let d = random.direction();
        all.push(d / d.abs().max_element());
    }
    all
}

/// The point is where it should be, and as far along the direction as can be, within the stated error.
fn check(shape: &impl Support, d: DVec3, farthest: DoubleDouble, off_surface: impl Fn(DVec3) -> f64) {
    for scale in [1.0, 1e300, 1e-300, 1e160, 1e-160] {
        // Small components may be lost in the small directions, but then they are nothing beside the large one.
        let p = shape.support(d * scale, &mut 0);
        let short = (farthest - dot(d, p)).to_double() / d.length();
        let error = shape.support_error();
        let reach = shape.centre().length() + shape.reach();
        assert!(error > 0.0 && error < 1e-14 * reach, "the stated error is a few roundings");
        assert!(short.abs() <= error, "short by {short:e} of {error:e} along {d:?} * {scale:e}");
        assert!(off_surface(p).abs() <= error, "off by {:e} of {error:e} along {d:?} * {scale:e}", off_surface(p));
    }
}

#[test]
fn curved_shapes_keep_their_stated_error() {
    let mut random = SplitMix64::new(41);
    for k in [-6, -3, 0, 2, 6] {
        let unit = 10f64.powi(k);
        for _ in 0..5 {
            let mut part = || unit * 10f64.powf(random.between(-2.0, 0.0));
            let (h, r, e) = (part(), part(), DVec3::new(part(), part(), part()));
            let (cylinder, cone) = (Cylinder::try_new(h, r).unwrap(), Cone::try_new(h, r).unwrap());
            let ellipsoid = Ellipsoid::try_new(e).unwrap();
            for d in directions(&mut random) {
                let rho = length(&[d.x, d.y]);
                let (across, along) = (wide(r) * rho, wide(h) * wide(d.z));
                let upright = wide(h) * wide(d.z.abs());
                // Off the rim, or the axis for the middle of a base.
                let off_rim = |p: DVec3| {
                    let out = length(&[p.x, p.y]);
                    if out.to_double() == 0.0 { 0.0 } else { (out - wide(r)).to_double() }
                };
                check(&cylinder, d, across + upright, |p| off_rim(p).max(p.z.abs() - h));
                let (apex, rim) = (along, across - along);
                let farthest = if (apex - rim).to_double() >= 0.0 { apex } else { rim };
                check(&cone, d, farthest, |p| if p.z == h { p.truncate().length() } else { off_rim(p).max(-h - p.z) });
                let through = length(&[0, 1, 2].map(|k| (wide(e[k]) * wide(d[k])).to_double()));
                // In units of the semi-axes the point is on the unit sphere; off by a share of its length.
                check(&ellipsoid, d, through, |p| (length(&(p / e).to_array()) - wide(1.0)).to_double() * p.length());
            }
        }
    }
}

/// One of each kind, of a size, and everything rounded too.
fn zoo(random: &mut SplitMix64, scale: f64) -> Vec<Shape> {
    let mut part = || scale * 10f64.powf(random.between(-1.5, 0.0));
    let mut point = || DVec3::new(part() - 0.4 * scale, part() - 0.3 * scale, part() - 0.2 * scale);
    let (a, b, c, d) = (point(), point(), point(), point());
    let cloud: Vec<DVec3> = (0..12).map(|_| point()).collect();
    let plain: Vec<Shape> = vec![
        Point::try_new(a).unwrap().into(),
        Segment::try_new(a, b).unwrap().into(),
        Triangle::try_new([a, b, c]).unwrap().into(),
        Sphere::try_new(part()).unwrap().into(),
        Capsule::try_new(part(), part()).unwrap().into(),
        Cuboid::try_new(DVec3::new(part(), part(), part())).unwrap().into(),
        Cylinder::try_new(part(), part()).unwrap().into(),
        Cone::try_new(part(), part()).unwrap().into(),
        Ellipsoid::try_new(DVec3::new(part(), part(), part())).unwrap().into(),
        Polytope::try_new(&cloud).unwrap().into(),
        Polytope::try_new(&[a, b, c, d]).unwrap().into(),
    ];
    let rounded: Vec<Shape> = plain.iter().map(|s| s.clone().rounded(part()).unwrap()).collect();
    plain.into_iter().chain(rounded).collect()
}

/// The value of the farthest point of the core, direction of length about 1.
fn value(shape: &impl Support, d: DVec3) -> f64 {
    d.dot(shape.support(d, &mut 0))
}

#[test]
fn corners_are_the_farthest_points() {
    let mut random = SplitMix64::new(5);
    for scale in [1e-6, 1.0, 1e6] {
        for shape in zoo(&mut random, scale) {
            let corners: Vec<DVec3> = (0..shape.corner_count()).map(|i| shape.corner(i)).collect();
            assert_eq!(shape.corner(shape.corner_count()), shape.centre());
            for corner in &corners {
                assert!(corner.distance(shape.centre()) <= shape.reach());
            }
            for d in directions(&mut random).into_iter().filter(|_| !corners.is_empty()) {
                let mut hint = 123_456;
                let p = shape.support(d, &mut hint);
                assert_eq!(shape.corner(hint), p, "the hint is the corner that was found");
                let best = corners.iter().map(|c| d.dot(*c)).fold(f64::NEG_INFINITY, f64::max);
                assert!((best - d.dot(p)).abs() <= 1e-15 * 4.0 * (shape.centre().length() + shape.reach()));
                assert_eq!(shape.support_error(), 0.0);
            }
        }
    }
}

#[test]
fn any_direction_has_an_answer() {
    let mut random = SplitMix64::new(6);
    for shape in zoo(&mut random, 1.0) {
        let size = shape.centre().length() + shape.reach() * (1.0 + 1e-14);
        let huge = DVec3::new(f64::MAX, -f64::MAX, f64::MAX);
        for d in [DVec3::ZERO, DVec3::NAN, DVec3::INFINITY, huge, DVec3::splat(5e-324), -DVec3::ZERO] {
            let p = shape.support(d, &mut u32::MAX.clone());
            assert!(p.is_finite() && p.length() <= size, "{shape:?} {d:?} {p:?}");
        }
    }
}

#[test]
fn adaptors_add_up() {
    let mut random = SplitMix64::new(7);
    let shapes = zoo(&mut random, 1.0);
    let skewed = DMat3::from_rotation_y(0.3) * (1.0 + 4e-6);
    for (i, a) in shapes.iter().enumerate() {
        let b = &shapes[(i * 7 + 3) % shapes.len()];
        let shift = DVec3::new(random.between(-9.0, 9.0), 2.0, random.between(-1.0, 1.0));
        let turn = Pose::from_quaternion(random.rotation(), shift).unwrap();
        for pose in [turn, turn.inverse(), Pose::IDENTITY, Pose::try_new(skewed, shift).unwrap().inverse()] {
            let along = random.direction() * 3.0;
            let posed = Posed::new(a, pose);
            let swept = Swept::try_new(a, along).unwrap();
            let inflated = Inflated::try_new(a, 0.25).unwrap();
            let rounded = Rounded::try_new(a, 0.25).unwrap();
            let difference = MinkowskiDifference::new(a, b);
            for d in directions(&mut random).into_iter().filter(|d| d.length() > 0.5).step_by(7) {
                let d = d.normalize();
                // A pose moves the plane d · x = h: M x + t has the farthest value h(Mᵀ d) + d · t.
                let origin = pose.transform_point(DVec3::ZERO);
                let matrix =
                    DMat3::from_cols_array_2d(&DVec3::AXES.map(|e| (pose.transform_point(e) - origin).to_array()));
                let wanted = value(a, matrix.transpose() * d) + d.dot(origin);
                assert!((value(&posed, d) - wanted).abs() < 1e-14 * 20.0);
                assert!((value(&swept, d) - value(a, d) - d.dot(along).max(0.0)).abs() < 1e-14);
                assert!((value(&inflated, d) - value(a, d) - rounded.radius()).abs() < 1e-14);
                assert!((value(&difference, d) - value(a, d) - value(b, -d)).abs() < 1e-14);
                for (shape, name) in [
                    (&posed as &dyn Support, "posed"),
                    (&swept, "swept"),
                    (&inflated, "inflated"),
                    (&difference, "difference"),
                ] {
                    let mut hint = random.next() as u32;
                    let p = shape.support(d, &mut hint);
                    assert!(shape.corner_count() == 0 || shape.corner(hint) == p, "{name}");
                    assert!(p.distance(shape.centre()) <= shape.reach() + shape.support_error(), "{name}");
                    assert!(shape.support_error() < 1e-12);
                }
            }
            assert_eq!(swept.corner_count(), 2 * a.corner_count());
            assert_eq!(difference.corner_count(), a.corner_count() * b.corner_count());
            assert_eq!((posed.corner_count(), inflated.corner_count()), (a.corner_count(), 0));
            assert_eq!((inflated.radius(), difference.radius()), (0.0, a.radius() + b.radius()));
            for i in 0..a.corner_count() {
                assert_eq!(posed.corner(i), pose.transform_point(a.corner(i)));
                assert_eq!(swept.corner(a.corner_count() + i), a.corner(i) + along);
                assert_eq!(
                    difference.corner(i * b.corner_count()),
                    if b.corner_count() > 0 { a.corner(i) - b.corner(0) } else { difference.centre() }
                );
            }
        }
    }
}
