//! Rays and a mesh.

use crate::arrays::{self, OneOrMany, rows3, vector};
use crate::errors::{shape_error, value_error};
use crate::jobs;
use crate::points::mesh_of;
use crate::results::{feature_row, record};
use glam::DVec3;
use impinge::executor::Executor;
use impinge::pair::{FaceHit, MeshHit, cast_ray, ray_hits};
use impinge::shape::Ray;
use numpy::PyArray1;
use pyo3::prelude::*;

/// Where rays first meet a mesh, its inside included: a ray that starts inside meets it there.
///
/// Parameters
/// ----------
/// mesh : Mesh
/// origins, directions : arrays of shape (3,) or (n, 3)
///     One origin may go with many directions, and the other way round. Directions may have any length.
/// max_t : float
///     Rays end there, in lengths of their directions.
///
/// Returns
/// -------
/// RayHits
///     `t`, in lengths of the direction (infinite for a miss); `point` (NaN for a miss); `face` (-1 for a miss or a start inside), of a box or hull that of its `to_mesh()`.
///
/// Examples
/// --------
/// >>> import impinge
/// >>> hit = impinge.raycast(impinge.Mesh.box([0, 0, 0], [1, 1, 1]), [[0.5, 0.25, 3], [5, 5, 3]], [0, 0, -2])
/// >>> hit.t.tolist(), hit.point[0].tolist()
/// ([1.0, inf], [0.5, 0.25, 1.0])
#[pyfunction]
#[pyo3(signature = (mesh, origins, directions, *, max_t=f64::INFINITY, jobs=1))]
pub fn raycast<'py>(
    mesh: &Bound<'py, PyAny>,
    origins: &Bound<'py, PyAny>,
    directions: &Bound<'py, PyAny>,
    max_t: f64,
    #[pyo3(from_py_with = jobs::checked)] jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, mesh) = (mesh.py(), mesh_of(mesh)?);
    check_max_t(max_t)?;
    let rays = rays(origins, directions)?;
    let row = |hit: Option<MeshHit>| match hit {
        Some(hit) => (hit.t, hit.point, hit.face.map_or(-1, |face| i64::from(face.0))),
        None => (f64::INFINITY, DVec3::NAN, -1),
    };
    match rays {
        OneOrMany::One(ray) => {
            let (t, point, face) = row(py.detach(|| cast_ray(&mesh, &ray, max_t)));
            record(py, "RayHits", (t, vector(py, point), face))
        }
        OneOrMany::Many(rays) => {
            let executor = jobs::executor(jobs)?;
            py.detach(|| mesh.prepare(&Executor::serial()));
            let hits = jobs::map(py, &executor, rays.len(), |k| row(cast_ray(&mesh, &rays[k], max_t)))?;
            let times = PyArray1::from_vec(py, hits.iter().map(|(t, _, _)| *t).collect());
            let points = rows3(py, hits.iter().map(|(_, point, _)| point.to_array()))?;
            let faces = PyArray1::from_vec(py, hits.iter().map(|(_, _, face)| *face).collect());
            record(py, "RayHits", (times, points, faces))
        }
    }
}

/// Every face that rays meet, and where. The faces are exact.
///
/// Parameters
/// ----------
/// mesh : Mesh
/// origins, directions : arrays of shape (3,) or (n, 3)
///     One origin may go with many directions, and the other way round. Directions may have any length.
/// max_t : float
///     Rays end there, in lengths of their directions.
///
/// Returns
/// -------
/// FaceHits
///     One row for each ray and face, sorted by ray, then from its origin on: `ray` (k,), 0 for a single one; `t` (k,); `point` (k, 3); `face` (k,); `features` (k, 3), the vertex, edge or face that
///     the point lies on: faces that share it are met at one point; `coplanar` (k,), whether the ray lies in the plane of the face.
///
/// Examples
/// --------
/// >>> import impinge
/// >>> found = impinge.raycast_all(impinge.Mesh.box([0, 0, 0], [1, 1, 1]), [[0.5, 0.25, 3], [5, 5, 3]], [0, 0, -2])
/// >>> found.ray.tolist(), found.t.tolist(), found.point[:, 2].tolist()
/// ([0, 0], [1.0, 1.5], [1.0, 0.0])
#[pyfunction]
#[pyo3(signature = (mesh, origins, directions, *, max_t=f64::INFINITY, jobs=1))]
pub fn raycast_all<'py>(
    mesh: &Bound<'py, PyAny>,
    origins: &Bound<'py, PyAny>,
    directions: &Bound<'py, PyAny>,
    max_t: f64,
    #[pyo3(from_py_with = jobs::checked)] jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, mesh) = (mesh.py(), mesh_of(mesh)?);
    check_max_t(max_t)?;
    let rays = rays(origins, directions)?;
    let rays = rays.as_slice();
    let executor = jobs::executor(jobs)?;
    py.detach(|| mesh.prepare(&Executor::serial()));
    let found = jobs::map(py, &executor, rays.len(), |k| ray_hits(&mesh, &rays[k], max_t))?;
    let numbers = found.iter().enumerate().flat_map(|(ray, hits)| hits.iter().map(move |_| ray as i64)).collect();
    let hits: Vec<FaceHit> = found.into_iter().flatten().collect();
    let times = hits.iter().map(|hit| hit.t).collect();
    let points = rows3(py, hits.iter().map(|hit| hit.point.to_array()))?;
    let faces = hits.iter().map(|hit| hit.face.0).collect();
    let features = rows3(py, hits.iter().map(|hit| feature_row(Some(hit.feature))))?;
    let coplanar = hits.iter().map(|hit| hit.is_coplanar).collect();
    let [ray, t] = [PyArray1::from_vec(py, numbers).into_any(), PyArray1::from_vec(py, times).into_any()];
    let (face, coplanar) = (PyArray1::from_vec(py, faces), PyArray1::from_vec(py, coplanar));
    record(py, "FaceHits", (ray, t, points, face, features, coplanar))
}

fn check_max_t(max_t: f64) -> PyResult<()> {
    if max_t.is_nan() || max_t < 0.0 {
        return Err(value_error(format!("max_t: expected zero or more, found {max_t}")));
    }
    Ok(())
}

/// Rays of origins and directions side by side; a single one goes with all of the others.
fn rays(origins: &Bound<'_, PyAny>, directions: &Bound<'_, PyAny>) -> PyResult<OneOrMany<Ray>> {
    use OneOrMany::{Many, One};
    let py = origins.py();
    let (origins, directions) = (arrays::points(origins, "origins")?, arrays::points(directions, "directions")?);
    let ray = |(k, (origin, direction)): (usize, (DVec3, DVec3))| {
        Ray::try_new(origin, direction).map_err(|error| shape_error(py, format!("ray {k}: {error}")))
    };
    let count = match (&origins, &directions) {
        (One(origin), One(direction)) => return ray((0, (*origin, *direction))).map(One),
        (Many(all), Many(many)) if all.len() != many.len() => {
            return Err(value_error(format!("{} origins and {} directions", all.len(), many.len())));
        }
        (Many(many), _) | (One(_), Many(many)) => many.len(),
    };
    let [origins, directions] = [origins, directions].map(|points| match points {
        One(point) => vec![point; count],
        Many(many) => many,
    });
    origins.into_iter().zip(directions).enumerate().map(ray).collect::<PyResult<_>>().map(Many)
}
