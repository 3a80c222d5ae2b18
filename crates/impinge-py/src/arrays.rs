//! Arrays from Python: anything that NumPy makes an array of, checked for shape and kind of numbers. A contiguous, aligned array of the right type is
//! read where it is; everything else is converted by NumPy once. Numbers are copied into the engine's own types before a function does anything
//! else, so that no other thread can change them later; while they are copied, only the interpreter's lock keeps others from it, where there is one.

use crate::errors::{type_error, value_error};
use glam::DVec3;
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayDyn, PyArrayMethods, PyReadonlyArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// Numbers of an object as doubles in C order.
///
/// # Errors
/// NumPy makes no array of it, or not one of real numbers.
pub fn doubles<'py>(object: &Bound<'py, PyAny>, what: &str) -> PyResult<PyReadonlyArrayDyn<'py, f64>> {
    if let Ok(array) = object.cast::<PyArrayDyn<f64>>()
        && array.is_c_contiguous()
        && array.data().is_aligned()
    {
        return Ok(array.try_readonly()?);
    }
    contiguous(object, what, "fiu", "float64")
}

/// Numbers of an object as 64-bit integers in C order.
///
/// # Errors
/// NumPy makes no array of it, or not one of integers.
pub fn integers<'py>(object: &Bound<'py, PyAny>, what: &str) -> PyResult<PyReadonlyArrayDyn<'py, i64>> {
    contiguous(object, what, "iu", "int64")
}

fn contiguous<'py, T: numpy::Element>(
    object: &Bound<'py, PyAny>,
    what: &str,
    kinds: &str,
    dtype: &str,
) -> PyResult<PyReadonlyArrayDyn<'py, T>> {
    let py = object.py();
    let numpy = py.import("numpy")?;
    let wrong = |error: PyErr| {
        if error.is_instance_of::<pyo3::exceptions::PyException>(py) {
            let text = type_error(format!("{what}: NumPy makes no array of numbers of it"));
            text.set_cause(py, Some(error));
            return text;
        }
        error
    };
    let array = numpy.call_method1("asarray", (object,)).map_err(wrong)?;
    let found = array.getattr("dtype")?;
    let kind: String = found.getattr("kind")?.extract()?;
    let is_empty = array.getattr("size")?.extract::<usize>()? == 0;
    if !kinds.contains(&kind) && !is_empty {
        let expected = if kinds == "iu" { "integers" } else { "real numbers" };
        return Err(type_error(format!("{what}: expected an array of {expected}, found dtype {}", found.str()?)));
    }
    let array = numpy.call_method1("require", (array, dtype, ["C_CONTIGUOUS", "ALIGNED"])).map_err(wrong)?;
    let array = array.cast_into::<PyArrayDyn<T>>().map_err(PyErr::from)?;
    Ok(array.try_readonly()?)
}

/// The error of an array of another shape.
pub fn wrong_shape(what: &str, expected: &str, found: &[usize]) -> PyErr {
    let found: Vec<String> = found.iter().map(usize::to_string).collect();
    value_error(format!("{what}: expected an array of shape {expected}, found ({})", found.join(", ")))
}

/// One thing, or many in an array with one more axis.
#[derive(Clone, Debug)]
pub enum OneOrMany<T> {
    /// One.
    One(T),
    /// Many, each a row.
    Many(Vec<T>),
}

impl<T> OneOrMany<T> {
    /// All of them in a row.
    pub fn as_slice(&self) -> &[T] {
        match self {
            Self::One(one) => std::slice::from_ref(one),
            Self::Many(many) => many,
        }
    }
}

/// Points of an array of shape (3,) or (n, 3).
///
/// # Errors
/// Another shape, or no numbers.
pub fn points(object: &Bound<'_, PyAny>, what: &str) -> PyResult<OneOrMany<DVec3>> {
    let array = doubles(object, what)?;
    let numbers = array.as_slice()?;
    match array.shape() {
        [3] => Ok(OneOrMany::One(DVec3::new(numbers[0], numbers[1], numbers[2]))),
        [_, 3] => Ok(OneOrMany::Many(numbers.chunks_exact(3).map(DVec3::from_slice).collect())),
        [0] => Ok(OneOrMany::Many(Vec::new())),
        shape => Err(wrong_shape(what, "(3,) or (n, 3)", shape)),
    }
}

/// One point of an array of shape (3,).
///
/// # Errors
/// Another shape, or no numbers.
pub fn point(object: &Bound<'_, PyAny>, what: &str) -> PyResult<DVec3> {
    match points(object, what)? {
        OneOrMany::One(point) => Ok(point),
        OneOrMany::Many(many) => Err(wrong_shape(what, "(3,)", &[many.len(), 3])),
    }
}

/// Points of an array of shape (n, 3).
///
/// # Errors
/// Another shape, or no numbers.
pub fn point_rows(object: &Bound<'_, PyAny>, what: &str) -> PyResult<Vec<DVec3>> {
    match points(object, what)? {
        OneOrMany::Many(many) => Ok(many),
        OneOrMany::One(_) => Err(wrong_shape(what, "(n, 3)", &[3])),
    }
}

/// Faces of an array of shape (m, 3).
///
/// # Errors
/// Another shape, no integers, or numbers that are no index.
pub fn faces(object: &Bound<'_, PyAny>) -> PyResult<Vec<[u32; 3]>> {
    let array = integers(object, "faces")?;
    let (numbers, shape) = (array.as_slice()?, array.shape());
    if shape.len() != 2 || shape[1] != 3 {
        if shape == [0] {
            return Ok(Vec::new());
        }
        return Err(wrong_shape("faces", "(m, 3)", shape));
    }
    let index = |(place, &number): (usize, &i64)| {
        u32::try_from(number).map_err(|_| value_error(format!("faces: face {} has the index {number}", place / 3)))
    };
    let indices = numbers.iter().enumerate().map(index).collect::<PyResult<Vec<u32>>>()?;
    Ok(indices.chunks_exact(3).map(|corners| [corners[0], corners[1], corners[2]]).collect())
}

/// An array of shape (n, 3).
///
/// # Errors
/// NumPy refuses it.
pub fn rows3<'py, T: numpy::Element>(
    py: Python<'py>,
    rows: impl ExactSizeIterator<Item = [T; 3]>,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let count = rows.len();
    PyArray1::from_vec(py, rows.flatten().collect()).reshape([count, 3])
}

/// An array of shape (n, 2).
///
/// # Errors
/// NumPy refuses it.
pub fn rows2<'py, T: numpy::Element>(
    py: Python<'py>,
    rows: impl ExactSizeIterator<Item = [T; 2]>,
) -> PyResult<Bound<'py, PyArray2<T>>> {
    let count = rows.len();
    PyArray1::from_vec(py, rows.flatten().collect()).reshape([count, 2])
}

/// Pairs of points as an array of shape (n, 2, 3).
///
/// # Errors
/// NumPy refuses it.
pub fn point_pairs<'py>(
    py: Python<'py>,
    rows: impl ExactSizeIterator<Item = [DVec3; 2]>,
) -> PyResult<Bound<'py, PyArray3<f64>>> {
    let count = rows.len();
    PyArray1::from_vec(py, rows.flatten().flat_map(|p| p.to_array()).collect()).reshape([count, 2, 3])
}

/// A point as an array of shape (3,).
pub fn vector(py: Python<'_>, v: DVec3) -> Bound<'_, PyArray1<f64>> {
    PyArray1::from_slice(py, &v.to_array())
}
