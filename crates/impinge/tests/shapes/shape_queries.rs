//! Points, rays and boxes against every shape. A closest point comes with a plane; that the plane bounds the shape, by its farthest points
//! alone, certifies the distance. Rays are held to a bisection over the signed distance, which is convex along them.

use impinge::bound::Aabb;
use impinge::math::{DMat3, DVec3, Pose};
use impinge::shape::{
    Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Point, Polytope, Ray, Segment, Shape, Solid, Sphere, Support, Triangle,
};
use impinge_scenes::SplitMix64;

/// One of each kind, of a size, thin ones among them, and everything rounded too.
fn zoo(random: &mut SplitMix64, scale: f64) -> Vec<Shape> {
    let mut part = || scale * 10f64.powf(random.between(-2.0, 0.0));
    let mut point = || DVec3::new(part() - 0.4 * scale, part() - 0.3 * scale, part() - 0.2 * scale);
    let (a, b, c) = (point(), point(), point());
    let cloud: Vec<DVec3> = (0..14).map(|_| point()).collect();
    // On a lattice, so that the plane is exact.
    let flat: Vec<DVec3> = [(0, 0), (4, 1), (6, 5), (2, 6), (-1, 3)]
        .map(|(x, y)| DVec3::new(f64::from(x), f64::from(y), f64::from(x + y)) * (scale / 8.0))
        .to_vec();
    let plain: Vec<Shape> = vec![
        Point::try_new(a).unwrap().into(),
        Segment::try_new(a, b).unwrap().into(),
        Triangle::try_new([a, b, c]).unwrap().into(),
        Sphere::try_new(part()).unwrap().into(),
        Capsule::try_new(part(), part()).unwrap().into(),
        Cuboid::try_new(DVec3::new(part(), part(), part())).unwrap().into(),
        Cylinder::try_new(part(), part()).unwrap().into(),
        Cone::try_new(part(), part()).unwrap().into(),
        Cone::try_new(part(), part()).unwrap().into(),
        Ellipsoid::try_new(DVec3::new(part(), part(), part())).unwrap().into(),
        Ellipsoid::try_new(DVec3::new(scale, scale, part())).unwrap().into(),
        Polytope::try_new(&cloud).unwrap().into(),
        Polytope::try_new(&flat).unwrap().into(),
        Polytope::try_new(&[a, b]).unwrap().into(),
    ];
    let rounded: Vec<Shape> = plain.iter().map(|s| s.clone().rounded(part()).unwrap()).collect();
    plain.into_iter().chain(rounded).collect()
}

/// How far the shape goes along a direction of length 1.
fn extent(shape: &Shape, d: DVec3) -> f64 {
    d.dot(shape.support(d, &mut 0)) + shape.radius()
}

fn size(shape: &Shape) -> f64 {
    shape.centre().length() + shape.reach() + shape.radius()
}

/// Places about a shape: near, far, on axes and planes of symmetry, at corners, at the middle.
fn places(shape: &Shape, random: &mut SplitMix64) -> Vec<DVec3> {
    let reach = shape.reach() + shape.radius();
    let mut all = vec![shape.centre(), DVec3::ZERO, shape.centre() + DVec3::X * 1e-9 * reach];
    all.extend((0..shape.corner_count()).map(|i| shape.corner(i)));
    for k in 0..60 {
        let far = [0.3, 0.9, 1.2, 30.0][k % 4] * reach;
        let mask = [DVec3::ONE, DVec3::X, DVec3::Z, DVec3::new(1.0, 1.0, 0.0), DVec3::new(0.0, 1.0, 1.0)][k / 4 % 5];
        all.push(shape.centre() + random.direction() * mask * far * random.u());
        let on = shape.support(random.direction(), &mut 0);
        all.push(on + random.direction() * (shape.radius() + 1e-3 * reach * random.u()));
    }
    all
}

#[test]
fn closest_points_are_certified_by_planes() {
    let mut random = SplitMix64::new(77);
    let (mut inside, mut outside, mut decided) = (0, 0, 0);
    for scale in [1e-6, 1.0, 1e6] {
        for _ in 0..4 {
            for shape in zoo(&mut random, scale) {
                for p in places(&shape, &mut random) {
                    let closest = shape.closest_point(p);
                    let (n, tolerance) = (closest.normal, 4e-15 * (size(&shape) + p.length()));
                    let what = || format!("{shape:?}\n{p:?}\n{closest:?}");
                    assert!((n.length() - 1.0).abs() < 1e-14, "{}", what());
                    assert!((p - closest.point - n * closest.distance).length() <= tolerance, "{}", what());
                    // The plane at the point bounds the shape, so nothing is nearer; and inside, nothing in that direction is.
                    assert!(
                        (extent(&shape, n) - n.dot(closest.point)).abs() <= tolerance,
                        "{} {}",
                        extent(&shape, n),
                        what()
                    );
                    for k in 0..40 {
                        let d =
                            if k % 2 == 0 { random.direction() } else { (n + random.direction() * 0.1).normalize() };
                        // The point belongs to the shape; an inside point is at least as deep along every direction.
                        assert!(d.dot(closest.point) <= extent(&shape, d) + tolerance, "{}", what());
                        if closest.distance < 0.0 {
                            assert!(extent(&shape, d) - d.dot(p) >= -closest.distance - tolerance, "{}", what());
                        }
                    }
                    if closest.distance.abs() > tolerance {
                        assert_eq!(shape.contains(p), closest.is_inside(), "{}", what());
                        decided += 1;
                    }
                    assert!(shape.distance(p) >= 0.0);
                    inside += u32::from(closest.distance < -tolerance);
                    outside += u32::from(closest.distance > tolerance);
                }
            }
        }
    }
    assert!(inside > 4_000 && outside > 10_000 && decided > 20_000, "{inside} {outside} {decided}");
}

#[test]
fn inside_is_decided_to_the_last_bit() {
    let p = DVec3::new(2.0, 3.0, 6.0); // of length 7
    let up = |p: DVec3| DVec3::new(p.x, p.y, p.z.next_up());
    let sphere = Sphere::try_new(7.0).unwrap();
    assert!(sphere.contains(p) && !sphere.contains(up(p)));
    let capsule = Capsule::try_new(10.0, 7.0).unwrap();
    let high = DVec3::new(2.0, 3.0, 16.0);
    assert!(capsule.contains(high) && !capsule.contains(up(high)) && capsule.contains(DVec3::new(0.0, 7.0, -10.0)));
    let cylinder = Cylinder::try_new(6.0, 5.0).unwrap();
    let rim = DVec3::new(3.0, -4.0, 6.0);
    assert!(cylinder.contains(rim) && !cylinder.contains(up(rim)));
    assert!(!cylinder.contains(DVec3::new(3.0, -4.0_f64.next_up(), 0.0)));
    // Halfway up a cone of radius 10: radius 5.
    let cone = Cone::try_new(3.0, 10.0).unwrap();
    let half = DVec3::new(3.0, 4.0, 0.0);
    assert!(cone.contains(half) && !cone.contains(DVec3::new(3.0, 4.0, f64::from_bits(1))));
    assert!(cone.contains(DVec3::new(0.0, 0.0, 3.0)) && cone.contains(DVec3::new(6.0, 8.0, -3.0)));
    let ellipsoid = Ellipsoid::try_new(DVec3::new(7.0, 14.0, 21.0)).unwrap();
    let on = DVec3::new(2.0, 6.0, 18.0);
    assert!(ellipsoid.contains(on) && !ellipsoid.contains(up(on)));
    let triangle = Triangle::try_new([DVec3::X, DVec3::Y, DVec3::Z]).unwrap();
    let within = DVec3::new(0.5, 0.25, 0.25);
    assert!(triangle.contains(within) && !triangle.contains(up(within)) && triangle.contains(DVec3::Z));
    assert!(!triangle.contains(DVec3::new(0.75, 0.5, -0.25)));
    let segment = Segment::try_new(DVec3::ZERO, DVec3::new(3.0, 6.0, 9.0)).unwrap();
    let on = DVec3::new(1.0, 2.0, 3.0);
    assert!(segment.contains(on) && !segment.contains(up(on)) && !segment.contains(-on));
    for shape in zoo(&mut SplitMix64::new(1), 1.0) {
        assert!(!shape.contains(DVec3::NAN) && !shape.contains(DVec3::INFINITY));
    }
}

/// Where the signed distance along a ray is least, by golden section, and the first zero before it, by bisection.
fn first_zero(shape: &Shape, ray: &Ray, far: f64) -> (f64, Option<f64>) {
    let f = |t: f64| shape.closest_point(ray.at(t)).distance;
    let (mut low, mut high) = (0.0, far);
    for _ in 0..90 {
        let (p, q) = (low + (high - low) * 0.381_966, low + (high - low) * 0.618_034);
        if f(p) <= f(q) { high = q } else { low = p }
    }
    let least = (low + high) / 2.0;
    if f(least) > 0.0 {
        return (f(least), None);
    }
    let (mut outside, mut inside) = (0.0, least);
    for _ in 0..100 {
        let middle = (outside + inside) / 2.0;
        if f(middle) <= 0.0 { inside = middle } else { outside = middle }
    }
    (f(least), Some(inside))
}

#[test]
fn rays_meet_where_bisection_says() {
    let mut random = SplitMix64::new(99);
    let (mut hits, mut misses, mut starts) = (0, 0, 0);
    for scale in [1e-6, 1.0, 1e6] {
        for _ in 0..3 {
            for shape in zoo(&mut random, scale) {
                for p in places(&shape, &mut random).into_iter().step_by(4) {
                    let reach = shape.reach() + shape.radius();
                    let aim = shape.centre() + random.direction() * reach * random.u() * 1.2;
                    let axis = DVec3::AXES[random.below(3) as usize];
                    let d = if random.below(3) == 0 { axis * aim.x.signum() } else { aim - p };
                    let Ok(ray) = Ray::try_new(p, d * random.between(0.2, 3.0)) else { continue };
                    let hit = shape.cast_ray(&ray);
                    let what = || format!("{shape:?}\n{ray:?}\n{hit:?}");
                    if shape.contains(p) {
                        assert_eq!(hit.map(|h| (h.t, h.point)), Some((0.0, p)), "{}", what());
                        starts += 1;
                        continue;
                    }
                    let tolerance = 1e-14 * (size(&shape) + p.length());
                    if let Some(hit) = hit {
                        hits += 1;
                        assert!(hit.t >= 0.0 && (ray.at(hit.t) - hit.point).length() <= tolerance, "{}", what());
                        assert!(shape.closest_point(hit.point).distance.abs() <= tolerance, "{}", what());
                        assert!(
                            (hit.normal.length() - 1.0).abs() < 1e-14 && hit.normal.dot(d) <= 1e-7 * d.length(),
                            "{}",
                            what()
                        );
                        let beyond = extent(&shape, hit.normal) - hit.normal.dot(hit.point);
                        assert!(beyond.abs() <= tolerance, "{beyond:e} {}", what());
                    }
                    let far = (p.distance(shape.centre()) + 2.0 * reach) / ray.direction().length();
                    let (least, first) = first_zero(&shape, &ray, far);
                    if least < -tolerance {
                        let t = hit.unwrap_or_else(|| panic!("missed: {}", what())).t;
                        // Where the ray enters at a small slope the time is worse than the place.
                        let slope = hit.unwrap().normal.dot(ray.direction()).abs();
                        assert!((t - first.unwrap()).abs() * slope <= 2.0 * tolerance, "{first:?} {}", what());
                    } else if least > tolerance {
                        assert!(hit.is_none(), "{least} {}", what());
                        misses += 1;
                    }
                }
            }
        }
    }
    assert!(hits > 1_500 && misses > 500 && starts > 800, "{hits} {misses} {starts}");
}

#[test]
fn what_has_no_volume_is_met_exactly() {
    let ray = |o: [f64; 3], d: [f64; 3]| Ray::try_new(DVec3::from_array(o), DVec3::from_array(d)).unwrap();
    let point = Point::try_new(DVec3::new(1.0, 2.0, 3.0)).unwrap();
    assert_eq!(point.cast_ray(&ray([0.0; 3], [0.5, 1.0, 1.5])).unwrap().t, 2.0);
    assert_eq!(point.cast_ray(&ray([0.0; 3], [0.5, 1.0, 1.5_f64.next_up()])), None);
    let triangle = Triangle::try_new([DVec3::ZERO, DVec3::new(4.0, 0.0, 0.0), DVec3::new(0.0, 4.0, 0.0)]).unwrap();
    let down = [0.0, 0.0, -1.0];
    for (x, y, meets) in
        [(1.0, 1.0, true), (2.0, 2.0, true), (2.0, 2.0_f64.next_up(), false), (0.0, 0.0, true), (-1e-80, 1.0, false)]
    {
        let from_above = triangle.cast_ray(&ray([x, y, 3.0], down));
        assert_eq!(from_above.is_some(), meets, "{x} {y}");
        assert!(from_above.is_none_or(|h| h.t == 3.0 && h.normal == DVec3::Z));
        let from_below = triangle.cast_ray(&ray([x, y, -3.0], [0.0, 0.0, 2.0]));
        assert!(from_below.is_some() == meets && from_below.is_none_or(|h| h.t == 1.5 && h.normal == -DVec3::Z));
        assert_eq!(triangle.cast_ray(&ray([x, y, -3.0], down)), None);
    }
    // In its plane: the first edge.
    let along = triangle.cast_ray(&ray([-2.0, 1.0, 0.0], [1.0, 0.0, 0.0])).unwrap();
    assert_eq!((along.t, along.point, along.normal), (2.0, DVec3::new(0.0, 1.0, 0.0), -DVec3::X));
    assert_eq!(triangle.cast_ray(&ray([1.0, 1.0, 0.0], [1.0, 0.0, 0.0])).unwrap().t, 0.0);
    let square: Vec<DVec3> =
        [(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)].map(|(x, y)| DVec3::new(x, y, 1.0)).to_vec();
    let square = Polytope::try_new(&square).unwrap();
    assert_eq!(square.cast_ray(&ray([0.0; 3], [0.5, 0.5, 0.5])).unwrap().t, 2.0);
    assert_eq!(square.cast_ray(&ray([0.0; 3], [0.5, 0.5_f64.next_up(), 0.5])), None);
}

/// An ellipsoid from a needle to a disc, asked near its axes, where the classic method divides by zero.
#[test]
fn thin_ellipsoids_near_their_axes() {
    for (a, b, c) in [
        (1.0, 1.0, 1e-6),
        (1.0, 1e-6, 1e-6),
        (1.0, 1e-3, 1e-9),
        (1.0, 1.0 - 1e-12, 1.0),
        (3.0, 2.0, 1.0),
        (1e60, 1.0, 1e-60 * 1e60),
    ] {
        let ellipsoid = Ellipsoid::try_new(DVec3::new(a, b, c)).unwrap();
        for tiny in [0.0, 1e-200, 1e-30, 1e-15, 1e-8] {
            for (x, y, z) in [
                (0.5, 0.0, 1.0),
                (0.0, 0.7, 1.0),
                (0.999_999, 1.0, 1.0),
                (1.0, 1.0, 0.0),
                (2.0, 1.0, 1.0),
                (1e9, 0.0, 1.0),
            ] {
                let p = DVec3::new(a * x, b * y * if y < 1.0 { 1.0 } else { tiny }, c * z * tiny);
                let closest = ellipsoid.closest_point(p);
                let tolerance = 4e-15 * (p.length() + a);
                let n = closest.normal;
                let extent = n.dot(ellipsoid.support(n, &mut 0));
                assert!((extent - n.dot(closest.point)).abs() <= tolerance, "{ellipsoid:?} {p:?} {closest:?}");
                assert!(
                    (p - closest.point - n * closest.distance).length() <= tolerance,
                    "{ellipsoid:?} {p:?} {closest:?}"
                );
                assert!(((closest.point / ellipsoid.semi_axes()).length() - 1.0).abs() < 1e-14);
                assert_eq!(closest.is_inside(), x < 1.0 || (x == 1.0 && closest.distance <= 0.0), "{p:?} {closest:?}");
            }
        }
    }
    assert!(Ellipsoid::try_new(DVec3::new(1e80, 1.0, 1.0)).is_err());
}

#[test]
fn boxes_are_tight_and_hold_everything() {
    let mut random = SplitMix64::new(13);
    let mut tight = 0;
    for scale in [1e-6, 1.0, 1e6] {
        for shape in zoo(&mut random, scale) {
            let shift = random.direction() * scale * [0.0, 1.0, 1e3][random.below(3) as usize];
            let skewed = DMat3::from_quat(random.rotation()) * (1.0 - 3e-6);
            let turned = Pose::from_quaternion(random.rotation(), shift).unwrap();
            let quarter = Pose::try_new(DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z), shift).unwrap();
            let poses = [
                Pose::IDENTITY,
                turned,
                turned.inverse(),
                quarter,
                Pose::try_new(skewed, shift).unwrap(),
                Pose::try_new(skewed, shift).unwrap().inverse(),
            ];
            for (number, pose) in poses.iter().enumerate() {
                let at_pose = shape.bounds_at(pose);
                let boxes = if number == 0 { vec![at_pose, shape.bounds()] } else { vec![at_pose] };
                for Aabb { min, max } in boxes {
                    let origin = pose.transform_point(DVec3::ZERO);
                    let matrix = DMat3::from_cols_array_2d(
                        &DVec3::AXES.map(|e| (pose.transform_point(e * scale) / scale - origin / scale).to_array()),
                    );
                    for k in 0..3 {
                        let row = matrix.row(k);
                        let (high, low) = (row.dot(shape.support(row, &mut 0)), row.dot(shape.support(-row, &mut 0)));
                        let tolerance = 1e-14 * (size(&shape) + shift.length())
                            + 8e-6 * shape.radius() * f64::from(u8::from(number > 3));
                        assert!(
                            (max[k] - (high + origin[k] + shape.radius())).abs() <= tolerance,
                            "{shape:?} {pose:?}"
                        );
                        assert!((min[k] - (low + origin[k] - shape.radius())).abs() <= tolerance, "{shape:?} {pose:?}");
                        tight += 1;
                    }
                    for _ in 0..100 {
                        let p = pose.transform_point(shape.support(random.direction(), &mut 0));
                        let ball = DVec3::splat(shape.radius());
                        assert!((p - ball).cmpge(min).all() && (p + ball).cmple(max).all(), "{shape:?} {pose:?} {p:?}");
                    }
                }
            }
        }
    }
    assert!(tight > 500);
    let unit = Aabb { min: -DVec3::ONE, max: DVec3::ONE };
    assert_eq!(Sphere::try_new(1.0).unwrap().bounds(), unit);
    assert_eq!(Cylinder::try_new(1.0, 1.0).unwrap().bounds(), unit);
    assert_eq!(Ellipsoid::try_new(DVec3::ONE).unwrap().bounds(), unit);
}

#[test]
fn bad_shapes_are_refused_by_name() {
    let text = |e: &dyn std::fmt::Display| e.to_string();
    assert!(text(&Sphere::try_new(-1.0).unwrap_err()).contains("radius is -1e0, expected a length greater than zero"));
    assert!(text(&Cuboid::try_new(DVec3::new(1.0, 0.0, 1.0)).unwrap_err()).contains("half extent along y is 0e0"));
    assert!(text(&Capsule::try_new(f64::NAN, 1.0).unwrap_err()).contains("half height is NaN"));
    assert!(text(&Cylinder::try_new(1.0, 1e100).unwrap_err()).contains("base radius is 1e100"));
    assert!(text(&Cone::try_new(1.0, 1e-100).unwrap_err()).contains("base radius is 1e-100"));
    assert!(text(&Ellipsoid::try_new(DVec3::new(1.0, 1.0, -2.0)).unwrap_err()).contains("semi-axis along z is -2e0"));
    assert!(
        text(&Triangle::try_new([DVec3::X, DVec3::INFINITY, DVec3::Y]).unwrap_err())
            .contains("the second corner is inf")
    );
    assert!(text(&Segment::try_new(DVec3::NAN, DVec3::X).unwrap_err()).contains("the first end is NaN"));
    assert!(text(&Point::try_new(DVec3::NAN).unwrap_err()).contains("position is NaN"));
    assert!(text(&Ray::try_new(DVec3::X, DVec3::ZERO).unwrap_err()).contains("the ray's direction is the zero vector"));
    let sphere: Shape = Sphere::try_new(1.0).unwrap().into();
    assert!(text(&sphere.rounded(-0.5).unwrap_err()).contains("radius is -5e-1, expected a length of zero or more"));
}
