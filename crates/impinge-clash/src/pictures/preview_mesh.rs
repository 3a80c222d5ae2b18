//! Copies of meshes to look at: coarse everywhere, or fine near a place only.

use super::vertex_clustering::{ClusterGrid, coarse};
use impinge::bound::Aabb;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge_picture::Visibility;
use std::collections::HashSet;
use std::sync::OnceLock;

/// Triangles of a ghost, at most.
const GHOST: usize = 600;

/// Meshes with more triangles are looked at by a copy that is coarse away from the clash.
const LARGE: usize = 3_000;

/// Triangles of such a copy away from the clash, at most.
const AWAY: usize = 1_500;

/// More triangles than these near the clash are made coarser, too.
const NEAR: usize = 2_500;

/// Cells along the side of the region near the clash, in which their vertices become one then: two or three samples of a look.
const CELLS: f64 = 24.0;

/// The coarse copies of a mesh, each made when it is first wanted.
#[derive(Debug, Default)]
pub struct PreviewMeshes {
    ghost: OnceLock<Option<Mesh>>,
    away: OnceLock<Option<Mesh>>,
}

/// A mesh at its place, of which the part within a radius of a point of the mesh is looked at closely.
pub struct PreviewSurface<'a> {
    pub mesh: &'a Mesh,
    pub world_from_mesh: Pose,
    pub centre: DVec3,
    pub radius: f64,
}

impl PreviewMeshes {
    /// The mesh as a ghost.
    pub fn ghost<'a>(&'a self, mesh: &'a Mesh) -> &'a Mesh {
        self.ghost.get_or_init(|| coarse(mesh, GHOST)).as_ref().unwrap_or(mesh)
    }

    /// Adds a mesh to what is looked at: a large one with coarse triangles away from the point.
    pub fn add_to(&self, visibility: &mut Visibility, number: u32, surface: &PreviewSurface<'_>) {
        let PreviewSurface { mesh, world_from_mesh, centre, radius } = surface;
        let (rotation, translation) = (world_from_mesh.rotation(), world_from_mesh.translation());
        let world = |p: &DVec3| rotation * *p + translation;
        let away =
            (mesh.faces().len() > LARGE).then(|| self.away.get_or_init(|| coarse(mesh, AWAY)).as_ref()).flatten();
        let Some(away) = away else {
            visibility.add(number, mesh.vertices().iter().map(world), mesh.faces().iter().copied());
            return;
        };
        let region = Aabb { min: *centre - *radius, max: *centre + *radius };
        let far = away.faces().iter().filter(|face| !is_near(away, face, &region));
        visibility.add(number, away.vertices().iter().map(world), far.copied());
        let (vertices, faces) = near(mesh, &region);
        visibility.add(number, vertices.iter().map(world), faces);
    }
}

fn is_near(mesh: &Mesh, face: &[u32; 3], region: &Aabb) -> bool {
    Aabb::of_points(&face.map(|i| mesh.vertices()[i as usize])).overlaps(region)
}

/// The triangles of a mesh whose boxes meet a region, coarser where they are many.
fn near(mesh: &Mesh, region: &Aabb) -> (Vec<DVec3>, Vec<[u32; 3]>) {
    let mut numbers = vec![u32::MAX; mesh.vertices().len()];
    let (mut vertices, mut faces) = (Vec::new(), Vec::new());
    for face in mesh.faces().iter().filter(|face| is_near(mesh, face, region)) {
        faces.push(face.map(|i| {
            if numbers[i as usize] == u32::MAX {
                numbers[i as usize] = vertices.len() as u32;
                vertices.push(mesh.vertices()[i as usize]);
            }
            numbers[i as usize]
        }));
    }
    if faces.len() <= NEAR {
        return (vertices, faces);
    }
    let size = region.size().max_element();
    // Triangles reach out of the region: cells go on below it.
    let grid = ClusterGrid { origin: region.min - 100.0 * size, scale: CELLS / size };
    grid.cluster(&vertices, &faces, &HashSet::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge_scenes::solid::geodesic_sphere;

    #[test]
    fn few_triangles_are_left_of_large_meshes_and_all_of_small_ones() {
        let sphere = geodesic_sphere(1.0, 80).unwrap();
        assert!(PreviewMeshes::default().ghost(&sphere).faces().len() <= GHOST);
        let region = |radius: f64| Aabb { min: DVec3::X - radius, max: DVec3::X + radius };
        // As they are while they are few.
        let (vertices, faces) = near(&sphere, &region(0.2));
        let within = |p: &&DVec3| p.distance(DVec3::X) < 0.2;
        assert_eq!(vertices.iter().filter(within).count(), sphere.vertices().iter().filter(within).count());
        assert!((100..NEAR).contains(&faces.len()), "{}", faces.len());
        // Coarser, but by less than a cell, where they are many.
        let (vertices, coarser) = near(&sphere, &region(0.9));
        assert!(coarser.len() > 1_000 && coarser.len() < 12_000, "{}", coarser.len());
        assert!(vertices.iter().all(|p| (p.length() - 1.0).abs() < 1.8 / CELLS));
    }
}
