//! The faces of a body that one rank holds.

use crate::octree::MovingBody;
use impinge::feature::{FaceId, VertexId};
use impinge::mesh::Mesh;

/// Some faces of a mesh as a mesh of their own, with the vertices that they use.
#[derive(Clone, Debug)]
pub struct MeshPart {
    /// The faces, in the order of the whole mesh.
    pub mesh: Mesh,
    /// The number of each face in the whole mesh.
    pub faces: Vec<FaceId>,
    /// The number of each vertex in the whole mesh.
    pub vertices: Vec<VertexId>,
}

impl MeshPart {
    /// The faces `rank`, `rank + ranks`, `rank + 2 ranks` and so on of a mesh; `None` where there are none.
    #[must_use]
    pub fn deal(mesh: &Mesh, rank: usize, ranks: usize) -> Option<Self> {
        let faces: Vec<FaceId> = mesh.face_ids().skip(rank).step_by(ranks.max(1)).collect();
        let mut numbers = vec![None; mesh.vertices().len()];
        let mut vertices = Vec::new();
        let corners = faces.iter().map(|face| {
            mesh.faces()[face.0 as usize].map(|v| {
                *numbers[v as usize].get_or_insert_with(|| {
                    vertices.push(VertexId(v));
                    vertices.len() as u32 - 1
                })
            })
        });
        let corners = corners.collect();
        let places = vertices.iter().map(|v| mesh.vertex(*v)).collect();
        let mesh = Mesh::try_new(places, corners).ok()?;
        Some(Self { mesh, faces, vertices })
    }
}

/// Faces of one body that move, as one rank holds them.
#[derive(Clone, Copy, Debug)]
pub struct BodyPortion<'m> {
    pub(crate) body: u32,
    pub(crate) moving: MovingBody<'m>,
}

/// Why a portion was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BodyPortionError {
    /// The count of numbers is not the count of faces.
    #[error("the portion of body {body} has {expected} faces, but numbers of {found} are given")]
    Faces {
        /// The body.
        body: u32,
        /// Faces of its mesh.
        expected: usize,
        /// Numbers of faces.
        found: usize,
    },
    /// The number of the body is too large.
    #[error("the number of a body is {0}, expected one below {MOST_BODIES}")]
    Body(u32),
}

/// The largest number of bodies: their boxes, six doubles each, fit in a message.
const MOST_BODIES: u32 = 1 << 28;

impl<'m> BodyPortion<'m> {
    /// Moving faces of the body with this number, from 0, and the number of each face in the whole body; parts of one polygon share a number.
    ///
    /// # Errors
    /// Not as many numbers as faces, or a number of a body from 2^28 on.
    pub fn try_new(body: u32, moving: MovingBody<'m>, faces: &'m [FaceId]) -> Result<Self, BodyPortionError> {
        if body >= MOST_BODIES {
            return Err(BodyPortionError::Body(body));
        }
        let (expected, found) = (moving.mesh().faces().len(), faces.len());
        let moving = moving.with_polygons(faces).map_err(|_| BodyPortionError::Faces { body, expected, found })?;
        Ok(Self { body, moving })
    }
}
