//! Edits of the faces of a surface between two steps, and their report.
//!
//! Vertices keep their numbers, so that positions, velocities and whatever else a simulation has in arrays stay where they are; new
//! ones are appended, and one that no face uses any more stays as long as the surface. Faces have no gaps: where one is removed,
//! the last one takes its number, which the report says.

use crate::deform::tree::upkeep_policy::Upkeep;
use crate::feature::{FaceId, VertexId};
use crate::math::DVec3;
use std::ops::Range;

/// A change of the faces of a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SurfaceEdit<'a> {
    /// New vertices and faces; faces name old vertices, and new ones by the numbers they will have.
    Add {
        /// Where the new vertices are.
        positions: &'a [DVec3],
        /// The new faces.
        faces: &'a [[u32; 3]],
    },
    /// Faces go; one that is named twice goes once.
    Remove {
        /// Which.
        faces: &'a [FaceId],
    },
    /// Faces are no longer connected by these edges. A vertex is split where its faces then fall apart: between two edges of a path, and where
    /// a path comes to a border; the ends of a path inside the surface stay closed, and so does a single edge there.
    Cut {
        /// The edges, by their ends, in any order.
        edges: &'a [[VertexId; 2]],
    },
    /// Each two become one, with the lower number and the position of that; several pairs may name the same vertex.
    Weld {
        /// The vertices.
        pairs: &'a [[VertexId; 2]],
    },
}

/// What an edit did.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct EditReport {
    /// The numbers of the new vertices.
    pub vertices: Range<u32>,
    /// For each new vertex that a cut made, that from which it was split; otherwise empty.
    pub split_from: Vec<VertexId>,
    /// The numbers of the new faces.
    pub faces: Range<u32>,
    /// Faces that took the number of a removed one: before and now, sorted.
    pub renamed: Vec<[FaceId; 2]>,
    /// Faces with other corners than before, sorted.
    pub changed: Vec<FaceId>,
    /// Of these, faces that name a vertex twice now: they have no area and meet nothing; sorted.
    pub collapsed: Vec<FaceId>,
    /// Vertices that lost their last face, sorted; they stay.
    pub loose: Vec<VertexId>,
    /// How the tree was kept up.
    pub upkeep: Upkeep,
}

/// Why an edit was refused; the surface is as it was before.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum EditError {
    /// There would be more vertices, or three times more faces, than 32 bits number.
    #[error("{0} vertices or half-edges, more than 32 bits number")]
    TooLarge(usize),
    /// A coordinate of a new vertex is not a finite number.
    #[error("new vertex {} has a coordinate that is not a finite number", .0.0)]
    NotFinite(VertexId),
    /// A coordinate of a new vertex is too large or too small for exact predicates.
    #[error("new vertex {} has a coordinate outside the exact range (zero, or 2^-300 to 2^300 in magnitude)", .0.0)]
    OutOfRange(VertexId),
    /// A new face names a vertex that there is not.
    #[error("new face {} names vertex {}, which does not exist", face.0, vertex.0)]
    MissingCorner {
        /// The number that the face would have had.
        face: FaceId,
        /// The vertex.
        vertex: VertexId,
    },
    /// There is no such face.
    #[error("there is no face {}", .0.0)]
    NoFace(FaceId),
    /// There is no such vertex.
    #[error("there is no vertex {}", .0.0)]
    NoVertex(VertexId),
    /// No face has an edge between these vertices.
    #[error("no face has an edge from vertex {} to vertex {}", .0[0].0, .0[1].0)]
    NoEdge([VertexId; 2]),
}
