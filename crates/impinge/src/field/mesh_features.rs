//! What of a mesh is looked up in the field of another: every vertex and every edge once.

use crate::feature::VertexId;

/// The vertices and edges of a mesh that faces use, each once.
#[derive(Clone, Debug)]
pub(super) struct Corners {
    pub vertices: Vec<VertexId>,
    /// Lower index first.
    pub edges: Vec<[VertexId; 2]>,
}

impl Corners {
    pub fn of(faces: &[[u32; 3]]) -> Self {
        let mut vertices: Vec<VertexId> = faces.iter().flatten().map(|v| VertexId(*v)).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let edge = |p: u32, q: u32| [VertexId(p.min(q)), VertexId(p.max(q))];
        let around = |[a, b, c]: &[u32; 3]| [edge(*a, *b), edge(*b, *c), edge(*c, *a)];
        let mut edges: Vec<[VertexId; 2]> = faces.iter().flat_map(around).filter(|[p, q]| p != q).collect();
        edges.sort_unstable();
        edges.dedup();
        Self { vertices, edges }
    }
}
