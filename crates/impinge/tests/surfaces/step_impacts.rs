//! Surfaces over a step: all vertices against all faces and all edges against each other, and what follows for contacts.

use crate::sheets::Random;
use impinge::ccd::{Path, Time, edge_edge_contacts, vertex_face_contacts};
use impinge::cost::Cost;
use impinge::deform::{Deformable, Impacts, UpdateError};
use impinge::executor::Executor;
use impinge::feature::{FaceId, VertexId};
use impinge::math::DVec3;
use impinge::math::simd::{Instructions, limited};
use std::collections::BTreeSet;

/// Vertices at both ends of a step, and faces.
#[derive(Clone)]
struct Moving {
    from: Vec<DVec3>,
    to: Vec<DVec3>,
    faces: Vec<[u32; 3]>,
}

type VertexFace = (VertexId, FaceId, Time);
type EdgeEdge = ([[VertexId; 2]; 2], Time);

impl Moving {
    fn path(&self, vertex: u32) -> Path {
        Path::try_new(self.from[vertex as usize], self.to[vertex as usize]).unwrap()
    }

    fn start(&self) -> Deformable {
        Deformable::try_new(&self.from, self.faces.clone(), &Executor::serial()).unwrap()
    }

    fn end(&self) -> Deformable {
        Deformable::try_new(&self.to, self.faces.clone(), &Executor::serial()).unwrap()
    }

    fn edges(&self) -> BTreeSet<[u32; 2]> {
        let all = self.faces.iter().flat_map(|[a, b, c]| [[*a, *b], [*b, *c], [*c, *a]]);
        all.filter(|[a, b]| a != b).map(|[a, b]| [a.min(b), a.max(b)]).collect()
    }

    /// Vertices of this and faces of another, each with each; `own` leaves out what shares a vertex.
    fn vertex_face(&self, other: &Self, own: bool) -> Vec<VertexFace> {
        let vertices: BTreeSet<u32> = self.faces.iter().flatten().copied().collect();
        let mut found = Vec::new();
        for v in vertices {
            for (face, corners) in other.faces.iter().enumerate().filter(|(_, corners)| !(own && corners.contains(&v)))
            {
                let corners = corners.map(|corner| other.path(corner));
                let contacts = vertex_face_contacts(&self.path(v), &corners, &mut Cost::default());
                found.extend(contacts.impact.map(|impact| (VertexId(v), FaceId(face as u32), impact.time)));
            }
        }
        found
    }

    fn edge_edge(&self, other: &Self, own: bool) -> Vec<EdgeEdge> {
        let mut found = Vec::new();
        for e in self.edges() {
            for f in other.edges().into_iter().filter(|f| !own || (e < *f && f.iter().all(|v| !e.contains(v)))) {
                let (a, b) = (e.map(|v| self.path(v)), f.map(|v| other.path(v)));
                let contacts = edge_edge_contacts(&a, &b, &mut Cost::default());
                found.extend(contacts.impact.map(|impact| ([e, f].map(|edge| edge.map(VertexId)), impact.time)));
            }
        }
        found
    }
}

fn found_pairs(impacts: &Impacts) -> (Vec<VertexFace>, Vec<VertexFace>, Vec<EdgeEdge>) {
    let vertices = [&impacts.vertex_face, &impacts.face_vertex];
    let [a, b] = vertices.map(|all| all.iter().map(|found| (found.vertex, found.face, found.impact.time)).collect());
    (a, b, impacts.edge_edge.iter().map(|found| (found.edges, found.impact.time)).collect())
}

/// What a surface says of itself, the same by threads and by any instructions.
fn self_impacts(surface: &Deformable, to: &[DVec3], threads: &Executor) -> Impacts {
    let found = surface.step_to(to, &Executor::serial()).unwrap().self_impacts(&Executor::serial());
    assert!(surface.step_to(to, threads).unwrap().self_impacts(threads) == found);
    let count = surface.step_to(to, threads).unwrap().count_self_impacts(threads);
    assert_eq!(
        [count.vertex_face, count.face_vertex, count.edge_edge],
        [found.vertex_face.len(), 0, found.edge_edge.len()]
    );
    for limit in [Instructions::Avx2, Instructions::Baseline] {
        let other =
            limited(limit, || surface.step_to(to, &Executor::serial()).unwrap().self_impacts(&Executor::serial()));
        assert!(found_pairs(&other) == found_pairs(&found), "{limit:?}");
    }
    found
}

/// A sheet of `n` by `n` squares, two faces each.
fn sheet(n: u32) -> Moving {
    let at = |i: u32, j: u32| i * (n + 1) + j;
    let from: Vec<DVec3> =
        (0..=n).flat_map(|i| (0..=n).map(move |j| DVec3::new(f64::from(i), f64::from(j), 0.0))).collect();
    let square = |i, j| [[at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]];
    let faces = (0..n).flat_map(|i| (0..n).flat_map(move |j| square(i, j))).collect();
    Moving { to: from.clone(), from, faces }
}

/// Faces over vertices on a lattice, at both ends; flat if so told, and then in one plane all the time.
fn tangle(random: &mut Random, (side, is_flat): (u64, bool)) -> Moving {
    let mut place = |_| {
        let mut coordinate = || random.below(side) as f64;
        DVec3::new(coordinate(), coordinate(), if is_flat { 1.0 } else { coordinate() })
    };
    let (from, to) = ((0..14).map(&mut place).collect(), (0..14).map(&mut place).collect());
    let faces = (0..12).map(|_| [0; 3].map(|_| random.below(14) as u32)).collect();
    Moving { from, to, faces }
}

#[test]
fn steps_agree_with_every_vertex_and_every_edge() {
    let mut random = Random(21);
    let threads = Executor::try_new(2).unwrap();
    let (mut kinds, mut at_start, mut pairs) = ([0; 3], 0, 0);
    for round in 0..24 {
        let surface = match round % 4 {
            0 => tangle(&mut random, (5, false)),
            1 => tangle(&mut random, (6, true)),
            _ => {
                let (noise, way) = ([0.2, 0.8][round % 2], [0.5, 2.0][round / 2 % 2]);
                let scale = [1.0, 1e-30, 1e60][round % 3];
                let mut surface = sheet(5);
                surface.from.iter_mut().for_each(|p| *p = (*p + random.vector() * noise) * scale);
                surface.to = surface.from.iter().map(|p| *p + random.vector() * way * scale).collect();
                surface
            }
        };
        let (vertices, edges) = (surface.vertex_face(&surface, true), surface.edge_edge(&surface, true));
        let found = self_impacts(&surface.start(), &surface.to, &threads);
        assert!(found_pairs(&found) == (vertices.clone(), Vec::new(), edges.clone()), "round {round}");
        let times = vertices.iter().map(|found| found.2).chain(edges.iter().map(|found| found.1));
        at_start += times.clone().filter(|time| time.upper == 0.0).count();
        let first = times.map(|time| time.lower).min_by(f64::total_cmp);
        assert!(found.first().map(|time| time.lower) == first && found.is_free() == first.is_none());
        kinds[0] += vertices.len();
        kinds[1] += edges.len();
        pairs += surface.faces.len() * surface.from.len();
        // Against another surface, with another frame and order.
        let mut other = tangle(&mut random, (7, false));
        other.from.iter_mut().chain(&mut other.to).for_each(|p| *p = (*p - DVec3::ONE) * surface.from[0].length());
        let expected =
            (surface.vertex_face(&other, false), other.vertex_face(&surface, false), surface.edge_edge(&other, false));
        let (a, b) = (surface.start(), other.start());
        let (a, b) = (a.step_to(&surface.to, &threads).unwrap(), b.step_to(&other.to, &threads).unwrap());
        let found = a.impacts(&b, &threads);
        assert!(found_pairs(&found) == expected, "round {round}");
        assert!(found_pairs(&a.impacts(&b, &Executor::serial())) == expected);
        let count = a.count_impacts(&b, &Executor::serial());
        let counts = [count.vertex_face, count.face_vertex, count.edge_edge];
        assert_eq!(counts, [expected.0.len(), expected.1.len(), expected.2.len()]);
        kinds[2] += found.vertex_face.len() + found.face_vertex.len() + found.edge_edge.len();
    }
    assert!(kinds.iter().all(|count| *count > 500) && kinds[0] * 4 < pairs, "{kinds:?} of {pairs}");
    assert!(at_start > 300, "{at_start}");
}

/// A vertex that comes to rest on a face, slides along it, or leaves it; and a sheet that is bent flat onto itself.
#[test]
fn resting_sliding_and_folding() {
    let serial = &Executor::serial();
    let floor = sheet(2);
    let tent = |z: f64| [DVec3::new(0.75, 0.5, z), DVec3::new(1.5, 0.5, z + 1.0), DVec3::new(1.0, 1.5, z + 1.0)];
    let both = |z: [f64; 2], shift: DVec3| {
        let from = tent(z[0]).to_vec();
        let to = tent(z[1]).iter().map(|p| *p + shift).collect();
        Moving { from, to, faces: vec![[0, 1, 2]] }
    };
    let touches = |z: [f64; 2], shift: DVec3| {
        let (tip, ground) = (both(z, shift), floor.start());
        let (a, b) = (tip.start(), ground.step_to(&floor.from, serial).unwrap());
        a.step_to(&tip.to, serial).unwrap().impacts(&b, serial)
    };
    assert_eq!(touches([1.0, 0.0], DVec3::ZERO).first(), Some(Time::exactly(1.0)));
    assert_eq!(touches([0.0, 1.0], DVec3::ZERO).first(), Some(Time::exactly(0.0)));
    assert_eq!(touches([0.0, 0.0], DVec3::X * 0.1).first(), Some(Time::exactly(0.0)));
    assert_eq!(touches([1.0, -1.0], DVec3::ZERO).first(), Some(Time::exactly(0.5)));
    assert!(touches([1.0, f64::MIN_POSITIVE.max(1e-90)], DVec3::ZERO).is_free());
    // Nothing moves, and nothing meets; and a flat sheet that is stretched in its plane.
    assert!(floor.start().step_to(&floor.from, serial).unwrap().self_impacts(serial).is_free());
    let stretched: Vec<DVec3> = floor.from.iter().map(|p| *p * DVec3::new(2.0, 3.0, 1.0)).collect();
    assert!(floor.start().step_to(&stretched, serial).unwrap().self_impacts(serial).is_free());
    // Folded along its middle until it lies on itself: the last moment only; and collapsed to a point, then, too.
    let mut folded = sheet(4);
    folded.from.iter_mut().for_each(|p| p.z = (p.x - 2.0).abs());
    folded.to.iter_mut().for_each(|p| *p = DVec3::new(p.x.min(4.0 - p.x), p.y, 0.0));
    let found = folded.start().step_to(&folded.to, serial).unwrap().self_impacts(serial);
    assert_eq!(found.first(), Some(Time::exactly(1.0)));
    assert_eq!(found_pairs(&found), (folded.vertex_face(&folded, true), Vec::new(), folded.edge_edge(&folded, true)));
    let collapsed = vec![DVec3::ONE; floor.from.len()];
    assert_eq!(
        floor.start().step_to(&collapsed, serial).unwrap().self_impacts(serial).first(),
        Some(Time::exactly(1.0))
    );
}

/// No contact at the start and no impact: no contact at the end.
#[test]
fn free_steps_end_without_contact() {
    let mut random = Random(22);
    let serial = &Executor::serial();
    let (mut free, mut hit, mut ended) = (0, 0, 0);
    let mut surface = sheet(8);
    for _ in 0..600 {
        let way = 0.05 + 0.3 * random.below(4) as f64;
        surface.to = surface.from.iter().map(|p| *p * 0.98 + random.vector() * way).collect();
        let (start, end) = (surface.start(), surface.end());
        assert_eq!(start.first_self_contact(serial), None);
        let impacts = start.step_to(&surface.to, serial).unwrap().self_impacts(serial);
        let is_in_contact = end.first_self_contact(serial).is_some();
        assert!(!is_in_contact || !impacts.is_free());
        ended += u32::from(is_in_contact);
        if impacts.is_free() {
            free += 1;
            surface.from.clone_from(&surface.to);
        } else {
            hit += 1;
        }
    }
    assert!(free > 20 && hit > 100 && ended > 50 && ended < hit, "{free} free, {hit} hit, {ended} in contact");
}

#[test]
fn ends_that_cannot_be_taken_are_refused() {
    let surface = sheet(3);
    let start = surface.start();
    let refused = |to: &[DVec3]| start.step_to(to, &Executor::serial()).unwrap_err();
    for (value, is_finite) in [(f64::NAN, false), (f64::INFINITY, false), (1e-200, true), (-1e200, true)] {
        let mut wrong = surface.to.clone();
        wrong[7].z = value;
        let error = if is_finite { UpdateError::OutOfRange(VertexId(7)) } else { UpdateError::NotFinite(VertexId(7)) };
        assert_eq!(refused(&wrong), error);
    }
    assert_eq!(refused(&surface.to[1..]), UpdateError::Count { expected: 16, found: 15 });
}
