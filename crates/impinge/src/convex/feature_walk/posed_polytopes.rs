//! Two polytopes at a relative pose, each seen from the frame of the other.

use super::voronoi_cells::{HullFeature, VoronoiCells};
use crate::math::point_order::compare_each;
use crate::math::{DMat3, DVec3, Pose};
use std::cmp::Ordering;

/// How far plain floating point may carry a point off, relative to [`PosedPolytopes::scale`]: nine products and as many sums of
/// a pose, and the differences and products of a distance after it, each half a unit in the last place.
const CARRY_ERROR: f64 = 16.0 * f64::EPSILON;

/// `x → matrix x + shift`, in plain floating point.
#[derive(Clone, Copy, Debug)]
pub struct AffineMap {
    pub matrix: DMat3,
    pub shift: DVec3,
}

impl AffineMap {
    pub fn point(&self, x: DVec3) -> DVec3 {
        self.matrix * x + self.shift
    }

    pub fn vector(&self, v: DVec3) -> DVec3 {
        self.matrix * v
    }
}

/// A polytope X and another, Y, that it is walked against: X's vertices meet Y's cells and the reverse.
#[derive(Clone, Copy, Debug)]
pub struct PosedPolytopes<'a> {
    pub x: &'a VoronoiCells,
    pub y: &'a VoronoiCells,
    pub x_from_y: AffineMap,
    pub y_from_x: AffineMap,
    /// A length that no coordinate of a vertex exceeds in either frame.
    pub scale: f64,
    /// How far a carried point, and a distance taken from it, may be off: rounding, and how far the matrix is from a
    /// rotation.
    pub position_error: f64,
    /// How far a scalar product of carried unit vectors may be off.
    pub direction_error: f64,
}

impl PosedPolytopes<'_> {
    /// The same two with their parts exchanged.
    pub fn flipped(&self) -> Self {
        Self { x: self.y, y: self.x, x_from_y: self.y_from_x, y_from_x: self.x_from_y, ..*self }
    }

    /// Vertex `v` of X in the frame of Y.
    pub fn vertex_in_y(&self, v: u32) -> DVec3 {
        self.y_from_x.point(self.x.vertex(v))
    }

    /// The ends of an edge of X in the frame of Y, and the unit vector from the first to the second.
    pub fn edge_in_y(&self, edge: u32) -> ([DVec3; 2], DVec3) {
        let side = self.x.side(edge);
        let along = self.y_from_x.vector(side.along);
        let start = self.y_from_x.point(side.start);
        ([start, start + along * side.length], along)
    }
}

/// The frame and the order of one query: always the frame into which the user's own matrix carries the other polytope,
/// so that exchanging the two and inverting the pose changes nothing.
#[derive(Clone, Copy, Debug)]
pub struct PosedQuery<'a> {
    /// X is the first, whose frame is that of the query; Y the second.
    pub posed: PosedPolytopes<'a>,
    /// Carries the second into the frame of the first; not inverted.
    pub first_from_second: Pose,
    /// Whether the first is the user's B.
    pub swapped: bool,
    a_from_frame: Option<Pose>,
}

impl<'a> PosedQuery<'a> {
    pub fn new(a: &'a VoronoiCells, b: &'a VoronoiCells, a_from_b: &Pose) -> Self {
        let identity = a_from_b.is_identity();
        let swapped = if identity { content_order(a, b) == Ordering::Greater } else { a_from_b.is_inverted() };
        let (x, y) = if swapped { (b, a) } else { (a, b) };
        let first_from_second = if a_from_b.is_inverted() { a_from_b.inverse() } else { *a_from_b };
        let (matrix, shift) = (first_from_second.rotation(), first_from_second.translation());
        let back = matrix.transpose();
        let gram = back * matrix - DMat3::IDENTITY;
        let drift = gram.x_axis.abs().max(gram.y_axis.abs()).max(gram.z_axis.abs()).max_element();
        let scale = x.size() + y.size() + shift.length();
        let posed = PosedPolytopes {
            x,
            y,
            x_from_y: AffineMap { matrix, shift },
            y_from_x: AffineMap { matrix: back, shift: -(back * shift) },
            scale,
            position_error: (CARRY_ERROR + 4.0 * drift) * scale,
            direction_error: CARRY_ERROR + 4.0 * drift,
        };
        let a_from_frame = (!identity && swapped).then_some(*a_from_b);
        Self { posed, first_from_second, swapped, a_from_frame }
    }

    /// A pair of things of the first and the second as of A and B, or the reverse.
    pub fn exchange<T>(&self, [first, second]: [T; 2]) -> [T; 2] {
        if self.swapped { [second, first] } else { [first, second] }
    }

    /// A point of the frame of the query in A's frame.
    pub fn point_in_a(&self, p: DVec3) -> DVec3 {
        self.a_from_frame.map_or(p, |pose| pose.transform_point(p))
    }

    /// The vertex of the second as it stands in the frame of the query, rounded once.
    pub fn second_vertex(&self, v: u32) -> DVec3 {
        self.first_from_second.transform_point(self.posed.y.vertex(v))
    }
}

/// An order of polytopes by their vertices; equal only if those are alike to the last bit.
fn content_order(a: &VoronoiCells, b: &VoronoiCells) -> Ordering {
    if std::ptr::eq(a, b) {
        return Ordering::Equal;
    }
    let [p, q] = [a.vertices(), b.vertices()];
    p.len().cmp(&q.len()).then_with(|| compare_each(p.iter().copied(), q.iter().copied()))
}

/// A pair of features, X's first.
pub type FeatureIds = [HullFeature; 2];
