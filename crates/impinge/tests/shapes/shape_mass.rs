//! Masses: textbook values, two derivations of one shape against each other, and polytopes that converge to round shapes.

use impinge::math::{DMat3, DVec3};
use impinge::shape::{
    Capsule, Cone, Cuboid, Cylinder, Ellipsoid, MassProperties, Point, Polytope, Rounded, Segment, Shape, Solid,
    Sphere, Support, Triangle,
};
use impinge_scenes::SplitMix64;
use std::f64::consts::{PI, TAU};

/// Largest difference, each integral in units of the first's own size.
fn difference(p: &MassProperties, q: &MassProperties) -> f64 {
    let scale = p.volume.cbrt();
    let inertia = (p.inertia - q.inertia).to_cols_array().iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    let largest = p.inertia.to_cols_array().iter().fold(0.0, |m: f64, x| m.max(x.abs()));
    [(p.volume - q.volume).abs() / p.volume, (p.centroid - q.centroid).length() / scale, inertia / largest]
        .into_iter()
        .fold(0.0, f64::max)
}

fn textbook(volume: f64, centroid: DVec3, principal: DVec3) -> MassProperties {
    MassProperties { volume, centroid, inertia: DMat3::from_diagonal(principal * volume) }
}

#[test]
fn textbook_values() {
    let (h, r) = (1.5, 0.7);
    let sphere = Sphere::try_new(r).unwrap().mass().unwrap();
    assert!(difference(&sphere, &textbook(4.0 / 3.0 * PI * r.powi(3), DVec3::ZERO, DVec3::splat(0.4 * r * r))) < 1e-15);
    let across = (3.0 * r * r + 4.0 * h * h) / 12.0;
    let wanted = textbook(TAU * r * r * h, DVec3::ZERO, DVec3::new(across, across, r * r / 2.0));
    assert!(difference(&Cylinder::try_new(h, r).unwrap().mass().unwrap(), &wanted) < 1e-14);
    // The centroid of a cone is a quarter of its height above the base.
    let height = 2.0 * h;
    let across = 3.0 / 20.0 * r * r + 3.0 / 80.0 * height * height;
    let wanted = textbook(
        PI * r * r * height / 3.0,
        DVec3::new(0.0, 0.0, height / 4.0 - h),
        DVec3::new(across, across, 0.3 * r * r),
    );
    assert!(difference(&Cone::try_new(h, r).unwrap().mass().unwrap(), &wanted) < 1e-14);
    let e = DVec3::new(1.0, 2.0, 3.0);
    let wanted = textbook(8.0 * PI, DVec3::ZERO, DVec3::new(13.0, 10.0, 5.0) / 5.0);
    assert!(difference(&Ellipsoid::try_new(e).unwrap().mass().unwrap(), &wanted) < 1e-15);
    let wanted = textbook(48.0, DVec3::ZERO, DVec3::new(13.0, 10.0, 5.0) / 3.0);
    assert!(difference(&Cuboid::try_new(e).unwrap().mass().unwrap(), &wanted) < 1e-15);
    // A capsule: cylinder and two half balls, each 3/8 of the radius beyond its base.
    let (tube, ball) = (TAU * r * r * h, 4.0 / 3.0 * PI * r.powi(3));
    let about = tube * (r * r / 2.0) + ball * (0.4 * r * r);
    let across = tube * ((3.0 * r * r + 4.0 * h * h) / 12.0) + ball * (0.4 * r * r + h * h + 0.75 * h * r);
    let wanted = MassProperties {
        volume: tube + ball,
        centroid: DVec3::ZERO,
        inertia: DMat3::from_diagonal(DVec3::new(across, across, about)),
    };
    assert!(difference(&Capsule::try_new(h, r).unwrap().mass().unwrap(), &wanted) < 1e-14);
    // The corner tetrahedron.
    let tetrahedron = Polytope::try_new(&[DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z]).unwrap().mass().unwrap();
    let inertia =
        DMat3::from_cols(DVec3::new(6.0, 1.0, 1.0), DVec3::new(1.0, 6.0, 1.0), DVec3::new(1.0, 1.0, 6.0)) / 480.0;
    let wanted = MassProperties { volume: 1.0 / 6.0, centroid: DVec3::splat(0.25), inertia };
    assert!(difference(&tetrahedron, &wanted) < 1e-14, "{tetrahedron:?}");
}

#[test]
fn shapes_without_volume() {
    let (a, b, c) = (DVec3::new(1.0, 2.0, 3.0), DVec3::new(4.0, 2.0, 3.0), DVec3::new(1.0, 8.0, 3.0));
    let empty = |centroid| MassProperties { volume: 0.0, centroid, inertia: DMat3::ZERO };
    assert_eq!(Point::try_new(a).unwrap().mass(), Some(empty(a)));
    assert_eq!(Segment::try_new(a, b).unwrap().mass(), Some(empty((a + b) / 2.0)));
    let triangle = Triangle::try_new([a, b, c]).unwrap().mass().unwrap();
    assert!(triangle.volume == 0.0 && (triangle.centroid - (a + b + c) / 3.0).length() < 1e-14);
    assert_eq!(Triangle::try_new([a, a, a]).unwrap().mass(), Some(empty(a)));
    let ellipsoid = Ellipsoid::try_new(a).unwrap();
    assert!(Rounded::try_new(ellipsoid, 0.0).unwrap().mass().is_some());
    assert!(Rounded::try_new(ellipsoid, 0.1).unwrap().mass().is_none());
}

/// The corners of a box.
fn corners(half: DVec3) -> Vec<DVec3> {
    let cuboid = Cuboid::try_new(half).unwrap();
    (0..8).map(|i| cuboid.corner(i)).collect()
}

#[test]
fn two_ways_to_one_mass() {
    for scale in [1e-6, 1.0, 1e6] {
        let (half, r) = (DVec3::new(0.5, 1.25, 2.0) * scale, 0.375 * scale);
        let closed = Rounded::try_new(Cuboid::try_new(half).unwrap(), r).unwrap().mass().unwrap();
        let pieces = Rounded::try_new(Polytope::try_new(&corners(half)).unwrap(), r).unwrap().mass().unwrap();
        assert!(difference(&closed, &pieces) < 1e-13, "{}", difference(&closed, &pieces));
        // Two roundings are one.
        let twice =
            Rounded::try_new(Rounded::try_new(Cuboid::try_new(half).unwrap(), r / 2.0).unwrap(), r / 2.0).unwrap();
        assert!(difference(&closed, &twice.mass().unwrap()) < 1e-14);
        let ball = Rounded::try_new(Point::try_new(half).unwrap(), r).unwrap().mass().unwrap();
        let sphere = Sphere::try_new(r).unwrap().mass().unwrap();
        assert!((ball.volume, ball.inertia, ball.centroid) == (sphere.volume, sphere.inertia, half));
        // A rounded segment is a capsule that was turned.
        let capsule = Capsule::try_new(2.0 * scale, r).unwrap().mass().unwrap();
        let x = DVec3::X * 2.0 * scale;
        let lying = Rounded::try_new(Segment::try_new(-x, x).unwrap(), r).unwrap().mass().unwrap();
        assert!((lying.inertia.x_axis.x - capsule.inertia.z_axis.z).abs() < 1e-14 * capsule.inertia.x_axis.x);
        assert!((lying.inertia.y_axis.y - capsule.inertia.x_axis.x).abs() < 1e-14 * capsule.inertia.x_axis.x);
        // A flat polygon is the limit of a thin box; the triangle takes the same way.
        let thin = DVec3::new(half.x, half.y, scale * 1e-9);
        let flat: Vec<DVec3> = corners(thin).into_iter().map(|p| p.with_z(0.0)).collect();
        let flat = Rounded::try_new(Polytope::try_new(&flat).unwrap(), r).unwrap().mass().unwrap();
        let thin = Rounded::try_new(Cuboid::try_new(thin).unwrap(), r).unwrap().mass().unwrap();
        assert!(difference(&thin, &flat) < 1e-8, "{}", difference(&thin, &flat));
        let corner = [DVec3::ZERO, DVec3::X * scale, DVec3::Y * scale];
        let triangle = Rounded::try_new(Triangle::try_new(corner).unwrap(), r).unwrap().mass().unwrap();
        let lifted = corner.map(|p| p + DVec3::Z * (scale * 1e-9));
        let prism = Polytope::try_new(&[corner, lifted].concat()).unwrap();
        let prism = Rounded::try_new(prism, r).unwrap().mass().unwrap();
        assert!(difference(&prism, &triangle) < 1e-8, "{}", difference(&prism, &triangle));
    }
}

/// Rounded prisms and pyramids over regular polygons have an error of 1/n² to their limits: twice n, a quarter of it.
#[test]
fn polygons_converge_to_circles() {
    let (h, radius, r) = (1.0, 0.8, 0.3);
    let ring = |n: u32, z: f64| {
        (0..n)
            .map(move |k| (TAU * f64::from(k) / f64::from(n)).sin_cos())
            .map(move |(s, c)| DVec3::new(radius * c, radius * s, z))
    };
    let prism = |n: u32| ring(n, -h).chain(ring(n, h)).collect::<Vec<_>>();
    let pyramid = |n: u32| ring(n, -h).chain([DVec3::new(0.0, 0.0, h)]).collect::<Vec<_>>();
    let cylinder = Rounded::try_new(Cylinder::try_new(h, radius).unwrap(), r).unwrap().mass().unwrap();
    let cone = Rounded::try_new(Cone::try_new(h, radius).unwrap(), r).unwrap().mass().unwrap();
    for (round, points) in [(cylinder, &prism as &dyn Fn(u32) -> Vec<DVec3>), (cone, &pyramid)] {
        let error = |n: u32| {
            let polytope = Polytope::try_new(&points(n)).unwrap();
            difference(&round, &Rounded::try_new(polytope, r).unwrap().mass().unwrap())
        };
        let errors = [64, 128, 256].map(error);
        assert!(errors[2] < 2e-4, "{errors:?}");
        assert!((errors[0] / errors[1] - 4.0).abs() < 0.05 && (errors[1] / errors[2] - 4.0).abs() < 0.02, "{errors:?}");
    }
}

/// A rounded random polytope against the hull of many of its farthest points, which lies inside it, closer with their number.
#[test]
fn rounded_polytopes_are_the_limit_of_hulls() {
    let mut random = SplitMix64::new(21);
    for _ in 0..3 {
        let cloud: Vec<DVec3> = (0..8).map(|_| random.direction() * random.between(0.5, 2.0)).collect();
        let shape: Shape = Shape::from(Polytope::try_new(&cloud).unwrap()).rounded(0.6).unwrap();
        let mass = shape.mass().unwrap();
        let mut error = |count: usize| {
            let mut farthest = || {
                let d = random.direction();
                shape.support(d, &mut 0) + d * shape.radius()
            };
            let hull: Vec<DVec3> = (0..count).map(|_| farthest()).collect();
            let inside = Polytope::try_new(&hull).unwrap().mass().unwrap();
            assert!(inside.volume < mass.volume);
            difference(&mass, &inside)
        };
        let (few, many) = (error(2_000), error(16_000));
        assert!(many < 2e-3 && few / many > 5.0 && few / many < 12.0, "{few} {many}");
    }
}
