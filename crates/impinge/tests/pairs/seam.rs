//! Seams: curves that close, volumes that solids share against voxels and sums, and who passes through whom.

use impinge::bound::Aabb;
use impinge::math::{DMat3, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{Relation, Request, Seam, relate};
use impinge_scenes::polycube::{Style, polycube};
use impinge_scenes::solid::{cuboid, hollow_cuboid};
use impinge_scenes::voxel::VoxelSet;
use impinge_scenes::{SplitMix64, Surface};

fn vector(x: f64, y: f64, z: f64) -> DVec3 {
    DVec3::new(x, y, z)
}

/// A matrix that leaves no edge along an axis.
fn askew(random: &mut SplitMix64) -> DMat3 {
    DMat3::from_quat(random.rotation())
}

fn placed(mesh: &Mesh, matrix: &DMat3, shift: DVec3) -> Mesh {
    Surface::of(mesh).transformed(matrix).shifted(shift).mesh().unwrap()
}

/// The volume that two sets of unit cubes share, the second shifted by less than one along each axis.
fn shared(a: &VoxelSet, b: &VoxelSet, shift: DVec3) -> f64 {
    let overlap = |x: i64, y: i64, by: f64| ((x + 1) as f64).min((y + 1) as f64 + by) - (x as f64).max(y as f64 + by);
    let pairs = a.iter().flat_map(|p| b.iter().map(move |q| (p, q)));
    pairs.map(|(p, q)| (0..3).map(|k| overlap(p[k], q[k], shift[k]).max(0.0)).product::<f64>()).sum()
}

/// The box around what they share.
fn common_box(a: &VoxelSet, b: &VoxelSet, shift: DVec3) -> Aabb {
    let corner = |p: [i64; 3]| DVec3::from_array(p.map(|x| x as f64));
    let pairs = a.iter().flat_map(|p| b.iter().map(move |q| (corner(p), corner(q) + shift)));
    let common = pairs.map(|(p, q)| Aabb { min: p.max(q), max: (p + 1.0).min(q + 1.0) });
    common.filter(|common| common.min.cmplt(common.max).all()).fold(Aabb::EMPTY, Aabb::joined)
}

#[test]
fn polycubes_share_what_their_voxels_share() {
    let (mut measured, mut large) = (0, 0);
    for seed in 0..300 {
        let mut random = SplitMix64::new(seed);
        let (a, b) = (
            VoxelSet::random_connected(seed, 2 + seed as usize % 9),
            VoxelSet::random_connected(seed + 1_000, 2 + seed as usize % 7),
        );
        let b = b.shifted(std::array::from_fn(|_| random.integer(-1, 1)));
        let shift = vector(random.between(0.1, 0.45), random.between(0.5, 0.7), random.between(0.72, 0.95));
        let turn = if seed % 2 == 0 { DMat3::IDENTITY } else { askew(&mut random) };
        let mesh = |voxels: &VoxelSet| polycube(voxels, &Style::default()).unwrap();
        let (first, second) = (placed(&mesh(&a), &turn, DVec3::ZERO), placed(&mesh(&b), &turn, turn * shift));
        let expected = shared(&a, &b, shift);
        for (p, q) in [(&first, &second), (&second, &first)] {
            let seam = Seam::new(p, q, &Pose::IDENTITY);
            let Some(found) = seam.overlap_volume() else { continue };
            assert!(
                (found.value - expected).abs() <= 1e-12 + found.bound,
                "seed {seed}: {found:?}, expected {expected}"
            );
            assert!(found.bound < 1e-9, "seed {seed}: {found:?}");
            if turn == DMat3::IDENTITY {
                let (bounds, common) = (seam.overlap_bounds(&Pose::IDENTITY).unwrap(), common_box(&a, &b, shift));
                let off = (bounds.min - common.min).abs().max((bounds.max - common.max).abs()).max_element();
                assert!(expected == 0.0 || off < 1e-12, "seed {seed}: {bounds:?}, expected {common:?}");
            }
            assert!(seam.curves().iter().all(|curve| curve.is_closed && curve.points.len() > 2), "seed {seed}");
            measured += 1;
            large += usize::from(expected > 0.2);
        }
    }
    assert!(measured > 300 && large > 100, "{measured} measured, {large} of them large");
}

/// A body is as large as what it shares with two halves of space.
#[test]
fn halves_add_up() {
    for seed in 0..40 {
        let mut random = SplitMix64::new(seed);
        let ball = impinge_scenes::solid::icosphere(1.0, 3).unwrap();
        let body =
            if seed % 2 == 0 { ball } else { hollow_cuboid(DVec3::splat(-1.0), vector(1.0, 0.8, 0.7), 0.2).unwrap() };
        let (turn, cut) = (askew(&mut random), random.between(-0.7, 0.7));
        let whole = body.mass_properties().volume;
        let halves = [
            cuboid(vector(-9.0, -9.0, -9.0), vector(9.0, 9.0, cut)),
            cuboid(vector(-9.0, -9.0, cut), vector(9.0, 9.0, 9.0)),
        ];
        let parts = halves.map(|half| {
            let half = placed(&half.unwrap(), &turn, DVec3::ZERO);
            let seam = Seam::new(&body, &half, &Pose::IDENTITY);
            assert!(seam.is_general(), "seed {seed}");
            seam.overlap_volume().unwrap().value
        });
        assert!(parts.iter().all(|part| *part > 0.05), "seed {seed}: {parts:?}");
        assert!((parts[0] + parts[1] - whole).abs() < 1e-10, "seed {seed}: {parts:?} of {whole}");
    }
}

#[test]
fn boxes_share_a_box_with_its_area() {
    let mut random = SplitMix64::new(11);
    for case in 0..60 {
        let [low, high] =
            [(0.1, 0.9), (1.1, 1.9)].map(|(from, to)| DVec3::from([(); 3].map(|()| random.between(from, to))));
        let turn = askew(&mut random);
        let first = placed(&cuboid(DVec3::ZERO, high).unwrap(), &turn, DVec3::ZERO);
        let second = placed(&cuboid(low, DVec3::splat(2.0)).unwrap(), &turn, DVec3::ZERO);
        let found = Seam::new(&first, &second, &Pose::IDENTITY).overlap_volume().unwrap();
        let side = high - low;
        let expected = 2.0 * (side.x * side.y + side.y * side.z + side.z * side.x);
        assert!((found.area - expected).abs() < 1e-10, "case {case}: {found:?}, expected {expected}");
    }
}

#[test]
fn one_inside_the_other_shares_all_of_itself() {
    let (outer, inner) =
        (cuboid(DVec3::splat(-3.0), DVec3::splat(3.0)).unwrap(), cuboid(DVec3::splat(-1.0), DVec3::ONE).unwrap());
    let seam = Seam::new(&outer, &inner, &Pose::IDENTITY);
    assert!(seam.is_general() && seam.curves().is_empty());
    let found = seam.overlap_volume().unwrap();
    assert!((found.value - 8.0).abs() < 1e-12 && (found.area - 24.0).abs() < 1e-12);
    assert_eq!(seam.passage(), Some([false; 2]));
    let far = Pose::from_translation(vector(9.0, 0.0, 0.0)).unwrap();
    assert_eq!(Seam::new(&outer, &inner, &far).overlap_volume().unwrap().value, 0.0);
}

/// A plate, and rods through it, into it, beside its edge; coarse and fine.
#[test]
fn rods_pass_through_plates() {
    let plate = cuboid(vector(-5.0, -5.0, -0.5), vector(5.0, 5.0, 0.5)).unwrap();
    let rod = |low: f64, high: f64| cuboid(vector(-0.3, -0.4, low), vector(0.5, 0.6, high)).unwrap();
    let wall = cuboid(vector(-0.37, -7.0, -6.0), vector(0.41, 7.0, 6.0)).unwrap();
    // A staple: both legs end in the plate.
    let staple = {
        let legs = [[0, 0, 0], [0, 0, 1], [0, 0, 2], [1, 0, 2], [2, 0, 2], [2, 0, 1], [2, 0, 0]];
        let voxels = legs.iter().fold(VoxelSet::default(), |all, v| all.union(&VoxelSet::cuboid(*v, v.map(|x| x + 1))));
        Surface::of(&polycube(&voxels, &Style::default()).unwrap()).shifted(vector(-1.2, -0.3, -0.1)).mesh().unwrap()
    };
    let cases = [
        (rod(-3.0, 3.0), [false, true]),
        (rod(0.1, 3.0), [false, false]),
        (rod(-3.0, -0.1), [false, false]),
        (wall, [true, false]),
        (staple, [false, false]),
        (cuboid(vector(4.5, 4.4, -3.0), vector(6.0, 6.1, 3.0)).unwrap(), [false, false]),
    ];
    let mut random = SplitMix64::new(5);
    for (k, (body, expected)) in cases.into_iter().enumerate() {
        for refined in 0..3 {
            let fine =
                |mesh: &Mesh, times: usize| (0..times).fold(Surface::of(mesh), |s, _| s.refined()).mesh().unwrap();
            let turn = askew(&mut random);
            let (a, b) = (
                placed(&fine(&plate, refined), &turn, DVec3::ZERO),
                placed(&fine(&body, 2 - refined), &turn, DVec3::ZERO),
            );
            // A hair of a turn more, so that no planes are parallel to lines.
            let hair =
                Pose::from_quaternion(impinge::math::DQuat::from_axis_angle(random.direction(), 1e-3), DVec3::ZERO)
                    .unwrap();
            assert_eq!(relate(&a, &b, &hair, &Request::default()).relation, Relation::Crossing);
            let seam = Seam::new(&a, &b, &hair);
            assert_eq!(seam.passage(), Some(expected), "case {k}, refined {refined}");
            let back = Seam::new(&b, &a, &hair.inverse());
            assert_eq!(back.passage(), Some([expected[1], expected[0]]), "case {k}, refined {refined}, swapped");
            assert_eq!(back.overlap_volume(), seam.overlap_volume(), "case {k}");
        }
    }
}

#[test]
fn what_is_shared_flat_has_an_outline() {
    let (a, b) = (
        cuboid(DVec3::ZERO, vector(4.0, 4.0, 1.0)).unwrap(),
        cuboid(vector(1.0, 1.5, 1.0), vector(3.0, 3.0, 2.0)).unwrap(),
    );
    let seam = Seam::new(&a, &b, &Pose::IDENTITY);
    assert!(!seam.is_general());
    assert_eq!((seam.overlap_volume(), seam.passage()), (None, None));
    let length: f64 = seam.curves().iter().map(impinge::pair::SeamCurve::length).sum();
    assert!((length - 7.0).abs() < 1e-9, "{length}: {:?}", seam.curves());
}

/// Boxes on boxes, flush or not, coarse or fine: the curves are the outline of the rectangle that they share, and no edge within.
#[test]
fn no_edge_of_a_triangulation_lies_within_a_flat_region() {
    let mut random = SplitMix64::new(11);
    let fine = |mesh: &Mesh, times: i64| (0..times).fold(Surface::of(mesh), |s, _| s.refined());
    let (mut flush, mut whole) = (0, 0);
    for case in 0..300 {
        let [a, b] = [(); 2].map(|()| {
            let low = [(); 2].map(|()| random.integer(0, 3) as f64);
            (low, low.map(|x| x + random.integer(1, 3) as f64))
        });
        let b = if case % 10 == 0 { a } else { b };
        let sides = [0, 1].map(|k| a.1[k].min(b.1[k]) - a.0[k].max(b.0[k]));
        if sides[0] <= 0.0 || sides[1] <= 0.0 {
            continue;
        }
        let lower = cuboid(vector(a.0[0], a.0[1], -1.0), vector(a.1[0], a.1[1], 0.0)).unwrap();
        let upper = cuboid(vector(b.0[0], b.0[1], 0.0), vector(b.1[0], b.1[1], 2.0)).unwrap();
        let [lower, upper] =
            [lower, upper].map(|mesh| fine(&mesh, random.integer(0, 2)).shuffled(random.next()).mesh().unwrap());
        let seam = Seam::new(&lower, &upper, &Pose::IDENTITY);
        let length: f64 = seam.curves().iter().map(impinge::pair::SeamCurve::length).sum();
        let expected = 2.0 * (sides[0] + sides[1]);
        assert!((length - expected).abs() < 1e-9, "case {case}: {length}, not {expected}: {a:?} {b:?}");
        assert!(!seam.is_general());
        flush += usize::from((0..2).any(|k| a.0[k] == b.0[k] || a.1[k] == b.1[k]));
        whole += usize::from(a == b);
    }
    assert!(flush > 50 && whole >= 30, "{flush} {whole}");
}

/// A cube in a corner that fits it: the outline of all three squares, with the edges in which these meet.
#[test]
fn flat_regions_in_different_planes_keep_the_edge_between_them() {
    let voxels = VoxelSet::cuboid([0; 3], [2; 3]).minus(&VoxelSet::cuboid([1; 3], [2; 3]));
    let corner = polycube(&voxels, &Style::default()).unwrap();
    let cube = cuboid(DVec3::ONE, DVec3::splat(2.0)).unwrap();
    let seam = Seam::new(&corner, &cube, &Pose::IDENTITY);
    let length: f64 = seam.curves().iter().map(impinge::pair::SeamCurve::length).sum();
    assert!((length - 9.0).abs() < 1e-9, "{length}: {:?}", seam.curves());
}

#[test]
fn open_surfaces_have_curves_and_no_volume() {
    let sheet =
        Mesh::try_new(vec![vector(-9.0, -9.0, 0.1), vector(9.0, -9.0, 0.2), vector(0.0, 9.0, 0.3)], vec![[0, 1, 2]])
            .unwrap();
    let block = cuboid(DVec3::splat(-1.0), vector(1.0, 1.5, 2.0)).unwrap();
    let seam = Seam::new(&sheet, &block, &Pose::IDENTITY);
    assert_eq!((seam.overlap_volume(), seam.passage()), (None, None));
    let curves = seam.curves();
    assert!(curves.len() == 1 && curves[0].is_closed && (curves[0].length() - 9.0).abs() < 0.1, "{curves:?}");
}
