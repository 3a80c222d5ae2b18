//! The rounding error of a volume.

use impinge::mesh::Mesh;

/// The error of a volume, in units of 2^-53 times the faces times the cube of the size: a determinant of three differences has an error
/// of fewer than 16 units, and a sum adds one a term.
const ROUNDING: f64 = 32.0;

/// A bound on the error of the volume of a mesh.
pub fn rounding(mesh: &Mesh) -> f64 {
    let size = mesh.bounds().size().length();
    ROUNDING * 0.5 * f64::EPSILON * size.powi(3) * mesh.faces().len() as f64
}
