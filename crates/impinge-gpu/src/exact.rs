//! The bodies of a query as the exact engine has them.

use crate::error::GpuError;
use crate::layout::Instance;
use crate::store::Store;
use impinge::scene::{BodyId, BodyOptions, Model, Scene};
use std::collections::BTreeMap;

/// A scene of these bodies, in slots as they are numbered in the query.
///
/// # Errors
/// A mesh that is not there, or a body outside the exact range.
pub fn scene(store: &Store, instances: &[Instance]) -> Result<(Scene, Vec<BodyId>), GpuError> {
    let (mut scene, mut models) = (Scene::default(), BTreeMap::new());
    let mut ids = Vec::with_capacity(instances.len());
    for instance in instances {
        let mesh = &store.model(instance.mesh)?.mesh;
        let model = models.entry(instance.mesh).or_insert_with(|| Model::from(mesh.clone()));
        ids.push(scene.insert(model, &instance.world_from_body, BodyOptions::default())?);
    }
    Ok((scene, ids))
}
