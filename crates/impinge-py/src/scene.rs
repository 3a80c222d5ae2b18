//! Scenes: many bodies that move.

use crate::arrays::{self, OneOrMany, point_pairs, vector};
use crate::body::Body;
use crate::errors::{scene_error, shape_error, type_error};
use crate::jobs;
use crate::poses::Poses;
use crate::results::{certainty_number, member, record, relation_number};
use impinge::executor::Executor;
use impinge::math::Pose;
use impinge::pair::Request;
use impinge::scene::{self, BodyGap, BodyOptions, ContactPhase, Model, Scene, SceneError};
use impinge::shape::{HalfSpace, Ray};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The name of a body in a scene; it stays the same until the body is removed, and is never given to another.
#[pyclass(frozen, eq, hash, ord, from_py_object, module = "impinge", name = "BodyId")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BodyId(pub scene::BodyId);

#[pymethods]
impl BodyId {
    fn __repr__(&self) -> String {
        format!("BodyId({})", self.0.slot())
    }
}

/// Many bodies that move. It keeps what it learnt about them for the next step.
///
/// Examples
/// --------
/// >>> import impinge
/// >>> scene = impinge.Scene()
/// >>> ground = scene.insert_half_space([0, 0, 1], 0.0, name="ground")
/// >>> ball = scene.insert(impinge.Convex.sphere(0.5), impinge.Poses(translations=[0, 0, 2]), name="ball")
/// >>> scene.step()
/// Step(begin=[], stay=[], end=[])
/// >>> scene.set_pose(ball, impinge.Poses(translations=[0, 0, 0.5]))
/// >>> scene.step().begin == [(ground, ball)]
/// True
#[pyclass(frozen, module = "impinge", name = "Scene", weakref)]
pub struct PyScene {
    scene: Mutex<Scene>,
}

impl PyScene {
    /// Asks or changes the scene without the interpreter's lock, so that no thread waits for one lock while it holds the other.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut Scene) -> Result<T, SceneError> + Send,
    ) -> PyResult<T> {
        py.detach(|| work(&mut locked(&self.scene))).map_err(|error| scene_error(py, error))
    }
}

/// A scene is whole between calls, also after a panic elsewhere.
pub fn locked(scene: &Mutex<Scene>) -> MutexGuard<'_, Scene> {
    scene.lock().unwrap_or_else(PoisonError::into_inner)
}

#[pymethods]
impl PyScene {
    #[new]
    fn new() -> Self {
        Self { scene: Mutex::default() }
    }

    /// Adds a body at a pose and returns its id; names must differ.
    #[pyo3(signature = (body, world_from_body=None, *, name=None))]
    fn insert(
        &self,
        body: &Bound<'_, PyAny>,
        world_from_body: Option<&Bound<'_, PyAny>>,
        name: Option<String>,
    ) -> PyResult<BodyId> {
        let (py, pose) = (body.py(), Poses::one(world_from_body, "world_from_body")?);
        let model = Body::of(body)?.model().map_err(|error| shape_error(py, error))?;
        let options = BodyOptions { name, ..BodyOptions::default() };
        self.with(py, |scene| scene.insert(&model, &pose, options)).map(BodyId)
    }

    /// Adds everything on one side of a plane: the points p with normal · p <= offset.
    #[pyo3(signature = (normal, offset, *, name=None))]
    fn insert_half_space(&self, normal: &Bound<'_, PyAny>, offset: f64, name: Option<String>) -> PyResult<BodyId> {
        let (py, normal) = (normal.py(), arrays::point(normal, "normal")?);
        let model = HalfSpace::try_new(normal, offset).map(Model::from).map_err(|error| shape_error(py, error))?;
        let options = BodyOptions { name, ..BodyOptions::default() };
        self.with(py, |scene| scene.insert(&model, &Pose::IDENTITY, options)).map(BodyId)
    }

    /// Moves a body.
    fn set_pose(&self, body: BodyId, world_from_body: &Bound<'_, PyAny>) -> PyResult<()> {
        let pose = Poses::one(Some(world_from_body), "world_from_body")?;
        self.with(world_from_body.py(), |scene| scene.set_pose(body.0, &pose))
    }

    /// Where a body is.
    fn pose(&self, py: Python<'_>, body: BodyId) -> PyResult<Poses> {
        self.with(py, |scene| Ok(*scene.body(body.0)?.world_from_body())).map(|pose| Poses(OneOrMany::One(pose)))
    }

    /// The name of a body, if it has one.
    fn name(&self, py: Python<'_>, body: BodyId) -> PyResult<Option<String>> {
        self.with(py, |scene| Ok(scene.body(body.0)?.name().map(str::to_owned)))
    }

    /// The body of a name, if there is one.
    fn find(&self, py: Python<'_>, name: &str) -> Option<BodyId> {
        py.detach(|| locked(&self.scene).find(name)).map(BodyId)
    }

    /// Removes a body.
    fn remove(&self, py: Python<'_>, body: BodyId) -> PyResult<()> {
        self.with(py, |scene| scene.remove(body.0).map(|_| ()))
    }

    /// Leaves a pair out of every step and query.
    fn ignore(&self, py: Python<'_>, a: BodyId, b: BodyId) -> PyResult<()> {
        self.with(py, |scene| scene.ignore(a.0, b.0))
    }

    /// Takes a pair in again that was ignored.
    fn allow(&self, py: Python<'_>, a: BodyId, b: BodyId) -> PyResult<()> {
        self.with(py, |scene| scene.allow_pair(a.0, b.0))
    }

    /// All bodies.
    fn bodies(&self, py: Python<'_>) -> Vec<BodyId> {
        py.detach(|| locked(&self.scene).bodies().map(|body| BodyId(body.id())).collect())
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        py.detach(|| locked(&self.scene).len())
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("Scene({} bodies)", self.__len__(py))
    }

    /// Tests all pairs of which a body moved: `Step(begin, stay, end)`, lists of pairs of bodies whose contact began, stayed and ended.
    #[pyo3(signature = (*, jobs=1))]
    fn step<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = jobs::checked)] jobs: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let executor = jobs::executor(jobs)?;
        let events = self.with(py, |scene| Ok(scene.step(&executor).events.to_vec()))?;
        let of = |phase: ContactPhase| -> Vec<(BodyId, BodyId)> {
            let events = events.iter().filter(|event| event.phase == phase);
            events.map(|event| (BodyId(event.bodies.0), BodyId(event.bodies.1))).collect()
        };
        record(py, "Step", (of(ContactPhase::Begin), of(ContactPhase::Stay), of(ContactPhase::End)))
    }

    /// All pairs that share a point now: a list of `(a, b, Relation)`.
    #[pyo3(signature = (*, jobs=1))]
    fn pairs<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = jobs::checked)] jobs: usize,
    ) -> PyResult<Vec<(BodyId, BodyId, Bound<'py, PyAny>)>> {
        let executor = jobs::executor(jobs)?;
        let found = self.with(py, |scene| Ok(scene.view(&executor).report(&Request::default(), &executor)))?;
        let meeting = found.iter().filter(|pair| relation_number(pair.relation) > 0);
        let row = |pair: &scene::BodyPair| {
            let relation = member(py, "Relation", relation_number(pair.relation))?;
            Ok((BodyId(pair.bodies.0), BodyId(pair.bodies.1), relation))
        };
        meeting.map(row).collect()
    }

    /// How two bodies relate, as `impinge.relate` says it.
    fn relate<'py>(&self, py: Python<'py>, a: BodyId, b: BodyId) -> PyResult<Bound<'py, PyAny>> {
        let serial = Executor::serial();
        let pair = self.with(py, |scene| scene.view(&serial).relate(a.0, b.0, &Request::default()))?;
        let certainty = member(py, "Certainty", certainty_number(pair.certainty))?;
        record(py, "PairRelation", (member(py, "Relation", relation_number(pair.relation))?, certainty))
    }

    /// How far apart two bodies are.
    fn distance(&self, py: Python<'_>, a: BodyId, b: BodyId) -> PyResult<f64> {
        let serial = Executor::serial();
        self.with(py, |scene| scene.view(&serial).distance(a.0, b.0)).map(|gap| gap.length.value)
    }

    /// The two bodies that are nearest to each other, or the one nearest to `body`: `NearestBodies(a, b, distance, points)`; None where there are no two.
    #[pyo3(signature = (body=None))]
    fn nearest<'py>(&self, py: Python<'py>, body: Option<BodyId>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let serial = Executor::serial();
        let found = self.with(py, |scene| match body {
            Some(body) => scene.view(&serial).nearest_to(body.0),
            None => Ok(scene.view(&serial).nearest_pair()),
        })?;
        found.map(|pair| nearest_record(py, [BodyId(pair.bodies.0), BodyId(pair.bodies.1)], &pair.gap)).transpose()
    }

    /// Whom a body would meet at another pose: a list of bodies; for a batch of poses, the first body met at each, or None.
    #[pyo3(signature = (body, world_from_body, *, jobs=1))]
    fn what_if<'py>(
        &self,
        body: BodyId,
        world_from_body: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = jobs::checked)] jobs: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, serial) = (world_from_body.py(), Executor::serial());
        match Poses::of(Some(world_from_body), "world_from_body")?.0 {
            OneOrMany::One(pose) => {
                let found = self.with(py, |scene| scene.view(&serial).what_if(body.0, &pose))?;
                found.into_iter().map(BodyId).collect::<Vec<_>>().into_pyobject(py)
            }
            OneOrMany::Many(poses) => {
                let executor = jobs::executor(jobs)?;
                let found = jobs::pieces(py, &executor, poses.len(), |range| {
                    self.with(py, |scene| scene.view(&serial).poses(body.0, &poses[range], &executor))
                })?;
                found.into_iter().map(|met| met.map(BodyId)).collect::<Vec<_>>().into_pyobject(py)
            }
        }
    }

    /// The bodies that something at a pose would meet, which need not be in the scene.
    #[pyo3(signature = (other, world_from_other=None))]
    fn overlapping(
        &self,
        other: &Bound<'_, PyAny>,
        world_from_other: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Vec<BodyId>> {
        let (py, pose, serial) = (other.py(), Poses::one(world_from_other, "world_from_other")?, Executor::serial());
        let model = Body::of(other)?.model().map_err(|error| shape_error(py, error))?;
        let found = self.with(py, |scene| scene.view(&serial).overlapping(&model, &pose))?;
        Ok(found.into_iter().map(BodyId).collect())
    }

    /// The first body that a ray meets: `SceneHit(body, t, point, face)`, or None.
    #[pyo3(signature = (origin, direction, *, max_t=f64::INFINITY))]
    fn raycast<'py>(
        &self,
        origin: &Bound<'py, PyAny>,
        direction: &Bound<'py, PyAny>,
        max_t: f64,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let (py, serial) = (origin.py(), Executor::serial());
        let (origin, direction) = (arrays::point(origin, "origin")?, arrays::point(direction, "direction")?);
        let ray = Ray::try_new(origin, direction).map_err(|error| shape_error(py, error))?;
        let hit = self.with(py, |scene| Ok(scene.view(&serial).cast_ray(&ray, max_t)))?;
        let row = |hit: scene::SceneHit| {
            let face = hit.face.map_or(-1, |face| i64::from(face.0));
            record(py, "SceneHit", (BodyId(hit.body), hit.t, vector(py, hit.point), face))
        };
        hit.map(row).transpose()
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(type_error("a Scene cannot be pickled or copied; insert its bodies into a new one"))
    }
}

/// Two bodies and how far apart they are, in the world.
fn nearest_record<'py>(py: Python<'py>, bodies: [BodyId; 2], gap: &BodyGap) -> PyResult<Bound<'py, PyAny>> {
    let points = point_pairs(py, [gap.points].into_iter())?.reshape([2, 3])?;
    let bounds = PyArray1::from_vec(py, vec![gap.length.lower, gap.length.upper]);
    record(py, "NearestBodies", (bodies[0], bodies[1], gap.length.value, bounds, points))
}
