//! Names for the parts of a mesh: vertices, edges, faces. One vocabulary for every query that reports where something is.

use std::fmt;

/// Index of a vertex in its mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VertexId(pub u32);

/// Index of a face (a triangle) in its mesh, in the order of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct FaceId(pub u32);

impl VertexId {
    /// The index as a `usize`.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl FaceId {
    /// The index as a `usize`.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The smallest part of a mesh that a point lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Feature {
    /// A vertex.
    Vertex(VertexId),
    /// The open edge between two vertices, lower index first.
    Edge(VertexId, VertexId),
    /// The interior of a face.
    Face(FaceId),
}

/// `vertex 3`, `edge 3-7`, `face 5`.
impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vertex(vertex) => write!(f, "vertex {}", vertex.0),
            Self::Edge(from, to) => write!(f, "edge {}-{}", from.0, to.0),
            Self::Face(face) => write!(f, "face {}", face.0),
        }
    }
}

/// The smallest part of one triangle `[v0, v1, v2]` that a point lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum TriangleFeature {
    /// Vertex `i`.
    Vertex(u8),
    /// The open edge from vertex `i` to vertex `(i + 1) % 3`.
    Edge(u8),
    /// The interior.
    Face,
}

/// The smallest part of one edge `[v0, v1]` that a point lies on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum EdgeFeature {
    /// Vertex `i`.
    Vertex(u8),
    /// What is between both.
    Interior,
}

impl TriangleFeature {
    /// The same feature in the vocabulary of the mesh that owns `face` with these `corners`.
    #[must_use]
    pub fn in_mesh(self, face: FaceId, corners: [u32; 3]) -> Feature {
        match self {
            Self::Vertex(i) => Feature::Vertex(VertexId(corners[usize::from(i) % 3])),
            Self::Edge(i) => {
                let (p, q) = (corners[usize::from(i) % 3], corners[(usize::from(i) + 1) % 3]);
                Feature::Edge(VertexId(p.min(q)), VertexId(p.max(q)))
            }
            Self::Face => Feature::Face(face),
        }
    }
}
