//! Meshes.

use crate::arrays::{self, rows3, vector};
use crate::errors::{mesh_error, type_error};
use crate::jobs;
use glam::DVec3;
use impinge::mesh::{Mesh, MeshError};
use impinge::triangle_pair::Triangle;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// A mesh of triangles, checked once. It never changes, so it can be shared by threads.
///
/// Parameters
/// ----------
/// vertices : array of shape (n, 3)
///     Coordinates, used as float64: one of that type bit for bit. Or an object with `vertices` and `faces` (trimesh) or `triangles` (Open3D).
/// faces : array of shape (m, 3), optional
///     Three indices of vertices each.
///
/// Raises
/// ------
/// MeshError
///     Coordinates that are not finite, missing vertices, no triangles; `defects` lists all of it.
///
/// Examples
/// --------
/// >>> import impinge
/// >>> corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
/// >>> wedge = impinge.Mesh(corners, [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
/// >>> wedge
/// Mesh(4 vertices, 4 faces, closed)
/// >>> round(wedge.volume, 6)
/// 0.166667
#[pyclass(frozen, module = "impinge", name = "Mesh", weakref)]
pub struct PyMesh {
    /// The mesh of the engine.
    pub mesh: Arc<Mesh>,
    vertices: PyOnceLock<Py<PyArray2<f64>>>,
    faces: PyOnceLock<Py<PyArray2<u32>>>,
}

impl From<Arc<Mesh>> for PyMesh {
    fn from(mesh: Arc<Mesh>) -> Self {
        Self { mesh, vertices: PyOnceLock::new(), faces: PyOnceLock::new() }
    }
}

impl PyMesh {
    fn made(py: Python<'_>, made: impl FnOnce() -> Result<Mesh, MeshError> + Send) -> PyResult<Self> {
        py.detach(made).map(|mesh| Arc::new(mesh).into()).map_err(|error| mesh_error(py, &error))
    }
}

#[pymethods]
impl PyMesh {
    #[new]
    #[pyo3(signature = (vertices, faces=None))]
    fn new(vertices: &Bound<'_, PyAny>, faces: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let py = vertices.py();
        let (vertices, faces) = match faces {
            Some(faces) => (vertices.clone(), faces.clone()),
            None => vertices_and_faces(vertices)?,
        };
        let vertices = arrays::point_rows(&vertices, "vertices")?;
        let faces = arrays::faces(&faces)?;
        Self::made(py, || Mesh::try_new(vertices, faces))
    }

    /// A mesh of loose triangles, an array of shape (n, 3, 3); corners at the same place become one vertex.
    #[staticmethod]
    fn from_triangles(triangles: &Bound<'_, PyAny>) -> PyResult<Self> {
        let py = triangles.py();
        let array = arrays::doubles(triangles, "triangles")?;
        let (numbers, shape) = (array.as_slice()?, array.as_array().shape().to_vec());
        if !matches!(shape[..], [_, 3, 3]) {
            return Err(arrays::wrong_shape("triangles", "(n, 3, 3)", &shape));
        }
        let corners = |t: &[f64]| -> Triangle { std::array::from_fn(|k| DVec3::from_slice(&t[3 * k..])) };
        let triangles: Vec<Triangle> = numbers.chunks_exact(9).map(corners).collect();
        Self::made(py, || Mesh::from_triangles(&triangles))
    }

    /// A box between two corners.
    #[staticmethod]
    #[pyo3(name = "box")]
    fn cuboid(min: &Bound<'_, PyAny>, max: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (py, min, max) = (min.py(), arrays::point(min, "min")?, arrays::point(max, "max")?);
        Self::made(py, || Mesh::cuboid(min, max))
    }

    /// An icosahedron, each face divided in four `subdivisions` times, with its vertices on a sphere about the origin.
    #[staticmethod]
    #[pyo3(signature = (radius=1.0, subdivisions=2))]
    fn icosphere(py: Python<'_>, radius: f64, subdivisions: u32) -> PyResult<Self> {
        Self::made(py, || Mesh::icosphere(radius, subdivisions))
    }

    /// A cylinder about the z axis, its middle at the origin.
    #[staticmethod]
    #[pyo3(signature = (radius, height, segments=32))]
    fn cylinder(py: Python<'_>, radius: f64, height: f64, segments: u32) -> PyResult<Self> {
        Self::made(py, || Mesh::cylinder(radius, height, segments))
    }

    /// The vertices, an array of shape (n, 3) that cannot be written to.
    #[getter]
    fn vertices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let rows = || frozen(rows3(py, self.mesh.vertices().iter().map(|v| v.to_array()))?);
        self.vertices.get_or_try_init(py, rows).map(|array| array.bind(py).clone())
    }

    /// The faces, an array of shape (m, 3) that cannot be written to.
    #[getter]
    fn faces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u32>>> {
        let rows = || frozen(rows3(py, self.mesh.faces().iter().copied())?);
        self.faces.get_or_try_init(py, rows).map(|array| array.bind(py).clone())
    }

    /// The corners of the box around the mesh, an array of shape (2, 3).
    #[getter]
    fn bounds<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let bounds = self.mesh.bounds();
        rows3(py, [bounds.min.to_array(), bounds.max.to_array()].into_iter())
    }

    /// Whether every face has a neighbour at each edge, all facing the same way: then the mesh is a solid.
    #[getter]
    fn is_closed(&self) -> bool {
        self.mesh.is_closed()
    }

    /// The area of all faces.
    #[getter]
    fn area(&self) -> f64 {
        self.mesh.mass_properties().area
    }

    /// The volume, negative where faces point inward; of an open mesh it means nothing.
    #[getter]
    fn volume(&self) -> f64 {
        self.mesh.mass_properties().volume
    }

    /// The centroid of the volume.
    #[getter]
    fn centroid<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f64>> {
        vector(py, self.mesh.mass_properties().centroid)
    }

    /// What is wrong with the mesh, as pairs of a kind and a sentence; queries answer all the same.
    fn defects(&self, py: Python<'_>) -> Vec<(&'static str, String)> {
        py.detach(|| self.mesh.defects().iter().map(|defect| (defect.kind(), defect.to_string())).collect())
    }

    /// Builds the search tree now instead of at the first query, and returns the mesh.
    #[pyo3(signature = (*, jobs=1))]
    fn prepare(slf: Bound<'_, Self>, #[pyo3(from_py_with = jobs::checked)] jobs: usize) -> PyResult<Bound<'_, Self>> {
        let executor = jobs::executor(jobs)?;
        let mesh = &slf.get().mesh;
        slf.py().detach(|| mesh.prepare(&executor));
        Ok(slf)
    }

    fn __repr__(&self) -> String {
        let closed = if self.mesh.is_closed() { "closed" } else { "open" };
        format!("Mesh({} vertices, {} faces, {closed})", self.mesh.vertices().len(), self.mesh.faces().len())
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let arguments = [self.vertices(py)?.into_any(), self.faces(py)?.into_any()];
        Ok((py.get_type::<Self>().into_any(), PyTuple::new(py, arguments)?))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}

/// The arrays of an object that has them.
fn vertices_and_faces<'py>(object: &Bound<'py, PyAny>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
    let faces = ["faces", "triangles"].into_iter().find_map(|name| object.getattr(name).ok());
    match (object.getattr("vertices"), faces) {
        (Ok(vertices), Some(faces)) => Ok((vertices, faces)),
        _ => Err(type_error(format!(
            "expected vertices and faces, or an object with both; {} has not",
            object.get_type().fully_qualified_name()?
        ))),
    }
}

/// The same array, which nobody can write to.
fn frozen<T>(array: Bound<'_, PyArray2<T>>) -> PyResult<Py<PyArray2<T>>> {
    array.call_method("setflags", (false,), None)?;
    Ok(array.unbind())
}
