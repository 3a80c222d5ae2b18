//! The proof that a pair of features is the closest of two polytopes: two parallel planes, square to the line between
//! the closest points, with one polytope behind each. Their gap is a lower bound of the distance, the points an upper
//! one.
//!
//! A polytope lies behind a plane through one of its features if the edges at a vertex, or the two faces at an edge,
//! lead away from it: a few scalar products, each of which must be clear of its rounding. Where one is not (parallel
//! edges and faces) or the gap is small beside the coordinates, all vertices are tried, those too close to call in
//! double-double at their posed places: linear, and still in doubles. What that cannot prove either is for
//! [`crate::convex::distance()`].

use super::posed_polytopes::{FeatureIds, PosedPolytopes, PosedQuery};
use super::voronoi_cells::{EdgeCell, HullFeature, VoronoiCells, unit};
use crate::hull::NONE;
use crate::math::DVec3;
use crate::math::double_double::{DoubleDouble, Vector, between, cross, dot};
use HullFeature::{Edge, Face, Vertex};

/// How far apart the bounds of a proved distance may be, relative to it.
pub const PROVED_WIDTH: f64 = 1e-12;

/// How much larger than the position error of carried points a gap must be for the scan: then a closest point off its feature by that error
/// makes the distance wrong by less than 1e-13 of it, half the square of this ratio.
const SCAN_GAP: f64 = 1e7;

/// What a vertex may lie before its plane in the scan, relative to the gap: a tenth of [`PROVED_WIDTH`] on each side.
const SCAN_ROOM: f64 = 1e-13;

/// Products of vectors below this could have lost low parts to underflow.
const SAFE_PRODUCT: f64 = 1e-250;

/// A distance with its proof.
#[derive(Clone, Copy, Debug)]
pub struct ProvedDistance {
    pub distance: f64,
    /// A sound lower bound of it.
    pub lower: f64,
    /// The closest points in the frame of the first.
    pub points: [DVec3; 2],
    pub features: FeatureIds,
}

/// The closest points of a pair of features, if they lie on both.
struct Gap {
    distance: f64,
    /// How far the distance may be off.
    error: f64,
    /// On X, in its frame.
    on_x: DVec3,
    /// On Y, in its frame.
    on_y: DVec3,
    /// Whether both polytopes lie behind their planes for certain.
    clear: bool,
}

/// The distance of the polytopes, if this pair of features can be proved to be the closest.
pub fn certify(query: &PosedQuery<'_>, pair: FeatureIds) -> Option<ProvedDistance> {
    let posed = &query.posed;
    let gap = measure(posed, pair)?;
    if gap.clear && gap.error <= PROVED_WIDTH * gap.distance {
        let points = [gap.on_x, posed.x_from_y.point(gap.on_y)];
        return Some(ProvedDistance {
            distance: gap.distance,
            lower: gap.distance - gap.error,
            points,
            features: pair,
        });
    }
    (gap.distance > SCAN_GAP * posed.position_error).then(|| scan(query, pair, &gap)).flatten()
}

fn measure(posed: &PosedPolytopes<'_>, pair: FeatureIds) -> Option<Gap> {
    match pair {
        [Vertex(v), Vertex(w)] => vertex_vertex(posed, v, w),
        [Vertex(v), Edge(e)] => vertex_edge(posed, v, e),
        [Vertex(v), Face(f)] => vertex_face(posed, v, f),
        [Edge(d), Edge(e)] => edge_edge(posed, d, e),
        [Face(_), Face(_)] | [Face(_), Edge(_)] | [Edge(_), Face(_)] => None,
        [x, y] => {
            let gap = measure(&posed.flipped(), [y, x])?;
            Some(Gap { on_x: gap.on_y, on_y: gap.on_x, ..gap })
        }
    }
}

/// Whether all edges at a vertex lead away from the plane square to `out` by more than `direction_error`.
fn vertex_is_behind(cells: &VoronoiCells, v: u32, out: DVec3, direction_error: f64) -> bool {
    cells.outgoing_edges(v).iter().all(|outgoing| outgoing.along.dot(out) < -direction_error)
}

/// Whether both faces at an edge lead away from the plane square to `out` by more than `direction_error`.
fn edge_is_behind(cells: &VoronoiCells, e: u32, out: DVec3, direction_error: f64) -> bool {
    let side = cells.side(e);
    let leads_away = |side: &EdgeCell| side.inward.dot(out) < -direction_error - side.direction_error;
    side.face == NONE || (leads_away(side) && leads_away(cells.side(side.twin)))
}

fn vertex_vertex(posed: &PosedPolytopes<'_>, v: u32, w: u32) -> Option<Gap> {
    let (p, q) = (posed.x.vertex(v), posed.y.vertex(w));
    let between = posed.x_from_y.point(q) - p;
    let distance = between.length();
    let (out, direction_error) = (between / distance, posed.direction_error + 2.0 * posed.position_error / distance);
    let clear = vertex_is_behind(posed.x, v, out, direction_error)
        && vertex_is_behind(posed.y, w, -posed.y_from_x.vector(out), direction_error);
    Some(Gap { distance, error: posed.position_error, on_x: p, on_y: q, clear })
}

fn vertex_edge(posed: &PosedPolytopes<'_>, v: u32, e: u32) -> Option<Gap> {
    let side = posed.y.side(e);
    let w = posed.vertex_in_y(v) - side.start;
    let t = side.along.dot(w);
    if t < -posed.position_error || t > side.length + posed.position_error {
        return None;
    }
    // Made square twice: the first time leaves a rounding of w, the second one of the gap.
    let across = w - side.along * t;
    let across = across - side.along * side.along.dot(across);
    let distance = across.length();
    let (out, direction_error) = (across / distance, posed.direction_error + 2.0 * posed.position_error / distance);
    let clear = edge_is_behind(posed.y, e, out, direction_error)
        && vertex_is_behind(posed.x, v, -posed.x_from_y.vector(out), direction_error);
    let on_y = side.start + side.along * t.clamp(0.0, side.length);
    Some(Gap { distance, error: posed.position_error, on_x: posed.x.vertex(v), on_y, clear })
}

fn vertex_face(posed: &PosedPolytopes<'_>, v: u32, f: u32) -> Option<Gap> {
    let (face_plane, p) = (posed.y.face_plane(f), posed.vertex_in_y(v));
    let distance = face_plane.normal.dot(p - face_plane.point);
    if distance <= 0.0 || posed.y.shallowest(f, p).0 < -posed.position_error {
        return None;
    }
    let direction_error = posed.direction_error + face_plane.direction_error;
    let clear = vertex_is_behind(posed.x, v, -posed.x_from_y.vector(face_plane.normal), direction_error);
    let error = posed.position_error + face_plane.direction_error * (p - face_plane.point).length();
    Some(Gap { distance, error, on_x: posed.x.vertex(v), on_y: p - face_plane.normal * distance, clear })
}

fn edge_edge(posed: &PosedPolytopes<'_>, d: u32, e: u32) -> Option<Gap> {
    let (side, other) = (posed.x.side(d), posed.y.side(e));
    let (start, along) = (posed.y_from_x.point(side.start), posed.y_from_x.vector(side.along));
    let normal = along.cross(other.along);
    let sine = normal.length();
    let between = start - other.start;
    let height = between.dot(normal) / sine;
    let out = normal * (height.signum() / sine);
    // start + s along - height/|n| n = other.start + t other.along, by Cramer's rule.
    let s = other.along.cross(between).dot(normal) / (sine * sine);
    let t = along.cross(between).dot(normal) / (sine * sine);
    let (distance, room) = (height.abs(), 2.0 * posed.position_error / sine);
    let on = |s: f64, length: f64| s >= -room && s <= length + room;
    if !on(s, side.length) || !on(t, other.length) {
        return None;
    }
    let (direction_error, error) = (posed.direction_error / sine, posed.position_error / sine);
    let (s, t) = (s.clamp(0.0, side.length), t.clamp(0.0, other.length));
    // Nearly parallel edges: the feet are known badly, but if they are as close as the lines are, they will do.
    let upper = (between + along * s - other.along * t).length();
    if upper > distance + error + 0.25 * PROVED_WIDTH * distance {
        return None;
    }
    let clear = edge_is_behind(posed.y, e, out, direction_error)
        && edge_is_behind(posed.x, d, -posed.x_from_y.vector(out), direction_error);
    let (on_x, on_y) = (side.start + side.along * s, other.start + other.along * t);
    Some(Gap { distance, error, on_x, on_y, clear })
}

/// The corners that span a feature, at most three.
fn corners(cells: &VoronoiCells, feature: HullFeature) -> ([u32; 3], usize) {
    match feature {
        Vertex(v) => ([v; 3], 1),
        Edge(e) => {
            let [v, w] = cells.ends(e);
            ([v, w, w], 2)
        }
        Face(f) => {
            let count = cells.around(f).count();
            let corner = |k: usize| cells.around(f).nth(k).map_or(0, |(_, side)| side.origin);
            ([corner(0), corner(count / 3), corner(2 * count / 3)], 3)
        }
    }
}

/// Tries all vertices of both against the planes of a pair, in double-double where doubles cannot tell.
fn scan(query: &PosedQuery<'_>, pair: FeatureIds, gap: &Gap) -> Option<ProvedDistance> {
    let posed = &query.posed;
    let (on_x, on_y) = (corners(posed.x, pair[0]), corners(posed.y, pair[1]));
    let (p, q) = (on_x.0.map(|v| posed.x.vertex(v)), on_y.0.map(|v| query.second_vertex(v)));
    let across = between(q[0], p[0]);
    let normal = match (on_x.1, on_y.1) {
        (1, 1) => across,
        (1, 2) => square_to(&across, &between(q[1], q[0])),
        (2, 1) => square_to(&across, &between(p[1], p[0])),
        (2, 2) => cross(&between(p[1], p[0]), &between(q[1], q[0])),
        (1, _) => cross(&between(q[1], q[0]), &between(q[2], q[0])),
        _ => cross(&between(p[1], p[0]), &between(p[2], p[0])),
    };
    let along = dot(&normal, &across).to_double();
    let normal = if along < 0.0 { normal.map(|c| DoubleDouble::default() - c) } else { normal };
    let (along, rough) = (along.abs(), DVec3::from_array(normal.map(DoubleDouble::to_double)));
    let distance = along / dot(&normal, &normal).to_double().sqrt();
    // The features may not be those that the gap was measured at: posed corners are rounded.
    let usable = along > SAFE_PRODUCT && (distance - gap.distance).abs() <= gap.error * 4.0 && distance.is_finite();
    if !usable {
        return None;
    }
    let (out, slack) = (unit(rough), posed.position_error);
    let close = |cells: &VoronoiCells, out: DVec3, from: DVec3, place: &dyn Fn(u32) -> Vector| {
        (0_u32..)
            .zip(cells.vertices())
            .all(|(v, p)| out.dot(*p - from) < -slack || dot(&normal, &place(v)).to_double() <= SCAN_ROOM * along)
    };
    let behind_x = close(posed.x, out, p[0], &|v| between(posed.x.vertex(v), p[0]));
    let from_y = posed.y.vertex(on_y.0[0]);
    let behind_y =
        behind_x && close(posed.y, -posed.y_from_x.vector(out), from_y, &|v| between(q[0], query.second_vertex(v)));
    let points = [gap.on_x, posed.x_from_y.point(gap.on_y)];
    behind_y.then_some(ProvedDistance {
        distance,
        lower: distance * (1.0 - 0.5 * PROVED_WIDTH),
        points,
        features: pair,
    })
}

/// The part of `w` square to `e`, times `e · e`.
fn square_to(w: &Vector, e: &Vector) -> Vector {
    let (ee, we) = (dot(e, e), dot(w, e));
    std::array::from_fn(|k| w[k] * ee - e[k] * we)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::distance::distance;
    use crate::math::random::Random;
    use crate::math::{DQuat, Pose};
    use crate::shape::Polytope;

    fn hull(random: &mut Random, count: usize) -> VoronoiCells {
        let points: Vec<DVec3> = (0..count).map(|_| random.vector()).collect();
        VoronoiCells::new(&Polytope::try_new(&points).unwrap())
    }

    /// Of all pairs of features only closest ones are proved, and one always is where the polytopes are apart.
    #[test]
    fn only_the_closest_features_are_proved() {
        let (mut random, mut apart, mut proofs) = (Random(3), 0, 0);
        for k in 0..60 {
            let [a, b] = [4 + k % 5, 6].map(|n| hull(&mut random, n));
            let turn = DQuat::from_rotation_y(k as f64) * DQuat::from_rotation_x(2.0 * k as f64);
            let shift = DVec3::new(0.9, 0.8, 1.0) * (0.5 + (k % 7) as f64 * 0.3);
            let query = PosedQuery::new(&a, &b, &Pose::from_quaternion(turn, shift).unwrap());
            let (x, y) = (query.posed.x, query.posed.y);
            let truth = distance(x.polytope(), y.polytope(), &query.first_from_second);
            let pairs = x.features().flat_map(|f| y.features().map(move |g| [f, g]));
            let proved: Vec<ProvedDistance> = pairs.filter_map(|pair| certify(&query, pair)).collect();
            for found in &proved {
                let error = (found.distance - truth.distance.value).abs();
                assert!(error <= PROVED_WIDTH * truth.distance.value, "{found:?} {truth:?}");
                assert!(
                    found.lower <= truth.distance.value && found.lower >= found.distance * (1.0 - 1.1 * PROVED_WIDTH)
                );
            }
            assert_eq!(proved.is_empty(), truth.distance.value == 0.0, "{truth:?}");
            apart += u32::from(truth.distance.value > 0.0);
            proofs += proved.len();
        }
        assert!((20..=50).contains(&apart) && proofs >= apart as usize, "{apart} of 60 pairs apart, {proofs} proofs");
    }
}
