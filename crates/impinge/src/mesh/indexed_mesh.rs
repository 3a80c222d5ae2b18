//! The mesh: triangles over shared vertices. Closed solids, open surfaces and loose soups alike.

use super::face_topology::Topology;
use super::mesh_defect::{Defect, MeshError};
use super::structure_cache::StructureCache;
use super::vertex_stars::VertexStars;
use super::vertex_welding;
use crate::bound::Aabb;
use crate::bvh::{Preset, WideTree};
use crate::executor::Executor;
use crate::feature::{FaceId, VertexId};
use crate::math::predicates::Triangle;
use crate::math::{DVec3, in_exact_range};
use std::any::Any;
use std::sync::{Arc, OnceLock};

/// Triangles over shared vertices, in the mesh's own frame; immutable, cheap to share, with its tree made on first use.
///
/// Faces keep the order and the corners of the input. Vertices at the same place count as one for everything that is
/// said about the surface (closed, components, defects), whether or not the input shared them.
#[derive(Clone, Debug)]
pub struct Mesh {
    vertices: Vec<DVec3>,
    faces: Vec<[u32; 3]>,
    bounds: Aabb,
    topology: OnceLock<Topology>,
    preset: Preset,
    tree: OnceLock<WideTree>,
    stars: OnceLock<Option<Box<VertexStars>>>,
    structures: StructureCache,
}

impl Mesh {
    /// A mesh of the given vertices and faces; counter-clockwise seen from outside, where there is an outside.
    ///
    /// # Errors
    /// No faces, coordinates that are not finite or outside the exact range, indices of missing vertices.
    pub fn try_new(vertices: Vec<DVec3>, faces: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        check(&vertices, &faces)?;
        let bounds = faces.iter().flatten().fold(Aabb::EMPTY, |bounds, &i| bounds.including(vertices[i as usize]));
        Ok(Self {
            vertices,
            faces,
            bounds,
            topology: OnceLock::new(),
            preset: Preset::default(),
            tree: OnceLock::new(),
            stars: OnceLock::new(),
            structures: StructureCache::default(),
        })
    }

    /// A mesh of loose triangles, welded where their corners coincide.
    ///
    /// # Errors
    /// As [`Mesh::try_new`].
    pub fn from_triangles(triangles: &[Triangle]) -> Result<Self, MeshError> {
        let (vertices, faces) = vertex_welding::weld(triangles);
        Self::try_new(vertices, faces)
    }

    /// The vertices, in the order of the input.
    #[must_use]
    pub fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// The corners of every face, in the order of the input.
    #[must_use]
    pub fn faces(&self) -> &[[u32; 3]] {
        &self.faces
    }

    /// All faces by id.
    pub fn face_ids(&self) -> impl ExactSizeIterator<Item = FaceId> + use<> {
        (0..self.faces.len() as u32).map(FaceId)
    }

    /// The place of a vertex.
    #[must_use]
    pub fn vertex(&self, vertex: VertexId) -> DVec3 {
        self.vertices[vertex.index()]
    }

    /// The places of a face's corners.
    #[must_use]
    pub fn triangle(&self, face: FaceId) -> Triangle {
        self.faces[face.index()].map(|i| self.vertices[i as usize])
    }

    /// The smallest box around all faces.
    #[must_use]
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// How the faces are connected; computed on first use.
    #[must_use]
    pub fn topology(&self) -> &Topology {
        self.topology.get_or_init(|| Topology::of(&self.vertices, &self.faces))
    }

    /// The same mesh with its tree fitted another way.
    #[must_use]
    pub fn with_preset(self, preset: Preset) -> Self {
        Self { preset, tree: OnceLock::new(), stars: OnceLock::new(), structures: StructureCache::default(), ..self }
    }

    /// The tree over the faces; made on first use, on the calling thread: see [`Mesh::prepare`].
    #[must_use]
    pub fn tree(&self) -> &WideTree {
        self.tree.get_or_init(|| self.build_tree(&Executor::serial()))
    }

    /// The vertices with very many faces, if there are any; found on first use.
    pub(crate) fn large_stars(&self) -> Option<&VertexStars> {
        self.stars.get_or_init(|| VertexStars::of(self)).as_deref()
    }

    /// Makes the tree, on all threads of the executor, and the topology now, so that no query has to.
    pub fn prepare(&self, executor: &Executor) {
        self.prepare_tree(executor);
        let _ = self.topology();
    }

    /// Makes the tree now, on all threads of the executor.
    pub fn prepare_tree(&self, executor: &Executor) {
        if self.tree.get().is_none() {
            // Not under the lock: a thread that helps out while it waits must not come back for the same tree.
            let _ = self.tree.set(self.build_tree(executor));
        }
    }

    fn build_tree(&self, executor: &Executor) -> WideTree {
        WideTree::build(&self.vertices, &self.faces, &self.bounds, self.preset, executor)
    }

    /// The structure of a type that a method keeps with the mesh; empty on first use, shared by copies of the mesh.
    ///
    /// Not part of the public interface: shared with the sibling crates of this workspace.
    #[doc(hidden)]
    #[must_use]
    pub fn cached<T: Any + Default + Send + Sync>(&self) -> Arc<T> {
        self.structures.get()
    }

    /// Whether all faces with area belong to closed parts: see [`Mesh::encloses`].
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.topology().is_closed()
    }

    /// Whether the mesh has an inside: some part of it is closed.
    ///
    /// A part is a set of faces connected by edges. It is closed if every edge is run along as often one way as
    /// the other, so that the winding number of a point is well defined, and the faces do not simply cancel each other. A
    /// sheet attached to a closed part along an edge is a part of its own.
    #[must_use]
    pub fn encloses(&self) -> bool {
        self.topology().encloses()
    }

    /// Everything about the mesh that a clean solid does not have, except self-contact, which
    /// [`crate::pair::self_contacts`] finds.
    #[must_use]
    pub fn defects(&self) -> Vec<Defect> {
        self.topology().defects(&self.vertices, &self.faces)
    }
}

/// Refuses what no query could answer for.
pub(crate) fn check(vertices: &[DVec3], faces: &[[u32; 3]]) -> Result<(), MeshError> {
    if faces.is_empty() {
        return Err(MeshError::Empty);
    }
    // Half-edges are numbered in 32 bits, too, three for each face.
    let most = vertices.len().max(faces.len().saturating_mul(3));
    if most >= u32::MAX as usize {
        return Err(MeshError::TooLarge(most));
    }
    let refused = refused(vertices, faces);
    if refused.is_empty() { Ok(()) } else { Err(MeshError::Defects(refused)) }
}

/// The defects for which a mesh is refused.
fn refused(vertices: &[DVec3], faces: &[[u32; 3]]) -> Vec<Defect> {
    let mut refused = Vec::new();
    for (i, p) in vertices.iter().enumerate() {
        let vertex = VertexId(i as u32);
        if !p.is_finite() {
            refused.push(Defect::NotFinite { vertex });
        } else if let Some(coordinate) = p.to_array().into_iter().find(|x| !in_exact_range(*x)) {
            refused.push(Defect::OutOfRange { vertex, coordinate });
        }
    }
    for (i, corners) in faces.iter().enumerate() {
        if let Some(&index) = corners.iter().find(|c| **c as usize >= vertices.len()) {
            refused.push(Defect::MissingVertex { face: FaceId(i as u32), index });
        }
    }
    refused
}
