//! The closest features of two polytopes by V-Clip (Mirtich 1998): edges are clipped to Voronoi cells, and the sign of
//! the derivative of the distance at the cuts names the feature to go to. No point is ever computed on a face, nothing
//! is divided by what may be zero.
//!
//! Mirtich's local minimum, a vertex below a face with no edge leading towards it, is resolved as he does: the face it
//! is highest above comes next, and below all faces it is inside. What he leaves open: that verdict must hold for
//! rounded posed vertices too (else [`impinge::convex::distance`] gives it), and an edge that cuts a face must cut it with
//! room to spare. [`impinge::convex::feature_walk::walk`] says why every walk ends and why its answer is right.

use HullFeature::{Edge, Face, Vertex};
use impinge::convex::feature_walk::lin_canny::{Segment, clip_to_prism, closest_edge, pierced, step as lin_canny_step};
use impinge::convex::feature_walk::posed_polytopes::{FeatureIds, PosedPolytopes, PosedQuery};
use impinge::convex::feature_walk::voronoi_cells::{HullFeature, VoronoiCells};
use impinge::convex::feature_walk::walk::{FeaturePair, WalkReport, WalkStep, walk_and_prove};
use impinge::hull::NONE;
use impinge::math::{DVec3, Pose};

/// Walks from the pair of the last query to the closest features of A and B, and keeps them. Points are in A's frame.
#[must_use]
pub fn vclip(a: &VoronoiCells, b: &VoronoiCells, a_from_b: &Pose, warm: &mut FeaturePair) -> WalkReport {
    walk_and_prove(&PosedQuery::new(a, b, a_from_b), warm, step)
}

/// One step: Mirtich's five states; two faces, which he never reaches, are left as Lin and Canny leave them.
fn step(posed: &PosedPolytopes<'_>, pair: FeatureIds) -> WalkStep {
    match pair {
        [Vertex(_), Vertex(_)] | [Face(_), Face(_)] => lin_canny_step(posed, pair),
        [Vertex(v), Edge(e)] => vertex_edge(posed, v, e),
        [Vertex(v), Face(f)] => vertex_face(posed, v, f),
        [Edge(d), Edge(e)] => edge_edge(posed, d, e),
        [Edge(e), Face(f)] => edge_face(posed, e, f),
        [x, y] => step(&posed.flipped(), [y, x]).flipped(),
    }
}

/// A segment and the part of it inside the planes so far, with the neighbours across the planes that cut it.
struct Clipped {
    start: DVec3,
    vector: DVec3,
    low: f64,
    high: f64,
    low_neighbour: Option<HullFeature>,
    high_neighbour: Option<HullFeature>,
}

impl Clipped {
    fn new([start, end]: [DVec3; 2]) -> Self {
        Self { start, vector: end - start, low: 0.0, high: 1.0, low_neighbour: None, high_neighbour: None }
    }

    fn at(&self, t: f64) -> DVec3 {
        self.start + self.vector * t
    }

    /// Clips to one more plane, where `inside` is not negative; the neighbour if all that was left lies beyond it.
    fn clip(&mut self, inside: impl Fn(DVec3) -> f64, neighbour: HullFeature) -> Option<HullFeature> {
        let (from, to) = (inside(self.start), inside(self.at(1.0)));
        if from < 0.0 && to < 0.0 {
            return Some(neighbour);
        }
        if from < 0.0 && from / (from - to) > self.low {
            (self.low, self.low_neighbour) = (from / (from - to), Some(neighbour));
        } else if to < 0.0 && from / (from - to) < self.high {
            (self.high, self.high_neighbour) = (from / (from - to), Some(neighbour));
        }
        None
    }

    /// The neighbour towards which the distance falls at a cut; `slope` is the derivative of the distance to it.
    fn downhill(&self, slope: impl Fn(DVec3, HullFeature) -> f64) -> Option<HullFeature> {
        let low = self.low_neighbour.filter(|n| slope(self.at(self.low), *n) > 0.0);
        low.or_else(|| self.high_neighbour.filter(|n| slope(self.at(self.high), *n) < 0.0))
    }

    /// Forgets who cut, to go on with other planes.
    fn settle(&mut self) {
        (self.low_neighbour, self.high_neighbour) = (None, None);
    }
}

fn vertex_edge(posed: &PosedPolytopes<'_>, v: u32, e: u32) -> WalkStep {
    let (side, w) = (posed.y.side(e), posed.vertex_in_y(v) - posed.y.side(e).start);
    let t = side.along.dot(w);
    if t < 0.0 || t > side.length {
        return WalkStep::To([Vertex(v), Vertex(posed.y.ends(e)[usize::from(t > 0.0)])]);
    }
    if let Some(face) = posed.y.face_beyond(e, w, posed.position_error) {
        return WalkStep::To([Vertex(v), Face(face)]);
    }
    let (p, (ends, _)) = (posed.x.vertex(v), posed.flipped().edge_in_y(e));
    let mut clipped = Clipped::new(ends);
    for outgoing in posed.x.outgoing_edges(v) {
        let inside = |q: DVec3| posed.position_error - outgoing.along.dot(q - p);
        if let Some(neighbour) = clipped.clip(inside, Edge(outgoing.edge)) {
            return WalkStep::To([neighbour, Edge(e)]);
        }
    }
    match clipped.downhill(|q, _| clipped.vector.dot(q - p)) {
        Some(neighbour) => WalkStep::To([neighbour, Edge(e)]),
        None => WalkStep::Closest,
    }
}

fn vertex_face(posed: &PosedPolytopes<'_>, v: u32, f: u32) -> WalkStep {
    let (face_plane, p) = (posed.y.face_plane(f), posed.vertex_in_y(v));
    let (depth, edge) = posed.y.shallowest(f, p);
    if depth < 0.0 {
        return WalkStep::To([Vertex(v), Edge(edge)]);
    }
    let height = face_plane.normal.dot(p - face_plane.point);
    let towards = posed.x_from_y.vector(if height < 0.0 { face_plane.normal } else { -face_plane.normal });
    if let Some(edge) = posed.x.steepest_outgoing_edge(v, towards, posed.direction_error) {
        return WalkStep::To([Edge(edge), Face(f)]);
    }
    if height > 0.0 { WalkStep::Closest } else { local_minimum(posed, v, p) }
}

/// A vertex of X, at `p` in the frame of Y, that Mirtich calls a local minimum: inside, or above some other face.
fn local_minimum(posed: &PosedPolytopes<'_>, v: u32, p: DVec3) -> WalkStep {
    let mut highest = (f64::NEG_INFINITY, NONE);
    let mut sure = true;
    for (face, face_plane) in (0_u32..).zip(posed.y.face_planes()) {
        let height = face_plane.normal.dot(p - face_plane.point);
        sure &= height < -(posed.position_error + face_plane.direction_error * posed.scale);
        if height > highest.0 {
            highest = (height, face);
        }
    }
    match highest {
        _ if sure => WalkStep::MeetInY(p),
        (height, face) if height > posed.position_error => WalkStep::To([Vertex(v), Face(face)]),
        _ => WalkStep::Unsure,
    }
}

fn edge_edge(posed: &PosedPolytopes<'_>, d: u32, e: u32) -> WalkStep {
    let flipped = posed.flipped();
    if let Some(x) = away_from_edge(&flipped, e, d) {
        return WalkStep::To([x, Edge(e)]);
    }
    match away_from_edge(posed, d, e) {
        Some(y) => WalkStep::To([Edge(d), y]),
        None => WalkStep::Closest,
    }
}

/// The neighbour of edge `e` of Y in whose cell edge `d` of X comes closest, if it is not that of `e`.
fn away_from_edge(posed: &PosedPolytopes<'_>, d: u32, e: u32) -> Option<HullFeature> {
    let (y, side) = (posed.y, posed.y.side(e));
    let mut clipped = Clipped::new(posed.edge_in_y(d).0);
    let [tail, head] = y.ends(e).map(Vertex);
    let along = |q: DVec3| side.along.dot(q - side.start);
    let beyond_end = clipped.clip(along, tail).or_else(|| clipped.clip(|q| side.length - along(q), head));
    let end = |n: HullFeature| if n == tail { side.start } else { y.vertex(y.ends(e)[1]) };
    let towards_end = beyond_end.or_else(|| clipped.downhill(|q, n| clipped.vector.dot(q - end(n))));
    if towards_end.is_some() || side.face == NONE {
        return towards_end;
    }
    clipped.settle();
    for side in [side, y.side(side.twin)] {
        let outside = |q: DVec3| posed.position_error - side.inward.dot(q - side.start);
        if let Some(face) = clipped.clip(outside, Face(side.face)) {
            return Some(face);
        }
    }
    clipped.downhill(|q, n| {
        let Face(face) = n else { return 0.0 };
        let face_plane = y.face_plane(face);
        face_plane.normal.dot(q - face_plane.point) * face_plane.normal.dot(clipped.vector)
    })
}

fn edge_face(posed: &PosedPolytopes<'_>, e: u32, f: u32) -> WalkStep {
    let (y, face_plane) = (posed.y, posed.y.face_plane(f));
    let ([start, end], along) = posed.edge_in_y(e);
    let Some(clip) = clip_to_prism(y, f, [start, end]) else {
        return WalkStep::To([
            Edge(e),
            Edge(closest_edge(y, f, &Segment { start, along, length: posed.x.side(e).length })),
        ]);
    };
    let height = |t: f64| face_plane.normal.dot(start + (end - start) * t - face_plane.point);
    let [low, high] = [clip.low, clip.high].map(height);
    if low * high <= 0.0 {
        let all = [height(0.0), height(1.0)];
        let t = if all[0] == all[1] { 0.5 } else { (all[0] / (all[0] - all[1])).clamp(0.0, 1.0) };
        return pierced(posed, f, start + (end - start) * t, all, along);
    }
    let nearer = usize::from(high.abs() < low.abs());
    match [clip.low_edge, clip.high_edge][nearer] {
        NONE => WalkStep::To([Vertex(posed.x.ends(e)[nearer]), Face(f)]),
        edge => WalkStep::To([Edge(e), Edge(edge)]),
    }
}
