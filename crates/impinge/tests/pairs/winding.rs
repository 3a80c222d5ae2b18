//! Winding numbers of open meshes: bounds against sums in 106 bits, decisions against exact ones on the closed mesh.

use impinge::feature::FaceId;
use impinge::math::DVec3;
use impinge::math::double_double::{DoubleDouble, between, cross, dot};
use impinge::math::predicates::Triangle;
use impinge::mesh::{Closedness, Membership, Mesh};
use impinge::pair::{Location, PointQuery, locate};
use impinge_scenes::random::SplitMix64;
use impinge_scenes::solid;
use std::f64::consts::{PI, TAU};

/// The solid angle of a triangle over 4π, from terms of 106 bits.
fn share(point: DVec3, t: &Triangle) -> f64 {
    let [a, b, c] = t.map(|corner| between(corner, point));
    let [p, q, r] = [&a, &b, &c].map(|v| dot(v, v).sqrt());
    let x = dot(&a, &cross(&b, &c));
    let y = p * q * r + dot(&a, &b) * r + dot(&b, &c) * p + dot(&c, &a) * q;
    x.to_double().atan2(y.to_double()) / TAU
}

/// The sum over all faces.
fn winding(mesh: &Mesh, point: DVec3) -> f64 {
    let shares = mesh.face_ids().map(|face| DoubleDouble::from(share(point, &mesh.triangle(face))));
    shares.fold(DoubleDouble::default(), |sum, share| sum + share).to_double()
}

/// Spheres, tori, boxes and forms that are not convex, all closed.
fn solids(round: u64) -> Mesh {
    match round % 6 {
        0 => solid::icosphere(1.0, 2 + (round / 6 % 2) as u32),
        1 => solid::torus(1.0, 0.4, 24, 12),
        2 => solid::cuboid(DVec3::splat(-1.0), DVec3::new(1.0, 0.5, 2.0)),
        3 => solid::blob(round, 600, 0.3),
        4 => solid::tube(0.5, 1.0, 3.0, 20),
        _ => solid::hollow_cuboid(DVec3::splat(-1.0), DVec3::splat(1.0), 0.25),
    }
    .unwrap()
}

/// A mesh without some of its faces, and those.
fn opened(mesh: &Mesh, random: &mut SplitMix64) -> (Mesh, Vec<Triangle>) {
    let count = mesh.faces().len();
    let missing = 1 + random.below((count as u64 / 10).clamp(1, 12));
    let mut gone = vec![false; count];
    (0..missing).for_each(|_| gone[random.below(count as u64) as usize] = true);
    let stays = (0..count).filter(|f| !gone[*f]).map(|f| mesh.faces()[f]).collect();
    let removed = (0..count).filter(|f| gone[*f]).map(|f| mesh.triangle(FaceId(f as u32))).collect();
    (Mesh::try_new(mesh.vertices().to_vec(), stays).unwrap(), removed)
}

fn scaled(mesh: &Mesh, scale: f64, offset: DVec3) -> Mesh {
    let vertices = mesh.vertices().iter().map(|p| *p * scale + offset).collect();
    Mesh::try_new(vertices, mesh.faces().to_vec()).unwrap()
}

fn area([a, b, c]: &Triangle) -> f64 {
    (*b - *a).cross(*c - *a).length() / 2.0
}

#[test]
fn bounds_hold_the_sum_of_solid_angles_at_every_size() {
    let mut random = SplitMix64::new(2201);
    let (mut narrow, mut cases) = (0, 0);
    for round in 0..48 {
        let scale = [1.0, 1e-60, 1e60, 1e-3][round as usize % 4];
        let offset = if round % 5 == 0 { DVec3::new(300.0, -20.0, 1e3) * scale } else { DVec3::ZERO };
        let (open, _) = opened(&scaled(&solids(round), scale, offset), &mut random);
        let bounds = open.bounds();
        for k in 0..40 {
            let (middle, reach) = (bounds.centre(), bounds.size() * [0.6, 2.0, 50.0, 1e6][k % 4]);
            let mut point = middle
                + reach * DVec3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0));
            if k % 8 == 7 {
                // Next to a face.
                let [a, b, c] = open.triangle(FaceId(random.below(open.faces().len() as u64) as u32));
                let normal = (b - a).cross(c - a).normalize_or_zero();
                point = (a + b + c) / 3.0 + normal * (scale * [1e-3, -1e-9][k / 8 % 2]);
            }
            let (found, truth) = (open.winding_number(point), winding(&open, point));
            let rounding = 1e-13;
            assert!(
                found.lower - rounding <= truth && truth <= found.upper + rounding,
                "round {round}, {point}: {found:?} {truth}"
            );
            cases += 1;
            narrow += usize::from(found.width() <= 0.0101);
        }
    }
    assert!(narrow * 100 >= cases * 98, "{narrow} of {cases} bounds are narrow");
}

/// The missing faces have area A. From a point farther from all of them than √(A / 2π) they take less than half the view, so what is left is nearer to the
/// integer of the closed mesh than one half: there no decision is wrong.
#[test]
fn decisions_are_never_wrong_away_from_openings() {
    let mut random = SplitMix64::new(2202);
    let [mut inside, mut outside, mut undecided, mut nearer] = [0; 4];
    for round in 0..120 {
        let closed = scaled(&solids(round), 1.0, DVec3::splat(0.125));
        let (open, removed) = opened(&closed, &mut random);
        let away = (removed.iter().map(area).sum::<f64>() / TAU).sqrt();
        let rest = PointQuery::new(&closed);
        let holes = Mesh::from_triangles(&removed).unwrap();
        let holes = PointQuery::new(&holes);
        let bounds = closed.bounds();
        for _ in 0..60 {
            let point = bounds.centre()
                + bounds.size()
                    * 0.6
                    * DVec3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0));
            if holes.nearest(point).unwrap().distance.lower <= away {
                nearer += 1;
                continue;
            }
            match (open.membership(point), rest.locate(point).unwrap()) {
                (Membership::Inside, Location::Inside) => inside += 1,
                (Membership::Outside, Location::Outside) => outside += 1,
                (Membership::Undecided, _) => undecided += 1,
                wrong => panic!("round {round}, {point}: {wrong:?}"),
            }
        }
    }
    let all = inside + outside + undecided;
    assert!(
        inside * 5 > all && outside * 5 > all && undecided * 100 < all && all > 3 * nearer,
        "{inside} {outside} {undecided} {nearer}"
    );
}

/// Closed meshes, also with overlapping shells or turned inside out: the same answers as the exact ones.
#[test]
fn closed_meshes_are_decided_as_by_exact_rays() {
    let mut random = SplitMix64::new(2203);
    let [mut inside, mut outside] = [0; 2];
    for round in 0..60 {
        let mut closed = solids(round);
        if round % 3 == 0 {
            let turned = closed.faces().iter().map(|[a, b, c]| [*a, *c, *b]).collect();
            closed = Mesh::try_new(closed.vertices().to_vec(), turned).unwrap();
        }
        if round % 4 == 0 {
            let other = scaled(&closed, 0.75, DVec3::new(0.5, 0.0, 0.25));
            let both: Vec<Triangle> =
                [&closed, &other].into_iter().flat_map(|m| m.face_ids().map(|f| m.triangle(f))).collect();
            closed = Mesh::from_triangles(&both).unwrap();
        }
        assert_eq!(closed.closedness(), Closedness::Closed);
        for _ in 0..40 {
            let point = closed.bounds().centre()
                + closed.bounds().size()
                    * 0.55
                    * DVec3::new(random.between(-1.0, 1.0), random.between(-1.0, 1.0), random.between(-1.0, 1.0));
            let expected = locate(&closed, point).unwrap();
            match expected {
                Location::Inside => inside += 1,
                Location::Outside => outside += 1,
                Location::Surface => continue,
            }
            assert_eq!(closed.membership(point).to_string(), expected.to_string(), "round {round}, {point}");
        }
    }
    assert!(inside > 400 && outside > 400, "{inside} {outside}");
}

/// On vertices, edges and faces, beyond the range, and for numbers that are none: bounds that are true, and no panic.
#[test]
fn points_on_the_surface_and_beyond_the_range_are_undecided() {
    let cube = solid::cuboid(DVec3::splat(-1.0), DVec3::ONE).unwrap();
    for point in [
        [1.0, 0.25, 0.0],
        [1.0, 1.0, 0.5],
        [1.0, 1.0, 1.0],
        [1e300, 0.0, 0.0],
        [f64::NAN, 0.0, 0.0],
        [f64::INFINITY; 3],
    ] {
        let found = cube.winding_number(point.into());
        assert!(
            found.contains(0.0) && found.contains(0.5) && cube.membership(point.into()) == Membership::Undecided,
            "{point:?}"
        );
    }
    let far = cube.winding_number(DVec3::new(1e90, 0.0, 0.0));
    assert!(far.contains(0.0) && far.width() < 1e-3);
    assert_eq!(cube.membership(DVec3::new(1e-310, 0.0, 0.0)), Membership::Inside);
    assert!((cube.winding_number(DVec3::ZERO).value - 1.0).abs() < 1e-2 && PI > 3.0);
}

#[test]
fn removed_faces_leave_solids_nearly_closed_and_patches_are_sheets() {
    let mut random = SplitMix64::new(2204);
    for round in 0..24 {
        let closed = solids(round);
        if closed.faces().len() < 100 {
            continue; // a box without a face is half open
        }
        let (open, removed) = opened(&closed, &mut random);
        let Closedness::NearlyClosed { opening } = open.closedness() else { panic!("round {round}") };
        let edge = |t: &Triangle| (0..3).map(|k| t[k].distance(t[(k + 1) % 3])).fold(0.0, f64::max);
        let [longest, sum] = [removed.iter().map(edge).fold(0.0, f64::max), removed.iter().map(edge).sum()];
        assert!(opening >= 0.5 * longest && opening <= sum * 1.001, "round {round}: {opening} {longest} {sum}");
        let patch = Mesh::from_triangles(&removed).unwrap();
        assert_eq!(patch.closedness(), Closedness::Sheet);
    }
}
