//! Points and a mesh.

use crate::arrays::{self, OneOrMany, rows3, vector};
use crate::body::Body;
use crate::errors::{type_error, value_error};
use crate::jobs;
use crate::pairs::scalar_or_array;
use crate::results::{feature_row, member, record};
use glam::DVec3;
use impinge::executor::Executor;
use impinge::mesh::Mesh;
use impinge::pair::{Location, NearestFace, PointQuery};
use numpy::PyArray1;
use pyo3::prelude::*;
use std::sync::Arc;

/// The mesh of an argument.
///
/// # Errors
/// No mesh, box or hull.
pub fn mesh_of(object: &Bound<'_, PyAny>) -> PyResult<Arc<Mesh>> {
    let body = Body::of(object)?;
    body.as_mesh().cloned().ok_or_else(|| type_error("expected a mesh, a box or a hull, found a curved shape"))
}

/// An answer for each point; points that no answer exists for are named.
fn ask<T: Send>(
    mesh: &Bound<'_, PyAny>,
    points: &Bound<'_, PyAny>,
    jobs: usize,
    question: impl Fn(&PointQuery<'_>, DVec3) -> Option<T> + Sync + Send,
) -> PyResult<OneOrMany<T>> {
    let (py, mesh, points) = (mesh.py(), mesh_of(mesh)?, arrays::points(points, "points")?);
    let query = PointQuery::new(&mesh);
    let refused = |k: usize| {
        let [x, y, z] = points.as_slice()[k].to_array();
        value_error(format!(
            "points: point {k} is ({x}, {y}, {z}), expected finite coordinates of zero or 1e-90 to 1e90 in magnitude"
        ))
    };
    match &points {
        OneOrMany::One(point) => py.detach(|| question(&query, *point)).map(OneOrMany::One).ok_or_else(|| refused(0)),
        OneOrMany::Many(many) => {
            let executor = jobs::executor(jobs)?;
            py.detach(|| mesh.prepare(&Executor::serial()));
            let found = jobs::map(py, &executor, many.len(), |k| question(&query, many[k]))?;
            let found = found.into_iter().enumerate().map(|(k, answer)| answer.ok_or_else(|| refused(k)));
            found.collect::<PyResult<_>>().map(OneOrMany::Many)
        }
    }
}

/// Whether points are in a mesh: inside it or on its surface. Exact.
///
/// Inside is where the winding number about closed parts is not zero; an open mesh encloses nothing, so only points on its faces are in it.
///
/// Parameters
/// ----------
/// mesh : Mesh
/// points : array of shape (3,) or (n, 3)
/// jobs : int
///     Threads: 1 for the caller's alone, 0 for one on every core.
///
/// Returns
/// -------
/// bool, or array of bool of shape (n,)
///
/// Examples
/// --------
/// >>> import impinge
/// >>> cube = impinge.Mesh.box([0, 0, 0], [1, 1, 1])
/// >>> impinge.contains(cube, [[0.5, 0.5, 0.5], [1, 1, 1], [1.0000000000000002, 1, 1]])
/// array([ True,  True, False])
#[pyfunction]
#[pyo3(signature = (mesh, points, *, jobs=1))]
pub fn contains<'py>(
    mesh: &Bound<'py, PyAny>,
    points: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = jobs::checked)] jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let found = ask(mesh, points, jobs, |query, point| query.locate(point).map(|place| place != Location::Outside))?;
    scalar_or_array(mesh.py(), found)
}

/// Where points lie: outside of a mesh, on its surface, or inside. Exact.
///
/// Returns
/// -------
/// Location, or array of their numbers of shape (n,)
///
/// Examples
/// --------
/// >>> import impinge
/// >>> impinge.locate(impinge.Mesh.box([0, 0, 0], [1, 1, 1]), [1, 0.5, 0.5])
/// <Location.SURFACE: 1>
#[pyfunction]
#[pyo3(signature = (mesh, points, *, jobs=1))]
pub fn locate<'py>(
    mesh: &Bound<'py, PyAny>,
    points: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = jobs::checked)] jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let number = |place| match place {
        Location::Outside => 0_u8,
        Location::Surface => 1,
        Location::Inside => 2,
    };
    match ask(mesh, points, jobs, |query, point| query.locate(point).map(number))? {
        OneOrMany::One(one) => member(mesh.py(), "Location", one),
        many @ OneOrMany::Many(_) => scalar_or_array(mesh.py(), many),
    }
}

/// How far points are from the surface of a mesh: negative inside, zero on it. The sign is exact.
///
/// Returns
/// -------
/// float, or array of shape (n,)
///
/// Examples
/// --------
/// >>> import impinge
/// >>> cube = impinge.Mesh.box([0, 0, 0], [4, 4, 4])
/// >>> impinge.signed_distance(cube, [[2, 2, 1], [2, 2, 6]])
/// array([-1.,  2.])
#[pyfunction]
#[pyo3(signature = (mesh, points, *, jobs=1))]
pub fn signed_distance<'py>(
    mesh: &Bound<'py, PyAny>,
    points: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = jobs::checked)] jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let value = |query: &PointQuery<'_>, point| query.signed_distance(point).map(|distance| distance.value);
    scalar_or_array(mesh.py(), ask(mesh, points, jobs, value)?)
}

/// The points of a mesh's surface that are nearest to points.
///
/// Returns
/// -------
/// NearestPoints
///     `distance` (never negative), `point`, `face`, of a box or hull that of its `to_mesh()`, and `feature` (3,), what of the face the point lies on; for many
///     points each has one axis more.
///
/// Examples
/// --------
/// >>> import impinge
/// >>> impinge.nearest_points(impinge.Mesh.box([0, 0, 0], [4, 4, 4]), [2, 2, 6]).point
/// array([2., 2., 4.])
#[pyfunction]
#[pyo3(signature = (mesh, points, *, jobs=1))]
pub fn nearest_points<'py>(
    mesh: &Bound<'py, PyAny>,
    points: &Bound<'py, PyAny>,
    #[pyo3(from_py_with = jobs::checked)] jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = mesh.py();
    let faces = mesh_of(mesh)?;
    let feature =
        |near: &NearestFace| feature_row(Some(near.feature.in_mesh(near.face, faces.faces()[near.face.index()])));
    match ask(mesh, points, jobs, |query, point| query.nearest(point))? {
        OneOrMany::One(near) => {
            let row = PyArray1::from_slice(py, &feature(&near));
            record(py, "NearestPoints", (near.distance.value, vector(py, near.point), near.face.0, row))
        }
        OneOrMany::Many(many) => {
            let distances = PyArray1::from_vec(py, many.iter().map(|near| near.distance.value).collect());
            let points = rows3(py, many.iter().map(|near| near.point.to_array()))?;
            let faces = PyArray1::from_vec(py, many.iter().map(|near| near.face.0).collect());
            let features = rows3(py, many.iter().map(feature))?;
            record(py, "NearestPoints", (distances, points, faces, features))
        }
    }
}
