//! The bodies of a query as the exact engine has them.

use crate::draw_layout::Instance;
use crate::error::GpuError;
use crate::mesh_table::MeshTable;
use impinge::executor::Executor;
use impinge::pair::Relation;
use impinge::pair::Request;
use impinge::scene::{BodyId, BodyOptions, Model, Scene, SceneView};
use std::collections::BTreeMap;

/// Two bodies that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// Their numbers in the query, the lower first.
    pub bodies: (u32, u32),
    /// The exact relation of the first to the second.
    pub relation: Relation,
}

/// A scene of these bodies, in slots as they are numbered in the query.
///
/// # Errors
/// A mesh that is not there, or a body outside the exact range.
pub fn scene(store: &MeshTable, instances: &[Instance]) -> Result<(Scene, Vec<BodyId>), GpuError> {
    let (mut scene, mut models) = (Scene::default(), BTreeMap::new());
    let mut ids = Vec::with_capacity(instances.len());
    for instance in instances {
        let mesh = &store.model(instance.mesh)?.mesh;
        let model = models.entry(instance.mesh).or_insert_with(|| Model::from(mesh.clone()));
        ids.push(scene.insert(model, &instance.world_from_body, BodyOptions::default())?);
    }
    Ok((scene, ids))
}

/// Which of these pairs meet, in parallel, in the order of the pairs.
pub(crate) fn meetings(
    view: &SceneView<'_>,
    ids: &[BodyId],
    pairs: &[(u32, u32)],
    executor: &Executor,
) -> Result<Vec<Meeting>, GpuError> {
    let relations = executor.map(pairs.len(), |k| {
        let [a, b] = [pairs[k].0, pairs[k].1].map(|body| ids[body as usize]);
        view.relate(a, b, &Request::default()).map(|pair| pair.relation)
    });
    let mut meetings = Vec::new();
    for (&bodies, relation) in pairs.iter().zip(relations) {
        let relation = relation?;
        meetings.extend((relation != Relation::Disjoint).then_some(Meeting { bodies, relation }));
    }
    Ok(meetings)
}
