//! Points and one mesh: the nearest face, how far it is, and on which side the point lies.
//!
//! Faces in the nearest boxes are looked at first, in doubles, relative to the point. A face is at most as far as any point of it, and at least
//! as far as a plane through its nearest corner across any direction: so every length has proved bounds, slivers included, where
//! doubles cannot tell the nearest point. The side is exact. Logarithmic time for all but far points of odd meshes.

use super::locate::Location;
use crate::bound::Aabb;
use crate::bounded::Bounded;
use crate::bvh::{Wanted, WideTree, walk_nearest};
use crate::cost::Cost;
use crate::feature::{FaceId, TriangleFeature};
use crate::math::predicates::Triangle;
use crate::math::simd::dispatch;
use crate::math::{DVec3, Pose, in_exact_range, inverse_of_power, power_of_two_above, simd};
use crate::mesh::Mesh;
use crate::pair::pair_query_types::Method;
use crate::pair::posed_pair::{PosedMesh, PosedPair};
use crate::pair::relation::winding_number::probe;
use crate::primitive::{vertex_edge, vertex_face};
use fearless_simd::Simd;

/// What a limit is widened by (relative): rounding to single precision, and a matrix that may be 1e-5 off from a rotation.
const LIMIT_SLACK: f64 = 1e-4;

/// What computed lengths may be off by, for corners at most 1 from the point along each axis (absolute): some 30 roundings of numbers of at most 4,
/// each of them 2^-53 relative.
const LENGTH_ERROR: f64 = 64.0 * f64::EPSILON;

/// Squares above this have all their bits: 2^-900.
const SMALLEST_SQUARE: f64 = f64::from_bits((1023 - 900) << 52);

/// The face of a mesh nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestFace {
    /// The distance.
    pub distance: Bounded,
    /// The nearest point, in the frame of the query, rounded.
    pub point: DVec3,
    /// A face that it lies on.
    pub face: FaceId,
    /// What of the face it lies on, as doubles tell.
    pub feature: TriangleFeature,
}

/// A mesh made ready for questions about points of its frame.
///
/// ```
/// # use impinge::{math::DVec3, mesh::Mesh, pair::PointQuery};
/// # let corners = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]].map(DVec3::from_array);
/// # let mesh = Mesh::try_new(corners.to_vec(), vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
/// let query = PointQuery::new(&mesh);
/// let found = query.signed_distance(DVec3::new(0.5, 1.0, 1.0));
/// assert!(found.is_some_and(|d| d.is_negative() && (d.value + 0.5).abs() < 1e-15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PointQuery<'a> {
    posed: PosedPair<'a>,
}

impl<'a> PointQuery<'a> {
    /// Questions about this mesh.
    #[must_use]
    pub fn new(mesh: &'a Mesh) -> Self {
        Self { posed: PosedPair::new(mesh, mesh, &Pose::IDENTITY, Method::Auto) }
    }

    /// The face nearest to a point; `None` for a point outside the range of exact coordinates.
    #[must_use]
    pub fn nearest(&self, point: DVec3) -> Option<NearestFace> {
        self.nearest_from(point, None)
    }

    /// As [`PointQuery::nearest`], looking first at a face that may be the nearest, which makes it faster and may change the bounds slightly.
    #[must_use]
    pub fn nearest_from(&self, point: DVec3, first: Option<FaceId>) -> Option<NearestFace> {
        let body = self.posed.bodies()[0];
        let first = first.filter(|face| face.index() < body.mesh.faces().len());
        if is_in_range(point) { nearest_in(&body, point, first, &mut Cost::default()) } else { None }
    }

    /// Where a point lies, as [`crate::pair::locate`].
    #[must_use]
    pub fn locate(&self, point: DVec3) -> Option<Location> {
        is_in_range(point).then(|| locate_in(&self.posed.bodies()[0], point, &mut Cost::default()))
    }

    /// How far a point is from the nearest face, negative inside closed parts; `None` for a point outside the range of exact coordinates.
    ///
    /// Faces inside a solid, where shells overlap, count as surface: the value is zero on them and negative on both sides.
    #[must_use]
    pub fn signed_distance(&self, point: DVec3) -> Option<Bounded> {
        is_in_range(point).then(|| signed_distance_in(&self.posed.bodies()[0], point, &mut Cost::default())).flatten()
    }
}

/// Whether a point can be asked about.
pub(crate) fn is_in_range(point: DVec3) -> bool {
    point.to_array().into_iter().all(|x| x.is_finite() && in_exact_range(x))
}

/// Where a point of the frame lies with respect to a body in it.
pub(crate) fn locate_in(body: &PosedMesh<'_>, point: DVec3, cost: &mut Cost) -> Location {
    let found = probe(body, &point, shortest_axis(body, point), Method::Auto, cost);
    match () {
        () if found.on_sheet || !found.on.is_empty() => Location::Surface,
        () if found.winding != 0 => Location::Inside,
        () => Location::Outside,
    }
}

/// The axis along which a ray from a point leaves the box of a body soonest: it meets the fewest faces. The answer is the same along each.
fn shortest_axis(body: &PosedMesh<'_>, point: DVec3) -> usize {
    let way = body.bounds().max - point;
    (1..3).fold(0, |best, axis| if way[axis] < way[best] { axis } else { best })
}

/// How far a point of the frame is from a body in it; `None` never, as bodies have faces.
pub(crate) fn signed_distance_in(body: &PosedMesh<'_>, point: DVec3, cost: &mut Cost) -> Option<Bounded> {
    let outside = nearest_in(body, point, None, cost)?.distance;
    Some(match locate_in(body, point, cost) {
        Location::Outside => outside,
        Location::Inside => -outside,
        Location::Surface => Bounded::exact(0.0),
    })
}

/// The face of a body nearest to a point of the frame, and perhaps a first guess of it.
pub(crate) fn nearest_in(
    body: &PosedMesh<'_>,
    point: DVec3,
    first: Option<FaceId>,
    cost: &mut Cost,
) -> Option<NearestFace> {
    nearest_or_within(body, point, first, f64::NEG_INFINITY, cost)
}

/// As [`nearest_in`], or any face that is no farther than `enough`, once one is found; then the lower bound is that of faces that were looked at.
pub(crate) fn nearest_or_within(
    body: &PosedMesh<'_>,
    point: DVec3,
    first: Option<FaceId>,
    enough: f64,
    cost: &mut Cost,
) -> Option<NearestFace> {
    let unit = body.mesh.tree().frame().unit;
    let limit_of = |best: &NearestFace| match best.distance.value <= enough {
        true => f32::NEG_INFINITY,
        false => (best.distance.upper / unit * (1.0 + LIMIT_SLACK)) as f32,
    };
    let mut best: Option<NearestFace> = None;
    let (mut lower, mut tests) = (f64::INFINITY, 0);
    let mut visit = |face: FaceId| {
        tests += 1;
        let triangle = body.triangle(face);
        if let Some(best) = best
            && is_beyond(point, &triangle, best.distance.upper)
        {
            return limit_of(&best);
        }
        let found = to_face(point, &triangle, face);
        lower = lower.min(found.distance.lower);
        if best.is_none_or(|best| (found.distance.value, face) < (best.distance.value, best.face)) {
            best = Some(found);
        }
        best.as_ref().map_or(f32::INFINITY, limit_of)
    };
    let limit = first.map_or(f32::INFINITY, &mut visit);
    let is_enough = limit == f32::NEG_INFINITY;
    match (!is_enough).then(|| body.wanted(&Aabb { min: point, max: point })) {
        None => {}
        Some(Some(wanted)) => {
            let tree = body.mesh.tree();
            dispatch!(simd::level(), simd => search(simd, tree, &wanted, limit, &mut cost.box_tests, &mut visit));
        }
        // So far away that boxes in single precision tell nothing.
        Some(None) => body.mesh.face_ids().for_each(|face| {
            visit(face);
        }),
    }
    cost.triangle_tests += tests;
    // Faces that were not looked at are farther than the best.
    best.map(|best| {
        let distance = Bounded { lower: lower.min(best.distance.value), ..best.distance };
        NearestFace { distance, ..best }
    })
}

#[inline(always)]
fn search<S: Simd>(
    simd: S,
    tree: &WideTree,
    wanted: &Wanted,
    limit: f32,
    box_tests: &mut u64,
    visit: &mut dyn FnMut(FaceId) -> f32,
) {
    walk_nearest(simd, tree, wanted, limit, box_tests, visit);
}

/// A length that a point is at most away from a triangle.
pub(crate) fn distance_to_triangle(point: DVec3, triangle: &Triangle) -> f64 {
    let near = NearPoint::new(point, triangle);
    (near.place.length() + LENGTH_ERROR) * near.scale
}

/// Whether a triangle is farther from a point than a length for certain, as its box or its plane is.
fn is_beyond(point: DVec3, corners: &Triangle, length: f64) -> bool {
    /// Relative, for some roundings of squares.
    const ROUNDING: f64 = 16.0 * f64::EPSILON;
    /// What the volume that edges and a corner span is off by, relative to their lengths: some twelve roundings.
    const VOLUME_ROUNDING: f64 = 16.0 * f64::EPSILON;
    let [a, b, c] = corners.map(|p| p - point);
    let (low, high) = (a.min(b).min(c), a.max(b).max(c));
    let gap = low.max(-high).max(DVec3::ZERO).length_squared();
    let square = length * length * (1.0 + ROUNDING);
    if gap > SMALLEST_SQUARE && gap > square {
        return true;
    }
    let [u, v] = [corners[1] - corners[0], corners[2] - corners[0]];
    let normal = u.cross(v);
    let largest = u.length_squared() * v.length_squared();
    if !(largest > SMALLEST_SQUARE && square > SMALLEST_SQUARE) {
        return false;
    }
    let height = normal.dot(a).abs() - VOLUME_ROUNDING * (largest * a.length_squared()).sqrt();
    let height_squared = height * height;
    height > 0.0
        && height_squared > SMALLEST_SQUARE
        && height_squared > square * (normal.length_squared() + ROUNDING * largest)
}

/// The point of a triangle nearest to a point, in doubles.
struct NearPoint {
    /// The corners relative to the point, over the scale.
    corners: Triangle,
    /// The nearest point relative to the point, over the scale.
    place: DVec3,
    /// What of the triangle it lies on.
    feature: TriangleFeature,
    /// A power of two.
    scale: f64,
}

impl NearPoint {
    #[inline]
    fn new(point: DVec3, corners: &Triangle) -> Self {
        let away = corners.map(|p| p - point);
        let size = away[0].abs().max(away[1].abs()).max(away[2].abs()).max_element();
        // A power of two, so that nothing is rounded.
        let scale = power_of_two_above(size);
        let inverse = inverse_of_power(scale);
        let t = away.map(|p| p * inverse);
        let (mut best, mut least) = ((t[0], TriangleFeature::Vertex(0)), t[0].length_squared());
        let mut offer = |p: DVec3, feature| {
            let squared = p.length_squared();
            if squared < least {
                (best, least) = ((p, feature), squared);
            }
        };
        (1..3).for_each(|i| offer(t[i], TriangleFeature::Vertex(i as u8)));
        for i in 0..3 {
            if let Some(foot) = vertex_edge(DVec3::ZERO, [t[i], t[(i + 1) % 3]]) {
                offer(foot, TriangleFeature::Edge(i as u8));
            }
        }
        if let Some(foot) = vertex_face(DVec3::ZERO, t) {
            offer(foot, TriangleFeature::Face);
        }
        Self { corners: t, place: best.0, feature: best.1, scale }
    }

    /// A length that the triangle is at least away over the scale, of a length that it is at most away.
    fn least_length(&self, length: f64) -> f64 {
        // All of the face lies beyond the plane across any direction through its nearest corner: best across the line to the nearest point, or,
        // where that is too short to have a direction, across the normal.
        let t = &self.corners;
        let beyond = |n: DVec3| t.iter().fold(f64::INFINITY, |least, p| least.min(p.dot(n)));
        let mut lower = beyond(direction(self.place)).max(0.0);
        if lower < length - LENGTH_ERROR {
            let normal = direction((t[1] - t[0]).cross(t[2] - t[0]));
            lower = lower.max(beyond(normal)).max(beyond(-normal));
        }
        (lower - LENGTH_ERROR).clamp(0.0, length)
    }
}

/// How far one face is from a point.
fn to_face(point: DVec3, corners: &Triangle, face: FaceId) -> NearestFace {
    let near = NearPoint::new(point, corners);
    let (length, scale) = (near.place.length(), near.scale);
    NearestFace {
        distance: Bounded {
            lower: near.least_length(length) * scale,
            value: length * scale,
            upper: (length + LENGTH_ERROR) * scale,
        },
        point: point + near.place * scale,
        face,
        feature: near.feature,
    }
}

/// A vector at length 1; zero if it is so short that its length is not known.
fn direction(v: DVec3) -> DVec3 {
    let squared = v.length_squared();
    if squared > SMALLEST_SQUARE { v / squared.sqrt() } else { DVec3::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Faces without area have no normal, and must not be thought farther than they are.
    #[test]
    fn faces_without_area_have_bounds_too() {
        let [o, x, y] = [DVec3::ZERO, DVec3::X, DVec3::Y];
        let point = DVec3::new(0.25, 0.75, 0.0);
        for (corners, distance) in [([o, x, x * 0.5], 0.75), ([y, y, y], 0.125_f64.sqrt()), ([o, x, o], 0.75)] {
            for scale in [1.0, 1e-80, 1e80] {
                let found = to_face(point * scale, &corners.map(|p| p * scale), FaceId(0));
                assert!(
                    found.distance.lower < distance * scale && distance * scale < found.distance.upper,
                    "{found:?}"
                );
                assert!(found.distance.upper - found.distance.lower < 1e-13 * scale, "{found:?}");
            }
        }
        let on_it = to_face(x * 0.25, &[o, x, x * 0.5], FaceId(0));
        assert_eq!((on_it.distance.value, on_it.distance.lower), (0.0, 0.0));
    }

    /// Slightly above a face the difference to it has no direction, but the face has.
    #[test]
    fn next_to_a_face_the_normal_tells() {
        let face = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.25], [0.0, 1.0, 0.5]].map(DVec3::from_array);
        let up = (face[1] - face[0]).cross(face[2] - face[0]).normalize();
        for height in [1e-3, 1e-7, 1e-11] {
            let found = to_face(DVec3::new(0.25, 0.25, 0.1875) + up * height, &face, FaceId(0));
            assert!(found.distance.lower <= height + 1e-16 && height <= found.distance.upper + 1e-16, "{found:?}");
            assert!(found.distance.upper - found.distance.lower < 1e-13, "{found:?}");
        }
    }
}
