//! Area, volume and centroid of what the triangles enclose, by the divergence theorem.

use super::Mesh;
use crate::math::DVec3;

/// Integrals over a mesh, in plain floating point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mass {
    /// Sum of the areas of the faces.
    pub area: f64,
    /// Signed volume: positive where faces turn outward. Only meaningful for a closed mesh; overlaps count twice.
    pub volume: f64,
    /// Centre of the volume; of the surface where the volume is zero.
    pub centroid: DVec3,
}

impl Mass {
    /// The integrals of a mesh; they are taken about its first vertex, so that being far from the origin costs nothing.
    #[must_use]
    pub fn of(mesh: &Mesh) -> Self {
        let origin = mesh.vertices().first().copied().unwrap_or_default();
        let (mut area, mut volume) = (0.0, 0.0);
        let (mut of_area, mut of_volume) = (DVec3::ZERO, DVec3::ZERO);
        for face in mesh.face_ids() {
            let [a, b, c] = mesh.triangle(face).map(|p| p - origin);
            let cross = (b - a).cross(c - a);
            let (face_area, cone) = (cross.length() / 2.0, a.dot(cross) / 6.0);
            area += face_area;
            volume += cone;
            of_area += (a + b + c) / 3.0 * face_area;
            of_volume += (a + b + c) / 4.0 * cone;
        }
        let offset = if volume != 0.0 {
            of_volume / volume
        } else if area > 0.0 {
            of_area / area
        } else {
            DVec3::ZERO
        };
        Self { area, volume, centroid: origin + offset }
    }
}
