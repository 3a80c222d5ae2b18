//! Inputs that were once answered wrongly, with the numbers that did it.

use impinge::cost::Cost;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{Method, Relation, Request, distance, intersects, relate, within};
use impinge::triangle_pair::{Triangle, intersection};
use impinge_scenes::solid::cuboid;
use impinge_scenes::{SplitMix64, Surface};

fn at(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// A mesh and more triangles.
fn with(mesh: &Mesh, triangles: &[Triangle]) -> Mesh {
    Surface::of(mesh).joined(&Surface::of(&Mesh::from_triangles(triangles).unwrap())).mesh().unwrap()
}

fn assert_relation(a: &Mesh, b: &Mesh, a_from_b: &Pose, expected: Relation, name: &str) {
    for method in [Method::Auto, Method::Brute] {
        let request = Request { method, ..Request::default() };
        assert_eq!(relate(a, b, a_from_b, &request).relation, expected, "{name} by {method:?}");
        let back = relate(b, a, &a_from_b.inverse(), &request).relation;
        assert_eq!(back, expected.flip(), "{name} by {method:?}, swapped");
    }
    assert_eq!(intersects(a, b, a_from_b), expected != Relation::Disjoint, "{name}");
}

/// The limits of a cut vanish all over a face whose plane is seen edge-on along the cutter's axis.
#[test]
fn a_wedge_whose_edge_lies_in_the_plane_of_a_leaf() {
    let [a, b, c] = [at(0.0, -9.0, 0.0), at(1.0, -9.0, 3.0), at(1.0, -9.0, -3.0)];
    let [d, e, f] = [a, b, c].map(|p| p + at(0.0, 18.0, 0.0));
    let wedge =
        Mesh::from_triangles(&[[a, b, c], [d, f, e], [a, d, e], [a, e, b], [a, c, f], [a, f, d], [b, e, f], [b, f, c]])
            .unwrap();
    assert!(wedge.is_closed());
    let leaf =
        |p: [f64; 2], q: [f64; 2], r: [f64; 2]| Mesh::from_triangles(&[[p, q, r].map(|[x, y]| at(x, y, 0.0))]).unwrap();
    let identity = Pose::IDENTITY;
    let through = leaf([-1.0, -1.0], [0.5, -1.0], [0.5, 1.0]);
    assert_relation(&through, &wedge, &identity, Relation::Crossing, "a leaf into the wedge");
    let to_the_wall = leaf([-1.0, 0.0], [1.0, -1.0], [1.0, 1.0]);
    assert_relation(&to_the_wall, &wedge, &identity, Relation::Crossing, "a leaf to the far wall");
    let inside = leaf([0.0, 0.0], [1.0, -1.0], [1.0, 1.0]);
    assert_relation(&inside, &wedge, &identity, Relation::AInsideB, "a leaf from edge to wall");
}

/// A sheet that sticks out of a solid belongs to the same body as the solid.
#[test]
fn a_sheet_through_the_wall_of_its_own_body() {
    let t = [at(2.0, 2.0, 2.0), at(7.0, 2.0, 2.0), at(2.0, 2.0, 3.0)];
    let big = with(&cuboid(DVec3::ZERO, DVec3::splat(4.0)).unwrap(), &[t]);
    let small = with(&cuboid(at(1.0, 3.0, 1.0), at(3.0, 3.5, 3.0)).unwrap(), &[t]);
    let alone = Mesh::from_triangles(&[t]).unwrap();
    assert_relation(&alone, &big, &Pose::IDENTITY, Relation::AInsideB, "the sheet alone");
    assert_relation(&small, &big, &Pose::IDENTITY, Relation::AInsideB, "a cube and the sheet");
}

/// A fold is an outline, not a continuation.
#[test]
fn a_sheet_folded_flat_ends_at_its_fold() {
    let (a, b, c, d) = (at(0.0, 0.0, 0.0), at(4.0, 0.0, 0.0), at(2.0, 8.0, 0.0), at(2.0, 6.0, 0.0));
    let flap = [at(2.0, -1.0, 0.0), at(2.0, -2.0, 1.0), at(3.0, -2.0, 1.0)];
    let big = with(&cuboid(at(0.0, 0.0, 10.0), at(4.0, 4.0, 14.0)).unwrap(), &[[a, b, c], [b, a, d], flap]);
    let spike = [at(2.0, -1.0, 0.0), at(1.9375, 3.0, 0.0), at(2.0625, 3.0, 0.0)];
    let small = with(&cuboid(at(1.0, 1.0, 11.0), at(2.0, 2.0, 12.0)).unwrap(), &[spike]);
    assert_relation(&small, &big, &Pose::IDENTITY, Relation::Crossing, "a spike beyond the fold");
}

/// Inside a solid, surfaces may pass through each other without leaving it.
#[test]
fn sheets_that_cross_inside_a_solid() {
    let sheet = [at(1.0, 1.0, 5.0), at(9.0, 1.0, 5.0), at(5.0, 9.0, 5.0)];
    let cube = with(&cuboid(DVec3::ZERO, DVec3::splat(10.0)).unwrap(), &[sheet]);
    let leaf = Mesh::from_triangles(&[[at(5.0, 3.0, 4.0), at(5.0, 4.0, 6.0), at(6.0, 3.0, 6.0)]]).unwrap();
    assert_relation(&cube, &leaf, &Pose::IDENTITY, Relation::BInsideA, "a leaf across an inner sheet");
}

/// A pose rounds what is below 2^-300 to zero; boxes must not be narrower than that.
#[test]
fn boxes_allow_for_what_a_pose_rounds_to_zero() {
    let u = 2f64.powi(-300);
    let a = cuboid(at(-2.0, -2.0, -2.0) * u, at(0.0, 2.0, 2.0) * u).unwrap();
    let b = cuboid(at(1.0, -1.0, -1.0) * u, at(4.0, 1.0, 1.0) * u).unwrap();
    let pose = Pose::from_translation(at(-0.75 * u, 0.0, 0.0)).unwrap();
    assert_relation(&a, &b, &pose, Relation::Touching, "a gap that rounds to zero");
}

/// The normal of a sliver is all rounding: nothing nearer may be lost to it.
#[test]
fn a_sliver_hides_no_nearer_face() {
    let t = [
        at(-0.2783522022932551, 0.179999803483461, 0.3539523499279532),
        at(-0.5781504699295328, -0.25658185210750606, 0.8506211584781264),
        at(-0.39827150934776595, 0.005367141247074494, 0.5526198733480221),
    ];
    let far = [
        at(-0.17131043112762492, -0.14330224522754265, 0.4599455147218738),
        at(0.6568261596946272, -0.5805324949660711, 0.06772930666289313),
        at(0.6340327166980665, -0.5578059486369172, 0.06871328647090275),
    ];
    let w = t[1] + (t[1] - t[0]).normalize() * 0.2;
    let near = [w, w + at(-1.0, 0.0, 0.0), w + at(-1.0, -0.5, 0.5)];
    let (a, b) = (Mesh::from_triangles(&[t]).unwrap(), Mesh::from_triangles(&[far, near]).unwrap());
    let found = distance(&a, &b, &Pose::IDENTITY);
    assert!((found.value - 0.2).abs() < 1e-12, "{found:?}");
    assert!((found.points[0].distance(found.points[1]) - found.value).abs() < 1e-12, "{found:?}");
    assert!(within(&a, &b, &Pose::IDENTITY, 0.25));
}

/// Triangles nearly in one plane, at every scale: the points they share lie on both.
#[test]
fn common_points_of_nearly_coplanar_triangles() {
    let mut random = SplitMix64::new(77);
    let mut met = 0;
    for round in 0..4_000 {
        let scale = 2f64.powi([0, -240, 200][round % 3]);
        let tilt = 2f64.powi(-(random.below(50) as i32));
        let mut corner = || at(random.u() + 1.0, random.u() + 1.0, (random.u() - 0.5) * tilt + 1.0) * scale;
        let (a, b): (Triangle, Triangle) = (std::array::from_fn(|_| corner()), std::array::from_fn(|_| corner()));
        let Some(common) = intersection(&a, &b, &mut Cost::default()) else { continue };
        met += 1;
        for p in common.points() {
            for t in [&a, &b] {
                let [point, t] = [[*p; 3], *t].map(|t| t.map(|p| p / scale));
                let away = impinge::triangle_pair::distance(&t, &point).squared.sqrt();
                assert!(away < 1e-9, "{round}: {p} is {away:e} off {t:?}");
            }
        }
    }
    assert!(met > 1_000, "{met}");
}
