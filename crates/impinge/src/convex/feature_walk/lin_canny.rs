//! The closest features of two polytopes by the walk of Lin and Canny (1991): the closest points of a pair of features
//! are tried against each other's Voronoi cells, and a plane that one of them violates names the feature to go to.
//!
//! Outside, every step shortens the distance between the features. A vertex found below a face is where the original
//! walks for ever: here it is followed through the pyramids under the faces (Lin, Manocha, Cohen, Gottschalk 1996),
//! each step of which raises `n·(v - c) / n·(f - c)`, until it is in the pyramid below it (the polytopes penetrate) or
//! sees a face from above. [`super::walk`] says why every walk ends and why its answer is right. Constant expected time
//! under coherent motion; at most the features between start and end otherwise.

use super::posed_polytopes::{FeatureIds, PosedPolytopes, PosedQuery};
use super::voronoi_cells::{EdgeCell, HullFeature, VoronoiCells};
use super::walk::{FeaturePair, WalkReport, WalkStep, walk_and_prove};
use crate::hull::NONE;
use crate::math::{DVec3, Pose};
use HullFeature::{Edge, Face, Vertex};

/// Walks from the pair of the last query to the closest features of A and B, and keeps them. Points are in A's frame.
#[must_use]
pub fn lin_canny(a: &VoronoiCells, b: &VoronoiCells, a_from_b: &Pose, warm: &mut FeaturePair) -> WalkReport {
    walk_and_prove(&PosedQuery::new(a, b, a_from_b), warm, step)
}

/// One step of the walk.
pub fn step(posed: &PosedPolytopes<'_>, pair: FeatureIds) -> WalkStep {
    match pair {
        [Vertex(v), Vertex(w)] => vertex_vertex(posed, v, w),
        [Vertex(v), Edge(e)] => vertex_edge(posed, v, e),
        [Vertex(v), Face(f)] => vertex_face(posed, v, f),
        [Edge(d), Edge(e)] => edge_edge(posed, d, e),
        [Edge(e), Face(f)] => edge_face(posed, e, f),
        [Face(f), Face(g)] => WalkStep::To([Vertex(lowest_corner(posed, f, g)), Face(g)]),
        [x, y] => step(&posed.flipped(), [y, x]).flipped(),
    }
}

fn vertex_vertex(posed: &PosedPolytopes<'_>, v: u32, w: u32) -> WalkStep {
    let p = posed.x_from_y.point(posed.y.vertex(w));
    if let Some(edge) = posed.x.steepest_outgoing_edge(v, p - posed.x.vertex(v), posed.position_error) {
        return WalkStep::To([Edge(edge), Vertex(w)]);
    }
    let q = posed.vertex_in_y(v);
    match posed.y.steepest_outgoing_edge(w, q - posed.y.vertex(w), posed.position_error) {
        Some(edge) => WalkStep::To([Vertex(v), Edge(edge)]),
        None => WalkStep::Closest,
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
    let foot = posed.x_from_y.point(side.start + side.along * t);
    match posed.x.steepest_outgoing_edge(v, foot - posed.x.vertex(v), posed.position_error) {
        Some(edge) => WalkStep::To([Edge(edge), Edge(e)]),
        None => WalkStep::Closest,
    }
}

fn vertex_face(posed: &PosedPolytopes<'_>, v: u32, f: u32) -> WalkStep {
    let (face_plane, p) = (posed.y.face_plane(f), posed.vertex_in_y(v));
    let height = face_plane.normal.dot(p - face_plane.point);
    if height < 0.0 {
        return below_face(posed, p, f).with_first(Vertex(v));
    }
    let (depth, edge) = posed.y.shallowest(f, p);
    if depth < 0.0 {
        return WalkStep::To([Vertex(v), Edge(edge)]);
    }
    let down = posed.x_from_y.vector(-face_plane.normal);
    match posed.x.steepest_outgoing_edge(v, down, posed.direction_error) {
        Some(edge) => WalkStep::To([Edge(edge), Face(f)]),
        None => WalkStep::Closest,
    }
}

/// A point of X below a face of Y: in the pyramid under the face, in that under a neighbour, or nowhere where Y is
/// flat.
fn below_face(posed: &PosedPolytopes<'_>, p: DVec3, f: u32) -> BelowFace {
    let y = posed.y;
    if y.side(y.face_plane(f).first).wedge == DVec3::ZERO {
        return BelowFace::Neighbour(y.side(y.side(y.face_plane(f).first).twin).face);
    }
    let depth = |side: &EdgeCell| side.wedge.dot(p - y.centre());
    let depths = y.around(f).map(|(_, side)| (depth(side), side.twin));
    let (least, twin) = depths.fold((f64::INFINITY, NONE), |best, next| if next.0 < best.0 { next } else { best });
    if least < 0.0 {
        return BelowFace::Neighbour(y.side(twin).face);
    }
    let room = |direction_error: f64| posed.position_error + direction_error * posed.scale;
    let face_plane = y.face_plane(f);
    let inside = face_plane.normal.dot(face_plane.point - p) > room(face_plane.direction_error)
        && y.around(f).all(|(_, side)| depth(side) > room(side.direction_error));
    if inside { BelowFace::Inside(p) } else { BelowFace::Unsure }
}

/// What [`below_face`] finds.
enum BelowFace {
    /// The pyramid to look in next.
    Neighbour(u32),
    /// The point, in the frame of Y, is inside for certain.
    Inside(DVec3),
    /// It is too close to a side of the pyramid.
    Unsure,
}

impl BelowFace {
    fn with_first(self, x: HullFeature) -> WalkStep {
        match self {
            Self::Neighbour(face) => WalkStep::To([x, Face(face)]),
            Self::Inside(p) => WalkStep::MeetInY(p),
            Self::Unsure => WalkStep::Unsure,
        }
    }
}

fn edge_edge(posed: &PosedPolytopes<'_>, d: u32, e: u32) -> WalkStep {
    let (side, other) = (posed.x.side(d), posed.y.side(e));
    let first = Segment {
        start: posed.y_from_x.point(side.start),
        along: posed.y_from_x.vector(side.along),
        length: side.length,
    };
    let second = Segment::of(other);
    let (s, t) = first.closest(&second);
    let feature = |cells: &VoronoiCells, edge: u32, s: f64| match s {
        0.0 => Vertex(cells.ends(edge)[0]),
        s if s == cells.side(edge).length => Vertex(cells.ends(edge)[1]),
        _ => Edge(edge),
    };
    let (x, y) = (feature(posed.x, d, s), feature(posed.y, e, t));
    if x != Edge(d) || y != Edge(e) {
        return WalkStep::To([x, y]);
    }
    if let Some(face) = posed.y.face_beyond(e, first.at(s) - other.start, posed.position_error) {
        return WalkStep::To([Edge(d), Face(face)]);
    }
    let q = posed.x_from_y.point(second.at(t));
    match posed.x.face_beyond(d, q - side.start, posed.position_error) {
        Some(face) => WalkStep::To([Face(face), Edge(e)]),
        None => WalkStep::Closest,
    }
}

/// A segment by its start, the unit vector along it and its length.
#[derive(Clone, Copy)]
pub struct Segment {
    pub start: DVec3,
    pub along: DVec3,
    pub length: f64,
}

impl Segment {
    fn of(side: &EdgeCell) -> Self {
        Self { start: side.start, along: side.along, length: side.length }
    }

    fn at(&self, s: f64) -> DVec3 {
        self.start + self.along * s
    }

    /// How far along each of two segments their closest points lie (Ericson 2005, 5.1.9).
    fn closest(&self, other: &Self) -> (f64, f64) {
        let (u, v, r) = (self.along, other.along, self.start - other.start);
        let (uv, ur, vr) = (u.dot(v), u.dot(r), v.dot(r));
        let det = 1.0 - uv * uv;
        // Parallel within rounding: any point of the first will do, as long as it is an end.
        let s = if det > 8.0 * f64::EPSILON { ((uv * vr - ur) / det).clamp(0.0, self.length) } else { 0.0 };
        let t = uv * s + vr;
        if t < 0.0 {
            ((-ur).clamp(0.0, self.length), 0.0)
        } else if t > other.length {
            ((uv * other.length - ur).clamp(0.0, self.length), other.length)
        } else {
            (s, t)
        }
    }
}

/// An edge against a face: it pierces the face, or comes closest to it at one of its ends or over an edge of the face.
fn edge_face(posed: &PosedPolytopes<'_>, e: u32, f: u32) -> WalkStep {
    let (y, face_plane) = (posed.y, posed.y.face_plane(f));
    let ([start, end], along) = posed.edge_in_y(e);
    let Some(clip) = clip_to_prism(y, f, [start, end]) else {
        return WalkStep::To([
            Edge(e),
            Edge(closest_edge(y, f, &Segment { start, along, length: posed.x.side(e).length })),
        ]);
    };
    let at = |t: f64| start + (end - start) * t;
    let heights = [clip.low, clip.high].map(|t| face_plane.normal.dot(at(t) - face_plane.point));
    if heights[0] * heights[1] <= 0.0 {
        let all = [start, end].map(|p| face_plane.normal.dot(p - face_plane.point));
        let t = if all[0] == all[1] { 0.5 } else { (all[0] / (all[0] - all[1])).clamp(0.0, 1.0) };
        return pierced(posed, f, at(t), all, along);
    }
    if heights[0] < 0.0 {
        // Where the middle of what is below is not inside, the end that is deeper goes on its own.
        let deeper = Vertex(posed.x.ends(e)[usize::from(heights[1] < heights[0])]);
        return match below_face(posed, at(0.5 * (clip.low + clip.high)), f) {
            BelowFace::Neighbour(_) => WalkStep::To([deeper, Face(f)]),
            found => found.with_first(Edge(e)),
        };
    }
    let lower = usize::from(heights[1] < heights[0]);
    match [clip.low_edge, clip.high_edge][lower] {
        NONE => WalkStep::To([Vertex(posed.x.ends(e)[lower]), Face(f)]),
        edge => WalkStep::To([Edge(e), Edge(edge)]),
    }
}

/// Room, relative to the scale of a pair, with which a point of an edge must lie inside a face for the edge to pierce
/// it for certain; with [`PIERCING_SLOPE`] it is far more than rounding.
const PIERCING_ROOM: f64 = 1e-8;

/// The least slope of an edge against a face that it pierces for certain: times [`PIERCING_ROOM`] it is still ten
/// roundings.
const PIERCING_SLOPE: f64 = 1e-4;

/// Whether an edge that passes through the plane of a face at `p`, with its ends at these heights, surely passes
/// through the face.
pub fn pierced(posed: &PosedPolytopes<'_>, f: u32, p: DVec3, heights: [f64; 2], along: DVec3) -> WalkStep {
    let (room, slope) = (PIERCING_ROOM * posed.scale, posed.y.face_plane(f).normal.dot(along).abs());
    let sure = heights[0].abs().min(heights[1].abs()) > room
        && slope > PIERCING_SLOPE
        && posed.position_error + posed.y.face_plane(f).direction_error * posed.scale < 0.1 * PIERCING_SLOPE * room
        && posed.y.shallowest(f, p).0 > room;
    if sure { WalkStep::MeetInY(p) } else { WalkStep::Unsure }
}

/// The part of a segment in the prism over a face: from `low` to `high`, each with the edge of the face that cuts
/// there.
pub struct Clip {
    pub low: f64,
    pub high: f64,
    /// [`NONE`] where the segment ends before the prism does.
    pub low_edge: u32,
    pub high_edge: u32,
}

/// Clips a segment to the sides of the prism over a face; `None` where nothing is left.
pub fn clip_to_prism(cells: &VoronoiCells, face: u32, [start, end]: [DVec3; 2]) -> Option<Clip> {
    let mut clip = Clip { low: 0.0, high: 1.0, low_edge: NONE, high_edge: NONE };
    for (edge, side) in cells.around(face) {
        let (from, to) = (side.inward.dot(start - side.start), side.inward.dot(end - side.start));
        if from < 0.0 && to < 0.0 {
            return None;
        }
        if from < 0.0 && from / (from - to) > clip.low {
            (clip.low, clip.low_edge) = (from / (from - to), edge);
        } else if to < 0.0 && from / (from - to) < clip.high {
            (clip.high, clip.high_edge) = (from / (from - to), edge);
        }
    }
    (clip.low <= clip.high).then_some(clip)
}

/// The edge of a face closest to a segment.
pub fn closest_edge(cells: &VoronoiCells, face: u32, segment: &Segment) -> u32 {
    let gap = |side: &EdgeCell| {
        let other = Segment::of(side);
        let (s, t) = segment.closest(&other);
        segment.at(s).distance(other.at(t))
    };
    let gaps = cells.around(face).map(|(edge, side)| (gap(side), edge));
    gaps.fold((f64::INFINITY, cells.face_plane(face).first), |best, next| if next.0 < best.0 { next } else { best }).1
}

/// The corner of a face of X that lies lowest over a face of Y.
fn lowest_corner(posed: &PosedPolytopes<'_>, f: u32, g: u32) -> u32 {
    let down = posed.x_from_y.vector(-posed.y.face_plane(g).normal);
    let heights = posed.x.around(f).map(|(_, side)| (-down.dot(side.start), side.origin));
    heights.fold((f64::INFINITY, 0), |best, next| if next.0 < best.0 { next } else { best }).1
}
