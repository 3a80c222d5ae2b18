//! Mesh files.

use crate::arrays::OneOrMany;
use crate::errors::{file_error, value_error};
use crate::mesh::PyMesh;
use crate::poses::Poses;
use crate::results::record;
use impinge::mesh::Mesh;
use impinge_io::{Body, read};
use pyo3::prelude::*;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::num::TryFromIntError;
use std::path::PathBuf;
use std::sync::Arc;

/// Reads a mesh from an STL, OBJ, PLY, OFF, glTF or GLB file.
///
/// A file with several bodies gives one mesh with all of them in place, or the one that is named.
///
/// Raises
/// ------
/// FileError
///     The file cannot be read; `path` and `place` say where. One that is not there is a `MissingFileError`, which is a `FileNotFoundError`.
///
/// Examples
/// --------
/// >>> import impinge, tempfile, pathlib
/// >>> with tempfile.TemporaryDirectory() as folder:
/// ...     path = pathlib.Path(folder, "wedge.off")
/// ...     _ = path.write_text("OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 1 2 3\n3 2 0 3\n")
/// ...     impinge.load(path)
/// Mesh(4 vertices, 4 faces, closed)
#[pyfunction]
#[pyo3(signature = (path, *, name=None))]
pub fn load(py: Python<'_>, path: PathBuf, name: Option<String>) -> PyResult<PyMesh> {
    let bodies = py.detach(|| read(&path)).map_err(|error| file_error(py, &error))?;
    if let Some(name) = name {
        let known: Vec<&str> = bodies.iter().map(|body| &body.name[..]).collect();
        let found = Body::find(&bodies, &name, |body| &body.name[..]);
        let found =
            found.ok_or_else(|| value_error(format!("{} has no body '{name}'; it has {known:?}", path.display())))?;
        return in_place(py, &bodies[found..=found]);
    }
    in_place(py, &bodies)
}

/// Reads every body of a file: a list of `Body(name, mesh, world_from_body)`. Bodies that share a mesh in the file share it here.
#[pyfunction]
pub fn load_bodies(py: Python<'_>, path: PathBuf) -> PyResult<Vec<Bound<'_, PyAny>>> {
    let bodies = py.detach(|| read(&path)).map_err(|error| file_error(py, &error))?;
    let mut shared: HashMap<*const Mesh, Py<PyMesh>> = HashMap::new();
    let mut rows = Vec::with_capacity(bodies.len());
    for body in bodies {
        let mesh = match shared.entry(Arc::as_ptr(&body.mesh)) {
            Entry::Occupied(known) => known.get().clone_ref(py),
            Entry::Vacant(place) => place.insert(Py::new(py, PyMesh::from(body.mesh))?).clone_ref(py),
        };
        rows.push(record(py, "Body", (body.name, mesh, Poses(OneOrMany::One(body.world_from_body))))?);
    }
    Ok(rows)
}

/// One mesh of bodies at their places.
fn in_place(py: Python<'_>, bodies: &[Body]) -> PyResult<PyMesh> {
    if let [only] = bodies
        && only.world_from_body.is_identity()
    {
        return Ok(Arc::clone(&only.mesh).into());
    }
    let mesh = py.detach(|| {
        let (mut vertices, mut faces) = (Vec::new(), Vec::new());
        for body in bodies {
            let first = u32::try_from(vertices.len())?;
            vertices.extend(body.mesh.vertices().iter().map(|v| body.world_from_body.transform_point(*v)));
            faces.extend(body.mesh.faces().iter().map(|face| face.map(|vertex| vertex.saturating_add(first))));
        }
        Ok(Mesh::try_new(vertices, faces))
    });
    let mesh = mesh.map_err(|error: TryFromIntError| value_error(error))?;
    mesh.map(|mesh| Arc::new(mesh).into()).map_err(|error| crate::errors::mesh_error(py, &error))
}
