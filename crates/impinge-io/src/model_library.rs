//! Models of the engine by what they are made of, each made once and then shared.
//!
//! A model is hashed and hulled when it is made, which costs as much as reading its mesh: instances of a mesh share one.

use crate::{BodyPart, Model};
use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge::scene::{self, ModelError};
use std::collections::HashMap;
use std::sync::Arc;

/// The models made so far; bodies of the same meshes at the same places share one.
#[derive(Debug, Default)]
pub struct ModelLibrary {
    /// The meshes are kept, so that no other can take the address of one.
    models: HashMap<Vec<PosedMeshKey>, (scene::Model, Vec<Arc<Mesh>>)>,
}

/// A mesh by its address, and where it is by its bits.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct PosedMeshKey {
    mesh: usize,
    rotation: [u64; 9],
    translation: [u64; 3],
}

impl ModelLibrary {
    /// One model of all parts.
    ///
    /// # Errors
    /// Geometry that the engine refuses.
    pub fn model(&mut self, parts: &[BodyPart]) -> Result<scene::Model, ModelError> {
        // Shapes are cheap to make, and have no address.
        let Some(meshes) = parts.iter().map(mesh).collect::<Option<Vec<&Arc<Mesh>>>>() else { return made(parts) };
        let key: Vec<PosedMeshKey> =
            meshes.iter().zip(parts).map(|(mesh, part)| posed_mesh_key(mesh, &part.body_from_part)).collect();
        if let Some((model, _)) = self.models.get(&key) {
            return Ok(model.clone());
        }
        let model = made(parts)?;
        self.models.insert(key, (model.clone(), meshes.into_iter().cloned().collect()));
        Ok(model)
    }
}

fn mesh(part: &BodyPart) -> Option<&Arc<Mesh>> {
    match &part.model {
        Model::Mesh(mesh) => Some(mesh),
        Model::Shape(_) | Model::HalfSpace(_) => None,
    }
}

fn posed_mesh_key(mesh: &Arc<Mesh>, body_from_part: &Pose) -> PosedMeshKey {
    PosedMeshKey {
        mesh: Arc::as_ptr(mesh) as usize,
        rotation: body_from_part.rotation().to_cols_array().map(f64::to_bits),
        translation: body_from_part.translation().to_array().map(f64::to_bits),
    }
}

fn made(parts: &[BodyPart]) -> Result<scene::Model, ModelError> {
    let model = |part: &BodyPart| match &part.model {
        Model::Mesh(mesh) => Ok(scene::Model::from(mesh.clone())),
        Model::Shape(shape) => scene::Model::convex(shape.clone()),
        Model::HalfSpace(space) => Ok(scene::Model::from(*space)),
    };
    if let [part] = parts
        && part.body_from_part.is_identity()
    {
        return model(part);
    }
    let placed: Result<Vec<(scene::Model, Pose)>, ModelError> =
        parts.iter().map(|part| Ok((model(part)?, part.body_from_part))).collect();
    scene::Model::compound(&placed?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::math::DVec3;

    #[test]
    fn instances_share_one_model_and_others_do_not() {
        let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].to_vec();
        let mesh = Arc::new(Mesh::try_new(corners.clone(), vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap());
        let part = |mesh: &Arc<Mesh>, x: f64| {
            let body_from_part = Pose::from_translation(DVec3::new(x, 0.0, 0.0)).unwrap();
            BodyPart { name: None, body_from_part, model: Model::Mesh(mesh.clone()) }
        };
        let mut library = ModelLibrary::default();
        // A compound has a mesh of its own, so its address shows whether it was made again.
        let mut address = |parts: &[BodyPart]| Arc::as_ptr(library.model(parts).unwrap().as_mesh().unwrap());
        let first = address(&[part(&mesh, 0.0), part(&mesh, 2.0)]);
        assert_eq!(address(&[part(&mesh, 0.0), part(&mesh, 2.0)]), first);
        assert_ne!(address(&[part(&mesh, 0.0), part(&mesh, 3.0)]), first);
        let twin = Arc::new(Mesh::clone(&mesh));
        assert_ne!(address(&[part(&twin, 0.0), part(&mesh, 2.0)]), first);
        assert_eq!(address(&[part(&mesh, 0.0)]), Arc::as_ptr(&mesh));
    }
}
