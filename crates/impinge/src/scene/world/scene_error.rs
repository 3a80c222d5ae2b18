//! Why a scene refuses; it is then as it was before.

use super::body_options::BodyId;
use crate::deform::{EditError, UpdateError};
use crate::math::PoseError;

/// Why a scene refused.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SceneError {
    /// There is no such body, or no longer.
    #[error("no body has the id {0:?}: it was removed")]
    UnknownBody(BodyId),
    /// A name is taken.
    #[error("a body named {0:?} is already in the scene; names are unique")]
    DuplicateName(String),
    /// A body cannot be there.
    #[error("the pose of a body: {0}")]
    Pose(#[from] PoseError),
    /// A deformable body has no pose.
    #[error("the body {0:?} is deformable: it stands where its vertices are, which set_positions moves")]
    NotRigid(BodyId),
    /// A rigid body has no positions to be set.
    #[error("the body {0:?} is rigid: set_pose moves it")]
    NotDeformable(BodyId),
    /// The vertices of a deformable body cannot be there.
    #[error("the vertices of a deformable body: {0}")]
    Positions(#[from] UpdateError),
    /// The faces of a deformable body cannot be changed so.
    #[error("the faces of a deformable body: {0}")]
    Edit(#[from] EditError),
    /// A region cannot be asked about.
    #[error("the region has no points, or corners outside the exact range (at most 2^300 in magnitude)")]
    Region,
    /// More bodies than there are ids.
    #[error("the scene is full: it holds {0} bodies")]
    Full(usize),
}
