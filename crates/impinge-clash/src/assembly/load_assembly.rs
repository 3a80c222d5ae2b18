//! From files to an assembly: every body read, placed, and given a unique name.

use super::assembly_error::AssemblyError;
use super::body::AssemblyBody;
use super::body_healing::HealSetting;
use super::body_names::rename_unique;
use super::filter_groups::FilterGroups;
use super::instances::Instances;
use super::merged_mesh::FileOperand;
use super::mixed_units::{silent_note, size_notes};
use super::robot_file::{RobotSettings, unseen_links_note};
use super::unit_conversion::{common_unit, convert_bodies};
use super::wide_range_note::wide_range_note;
use impinge::broad::Mobility;
use impinge::executor::Executor;
use impinge::scene::{BodyOptions, Model};
use impinge_io::{Body, LengthUnit, ModelLibrary, ReadOptions, ReadWarning, SceneBody, SceneFile};
use std::path::{Path, PathBuf};

/// Bodies, and pairs of them that are not tested.
#[derive(Clone, Debug, Default)]
pub struct Assembly {
    /// The bodies, in the order of the input.
    pub bodies: Vec<AssemblyBody>,
    /// Pairs that are not tested, by index.
    pub ignored: Vec<[usize; 2]>,
    /// Lists of bodies of which no two are tested, by index.
    pub ignored_sets: Vec<Vec<usize>>,
    /// Notes for the reader of a report.
    pub notes: Vec<String>,
    /// The unit of all coordinates, where it is known: the one that files state.
    pub unit: Option<LengthUnit>,
}

impl From<Vec<AssemblyBody>> for Assembly {
    fn from(bodies: Vec<AssemblyBody>) -> Self {
        Self { bodies, ..Self::default() }
    }
}

impl Assembly {
    /// Every body of every file, or the one body of `FILE#BODY`, in order, in the unit that the first of them states; those of other units are converted, which
    /// notes say.
    ///
    /// # Errors
    /// A file cannot be read, or a body cannot be placed.
    pub fn load(files: &[PathBuf], robots: &RobotSettings) -> Result<Self, AssemblyError> {
        Self::load_in(files, robots, None)
    }

    /// The same with all coordinates taken in a unit as they are, whatever the files state: exporters write millimetres into files of metres.
    ///
    /// # Errors
    /// As [`Assembly::load`].
    pub fn load_in(files: &[PathBuf], robots: &RobotSettings, unit: Option<LengthUnit>) -> Result<Self, AssemblyError> {
        let (mut bodies, mut ignored, mut notes) = (Vec::new(), Vec::new(), Vec::new());
        let mut ignored_sets = Vec::new();
        let (mut models, mut groups) = (ModelLibrary::default(), FilterGroups::default());
        for (file, path) in files.iter().enumerate() {
            let operand = FileOperand::parse(path);
            let path = operand.path.as_path();
            let mut part = Self::load_file(path, robots, &mut models)?.pick(&operand)?;
            let too_many = |_| AssemblyError::TooManyGroups { file: path.display().to_string() };
            groups.renumber(&mut part.bodies).map_err(too_many)?;
            let first = bodies.len();
            notes.extend(warning_notes(path, &part.bodies));
            notes.append(&mut part.notes);
            ignored.extend(part.ignored.iter().map(|pair| pair.map(|i| first + i)));
            ignored_sets.extend(part.ignored_sets.iter().map(|set| set.iter().map(|i| first + i).collect()));
            bodies.extend(part.bodies.into_iter().map(|body| (file, body)));
        }
        if unit.is_none() {
            notes.extend(silent_note(files, &bodies));
        }
        if let Some(unit) = unit {
            bodies.iter_mut().for_each(|(_, body)| body.unit = Some(unit));
        }
        let unit = common_unit(&bodies);
        if let Some(unit) = unit {
            notes.extend(convert_bodies(files, &mut bodies, unit)?);
        }
        notes.extend(size_notes(files, &bodies));
        let bodies = rename_unique(files, bodies, |body: &mut AssemblyBody| &mut body.name);
        notes.extend(wide_range_note(&bodies));
        Ok(Self { bodies, ignored, ignored_sets, notes, unit })
    }

    /// The bodies that an operand asks for; pairs are left out only among all bodies of a file.
    fn pick(self, operand: &FileOperand) -> Result<Self, AssemblyError> {
        if operand.is_whole() {
            return Ok(self);
        }
        let bodies = operand.pick(self.bodies, |body| &body.name)?;
        Ok(Self { bodies, ignored: Vec::new(), ignored_sets: Vec::new(), ..self })
    }

    fn load_file(path: &Path, robots: &RobotSettings, models: &mut ModelLibrary) -> Result<Self, AssemblyError> {
        let extension = path.extension().map(|e| e.to_string_lossy().to_lowercase()).unwrap_or_default();
        match extension.as_str() {
            "toml" | "json" => {
                let remedy = format!("geometry = \"collision_else_visual\" in {}", path.display());
                Self::from_scene(path, &impinge_io::read_scene_with(path, &robots.options.files)?, models, &remedy)
            }
            "urdf" => Ok(Self::from_scene(path, &robots.read_scene(path)?, models, "--visual")?.in_metres()),
            _ => {
                let bodies = read_mesh_file(path, &robots.options.files)?;
                Ok(Self::from(Instances::new(&bodies).place(path, bodies)?))
            }
        }
    }

    /// The bodies of a scene file, all of them moving: a check also tests fixed bodies against each other. `remedy` would include the
    /// visual geometry of links.
    fn from_scene(
        path: &Path,
        file: &SceneFile,
        models: &mut ModelLibrary,
        remedy: &str,
    ) -> Result<Self, AssemblyError> {
        if file.bodies.is_empty() {
            return Err(AssemblyError::NoBodies { file: path.display().to_string(), what: "with geometry" });
        }
        let refused = |error| AssemblyError::Geometry { file: path.display().to_string(), error };
        let models = file.models(models).map_err(refused)?;
        let placed = |(body, model): (&SceneBody, Model)| {
            let options = BodyOptions { name: None, mobility: Mobility::Moving, ..body.options() };
            let (heal, precision) = (body.healing.map(HealSetting::from), body.precision);
            AssemblyBody {
                options,
                heal,
                precision,
                unit: file.unit,
                ..AssemblyBody::new(body.name.clone(), model, body.world_from_body)
            }
        };
        let unseen = file.robots.iter().filter_map(|robot| unseen_links_note(&robot.name, &robot.robot, remedy));
        let notes = file.warnings.iter().cloned().chain(unseen);
        Ok(Self {
            bodies: file.bodies.iter().zip(models).map(placed).collect(),
            ignored: file.ignored.clone(),
            ignored_sets: file.ignored_sets.clone(),
            notes: notes.collect(),
            unit: None,
        })
    }

    /// The same, of a format that is in metres.
    fn in_metres(mut self) -> Self {
        self.bodies.iter_mut().for_each(|body| body.unit = Some(LengthUnit::Metre));
        self
    }

    /// The names of the bodies, in their order.
    #[must_use]
    pub fn names(&self) -> Vec<&str> {
        self.bodies.iter().map(|body| body.name.as_str()).collect()
    }

    /// Builds the trees of all meshes now: of the largest on all threads one after the other, of the rest side by side.
    pub fn prepare(&self, executor: &Executor) {
        /// Faces from which the tree of one body is worth all threads.
        const LARGE: usize = 200_000;
        let meshes: Vec<_> = self.bodies.iter().flat_map(|body| body.model.meshes()).collect();
        let large = meshes.iter().filter(|mesh| mesh.faces().len() > LARGE);
        large.for_each(|mesh| mesh.prepare_tree(executor));
        executor.map(meshes.len(), |i| meshes[i].prepare(&Executor::serial()));
    }
}

/// A note for each way in which bodies of a file are not what it says.
#[must_use]
pub fn warning_notes(path: &Path, bodies: &[AssemblyBody]) -> Vec<String> {
    let warnings = bodies.iter().flat_map(|body| body.warnings.iter().copied());
    ReadWarning::summaries(warnings).into_iter().map(|warning| format!("{}: {warning}", path.display())).collect()
}

/// Whether a file is a scene, by its name.
#[must_use]
pub fn is_scene_file(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("toml") || e.eq_ignore_ascii_case("json"))
}

/// Every body of mesh files, or the one body of `FILE#BODY`, in order, in the world's frame.
///
/// # Errors
/// A file cannot be read, or a body cannot be placed.
pub fn load_bodies(files: &[PathBuf], reading: &ReadOptions) -> Result<Vec<AssemblyBody>, AssemblyError> {
    let mut bodies = Vec::new();
    for (file, path) in files.iter().enumerate() {
        let operand = FileOperand::parse(path);
        let picked = operand.pick(load_mesh_file(&operand.path, reading)?, |body| &body.name)?;
        bodies.extend(picked.into_iter().map(|body| (file, body)));
    }
    Ok(rename_unique(files, bodies, |body| &mut body.name))
}

/// The bodies of one mesh file, at least one, in the world's frame, under their names in it, which are unique there.
///
/// # Errors
/// The file cannot be read, or a body cannot be placed.
pub fn load_mesh_file(path: &Path, reading: &ReadOptions) -> Result<Vec<AssemblyBody>, AssemblyError> {
    Instances::default().place(path, read_mesh_file(path, reading)?)
}

fn read_mesh_file(path: &Path, reading: &ReadOptions) -> Result<Vec<Body>, AssemblyError> {
    let bodies = impinge_io::read_with(path, reading)?;
    if bodies.is_empty() {
        return Err(AssemblyError::NoBodies { file: path.display().to_string(), what: "mesh with triangles" });
    }
    Ok(bodies)
}
