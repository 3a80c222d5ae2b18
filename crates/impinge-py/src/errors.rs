//! Exceptions: the classes of `impinge.errors`, made from errors of the engine.

use impinge::mesh::MeshError;
use impinge_io::{FilePlace, Problem, ReadError};
use pyo3::call::PyCallArgs;
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use std::fmt::Display;

/// `errno.ENOENT` of every system: there is no such file.
const ENOENT: i32 = 2;

/// `errno.EISDIR` of every system: a directory.
const EISDIR: i32 = 21;

/// An exception of `impinge.errors` by the name of its class.
fn exception<'py>(py: Python<'py>, class: &str, arguments: impl PyCallArgs<'py>) -> PyErr {
    let made = (|| py.import("impinge.errors")?.getattr(class)?.call1(arguments))();
    made.map_or_else(|error: PyErr| error, PyErr::from_value)
}

/// A value of a wrong shape, range or name.
pub fn value_error(message: impl Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// An object of a wrong type.
pub fn type_error(message: impl Display) -> PyErr {
    PyTypeError::new_err(message.to_string())
}

/// What the machine refused, such as threads.
pub fn runtime_error(message: impl Display) -> PyErr {
    PyRuntimeError::new_err(message.to_string())
}

/// `impinge.errors.MeshError`, with the kind and text of every defect.
pub fn mesh_error(py: Python<'_>, error: &MeshError) -> PyErr {
    let defects: Vec<(&str, String)> = match error {
        MeshError::Defects(defects) => defects.iter().map(|defect| (defect.kind(), defect.to_string())).collect(),
        _ => Vec::new(),
    };
    exception(py, "MeshError", (error.to_string(), defects))
}

/// `impinge.errors.PoseError`, with the row of the pose.
pub fn pose_error(py: Python<'_>, row: Option<usize>, error: impl Display) -> PyErr {
    let message = row.map_or_else(|| error.to_string(), |row| format!("pose {row}: {error}"));
    exception(py, "PoseError", (message, row))
}

/// `impinge.errors.ShapeError`.
pub fn shape_error(py: Python<'_>, error: impl Display) -> PyErr {
    exception(py, "ShapeError", (error.to_string(),))
}

/// `impinge.errors.SceneError`.
pub fn scene_error(py: Python<'_>, error: impl Display) -> PyErr {
    exception(py, "SceneError", (error.to_string(),))
}

/// `impinge.errors.CheckError`.
pub fn check_error(py: Python<'_>, error: impl Display) -> PyErr {
    exception(py, "CheckError", (error.to_string(),))
}

/// `impinge.errors.FileError`, or `MissingFileError`, with path, place and the system's number of the error.
pub fn file_error(py: Python<'_>, error: &ReadError) -> PyErr {
    let place = match &error.place {
        FilePlace::Whole => None,
        place => Some(place.to_string().trim_matches([':', ' ']).to_owned()),
    };
    let (class, number) = match &error.problem {
        Problem::Missing => ("MissingFileError", Some(ENOENT)),
        Problem::Directory => ("FileError", Some(EISDIR)),
        Problem::Unreadable(error) if cfg!(unix) => ("FileError", error.raw_os_error()),
        _ => ("FileError", None),
    };
    exception(py, class, (error.to_string(), error.file.clone(), place, number))
}
