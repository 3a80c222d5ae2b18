//! The bodies of a check: meshes and shapes at their places, under unique names, and who is tested against whom.

use crate::bodies::{self, Placed};
use crate::images::Drawn;
use crate::robot::{self, RobotWords};
use anyhow::{Context, bail};
use impinge::broad::Mobility;
use impinge::executor::Executor;
use impinge::math::Pose;
use impinge::scene::{BodyId, BodyOptions, Model, Scene};
use impinge_io::{ModelLibrary, SceneBody, SceneFile};
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
    /// What a reader of the answers should know.
    pub notes: Vec<String>,
}

impl From<Placed> for Staged {
    fn from(body: Placed) -> Self {
        let (model, world_from_body) = (Model::from(body.mesh), Pose::IDENTITY);
        Self { name: body.name, model, world_from_body, options: BodyOptions::default() }
    }
}

impl From<Vec<Placed>> for Stage {
    fn from(bodies: Vec<Placed>) -> Self {
        Self { bodies: bodies.into_iter().map(Staged::from).collect(), ..Self::default() }
    }
}

/// How the robots among the files are read.
#[derive(Clone, Copy, Debug)]
pub struct Robots<'a> {
    /// The options for URDF files.
    pub words: &'a RobotWords,
    /// Values of joints by name.
    pub joints: &'a [(String, f64)],
}

impl Robots<'_> {
    /// Refuses options that nothing among the files can take, or that it is not clear which file takes.
    fn check(&self, files: &[PathBuf]) -> anyhow::Result<()> {
        let joint = (!self.joints.is_empty()).then_some("--joint");
        let alone = joint.or(self.words.srdf.as_ref().map(|_| "--srdf"));
        match (files.iter().filter(|file| robot::is_robot(file)).count(), alone.or(self.words.given()), alone) {
            (0, Some(flag), _) => bail!("{flag} goes with a URDF file; in a scene file, the robot has keys for it"),
            (2.., _, Some(flag)) => bail!("{flag} goes with one URDF file only; use a scene file for several robots"),
            _ => Ok(()),
        }
    }
}

impl Stage {
    /// Every body of every file, in order.
    ///
    /// # Errors
    /// A file cannot be read, or a body cannot be placed.
    pub fn load(files: &[PathBuf], robots: Robots<'_>) -> anyhow::Result<Self> {
        robots.check(files)?;
        let (mut bodies, mut ignored, mut notes) = (Vec::new(), Vec::new(), Vec::new());
        let (mut models, mut groups) = (ModelLibrary::default(), Groups::default());
        for (file, path) in files.iter().enumerate() {
            let mut stage = Self::load_one(path, robots, &mut models)?;
            groups.take(&mut stage.bodies).with_context(|| path.display().to_string())?;
            let first = bodies.len();
            notes.append(&mut stage.notes);
            ignored.extend(stage.ignored.iter().map(|pair| pair.map(|i| first + i)));
            bodies.extend(stage.bodies.into_iter().map(|body| (file, body)));
        }
        Ok(Self { bodies: bodies::renamed(files, bodies, |body: &mut Staged| &mut body.name), ignored, notes })
    }

    fn load_one(path: &Path, robots: Robots<'_>, models: &mut ModelLibrary) -> anyhow::Result<Self> {
        let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
        match extension.as_str() {
            "toml" | "json" => {
                let remedy = format!("geometry = \"{}\" in {}", robot::ELSE_VISUAL, path.display());
                Self::of_scene(path, &impinge_io::read_scene(path)?, models, &remedy)
            }
            "urdf" => {
                let mut file = SceneFile::empty();
                let robot = robots.words.read(path)?;
                robots.words.add(&mut file, robot, robots.joints).with_context(|| path.display().to_string())?;
                Self::of_scene(path, &file, models, "--visual")
            }
            _ => Ok(Self::from(bodies::load_one(path)?)),
        }
    }

    /// The bodies of a scene file, all of them moving: where only places count, fixed bodies are tested against each other, too. `visual`
    /// is what would take the visual geometry of links.
    fn of_scene(path: &Path, file: &SceneFile, models: &mut ModelLibrary, visual: &str) -> anyhow::Result<Self> {
        if file.bodies.is_empty() {
            bail!("{}: no bodies, expected at least one with geometry", path.display());
        }
        let models = file.models(models).with_context(|| path.display().to_string())?;
        let staged = |(body, model): (&SceneBody, Model)| {
            let options = BodyOptions { name: None, mobility: Mobility::Moving, ..body.options() };
            Staged { name: body.name.clone(), model, world_from_body: body.world_from_body, options }
        };
        let notes = file.robots.iter().filter_map(|robot| robot::left_out(&robot.name, &robot.robot, visual));
        Ok(Self {
            bodies: file.bodies.iter().zip(models).map(staged).collect(),
            ignored: file.ignored.clone(),
            notes: notes.collect(),
        })
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

    /// The same bodies, all of them tested against all.
    pub fn without_filters(&self) -> Self {
        let open = |body: &Staged| Staged { options: BodyOptions::default(), ..body.clone() };
        Self { bodies: self.bodies.iter().map(open).collect(), ..Self::default() }
    }

    /// The meshes at their places, for images; none for what is no mesh.
    pub fn drawn(&self) -> Vec<Drawn> {
        let drawn = |body: &Staged| Some((Arc::clone(body.model.as_mesh()?), body.world_from_body));
        self.bodies.iter().map(drawn).collect()
    }

    /// Makes the trees of all meshes now, the largest on all threads one after the other, the rest side by side.
    pub fn prepare(&self, executor: &Executor) {
        /// Faces from which a body's tree is worth all threads.
        const LARGE: usize = 200_000;
        let meshes: Vec<_> = self.bodies.iter().flat_map(|body| body.model.meshes()).collect();
        let large = meshes.iter().filter(|mesh| mesh.faces().len() > LARGE);
        large.for_each(|mesh| mesh.prepare_tree(executor));
        executor.map(meshes.len(), |i| meshes[i].prepare(&Executor::serial()));
    }
}

/// Whether a file is a scene, by its name.
pub fn is_scene(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("toml") || e.eq_ignore_ascii_case("json"))
}

/// Groups of several files as bits of their own: files know nothing of each other's groups.
#[derive(Debug, Default)]
struct Groups {
    /// Bits given out after that of bodies whose group does not matter.
    given: u32,
}

impl Groups {
    /// Gives the groups of a file new bits, one for each group that is not tested against all.
    fn take(&mut self, bodies: &mut [Staged]) -> anyhow::Result<()> {
        const MOST: u32 = 31;
        let number = |body: &Staged| body.options.groups.trailing_zeros().min(MOST) as usize;
        let mut new = [0_u32; 32];
        for body in bodies.iter().filter(|body| body.options.mask != u32::MAX) {
            let bit = &mut new[number(body)];
            if *bit == 0 {
                if self.given == MOST {
                    bail!(
                        "more than {MOST} groups with 'ignore_groups' in all files together, expected {MOST} at most"
                    );
                }
                self.given += 1;
                *bit = 1 << self.given;
            }
        }
        for body in bodies {
            let hidden = (0..32).filter(|k| body.options.mask >> k & 1 == 0).fold(0, |all, k| all | new[k]);
            body.options.groups = new[number(body)].max(1);
            body.options.mask = !hidden;
        }
        Ok(())
    }
}
