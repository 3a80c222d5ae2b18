//! Bodies in motion.

use crate::arrays::{OneOrMany, doubles, vector, wrong_shape};
use crate::errors::{pose_error, value_error};
use crate::points::mesh_of;
use crate::poses::Poses;
use crate::results::{certainty_number, feature_row, record};
use impinge::ccd::PoseInterpolation;
use impinge::math::Pose;
use impinge::pair::{self, BodyMotionError, Impact, Motion, MovingMesh, Sweep, SweepOptions};
use numpy::{PyArray1, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::prelude::*;

/// When a mesh that moves is in contact with another.
///
/// B goes from pose to pose, along a screw between each two. Contact is never missed; its times come between bounds.
///
/// Parameters
/// ----------
/// a, b : Mesh
/// a_from_b : Poses, or array of shape (n, 4, 4)
///     Where B is at each time, in A's frame; two or more.
/// times : array of shape (n,), optional
///     Increasing; evenly spaced from 0 to 1 if left out.
/// interpolation : {"screw", "slerp"}
///     Between two poses along a screw, or with the origin of B's frame on a straight line.
/// separation : float
///     A distance of at most this length counts as contact, too.
///
/// Returns
/// -------
/// Sweep
///     `intervals` (k, 2, 2): begin and end of each time of contact, each a lower and an upper bound; `certainty` (k,); `impact`, the first contact if they
///     begin apart: an `Impact` with `time` (2,), `points` (2, 3), `features` (2, 3) and `normal` (3,), else None; `bound`: bodies so near may count as in contact.
///
/// Examples
/// --------
/// >>> import impinge
/// >>> cube = impinge.Mesh.box([0, 0, 0], [1, 1, 1])
/// >>> path = impinge.Poses(translations=[[-3, 0.25, 0], [5, 0.25, 0]])
/// >>> impinge.sweep(cube, cube, path).intervals.tolist()
/// [[[0.25, 0.25], [0.5, 0.5]]]
#[pyfunction]
#[pyo3(signature = (a, b, a_from_b, *, times=None, interpolation="screw", separation=0.0))]
pub fn sweep<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    a_from_b: &Bound<'py, PyAny>,
    times: Option<&Bound<'py, PyAny>>,
    interpolation: &str,
    separation: f64,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, a, b) = (a.py(), mesh_of(a)?, mesh_of(b)?);
    let interpolation = match interpolation {
        "screw" => PoseInterpolation::Screw,
        "slerp" => PoseInterpolation::Slerp,
        other => return Err(value_error(format!("interpolation: expected 'screw' or 'slerp', found '{other}'"))),
    };
    let keyframes = keyframes(a_from_b, times)?;
    let motion = Motion::keyframes(&keyframes, interpolation).map_err(|error| refused(py, &error))?;
    let options = SweepOptions { separation, ..SweepOptions::default() };
    let found = py.detach(|| {
        let still = Motion::still(&Pose::IDENTITY);
        let fixed = MovingMesh { mesh: &a, motion: &still };
        pair::sweep(fixed, MovingMesh { mesh: &b, motion: &motion }, &options)
    });
    answer(py, &found.map_err(value_error)?)
}

/// Poses at their times.
fn keyframes(poses: &Bound<'_, PyAny>, times: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<(f64, Pose)>> {
    let OneOrMany::Many(poses) = Poses::of(Some(poses), "a_from_b")?.0 else {
        return Err(value_error("a_from_b: expected two poses or more, found one"));
    };
    let last = poses.len().saturating_sub(1).max(1) as f64;
    let times = match times {
        Some(times) => numbers(times)?,
        None => (0..poses.len()).map(|k| k as f64 / last).collect(),
    };
    if times.len() != poses.len() {
        return Err(value_error(format!("{} times for {} poses", times.len(), poses.len())));
    }
    Ok(times.into_iter().zip(poses).collect())
}

/// Times of an array of shape (n,).
fn numbers(times: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    let times = doubles(times, "times")?;
    if times.shape().len() != 1 {
        return Err(wrong_shape("times", "(n,)", times.shape()));
    }
    Ok(times.as_slice()?.to_vec())
}

/// A motion that is refused: for its times a `ValueError`, else a `PoseError`.
fn refused(py: Python<'_>, error: &BodyMotionError) -> PyErr {
    match error {
        BodyMotionError::Time { row, time } => {
            value_error(format!("times: row {row} is {time}, not finite or beyond 2^100"))
        }
        BodyMotionError::NotAfter { row, time, before } => {
            value_error(format!("times: row {row} is {time}, expected a time after {before}"))
        }
        BodyMotionError::TooFew(count) => value_error(format!("a_from_b: expected two poses or more, found {count}")),
        other => pose_error(py, None, other),
    }
}

fn answer<'py>(py: Python<'py>, found: &Sweep) -> PyResult<Bound<'py, PyAny>> {
    let ends = found.intervals.iter().flat_map(|i| [i.begin.lower, i.begin.upper, i.end.lower, i.end.upper]);
    let intervals = PyArray1::from_vec(py, ends.collect()).reshape([found.intervals.len(), 2, 2])?;
    let certainty = found.intervals.iter().map(|interval| certainty_number(interval.certainty)).collect();
    let impact = found.impact.as_ref().map(|impact| impact_record(py, impact)).transpose()?;
    record(py, "Sweep", (intervals, PyArray1::from_vec(py, certainty), impact, found.bound))
}

/// The first contact as a named tuple.
///
/// # Errors
/// The package is not installed as a whole.
pub fn impact_record<'py>(py: Python<'py>, impact: &Impact) -> PyResult<Bound<'py, PyAny>> {
    let time = PyArray1::from_vec(py, vec![impact.time.lower, impact.time.upper]);
    let points: Vec<f64> = impact.points.iter().flat_map(|point| point.to_array()).collect();
    let features: Vec<i64> = impact.features.iter().flat_map(|feature| feature_row(Some(*feature))).collect();
    let points = PyArray1::from_vec(py, points).reshape([2, 3])?;
    let features = PyArray1::from_vec(py, features).reshape([2, 3])?;
    record(py, "Impact", (time, points, features, vector(py, impact.normal)))
}
