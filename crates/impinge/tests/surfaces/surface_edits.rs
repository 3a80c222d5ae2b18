//! Surfaces that are cut, welded, added to and taken from: after every edit they are what a new surface of the same faces is, and exact.

use impinge::cost::Cost;
use impinge::deform::{Deformable, EditError, EditReport, FacePair, PatchSkip, SortReason, SurfaceEdit, UpkeepAction};
use impinge::executor::Executor;
use impinge::feature::{FaceId, VertexId};
use impinge::math::DVec3;
use impinge::math::predicates::projection_axis;
use impinge::triangle_pair::{Triangle, TriangleRelation, intersection, relate_brute};
use std::collections::BTreeSet;

const SERIAL: Executor = Executor::serial();
const NOTHING: [Vec<FacePair>; 2] = [Vec::new(), Vec::new()];

/// A source of numbers that starts at a seed.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count
    }

    fn number(&mut self) -> f64 {
        self.below(1 << 31) as f64 / f64::from(1 << 30) - 1.0
    }

    fn vector(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number())
    }
}

/// A surface, and what it should be.
struct Patient {
    surface: Deformable,
    positions: Vec<DVec3>,
    faces: Vec<[u32; 3]>,
}

impl Patient {
    fn new(positions: Vec<DVec3>, faces: Vec<[u32; 3]>) -> Self {
        Self { surface: Deformable::try_new(&positions, faces.clone(), &SERIAL).unwrap(), positions, faces }
    }

    /// A sheet of `n` by `n` squares of two faces each, with some noise.
    fn sheet(n: u32, noise: f64, random: &mut Random) -> Self {
        let at = |i: u32, j: u32| i * (n + 1) + j;
        let places = (0..=n).flat_map(|i| (0..=n).map(move |j| DVec3::new(f64::from(i), f64::from(j), 0.0)));
        let square = |i, j| [[at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]];
        let faces = (0..n).flat_map(|i| (0..n).flat_map(move |j| square(i, j))).collect();
        Self::new(places.map(|p| p + random.vector() * noise).collect(), faces)
    }

    fn edit(&mut self, edit: SurfaceEdit<'_>) -> EditReport {
        let edited = self.surface.edit(&edit, &SERIAL).unwrap();
        match edit {
            SurfaceEdit::Add { positions, faces } => {
                self.positions.extend(positions);
                self.faces.extend(faces);
            }
            SurfaceEdit::Remove { faces } => self.remove(faces, &edited),
            SurfaceEdit::Cut { edges } => self.cut(edges, &edited),
            SurfaceEdit::Weld { pairs } => self.weld(pairs),
        }
        assert_eq!(self.surface.faces(), self.faces);
        assert_eq!(edited.vertices.end as usize, self.positions.len());
        assert_eq!(edited.faces.end as usize, self.faces.len());
        for (vertex, p) in (0..).zip(&self.positions) {
            assert_eq!(self.surface.position(VertexId(vertex)), Some(*p));
        }
        edited
    }

    /// What is told of numbers leads from the old faces to all that were kept.
    fn remove(&mut self, removed: &[FaceId], edited: &EditReport) {
        let removed: BTreeSet<FaceId> = removed.iter().copied().collect();
        let old = self.faces.clone();
        edited.renamed.iter().for_each(|[before, now]| self.faces[now.index()] = old[before.index()]);
        self.faces.truncate(old.len() - removed.len());
        let kept = (0..).zip(&old).filter(|(face, _)| !removed.contains(&FaceId(*face))).map(|(_, corners)| *corners);
        let (mut kept, mut now): (Vec<_>, Vec<_>) = (kept.collect(), self.faces.clone());
        kept.sort_unstable();
        now.sort_unstable();
        assert_eq!(kept, now);
        assert!(edited.renamed.len() <= removed.len());
    }

    fn weld(&mut self, pairs: &[[VertexId; 2]]) {
        for _ in 0..pairs.len() {
            for pair in pairs {
                let lowest = pair.iter().flat_map(|end| self.welded_with(*end, pairs)).min().unwrap();
                let ends = pair.map(|end| end.0);
                self.faces.as_flattened_mut().iter_mut().filter(|c| ends.contains(c)).for_each(|c| *c = lowest);
            }
        }
    }

    /// All vertices that pairs join to one, by looking again and again.
    fn welded_with(&self, vertex: VertexId, pairs: &[[VertexId; 2]]) -> BTreeSet<u32> {
        let mut all = BTreeSet::from([vertex.0]);
        for _ in 0..pairs.len() {
            let joined = pairs.iter().filter(|pair| pair.iter().any(|end| all.contains(&end.0)));
            let more: Vec<u32> = joined.flatten().map(|end| end.0).collect();
            all.extend(more);
        }
        all
    }

    /// Faces around a vertex share it after the cut if they hang together there without the edges of the cut, and not if only with them.
    fn cut(&mut self, edges: &[[VertexId; 2]], edited: &EditReport) {
        let copies: Vec<DVec3> = edited.split_from.iter().map(|vertex| self.positions[vertex.index()]).collect();
        self.positions.extend(copies);
        let old = std::mem::replace(&mut self.faces, self.surface.faces().to_vec());
        for (face, (before, now)) in old.iter().zip(&self.faces).enumerate() {
            let place = |corner: &u32| self.positions[*corner as usize];
            assert_eq!(before.map(|c| place(&c)), now.map(|c| place(&c)));
            assert_eq!(before != now, edited.changed.contains(&FaceId(face as u32)));
        }
        let uncut = |a: u32, b: u32| {
            !edges.contains(&[VertexId(a), VertexId(b)]) && !edges.contains(&[VertexId(b), VertexId(a)])
        };
        for vertex in edges.as_flattened() {
            let around: Vec<usize> = (0..old.len()).filter(|face| old[*face].contains(&vertex.0)).collect();
            let number = |face: usize| self.faces[face][old[face].iter().position(|c| *c == vertex.0).unwrap()];
            for face in &around {
                let before = hanging(&old, vertex.0, *face, |_, _| true);
                let after = hanging(&old, vertex.0, *face, uncut);
                for other in &before {
                    assert_eq!(number(*face) == number(*other), after.contains(other), "vertex {}", vertex.0);
                }
            }
        }
    }

    fn triangle(&self, face: usize) -> Triangle {
        self.faces[face].map(|corner| self.positions[corner as usize])
    }

    /// Pairs that meet and pairs of neighbours that overlap: as a new surface says, and if asked as brute force in integers says.
    fn check(&self, by_brute: bool) -> [Vec<FacePair>; 2] {
        let found = self.surface.self_contacts(&SERIAL);
        let found = [found.meeting, found.overlapping];
        if !self.faces.is_empty() {
            let new = Deformable::try_new(&self.positions, self.faces.clone(), &SERIAL).unwrap();
            let expected = new.self_contacts(&SERIAL);
            assert!(found == [expected.meeting, expected.overlapping]);
            let probe =
                Patient::new(vec![DVec3::ZERO, DVec3::new(4.0, 9.0, 1.0), DVec3::new(7.0, 0.0, 1.0)], vec![[0, 1, 2]]);
            let both = [&self.surface, &new].map(|surface| surface.contacts(&probe.surface, &SERIAL).meeting);
            assert_eq!(both[0], both[1]);
            self.check_kinds(&new);
        }
        if by_brute {
            assert!(found == self.brute());
        }
        found
    }

    /// Other searches say what a new surface says, too: patches and owners of edges are those of the faces there are now.
    fn check_kinds(&self, new: &Deformable) {
        let both = [&self.surface, new];
        let skipping = both.map(|surface| surface.self_contacts_skipping(PatchSkip::Patches, &SERIAL).0);
        assert_eq!(skipping[0].meeting, skipping[1].meeting);
        assert_eq!(skipping[0].overlapping, skipping[1].overlapping);
        let near = both.map(|surface| surface.self_proximity(0.25, &SERIAL).unwrap().pairs);
        assert_eq!(near[0], near[1]);
        let to: Vec<DVec3> =
            self.positions.iter().map(|p| *p + DVec3::new(0.0, 0.1 * p.y, 0.3 * (p.x * p.y).sin())).collect();
        let impacts = both.map(|surface| surface.step_to(&to, &SERIAL).unwrap().self_impacts(&SERIAL));
        assert_eq!(impacts[0].vertex_face, impacts[1].vertex_face);
        assert_eq!(impacts[0].edge_edge, impacts[1].edge_edge);
    }

    fn brute(&self) -> [Vec<FacePair>; 2] {
        let mut found = [Vec::new(), Vec::new()];
        let triangles: Vec<Triangle> = (0..self.faces.len()).map(|face| self.triangle(face)).collect();
        let has_area = |t: &Triangle| projection_axis(t, &mut Cost::default()).is_some();
        for (i, s) in triangles.iter().enumerate().filter(|(_, t)| has_area(t)) {
            for (j, t) in triangles.iter().enumerate().skip(i + 1).filter(|(_, t)| has_area(t)) {
                let common = self.faces[i].iter().filter(|corner| self.faces[j].contains(corner)).count();
                let meets = if common == 0 {
                    relate_brute(s, t) != TriangleRelation::Disjoint
                } else {
                    intersection(s, t, &mut Cost::default()).is_some_and(|f| f.corners().len() > common.min(2))
                };
                found[usize::from(common > 0)].extend(meets.then_some([FaceId(i as u32), FaceId(j as u32)]));
            }
        }
        found
    }

    /// A path along edges of faces.
    fn path(&self, random: &mut Random, length: usize) -> Vec<[VertexId; 2]> {
        let mut at = self.faces[random.below(self.faces.len())][0];
        let step = |random: &mut Random, at: &mut u32| {
            let next: Vec<u32> =
                self.faces.iter().filter(|f| f.contains(at)).flatten().copied().filter(|c| c != at).collect();
            let to = *next.get(random.below(next.len().max(1)))?;
            Some([VertexId(std::mem::replace(at, to)), VertexId(to)])
        };
        (0..length).map_while(|_| step(random, &mut at)).collect()
    }

    fn vertex(&self, random: &mut Random) -> VertexId {
        VertexId(random.below(self.positions.len()) as u32)
    }

    fn some_faces(&self, random: &mut Random, count: usize) -> Vec<FaceId> {
        (0..count.min(self.faces.len())).map(|_| FaceId(random.below(self.faces.len()) as u32)).collect()
    }
}

/// The faces around a vertex that hang together with one of them by edges there.
fn hanging(faces: &[[u32; 3]], vertex: u32, face: usize, is_open: impl Fn(u32, u32) -> bool) -> BTreeSet<usize> {
    let mut all = BTreeSet::from([face]);
    let mut open = vec![face];
    while let Some(face) = open.pop() {
        for other in (0..faces.len()).filter(|other| faces[*other].contains(&vertex)) {
            let shared = faces[face].iter().filter(|c| **c != vertex && faces[other].contains(c));
            if shared.into_iter().any(|c| is_open(vertex, *c)) && all.insert(other) {
                open.push(other);
            }
        }
    }
    all
}

#[test]
fn scripts_of_edits_leave_what_a_new_surface_is() {
    let mut random = Random(11);
    let (mut kinds, mut choices, mut found, mut copies, mut collapsed) = ([0; 5], [0; 2], [0; 2], 0, 0);
    for script in 0..12 {
        let mut patient = Patient::sheet(6, 0.7, &mut random);
        for _ in 0..14 {
            let kind = if patient.faces.is_empty() { 0 } else { random.below(5) };
            let edited = match kind {
                0 => {
                    let positions: Vec<DVec3> =
                        (0..3).map(|_| random.vector() * 3.0 + DVec3::new(3.0, 3.0, 0.0)).collect();
                    let count = patient.positions.len() + 3;
                    let faces: Vec<[u32; 3]> =
                        (0..1 + random.below(12)).map(|_| [0; 3].map(|_| random.below(count) as u32)).collect();
                    patient.edit(SurfaceEdit::Add { positions: &positions, faces: &faces })
                }
                1 => {
                    let count = 1 + random.below(9);
                    let faces = patient.some_faces(&mut random, count);
                    patient.edit(SurfaceEdit::Remove { faces: &faces })
                }
                2 => {
                    let edges = patient.path(&mut random, 6);
                    patient.edit(SurfaceEdit::Cut { edges: &edges })
                }
                3 => {
                    let pairs: Vec<_> = (0..3).map(|_| [0; 2].map(|_| patient.vertex(&mut random))).collect();
                    patient.edit(SurfaceEdit::Weld { pairs: &pairs })
                }
                _ => {
                    patient.positions.iter_mut().for_each(|p| *p += random.vector() * 0.3);
                    patient.surface.update(&patient.positions, &SERIAL).unwrap();
                    patient.edit(SurfaceEdit::Remove { faces: &[] })
                }
            };
            kinds[kind] += 1;
            choices[usize::from(edited.upkeep.choice == UpkeepAction::Patched)] += 1;
            copies += edited.split_from.len();
            collapsed += edited.collapsed.len();
            let pairs = patient.check(script % 2 == 0);
            (0..2).for_each(|k| found[k] += pairs[k].len());
        }
    }
    assert!(kinds.iter().all(|count| *count > 15) && copies > 60 && collapsed > 20, "{kinds:?} {copies} {collapsed}");
    assert!(choices[1] > 100 && found[0] > 12_000 && found[1] > 2_000, "{choices:?} {found:?}");
}

/// A sheet large enough to be patched many times and sorted at last, on any number of threads.
#[test]
fn large_sheets_are_patched_and_in_the_end_sorted() {
    let mut random = Random(12);
    let threads = Executor::try_new(2).unwrap();
    let mut patient = Patient::sheet(40, 1.1, &mut random);
    let (mut patched, mut reasons) = (0, BTreeSet::new());
    for step in 0..60 {
        let edited = match step % 3 {
            0 => {
                let edges = patient.path(&mut random, 30);
                patient.edit(SurfaceEdit::Cut { edges: &edges })
            }
            1 => {
                let from = random.below(patient.faces.len() - 80) as u32;
                let faces: Vec<FaceId> = (from..from + 60).map(FaceId).collect();
                patient.edit(SurfaceEdit::Remove { faces: &faces })
            }
            _ => {
                let at = DVec3::new(20.0, 20.0, 0.0) + random.vector() * 18.0;
                let positions: Vec<DVec3> = (0..10).map(|_| at + random.vector()).collect();
                let first = patient.positions.len() as u32;
                let faces: Vec<[u32; 3]> = (0..8).map(|k| [first + k, first + k + 1, first + k + 2]).collect();
                patient.edit(SurfaceEdit::Add { positions: &positions, faces: &faces })
            }
        };
        match edited.upkeep.choice {
            UpkeepAction::Sorted { why } => assert!(reasons.insert(format!("{why:?} at {step}"))),
            choice => patched += i32::from(choice == UpkeepAction::Patched),
        }
        if step % 10 == 9 {
            patient.check(false);
            patient.positions.iter_mut().for_each(|p| *p += random.vector() * 0.05);
            patient.surface.update(&patient.positions, &threads).unwrap();
            let found = patient.check(false);
            assert_eq!(patient.surface.self_contacts(&threads).meeting, found[0]);
            assert!(found[0].len() > 500, "{}", found[0].len());
        }
    }
    assert!(patched > 50 && !reasons.is_empty(), "{patched} {reasons:?}");
}

#[test]
fn a_surface_may_lose_all_its_faces() {
    let mut random = Random(13);
    for n in [5, 12] {
        let mut patient = Patient::sheet(n, 0.8, &mut random);
        assert!(!patient.check(true)[0].is_empty());
        let all: Vec<FaceId> = (0..patient.faces.len() as u32).map(FaceId).collect();
        let edited = patient.edit(SurfaceEdit::Remove { faces: &all });
        assert_eq!((edited.loose.len(), edited.renamed.len()), (patient.positions.len(), 0));
        assert_eq!(patient.check(true), NOTHING);
        assert_eq!(patient.surface.first_self_contact(&SERIAL), None);
        let other = Patient::sheet(3, 0.1, &mut random);
        assert!(patient.surface.contacts(&other.surface, &SERIAL).meeting.is_empty());
        assert!(other.surface.contacts(&patient.surface, &SERIAL).meeting.is_empty());
        for scale in [1.0, 1e6] {
            patient.positions.iter_mut().for_each(|p| *p *= scale);
            patient.surface.update(&patient.positions, &SERIAL).unwrap();
            assert_eq!(patient.check(true), NOTHING);
        }
        let faces: Vec<[u32; 3]> = (0..30).map(|k| [k, (k * 5 + 1) % 36, (k * 7 + 3) % 36]).collect();
        let edited = patient.edit(SurfaceEdit::Add { positions: &[], faces: &faces });
        assert_eq!(edited.upkeep.choice, UpkeepAction::Sorted { why: SortReason::First });
        assert!(!patient.check(true)[0].is_empty());
    }
}

#[test]
fn a_strip_is_cut_off_opened_and_welded_again() {
    let mut random = Random(14);
    let mut patient = Patient::sheet(4, 0.0, &mut random);
    let at = |i: u32, j: u32| VertexId(i * 5 + j);
    // One edge inside: nothing falls apart. Two: the vertex between them. From border to border: all of them.
    assert!(patient.edit(SurfaceEdit::Cut { edges: &[[at(1, 1), at(1, 2)]] }).split_from.is_empty());
    let slit = [[at(1, 1), at(1, 2)], [at(1, 2), at(1, 3)]];
    assert_eq!(patient.edit(SurfaceEdit::Cut { edges: &slit }).split_from, [at(1, 2)]);
    // The lips of the slit touch: faces of either side share points and no vertex.
    assert!(!patient.check(true)[0].is_empty());
    let across = [0, 1, 2, 3].map(|j| [at(3, j), at(3, j + 1)]);
    let edited = patient.edit(SurfaceEdit::Cut { edges: &across });
    assert_eq!(edited.split_from, [0, 1, 2, 3, 4].map(|j| at(3, j)));
    let pairs: Vec<[VertexId; 2]> =
        (edited.vertices.clone()).map(VertexId).zip(edited.split_from).map(|(a, b)| [a, b]).collect();
    let welded = patient.edit(SurfaceEdit::Weld { pairs: &pairs });
    assert_eq!(welded.loose, edited.vertices.map(VertexId).collect::<Vec<_>>());
    assert!(welded.collapsed.is_empty());
    let lips = [at(1, 2), VertexId(25)];
    patient.edit(SurfaceEdit::Weld { pairs: &[lips, [lips[1], lips[1]]] });
    assert_eq!(patient.check(true), NOTHING);
    // Two opposite vertices of a square become one: its faces are without area.
    let edited = patient.edit(SurfaceEdit::Weld { pairs: &[[at(0, 0), at(1, 1)]] });
    assert_eq!((edited.collapsed.len(), edited.loose), (2, vec![at(1, 1)]));
    patient.check(true);
}

#[test]
fn edits_that_cannot_be_done_change_nothing() {
    let mut random = Random(15);
    let mut patient = Patient::sheet(5, 0.8, &mut random);
    let before = patient.check(true);
    let (vertex, face) = (VertexId(36), FaceId(50));
    let edits = [
        (SurfaceEdit::Remove { faces: &[FaceId(3), face] }, EditError::NoFace(face)),
        (
            SurfaceEdit::Cut { edges: &[[VertexId(0), VertexId(1)], [VertexId(0), VertexId(35)]] },
            EditError::NoEdge([VertexId(0), VertexId(35)]),
        ),
        (SurfaceEdit::Cut { edges: &[[VertexId(2); 2]] }, EditError::NoEdge([VertexId(2); 2])),
        (SurfaceEdit::Cut { edges: &[[VertexId(2), vertex]] }, EditError::NoVertex(vertex)),
        (
            SurfaceEdit::Weld { pairs: &[[VertexId(0), VertexId(1)], [vertex, VertexId(2)]] },
            EditError::NoVertex(vertex),
        ),
        (SurfaceEdit::Add { positions: &[DVec3::NAN], faces: &[[0, 1, 2]] }, EditError::NotFinite(vertex)),
        (
            SurfaceEdit::Add { positions: &[DVec3::ZERO, DVec3::X * 1e200], faces: &[] },
            EditError::OutOfRange(VertexId(37)),
        ),
        (
            SurfaceEdit::Add { positions: &[DVec3::ZERO], faces: &[[0, 36, 1], [0, 1, 37]] },
            EditError::MissingCorner { face: FaceId(51), vertex: VertexId(37) },
        ),
    ];
    for (edit, error) in edits {
        assert_eq!(patient.surface.edit(&edit, &SERIAL).unwrap_err(), error);
        assert_eq!(patient.surface.faces(), patient.faces);
        assert!(patient.check(false) == before && !error.to_string().is_empty());
    }
    assert_eq!(patient.surface.position(vertex), None);
}
