//! A note on bodies with few vertices absurdly far out, whose file may be damaged.

use super::body::AssemblyBody;
use super::body_healing::UNITS;
use super::coordinate_range::RoundingLength;
use crate::number_format;
use impinge::mesh::Mesh;
use impinge_io::Precision;

/// A note on bodies of single precision with vertices that lie far outside of most faces.
pub(super) fn wide_range_note(bodies: &[AssemblyBody]) -> Option<String> {
    let is_wide = |body: &&AssemblyBody| {
        let is_limited = |mesh: &Mesh| {
            let largest = mesh.bounds().largest_coordinate();
            RoundingLength::at_coordinates(mesh, 0.0, largest, UNITS).is_limited
        };
        body.precision == Precision::Single && body.mesh().is_some_and(|mesh| is_limited(mesh))
    };
    let names: Vec<&str> = bodies.iter().filter(is_wide).map(|body| body.name.as_str()).collect();
    (!names.is_empty()).then(|| {
        format!(
            "some vertices of {} lie many thousands of times farther out than most faces: lengths that are found by themselves (heal, touch, tolerance) follow most faces. Is the file damaged?",
            number_format::first_names(&names)
        )
    })
}
