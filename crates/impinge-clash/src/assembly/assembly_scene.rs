//! The one scene of a check.

use super::assembly_error::AssemblyError;
use super::load_assembly::Assembly;
use super::near_pairs::ensure_few_near;
use impinge::bound::Aabb;
use impinge::math::Pose;
use impinge::scene::{Body, BodyId, BodyOptions, Scene, SceneError};

/// The bodies of an assembly in a scene; the slots of their ids are their indices.
pub struct AssemblyScene {
    /// The scene.
    pub scene: Scene,
    /// The ids of the bodies, in their order.
    pub ids: Vec<BodyId>,
}

impl AssemblyScene {
    /// Builds the scene.
    ///
    /// # Errors
    /// The engine refuses the place of a body, or too many bodies are in one place.
    pub fn new(assembly: &Assembly) -> Result<Self, AssemblyError> {
        let (mut scene, mut ids) = (Scene::default(), Vec::new());
        let refused = |name: &str| {
            let body = name.to_owned();
            |error| AssemblyError::Place { body, error }
        };
        for body in &assembly.bodies {
            let options = BodyOptions { name: Some(body.name.clone()), ..body.options.clone() };
            let id = scene.insert(&body.model, &body.world_from_body, options).map_err(refused(&body.name))?;
            ids.push(id);
        }
        for [i, j] in &assembly.ignored {
            scene.ignore(ids[*i], ids[*j]).map_err(refused(&assembly.bodies[*i].name))?;
        }
        for set in &assembly.ignored_sets {
            let (first, set) = (set.first().copied().unwrap_or_default(), set.iter().map(|i| ids[*i]));
            scene.ignore_among(&set.collect::<Vec<_>>()).map_err(refused(&assembly.bodies[first].name))?;
        }
        let scene = Self { scene, ids };
        scene.ensure_few_near(0.0)?;
        Ok(scene)
    }

    /// Refuses to look at all pairs of bodies whose boxes are no farther apart than `reach`, if there are too many.
    ///
    /// # Errors
    /// There are more than two million and more than 64 for each body.
    pub fn ensure_few_near(&self, reach: f64) -> Result<(), AssemblyError> {
        let boxes: Vec<Aabb> = self.scene.bodies().map(Body::bounds).collect();
        ensure_few_near(&boxes, reach)
    }

    /// Tests all bodies against all, whatever the files leave out.
    ///
    /// # Errors
    /// None: the bodies are those of the assembly.
    pub fn drop_filters(&mut self, assembly: &Assembly) -> Result<(), SceneError> {
        let BodyOptions { groups, mask, .. } = BodyOptions::default();
        for id in &self.ids {
            self.scene.set_groups(*id, groups, mask)?;
        }
        for [i, j] in &assembly.ignored {
            self.scene.allow_pair(self.ids[*i], self.ids[*j])?;
        }
        for set in &assembly.ignored_sets {
            self.scene.allow_among(&set.iter().map(|i| self.ids[*i]).collect::<Vec<_>>())?;
        }
        Ok(())
    }

    /// The pose of the second of two bodies in the frame of the first.
    ///
    /// # Errors
    /// None: the bodies are those of the assembly.
    pub fn a_from_b(&self, [a, b]: [usize; 2]) -> Result<Pose, SceneError> {
        self.scene.a_from_b(self.ids[a], self.ids[b])
    }
}
