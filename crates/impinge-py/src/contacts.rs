//! Where two meshes meet, and where one meets itself.

use crate::arrays::{OneOrMany, rows2, rows3};
use crate::body::Body;
use crate::errors::type_error;
use crate::mesh::PyMesh;
use crate::pairs::PairQuery;
use crate::results::record;
use impinge::collect::All;
use impinge::math::Pose;
use impinge::pair::{self, Contact};
use impinge::triangle_pair::TriangleRelation;
use numpy::PyArray1;
use pyo3::prelude::*;

/// Every pair of triangles of two meshes that share a point, and what they share.
///
/// Returns
/// -------
/// Contacts
///     One row for each pair of triangles, sorted: `faces` (k, 2), of a box or hull those of its `to_mesh()`; `crossing` (k,), whether they pass through each other or only touch; the common
///     points of pair k, in A's frame, are `points[point_offsets[k]:point_offsets[k + 1]]`: one is a point, two are the ends of a segment, more
///     are the corners of a polygon. Of a batch, the pairs at pose i are rows `pose_offsets[i]` to `pose_offsets[i + 1]`.
///
/// Examples
/// --------
/// >>> import impinge
/// >>> cube = impinge.Mesh.box([0, 0, 0], [1, 1, 1])
/// >>> found = impinge.contacts(cube, cube, impinge.Poses(translations=[0.5, 0.5, 0.5]))
/// >>> len(found.faces), bool(found.crossing.all()), found.points.shape[1]
/// (18, True, 3)
#[pyfunction]
#[pyo3(signature = (a, b, a_from_b=None, *, jobs=1))]
pub fn contacts<'py>(
    a: &Bound<'py, PyAny>,
    b: &Bound<'py, PyAny>,
    a_from_b: Option<&Bound<'py, PyAny>>,
    #[pyo3(from_py_with = crate::jobs::checked)] jobs: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let py = a.py();
    if Body::of(a)?.as_mesh().is_none() || Body::of(b)?.as_mesh().is_none() {
        return Err(type_error("contacts: expected two meshes, boxes or hulls; curved shapes have no faces"));
    }
    match PairQuery::of(a, b, a_from_b)?.ask(py, jobs, listed)? {
        OneOrMany::One(contacts) => rows(py, &contacts, None),
        OneOrMany::Many(many) => {
            let counts = many.iter().scan(0, |sum, contacts| {
                *sum += contacts.len();
                Some(*sum)
            });
            let offsets = std::iter::once(0).chain(counts).map(|sum| sum as i64).collect();
            rows(py, &many.concat(), Some(offsets))
        }
    }
}

/// Every pair of triangles of a mesh that share more than they do as neighbours, as `contacts` gives them.
///
/// Examples
/// --------
/// >>> import impinge
/// >>> len(impinge.self_contacts(impinge.Mesh.icosphere()).faces)
/// 0
#[pyfunction]
pub fn self_contacts<'py>(mesh: &Bound<'py, PyMesh>) -> PyResult<Bound<'py, PyAny>> {
    let py = mesh.py();
    let mesh = &mesh.get().mesh;
    let found = py.detach(|| {
        let mut found = All(Vec::new());
        pair::self_contacts(mesh, &mut found);
        found.0.sort_by_key(|contact| contact.faces);
        found.0
    });
    rows(py, &found, None)
}

fn listed(a: &Body, b: &Body, a_from_b: &Pose) -> Vec<Contact> {
    let mut found = All(Vec::new());
    if let (Some(a), Some(b)) = (a.as_mesh(), b.as_mesh()) {
        pair::contacts(a, b, a_from_b, &mut found);
    }
    found.0.sort_by_key(|contact| contact.faces);
    found.0
}

fn rows<'py>(py: Python<'py>, contacts: &[Contact], poses: Option<Vec<i64>>) -> PyResult<Bound<'py, PyAny>> {
    let points: Vec<[f64; 3]> =
        contacts.iter().flat_map(|contact| contact.intersection.points().map(|p| p.to_array())).collect();
    let mut offsets = vec![0];
    for contact in contacts {
        offsets.push(offsets[offsets.len() - 1] + contact.intersection.points().count() as i64);
    }
    let crossing = contacts.iter().map(|contact| contact.relation == TriangleRelation::Crossing).collect();
    let faces = rows2(py, contacts.iter().map(|contact| contact.faces.map(|face| face.0)))?;
    let points = rows3(py, points.into_iter())?;
    let (crossing, offsets) = (PyArray1::from_vec(py, crossing), PyArray1::from_vec(py, offsets));
    record(py, "Contacts", (faces, crossing, points, offsets, poses.map(|poses| PyArray1::from_vec(py, poses))))
}
