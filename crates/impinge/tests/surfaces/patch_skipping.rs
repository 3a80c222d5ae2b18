//! Pairs within patches that are proved not to meet themselves are skipped, and nothing is lost by it.

use impinge::deform::{Deformable, PatchSkip, PatchSkipReport};
use impinge::executor::Executor;
use impinge::math::DVec3;
use impinge::math::simd::{Instructions, limited};

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

/// A sheet of `n` by `m` squares, two faces each, every vertex carried by a function.
fn sheet(n: u32, m: u32, mut carry: impl FnMut(f64, f64) -> DVec3) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let at = |i: u32, j: u32| i * (m + 1) + j;
    let places: Vec<[u32; 2]> = (0..=n).flat_map(|i| (0..=m).map(move |j| [i, j])).collect();
    let positions = places.into_iter().map(|[i, j]| carry(f64::from(i), f64::from(j))).collect();
    let square = |i, j| [[at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]];
    let faces = (0..n).flat_map(|i| (0..m).flat_map(move |j| square(i, j))).collect();
    (positions, faces)
}

/// What is skipped, after all ways to search have told the same pairs, and how many pairs meet.
fn skipped((positions, faces): &(Vec<DVec3>, Vec<[u32; 3]>), threads: &Executor) -> (PatchSkipReport, usize) {
    let surface = Deformable::try_new(positions, faces.clone(), &Executor::serial()).unwrap();
    let (expected, nothing) = surface.self_contacts_skipping(PatchSkip::Nothing, &Executor::serial());
    assert_eq!(nothing, PatchSkipReport::default());
    let (found, skipped) = surface.self_contacts_skipping(PatchSkip::Patches, &Executor::serial());
    assert!(found.meeting == expected.meeting && found.overlapping == expected.overlapping, "{skipped:?}");
    assert!(surface.self_contacts_skipping(PatchSkip::Patches, threads) == (found, skipped));
    for limit in [Instructions::Avx2, Instructions::Baseline] {
        let (found, _) = limited(limit, || surface.self_contacts_skipping(PatchSkip::Patches, &Executor::serial()));
        assert!(found.meeting == expected.meeting && found.overlapping == expected.overlapping, "{limit:?}");
    }
    (skipped, expected.meeting.len() + expected.overlapping.len())
}

#[test]
fn crumpled_and_folded_sheets_lose_nothing() {
    let mut random = Random(41);
    let threads = Executor::try_new(2).unwrap();
    let (mut proved, mut unproved, mut skips, mut contacts) = (0, 0, 0, 0);
    for round in 0..48 {
        let noise = [0.05, 0.15, 0.3, 0.5, 0.8][round % 5];
        let (scale, far) = ([1.0, 1e-50, 1e55, 1e-3][round % 4], [0.0, 0.0, 1.0, 1e7][round % 4]);
        // Waves that fold over, with layers that are a hair apart, or pass through each other, or lie on each other; rough on one side.
        let (steep, gap) = ([0.0, 1.0, 3.0][round % 3], [1e-9, 0.0, 0.1, -0.1][round / 3 % 4]);
        let surface = sheet(60, 40, |x, y| {
            let folded = if round % 2 == 0 { (x, 0.0) } else { (x.min(60.0 - x), if x > 30.0 { gap } else { 0.0 }) };
            let wave = DVec3::new(folded.0 + steep * (0.4 * x).sin(), y, steep * (0.4 * x).cos() + folded.1);
            let rough = if round % 7 == 0 || y < 20.0 { 1e-3 } else { noise };
            (wave + random.vector() * rough + DVec3::splat(far)) * scale
        });
        let (skipped, pairs) = skipped(&surface, &threads);
        proved += skipped.proved;
        unproved += skipped.patches - skipped.proved;
        skips += skipped.face_pairs;
        contacts += pairs;
    }
    assert!(proved > 100 && unproved > 100, "{proved} patches proved, {unproved} not");
    assert!(skips > 100_000 && contacts > 10_000, "{skips} pairs skipped, {contacts} contacts");
}

/// Where few patches can be proved, it is given up early.
#[test]
fn crumpled_surfaces_are_not_looked_at_for_long() {
    let mut random = Random(42);
    let threads = Executor::try_new(2).unwrap();
    let (skipped, contacts) = skipped(&sheet(120, 90, |x, y| DVec3::new(x, y, 0.0) + random.vector() * 0.8), &threads);
    assert!(skipped.patches > 32 && skipped.proved == 0 && skipped.face_pairs == 0 && contacts > 1_000, "{skipped:?}");
}

/// A flat sheet is skipped in whole nodes; a ramp that winds over itself is not, though all its faces look up.
#[test]
fn flat_sheets_and_winding_ramps() {
    let threads = Executor::try_new(2).unwrap();
    let (flat, _) = skipped(&sheet(60, 60, |x, y| DVec3::new(x, y, 0.5 * x)), &threads);
    assert!(flat.proved == flat.patches && flat.faces > 7_000 && flat.leaf_pairs > 0, "{flat:?}");
    // From half a turn to more than two: where it comes around again it lies on itself, or passes through.
    for turns in [0.4, 0.9, 1.1, 2.5] {
        let ramp = sheet(30, 2, |along, across| {
            let angle = along / 30.0 * turns * std::f64::consts::TAU;
            let radius = 5.0 + across;
            DVec3::new(radius * angle.cos(), radius * angle.sin(), if along > 15.0 { 0.01 } else { 0.02 } * across)
        });
        let (skipped, contacts) = skipped(&ramp, &threads);
        assert_eq!(contacts > 0, turns > 1.0, "{skipped:?}");
        assert_eq!((skipped.patches, skipped.proved), (1, usize::from(turns < 1.0)));
    }
    // A cone whose rim runs around its tip twice: its faces all look up, and it passes through itself.
    let rim = (0..12_u32).map(|k| {
        let angle = f64::from(k) / 6.0 * std::f64::consts::TAU;
        DVec3::new(angle.cos(), angle.sin(), 0.1 * f64::from(k % 5))
    });
    let positions: Vec<DVec3> = std::iter::once(DVec3::ZERO).chain(rim).collect();
    let faces = (0..12_u32).map(|k| [0, 1 + k, 1 + (k + 1) % 12]).collect();
    let (skipped, contacts) = skipped(&(positions, faces), &threads);
    assert!(skipped.patches == 1 && skipped.proved == 0 && contacts > 0, "{skipped:?} {contacts}");
}
