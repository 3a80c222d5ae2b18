//! How trees over surfaces are kept up: what is chosen, that it helps, and that nothing found depends on it.

use impinge::deform::{Deformable, SortReason, UpkeepAction, UpkeepMode};
use impinge::executor::Executor;
use impinge::math::DVec3;
use impinge_scenes::deforming_sequences::{Drape, Film, Size};

const SERIAL: Executor = Executor::serial();

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

/// A square of `n` by `n` tiles of two faces each, which hang together nowhere.
fn tiles(n: u32) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let corners = |k: u32| {
        let at = DVec3::new(f64::from(k / n), f64::from(k % n), 0.0);
        [(0.0, 0.0, 0.0), (0.9, 0.0, 0.2), (0.9, 0.9, 0.0), (0.0, 0.9, 0.2)].map(|(x, y, z)| at + DVec3::new(x, y, z))
    };
    let faces = (0..n * n).flat_map(|k| [[4 * k, 4 * k + 1, 4 * k + 2], [4 * k, 4 * k + 2, 4 * k + 3]]);
    ((0..n * n).flat_map(corners).collect(), faces.collect())
}

/// Where the tiles of one corner drift, to anywhere in that corner, and a little up and down; all others stay.
fn drift(positions: &[DVec3], side: f64, random: &mut Random) -> Vec<DVec3> {
    let way = |tile: &[DVec3]| {
        let [x, y, z] = random.vector().to_array();
        let to = DVec3::new((x + 1.0) * side / 2.0, (y + 1.0) * side / 2.0, z);
        if tile[0].x < side && tile[0].y < side { to - tile[0] } else { DVec3::ZERO }
    };
    positions.chunks(4).map(way).flat_map(|way| [way; 4]).collect()
}

fn moved(positions: &[DVec3], ways: &[DVec3], part: f64) -> Vec<DVec3> {
    positions.iter().zip(ways).map(|(p, way)| *p + *way * part).collect()
}

#[test]
fn only_what_was_stirred_is_sorted() {
    let mut random = Random(21);
    let threads = Executor::try_new(2).unwrap();
    let (rest, faces) = tiles(96);
    let ways = drift(&rest, 30.0, &mut random);
    let new = |positions: &[DVec3]| Deformable::try_new(positions, faces.clone(), &SERIAL).unwrap();
    let (mut kept, mut refitted, mut parallel) = (new(&rest), new(&rest), new(&rest));
    let (mut repairs, mut most) = (0, 0);
    for step in 1..=16 {
        let now = moved(&rest, &ways, f64::from(step) / 16.0);
        let upkeep = kept.update(&now, &SERIAL).unwrap();
        assert_eq!(refitted.update_with(&now, UpkeepMode::Refit, &SERIAL).unwrap().choice, UpkeepAction::Refit);
        assert_eq!(parallel.update(&now, &threads).unwrap(), upkeep);
        if let UpkeepAction::Repaired { why, pieces, of } = upkeep.choice {
            assert!(why == SortReason::Spoilt && pieces * 2 <= of && of == 9, "{upkeep:?}");
            repairs += 1;
        }
        assert!(!matches!(upkeep.choice, UpkeepAction::Sorted { .. }), "step {step}: {upkeep:?}");
        assert_eq!(kept.upkeep(), upkeep);
        let [found, other, third, fresh] =
            [&kept, &refitted, &parallel, &new(&now)].map(|surface| surface.self_contacts(&SERIAL));
        assert!(found.meeting == fresh.meeting && other.meeting == fresh.meeting && third == found, "step {step}");
        assert_eq!(found.upkeep, upkeep);
        most = most.max(found.meeting.len());
        if step == 16 {
            // As good as a sort, or nearly; and far better than refitting alone.
            let tests = [&found, &other, &fresh].map(|found| found.cost.box_tests as f64);
            assert!(tests[0] < 1.25 * tests[2] && tests[1] > 2.0 * tests[0], "{tests:?}");
            assert!(upkeep.quality.growth() < 1.6 && refitted.upkeep().quality.growth() > 1.6);
            // Threads sort into the same order: all that is counted is the same.
            for jobs in [2, 3] {
                let threads = Executor::try_new(jobs).unwrap();
                let sorted = Deformable::try_new(&now, faces.clone(), &threads).unwrap();
                assert!(sorted.self_contacts(&threads) == fresh, "{jobs} threads");
            }
        }
    }
    assert!(repairs >= 2 && most > 1_000, "{repairs} {most}");
}

#[test]
fn when_all_is_stirred_all_is_sorted() {
    let (rest, faces) = tiles(48);
    let ways = drift(&rest, 48.0, &mut Random(22));
    let mut surface = Deformable::try_new(&rest, faces, &SERIAL).unwrap();
    assert_eq!(surface.upkeep().choice, UpkeepAction::Sorted { why: SortReason::First });
    let upkeep = surface.update(&moved(&rest, &ways, 0.5), &SERIAL).unwrap();
    assert_eq!(upkeep.choice, UpkeepAction::Sorted { why: SortReason::Spoilt });
    let upkeep = surface.update_with(&moved(&rest, &ways, 0.5), UpkeepMode::Sort, &SERIAL).unwrap();
    assert_eq!((upkeep.choice, upkeep.quality.growth()), (UpkeepAction::Sorted { why: SortReason::Asked }, 1.0));
}

/// The leaves of a sheet that drapes over a ball grow, and searches do not: a new order would only be worse.
#[test]
fn a_folding_sheet_is_not_slower_than_refitted() {
    let film = Drape::new(Size { triangles: 12_000, frames: 40 }, 1).unwrap();
    let first = film.frame(0);
    let new = || Deformable::try_new(&first.vertices, first.faces.clone(), &SERIAL).unwrap();
    let (mut kept, mut refitted) = (new(), new());
    let (mut tests, mut growth): ([u64; 2], f64) = ([0; 2], 0.0);
    let _ = (kept.count_self_contacts(&SERIAL), refitted.count_self_contacts(&SERIAL));
    for k in 1..film.frames() {
        let positions = film.frame(k).vertices;
        kept.update(&positions, &SERIAL).unwrap();
        growth = growth.max(refitted.update_with(&positions, UpkeepMode::Refit, &SERIAL).unwrap().quality.growth());
        let found = [&kept, &refitted].map(|surface| surface.count_self_contacts(&SERIAL));
        assert_eq!([found[0].meeting, found[0].overlapping], [found[1].meeting, found[1].overlapping]);
        tests = [0, 1].map(|side| tests[side] + found[side].cost.box_tests);
    }
    assert!(growth > 2.0, "{growth}");
    assert!(tests[0] as f64 <= 1.03 * tests[1] as f64, "{tests:?}");
}

/// All in one point, on a line, in a plane, mirrored, tiny, far away, and back: no panic, and what a new surface finds.
#[test]
fn collapsed_and_inverted_surfaces_are_as_usable_as_others() {
    let (rest, faces) = tiles(12);
    let mut random = Random(23);
    let crumpled: Vec<DVec3> = rest.iter().map(|p| *p + random.vector() * 0.5).collect();
    let mut kept = Deformable::try_new(&crumpled, faces.clone(), &SERIAL).unwrap();
    let maps: [fn(DVec3) -> DVec3; 9] = [
        |_| DVec3::splat(3.0),
        |p| -p,
        |p| p * DVec3::X,
        |p| p * DVec3::new(1.0, 1.0, 0.0),
        |p| DVec3::new(-p.x, p.y, p.z),
        |_| DVec3::ZERO,
        |p| p * 1e-80,
        |p| p * 1e80,
        |p| p,
    ];
    let mut met = 0;
    for map in maps {
        let now: Vec<DVec3> = crumpled.iter().map(|p| map(*p)).collect();
        kept.update(&now, &SERIAL).unwrap();
        let fresh = Deformable::try_new(&now, faces.clone(), &SERIAL).unwrap();
        let [found, expected] = [&kept, &fresh].map(|surface| surface.self_contacts(&SERIAL));
        assert!(found.meeting == expected.meeting && found.overlapping == expected.overlapping);
        met += u32::from(found.meeting.len() > 30);
        let mut wrong = now;
        wrong[5].z = f64::NAN;
        assert!(kept.update(&wrong, &SERIAL).is_err());
        assert_eq!(kept.self_contacts(&SERIAL), found);
    }
    assert!(met >= 5, "{met}");
}

/// Faces in one point are near each other, all of them, and meet nothing: they are not even looked at.
#[test]
fn a_large_surface_may_collapse_to_a_point() {
    let (rest, faces) = tiles(150);
    let mut kept = Deformable::try_new(&rest, faces, &SERIAL).unwrap();
    for place in [DVec3::ZERO, DVec3::new(1.0, 2e5, 0.1)] {
        kept.update(&vec![place; rest.len()], &SERIAL).unwrap();
        let found = kept.count_self_contacts(&SERIAL);
        assert_eq!((found.meeting, found.overlapping, found.cost.triangle_tests), (0, 0, 0));
        assert!(found.cost.box_tests < 1_000_000);
    }
    kept.update(&rest, &SERIAL).unwrap();
    assert_eq!(kept.count_self_contacts(&SERIAL).meeting, 0);
}
