//! The vertex, edge or face of a triangle that a point of it lies on, by signs.

use super::Triangle;
use crate::cost::Cost;
use crate::feature::TriangleFeature;
use crate::math::DVec3;
use crate::math::predicates::orient3d;

/// The feature of a triangle with area in which a line, not parallel to its plane, meets it.
pub(super) fn line_hit([p, q]: [DVec3; 2], t: &Triangle, cost: &mut Cost) -> Option<TriangleFeature> {
    let mut turns = [0; 3];
    for k in 0..3 {
        turns[k] = orient3d(p, q, t[k], t[(k + 1) % 3], cost);
        if turns.contains(&1) && turns.contains(&-1) {
            return None;
        }
    }
    Some(feature_by_zeros(turns))
}

/// The feature of a triangle that a point of it lies on, given on which edges' lines it lies (zero).
pub(super) fn feature_by_zeros(edges: [i32; 3]) -> TriangleFeature {
    match edges.map(|e| e == 0) {
        [false, false, false] => TriangleFeature::Face,
        [true, false, false] => TriangleFeature::Edge(0),
        [false, true, false] => TriangleFeature::Edge(1),
        [false, false, true] => TriangleFeature::Edge(2),
        [true, _, true] => TriangleFeature::Vertex(0),
        [true, true, _] => TriangleFeature::Vertex(1),
        [_, true, true] => TriangleFeature::Vertex(2),
    }
}
