//! Contact of two faces that move in a way that `ccd` decides: events to neighbouring doubles, and how long an edge passes through a face.

use super::rider::Ride;
use super::stage::Stage;
use super::walk::Heading;
use crate::ccd::{
    Path, RigidMotion, Span, Time, edge_edge_contacts, edge_turning, face_turning, vertex_face_contacts, vertex_turning,
};
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::DVec3;

/// Bodies whose contact is decided exactly.
pub(super) struct Exact<'s, 'm> {
    stage: &'s Stage<'m>,
    kind: Kind,
}

enum Kind {
    /// All vertices move straight.
    Straight,
    /// One body turns, the other one (0 or 1) rests.
    Turning { motion: RigidMotion, moves: usize },
}

/// Three corners, each in its own way.
enum Face {
    Paths([Path; 3]),
    Points([DVec3; 3]),
}

/// What nothing is known about.
const ALWAYS: [Span; 1] = [Span { begin: Time { lower: 0.0, upper: 0.0 }, end: Time { lower: 1.0, upper: 1.0 } }];

impl<'s, 'm> Exact<'s, 'm> {
    /// Whether contact is decided exactly, and how; with a separation it is not.
    pub fn new(stage: &'s Stage<'m>) -> Option<Self> {
        if stage.separation > 0.0 {
            return None;
        }
        let rests = |ride: &Ride<'_>| matches!(ride, Ride::Straight([from, to]) if from == to);
        let kind = match stage.riders.each_ref().map(|rider| &rider.ride) {
            [Ride::Straight(_) | Ride::Deforming(_), Ride::Straight(_) | Ride::Deforming(_)] => Kind::Straight,
            [Ride::Turning { motion, span: [0.0, 1.0] }, other] if rests(other) => {
                Kind::Turning { motion: *motion, moves: 0 }
            }
            [other, Ride::Turning { motion, span: [0.0, 1.0] }] if rests(other) => {
                Kind::Turning { motion: *motion, moves: 1 }
            }
            _ => return None,
        };
        Some(Self { stage, kind })
    }

    /// The first event of two faces in a window, as seen by a walk.
    pub fn event(&self, faces: [FaceId; 2], heading: Heading, window: [f64; 2], cost: &mut Cost) -> Option<Time> {
        let mut best: Option<Time> = None;
        self.spans(faces, cost, |span| {
            if span.end.upper < window[0] || span.begin.lower > window[1] {
                return;
            }
            match heading {
                Heading::Forward => {
                    if best.is_none_or(|b| span.begin.lower < b.lower) {
                        best = Some(span.begin);
                    }
                }
                Heading::Backward => {
                    if best.is_none_or(|b| span.end.upper > b.upper) {
                        best = Some(span.end);
                    }
                }
            }
        });
        best
    }

    /// All times at which a vertex of one face is on the other, or two of their edges meet.
    pub fn spans(&self, faces: [FaceId; 2], cost: &mut Cost, mut visit: impl FnMut(&Span)) {
        let [a, b] = [0, 1].map(|body| self.face(body, faces[body]));
        for k in 0..3 {
            self.vertex_on_face(0, &a, k, &b, cost).iter().for_each(&mut visit);
            self.vertex_on_face(1, &b, k, &a, cost).iter().for_each(&mut visit);
            for j in 0..3 {
                self.edge_on_edge([&a, &b], [k, j], cost).iter().for_each(&mut visit);
            }
        }
    }

    /// How long an edge (`k` of the face of `body`) that passes through the other face at a time goes on to, before and after that.
    pub fn passage(&self, faces: [FaceId; 2], body: usize, k: usize, at: f64, cost: &mut Cost) -> [Time; 2] {
        let [own, other] = [body, 1 - body].map(|body| self.face(body, faces[body]));
        let mut window = [Time::exactly(0.0), Time::exactly(1.0)];
        let mut visit = |span: &Span| {
            if span.end.upper <= at && span.end.lower >= window[0].lower {
                window[0] = span.end;
            } else if span.begin.lower >= at && span.begin.upper <= window[1].upper {
                window[1] = span.begin;
            }
        };
        for vertex in [k, (k + 1) % 3] {
            self.vertex_on_face(body, &own, vertex, &other, cost).iter().for_each(&mut visit);
        }
        for j in 0..3 {
            let (ordered, edges) = if body == 0 { ([&own, &other], [k, j]) } else { ([&other, &own], [j, k]) };
            self.edge_on_edge(ordered, edges, cost).iter().for_each(&mut visit);
        }
        window
    }

    fn face(&self, body: usize, face: FaceId) -> Face {
        let rider = &self.stage.riders[body];
        let own = rider.mesh.triangle(face);
        let path = |from: DVec3, to: DVec3| Path::of_finite(from, to);
        match (&self.kind, &rider.ride) {
            (Kind::Turning { moves, .. }, Ride::Straight([pose, _])) if *moves != body => {
                Face::Points(own.map(|p| pose.transform_point(p)))
            }
            (Kind::Turning { .. }, _) => Face::Points(own),
            (Kind::Straight, Ride::Straight([from, to])) => {
                Face::Paths(own.map(|p| path(from.transform_point(p), to.transform_point(p))))
            }
            (Kind::Straight, Ride::Deforming(mesh)) => {
                let to = mesh.triangle(face);
                Face::Paths([0, 1, 2].map(|k| path(own[k], to[k])))
            }
            (Kind::Straight, _) => Face::Points(own),
        }
    }

    fn vertex_on_face(&self, body: usize, own: &Face, k: usize, other: &Face, cost: &mut Cost) -> Vec<Span> {
        match (&self.kind, own, other) {
            (_, Face::Paths(own), Face::Paths(other)) => vertex_face_contacts(&own[k], other, cost).spans,
            (Kind::Turning { motion, moves }, Face::Points(own), Face::Points(other)) => {
                let found = if *moves == body {
                    vertex_turning(own[k], other, motion)
                } else {
                    face_turning(own[k], other, motion)
                };
                found.map_or_else(|_| ALWAYS.to_vec(), |contacts| contacts.spans)
            }
            _ => ALWAYS.to_vec(), // faces are all of one kind
        }
    }

    fn edge_on_edge(&self, [a, b]: [&Face; 2], [i, j]: [usize; 2], cost: &mut Cost) -> Vec<Span> {
        match (&self.kind, a, b) {
            (_, Face::Paths(a), Face::Paths(b)) => {
                edge_edge_contacts(&[a[i], a[(i + 1) % 3]], &[b[j], b[(j + 1) % 3]], cost).spans
            }
            (Kind::Turning { motion, moves }, Face::Points(a), Face::Points(b)) => {
                let (a, b) = ([a[i], a[(i + 1) % 3]], [b[j], b[(j + 1) % 3]]);
                let (resting, moving) = if *moves == 1 { (a, b) } else { (b, a) };
                edge_turning(&resting, &moving, motion).map_or_else(|_| ALWAYS.to_vec(), |contacts| contacts.spans)
            }
            _ => ALWAYS.to_vec(), // faces are all of one kind
        }
    }
}
