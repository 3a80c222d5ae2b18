//! Surfaces that deform: every pair of faces against definitions and integers, for any motion, order, thread count and scale.

use crate::sheets::{Random, Surface, sheet};
use impinge::cost::Cost;
use impinge::deform::{Deformable, FacePair, SelfContact, SortReason, UpdateError, UpkeepAction, UpkeepMode};
use impinge::executor::Executor;
use impinge::feature::{FaceId, VertexId};
use impinge::math::DVec3;
use impinge::math::predicates::projection_axis;
use impinge::math::simd::{Instructions, limited};
use impinge::mesh::Mesh;
use impinge::pair::{self, Contact};
use impinge::triangle_pair::{Triangle, TriangleRelation, intersection, relate, relate_brute};
use std::ops::ControlFlow;

/// Any faces over few vertices on a lattice: neighbours of every kind, folded, coplanar, doubled, without area.
fn tangle(random: &mut Random, side: u64) -> Surface {
    let coordinate = |random: &mut Random| random.below(side) as f64;
    let positions = (0..30).map(|_| DVec3::new(coordinate(random), coordinate(random), coordinate(random))).collect();
    let faces = (0..40).map(|_| [0; 3].map(|_| random.below(30) as u32)).collect();
    Surface { positions, faces }
}

fn has_area(t: &Triangle) -> bool {
    projection_axis(t, &mut Cost::default()).is_some()
}

fn meet(a: &Triangle, b: &Triangle) -> bool {
    relate_brute(a, b) != TriangleRelation::Disjoint
}

/// Whether faces over a small lattice share more than what they have in common, in integers: close to a common corner, and to
/// the middle of a common edge, anything beyond is seen.
fn overlap_on_lattice(surface: &Surface, i: usize, j: usize) -> bool {
    let at = |corner: u32| surface.positions[corner as usize];
    let (p, q) = (surface.faces[i], surface.faces[j]);
    let (common, own): (Vec<u32>, Vec<u32>) = p.into_iter().partition(|corner| q.contains(corner));
    let other = surface.triangle(j);
    match (common[..].iter().map(|c| at(*c)).collect::<Vec<_>>().as_slice(), own.as_slice()) {
        ([c], [x, y]) => {
            let [x, y] = [x, y].map(|corner| *c + (at(*corner) - *c) / 64.0);
            meet(&[x, y, y], &other)
        }
        ([c, d], [x]) => meet(&[(*c + *d) / 2.0 + (at(*x) - (*c + *d) / 2.0) / 64.0; 3], &other),
        _ => true,
    }
}

/// Whether faces share more than what they have in common, by what they share.
fn overlap_by_intersection(surface: &Surface, i: usize, j: usize) -> bool {
    let common = surface.faces[i].iter().filter(|corner| surface.faces[j].contains(corner)).count();
    let found = intersection(&surface.triangle(i), &surface.triangle(j), &mut Cost::default());
    found.is_some_and(|found| found.corners().len() > common.min(2))
}

/// Pairs without and with a common vertex, each face against each.
fn brute(surface: &Surface, overlap: impl Fn(&Surface, usize, usize) -> bool, exact: bool) -> [Vec<FacePair>; 2] {
    let mut found = [Vec::new(), Vec::new()];
    let triangles: Vec<Triangle> = (0..surface.faces.len()).map(|face| surface.triangle(face)).collect();
    for (i, s) in triangles.iter().enumerate().filter(|(_, t)| has_area(t)) {
        for (j, t) in triangles.iter().enumerate().skip(i + 1).filter(|(_, t)| has_area(t)) {
            let pair = [FaceId(i as u32), FaceId(j as u32)];
            if surface.faces[i].iter().any(|corner| surface.faces[j].contains(corner)) {
                found[1].extend(overlap(surface, i, j).then_some(pair));
            } else if if exact { meet(s, t) } else { relate(s, t, &mut Cost::default()) != TriangleRelation::Disjoint }
            {
                found[0].push(pair);
            }
        }
    }
    found
}

/// What a surface says of itself: the same counted, by threads and by any instructions; the first is one of all.
fn found_pairs(surface: &Deformable) -> [Vec<FacePair>; 2] {
    let serial = surface.self_contacts(&Executor::serial());
    let count = surface.count_self_contacts(&Executor::serial());
    assert_eq!([count.meeting, count.overlapping], [serial.meeting.len(), serial.overlapping.len()]);
    for limit in [Instructions::Avx2, Instructions::Baseline] {
        let other = limited(limit, || surface.self_contacts(&Executor::serial()));
        assert!(other.meeting == serial.meeting && other.overlapping == serial.overlapping, "{limit:?}");
    }
    match surface.first_self_contact(&Executor::serial()) {
        Some(SelfContact::Meeting(pair)) => assert!(serial.meeting.contains(&pair)),
        Some(SelfContact::Overlapping(pair)) => assert!(serial.overlapping.contains(&pair)),
        None => assert!(serial.meeting.is_empty() && serial.overlapping.is_empty()),
    }
    [serial.meeting, serial.overlapping]
}

#[test]
fn tangles_on_a_lattice_agree_with_integers() {
    let mut random = Random(1);
    let mut kinds = [0; 2];
    for round in 0..40 {
        let surface = tangle(&mut random, 2 + round % 3);
        let expected = brute(&surface, overlap_on_lattice, true);
        let found = found_pairs(&surface.deformable());
        assert!(found == expected, "round {round}");
        (0..2).for_each(|k| kinds[k] += found[k].len());
    }
    assert!(kinds[0] > 2_000 && kinds[1] > 700, "{kinds:?}");
}

#[test]
fn crumpled_sheets_agree_with_brute_force_at_any_scale_and_place() {
    let mut random = Random(2);
    let mut kinds = [0; 2];
    let cases = [(1.0, 0.0), (1e-40, 0.0), (1e70, 0.0), (1.0, 1e6), (1e-3, 1e9), (2f64.powi(280), 0.0)];
    for (round, (scale, far)) in cases.into_iter().enumerate() {
        let noise = [0.6, 1.5][round % 2];
        let surface = sheet(13).moved(|p| (p + random.vector() * noise + DVec3::splat(far)) * scale);
        let expected = brute(&surface, overlap_by_intersection, false);
        assert!(found_pairs(&surface.deformable()) == expected, "{scale:e} {far:e}");
        (0..2).for_each(|k| kinds[k] += expected[k].len());
    }
    assert!(kinds[0] > 500 && kinds[1] > 200, "{kinds:?}");
}

#[test]
fn flat_folded_and_doubled_sheets() {
    let flat = sheet(20);
    assert_eq!(found_pairs(&flat.deformable()), [const { Vec::<FacePair>::new() }; 2]);
    // Folded flat along the middle: faces lie on faces, and those along the fold on their neighbours.
    let folded = sheet(10).moved(|p| DVec3::new(p.x.min(10.0 - p.x), p.y, p.z));
    let expected = brute(&folded, overlap_on_lattice, false);
    assert!(expected[0].len() > 500 && expected[1].len() >= 10);
    assert!(found_pairs(&folded.deformable()) == expected);
    // Every face twice, once turned over; and all vertices in one place, or on one line.
    let mut doubled = sheet(4);
    doubled.faces.extend(sheet(4).faces.iter().map(|[a, b, c]| [*b, *a, *c]));
    let [meeting, overlapping] = found_pairs(&doubled.deformable());
    assert_eq!([meeting.len(), overlapping.len()], [0, 32]);
    assert_eq!(found_pairs(&flat.moved(|_| DVec3::ONE).deformable()), [const { Vec::<FacePair>::new() }; 2]);
    assert_eq!(found_pairs(&flat.moved(|p| p * DVec3::X).deformable()), [const { Vec::<FacePair>::new() }; 2]);
    // Vertices that are not shared though they are at the same place: neighbours meet.
    let mut loose = sheet(2);
    loose.positions = (0..8).flat_map(|face| sheet(2).triangle(face)).collect();
    loose.faces = (0..8).map(|face| [3 * face, 3 * face + 1, 3 * face + 2]).collect();
    assert!(found_pairs(&loose.deformable()) == brute(&loose, overlap_on_lattice, true));
}

/// Waves that grow, with noise: refitting finds what sorting finds, on threads, too.
#[test]
fn updates_find_what_a_new_surface_finds() {
    let threads = [Executor::try_new(2).unwrap(), Executor::try_new(3).unwrap()];
    let mut random = Random(3);
    let rest = sheet(92);
    let mut kept = rest.deformable();
    let (mut refits, mut sorts, mut most) = (0, 0, 0);
    for step in 1..=8 {
        let t = 4.0 + 0.2 * f64::from(step);
        let wave = |p: DVec3| {
            DVec3::new(8.0 * (p.x * 0.2).sin() + 0.05 * t * p.x, p.y, 2.0 * t * (p.x * 0.2 + 0.1 * p.y).cos())
        };
        let jump = if step == 7 { 4.0 } else { 0.05 };
        let now = rest.moved(|p| wave(p) + random.vector() * jump);
        match kept.update(&now.positions, &threads[step as usize % 2]).unwrap().choice {
            UpkeepAction::Sorted { .. } => sorts += 1,
            _ => refits += 1,
        }
        let [found, other] = [&kept, &now.deformable()].map(|surface| surface.self_contacts(&Executor::serial()));
        assert!(found.meeting == other.meeting && found.overlapping == other.overlapping, "step {step}");
        for executor in &threads {
            assert!(kept.self_contacts(executor) == found, "step {step}");
            assert_eq!(kept.first_self_contact(executor), kept.first_self_contact(&Executor::serial()));
        }
        most = most.max(found.meeting.len());
        assert_eq!(kept.position(VertexId(17)), Some(now.positions[17]));
    }
    assert!(refits >= 3 && sorts >= 1 && most > 1_000, "{refits} refits, {sorts} sorts, {most} pairs");
}

#[test]
fn the_reasons_for_sorting() {
    let rest = sheet(24);
    let mut surface = rest.deformable();
    let serial = &Executor::serial();
    let mut choice = |now: &Surface| surface.update(&now.positions, serial).unwrap().choice;
    assert_eq!(choice(&rest), UpkeepAction::Refit);
    let far = rest.moved(|p| p + DVec3::splat(1e6));
    assert_eq!(choice(&far), UpkeepAction::Sorted { why: SortReason::Moved });
    let mut random = Random(4);
    let torn = far.moved(|p| p + random.vector() * 12.0);
    assert_eq!(choice(&torn), UpkeepAction::Sorted { why: SortReason::Spoilt });
    // Loose faces drift apart, a little every step, and a search follows each: soon those of a leaf are anywhere.
    let corners: Vec<DVec3> = (0..1_000)
        .flat_map(|_| {
            let middle = random.vector() * 10.0;
            [0; 3].map(|_| middle + random.vector())
        })
        .collect();
    let faces = (0..1_000).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
    let mut now = Surface { positions: corners, faces };
    let mut surface = now.deformable();
    let drift: Vec<DVec3> = (0..1_000).map(|_| random.vector() * 0.2).collect();
    let decayed = (0..60).any(|_| {
        now.positions.chunks_exact_mut(3).zip(&drift).for_each(|(face, v)| face.iter_mut().for_each(|p| *p += *v));
        let upkeep = surface.update(&now.positions, serial).unwrap();
        let _ = surface.count_self_contacts(serial);
        matches!(upkeep.choice, UpkeepAction::Sorted { why: SortReason::Decayed | SortReason::Spoilt })
    });
    assert!(decayed);
}

#[test]
fn positions_that_cannot_be_taken_change_nothing() {
    let mut random = Random(5);
    let crumpled = sheet(8).moved(|p| p + random.vector());
    let mut surface = crumpled.deformable();
    let before = surface.self_contacts(&Executor::serial());
    assert!(!before.meeting.is_empty());
    for (value, is_finite) in [(f64::NAN, false), (f64::INFINITY, false), (1e-200, true), (-1e200, true)] {
        let mut wrong = crumpled.positions.iter().map(|p| *p * 3.0).collect::<Vec<_>>();
        wrong[40].y = value;
        let error =
            if is_finite { UpdateError::OutOfRange(VertexId(40)) } else { UpdateError::NotFinite(VertexId(40)) };
        assert_eq!(surface.update(&wrong, &Executor::serial()), Err(error));
    }
    let found = UpdateError::Count { expected: 81, found: 80 };
    assert_eq!(surface.update(&crumpled.positions[1..], &Executor::serial()), Err(found));
    assert_eq!(surface.self_contacts(&Executor::serial()), before);
    assert_eq!(surface.position(VertexId(3)), Some(crumpled.positions[3]));
    assert!(Deformable::try_new(&[DVec3::ZERO], vec![], &Executor::serial()).is_err());
    assert!(Deformable::try_new(&[DVec3::ZERO], vec![[0, 0, 1]], &Executor::serial()).is_err());
}

#[test]
fn two_surfaces_agree_with_brute_force() {
    let mut random = Random(6);
    let threads = Executor::try_new(2).unwrap();
    let mut all = 0;
    for (scale, far) in [(1.0, 0.0), (40.0, 0.0), (0.02, 0.0), (1.0, 1e7), (1e4, 1e3), (1.0, 1e-3)] {
        let a = sheet(12).moved(|p| p + random.vector() * 0.4 + DVec3::splat(far));
        let b = tangle(&mut random, 9)
            .moved(|p| (p - DVec3::splat(4.0)) * scale + DVec3::new(6.0, 6.0, 0.0) + DVec3::splat(far));
        let mut expected = Vec::new();
        for (i, s) in (0..a.faces.len()).map(|face| (face, a.triangle(face))) {
            for (j, t) in (0..b.faces.len()).map(|face| (face, b.triangle(face))).filter(|(_, t)| has_area(t)) {
                if relate(&s, &t, &mut Cost::default()) != TriangleRelation::Disjoint {
                    expected.push([FaceId(i as u32), FaceId(j as u32)]);
                }
            }
        }
        all += expected.len();
        let [a, b] = [a.deformable(), b.deformable()];
        let found = a.contacts(&b, &threads);
        assert!(found.meeting == expected, "{scale:e} {far:e}");
        let mut back: Vec<FacePair> =
            b.contacts(&a, &Executor::serial()).meeting.iter().map(|[p, q]| [*q, *p]).collect();
        back.sort_unstable();
        assert!(back == expected);
    }
    assert!(all > 300, "{all}");
}

/// Welded, a mesh whose faces have vertices of their own says what `pair::self_contacts` does, and each pair is a contact there.
#[test]
fn welded_meshes_agree_with_their_contacts() {
    let mut random = Random(11);
    let mut kinds = [0; 2];
    for _ in 0..30 {
        let whole = tangle(&mut random, 4);
        let positions = whole.faces.iter().flatten().map(|corner| whole.positions[*corner as usize]).collect();
        let faces = (0..whole.faces.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        let mesh = Mesh::try_new(positions, faces).unwrap();
        let mut expected = Vec::new();
        pair::self_contacts(&mesh, &mut |contact: Contact| {
            expected.push(contact.faces);
            ControlFlow::Continue(())
        });
        expected.sort_unstable();
        let [meeting, overlapping] = found_pairs(&Deformable::from_welded_mesh(&mesh, &Executor::serial()));
        (kinds[0], kinds[1]) = (kinds[0] + meeting.len(), kinds[1] + overlapping.len());
        let mut found = [meeting, overlapping].concat();
        found.sort_unstable();
        assert_eq!(found, expected);
        let contact = |faces: &FacePair| pair::self_contact(&mesh, [faces[1], faces[0]], &mut Cost::default());
        assert!(found.iter().all(|faces| contact(faces).is_some_and(|contact| contact.faces == *faces)));
        assert!(contact(&[FaceId(0), FaceId(0)]).is_none() && contact(&[FaceId(0), FaceId(40)]).is_none());
    }
    assert!(kinds.iter().all(|count| *count > 100), "{kinds:?}");
}

#[test]
fn however_the_tree_is_kept_up_contacts_are_the_same() {
    let flat = sheet(12);
    let mut kept =
        [UpkeepMode::Policy, UpkeepMode::Refit, UpkeepMode::Sort].map(|keeping| (keeping, flat.deformable()));
    let mut random = Random(11);
    let mut most = 0;
    for turn in 0..12 {
        // Crumpled more and more.
        let crumpled = flat.moved(|p| p + random.vector() * (0.2 * f64::from(turn)));
        let expected = crumpled.deformable().self_contacts(&Executor::serial());
        for (keeping, surface) in &mut kept {
            let upkeep = surface.update_with(&crumpled.positions, *keeping, &Executor::serial()).unwrap();
            match keeping {
                UpkeepMode::Refit => assert_eq!(upkeep.choice, UpkeepAction::Refit),
                UpkeepMode::Sort => assert_eq!(upkeep.choice, UpkeepAction::Sorted { why: SortReason::Asked }),
                UpkeepMode::Policy => {}
            }
            let found = surface.self_contacts(&Executor::serial());
            assert_eq!((&found.meeting, &found.overlapping), (&expected.meeting, &expected.overlapping), "{keeping:?}");
        }
        most = most.max(expected.meeting.len());
    }
    assert!(most > 500, "{most}");
    // Even what is to keep its order gets a new one when it has gone far away.
    let far = flat.moved(|p| p + DVec3::splat(1e6));
    let upkeep = kept[1].1.update_with(&far.positions, UpkeepMode::Refit, &Executor::serial()).unwrap();
    assert_eq!(upkeep.choice, UpkeepAction::Sorted { why: SortReason::Moved });
}
