//! The closest features of two polytopes by the walk of Lin and Canny (1991): the closest points of a pair of features
//! are tried against each other's Voronoi cells, and a plane that one of them violates names the feature to go to.
//!
//! Outside, every step shortens the distance between the features. A vertex found below a face is where the original
//! walks for ever: here it is followed through the pyramids under the faces (Lin, Manocha, Cohen, Gottschalk 1996),
//! each step of which raises `n·(v - c) / n·(f - c)`, until it is in the pyramid below it (the polytopes penetrate) or
//! sees a face from above. [`super::walk`] says why every walk ends and why its answer is right. Constant expected time
//! under coherent motion; at most the features between start and end otherwise.

use super::posed_polytopes::{Facing, Pair, Placement};
use super::voronoi::{HullFeature, Side, VoronoiCells};
use super::walk::{FeaturePair, Step, WalkReport, follow};
use crate::hull::NONE;
use crate::math::{DVec3, Pose};
use HullFeature::{Edge, Face, Vertex};

/// Walks from the kept pair to the closest features of A and B, and keeps them. Points are in A's frame.
#[must_use]
pub fn lin_canny(a: &VoronoiCells, b: &VoronoiCells, a_from_b: &Pose, kept: &mut FeaturePair) -> WalkReport {
    follow(&Placement::new(a, b, a_from_b), kept, step)
}

/// One step of the walk.
pub(super) fn step(facing: &Facing<'_>, pair: Pair) -> Step {
    match pair {
        [Vertex(v), Vertex(w)] => vertex_vertex(facing, v, w),
        [Vertex(v), Edge(e)] => vertex_edge(facing, v, e),
        [Vertex(v), Face(f)] => vertex_face(facing, v, f),
        [Edge(d), Edge(e)] => edge_edge(facing, d, e),
        [Edge(e), Face(f)] => edge_face(facing, e, f),
        [Face(f), Face(g)] => Step::To([Vertex(lowest_corner(facing, f, g)), Face(g)]),
        [x, y] => step(&facing.flipped(), [y, x]).flipped(),
    }
}

fn vertex_vertex(facing: &Facing<'_>, v: u32, w: u32) -> Step {
    let p = facing.x_from_y.point(facing.y.vertex(w));
    if let Some(edge) = facing.x.steepest_spoke(v, p - facing.x.vertex(v), facing.blur) {
        return Step::To([Edge(edge), Vertex(w)]);
    }
    let q = facing.vertex_in_y(v);
    match facing.y.steepest_spoke(w, q - facing.y.vertex(w), facing.blur) {
        Some(edge) => Step::To([Vertex(v), Edge(edge)]),
        None => Step::Closest,
    }
}

fn vertex_edge(facing: &Facing<'_>, v: u32, e: u32) -> Step {
    let (side, w) = (facing.y.side(e), facing.vertex_in_y(v) - facing.y.side(e).start);
    let t = side.along.dot(w);
    if t < 0.0 || t > side.length {
        return Step::To([Vertex(v), Vertex(facing.y.ends(e)[usize::from(t > 0.0)])]);
    }
    if let Some(face) = facing.y.face_beyond(e, w, facing.blur) {
        return Step::To([Vertex(v), Face(face)]);
    }
    let foot = facing.x_from_y.point(side.start + side.along * t);
    match facing.x.steepest_spoke(v, foot - facing.x.vertex(v), facing.blur) {
        Some(edge) => Step::To([Edge(edge), Edge(e)]),
        None => Step::Closest,
    }
}

fn vertex_face(facing: &Facing<'_>, v: u32, f: u32) -> Step {
    let (plate, p) = (facing.y.plate(f), facing.vertex_in_y(v));
    let height = plate.normal.dot(p - plate.point);
    if height < 0.0 {
        return below_face(facing, p, f).with_first(Vertex(v));
    }
    let (depth, edge) = facing.y.shallowest(f, p);
    if depth < 0.0 {
        return Step::To([Vertex(v), Edge(edge)]);
    }
    let down = facing.x_from_y.vector(-plate.normal);
    match facing.x.steepest_spoke(v, down, facing.tilt) {
        Some(edge) => Step::To([Edge(edge), Face(f)]),
        None => Step::Closest,
    }
}

/// A point of X below a face of Y: in the pyramid under the face, in that under a neighbour, or nowhere where Y is
/// flat.
fn below_face(facing: &Facing<'_>, p: DVec3, f: u32) -> BelowFace {
    let y = facing.y;
    if y.side(y.plate(f).first).wedge == DVec3::ZERO {
        return BelowFace::Neighbour(y.side(y.side(y.plate(f).first).twin).face);
    }
    let depth = |side: &Side| side.wedge.dot(p - y.centre());
    let depths = y.around(f).map(|(_, side)| (depth(side), side.twin));
    let (least, twin) = depths.fold((f64::INFINITY, NONE), |best, next| if next.0 < best.0 { next } else { best });
    if least < 0.0 {
        return BelowFace::Neighbour(y.side(twin).face);
    }
    let room = |tilt: f64| facing.blur + tilt * facing.scale;
    let plate = y.plate(f);
    let inside = plate.normal.dot(plate.point - p) > room(plate.tilt)
        && y.around(f).all(|(_, side)| depth(side) > room(side.tilt));
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
    fn with_first(self, x: HullFeature) -> Step {
        match self {
            Self::Neighbour(face) => Step::To([x, Face(face)]),
            Self::Inside(p) => Step::MeetInY(p),
            Self::Unsure => Step::Unsure,
        }
    }
}

fn edge_edge(facing: &Facing<'_>, d: u32, e: u32) -> Step {
    let (side, other) = (facing.x.side(d), facing.y.side(e));
    let first = Segment {
        start: facing.y_from_x.point(side.start),
        along: facing.y_from_x.vector(side.along),
        length: side.length,
    };
    let second = Segment::of(other);
    let (s, t) = first.closest(&second);
    let feature = |cells: &VoronoiCells, edge: u32, s: f64| match s {
        0.0 => Vertex(cells.ends(edge)[0]),
        s if s == cells.side(edge).length => Vertex(cells.ends(edge)[1]),
        _ => Edge(edge),
    };
    let (x, y) = (feature(facing.x, d, s), feature(facing.y, e, t));
    if x != Edge(d) || y != Edge(e) {
        return Step::To([x, y]);
    }
    if let Some(face) = facing.y.face_beyond(e, first.at(s) - other.start, facing.blur) {
        return Step::To([Edge(d), Face(face)]);
    }
    let q = facing.x_from_y.point(second.at(t));
    match facing.x.face_beyond(d, q - side.start, facing.blur) {
        Some(face) => Step::To([Face(face), Edge(e)]),
        None => Step::Closest,
    }
}

/// A segment by its start, the unit vector along it and its length.
#[derive(Clone, Copy)]
pub(super) struct Segment {
    pub start: DVec3,
    pub along: DVec3,
    pub length: f64,
}

impl Segment {
    fn of(side: &Side) -> Self {
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
fn edge_face(facing: &Facing<'_>, e: u32, f: u32) -> Step {
    let (y, plate) = (facing.y, facing.y.plate(f));
    let ([start, end], along) = facing.edge_in_y(e);
    let Some(clip) = clip_to_prism(y, f, [start, end]) else {
        return Step::To([
            Edge(e),
            Edge(closest_edge(y, f, &Segment { start, along, length: facing.x.side(e).length })),
        ]);
    };
    let at = |t: f64| start + (end - start) * t;
    let heights = [clip.low, clip.high].map(|t| plate.normal.dot(at(t) - plate.point));
    if heights[0] * heights[1] <= 0.0 {
        let all = [start, end].map(|p| plate.normal.dot(p - plate.point));
        let t = if all[0] == all[1] { 0.5 } else { (all[0] / (all[0] - all[1])).clamp(0.0, 1.0) };
        return pierced(facing, f, at(t), all, along);
    }
    if heights[0] < 0.0 {
        // Where the middle of what is below is not inside, the end that is deeper goes on its own.
        let deeper = Vertex(facing.x.ends(e)[usize::from(heights[1] < heights[0])]);
        return match below_face(facing, at(0.5 * (clip.low + clip.high)), f) {
            BelowFace::Neighbour(_) => Step::To([deeper, Face(f)]),
            found => found.with_first(Edge(e)),
        };
    }
    let lower = usize::from(heights[1] < heights[0]);
    match [clip.low_edge, clip.high_edge][lower] {
        NONE => Step::To([Vertex(facing.x.ends(e)[lower]), Face(f)]),
        edge => Step::To([Edge(e), Edge(edge)]),
    }
}

/// Room, relative to the scale of a pair, with which a point of an edge must lie inside a face for the edge to pierce
/// it for certain; with
/// [`PIERCING_SLOPE`] it is far more than rounding.
const PIERCING_ROOM: f64 = 1e-8;

/// The least slope of an edge against a face that it pierces for certain: times [`PIERCING_ROOM`] it is still ten
/// roundings.
const PIERCING_SLOPE: f64 = 1e-4;

/// Whether an edge that passes through the plane of a face at `p`, with its ends at these heights, surely passes
/// through the face.
pub(super) fn pierced(facing: &Facing<'_>, f: u32, p: DVec3, heights: [f64; 2], along: DVec3) -> Step {
    let (room, slope) = (PIERCING_ROOM * facing.scale, facing.y.plate(f).normal.dot(along).abs());
    let sure = heights[0].abs().min(heights[1].abs()) > room
        && slope > PIERCING_SLOPE
        && facing.blur + facing.y.plate(f).tilt * facing.scale < 0.1 * PIERCING_SLOPE * room
        && facing.y.shallowest(f, p).0 > room;
    if sure { Step::MeetInY(p) } else { Step::Unsure }
}

/// The part of a segment in the prism over a face: from `low` to `high`, each with the edge of the face that cuts
/// there.
pub(super) struct Clip {
    pub low: f64,
    pub high: f64,
    /// [`NONE`] where the segment ends before the prism does.
    pub low_edge: u32,
    pub high_edge: u32,
}

/// Clips a segment to the sides of the prism over a face; `None` where nothing is left.
pub(super) fn clip_to_prism(cells: &VoronoiCells, face: u32, [start, end]: [DVec3; 2]) -> Option<Clip> {
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
pub(super) fn closest_edge(cells: &VoronoiCells, face: u32, segment: &Segment) -> u32 {
    let gap = |side: &Side| {
        let other = Segment::of(side);
        let (s, t) = segment.closest(&other);
        segment.at(s).distance(other.at(t))
    };
    let gaps = cells.around(face).map(|(edge, side)| (gap(side), edge));
    gaps.fold((f64::INFINITY, cells.plate(face).first), |best, next| if next.0 < best.0 { next } else { best }).1
}

/// The corner of a face of X that lies lowest over a face of Y.
fn lowest_corner(facing: &Facing<'_>, f: u32, g: u32) -> u32 {
    let down = facing.x_from_y.vector(-facing.y.plate(g).normal);
    let heights = facing.x.around(f).map(|(_, side)| (-down.dot(side.start), side.origin));
    heights.fold((f64::INFINITY, 0), |best, next| if next.0 < best.0 { next } else { best }).1
}
