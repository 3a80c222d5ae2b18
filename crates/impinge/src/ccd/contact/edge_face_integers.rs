//! An edge and a face at one time, in integers.

use super::coplanar_times::Encounter;
use super::edge_face_intervals::judge;
use super::feature_pair::{EdgeEdge, FeaturePair, VertexFace};
use crate::ccd::linear::integer_grid::Differences;
use crate::ccd::linear::linear_quadruple::Straight;
use crate::ccd::polynomial::root_isolation::Root;
use crate::ccd::rigid::motion_integers::Fixed;
use crate::math::integer::sign;
use crate::math::integer_vector::minus;
use crate::math::integer_vector::{cross, dot};
use dashu_int::IBig;

/// Places of both ends of an edge and of the corners of a face, up to a positive factor for each axis, or one for all.
#[derive(Debug)]
pub(crate) struct Frozen {
    pub edge: [Fixed; 2],
    pub face: [Fixed; 3],
}

impl Frozen {
    /// Whether edge and face share a point.
    pub fn crosses(&self) -> bool {
        let ([p, q], [a, b, c]) = (&self.edge, &self.face);
        let normal = cross(&minus(b, a), &minus(c, a));
        let heights = [p, q].map(|end| sign(&dot(&normal, &minus(end, a))));
        if heights[0] * heights[1] > 0 {
            return false;
        }
        if heights == [0, 0] {
            return self.crosses_in_plane();
        }
        // The line passes the plane once, between the ends, and is there on no two sides of the face's edges.
        let [along, corners] = [minus(q, p), minus(a, p)];
        let corners = [corners, minus(b, p), minus(c, p)];
        let moments = corners.each_ref().map(|corner| cross(&along, corner));
        let sides = [(0, 1), (1, 2), (2, 0)].map(|(i, j)| sign(&dot(&moments[i], &corners[j])));
        judge([1, -1, sides[0], sides[1], sides[2]]) != Some(false)
    }

    /// The same if all points are in one plane, or the face spans none.
    fn crosses_in_plane(&self) -> bool {
        let ([p, q], [a, b, c]) = (&self.edge, &self.face);
        [p, q].into_iter().any(|end| meets::<VertexFace>([end, a, b, c]))
            || [[a, b], [b, c], [c, a]].into_iter().any(|[f, g]| meets::<EdgeEdge>([f, g, p, q]))
    }
}

/// Whether four points meet, as those of a motion would at its start.
fn meets<K: FeaturePair>(points: [&Fixed; 4]) -> bool {
    let mut differences = Differences::<IBig>::default();
    for (difference, (p, q)) in differences.iter_mut().zip(K::DIFFERENCES) {
        *difference = minus(points[*p], points[*q]).map(|x| [x, IBig::ZERO]);
    }
    let points = Straight::<IBig, K>::new(differences);
    // A face that spans no plane is in one with every vertex, but not with every edge.
    sign(&points.determinant()[0]) == 0 && points.meets_at(&Root::Start)
}
