//! Copies of meshes to look at: coarse everywhere, or fine near a place only.

use super::vertex_clustering::coarse;
use impinge::bound::Aabb;
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use std::sync::OnceLock;

/// Triangles of a ghost, at most.
const GHOST: usize = 600;

/// Meshes with more triangles are looked at by a copy that is coarse away from the clash.
const LARGE: usize = 50_000;

/// Triangles of such a copy away from the clash, at most.
const AWAY: usize = 20_000;

/// The coarse copies of a mesh, each made when it is first wanted.
#[derive(Debug, Default)]
pub struct PreviewMeshes {
    ghost: OnceLock<Option<Mesh>>,
    away: OnceLock<Option<Mesh>>,
}

impl PreviewMeshes {
    /// The mesh as a ghost.
    pub fn ghost<'a>(&'a self, mesh: &'a Mesh) -> &'a Mesh {
        self.ghost.get_or_init(|| coarse(mesh, GHOST)).as_ref().unwrap_or(mesh)
    }

    /// A copy of a large mesh with its own triangles within a radius of a point and coarse ones elsewhere; `None` for one that is not
    /// large.
    pub fn near(&self, mesh: &Mesh, centre: DVec3, radius: f64) -> Option<Mesh> {
        if mesh.faces().len() <= LARGE {
            return None;
        }
        let away = self.away.get_or_init(|| coarse(mesh, AWAY)).as_ref()?;
        let region = Aabb { min: centre - radius, max: centre + radius };
        let is_near = |mesh: &Mesh, face: &[u32; 3]| {
            Aabb::of_points(&face.map(|i| mesh.vertices()[i as usize])).overlaps(&region)
        };
        let mut numbers = vec![u32::MAX; mesh.vertices().len()];
        let mut vertices = away.vertices().to_vec();
        let mut faces: Vec<[u32; 3]> = away.faces().iter().filter(|face| !is_near(away, face)).copied().collect();
        for face in mesh.faces().iter().filter(|face| is_near(mesh, face)) {
            faces.push(face.map(|i| {
                if numbers[i as usize] == u32::MAX {
                    numbers[i as usize] = vertices.len() as u32;
                    vertices.push(mesh.vertices()[i as usize]);
                }
                numbers[i as usize]
            }));
        }
        Mesh::try_new(vertices, faces).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge_scenes::solid::geodesic_sphere;

    #[test]
    fn copies_are_fine_near_the_place_only() {
        let sphere = geodesic_sphere(1.0, 80).unwrap();
        let copies = PreviewMeshes::default();
        assert!(copies.ghost(&sphere).faces().len() <= GHOST);
        let near = copies.near(&sphere, DVec3::X, 0.2).unwrap();
        assert!(near.faces().len() < AWAY + 5_000 && near.faces().len() > 2_000, "{}", near.faces().len());
        let exact = |mesh: &Mesh, at: DVec3| {
            mesh.vertices().iter().filter(|p| p.distance(at) < 0.1 && (p.length() - 1.0).abs() < 1e-12).count()
        };
        assert!(exact(&near, DVec3::X) >= exact(&sphere, DVec3::X) && exact(&sphere, DVec3::X) > 50);
        assert!(exact(&near, DVec3::NEG_X) < exact(&sphere, DVec3::NEG_X));
        let small = geodesic_sphere(1.0, 10).unwrap();
        assert!(PreviewMeshes::default().near(&small, DVec3::X, 0.2).is_none());
    }
}
