//! Rays and a mesh.

use crate::arrays::{self, OneOrMany, rows3, vector};
use crate::errors::{shape_error, value_error};
use crate::jobs;
use crate::points::mesh_of;
use crate::results::record;
use glam::DVec3;
use impinge::executor::Executor;
use impinge::pair::{MeshHit, cast_ray};
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
    if max_t.is_nan() || max_t < 0.0 {
        return Err(value_error(format!("max_t: expected zero or more, found {max_t}")));
    }
    let rays = rays(&arrays::points(origins, "origins")?, &arrays::points(directions, "directions")?)?;
    let row = |hit: Option<MeshHit>| match hit {
        Some(hit) => (hit.t, hit.point, hit.face.map_or(-1, |face| i64::from(face.0))),
        None => (f64::INFINITY, DVec3::NAN, -1),
    };
    let checked = |k: usize, (origin, direction): (DVec3, DVec3)| {
        Ray::try_new(origin, direction).map_err(|error| shape_error(py, format!("ray {k}: {error}")))
    };
    match rays {
        OneOrMany::One(ray) => {
            let ray = checked(0, ray)?;
            let (t, point, face) = row(py.detach(|| cast_ray(&mesh, &ray, max_t)));
            record(py, "RayHits", (t, vector(py, point), face))
        }
        OneOrMany::Many(rays) => {
            let rays = rays.into_iter().enumerate().map(|(k, ray)| checked(k, ray)).collect::<PyResult<Vec<Ray>>>()?;
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

/// Origins and directions side by side; a single one goes with all of the others.
fn rays(origins: &OneOrMany<DVec3>, directions: &OneOrMany<DVec3>) -> PyResult<OneOrMany<(DVec3, DVec3)>> {
    use OneOrMany::{Many, One};
    Ok(match (origins, directions) {
        (One(origin), One(direction)) => One((*origin, *direction)),
        (One(origin), Many(many)) => Many(many.iter().map(|direction| (*origin, *direction)).collect()),
        (Many(many), One(direction)) => Many(many.iter().map(|origin| (*origin, *direction)).collect()),
        (Many(all), Many(many)) if all.len() == many.len() => {
            Many(all.iter().copied().zip(many.iter().copied()).collect())
        }
        (Many(all), Many(many)) => {
            return Err(value_error(format!("{} origins and {} directions", all.len(), many.len())));
        }
    })
}
