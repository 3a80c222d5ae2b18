//! Reports of impacts between two frames: vertices and faces, and edges, that meet on the way.

use crate::ccd::{Impact, Time};
use crate::compact_sort::sort_by_key;
use crate::cost::Cost;
use crate::feature::{EdgeFeature, FaceId, TriangleFeature, VertexId};

/// A vertex and a face that meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexFaceImpact {
    /// The vertex.
    pub vertex: VertexId,
    /// The face.
    pub face: FaceId,
    /// Their first contact: when, where, and the part of the face.
    pub impact: Impact<TriangleFeature>,
}

/// Two edges that meet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeEdgeImpact {
    /// The ends of both, the lower first; of one surface, the lower edge first.
    pub edges: [[VertexId; 2]; 2],
    /// Their first contact: when, where, and the parts of the edges, whose ends are in the order of `edges`.
    pub impact: Impact<[EdgeFeature; 2]>,
}

/// Everything that meets between two moments: each vertex and face, and each two edges, once, sorted by their numbers.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Impacts {
    /// Vertices of the surface, and faces of the other; or of the same.
    pub vertex_face: Vec<VertexFaceImpact>,
    /// Vertices of the other surface and faces of this; none if there is no other.
    pub face_vertex: Vec<VertexFaceImpact>,
    /// Edges of the surface and of the other; or both of the same.
    pub edge_edge: Vec<EdgeEdgeImpact>,
    /// Work counters.
    pub cost: Cost,
}

impl Impacts {
    /// Whether nothing meets, at any time.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.vertex_face.is_empty() && self.face_vertex.is_empty() && self.edge_edge.is_empty()
    }

    /// When anything meets first.
    #[must_use]
    pub fn first(&self) -> Option<Time> {
        let vertices = self.vertex_face.iter().chain(&self.face_vertex).map(|found| found.impact.time);
        let edges = self.edge_edge.iter().map(|found| found.impact.time);
        vertices.chain(edges).min_by(|s, t| s.lower.total_cmp(&t.lower).then(s.upper.total_cmp(&t.upper)))
    }
}

/// How much meets between two moments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImpactCount {
    /// Vertices of the surface, and faces of the other; or of the same.
    pub vertex_face: usize,
    /// Vertices of the other surface and faces of this; none if there is no other.
    pub face_vertex: usize,
    /// Edges of the surface and of the other; or both of the same.
    pub edge_edge: usize,
    /// Work counters.
    pub cost: Cost,
}

/// What a search finds: all of it, or how much there is.
#[derive(Clone, Debug, Default)]
pub(crate) struct ImpactMatches {
    pub all: Impacts,
    pub count: ImpactCount,
}

impl ImpactMatches {
    /// What was found in all parts of a search.
    pub fn joined(parts: Vec<Self>) -> Self {
        let mut found = Self::default();
        for Self { all, count } in parts {
            found.all.vertex_face.extend(all.vertex_face);
            found.all.face_vertex.extend(all.face_vertex);
            found.all.edge_edge.extend(all.edge_edge);
            found.count.vertex_face += count.vertex_face;
            found.count.face_vertex += count.face_vertex;
            found.count.edge_edge += count.edge_edge;
            found.count.cost += count.cost;
        }
        found
    }

    /// All of it, in order.
    pub fn into_sorted(mut self) -> Impacts {
        for found in [&mut self.all.vertex_face, &mut self.all.face_vertex] {
            sort_by_key(found, |found| (found.vertex, found.face));
        }
        sort_by_key(&mut self.all.edge_edge, |found| found.edges);
        self.all.cost = self.count.cost;
        self.all
    }
}
