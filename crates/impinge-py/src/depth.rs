//! How deep two bodies are in each other.

use crate::arrays::{OneOrMany, rows3, vector};
use crate::body::Body;
use crate::errors::type_error;
use crate::pairs::PairQuery;
use crate::results::record;
use glam::DVec3;
use impinge::bounded::Bounded;
use impinge::convex::{self, PenetrationOutcome};
use impinge::math::Pose;
use impinge::pair::{self, DepthOptions, ThicknessOptions};
use numpy::PyArray1;
use pyo3::prelude::*;

/// A length between bounds with the translation or centre that belongs to it; NaN where it is unknown.
type Measured = (Bounded, DVec3);

/// How deep two bodies are in each other: the length of the shortest translation that parts them, between proved bounds.
///
/// Works for two meshes of any form and for two convex shapes.
///
/// Returns
/// -------
/// Depth
///     `lower`, `value`, `upper`, and `translation`: moving B by it, in A's frame, parts the bodies, so that they touch at most; curved
///     shapes up to rounding. It is as long as `upper`. All are zero for bodies that share no interior point. Where rounding leaves open whether curved
///     shapes meet, `lower` is zero. For a batch each has one axis more.
///
/// Examples
/// --------
/// >>> import impinge
/// >>> cube = impinge.Mesh.box([0, 0, 0], [1, 1, 1])
/// >>> found = impinge.depth(cube, cube, impinge.Poses(translations=[0.75, 0, 0]))
/// >>> found.lower <= 0.25 <= found.upper, found.upper - found.lower < 1e-6
/// (True, True)
#[pyfunction]
#[pyo3(signature = (a, b, a_from_b=None, *, jobs=1))]
pub fn depth<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    a_from_b: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = crate::jobs::checked)] jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    let bodies = Body::convex_if_both(a, b)?;
    if bodies[0].as_mesh().is_some() != bodies[1].as_mesh().is_some() {
        return Err(type_error("depth: expected two meshes or two convex shapes; give the curved shape as a mesh"));
    }
    answer(py, "Depth", PairQuery::of_bodies(bodies, a_from_b)?.ask(py, jobs, measure_depth)?)
}

/// The diameter of the largest ball inside both bodies, between proved bounds: a measure of overlap that long thin overlaps do not dominate.
///
/// Returns
/// -------
/// Thickness
///     `lower`, `value`, `upper`, and `centre`, the middle of a ball of diameter `lower` in A's frame (NaN if no such ball is known). For a batch each has one
///     axis more.
///
/// Examples
/// --------
/// >>> import impinge
/// >>> cube = impinge.Mesh.box([0, 0, 0], [1, 1, 1])
/// >>> found = impinge.thickness(cube, cube, impinge.Poses(translations=[0.75, 0, 0]))
/// >>> found.lower <= 0.25 <= found.upper
/// True
#[pyfunction]
#[pyo3(signature = (a, b, a_from_b=None, *, jobs=1))]
pub fn thickness<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    a_from_b: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = crate::jobs::checked)] jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    if Body::of(a)?.as_mesh().is_none() || Body::of(b)?.as_mesh().is_none() {
        return Err(type_error("thickness: expected two meshes; give the curved shape as a mesh"));
    }
    answer(py, "Thickness", PairQuery::of(a, b, a_from_b)?.ask(py, jobs, measure_thickness)?)
}

fn measure_depth(a: &Body, b: &Body, a_from_b: &Pose) -> Measured {
    match (a, b) {
        (Body::Mesh(a), Body::Mesh(b)) => {
            let found = pair::depth(a, b, a_from_b, &DepthOptions::default());
            (found.length, found.translation)
        }
        (Body::Convex(a), Body::Convex(b)) => match convex::penetration(a.shape(), b.shape(), a_from_b).outcome {
            PenetrationOutcome::Apart { .. } => (Bounded::exact(0.0), DVec3::ZERO),
            PenetrationOutcome::Touching(overlap) | PenetrationOutcome::Deep(overlap) => {
                (overlap.depth, overlap.direction * overlap.depth.upper)
            }
            PenetrationOutcome::Undecided { upper, direction } => (Bounded::between(0.0, upper), direction * upper),
        },
        // Refused before.
        _ => (Bounded::between(0.0, f64::INFINITY), DVec3::NAN),
    }
}

fn measure_thickness(a: &Body, b: &Body, a_from_b: &Pose) -> Measured {
    let (Some(a), Some(b)) = (a.as_mesh(), b.as_mesh()) else {
        return (Bounded::between(0.0, f64::INFINITY), DVec3::NAN);
    };
    let found = pair::thickness(a, b, a_from_b, &ThicknessOptions::default());
    (found.bounds, found.centre.unwrap_or(DVec3::NAN))
}

fn answer<'py>(py: Python<'py>, class: &str, found: OneOrMany<Measured>) -> PyResult<Bound<'py, PyAny>> {
    match found {
        OneOrMany::One((length, at)) => record(py, class, (length.lower, length.value, length.upper, vector(py, at))),
        OneOrMany::Many(many) => {
            let column =
                |of: fn(&Bounded) -> f64| PyArray1::from_vec(py, many.iter().map(|(length, _)| of(length)).collect());
            let vectors = rows3(py, many.iter().map(|(_, at)| at.to_array()))?;
            record(py, class, (column(|l| l.lower), column(|l| l.value), column(|l| l.upper), vectors))
        }
    }
}
