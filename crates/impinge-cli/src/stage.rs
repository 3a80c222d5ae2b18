//! The bodies of a check: meshes and shapes at their places, under unique names, and who is tested against whom.

use crate::bodies::{self, Placed};
use anyhow::Context;
use impinge::executor::Executor;
use impinge::math::Pose;
use impinge::scene::{BodyId, BodyOptions, Model, Scene};
use std::path::PathBuf;

/// A body at its place.
#[derive(Clone, Debug)]
pub struct Staged {
    /// Unique among the bodies of a stage.
    pub name: String,
    /// What it is made of.
    pub model: Model,
    /// Where it is.
    pub world_from_body: Pose,
    /// What it is tested against; without a name.
    pub options: BodyOptions,
}

/// Bodies, and pairs of them that are not tested.
#[derive(Clone, Debug, Default)]
pub struct Stage {
    /// The bodies, in the order of the input.
    pub bodies: Vec<Staged>,
    /// Pairs that are not tested, by place.
    pub ignored: Vec<[usize; 2]>,
}

impl From<Placed> for Staged {
    fn from(body: Placed) -> Self {
        let (model, world_from_body) = (Model::from(body.mesh), Pose::IDENTITY);
        Self { name: body.name, model, world_from_body, options: BodyOptions::default() }
    }
}

impl From<Vec<Placed>> for Stage {
    fn from(bodies: Vec<Placed>) -> Self {
        Self { bodies: bodies.into_iter().map(Staged::from).collect(), ignored: Vec::new() }
    }
}

impl Stage {
    /// Every body of every file, in order.
    ///
    /// # Errors
    /// A file cannot be read, or a body cannot be placed.
    pub fn load(files: &[PathBuf]) -> anyhow::Result<Self> {
        Ok(Self::from(bodies::load(files)?))
    }

    /// A scene of the bodies, whose ids are in their order.
    ///
    /// # Errors
    /// A body cannot be where it is to be.
    pub fn scene(&self) -> anyhow::Result<(Scene, Vec<BodyId>)> {
        let (mut scene, mut ids) = (Scene::default(), Vec::new());
        for Staged { name, model, world_from_body, options } in &self.bodies {
            let options = BodyOptions { name: Some(name.clone()), ..options.clone() };
            let id = scene.insert(model, world_from_body, options).with_context(|| format!("body {name:?}"))?;
            ids.push(id);
        }
        for [i, j] in &self.ignored {
            scene.ignore(ids[*i], ids[*j])?;
        }
        Ok((scene, ids))
    }

    /// Makes the trees of all meshes now, the largest on all threads one after the other, the rest side by side.
    pub fn prepare(&self, executor: &Executor) {
        /// Faces from which a body's tree is worth all threads.
        const LARGE: usize = 200_000;
        let meshes: Vec<_> = self.bodies.iter().flat_map(|body| body.model.meshes()).collect();
        let large = meshes.iter().filter(|mesh| mesh.faces().len() > LARGE);
        large.for_each(|mesh| mesh.prepare_tree(executor));
        executor.map(meshes.len(), |i| drop(meshes[i].tree()));
    }
}
