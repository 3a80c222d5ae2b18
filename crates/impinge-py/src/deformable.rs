//! Surfaces whose vertices move.

use crate::arrays::{self, point_pairs, rows2};
use crate::errors::{mesh_error, type_error, value_error};
use crate::jobs;
use crate::results::record;
use glam::DVec3;
use impinge::deform::{Deformable, FaceGap, ProximityReport};
use impinge::executor::Executor;
use impinge::feature::FaceId;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A surface whose vertices move, such as cloth. It keeps its tree from step to step, and meets itself and others exactly.
///
/// Parameters
/// ----------
/// vertices : array of shape (n, 3)
/// faces : array of shape (m, 3)
///
/// Examples
/// --------
/// >>> import impinge
/// >>> strip = [[0, 0, 0], [1, 0, 0], [0.5, 1, 0], [1.5, 1, 0], [1, 2, 2], [2, 2, 2]]
/// >>> cloth = impinge.Deformable(strip, [[0, 1, 2], [1, 3, 2], [2, 3, 4], [3, 5, 4]])
/// >>> len(cloth.self_contacts().meeting)
/// 0
/// >>> strip[5] = [0.5, 0.25, -0.5]
/// >>> cloth.update(strip)
/// >>> cloth.self_contacts().meeting.tolist()
/// [[0, 3]]
#[pyclass(frozen, module = "impinge", name = "Deformable", weakref)]
pub struct PyDeformable {
    surface: Mutex<Deformable>,
}

impl PyDeformable {
    fn locked(&self) -> MutexGuard<'_, Deformable> {
        self.surface.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl PyDeformable {
    #[new]
    fn new(vertices: &Bound<'_, PyAny>, faces: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = vertices.py();
        let (vertices, faces) = (arrays::point_rows(vertices, "vertices")?, arrays::faces(faces)?);
        let made = py.detach(|| Deformable::try_new(&vertices, faces, &Executor::serial()));
        made.map(|surface| Self { surface: Mutex::new(surface) }).map_err(|error| mesh_error(py, &error))
    }

    /// Moves all vertices, to the rows of an array of shape (n, 3).
    #[pyo3(signature = (vertices, *, jobs=1))]
    fn update(&self, vertices: &Bound<'_, PyAny>, #[pyo3(from_py_with = jobs::checked)] jobs: usize) -> PyResult<()> {
        let (py, executor) = (vertices.py(), jobs::executor(jobs)?);
        let vertices = arrays::point_rows(vertices, "vertices")?;
        py.detach(|| self.locked().update(&vertices, &executor)).map(|_| ()).map_err(value_error)
    }

    /// Pairs of faces that share a point: `SelfContacts(meeting, overlapping)`, arrays of shape (k, 2); `meeting` have no common vertex, `overlapping` are neighbours that
    /// share more than their vertices and edge.
    #[pyo3(signature = (*, jobs=1))]
    fn self_contacts<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = jobs::checked)] jobs: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let executor = jobs::executor(jobs)?;
        let found = py.detach(|| self.locked().self_contacts(&executor));
        record(py, "SelfContacts", (pairs(py, &found.meeting)?, pairs(py, &found.overlapping)?))
    }

    /// Pairs of faces of this surface and of another that share a point, an array of shape (k, 2).
    #[pyo3(signature = (other, *, jobs=1))]
    fn contacts<'py>(
        &self,
        other: &Bound<'py, Self>,
        #[pyo3(from_py_with = jobs::checked)] jobs: usize,
    ) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let (py, executor, other) = (other.py(), jobs::executor(jobs)?, other.get());
        if std::ptr::eq(self, other) {
            return Err(value_error("other: this is the same surface; use self_contacts"));
        }
        let found = py.detach(|| {
            // In the order of their addresses, so that two threads cannot wait for each other.
            let is_first = std::ptr::from_ref(self) < std::ptr::from_ref(other);
            let (first, second) = if is_first { (self, other) } else { (other, self) };
            let (first, second) = (first.locked(), second.locked());
            let (surface, other) = if is_first { (&first, &second) } else { (&second, &first) };
            surface.contacts(other, &executor)
        });
        pairs(py, &found.meeting)
    }

    /// Pairs of faces without a common vertex that are at most `length` apart: `Proximity(faces, distance, points)`; points are NaN where faces meet.
    #[pyo3(signature = (length, *, jobs=1))]
    fn self_proximity<'py>(
        &self,
        py: Python<'py>,
        length: f64,
        #[pyo3(from_py_with = jobs::checked)] jobs: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let executor = jobs::executor(jobs)?;
        let found = py.detach(|| self.locked().self_proximity(length, &executor));
        proximity(py, &found.map_err(value_error)?)
    }

    /// First contacts while every vertex goes straight to a row of `vertices`: `SurfaceImpacts(vertex_face, vertex_face_time, edge_edge, edge_edge_time)`. The surface stays where it is.
    #[pyo3(signature = (vertices, *, jobs=1))]
    fn self_impacts<'py>(
        &self,
        vertices: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = jobs::checked)] jobs: usize,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (py, executor) = (vertices.py(), jobs::executor(jobs)?);
        let vertices = arrays::point_rows(vertices, "vertices")?;
        let found = py.detach(|| {
            let surface = self.locked();
            surface.step_to(&vertices, &executor).map(|step| step.self_impacts(&executor))
        });
        let found = found.map_err(value_error)?;
        let vertex_face = rows2(py, found.vertex_face.iter().map(|hit| [hit.vertex.0, hit.face.0]))?;
        let edges = found.edge_edge.iter().flat_map(|hit| hit.edges).map(|edge| edge.map(|vertex| vertex.0));
        let edge_edge = rows2(py, edges.collect::<Vec<_>>().into_iter())?;
        let edge_edge = edge_edge.call_method1("reshape", (found.edge_edge.len(), 2, 2))?;
        let first = rows2(py, found.vertex_face.iter().map(|hit| [hit.impact.time.lower, hit.impact.time.upper]))?;
        let second = rows2(py, found.edge_edge.iter().map(|hit| [hit.impact.time.lower, hit.impact.time.upper]))?;
        record(py, "SurfaceImpacts", (vertex_face, first, edge_edge, second))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("Deformable({} faces)", py.detach(|| self.locked().faces().len()))
    }

    fn __reduce__(&self) -> PyResult<()> {
        Err(type_error("a Deformable cannot be pickled or copied; make a new one of its vertices and faces"))
    }
}

fn pairs<'py>(py: Python<'py>, pairs: &[[FaceId; 2]]) -> PyResult<Bound<'py, PyArray2<u32>>> {
    rows2(py, pairs.iter().map(|pair| pair.map(|face| face.0)))
}

fn proximity<'py>(py: Python<'py>, found: &ProximityReport) -> PyResult<Bound<'py, PyAny>> {
    let faces = rows2(py, found.pairs.iter().map(|pair| pair.faces.map(|face| face.0)))?;
    let distances = PyArray1::from_vec(py, found.pairs.iter().map(|pair| pair.gap.distance()).collect());
    let points = point_pairs(
        py,
        found.pairs.iter().map(|pair| match pair.gap {
            FaceGap::Meeting => [DVec3::NAN; 2],
            FaceGap::Apart { points, .. } => points,
        }),
    )?;
    record(py, "Proximity", (faces, distances, points))
}
