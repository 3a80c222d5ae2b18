//! Robots from URDF at many configurations.

use crate::arrays::{OneOrMany, doubles, rows2, wrong_shape};
use crate::body::Body;
use crate::errors::{file_error, scene_error, shape_error, value_error};
use crate::jobs;
use crate::pairs::scalar_or_array;
use crate::poses::{Poses, row_major};
use crate::scene::{BodyId, locked};
use impinge::articulation::Adjacency;
use impinge::executor::Executor;
use impinge::math::Pose;
use impinge::scene::{
    BodyOptions, ConfigurationReport, ConfigurationRequest, MountOptions, MountedArticulation, Scene,
};
use impinge_io::{GeometrySource, RobotOptions, read_urdf};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Mutex;

/// A robot from a URDF file, in a cell with obstacles, asked about at one configuration or a batch of them.
///
/// Links that are neighbours may meet; so may pairs that an SRDF file allows.
///
/// Parameters
/// ----------
/// path : str or path
///     The URDF file.
/// package_dirs : sequence of paths
///     Folders of packages, for `package://` names.
/// srdf : path, optional
///     An SRDF file with pairs of links that are not looked at.
/// visual : {"never", "fallback"}
///     Whether a link without collision geometry gets its visual one.
/// neighbours : {"joined", "welded", "none"}
///     Links that may meet: those that a joint joins; also those fixed to these, as in MuJoCo; or none.
///
/// Raises
/// ------
/// FileError
///     The file, or one that it names, cannot be read; `path` and `place` say where.
#[pyclass(frozen, module = "impinge", name = "Robot", weakref)]
pub struct PyRobot {
    name: String,
    scene: Mutex<Scene>,
    mounting: MountedArticulation,
}

#[pymethods]
impl PyRobot {
    #[new]
    #[pyo3(signature = (path, *, package_dirs=Vec::new(), srdf=None, visual="never", neighbours="joined"))]
    fn new(
        py: Python<'_>,
        path: PathBuf,
        package_dirs: Vec<PathBuf>,
        srdf: Option<PathBuf>,
        visual: &str,
        neighbours: &str,
    ) -> PyResult<Self> {
        let geometry = match visual {
            "never" => GeometrySource::Collision,
            "fallback" => GeometrySource::CollisionElseVisual,
            other => return Err(value_error(format!("visual: expected 'never' or 'fallback', found '{other}'"))),
        };
        let neighbours = match neighbours {
            "joined" => Adjacency::Joined,
            "welded" => Adjacency::Welded,
            "none" => Adjacency::None,
            other => {
                return Err(value_error(format!("neighbours: expected 'joined', 'welded' or 'none', found '{other}'")));
            }
        };
        let options = RobotOptions { package_roots: package_dirs, geometry, srdf, ..RobotOptions::default() };
        let robot = py.detach(|| read_urdf(&path, &options)).map_err(|error| file_error(py, &error))?;
        let models = py.detach(|| robot.models()).map_err(|error| shape_error(py, error))?;
        let mut scene = Scene::default();
        let options = MountOptions {
            name: robot.name.clone(),
            world_from_root: Pose::IDENTITY,
            allowed: robot.allowed_pairs(neighbours),
            body: BodyOptions::default(),
        };
        let mounting = scene.mount(&robot.articulation, &models, &options).map_err(|error| scene_error(py, error))?;
        Ok(Self { name: robot.name, scene: Mutex::new(scene), mounting })
    }

    /// The name in the file.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The names of all links.
    #[getter]
    fn link_names(&self) -> Vec<String> {
        self.mounting.articulation().link_names().to_vec()
    }

    /// The names of the values of a configuration, in order: those of joints that move.
    #[getter]
    fn joint_names(&self) -> Vec<String> {
        self.mounting.articulation().value_names().to_vec()
    }

    /// The limits of the values, an array of shape (dof, 2).
    #[getter]
    fn limits<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        rows2(py, self.mounting.articulation().limits().iter().map(|limits| [limits.lower, limits.upper]))
    }

    /// The configuration in which every joint is at zero, or as near to it as its limits allow.
    #[getter]
    fn rest<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        PyArray1::from_vec(py, self.mounting.articulation().rest())
    }

    /// Adds something that stands in the cell, in the frame of the root link.
    #[pyo3(signature = (body, root_from_body=None, *, name=None))]
    fn add_obstacle(
        &self,
        body: &Bound<'_, PyAny>,
        root_from_body: Option<&Bound<'_, PyAny>>,
        name: Option<String>,
    ) -> PyResult<BodyId> {
        let (py, pose) = (body.py(), Poses::one(root_from_body, "root_from_body")?);
        let model = Body::of(body)?.model().map_err(|error| shape_error(py, error))?;
        let options = BodyOptions { name, ..BodyOptions::default() };
        let inserted = py.detach(|| locked(&self.scene).insert(&model, &pose, options));
        inserted.map(BodyId).map_err(|error| scene_error(py, error))
    }

    /// Whether links meet each other or an obstacle at configurations, an array of shape (dof,) or (n, dof): a bool, or an array of them.
    #[pyo3(signature = (values, *, jobs=1))]
    fn in_collision<'py>(
        &self,
        values: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = jobs::checked)] jobs: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let found = self.ask(values, ConfigurationRequest::FirstContact, jobs, |report| report.met.is_some())?;
        scalar_or_array(values.py(), found)
    }

    /// Two bodies that meet at configurations, by name, or None; a list of these for a batch. Links are called `robot/link`.
    #[pyo3(signature = (values, *, jobs=1))]
    fn first_contact<'py>(
        &self,
        values: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = jobs::checked)] jobs: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = values.py();
        let found = self.ask(values, ConfigurationRequest::FirstContact, jobs, |report| report.met)?;
        let names: HashMap<_, String> = py.detach(|| {
            let scene = locked(&self.scene);
            scene.bodies().map(|body| (body.id(), body.name().unwrap_or_default().to_owned())).collect()
        });
        let name = |id| names.get(&id).cloned().unwrap_or_default();
        let pair = |met: Option<_>| met.map(|(a, b)| (name(a), name(b)));
        match found {
            OneOrMany::One(met) => pair(met).into_pyobject(py),
            OneOrMany::Many(many) => many.into_iter().map(pair).collect::<Vec<_>>().into_pyobject(py),
        }
    }

    /// How far the nearest two bodies are apart at configurations: zero in collision.
    #[pyo3(signature = (values, *, jobs=1))]
    fn clearance<'py>(
        &self,
        values: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = jobs::checked)] jobs: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let nearest = |report: ConfigurationReport| report.nearest.map_or(f64::INFINITY, |near| near.gap.length.value);
        let found = self.ask(values, ConfigurationRequest::Clearance, jobs, nearest)?;
        scalar_or_array(values.py(), found)
    }

    /// The poses of all links at configurations, of shape (links, 4, 4) or (n, links, 4, 4), in the order of `link_names`.
    fn link_poses<'py>(&self, values: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let (py, articulation) = (values.py(), self.mounting.articulation());
        let rows = self.configurations(values)?;
        let links = articulation.link_names().len();
        let mut poses = vec![Pose::IDENTITY; links];
        let mut numbers = Vec::with_capacity(rows.as_slice().len() * links * 16);
        for row in rows.as_slice() {
            articulation.poses(row, &mut poses).map_err(|error| scene_error(py, error))?;
            numbers.extend(poses.iter().flat_map(row_major));
        }
        let flat = PyArray1::from_vec(py, numbers);
        match rows {
            OneOrMany::One(_) => Ok(flat.reshape([links, 4, 4])?.into_any()),
            OneOrMany::Many(many) => Ok(flat.reshape([many.len(), links, 4, 4])?.into_any()),
        }
    }

    fn __repr__(&self) -> String {
        let (links, dof) = (self.mounting.articulation().link_names().len(), self.mounting.articulation().dof());
        format!("Robot('{}', {links} links, {dof} joint values)", self.name)
    }
}

impl PyRobot {
    /// Rows of joint values.
    fn configurations(&self, values: &Bound<'_, PyAny>) -> PyResult<OneOrMany<Vec<f64>>> {
        let (array, dof) = (doubles(values, "values")?, self.mounting.articulation().dof());
        let numbers = array.as_slice()?;
        match array.shape() {
            [count] if *count == dof => Ok(OneOrMany::One(numbers.to_vec())),
            [_, count] if *count == dof => {
                Ok(OneOrMany::Many(numbers.chunks_exact(dof.max(1)).map(<[f64]>::to_vec).collect()))
            }
            shape => Err(wrong_shape("values", &format!("({dof},) or (n, {dof})"), shape)),
        }
    }

    /// An answer for each configuration.
    fn ask<T: Send>(
        &self,
        values: &Bound<'_, PyAny>,
        request: ConfigurationRequest,
        jobs: usize,
        answer: impl Fn(ConfigurationReport) -> T + Sync,
    ) -> PyResult<OneOrMany<T>> {
        let (py, rows, executor) = (values.py(), self.configurations(values)?, jobs::executor(jobs)?);
        let flat: Vec<&[f64]> = rows.as_slice().iter().map(Vec::as_slice).collect();
        let mut found = jobs::pieces(py, &executor, flat.len(), |range| {
            let reports = py.detach(|| {
                let mut scene = locked(&self.scene);
                let view = scene.view(&Executor::serial());
                view.configuration_rows(&self.mounting, &flat[range], request, &executor)
            });
            Ok(reports.map_err(|error| scene_error(py, error))?.into_iter().map(&answer).collect())
        })?;
        match (&rows, found.pop()) {
            (OneOrMany::One(_), Some(one)) => Ok(OneOrMany::One(one)),
            (_, last) => {
                found.extend(last);
                Ok(OneOrMany::Many(found))
            }
        }
    }
}
