//! Why a scene could not be made.

use impinge::articulation::ArticulationError;
use impinge::math::PoseError;
use impinge::mesh::MeshError;
use impinge::shape::ShapeError;
use std::fmt;

/// Why a generator refused its arguments.
#[derive(Clone, Debug, PartialEq)]
pub enum SceneError {
    /// An argument is outside what the generator takes; the text says which and what was expected.
    Argument(&'static str),
    /// A polygon crosses itself, has repeated corners, or has a hole that is not inside it.
    NotSimple,
    /// The mesh was refused.
    Mesh(MeshError),
    /// The pose was refused.
    Pose(PoseError),
    /// The shape was refused.
    Shape(ShapeError),
    /// The links and joints were refused.
    Articulation(Box<ArticulationError>),
}

impl fmt::Display for SceneError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Argument(what) => f.write_str(what),
            Self::NotSimple => f.write_str("the polygon and its holes do not bound a simple region"),
            Self::Mesh(refusal) => refusal.fmt(f),
            Self::Pose(error) => error.fmt(f),
            Self::Shape(error) => error.fmt(f),
            Self::Articulation(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SceneError {}

impl From<MeshError> for SceneError {
    fn from(refusal: MeshError) -> Self {
        Self::Mesh(refusal)
    }
}

impl From<PoseError> for SceneError {
    fn from(error: PoseError) -> Self {
        Self::Pose(error)
    }
}

impl From<ShapeError> for SceneError {
    fn from(error: ShapeError) -> Self {
        Self::Shape(error)
    }
}

impl From<ArticulationError> for SceneError {
    fn from(error: ArticulationError) -> Self {
        Self::Articulation(Box::new(error))
    }
}

/// `Ok` where the condition holds, else the argument's error.
pub(crate) fn require(condition: bool, what: &'static str) -> Result<(), SceneError> {
    if condition { Ok(()) } else { Err(SceneError::Argument(what)) }
}
