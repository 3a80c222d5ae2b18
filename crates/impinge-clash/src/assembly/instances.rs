//! Bodies of a mesh file: instances of a mesh share it, with its tree and hull, and keep their poses; all others stand in the world's frame.
//!
//! A body that is alone in having its mesh is carried to the world, vertex by vertex, each coordinate rounded once. An instance at a pose
//! P is carried by the engine in the same way, to the same bits, where it meets such a body: the pose of one to the other is P. Where two
//! instances meet, their relative pose is rounded to double precision: it is exact for the poses so rounded, about 1e-16 of their distances
//! from the origin off from the vertices in the world. Memory and time of trees, hulls and previews follow distinct meshes.

use super::assembly_error::AssemblyError;
use super::body::AssemblyBody;
use super::body_part::is_same_mesh;
use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge::scene::Model;
use impinge_io::{Body, geometry_hash};
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

/// The meshes of a file, each once; by default none is shared, and all bodies stand in the world.
#[derive(Default)]
pub struct Instances {
    /// For the mesh of every body the one that stands for it: the first with the same vertices and faces.
    meshes: HashMap<*const Mesh, Distinct>,
}

/// A mesh that stands for all of the same content.
#[derive(Clone)]
struct Distinct {
    mesh: Arc<Mesh>,
    /// How many bodies have it.
    count: usize,
}

impl Instances {
    /// Counts the bodies of every mesh; meshes of the same content are one.
    pub fn new(bodies: &[Body]) -> Self {
        let mut by_content: HashMap<u64, Vec<Distinct>> = HashMap::new();
        let mut slots: HashMap<*const Mesh, (u64, usize)> = HashMap::new();
        for body in bodies {
            let slot = *slots.entry(Arc::as_ptr(&body.mesh)).or_insert_with(|| {
                let hash = geometry_hash(&body.mesh);
                let alike = by_content.entry(hash).or_default();
                let known = alike.iter().position(|known| is_same_mesh(&known.mesh, &body.mesh));
                let at = known.unwrap_or_else(|| {
                    alike.push(Distinct { mesh: Arc::clone(&body.mesh), count: 0 });
                    alike.len() - 1
                });
                (hash, at)
            });
            if let Some(distinct) = by_content.get_mut(&slot.0).and_then(|alike| alike.get_mut(slot.1)) {
                distinct.count += 1;
            }
        }
        let meshes = slots.into_iter().filter_map(|(mesh, (hash, at))| {
            let distinct = by_content.get(&hash)?.get(at)?;
            Some((mesh, distinct.clone()))
        });
        Self { meshes: meshes.collect() }
    }

    /// The bodies for an assembly.
    ///
    /// # Errors
    /// A body is outside the exact range at its place.
    pub fn place(self, path: &Path, bodies: Vec<Body>) -> Result<Vec<AssemblyBody>, AssemblyError> {
        let mut models: HashMap<*const Mesh, Model> = HashMap::new();
        let mut placed = Vec::with_capacity(bodies.len());
        for body in bodies {
            let distinct = self.meshes.get(&Arc::as_ptr(&body.mesh));
            let is_alone = distinct.is_none_or(|distinct| distinct.count == 1);
            let mesh = distinct.map_or(&body.mesh, |distinct| &distinct.mesh);
            let (model, pose) = if is_alone {
                (Model::from(in_world(path, &body, mesh)?), Pose::IDENTITY)
            } else {
                let model = models.entry(Arc::as_ptr(mesh)).or_insert_with(|| Model::from(Arc::clone(mesh)));
                (model.clone(), body.world_from_body)
            };
            let own = AssemblyBody::new(body.name, model, pose);
            let (source_id, precision, unit, warnings) = (body.source_id, body.precision, body.unit, body.warnings);
            placed.push(AssemblyBody { source_id, precision, unit, warnings, ..own });
        }
        Ok(placed)
    }
}

/// A mesh with its vertices carried to the world, so that bodies which share a vertex in the file's world touch whatever their poses are.
fn in_world(path: &Path, body: &Body, mesh: &Arc<Mesh>) -> Result<Arc<Mesh>, AssemblyError> {
    if body.world_from_body.is_identity() {
        return Ok(Arc::clone(mesh));
    }
    let vertices = mesh.vertices().iter().map(|p| body.world_from_body.transform_point(*p)).collect();
    let refused =
        |error| AssemblyError::Unplaceable { file: path.display().to_string(), body: body.name.clone(), error };
    Mesh::try_new(vertices, mesh.faces().to_vec()).map(Arc::new).map_err(refused)
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::math::DVec3;

    fn mesh(size: f64) -> Arc<Mesh> {
        let corners = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z].map(|p| p * size).to_vec();
        Arc::new(Mesh::try_new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]).unwrap())
    }

    #[test]
    fn meshes_of_the_same_content_are_one_and_what_is_alone_stands_in_the_world() {
        let at = |x: f64| Pose::from_translation(DVec3::X * x).unwrap();
        let (bolt, plate) = (mesh(1.0), mesh(5.0));
        let bodies = vec![
            Body::new("bolt 1", Arc::clone(&bolt), at(1.0)),
            Body::new("plate", plate, at(2.0)),
            Body::new("bolt 2", mesh(1.0), at(3.0)),
            Body::new("bolt 3", bolt, Pose::IDENTITY),
        ];
        let placed = Instances::new(&bodies).place(Path::new("f.glb"), bodies).unwrap();
        let [a, b, c, d] = &placed[..] else { panic!("{}", placed.len()) };
        assert!([c, d].iter().all(|body| Arc::ptr_eq(body.mesh().unwrap(), a.mesh().unwrap())));
        assert_eq!((a.world_from_body, c.world_from_body, d.world_from_body), (at(1.0), at(3.0), Pose::IDENTITY));
        assert!(b.world_from_body.is_identity());
        assert_eq!(b.mesh().unwrap().vertices()[0], DVec3::X * 2.0);
    }
}
