//! Rigid motions, one or many, checked once.

use crate::arrays::{OneOrMany, doubles, wrong_shape};
use crate::errors::{pose_error, type_error};
use glam::{DQuat, DVec3};
use impinge::math::{Pose, PoseError};
use numpy::{PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyTuple};

/// Rigid motions, one or many, checked once and used as often as you like.
///
/// Every function that takes `a_from_b` takes a `Poses`, or an array of matrices: of shape (4, 4) for one pose, (n, 4, 4) for a batch.
/// Quaternions are given by an argument that names their order.
///
/// Parameters
/// ----------
/// matrices : array of shape (4, 4) or (n, 4, 4)
///     Rotations and translations; the last row is 0, 0, 0, 1.
/// xyz_xyzw : array of shape (7,) or (n, 7)
///     Position, then the quaternion with its scalar last (SciPy, ROS, pinocchio).
/// xyz_wxyz : array of shape (7,) or (n, 7)
///     Position, then the quaternion with its scalar first (MuJoCo, Eigen's constructor).
/// translations : array of shape (3,) or (n, 3)
///     Translations alone.
///
/// Raises
/// ------
/// PoseError
///     A pose that mirrors, scales or is not finite; `row` says which.
///
/// Examples
/// --------
/// >>> import numpy as np, impinge
/// >>> lifted = impinge.Poses(translations=[[0, 0, z] for z in range(4)])
/// >>> len(lifted), lifted.is_batch, lifted.matrices.shape
/// (4, True, (4, 4, 4))
/// >>> impinge.Poses(xyz_wxyz=[1, 2, 3, 1, 0, 0, 0]).matrices[:3, 3]
/// array([1., 2., 3.])
#[pyclass(frozen, module = "impinge", name = "Poses")]
#[derive(Clone, Debug)]
pub struct Poses(pub OneOrMany<Pose>);

#[pymethods]
impl Poses {
    #[new]
    #[pyo3(signature = (matrices=None, *, xyz_xyzw=None, xyz_wxyz=None, translations=None))]
    fn new(
        matrices: Option<&Bound<'_, PyAny>>,
        xyz_xyzw: Option<&Bound<'_, PyAny>>,
        xyz_wxyz: Option<&Bound<'_, PyAny>>,
        translations: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        let found = match (matrices, xyz_xyzw, xyz_wxyz, translations) {
            (Some(matrices), None, None, None) => read(matrices, "matrices", &[4, 4], of_matrix),
            (None, Some(rows), None, None) => {
                read(rows, "xyz_xyzw", &[7], |p| of_quaternion(p, [p[3], p[4], p[5], p[6]]))
            }
            (None, None, Some(rows), None) => {
                read(rows, "xyz_wxyz", &[7], |p| of_quaternion(p, [p[4], p[5], p[6], p[3]]))
            }
            (None, None, None, Some(rows)) => {
                read(rows, "translations", &[3], |p| Pose::from_translation(DVec3::from_slice(p)))
            }
            _ => Err(type_error("expected one of matrices, xyz_xyzw, xyz_wxyz and translations")),
        };
        found.map(Self)
    }

    /// The matrices, of shape (4, 4) for one pose, else (n, 4, 4).
    #[getter]
    fn matrices<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let numbers: Vec<f64> = self.0.as_slice().iter().flat_map(row_major).collect();
        let flat = PyArray1::from_vec(py, numbers);
        match &self.0 {
            OneOrMany::One(_) => Ok(flat.reshape([4, 4])?.into_any()),
            OneOrMany::Many(many) => Ok(flat.reshape([many.len(), 4, 4])?.into_any()),
        }
    }

    /// Whether this is a batch, which gives arrays as answers.
    #[getter]
    fn is_batch(&self) -> bool {
        matches!(self.0, OneOrMany::Many(_))
    }

    /// The opposite motions, with no loss.
    fn inverse(&self) -> Self {
        Self(match &self.0 {
            OneOrMany::One(pose) => OneOrMany::One(pose.inverse()),
            OneOrMany::Many(many) => OneOrMany::Many(many.iter().map(Pose::inverse).collect()),
        })
    }

    fn __len__(&self) -> PyResult<usize> {
        self.batch().map(<[Pose]>::len)
    }

    fn __bool__(&self) -> bool {
        !self.0.as_slice().is_empty()
    }

    /// A pose of a batch by its row, or a smaller batch by a slice.
    fn __getitem__(&self, row: &Bound<'_, PyAny>) -> PyResult<Self> {
        let batch = self.batch()?;
        if let Ok(slice) = row.cast::<PySlice>() {
            let rows = slice.indices(batch.len().try_into()?)?;
            let chosen = (0..rows.slicelength).map(|k| batch[(rows.start + k as isize * rows.step) as usize]);
            return Ok(Self(OneOrMany::Many(chosen.collect())));
        }
        let number: isize = row.extract()?;
        let place = if number < 0 { number.checked_add_unsigned(batch.len()) } else { Some(number) };
        let found = place.and_then(|place| batch.get(usize::try_from(place).ok()?));
        let absent = || PyIndexError::new_err(format!("row {number} of a batch of {} poses", batch.len()));
        found.map(|pose| Self(OneOrMany::One(*pose))).ok_or_else(absent)
    }

    fn __repr__(&self) -> String {
        match &self.0 {
            OneOrMany::One(_) => "Poses(one pose)".to_owned(),
            OneOrMany::Many(many) => format!("Poses(batch of {})", many.len()),
        }
    }

    /// Inverted poses are pickled as the poses that they are opposite to, whose matrices are not rounded: those of a batch are inverted together.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        if self.0.as_slice().first().is_some_and(Pose::is_inverted) {
            let invert = py.import("operator")?.call_method1("methodcaller", ("inverse",))?;
            return Ok((invert, (self.inverse(),).into_pyobject(py)?));
        }
        Ok((py.get_type::<Self>().into_any(), PyTuple::new(py, [self.matrices(py)?])?))
    }

    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}

impl Poses {
    /// The poses of a batch.
    fn batch(&self) -> PyResult<&[Pose]> {
        match &self.0 {
            OneOrMany::One(_) => Err(type_error("one pose has no length and no rows; a batch has")),
            OneOrMany::Many(many) => Ok(many),
        }
    }

    /// The poses of an argument with a name: `None` for the identity, `Poses`, or matrices.
    ///
    /// # Errors
    /// Anything else.
    pub fn of(object: Option<&Bound<'_, PyAny>>, what: &str) -> PyResult<Self> {
        let Some(object) = object.filter(|object| !object.is_none()) else {
            return Ok(Self(OneOrMany::One(Pose::IDENTITY)));
        };
        if let Ok(poses) = object.cast::<Self>() {
            return Ok(poses.get().clone());
        }
        read(object, what, &[4, 4], of_matrix).map(Self)
    }

    /// The only pose of an argument.
    ///
    /// # Errors
    /// Anything else, or a batch.
    pub fn one(object: Option<&Bound<'_, PyAny>>, what: &str) -> PyResult<Pose> {
        match Self::of(object, what)?.0 {
            OneOrMany::One(pose) => Ok(pose),
            OneOrMany::Many(_) => Err(type_error(format!("{what}: expected one pose, found a batch"))),
        }
    }
}

/// Poses of an array whose last axes have a shape; with one axis more it is a batch.
fn read(
    object: &Bound<'_, PyAny>,
    what: &str,
    item: &[usize],
    pose: impl Fn(&[f64]) -> Result<Pose, PoseError>,
) -> PyResult<OneOrMany<Pose>> {
    let py = object.py();
    let array = doubles(object, what)?;
    let (numbers, shape) = (array.as_slice()?, array.shape());
    if shape == item {
        return pose(numbers).map(OneOrMany::One).map_err(|error| pose_error(py, None, error));
    }
    if shape == [0] {
        return Ok(OneOrMany::Many(Vec::new()));
    }
    if shape.len() != item.len() + 1 || &shape[1..] != item {
        let sizes: Vec<String> = item.iter().map(usize::to_string).collect();
        let sizes = sizes.join(", ");
        let comma = if item.len() == 1 { "," } else { "" };
        return Err(wrong_shape(what, &format!("({sizes}{comma}) or (n, {sizes})"), shape));
    }
    let mut poses = Vec::with_capacity(shape[0]);
    for (row, numbers) in numbers.chunks_exact(item.iter().product()).enumerate() {
        poses.push(pose(numbers).map_err(|error| pose_error(py, Some(row), error))?);
    }
    Ok(OneOrMany::Many(poses))
}

fn of_matrix(m: &[f64]) -> Result<Pose, PoseError> {
    let column = |k: usize| [m[k], m[4 + k], m[8 + k], m[12 + k]];
    Pose::from_matrix4(&[column(0), column(1), column(2), column(3)])
}

fn of_quaternion(p: &[f64], xyzw: [f64; 4]) -> Result<Pose, PoseError> {
    Pose::from_quaternion(DQuat::from_array(xyzw), DVec3::from_slice(p))
}

/// The numbers of a pose's matrix, row after row.
pub fn row_major(pose: &Pose) -> [f64; 16] {
    let columns = pose.to_matrix4();
    std::array::from_fn(|k| columns[k % 4][k / 4])
}
