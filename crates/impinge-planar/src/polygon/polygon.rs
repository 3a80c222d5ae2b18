//! The polygon: closed rings of edges. Outer rings, holes and parts of multipolygons are all alike.
//!
//! A point off all edges is inside if a ray from it crosses edges an odd number of times (even-odd). The points of a polygon are
//! the closure of its inside and all points of its edges, also of those that bound nothing: a ring of one point is that
//! point, one of two points a segment, a spike sticks out. So no part of the input silently disappears.

use super::cached::Cached;
use super::rect::Rect;
use super::rings::{EdgeId, Extent, PolygonError, Rings};
use crate::segment::Segment;
use crate::tree::edge_tree::EdgeTree;
use impinge::feature::Feature;
use impinge::math::DVec2;
use std::ops::Range;

/// Closed rings in the polygon's own frame; immutable, cheap to ask, with its tree computed on first use.
///
/// Vertices are numbered through all rings in the order of the input, after a point that repeats the one before it was left
/// out, and the last point of a ring where it repeats the first. Edge `i` runs from vertex `i` to the next of its ring.
#[derive(Clone, Debug)]
pub struct Polygon {
    rings: Rings,
    cached: Cached,
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
        Ok(Self { rings: Rings::try_new(&rings)?, cached: Cached::default() })
    }

    /// A polygon of one ring, from anything that gives points: arrays of coordinates, pairs, vectors.
    ///
    /// ```
    /// use impinge_planar::Polygon;
    ///
    /// let triangle = Polygon::from_ring([[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]])?;
    /// assert_eq!(triangle.area(), 6.0);
    /// # Ok::<(), impinge_planar::PolygonError>(())
    /// ```
    ///
    /// # Errors
    /// See [`PolygonError`].
    pub fn from_ring(ring: impl IntoIterator<Item: Into<DVec2>>) -> Result<Self, PolygonError> {
        Self::from_rings([ring])
    }

    /// A polygon of several rings, from anything that gives points; otherwise as [`Polygon::try_new`].
    ///
    /// # Errors
    /// See [`PolygonError`].
    pub fn from_rings<R>(rings: impl IntoIterator<Item = R>) -> Result<Self, PolygonError>
    where
        R: IntoIterator<Item: Into<DVec2>>,
    {
        Self::try_new(rings.into_iter().map(|ring| ring.into_iter().map(Into::into).collect()).collect())
    }

    /// The four corners of a rectangle, counter-clockwise from the lowest coordinates.
    ///
    /// # Errors
    /// Corners that are not finite or out of range, see [`PolygonError`].
    pub fn rectangle(bounds: &Rect) -> Result<Self, PolygonError> {
        let (p, q) = (bounds.min, bounds.max);
        Self::from_ring([p, DVec2::new(q.x, p.y), q, DVec2::new(p.x, q.y)])
    }

    /// The vertices of all rings, one ring after the other.
    #[must_use]
    pub fn vertices(&self) -> &[DVec2] {
        self.rings.vertices()
    }

    /// The number of rings.
    #[must_use]
    pub fn ring_count(&self) -> usize {
        self.rings.ring_count()
    }

    /// The numbers of a ring's vertices, and of its edges; empty for a ring that does not exist.
    #[must_use]
    pub fn ring_range(&self, ring: usize) -> Range<usize> {
        self.rings.ring_range(ring)
    }

    /// The vertices of every ring.
    pub fn rings(&self) -> impl ExactSizeIterator<Item = &[DVec2]> {
        self.rings.iter()
    }

    /// The ring that an edge, or the vertex of the same number, belongs to.
    #[must_use]
    pub fn ring_of(&self, edge: EdgeId) -> usize {
        self.rings.ring_of(edge)
    }

    /// The number of the vertex after one in its ring.
    #[must_use]
    #[inline]
    pub fn next(&self, vertex: usize) -> usize {
        self.rings.next(vertex)
    }

    /// All edges by id: as many as vertices. The edge of a ring of one point has its two ends there.
    pub fn edge_ids(&self) -> impl ExactSizeIterator<Item = EdgeId> + use<> {
        self.rings.edge_ids()
    }

    /// The ends of an edge.
    #[must_use]
    #[inline]
    pub fn edge(&self, edge: EdgeId) -> [DVec2; 2] {
        self.rings.edge(edge)
    }

    /// The smallest rectangle around all rings.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        self.rings.bounds()
    }

    /// The feature of an edge that one of its points lies on: an end if the point is one of the posed ends, else the edge.
    #[inline]
    pub(crate) fn feature_at(&self, edge: EdgeId, ends: Option<Segment>, point: DVec2) -> Feature {
        self.rings.feature_at(edge, ends, point)
    }

    #[inline]
    pub(crate) fn extent(&self) -> &Extent {
        self.rings.extent()
    }

    /// The rings alone.
    pub(crate) fn as_rings(&self) -> &Rings {
        &self.rings
    }

    /// Properties computed on first use.
    #[inline]
    pub(crate) fn cached(&self) -> &Cached {
        &self.cached
    }

    /// The tree over the edges; computed on first use.
    #[inline]
    pub(crate) fn tree(&self) -> &EdgeTree {
        self.cached.tree.get_or_init(|| EdgeTree::build(&self.rings))
    }
}
