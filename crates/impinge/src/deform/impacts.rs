//! What is found between two moments: which vertices and faces, and which edges, meet on the way.

use crate::ccd::{Impact, Time};
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
pub struct Impacts {
    /// Vertices of the surface, and faces of the other; or of the same.
    pub vertex_face: Vec<VertexFaceImpact>,
    /// Vertices of the other surface and faces of this; none if there is no other.
    pub face_vertex: Vec<VertexFaceImpact>,
    /// Edges of the surface and of the other; or both of the same.
    pub edge_edge: Vec<EdgeEdgeImpact>,
    /// What it took.
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

    /// What was found in all parts of a search, in order.
    pub(super) fn joined(parts: Vec<Self>) -> Self {
        let mut all = Self::default();
        for part in parts {
            all.vertex_face.extend(part.vertex_face);
            all.face_vertex.extend(part.face_vertex);
            all.edge_edge.extend(part.edge_edge);
            all.cost += part.cost;
        }
        for found in [&mut all.vertex_face, &mut all.face_vertex] {
            found.sort_unstable_by_key(|found| (found.vertex, found.face));
        }
        all.edge_edge.sort_unstable_by_key(|found| found.edges);
        all
    }
}
