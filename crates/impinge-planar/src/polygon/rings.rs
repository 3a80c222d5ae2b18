//! Closed rings as one list of vertices. Outer rings, holes and parts of multipolygons are all alike.

use super::rect::Rect;
use crate::segment::Segment;
use impinge::feature::{Feature, VertexId};
use impinge::math::{DVec2, in_plane_range};
use std::ops::Range;

/// Index of an edge in its polygon: that of the vertex where it starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeId(pub u32);

impl EdgeId {
    /// The index as a `usize`.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The vertices of all rings, where each ring starts, and bounds.
#[derive(Clone, Debug)]
pub(crate) struct Rings {
    vertices: Vec<DVec2>,
    /// Where each ring starts; one more at the end.
    starts: Vec<u32>,
    bounds: Rect,
    extent: Extent,
}

/// Position and size of a polygon, for every query.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Extent {
    /// The middle of the bounds.
    pub centre: DVec2,
    /// Width plus height.
    pub span: f64,
    /// The largest magnitude of a coordinate.
    pub largest: f64,
}

/// Why a polygon was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PolygonError {
    /// There is no ring.
    #[error("the polygon has no rings")]
    Empty,
    /// A ring has no points.
    #[error("ring {ring} has no points")]
    EmptyRing {
        /// The ring.
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

impl Rings {
    /// Checked rings; points that repeat the one before are left out.
    pub fn try_new(rings: &[Vec<DVec2>]) -> Result<Self, PolygonError> {
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
        let bounds = Rect::from_points(&vertices);
        let (centre, span, largest) = (bounds.centre(), bounds.size().element_sum(), bounds.largest_coordinate());
        Ok(Self { vertices, starts, bounds, extent: Extent { centre, span, largest } })
    }

    /// The vertices of all rings, one ring after the other.
    pub fn vertices(&self) -> &[DVec2] {
        &self.vertices
    }

    /// The number of rings.
    pub fn ring_count(&self) -> usize {
        self.starts.len() - 1
    }

    /// The numbers of a ring's vertices, and of its edges; empty for a ring that does not exist.
    pub fn ring_range(&self, ring: usize) -> Range<usize> {
        match self.starts.get(ring..ring + 2) {
            Some(&[start, end]) => start as usize..end as usize,
            _ => 0..0,
        }
    }

    /// The vertices of every ring.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[DVec2]> {
        (0..self.ring_count()).map(|ring| &self.vertices[self.ring_range(ring)])
    }

    /// The ring that an edge belongs to.
    pub fn ring_of(&self, edge: EdgeId) -> usize {
        self.starts.partition_point(|start| *start <= edge.0).saturating_sub(1).min(self.ring_count() - 1)
    }

    /// The number of the vertex after one in its ring.
    #[inline]
    pub fn next(&self, vertex: usize) -> usize {
        if let &[_, end] = self.starts.as_slice() {
            return if vertex + 1 < end as usize { vertex + 1 } else { 0 };
        }
        let range = self.ring_range(self.ring_of(EdgeId(vertex as u32)));
        if vertex + 1 < range.end { vertex + 1 } else { range.start }
    }

    /// All edges by id.
    pub fn edge_ids(&self) -> impl ExactSizeIterator<Item = EdgeId> + use<> {
        (0..self.vertices.len() as u32).map(EdgeId)
    }

    /// The ends of an edge.
    #[inline]
    pub fn edge(&self, edge: EdgeId) -> Segment {
        [self.vertices[edge.index()], self.vertices[self.next(edge.index())]]
    }

    /// The feature of an edge that one of its points lies on: an end if the point is one of the posed ends, else the edge.
    #[inline]
    pub fn feature_at(&self, edge: EdgeId, ends: Option<Segment>, point: DVec2) -> Feature {
        let (from, to) = (edge.index(), self.next(edge.index()));
        match ends {
            Some([p, _]) if p == point => Feature::Vertex(VertexId(from as u32)),
            Some([_, q]) if q == point => Feature::Vertex(VertexId(to as u32)),
            _ => Feature::Edge(VertexId(from.min(to) as u32), VertexId(from.max(to) as u32)),
        }
    }

    /// The smallest rectangle around all rings.
    pub fn bounds(&self) -> Rect {
        self.bounds
    }

    #[inline]
    pub fn extent(&self) -> &Extent {
        &self.extent
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
        let rings = Rings::try_new(&[ring, vec![p(5.0, 5.0); 3]]).unwrap();
        assert_eq!(rings.vertices(), [p(0.0, 0.0), p(1.0, 0.0), p(1.0, 1.0), p(5.0, 5.0)]);
        assert_eq!(rings.iter().map(<[_]>::len).collect::<Vec<_>>(), [3, 1]);
        assert_eq!(rings.edge(EdgeId(2)), [p(1.0, 1.0), p(0.0, 0.0)]);
        assert_eq!(rings.edge(EdgeId(3)), [p(5.0, 5.0); 2]);
        assert_eq!([0, 2, 3].map(|e| rings.ring_of(EdgeId(e))), [0, 0, 1]);
    }

    #[test]
    fn refusals_name_the_place() {
        assert_eq!(Rings::try_new(&[]).unwrap_err(), PolygonError::Empty);
        assert_eq!(Rings::try_new(&[vec![]]).unwrap_err(), PolygonError::EmptyRing { ring: 0 });
        let bad = |x| Rings::try_new(&[vec![DVec2::ZERO, DVec2::new(0.0, x)]]).unwrap_err();
        assert_eq!(bad(f64::NAN), PolygonError::NotFinite { ring: 0, point: 1 });
        assert!(matches!(bad(1e151), PolygonError::OutOfRange { ring: 0, point: 1, .. }));
        assert!(matches!(bad(1e-151), PolygonError::OutOfRange { .. }));
        assert!(Rings::try_new(&[vec![DVec2::splat(1e150), DVec2::splat(-1e-150)]]).is_ok());
    }
}
