//! A named body at a place in the world.

use crate::SceneError;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use std::sync::Arc;

/// A named body at a place in the world; parts may share one mesh.
#[derive(Clone, Debug)]
pub struct NamedPart {
    /// What the part is called; unique in its assembly.
    pub name: String,
    /// The body, in the part's own frame.
    pub mesh: Arc<Mesh>,
    /// Where the part stands.
    pub world_from_part: Pose,
}

impl NamedPart {
    /// A part that is only shifted into place.
    ///
    /// # Errors
    /// A shift that no pose takes.
    pub fn shifted(name: impl Into<String>, mesh: &Arc<Mesh>, shift: DVec3) -> Result<Self, SceneError> {
        Ok(Self { name: name.into(), mesh: Arc::clone(mesh), world_from_part: Pose::from_translation(shift)? })
    }
}
