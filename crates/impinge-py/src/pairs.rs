//! Questions about two bodies at one pose or many: whether they meet, how they relate, how far apart they are.

use crate::arrays::{OneOrMany, point_pairs, rows2};
use crate::body::{Body, Gap};
use crate::errors::value_error;
use crate::jobs;
use crate::poses::Poses;
use crate::results::{certainty_number, feature_row, member, record, relation_number};
use impinge::math::Pose;
use numpy::{PyArray1, PyArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;

/// Two bodies and the poses that they are asked about at.
pub struct PairQuery {
    a: Body,
    b: Body,
    poses: Poses,
}

impl PairQuery {
    /// What the arguments of a query are.
    ///
    /// # Errors
    /// They are no bodies, or no poses.
    pub fn of(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>, a_from_b: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Self::of_bodies([Body::of(a)?, Body::of(b)?], a_from_b)
    }

    /// The same of bodies that are known.
    ///
    /// # Errors
    /// They are no poses.
    pub fn of_bodies([a, b]: [Body; 2], a_from_b: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        Ok(Self { a, b, poses: Poses::of(a_from_b, "a_from_b")? })
    }

    /// The answer at the pose, or in a list for each pose of a batch, without the interpreter's lock.
    ///
    /// # Errors
    /// Threads cannot be started; a signal handler raised.
    pub fn ask<T: Send>(
        &self,
        py: Python<'_>,
        jobs: usize,
        question: impl Fn(&Body, &Body, &Pose) -> T + Sync + Send,
    ) -> PyResult<OneOrMany<T>> {
        let Self { a, b, poses } = self;
        match &poses.0 {
            OneOrMany::One(pose) => Ok(OneOrMany::One(py.detach(|| question(a, b, pose)))),
            OneOrMany::Many(poses) => {
                let executor = jobs::executor(jobs)?;
                py.detach(|| Body::prepare(a, b, &executor));
                jobs::map(py, &executor, poses.len(), |k| question(a, b, &poses[k])).map(OneOrMany::Many)
            }
        }
    }
}

/// Whether two bodies share a point. Touching counts; so does one body inside the other.
///
/// Parameters
/// ----------
/// a, b : Mesh or Convex
///     The bodies. A closed mesh is a solid, an open one a surface.
/// a_from_b : Poses, or array of shape (4, 4) or (n, 4, 4), optional
///     What carries B's frame to A's: one pose, or a batch. Left out, both are in one frame.
/// jobs : int
///     Threads for a batch: 1 for the caller's alone, 0 for one on every core. Answers do not depend on it.
///
/// Returns
/// -------
/// bool, or array of bool of shape (n,) for a batch
///
/// Examples
/// --------
/// >>> import impinge
/// >>> cube = impinge.Mesh.box([0, 0, 0], [1, 1, 1])
/// >>> impinge.intersects(cube, cube, impinge.Poses(translations=[1, 0, 0]))
/// True
/// >>> impinge.intersects(cube, cube, impinge.Poses(translations=[[0.5, 0, 0], [1.5, 0, 0]]))
/// array([ True, False])
#[pyfunction]
#[pyo3(signature = (a, b, a_from_b=None, *, jobs=1))]
pub fn intersects<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    a_from_b: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = jobs::checked)] jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let found = PairQuery::of(a, b, a_from_b)?.ask(py, jobs, Body::intersects)?;
    scalar_or_array(py, found)
}

/// Whether two bodies are at most `length` apart. Stops as soon as that is decided, so it is faster than `distance`.
///
/// Of curved shapes, whose distance is known between bounds, it is whether they may be.
///
/// Examples
/// --------
/// >>> import impinge
/// >>> cube = impinge.Mesh.box([0, 0, 0], [1, 1, 1])
/// >>> impinge.within(cube, cube, 0.25, impinge.Poses(translations=[1.25, 0, 0]))
/// True
#[pyfunction]
#[pyo3(signature = (a, b, length, a_from_b=None, *, jobs=1))]
pub fn within<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    length: f64,
    a_from_b: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = jobs::checked)] jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    if length.is_nan() || length < 0.0 {
        return Err(value_error(format!("length: expected zero or more, found {length}")));
    }
    let query = PairQuery::of(a, b, a_from_b)?;
    scalar_or_array(py, query.ask(py, jobs, |a, b, pose| Body::within(a, b, pose, length))?)
}

/// How two bodies relate as point sets: disjoint, touching, crossing, one inside the other, or coincident. Exact, without any epsilon.
///
/// Returns
/// -------
/// PairRelation
///     `relation` is a `Relation`, `certainty` a `Certainty`; for a batch, arrays of their numbers.
///
/// Examples
/// --------
/// >>> import impinge
/// >>> cube, pin = impinge.Mesh.box([0, 0, 0], [2, 2, 2]), impinge.Mesh.box([0, 0, 0], [1, 1, 1])
/// >>> impinge.relate(cube, pin).relation
/// <Relation.B_INSIDE_A: 4>
/// >>> batch = impinge.relate(cube, pin, impinge.Poses(translations=[[x, 0, 0] for x in (0, 1.5, 2, 3)]))
/// >>> [impinge.Relation(number).name for number in batch.relation]
/// ['B_INSIDE_A', 'CROSSING', 'TOUCHING', 'DISJOINT']
#[pyfunction]
#[pyo3(signature = (a, b, a_from_b=None, *, jobs=1))]
pub fn relate<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    a_from_b: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = jobs::checked)] jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    match PairQuery::of(a, b, a_from_b)?.ask(py, jobs, Body::relate)? {
        OneOrMany::One((relation, certainty)) => {
            let relation = member(py, "Relation", relation_number(relation))?;
            record(py, "PairRelation", (relation, member(py, "Certainty", certainty_number(certainty))?))
        }
        OneOrMany::Many(many) => {
            let relations = many.iter().map(|(relation, _)| relation_number(*relation)).collect();
            let certainties = many.iter().map(|(_, certainty)| certainty_number(*certainty)).collect();
            record(py, "PairRelation", (PyArray1::from_vec(py, relations), PyArray1::from_vec(py, certainties)))
        }
    }
}

/// How far apart two bodies are.
///
/// Of meshes, boxes and hulls it is zero exactly if they share a point, also if one is inside the other. Of curved shapes it is a value between bounds, which
/// `closest_points` gives: it can be zero for shapes that are barely apart.
///
/// Returns
/// -------
/// float, or array of shape (n,) for a batch
///
/// Examples
/// --------
/// >>> import impinge
/// >>> cube = impinge.Mesh.box([0, 0, 0], [1, 1, 1])
/// >>> impinge.distance(cube, cube, impinge.Poses(translations=[[1.5, 0, 0], [1, 1, 0]]))
/// array([0.5, 0. ])
#[pyfunction]
#[pyo3(signature = (a, b, a_from_b=None, *, jobs=1))]
pub fn distance<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    a_from_b: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = jobs::checked)] jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let query = PairQuery::of(a, b, a_from_b)?;
    scalar_or_array(py, query.ask(py, jobs, |a, b, pose| Body::gap(a, b, pose).length.value)?)
}

/// How far apart two bodies are, with closest points of both and the features that these lie on.
///
/// Returns
/// -------
/// ClosestPoints
///     `distance`, `bounds` (lower and upper; both the distance for meshes), `points` (of A, then of B, in A's frame) and `features`
///     (rows of a `FeatureKind` and indices, of a box or hull those of its `to_mesh()`). For a batch each has one axis more.
///
/// Examples
/// --------
/// >>> import impinge
/// >>> cube = impinge.Mesh.box([0, 0, 0], [1, 1, 1])
/// >>> found = impinge.closest_points(cube, cube, impinge.Poses(translations=[2, 2, 0]))
/// >>> round(found.distance, 6), found.points[:, :2].tolist()
/// (1.414214, [[1.0, 1.0], [2.0, 2.0]])
#[pyfunction]
#[pyo3(signature = (a, b, a_from_b=None, *, jobs=1))]
pub fn closest_points<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    a_from_b: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = jobs::checked)] jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let features = |gap: &Gap| gap.features.map(feature_row).into_iter().flatten();
    match PairQuery::of(a, b, a_from_b)?.ask(py, jobs, Body::gap)? {
        OneOrMany::One(gap) => {
            let bounds = PyArray1::from_vec(py, vec![gap.length.lower, gap.length.upper]);
            let points = point_pairs(py, [gap.points].into_iter())?.reshape([2, 3])?;
            let features = PyArray1::from_vec(py, features(&gap).collect()).reshape([2, 3])?;
            record(py, "ClosestPoints", (gap.length.value, bounds, points, features))
        }
        OneOrMany::Many(gaps) => {
            let distances = PyArray1::from_vec(py, gaps.iter().map(|gap| gap.length.value).collect());
            let bounds = rows2(py, gaps.iter().map(|gap| [gap.length.lower, gap.length.upper]))?;
            let points = point_pairs(py, gaps.iter().map(|gap| gap.points))?;
            let features = PyArray1::from_vec(py, gaps.iter().flat_map(features).collect());
            record(py, "ClosestPoints", (distances, bounds, points, features.reshape([gaps.len(), 2, 3])?))
        }
    }
}

/// One answer as a number of Python, many as an array.
///
/// # Errors
/// Python has no memory left.
pub fn scalar_or_array<'py, T>(py: Python<'py>, found: OneOrMany<T>) -> PyResult<Bound<'py, PyAny>>
where
    T: numpy::Element + IntoPyObject<'py>,
{
    match found {
        OneOrMany::One(one) => one.into_bound_py_any(py),
        OneOrMany::Many(many) => Ok(PyArray1::from_vec(py, many).into_any()),
    }
}
