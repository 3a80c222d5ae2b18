//! The bodies of a check: meshes and shapes at their places, under unique names, and who is tested against whom.

use crate::bodies::{self, Placed};
use anyhow::{Context, bail};
use impinge::articulation::{Adjacency, LinkId};
use impinge::executor::Executor;
use impinge::math::Pose;
use impinge::scene::{BodyId, BodyOptions, Model, Scene};
use impinge_io::{Robot, RobotOptions, SceneBody, SceneFile};
use std::path::{Path, PathBuf};

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
        let (mut bodies, mut ignored) = (Vec::new(), Vec::new());
        for (file, path) in files.iter().enumerate() {
            let stage = Self::load_one(path)?;
            let first = bodies.len();
            ignored.extend(stage.ignored.iter().map(|pair| pair.map(|i| first + i)));
            bodies.extend(stage.bodies.into_iter().map(|body| (file, body)));
        }
        Ok(Self { bodies: bodies::renamed(files, bodies, |body: &mut Staged| &mut body.name), ignored })
    }

    fn load_one(path: &Path) -> anyhow::Result<Self> {
        let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
        match extension.as_str() {
            "toml" | "json" => Self::of_scene(path, &impinge_io::read_scene(path)?),
            "urdf" => Self::of_robot(path, &impinge_io::read_urdf(path, &RobotOptions::default())?),
            _ => Ok(Self::from(bodies::load_one(path)?)),
        }
    }

    fn of_scene(path: &Path, file: &SceneFile) -> anyhow::Result<Self> {
        if file.bodies.is_empty() {
            bail!("{}: no bodies, expected at least one with geometry", path.display());
        }
        let staged = |body: &SceneBody| {
            let refused = || format!("{}: body {:?}", path.display(), body.name);
            let options = BodyOptions { name: None, mobility: body.mobility, groups: body.group, mask: body.mask };
            let model = impinge_io::model_of(&body.parts).with_context(refused)?;
            Ok(Staged { name: body.name.clone(), model, world_from_body: body.world_from_body, options })
        };
        let bodies: anyhow::Result<Vec<Staged>> = file.bodies.iter().map(staged).collect();
        Ok(Self { bodies: bodies?, ignored: file.ignored.clone() })
    }

    /// A robot with all joints at rest.
    fn of_robot(path: &Path, robot: &Robot) -> anyhow::Result<Self> {
        let links = robot.solid_links();
        if links.is_empty() {
            bail!("{}: no link has collision geometry, so nothing can meet", path.display());
        }
        let (models, allowed) = (robot.models()?, robot.allowed_pairs(Adjacency::default()));
        let mut poses = vec![Pose::IDENTITY; models.len()];
        robot.articulation.poses(&robot.articulation.rest(), &mut poses)?;
        let staged = |link: &LinkId| {
            let k = link.index();
            let (name, options) = (robot.links[k].name.clone(), BodyOptions::default());
            Some(Staged { name, model: models[k].clone()?, world_from_body: poses[k], options })
        };
        let pairs = (0..links.len()).flat_map(|i| (i + 1..links.len()).map(move |j| [i, j]));
        let ignored = pairs.filter(|[i, j]| allowed.contains(links[*i], links[*j])).collect();
        Ok(Self { bodies: links.iter().filter_map(staged).collect(), ignored })
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
        executor.map(meshes.len(), |i| meshes[i].prepare(&Executor::Serial));
    }
}
