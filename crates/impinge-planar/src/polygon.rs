//! The polygon: closed rings of edges. Outer rings, holes and parts of multipolygons are all alike.
//!
//! A point off all edges is inside if a ray from it crosses edges an odd number of times (even-odd). The points of a polygon are
//! the closure of its inside and all points of its edges, also of those that bound nothing: a ring of one point is that
//! point, one of two points a segment, a spike sticks out. So no part of the input silently disappears.

use super::invalidity::{Invalidity, find_invalidities};
use super::measure::{Circle, Measure};
use super::sound::Soundness;
use super::tree::EdgeTree;
use super::{Covering, EdgeId, Rect};
use impinge::math::{DVec2, in_plane_range};
use std::ops::Range;
use std::sync::OnceLock;

/// Closed rings in the polygon's own frame; immutable, cheap to ask, with its tree made on first use.
///
/// Vertices are numbered through all rings in the order of the input, after a point that repeats the one before it was left
/// out, and the last point of a ring where it repeats the first. Edge `i` runs from vertex `i` to the next of its ring.
#[derive(Clone, Debug)]
pub struct Polygon {
    vertices: Vec<DVec2>,
    /// Where each ring starts; one more at the end.
    starts: Vec<u32>,
    bounds: Rect,
    extent: Extent,
    tree: OnceLock<EdgeTree>,
    soundness: OnceLock<Soundness>,
    measure: OnceLock<Measure>,
    covering: OnceLock<Covering>,
}

/// Where a polygon is and how large: what every query asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    /// The middle of the bounds.
    pub centre: DVec2,
    /// Width and height together.
    pub span: f64,
    /// The largest magnitude of a coordinate.
    pub largest: f64,
}

/// Why a polygon was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum PolygonError {
    /// There is no ring.
    #[error("the polygon has no rings")]
    Empty,
    /// A ring has no points.
    #[error("ring {ring} has no points")]
    EmptyRing {
        /// Where.
        ring: usize,
    },
    /// A coordinate is NaN or infinite.
    #[error("point {point} of ring {ring} has a coordinate that is not a finite number")]
    NotFinite {
        /// The ring.
        ring: usize,
        /// The point, in the input.
        point: usize,
    },
    /// A coordinate is too large or too small for exact predicates: see [`in_plane_range`].
    #[error(
        "point {point} of ring {ring} has the coordinate {coordinate:e}, outside the exact range (zero, or 2^-500 to 2^500 in magnitude)"
    )]
    OutOfRange {
        /// The ring.
        ring: usize,
        /// The point, in the input.
        point: usize,
        /// The coordinate.
        coordinate: f64,
    },
    /// More points than can be numbered.
    #[error("the polygon has {0} points, more than 2^31")]
    TooLarge(usize),
}

impl Polygon {
    /// A polygon of the given rings, in any order and turning either way; a last point that repeats the first is optional.
    ///
    /// Rings that cross or touch themselves or each other, spikes, and rings of one or two points are taken as they are:
    /// [`Polygon::validity`] names them.
    ///
    /// # Errors
    /// See [`PolygonError`].
    #[expect(clippy::needless_pass_by_value, reason = "constructors take what they are made of")]
    pub fn try_new(rings: Vec<Vec<DVec2>>) -> Result<Self, PolygonError> {
        if rings.is_empty() {
            return Err(PolygonError::Empty);
        }
        let points = rings.iter().map(Vec::len).sum();
        if points > i32::MAX as usize {
            return Err(PolygonError::TooLarge(points));
        }
        let (mut vertices, mut starts) = (Vec::with_capacity(points), vec![0]);
        for (ring, points) in rings.iter().enumerate() {
            check(ring, points)?;
            let start = vertices.len();
            for p in points {
                if vertices.len() == start || vertices.last() != Some(p) {
                    vertices.push(*p + DVec2::ZERO); // no negative zeros
                }
            }
            while vertices.len() > start + 1 && vertices.last() == vertices.get(start) {
                vertices.pop();
            }
            starts.push(vertices.len() as u32);
        }
        let bounds = Rect::of_points(&vertices);
        let (centre, span, largest) = (bounds.centre(), bounds.size().element_sum(), bounds.largest_coordinate());
        Ok(Self {
            vertices,
            starts,
            bounds,
            extent: Extent { centre, span, largest },
            tree: OnceLock::new(),
            soundness: OnceLock::new(),
            measure: OnceLock::new(),
            covering: OnceLock::new(),
        })
    }

    /// The vertices of all rings, one ring after the other.
    #[must_use]
    pub fn vertices(&self) -> &[DVec2] {
        &self.vertices
    }

    /// How many rings there are.
    #[must_use]
    pub fn ring_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The numbers of a ring's vertices, and of its edges; none for a ring that does not exist.
    #[must_use]
    pub fn ring_range(&self, ring: usize) -> Range<usize> {
        match self.starts.get(ring..ring + 2) {
            Some(&[start, end]) => start as usize..end as usize,
            _ => 0..0,
        }
    }

    /// The vertices of every ring.
    pub fn rings(&self) -> impl ExactSizeIterator<Item = &[DVec2]> {
        (0..self.ring_count()).map(|ring| &self.vertices[self.ring_range(ring)])
    }

    /// The ring that an edge, or the vertex of the same number, belongs to.
    #[must_use]
    pub fn ring_of(&self, edge: EdgeId) -> usize {
        self.starts.partition_point(|start| *start <= edge.0).saturating_sub(1).min(self.ring_count() - 1)
    }

    /// The number of the vertex after one in its ring.
    #[must_use]
    #[inline]
    pub fn next(&self, vertex: usize) -> usize {
        if let &[_, end] = self.starts.as_slice() {
            return if vertex + 1 < end as usize { vertex + 1 } else { 0 };
        }
        let range = self.ring_range(self.ring_of(EdgeId(vertex as u32)));
        if vertex + 1 < range.end { vertex + 1 } else { range.start }
    }

    /// All edges by id: as many as vertices. The edge of a ring of one point has its two ends there.
    pub fn edge_ids(&self) -> impl ExactSizeIterator<Item = EdgeId> + use<> {
        (0..self.vertices.len() as u32).map(EdgeId)
    }

    /// The ends of an edge.
    #[must_use]
    #[inline]
    pub fn edge(&self, edge: EdgeId) -> [DVec2; 2] {
        [self.vertices[edge.index()], self.vertices[self.next(edge.index())]]
    }

    /// The smallest rectangle around all rings.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        self.bounds
    }

    #[inline]
    pub(super) fn extent(&self) -> &Extent {
        &self.extent
    }

    /// The tree over the edges; made on first use.
    #[inline]
    pub(super) fn tree(&self) -> &EdgeTree {
        self.tree.get_or_init(|| EdgeTree::build(self))
    }

    /// Makes the tree, and what is known about self-contacts, now, so that no query has to.
    pub fn prepare(&self) {
        let _ = self.soundness();
    }

    /// How well the polygon keeps its shape when its vertices are rounded; made on first use.
    pub(super) fn soundness(&self) -> Soundness {
        *self.soundness.get_or_init(|| Soundness::of(self))
    }

    /// Its triangles from the centroid to every edge; made on first use.
    #[must_use]
    pub fn covering(&self) -> &Covering {
        self.covering.get_or_init(|| Covering::of(self))
    }

    /// Everything about the polygon that a clean one does not have, sorted; empty if its rings neither cross nor overlap
    /// themselves or each other, and none touches itself.
    #[must_use]
    pub fn validity(&self) -> Vec<Invalidity> {
        find_invalidities(self)
    }

    /// Whether [`Polygon::validity`] finds nothing.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.validity().is_empty()
    }

    fn measure(&self) -> &Measure {
        self.measure.get_or_init(|| Measure::of(self))
    }

    /// The area of the inside, rounded; for rings that cross or overlap, the sum over rings, each with the sign of how deep it is nested.
    #[must_use]
    pub fn area(&self) -> f64 {
        self.measure().area
    }

    /// The centroid of the inside, of the edges by length if there is no area, of the points if they have no length.
    #[must_use]
    pub fn centroid(&self) -> DVec2 {
        self.measure().centroid
    }

    /// The smallest circle around all vertices, rounded up.
    #[must_use]
    pub fn circle(&self) -> Circle {
        self.measure().circle
    }
}

/// Checks the points of one ring.
fn check(ring: usize, points: &[DVec2]) -> Result<(), PolygonError> {
    if points.is_empty() {
        return Err(PolygonError::EmptyRing { ring });
    }
    for (point, p) in points.iter().enumerate() {
        if !p.is_finite() {
            return Err(PolygonError::NotFinite { ring, point });
        }
        if let Some(coordinate) = p.to_array().into_iter().find(|x| !in_plane_range(*x)) {
            return Err(PolygonError::OutOfRange { ring, point, coordinate });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_points_are_left_out() {
        let p = |x, y| DVec2::new(x, y);
        let ring = vec![p(0.0, 0.0), p(0.0, 0.0), p(1.0, 0.0), p(1.0, 1.0), p(1.0, 1.0), p(0.0, 0.0), p(0.0, 0.0)];
        let polygon = Polygon::try_new(vec![ring, vec![p(5.0, 5.0); 3]]).unwrap();
        assert_eq!(polygon.vertices(), [p(0.0, 0.0), p(1.0, 0.0), p(1.0, 1.0), p(5.0, 5.0)]);
        assert_eq!(polygon.rings().map(<[_]>::len).collect::<Vec<_>>(), [3, 1]);
        assert_eq!(polygon.edge(EdgeId(2)), [p(1.0, 1.0), p(0.0, 0.0)]);
        assert_eq!(polygon.edge(EdgeId(3)), [p(5.0, 5.0); 2]);
        assert_eq!([0, 2, 3].map(|e| polygon.ring_of(EdgeId(e))), [0, 0, 1]);
    }

    #[test]
    fn refusals_name_the_place() {
        assert_eq!(Polygon::try_new(vec![]).unwrap_err(), PolygonError::Empty);
        assert_eq!(Polygon::try_new(vec![vec![]]).unwrap_err(), PolygonError::EmptyRing { ring: 0 });
        let bad = |x| Polygon::try_new(vec![vec![DVec2::ZERO, DVec2::new(0.0, x)]]).unwrap_err();
        assert_eq!(bad(f64::NAN), PolygonError::NotFinite { ring: 0, point: 1 });
        assert!(matches!(bad(1e151), PolygonError::OutOfRange { ring: 0, point: 1, .. }));
        assert!(matches!(bad(1e-151), PolygonError::OutOfRange { .. }));
        assert!(Polygon::try_new(vec![vec![DVec2::splat(1e150), DVec2::splat(-1e-150)]]).is_ok());
    }
}
