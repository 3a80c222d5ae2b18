//! The points that two triangles share: a point, a segment, or a polygon where they overlap in one plane.
//!
//! Which features the corners of the intersection lie on is exact; their coordinates are rounded. A corner on an edge
//! and a plane has the same coordinates in every triangle that shares the edge, so segments of neighbours join bit for bit.

use super::crossing_points::{crossing_in_plane, edge_plane_point};
use super::relation::{Position, Sides, edge_hit, position};
use super::{Triangle, coplanar, degenerate};
use crate::cost::Cost;
use crate::feature::TriangleFeature::{self, Edge, Face, Vertex};
use crate::math::DVec3;
use crate::math::predicates::orient3d;

/// The common points of two triangles that meet.
#[derive(Clone, Debug, PartialEq)]
pub enum Intersection {
    /// One point.
    Point(Corner),
    /// A segment of positive length.
    Segment([Corner; 2]),
    /// A convex polygon in the common plane, counter-clockwise about A's normal.
    Polygon(Vec<Corner>),
}

/// A corner of an intersection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// Where it is, rounded.
    pub point: DVec3,
    /// The features of A and of B it lies on, exactly; `Face` for a triangle without area.
    pub features: [TriangleFeature; 2],
}

impl Intersection {
    /// The corners.
    #[must_use]
    pub fn corners(&self) -> &[Corner] {
        match self {
            Self::Point(corner) => std::slice::from_ref(corner),
            Self::Segment(ends) => ends,
            Self::Polygon(corners) => corners,
        }
    }

    /// The places of the corners.
    pub fn points(&self) -> impl Iterator<Item = &DVec3> {
        self.corners().iter().map(|c| &c.point)
    }

    /// The intersection seen from B: features swapped.
    #[must_use]
    pub fn flip(mut self) -> Self {
        self.corners_mut().iter_mut().for_each(|c| c.features.swap(0, 1));
        self
    }

    /// The intersection with every point carried by a function.
    #[must_use]
    pub fn map(mut self, carry: impl Fn(DVec3) -> DVec3) -> Self {
        self.corners_mut().iter_mut().for_each(|c| c.point = carry(c.point));
        self
    }

    fn corners_mut(&mut self) -> &mut [Corner] {
        match self {
            Self::Point(corner) => std::slice::from_mut(corner),
            Self::Segment(ends) => ends,
            Self::Polygon(corners) => corners,
        }
    }

    /// One, two or more corners; `None` for none.
    fn of(mut corners: Vec<Corner>) -> Option<Self> {
        corners.dedup();
        match corners.as_slice() {
            [] => None,
            [only] => Some(Self::Point(*only)),
            [p, q] => Some(Self::Segment([*p, *q])),
            _ => Some(Self::Polygon(corners)),
        }
    }
}

/// What two triangles share; `None` exactly if they are disjoint.
#[must_use]
pub fn intersection(a: &Triangle, b: &Triangle, cost: &mut Cost) -> Option<Intersection> {
    match position(a, b, cost) {
        Position::Apart => None,
        Position::Transversal(sides) => {
            Intersection::of(ends(a, b, &sides, cost).into_iter().map(|f| corner(f, a, b, None, cost)).collect())
        }
        Position::Coplanar { axis, turns } => {
            let found = coplanar::corners(axis, turns, a, b, cost);
            let found = coplanar::in_order(axis, turns, a, b, found);
            Intersection::of(found.into_iter().map(|(p, q)| corner([p, q], a, b, Some(axis), cost)).collect())
        }
        Position::Degenerate(axes) => {
            let points = degenerate::points(axes, a, b, cost);
            Intersection::of(points.into_iter().map(|point| Corner { point, features: [Face, Face] }).collect())
        }
    }
}

/// How many corners the intersection of two triangles with area has: 0 if they are disjoint, 1 for a point, 2 for a segment.
pub(super) fn corner_count(a: &Triangle, b: &Triangle, cost: &mut Cost) -> usize {
    match position(a, b, cost) {
        Position::Apart | Position::Degenerate(_) => 0,
        Position::Transversal(sides) => ends(a, b, &sides, cost).len(),
        Position::Coplanar { axis, turns } => coplanar::corners(axis, turns, a, b, cost).len(),
    }
}

/// The ends of what two triangles share, one or two, in planes that meet in a line: the features they lie on.
fn ends(a: &Triangle, b: &Triangle, sides: &Sides, cost: &mut Cost) -> Vec<[TriangleFeature; 2]> {
    let mut found = Vec::with_capacity(4);
    for i in 0..3 {
        found.extend(edge_hit(a, i, sides.a, b, cost).map(|(on_a, on_b)| [on_a, on_b]));
        found.extend(edge_hit(b, i, sides.b, a, cost).map(|(on_b, on_a)| [on_a, on_b]));
    }
    // The same corner is met by every edge that ends or crosses there, under the same features.
    found.sort_unstable();
    found.dedup();
    found
}

/// The corner at these features; `plane` is the projection axis of coplanar triangles.
fn corner(features: [TriangleFeature; 2], a: &Triangle, b: &Triangle, plane: Option<usize>, cost: &mut Cost) -> Corner {
    let edge = |t: &Triangle, i: u8| [t[usize::from(i) % 3], t[(usize::from(i) + 1) % 3]];
    let point = match (features, plane) {
        ([Vertex(i), _], _) => a[usize::from(i) % 3],
        ([_, Vertex(j)], _) => b[usize::from(j) % 3],
        ([Edge(i), Edge(j)], Some(axis)) => crossing_in_plane(axis, edge(a, i), edge(b, j)),
        // Of two edges that meet, at least one passes through the other's plane.
        ([Edge(i), Edge(j)], None) if lies_in_plane(edge(a, i), b, cost) => edge_plane_point(edge(b, j), a),
        ([Edge(i), _], _) => edge_plane_point(edge(a, i), b),
        ([_, Edge(j)], _) => edge_plane_point(edge(b, j), a),
        ([Face, Face], _) => a[0],
    };
    Corner { point, features }
}

/// Whether an edge lies in the plane of a triangle.
fn lies_in_plane(edge: [DVec3; 2], t: &Triangle, cost: &mut Cost) -> bool {
    edge.iter().all(|p| orient3d(t[0], t[1], t[2], *p, cost) == 0)
}
