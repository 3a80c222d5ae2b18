//! Polygons in the plane, for `impinge.planar`.

use crate::arrays::{OneOrMany, doubles, rows2, wrong_shape};
use crate::errors::{pose_error, shape_error, type_error, value_error};
use crate::jobs;
use crate::pairs::scalar_or_array;
use crate::results::{member, record, relation_number};
use glam::DVec2;
use impinge::math::PoseError;
use impinge::pair::Location;
use impinge_planar::{self as planar, Polygon, Pose2, Request};
use numpy::{PyArray1, PyArray2, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// A polygon by its rings, with what an odd number of them is around inside; also in several parts, with holes, or crossing itself.
///
/// Parameters
/// ----------
/// rings : sequence of arrays of shape (n, 2), one such array, or an object with `__geo_interface__`
///     Closed or not. A `Polygon` or `MultiPolygon` of shapely, or of anything else with `__geo_interface__`.
///
/// Examples
/// --------
/// >>> from impinge import planar
/// >>> square = planar.Polygon([[0, 0], [2, 0], [2, 2], [0, 2]])
/// >>> square, square.area
/// (Polygon(1 ring, 4 vertices), 4.0)
#[pyclass(frozen, module = "impinge.planar", name = "Polygon", weakref)]
pub struct PyPolygon {
    polygon: Arc<Polygon>,
}

#[pymethods]
impl PyPolygon {
    #[new]
    fn new(rings: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = rings.py();
        let rings = rings_of(rings)?;
        let made = py.detach(|| Polygon::try_new(rings)).map_err(|error| shape_error(py, error))?;
        Ok(Self { polygon: Arc::new(made) })
    }

    /// The rings, arrays of shape (n, 2), open.
    #[getter]
    fn rings<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyArray2<f64>>>> {
        self.polygon.rings().map(|ring| rows2(py, ring.iter().map(|point| point.to_array()))).collect()
    }

    /// The area inside.
    #[getter]
    fn area(&self) -> f64 {
        self.polygon.area()
    }

    /// Lowest and highest coordinates, of shape (2, 2).
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let bounds = self.polygon.bounds();
        rows2(py, [bounds.min.to_array(), bounds.max.to_array()].into_iter())
    }

    fn __repr__(&self) -> String {
        let (rings, vertices) = (self.polygon.ring_count(), self.polygon.vertices().len());
        format!("Polygon({rings} ring{}, {vertices} vertices)", if rings == 1 { "" } else { "s" })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        Ok((py.get_type::<Self>().into_any(), (self.rings(py)?,).into_pyobject(py)?))
    }
}

/// An answer for one pose or each of a batch.
fn ask<T: Send>(
    a: &Bound<'_, PyAny>,
    b: &Bound<'_, PyAny>,
    a_from_b: Option<&Bound<'_, PyAny>>,
    jobs: usize,
    question: impl Fn(&Polygon, &Polygon, &Pose2) -> T + Sync + Send,
) -> PyResult<OneOrMany<T>> {
    let (py, a, b) = (a.py(), polygon_of(a)?, polygon_of(b)?);
    match poses(a_from_b)? {
        OneOrMany::One(pose) => Ok(OneOrMany::One(py.detach(|| question(&a, &b, &pose)))),
        OneOrMany::Many(poses) => {
            let executor = jobs::executor(jobs)?;
            py.detach(|| {
                a.prepare();
                b.prepare();
            });
            jobs::map(py, &executor, poses.len(), |k| question(&a, &b, &poses[k])).map(OneOrMany::Many)
        }
    }
}

/// A polygon, or what one is made of.
fn polygon_of(object: &Bound<'_, PyAny>) -> PyResult<Arc<Polygon>> {
    match object.cast::<PyPolygon>() {
        Ok(polygon) => Ok(Arc::clone(&polygon.get().polygon)),
        Err(_) if object.hasattr("__geo_interface__")? => Ok(PyPolygon::new(object)?.polygon),
        Err(_) => Err(type_error(format!(
            "expected an impinge.planar.Polygon or a polygon of shapely, found {}",
            object.get_type().fully_qualified_name()?
        ))),
    }
}

/// The rings of an object.
fn rings_of(object: &Bound<'_, PyAny>) -> PyResult<Vec<Vec<DVec2>>> {
    let Ok(geometry) = object.getattr("__geo_interface__") else {
        if let Ok(only) = ring(object) {
            return Ok(vec![only]);
        }
        return object.try_iter()?.map(|item| ring(&item?)).collect();
    };
    let (kind, coordinates) = (geometry.get_item("type")?, geometry.get_item("coordinates")?);
    match &kind.extract::<String>()?[..] {
        "Polygon" => coordinates.try_iter()?.map(|item| ring(&item?)).collect(),
        "MultiPolygon" => {
            let mut rings = Vec::new();
            for part in coordinates.try_iter()? {
                for item in part?.try_iter()? {
                    rings.push(ring(&item?)?);
                }
            }
            Ok(rings)
        }
        other => Err(type_error(format!("expected a Polygon or MultiPolygon, found a {other}"))),
    }
}

/// A ring without a last point that repeats its first.
fn ring(object: &Bound<'_, PyAny>) -> PyResult<Vec<DVec2>> {
    let array = doubles(object, "rings")?;
    let [_, 2 | 3] = *array.shape() else { return Err(wrong_shape("rings", "(n, 2)", array.shape())) };
    let width = array.shape()[1];
    let mut points: Vec<DVec2> = array.as_slice()?.chunks_exact(width).map(|p| DVec2::new(p[0], p[1])).collect();
    if points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    Ok(points)
}

/// Poses of an array of shape (3, 3) or (n, 3, 3).
fn poses(object: Option<&Bound<'_, PyAny>>) -> PyResult<OneOrMany<Pose2>> {
    let Some(object) = object.filter(|object| !object.is_none()) else {
        return Ok(OneOrMany::One(Pose2::default()));
    };
    let (py, array) = (object.py(), doubles(object, "a_from_b")?);
    let numbers = array.as_slice()?;
    match *array.shape() {
        [3, 3] => pose(numbers).map(OneOrMany::One).map_err(|error| pose_error(py, None, error)),
        [_, 3, 3] => {
            let rows = numbers.chunks_exact(9).enumerate();
            let rows = rows.map(|(row, m)| pose(m).map_err(|error| pose_error(py, Some(row), error)));
            rows.collect::<PyResult<_>>().map(OneOrMany::Many)
        }
        ref shape => Err(wrong_shape("a_from_b", "(3, 3) or (n, 3, 3)", shape)),
    }
}

/// The pose of a matrix, row after row: its first column is the direction of the x axis.
fn pose(m: &[f64]) -> Result<Pose2, PoseError> {
    if m[6..] != [0.0, 0.0, 1.0] {
        return Err(PoseError::NotAffine);
    }
    let (direction, error) = (DVec2::new(m[0], m[3]), (m[4] - m[0]).abs().max((m[1] + m[3]).abs()));
    if error > SAME_ROTATION {
        let mirrors = m[0] * m[4] - m[1] * m[3] < 0.0;
        return Err(if mirrors { PoseError::Mirror } else { PoseError::NotOrthonormal { error } });
    }
    Pose2::try_new(direction, DVec2::new(m[2], m[5]))
}

/// What the columns of a rotation may differ by from being each other's turn: rounding.
const SAME_ROTATION: f64 = 1e-9;

#[pyfunction]
#[pyo3(signature = (a, b, a_from_b=None, jobs=1))]
pub fn _planar_intersects<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    a_from_b: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = jobs::checked)] jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    scalar_or_array(a.py(), ask(a, b, a_from_b, jobs, planar::intersects)?)
}

#[pyfunction]
#[pyo3(signature = (a, b, a_from_b=None, jobs=1))]
pub fn _planar_relate<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    a_from_b: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = jobs::checked)] jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let request = Request::default();
    let number =
        |a: &Polygon, b: &Polygon, pose: &Pose2| relation_number(planar::relate(a, b, pose, &request).relation);
    match ask(a, b, a_from_b, jobs, number)? {
        OneOrMany::One(one) => member(a.py(), "Relation", one),
        many @ OneOrMany::Many(_) => scalar_or_array(a.py(), many),
    }
}

#[pyfunction]
#[pyo3(signature = (a, b, a_from_b=None, jobs=1))]
pub fn _planar_closest_points<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    a_from_b: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = jobs::checked)] jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let both = |points: [DVec2; 2]| points.map(|point| point.to_array());
    match ask(a, b, a_from_b, jobs, planar::distance)? {
        OneOrMany::One(found) => record(py, "PlanarClosest", (found.value, rows2(py, both(found.points).into_iter())?)),
        OneOrMany::Many(many) => {
            let distances = PyArray1::from_vec(py, many.iter().map(|found| found.value).collect());
            let points: Vec<f64> = many.iter().flat_map(|found| both(found.points)).flatten().collect();
            record(py, "PlanarClosest", (distances, PyArray1::from_vec(py, points).reshape([many.len(), 2, 2])?))
        }
    }
}

#[pyfunction]
pub fn _planar_contains<'py>(polygon: &Bound<'py, PyAny>, points: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let (py, polygon, array) = (polygon.py(), polygon_of(polygon)?, doubles(points, "points")?);
    let numbers = array.as_slice()?;
    let is_in = |(k, p): (usize, &[f64])| {
        let place = planar::locate(&polygon, DVec2::new(p[0], p[1]));
        place
            .map(|place| place != Location::Outside)
            .ok_or_else(|| value_error(format!("points: point {k} is not finite")))
    };
    match *array.shape() {
        [2] => scalar_or_array(py, OneOrMany::One(is_in((0, numbers))?)),
        [_, 2] => {
            let found = numbers.chunks_exact(2).enumerate().map(is_in).collect::<PyResult<_>>()?;
            scalar_or_array(py, OneOrMany::Many(found))
        }
        ref shape => Err(wrong_shape("points", "(2,) or (n, 2)", shape)),
    }
}
