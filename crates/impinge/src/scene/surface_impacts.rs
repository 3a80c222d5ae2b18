//! A deformable body on its way to new positions: what its vertices, edges and faces meet, of itself and of other bodies.

use super::deformable_body::positions as positions_of;
use super::model::ModelPart;
use super::part_queries::between_parts;
use super::rigid_pose::rigid;
use super::scene_view::SceneView;
use super::surface_pair::{mesh_of, part_of};
use super::world::{BodyId, SceneError, WorldBody};
use crate::bound::Aabb;
use crate::deform::{Deformable, Impacts};
use crate::executor::Executor;
use crate::math::{DVec3, Pose};
use std::collections::HashMap;
use std::sync::Arc;

/// What a deformable body meets on its way.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SurfaceImpacts {
    /// What it meets of itself.
    pub own: Impacts,
    /// What it meets of other bodies that it may meet, by id; bodies that it does not meet are left out. In the impacts, the deformable body is the first.
    pub others: Vec<(BodyId, Impacts)>,
    /// Bodies near the way whose curved parts or half-spaces were not looked at.
    pub curved: Vec<BodyId>,
}

impl SceneView<'_> {
    /// What a deformable body meets while its vertices go straight to other positions, and rigid bodies to other poses, the vertices of their meshes straight as well;
    /// all others stand still. Nothing moves in the scene.
    ///
    /// # Errors
    /// A body that is not there, or of the other kind; positions or poses that are refused.
    pub fn surface_impacts(
        &self,
        id: BodyId,
        positions: &[DVec3],
        moves: &[(BodyId, Pose)],
        executor: &Executor,
    ) -> Result<SurfaceImpacts, SceneError> {
        let body = self.scene.body(id)?;
        let surface = body.surface().ok_or(SceneError::NotDeformable(id))?;
        let mut poses = HashMap::new();
        for (id, pose) in moves {
            if self.scene.body(*id)?.is_deformable() {
                return Err(SceneError::NotRigid(*id));
            }
            poses.insert(*id, rigid(pose)?);
        }
        let step = surface.step_to(positions, executor)?;
        let way = body.bounds.joined(Aabb::of_points(positions));
        let mut found = SurfaceImpacts { own: step.self_impacts(executor), ..SurfaceImpacts::default() };
        for other in self.scene.bodies().filter(|other| self.scene.world.bodies.tests(body, other)) {
            let pose = poses.get(&other.id).copied().unwrap_or(other.world_from_body);
            let reach = if pose == other.world_from_body {
                other.bounds
            } else {
                other.bounds.joined(other.model().bounds_at(&pose))
            };
            if !reach.overlaps(&way) {
                continue;
            }
            let mut impacts = Impacts::default();
            if let Some(still) = other.surface() {
                impacts = step.impacts(&still.step_to(&positions_of(still), executor)?, executor);
            } else {
                let (meshes, curved): (Vec<&ModelPart>, Vec<&ModelPart>) =
                    other.model().parts().iter().partition(|part| mesh_of(&part.leaf).is_some());
                if !curved.is_empty() {
                    found.curved.push(other.id);
                }
                // All meshes of a compound are one.
                if let Some(part) = meshes.first()
                    && let Some(mesh) = mesh_of(&part.leaf)
                {
                    let at = |pose: &Pose| -> Vec<DVec3> {
                        let world_from_mesh = between_parts(&part_of(Arc::clone(mesh)), part, pose);
                        mesh.vertices().iter().map(|p| world_from_mesh.transform_point(*p)).collect()
                    };
                    let start = Deformable::from_parts(&at(&other.world_from_body), mesh.faces().to_vec(), executor);
                    impacts = step.impacts(&start.step_to(&at(&pose), executor)?, executor);
                }
            }
            if !impacts.is_free() {
                found.others.push((other.id, impacts));
            }
        }
        Ok(found)
    }
}
