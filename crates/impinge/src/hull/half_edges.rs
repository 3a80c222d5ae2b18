//! The surface of a convex hull: vertices, half-edges, faces with any number of corners.
//!
//! One structure serves every extent. A solid has outward faces; a polygon has two, its front and its back, with the same
//! edges; a segment has the two sides of its edge and no face; a point has nothing but itself.

/// No face: what a half-edge of a segment borders on.
pub const NONE: u32 = u32::MAX;

/// How many dimensions the points of a hull span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Extent {
    /// All points are one.
    Point,
    /// All lie on a line.
    Segment,
    /// All lie in a plane.
    Polygon,
    /// They span space.
    Solid,
}

/// One side of an edge, running counter-clockwise around its face as seen from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HalfEdge {
    /// The vertex of the hull that it leaves.
    pub origin: u32,
    /// The other side of the edge, which runs the other way.
    pub twin: u32,
    /// The half-edge after it around its face; for a segment its twin.
    pub next: u32,
    /// The face on its left; [`NONE`] for a segment.
    pub face: u32,
}

/// The surface of a convex hull. Faces are strictly convex polygons: no two neighbours lie in one plane, no corner is straight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HullSurface {
    pub(super) extent: Extent,
    /// For each vertex of the hull its index in the input, ascending.
    pub(super) vertices: Vec<u32>,
    pub(super) half_edges: Vec<HalfEdge>,
    /// A half-edge of each face.
    pub(super) faces: Vec<u32>,
}

impl HullSurface {
    /// How many dimensions it spans.
    #[must_use]
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// The index in the input of every vertex of the hull, ascending; of equal points the first.
    #[must_use]
    pub fn vertices(&self) -> &[u32] {
        &self.vertices
    }

    /// All half-edges.
    #[must_use]
    pub fn half_edges(&self) -> &[HalfEdge] {
        &self.half_edges
    }

    /// A half-edge of each face.
    #[must_use]
    pub fn faces(&self) -> &[u32] {
        &self.faces
    }

    /// The half-edges around a face, counter-clockwise from outside.
    pub fn around_face(&self, face: u32) -> impl Iterator<Item = u32> + '_ {
        let first = self.faces[face as usize];
        let next = move |edge: &u32| Some(self.half_edges[*edge as usize].next).filter(|e| *e != first);
        std::iter::successors(Some(first), next)
    }

    /// The faces as fans of triangles over the vertices; both sides of a polygon, nothing for less.
    pub fn triangles(&self) -> impl Iterator<Item = [u32; 3]> + '_ {
        let edge = |e: u32| self.half_edges[e as usize];
        let fan = move |first: &u32| {
            let (first, apex) = (*first, edge(*first).origin);
            let next = move |e: &u32| Some(edge(*e).next).filter(|n| edge(*n).next != first);
            let sides = std::iter::successors(Some(edge(first).next), next);
            sides.map(move |e| [apex, edge(e).origin, edge(edge(e).next).origin])
        };
        self.faces.iter().flat_map(fan)
    }

    /// The half-edges that leave the origin of `first`, clockwise from outside, `first` first.
    pub fn around_origin(&self, first: u32) -> impl Iterator<Item = u32> + '_ {
        let next = move |edge: &u32| {
            let twin = self.half_edges[*edge as usize].twin;
            Some(self.half_edges[twin as usize].next).filter(|e| *e != first)
        };
        std::iter::successors(Some(first), next)
    }
}
