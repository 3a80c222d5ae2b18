//! Area, volume and centroid of what the triangles enclose, by the divergence theorem.

use super::indexed_mesh::Mesh;
use crate::math::DVec3;

/// Integrals over a mesh, in plain floating point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MeshMassProperties {
    /// Sum of the areas of the faces.
    pub area: f64,
    /// Signed volume: positive where faces turn outward. Only meaningful for a closed mesh; overlaps count twice.
    pub volume: f64,
    /// Centre of the volume; of the surface where the volume is zero.
    pub centroid: DVec3,
}

impl Mesh {
    /// Area, volume and centroid. Integrals are taken about the first vertex, so that distance from the origin costs no accuracy.
    #[must_use]
    pub fn mass_properties(&self) -> MeshMassProperties {
        let origin = self.vertices().first().copied().unwrap_or_default();
        let (mut area, mut volume) = (0.0, 0.0);
        let (mut of_area, mut of_volume) = (DVec3::ZERO, DVec3::ZERO);
        for face in self.face_ids() {
            let [a, b, c] = self.triangle(face).map(|p| p - origin);
            let cross = (b - a).cross(c - a);
            // Twice the area and six times the volume: divisions wait until the sums are made, which keeps lattices exact.
            let (parallelogram, parallelepiped) = (cross.length(), a.dot(cross));
            area += parallelogram;
            volume += parallelepiped;
            of_area += (a + b + c) * parallelogram;
            of_volume += (a + b + c) * parallelepiped;
        }
        let offset = if volume != 0.0 {
            of_volume / (4.0 * volume)
        } else if area > 0.0 {
            of_area / (3.0 * area)
        } else {
            DVec3::ZERO
        };
        MeshMassProperties { area: area / 2.0, volume: volume / 6.0, centroid: origin + offset }
    }
}
