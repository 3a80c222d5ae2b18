//! The classic trees over triangles that move: every kind of volume and every way to follow finds the pairs of brute force.

use impinge::bound::Aabb;
use impinge::cost::Cost;
use impinge::executor::Executor;
use impinge::math::DVec3;
use impinge::triangle_pair::{TriangleRelation, relate};
use impinge_classics::geometry_image::{FaceImage, ImageSizeError};
use impinge_classics::hierarchy::config::{Arity, TreeBuild, VolumeKind};
use impinge_classics::hierarchy::{DeformingHierarchy, MovedTrianglesError, Refit};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

const VOLUMES: [VolumeKind; 7] = [
    VolumeKind::Aabb,
    VolumeKind::Sphere,
    VolumeKind::Kdop14,
    VolumeKind::Kdop18,
    VolumeKind::Kdop26,
    VolumeKind::Obb,
    VolumeKind::Rss,
];
const SERIAL: Executor = Executor::serial();

type Pairs = BTreeSet<(u32, u32)>;

/// A source of numbers that starts at a seed.
struct Random(u64);

impl Random {
    fn number(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as f64 / f64::from(1 << 30) - 1.0
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number())
    }
}

/// A sheet of `n` by `n` squares of two triangles each, bent more with time, with noise.
fn sheet(n: u32, time: f64, random: &mut Random) -> Vec<[DVec3; 3]> {
    let noise: Vec<DVec3> = (0..=n).flat_map(|_| 0..=n).map(|_| random.vector() * 0.3).collect();
    let at = |i: u32, j: u32| {
        let (x, y) = (f64::from(i), f64::from(j));
        noise[(i * (n + 1) + j) as usize]
            + DVec3::new(4.0 * (x * 0.4 + time).sin(), y, 4.0 * (x * 0.4 + 0.1 * y * time).cos())
    };
    let square = |i, j| [[at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]];
    (0..n * n).flat_map(|k| square(k / n, k % n)).collect()
}

/// The pairs whose boxes overlap, and those that share a point, each with each.
fn brute(first: &[[DVec3; 3]], second: Option<&[[DVec3; 3]]>) -> [Pairs; 2] {
    let (mut near, mut meeting) = (Pairs::new(), Pairs::new());
    let others = second.unwrap_or(first);
    for (i, s) in first.iter().enumerate() {
        for (j, t) in others.iter().enumerate().skip(if second.is_some() { 0 } else { i + 1 }) {
            if Aabb::of_points(s).overlaps(&Aabb::of_points(t)) {
                near.insert((i as u32, j as u32));
                if relate(s, t, &mut Cost::default()) != TriangleRelation::Disjoint {
                    meeting.insert((i as u32, j as u32));
                }
            }
        }
    }
    [near, meeting]
}

/// Whether what was handed out is what has to be, and nothing that may not; of boxes, all whose boxes overlap.
fn is_right(found: &Pairs, [near, meeting]: &[Pairs; 2], volume: VolumeKind) -> bool {
    let least = if volume == VolumeKind::Aabb { near } else { meeting };
    least.is_subset(found) && found.is_subset(near)
}

/// All pairs; none comes twice.
fn all(walk: impl FnOnce(&mut dyn FnMut(u32, u32) -> ControlFlow<()>)) -> Pairs {
    let mut found = Pairs::new();
    walk(&mut |i, j| {
        assert!(found.insert((i, j)), "{i} and {j} twice");
        ControlFlow::Continue(())
    });
    found
}

#[test]
fn every_volume_and_every_way_finds_the_pairs_of_brute_force() {
    let threads = Executor::try_new(2).unwrap();
    for (round, volume) in VOLUMES.into_iter().enumerate() {
        let scale = [1.0, 1e-60, 1e60][round % 3];
        let build =
            TreeBuild { arity: [Arity::Two, Arity::Four, Arity::Eight][round % 3], ..TreeBuild::for_volume(volume) };
        for refit in Refit::ALL {
            let random = &mut Random(31);
            let mut frame = |n, time| -> Vec<[DVec3; 3]> {
                sheet(n, time, random).iter().map(|t| t.map(|p| (p + DVec3::splat(time)) * scale)).collect()
            };
            let mut first = DeformingHierarchy::try_new(frame(14, 0.0), &build, refit).unwrap();
            let mut parallel = first.clone();
            let mut second = DeformingHierarchy::try_new(frame(6, 0.0), &build, refit).unwrap();
            let mut seen = [0; 2];
            for step in 1..=4 {
                let (a, b) = (frame(14, f64::from(step)), frame(6, f64::from(step) + 1.5));
                let drawn = first.update(&a, &SERIAL).unwrap();
                assert_eq!(parallel.update(&a, &threads).unwrap(), drawn);
                second.update(&b, &threads).unwrap();
                let (mut walks, other) = (Vec::new(), &mut second);
                let between = all(|visit| walks.push(first.pairs(other, visit).unwrap()));
                let within = all(|visit| walks.push(first.self_pairs(visit)));
                let expected = [brute(&a, Some(&b)), brute(&a, None)];
                assert!(is_right(&between, &expected[0], volume), "{volume:?} {refit:?}");
                assert!(is_right(&within, &expected[1], volume), "{volume:?} {refit:?}");
                assert_eq!([walks[0].pairs, walks[1].pairs], [between.len() as u64, within.len() as u64]);
                let mut again = Vec::new();
                second.update(&b, &SERIAL).unwrap();
                assert!(all(|visit| again.push(parallel.pairs(&mut second, visit).unwrap())) == between);
                assert!(all(|visit| again.push(parallel.self_pairs(visit))) == within);
                assert_eq!(again, walks, "threads change nothing that is counted");
                (0..2).for_each(|k| seen[k] += expected[k][1].len());
            }
            assert!(seen[0] > 100 && seen[1] > 8_000, "{seen:?}");
        }
    }
}

/// Images of faces hand out the pairs of faces whose boxes overlap, each once, in every frame of a deformation.
#[test]
fn images_of_faces_find_the_pairs_of_brute_force() {
    for scale in [1.0, 1e-60, 1e60] {
        let random = &mut Random(33);
        let mut frame = |n, time| -> Vec<[DVec3; 3]> {
            sheet(n, time, random).iter().map(|t| t.map(|p| (p + DVec3::splat(time)) * scale)).collect()
        };
        let (mut first, mut second) = (FaceImage::new(&frame(14, 0.0)), FaceImage::new(&frame(6, 0.0)));
        let mut seen = [0; 2];
        for step in 1..=4 {
            let (a, b) = (frame(14, f64::from(step)), frame(6, f64::from(step) + 1.5));
            first.refit(&a).unwrap();
            second.refit(&b).unwrap();
            let between = all(|visit| assert!(first.pairs(&second, visit).is_continue()));
            let within = all(|visit| assert!(first.self_pairs(visit).is_continue()));
            let expected = [brute(&a, Some(&b)), brute(&a, None)];
            assert!(between == expected[0][0] && within == expected[1][0], "{scale} {step}");
            (0..2).for_each(|k| seen[k] += expected[k][1].len());
        }
        assert!(seen[0] > 100 && seen[1] > 8_000, "{seen:?}");
        // A visitor that has enough ends the walk.
        let mut count = 0;
        let flow = first.self_pairs(|_, _| {
            count += 1;
            if count == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(flow.is_break() && count == 5);
        assert_eq!(first.refit(&[]), Err(ImageSizeError { expected: 392, found: 0 }));
    }
}

/// Where little is near, little is drawn from the top down; half of the tree and little more by the hybrid; all of it from the bottom up.
#[test]
fn only_what_is_reached_is_drawn() {
    let random = &mut Random(32);
    let (large, small) = (sheet(40, 1.0, random), sheet(2, 1.0, random));
    let moved: Vec<[DVec3; 3]> = large.iter().map(|t| t.map(|p| p + DVec3::Y)).collect();
    let counts = Refit::ALL.map(|refit| {
        let build = TreeBuild::for_volume(VolumeKind::Aabb);
        let mut tree = DeformingHierarchy::try_new(large.clone(), &build, refit).unwrap();
        let mut other = DeformingHierarchy::try_new(small.clone(), &build, refit).unwrap();
        let mut drawn = tree.update(&moved, &SERIAL).unwrap();
        let mut pairs = 0;
        let count = |_, _| {
            pairs += 1;
            ControlFlow::Continue(())
        };
        drawn += tree.pairs(&mut other, &mut { count }).unwrap().drawn;
        assert_eq!(pairs, brute(&moved, Some(&small))[0].len());
        // What was drawn in this step is not drawn again.
        let again = tree.pairs(&mut other, &mut |_, _| ControlFlow::Continue(())).unwrap();
        assert_eq!(again.drawn.nodes, 0, "{refit:?}");
        drawn.nodes
    });
    let [bottom_up, top_down, hybrid, rebuild] = counts;
    assert!(top_down * 4 < hybrid.max(600) && hybrid * 2 < bottom_up && rebuild == bottom_up, "{counts:?}");
}

#[test]
fn walks_stop_when_told_and_refusals_change_nothing() {
    let random = &mut Random(33);
    let triangles = sheet(8, 1.0, random);
    let mut tree =
        DeformingHierarchy::try_new(triangles.clone(), &TreeBuild::for_volume(VolumeKind::Sphere), Refit::Hybrid)
            .unwrap();
    let mut left = 5;
    let walked = tree.self_pairs(&mut |_, _| {
        left -= 1;
        if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(walked.pairs, 5);
    let mut wrong = triangles.clone();
    wrong[17][1].y = f64::NAN;
    assert_eq!(tree.update(&wrong, &SERIAL), Err(MovedTrianglesError::OutOfRange(17)));
    assert_eq!(tree.update(&wrong[1..], &SERIAL), Err(MovedTrianglesError::Count { expected: 128, found: 127 }));
    assert!(DeformingHierarchy::try_new(wrong, &TreeBuild::default(), Refit::TopDown).is_err());
    let mut walks = Vec::new();
    assert!(is_right(&all(|visit| walks.push(tree.self_pairs(visit))), &brute(&triangles, None), VolumeKind::Sphere));
    // Of different kinds; of no triangles; of triangles in one point.
    let mut other =
        DeformingHierarchy::try_new(vec![], &TreeBuild::for_volume(VolumeKind::Aabb), Refit::BottomUp).unwrap();
    assert!(tree.pairs(&mut other, &mut |_, _| ControlFlow::Continue(())).is_none());
    other.update(&[], &SERIAL).unwrap();
    assert_eq!(other.self_pairs(&mut |_, _| ControlFlow::Continue(())).pairs, 0);
    for refit in Refit::ALL {
        let mut tree =
            DeformingHierarchy::try_new(triangles.clone(), &TreeBuild::for_volume(VolumeKind::Sphere), refit).unwrap();
        tree.update(&[[DVec3::ONE; 3]; 128], &SERIAL).unwrap();
        assert_eq!(tree.self_pairs(&mut |_, _| ControlFlow::Continue(())).pairs, 128 * 127 / 2);
    }
}
