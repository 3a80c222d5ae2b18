//! The wide tree under attack: its shape, and every answer behind it against brute force, for all instructions and presets,
//! on meshes and poses that single precision does not like.

use impinge::bvh::{Child, Preset, Slot, WideTree};
use impinge::executor::Executor;
use impinge::math::simd::{Instructions, limited};
use impinge::math::{DMat3, DQuat, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge::pair::{Contacts, Distance, Method, Request, distance, relate, within};
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::blob;
use impinge_scenes::soup::{degenerate_soup, lattice_soup, random_soup};

const LEVELS: [Instructions; 3] = [Instructions::Best, Instructions::Avx2, Instructions::Baseline];
const PRESETS: [Preset; 2] = [Preset::Oriented, Preset::AxisAligned];

/// Contacts and distance are those of brute force, for all instructions and presets; how many contacts, and the distance.
fn agree(a: &Mesh, b: &Mesh, pose: &Pose, name: &str) -> (usize, Distance) {
    let request = |method| Request { method, contacts: Contacts::List, distance_up_to: Some(f64::INFINITY) };
    let brute = relate(a, b, pose, &request(Method::Brute));
    let expected = brute.distance.unwrap();
    for preset in PRESETS {
        let [a, b] = [a, b].map(|m| m.clone().with_preset(preset));
        for level in LEVELS {
            let found = limited(level, || relate(&a, &b, pose, &request(Method::Auto)));
            let what = format!("{name}, {preset:?}, {level:?}, {pose:?}");
            assert_eq!(found.relation, brute.relation, "{what}");
            assert_eq!(found.contacts, brute.contacts, "{what}");
            let gap = found.distance.unwrap();
            assert_eq!(gap.value.to_bits(), expected.value.to_bits(), "{what}: {gap:?}, {expected:?}");
            if expected.value > 0.0 {
                assert_eq!(gap, expected, "{what}");
                assert!(limited(level, || within(&a, &b, pose, expected.value)), "{what}");
            }
        }
    }
    assert!(expected.value == 0.0 || !within(a, b, pose, expected.value.next_down()), "{name}, {pose:?}");
    (brute.contacts.len(), expected)
}

fn mapped(mesh: &Mesh, map: impl Fn(DVec3) -> DVec3) -> Mesh {
    Mesh::try_new(mesh.vertices().iter().map(|p| map(*p)).collect(), mesh.faces().to_vec()).unwrap()
}

/// A rotation as it comes out of a file with this many digits.
fn printed(rotation: DQuat, digits: i32) -> DMat3 {
    let scale = 10_f64.powi(digits);
    let round = |v: DVec3| DVec3::new((v.x * scale).round(), (v.y * scale).round(), (v.z * scale).round()) / scale;
    let m = DMat3::from_quat(rotation);
    DMat3::from_cols(round(m.x_axis), round(m.y_axis), round(m.z_axis))
}

/// Poses of all kinds with the translation at most `far`: none, shifts, quarter turns, turns, turns with five digits.
fn poses(random: &mut SplitMix64, far: f64) -> Vec<Pose> {
    let quarter = DMat3::from_cols(DVec3::Y, -DVec3::X, DVec3::Z);
    let mut shift = || random.direction() * far;
    let mut poses = vec![
        Pose::IDENTITY,
        Pose::from_translation(shift()).unwrap(),
        Pose::from_translation(DVec3::X).unwrap(),
        Pose::try_new(quarter, DVec3::ZERO).unwrap(),
        Pose::try_new(quarter * quarter, DVec3::new(1.0, 1.0, 0.0)).unwrap(),
        Pose::try_new(quarter, shift()).unwrap(),
    ];
    for digits in [5, 6, 17] {
        // Most matrices printed with five digits are refused; the search is for one that is not.
        poses.extend((0..1000).find_map(|_| {
            let (turn, shift) = (random.rotation(), random.direction() * far);
            Pose::try_new(printed(turn, digits), shift).ok()
        }));
    }
    poses
}

/// Soups of every kind: loose, touching on a lattice, without area; and fans of needles around one corner.
fn soups(seed: u64, count: usize) -> [Mesh; 4] {
    let mut random = SplitMix64::new(seed);
    let needles: Vec<[DVec3; 3]> = (0..count)
        .map(|_| {
            let tip = random.direction();
            [DVec3::ZERO, tip, tip + random.direction() * 1e-12]
        })
        .collect();
    [
        random_soup(seed, count, 0.5).unwrap(),
        lattice_soup(seed, count, 3).unwrap(),
        degenerate_soup(seed, count, 3).unwrap(),
        Mesh::from_triangles(&needles).unwrap(),
    ]
}

#[test]
fn small_meshes_of_every_kind_meet_as_brute_force_says() {
    let mut random = SplitMix64::new(11);
    let (mut meeting, mut apart, mut contacts) = (0, 0, 0);
    for (i, count) in [1, 2, 3, 4, 5, 9, 33].into_iter().enumerate() {
        let (own, others) = (soups(i as u64, count), soups(i as u64 + 100, [4, 5, 1, 9, 33, 2, 9][i]));
        for (j, pose) in poses(&mut random, 1.7).iter().enumerate() {
            for k in 0..4 {
                let (found, gap) = agree(&own[k], &others[(k + j) % 4], pose, &format!("{count} of kind {k}"));
                meeting += usize::from(found > 0);
                apart += usize::from(gap.value > 0.0);
                contacts += found;
            }
        }
    }
    assert!(meeting > 50 && apart > 100 && contacts > 1000, "{meeting} meet, {apart} apart, {contacts} contacts");
}

#[test]
fn meshes_with_deeper_trees_meet_as_brute_force_says() {
    let mut random = SplitMix64::new(12);
    let mut contacts = 0;
    for (a, b) in soups(1, 300).iter().zip(&soups(2, 120)) {
        let all = poses(&mut random, 2.0);
        for pose in [&all[1], &all[3], all.last().unwrap()] {
            contacts += agree(a, b, pose, "300 triangles").0;
        }
    }
    assert!(contacts > 1000, "{contacts} contacts");
}

#[test]
fn huge_and_tiny_and_far_from_the_origin() {
    let mut random = SplitMix64::new(13);
    let (mut meeting, mut apart) = (0, 0);
    for k in 0..4 {
        let (a, b) = (&soups(5, 33)[k], &soups(6, 9)[k]);
        for size in [2_f64.powi(-290), 2_f64.powi(-100), 2_f64.powi(100), 2_f64.powi(297)] {
            // Rounded first: nothing but zero may come out below the exact range.
            let [a, b] = [a, b].map(|m| mapped(m, |p| (p * 256.0).round() * (size / 256.0)));
            for pose in poses(&mut random, 1.5) {
                let pose = Pose::try_new(pose.rotation(), pose.translation() * size).unwrap();
                let (contacts, gap) = agree(&a, &b, &pose, &format!("size {size:e}"));
                meeting += usize::from(contacts > 0);
                apart += usize::from(gap.value > 0.0);
            }
        }
        // Off the origin by so much that a few, or no, bits are left for the shape.
        for far in [2_f64.powi(20), 2_f64.powi(45), 2_f64.powi(51)] {
            let [a, b] = [a, b].map(|m| mapped(m, |p| p + DVec3::new(far, -far, far)));
            meeting += usize::from(agree(&a, &b, &Pose::IDENTITY, "far from the origin").0 > 0);
            let back = Pose::from_translation(DVec3::new(-far, far, 0.5 - far)).unwrap();
            let near = mapped(&b, |p| p - DVec3::new(far, -far, far));
            meeting += usize::from(agree(&near, &b, &back, "carried back to the origin").0 > 0);
        }
    }
    assert!(meeting > 60 && apart > 20, "{meeting} meet, {apart} apart");
}

#[test]
fn sizes_up_to_a_million_million_times_apart() {
    let mut random = SplitMix64::new(14);
    let (mut meeting, mut apart) = (0, 0);
    for k in 0..4 {
        for size in [2_f64.powi(-3), 2_f64.powi(-10), 2_f64.powi(-20), 2_f64.powi(-40)] {
            let (a, b) = (&soups(7, 33)[k], mapped(&soups(8, 33)[k], |p| p * size));
            // Small bodies on corners of the large one, where they touch or nearly so.
            for pose in poses(&mut random, 0.0) {
                let corner = a.vertices()[random.below(a.vertices().len() as u64) as usize];
                let pose = Pose::try_new(pose.rotation(), corner).unwrap();
                let (contacts, gap) = agree(a, &b, &pose, &format!("ratio {size:e}"));
                meeting += usize::from(contacts > 0);
                apart += usize::from(gap.value > 0.0);
            }
        }
    }
    assert!(meeting > 60 && apart > 20, "{meeting} meet, {apart} apart");
}

/// A pose may stretch by what its matrix is allowed to be off; a bound must not take that for distance.
#[test]
fn distances_under_poses_that_are_not_quite_rigid() {
    let mut random = SplitMix64::new(15);
    let up = DVec3::ONE.normalize();
    let (right, ahead) = (DVec3::new(1.0, -1.0, 0.0).normalize(), DVec3::new(1.0, 1.0, -2.0).normalize());
    for off in [4.9e-6, -4.9e-6] {
        // Longer or shorter along the diagonal by three times what an entry is off.
        let matrix = DMat3::IDENTITY + DMat3::from_cols(DVec3::ONE, DVec3::ONE, DVec3::ONE) * off;
        for _ in 0..6 {
            // Sheets across the diagonal of heaps of tiny triangles, all nearly as far from the other sheet.
            let mut sheet = |count: usize| {
                let mut triangles = Vec::new();
                for _ in 0..count {
                    let mut at = || random.between(-1.0, 1.0);
                    let middle = at() * right + at() * ahead + 1e-6 * at() * up;
                    let mut corner = || middle + 1e-4 * (at() * right + at() * ahead);
                    triangles.extend([0; 4].map(|_| [corner(), corner(), corner()]));
                }
                Mesh::from_triangles(&triangles).unwrap()
            };
            let (a, b) = (sheet(20), sheet(20));
            for height in [3.0, 40.0] {
                agree(&a, &b, &Pose::try_new(matrix, up * height).unwrap(), "stretched");
            }
        }
    }
}

#[test]
fn bodies_far_apart_are_as_far_as_brute_force_says() {
    for far in [10.0, 300.0, 1e3, 1e6, 1e9] {
        for k in 0..4 {
            let (a, b) = (&soups(9, 9)[k], &soups(10, 5)[k]);
            let turn = SplitMix64::new(3).rotation();
            let pose = Pose::from_quaternion(turn, DVec3::new(0.6, 0.0, 0.8) * far).unwrap();
            let (_, gap) = agree(a, b, &pose, &format!("{far:e} away"));
            assert!((gap.value - far).abs() < 8.0, "{gap:?}");
        }
    }
}

/// Where a body is no larger than a few units in the last place of its distance, pairs of faces are equally far but for rounding:
/// which of them is reported is not said, but the distance is right to the last bit or two.
#[test]
fn distances_that_swallow_the_bodies_are_right_to_the_last_bits() {
    for far in [1e12, 1e15, 1e18] {
        for k in 0..4 {
            let (a, b) = (&soups(9, 9)[k], &soups(10, 5)[k]);
            let pose = Pose::from_quaternion(SplitMix64::new(3).rotation(), DVec3::new(0.6, 0.0, 0.8) * far).unwrap();
            let request = Request { method: Method::Brute, distance_up_to: Some(f64::INFINITY), ..Request::default() };
            let expected = relate(a, b, &pose, &request).distance.unwrap();
            let found = distance(a, b, &pose);
            assert!(
                (found.value / expected.value - 1.0).abs() <= 2.0 * f64::EPSILON,
                "{far:e}: {found:?}, {expected:?}"
            );
        }
    }
}

/// Single precision ends at 2^128, and squares at 2^64: nothing may be lost beyond.
#[test]
fn bodies_beyond_single_precision_are_as_far_as_brute_force_says() {
    for far in [1e19, 1e20, 1e30, 1e38, 1e42, 1e46, 1e80] {
        for count in [1, 33] {
            let (a, b) = (&soups(9, count)[0], &soups(10, count)[0]);
            let pose = Pose::from_translation(DVec3::new(0.6, 0.0, 0.8) * far).unwrap();
            let found = distance(a, b, &pose);
            assert!((found.value / far - 1.0).abs() < 1e-9, "{far:e}: {found:?}");
            assert!(within(a, b, &pose, 1.001 * far), "{far:e}");
            assert!(!within(a, b, &pose, 0.999 * far), "{far:e}");
            assert!(
                relate(a, b, &pose, &Request { contacts: Contacts::List, ..Request::default() }).contacts.is_empty()
            );
        }
    }
}

/// Beyond a ratio of 2^60 or so what is in no box must still be in no box.
#[test]
fn sizes_of_any_ratio() {
    let mut meeting = 0;
    for (k, size) in [2_f64.powi(-60), 2_f64.powi(-70), 2_f64.powi(-140), 2_f64.powi(-280)].into_iter().enumerate() {
        let (a, b) = (&soups(7, 5)[k], mapped(&soups(8, 33)[k], |p| p * size));
        let at_corner = Pose::from_translation(a.vertices()[0]).unwrap();
        meeting += usize::from(agree(a, &b, &at_corner, &format!("ratio {size:e}")).0 > 0);
        meeting += usize::from(agree(&b, a, &at_corner.inverse(), &format!("ratio {size:e}")).0 > 0);
        agree(a, &b, &Pose::IDENTITY, &format!("ratio {size:e}"));
    }
    assert!(meeting >= 6, "{meeting} meet");
}

/// Every face stands in one leaf, and every corner in every box above it, in double precision.
fn check(tree: &WideTree, mesh: &Mesh) {
    let mut seen = vec![0; mesh.faces().len()];
    let mut open = vec![(Slot::ROOT, Vec::<Slot>::new())];
    while let Some((slot, above)) = open.pop() {
        let child = tree.child(slot);
        assert_ne!(child, Child::NONE);
        let above: Vec<Slot> = above.iter().chain([&slot]).copied().collect();
        if !child.is_leaf() {
            let node = &tree.nodes()[child.index()];
            let lanes = node.child.iter().take_while(|c| **c != Child::NONE).count();
            assert!(lanes >= 2 && node.child[lanes..].iter().all(|c| *c == Child::NONE));
            open.extend((0..lanes).map(|lane| (Slot::new(child.index() as u32, lane as u32), above.clone())));
            continue;
        }
        assert!((1..=4).contains(&child.count()));
        for face in tree.faces(slot) {
            seen[face.index()] += 1;
            for p in mesh.triangle(*face) {
                let p = (p - tree.frame().centre) / tree.frame().unit;
                assert!(p.abs().max_element() <= 1.0);
                for slot in &above {
                    let bounds = tree.bounds(*slot);
                    let wide = |v: [f32; 3]| DVec3::from_array(v.map(f64::from));
                    let axes = bounds.axes.map(|a| wide(a.to_array()));
                    let away = p - wide(bounds.centre.to_array());
                    let along = DMat3::from_cols(axes[0], axes[1], axes[2]).inverse() * away;
                    let room = wide(bounds.half.to_array()) - along.abs();
                    assert!(room.min_element() >= 0.0, "{face:?} leaves {bounds:?} by {room}");
                }
            }
        }
        let leaf = &tree.leaves()[child.index()];
        assert!(leaf.faces[child.count()..].iter().all(|f| *f == leaf.faces[0]));
    }
    assert!(seen.iter().all(|n| *n == 1), "every face in one leaf");
}

fn bits(tree: &WideTree) -> Vec<u32> {
    let mut all = Vec::new();
    for node in tree.nodes() {
        let numbers = node.centre.iter().chain(&node.half).chain(node.axes.iter().flatten()).flatten();
        all.extend(numbers.map(|x| x.to_bits()));
        all.extend(node.child.iter().map(|c| if *c == Child::NONE { u32::MAX } else { c.index() as u32 }));
    }
    for leaf in tree.leaves() {
        all.extend(leaf.corners.iter().flatten().flatten().map(|x| x.to_bits()));
        all.extend(leaf.faces.iter().map(|f| f.0));
    }
    all
}

fn tree(mesh: &Mesh, preset: Preset, executor: &Executor) -> WideTree {
    WideTree::build(mesh.vertices(), mesh.faces(), &mesh.bounds(), preset, executor)
}

#[test]
fn every_corner_lies_in_every_box_above_it() {
    let sizes = [1.0, 2_f64.powi(-290), 2_f64.powi(288)];
    for (i, count) in [1, 2, 3, 4, 5, 9, 33, 300].into_iter().enumerate() {
        for mesh in soups(i as u64, count) {
            for size in sizes {
                let mesh = mapped(&mesh, |p| (p + DVec3::new(30.0, 40.0, 1e3)) * size);
                PRESETS.iter().for_each(|preset| check(&tree(&mesh, *preset, &Executor::serial()), &mesh));
            }
        }
    }
    // Thin bodies along a diagonal have the boxes that rounding hurts most.
    let mut random = SplitMix64::new(4);
    for _ in 0..20 {
        let m = DMat3::from_quat(random.rotation());
        let thin = mapped(&soups(3, 200)[0], |p| m * (p * DVec3::new(1.0, 1e-3, 1e-9)));
        PRESETS.iter().for_each(|preset| check(&tree(&thin, *preset, &Executor::serial()), &thin));
    }
}

#[test]
fn identical_triangles_make_a_tree() {
    for corners in [[DVec3::ZERO, DVec3::X, DVec3::Y], [DVec3::X; 3], [DVec3::ZERO, DVec3::X, 2.0 * DVec3::X]] {
        for count in [1, 4, 5, 31, 32, 33, 300, 5000] {
            let mesh = Mesh::try_new(corners.to_vec(), vec![[0, 1, 2]; count]).unwrap();
            for preset in PRESETS {
                let tree = tree(&mesh, preset, &Executor::serial());
                check(&tree, &mesh);
                assert!(tree.leaves().len() <= count.div_ceil(2), "{count} in {} leaves", tree.leaves().len());
            }
        }
    }
}

#[test]
fn a_tree_is_the_same_for_any_number_of_threads() {
    for mesh in [blob(1, 30_000, 0.3).unwrap(), random_soup(2, 20_000, 0.01).unwrap()] {
        for preset in PRESETS {
            let first = tree(&mesh, preset, &Executor::try_new(1).unwrap());
            check(&first, &mesh);
            for threads in [2, 3] {
                let other = tree(&mesh, preset, &Executor::try_new(threads).unwrap());
                assert!(bits(&first) == bits(&other), "{threads} threads");
            }
        }
    }
}

/// Coordinates much larger than the distance: vertices are rounded by more than the distance is.
#[test]
fn bodies_far_from_the_origin_and_far_apart() {
    for far in [2_f64.powi(40), 2_f64.powi(45), 2_f64.powi(51)] {
        for apart in [600.0, 1e5] {
            for k in 0..4 {
                let shift = DVec3::new(far, -far, far * 0.5);
                let (a, b) = (mapped(&soups(9, 9)[k], |p| p + shift), &soups(10, 5)[k]);
                let place = shift + DVec3::new(0.6, 0.0, 0.8) * apart;
                let pose = Pose::from_quaternion(SplitMix64::new(3).rotation(), place).unwrap();
                let (_, gap) = agree(&a, b, &pose, &format!("{far:e} off, {apart:e} apart"));
                assert!((gap.value / apart - 1.0).abs() < 0.1, "{gap:?}");
            }
        }
    }
}
