//! Defects of meshes, each with its place. Some are refused, the rest are reported.

use crate::feature::{FaceId, VertexId};
use std::fmt;

/// Something about a mesh that a clean solid does not have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Defect {
    /// A coordinate is NaN or infinite. Refused.
    NotFinite {
        /// Where.
        vertex: VertexId,
    },
    /// A coordinate is too large or too small for exact predicates: see [`crate::math::in_exact_range`]. Refused.
    OutOfRange {
        /// Where.
        vertex: VertexId,
        /// The coordinate.
        coordinate: f64,
    },
    /// A face names a vertex that does not exist. Refused.
    MissingVertex {
        /// Where.
        face: FaceId,
        /// The index that the face names.
        index: u32,
    },
    /// The corners of a face lie on a line, or coincide.
    Degenerate {
        /// Where.
        face: FaceId,
    },
    /// Two faces have the same three corners.
    Duplicate {
        /// The later face.
        face: FaceId,
        /// The earlier face.
        of: FaceId,
    },
    /// An edge has one face only: the mesh is open here.
    Boundary {
        /// The ends, lower index first.
        edge: [VertexId; 2],
        /// Its face.
        face: FaceId,
    },
    /// An edge has more than two faces.
    NonManifoldEdge {
        /// The ends, lower index first.
        edge: [VertexId; 2],
        /// How many faces it has.
        faces: u32,
    },
    /// The faces around a vertex form more than one fan.
    NonManifoldVertex {
        /// Where.
        vertex: VertexId,
        /// How many fans.
        fans: u32,
    },
    /// Both faces of an edge run along it in the same direction: one of them is turned over.
    Orientation {
        /// The ends, lower index first.
        edge: [VertexId; 2],
        /// The two faces.
        faces: [FaceId; 2],
    },
    /// Two faces of the mesh that share no corner meet.
    SelfContact {
        /// The two faces, lower index first.
        faces: [FaceId; 2],
    },
    /// Two faces of the mesh that share corners have more than these and the edge between them in common.
    SelfOverlap {
        /// The two faces, lower index first.
        faces: [FaceId; 2],
    },
}

impl Defect {
    /// The kind of defect as one word, stable for machines.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::NotFinite { .. } => "not_finite",
            Self::OutOfRange { .. } => "out_of_range",
            Self::MissingVertex { .. } => "missing_vertex",
            Self::Degenerate { .. } => "degenerate_triangle",
            Self::Duplicate { .. } => "duplicate_face",
            Self::Boundary { .. } => "boundary_edge",
            Self::NonManifoldEdge { .. } => "non_manifold_edge",
            Self::NonManifoldVertex { .. } => "non_manifold_vertex",
            Self::Orientation { .. } => "inconsistent_orientation",
            Self::SelfContact { .. } => "self_contact",
            Self::SelfOverlap { .. } => "self_overlap",
        }
    }
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFinite { vertex } => write!(f, "vertex {} has a coordinate that is not a finite number", vertex.0),
            Self::OutOfRange { vertex, coordinate } => write!(
                f,
                "vertex {} has the coordinate {coordinate:e}, outside the exact range (zero, or 2^-300 to 2^300 in magnitude)",
                vertex.0
            ),
            Self::MissingVertex { face, index } => {
                write!(f, "face {} names vertex {index}, which does not exist", face.0)
            }
            Self::Degenerate { face } => write!(f, "face {} has no area: its corners lie on a line", face.0),
            Self::Duplicate { face, of } => write!(f, "face {} has the same corners as face {}", face.0, of.0),
            Self::Boundary { edge, face } => {
                write!(f, "edge {}-{} has only one face, {}", edge[0].0, edge[1].0, face.0)
            }
            Self::NonManifoldEdge { edge, faces } => write!(f, "edge {}-{} has {faces} faces", edge[0].0, edge[1].0),
            Self::NonManifoldVertex { vertex, fans } => {
                write!(f, "the faces around vertex {} form {fans} separate fans", vertex.0)
            }
            Self::Orientation { edge, faces } => write!(
                f,
                "faces {} and {} run along edge {}-{} in the same direction: one is turned over",
                faces[0].0, faces[1].0, edge[0].0, edge[1].0
            ),
            Self::SelfContact { faces } => write!(f, "faces {} and {} of the same body meet", faces[0].0, faces[1].0),
            Self::SelfOverlap { faces } => {
                write!(f, "faces {} and {} are neighbours and overlap", faces[0].0, faces[1].0)
            }
        }
    }
}

/// Why a mesh was refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum MeshError {
    /// There is no triangle.
    #[error("the mesh has no triangles")]
    Empty,
    /// More vertices, or more corners of faces, than 32 bits can number.
    #[error("the mesh has {0} vertices or corners of faces, more than 32 bits can number")]
    TooLarge(usize),
    /// A flat array does not hold three numbers for each vertex or face.
    #[error("{coordinates} coordinates and {indices} indices, expected multiples of 3")]
    FlatLength {
        /// The length of the array of coordinates.
        coordinates: usize,
        /// The length of the array of indices.
        indices: usize,
    },
    /// There is no solid of these dimensions.
    #[error("{0}")]
    Shape(&'static str),
    /// Input that no query could answer for; the first is shown, all are listed.
    #[error("{}", summary(.0))]
    Defects(Vec<Defect>),
}

/// The first defect, and how many follow it.
fn summary(defects: &[Defect]) -> String {
    match defects {
        [] => "the mesh was refused".to_owned(),
        [only] => only.to_string(),
        [first, rest @ ..] => format!("{first} (and {} more)", rest.len()),
    }
}
