//! Which bodies are instances of the same part: those of the same mesh, by its content.

use super::body::AssemblyBody;
use impinge::mesh::Mesh;
use impinge_io::geometry_hash;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The part that a body is an instance of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BodyPart {
    /// The hash of its mesh: parts are ordered by it, whatever the order of bodies.
    hash: u64,
    /// The first body that is an instance of it.
    first: usize,
}

/// The parts of some bodies, by index. A body that is not a mesh is a part of its own.
pub fn body_parts(bodies: &[AssemblyBody], members: impl IntoIterator<Item = usize>) -> BTreeMap<usize, BodyPart> {
    let mut of_mesh: HashMap<*const Mesh, BodyPart> = HashMap::new();
    let mut by_hash: HashMap<u64, Vec<(&Arc<Mesh>, BodyPart)>> = HashMap::new();
    let mut parts = BTreeMap::new();
    for body in members {
        let Some(mesh) = bodies[body].mesh() else {
            parts.insert(body, BodyPart { hash: 0, first: body });
            continue;
        };
        let part = *of_mesh.entry(Arc::as_ptr(mesh)).or_insert_with(|| {
            let hash = geometry_hash(mesh);
            let alike = by_hash.entry(hash).or_default();
            if let Some((_, known)) = alike.iter().find(|(known, _)| is_same_mesh(known, mesh)) {
                return *known;
            }
            let part = BodyPart { hash, first: body };
            alike.push((mesh, part));
            part
        });
        parts.insert(body, part);
    }
    parts
}

/// Whether two meshes have the same vertices and faces.
pub fn is_same_mesh(p: &Mesh, q: &Mesh) -> bool {
    p.faces() == q.faces() && p.vertices() == q.vertices()
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge::math::{DVec3, Pose};
    use impinge::scene::Model;

    #[test]
    fn bodies_of_the_same_content_are_one_part() {
        let cube = |size: f64| Arc::new(Mesh::cuboid(DVec3::ZERO, DVec3::splat(size)).unwrap());
        let (small, large) = (cube(1.0), cube(2.0));
        let meshes = [&small, &large, &small, &cube(1.0), &cube(2.0)];
        let body = |mesh: &Arc<Mesh>| AssemblyBody::new("x", Model::from(Arc::clone(mesh)), Pose::IDENTITY);
        let bodies: Vec<AssemblyBody> = meshes.into_iter().map(body).collect();
        let parts = body_parts(&bodies, 0..bodies.len());
        assert!(parts[&0] == parts[&2] && parts[&0] == parts[&3] && parts[&1] == parts[&4] && parts[&0] != parts[&1]);
        let turned: Vec<AssemblyBody> = bodies.into_iter().rev().collect();
        let again = body_parts(&turned, 0..turned.len());
        assert_eq!(again[&4] < again[&3], parts[&0] < parts[&1], "whatever the order of bodies");
    }
}
