//! Whether a deformable body and another meet: faces of both by the trees of [`crate::deform`], and what no face tells by the queries about meshes.
//!
//! The answer is that of the pair query about the frame as a mesh, without building a tree for it. Meshes and cornered shapes become surfaces at their pose, kept up
//! as they move. A curved shape and a half-space are asked about the faces near them. If no faces meet, one face of every part tells whether a part is inside a solid; only if the surface
//! itself has closed parts, or faces without area, is the frame made a mesh.

use super::body::Body;
use super::body_queries;
use super::deformable_body::{BodySurface, has_flat_faces};
use super::model::{Leaf, ModelPart};
use super::part_queries::{between_parts, intersects};
use super::world::StepCost;
use crate::deform::{Deformable, FacePair};
use crate::executor::Executor;
use crate::math::{DVec3, Pose};
use crate::mesh::Mesh;
use std::sync::{Arc, OnceLock};

/// What a deformable body and another remember from test to test.
#[derive(Debug, Default)]
pub(super) struct SurfacePairMemory {
    /// The parts of the other body that are meshes, as surfaces in the world.
    posed: Vec<Option<PosedSurface>>,
    /// Faces of both that share a point, where both have faces: that of the smaller id first, sorted.
    pub contacts: Vec<FacePair>,
}

/// A mesh at a pose, as a surface.
#[derive(Debug)]
struct PosedSurface {
    mesh: Arc<Mesh>,
    world_from_mesh: Pose,
    surface: Deformable,
    has_flat_faces: OnceLock<bool>,
}

impl SurfacePairMemory {
    /// Forgets the pair; surfaces of meshes are kept for the case that it comes back.
    pub fn reset(&mut self) {
        self.contacts.clear();
    }

    /// Whether the bodies share a point; at least one is deformable.
    pub fn meets(&mut self, a: &Body, b: &Body, executor: &Executor, cost: &mut StepCost) -> bool {
        self.contacts.clear();
        cost.surfaces += 1;
        match (a.deformable(), b.deformable()) {
            (Some(first), Some(second)) => {
                let found = first.surface().contacts(second.surface(), executor);
                cost.cost += found.cost;
                self.contacts = found.meeting;
                let may_hide = || [first, second].iter().any(|s| s.encloses() || s.has_flat_faces());
                !self.contacts.is_empty() || may_hide() && body_queries::intersects(a, b)
            }
            (Some(surface), None) | (None, Some(surface)) => self.meets_rigid(surface, [a, b], executor, cost),
            (None, None) => false,
        }
    }
}

impl SurfacePairMemory {
    fn meets_rigid(
        &mut self,
        surface: &BodySurface,
        [a, b]: [&Body; 2],
        executor: &Executor,
        cost: &mut StepCost,
    ) -> bool {
        let (is_first, other) = if a.surface().is_some() { (true, b) } else { (false, a) };
        let parts = other.model().parts();
        self.posed.resize_with(parts.len(), || None);
        let (mut meets, mut may_hide) = (false, false);
        for (part, posed) in parts.iter().zip(&mut self.posed) {
            let Some(mesh) = mesh_of(&part.leaf) else {
                let near = surface.faces_near(&other.bounds);
                meets |= near.is_some_and(|near| frame_meets(near, part, &other.world_from_body));
                continue;
            };
            let pose = between_parts(&part_of(Arc::clone(mesh)), part, &other.world_from_body);
            let Some(posed) = PosedSurface::stand(posed, mesh, &pose, executor) else {
                may_hide = true;
                continue;
            };
            let own = surface.surface();
            let found =
                if is_first { own.contacts(&posed.surface, executor) } else { posed.surface.contacts(own, executor) };
            cost.cost += found.cost;
            if found.meeting.is_empty() {
                may_hide |= posed.has_flat_faces();
            } else {
                meets = true;
                self.contacts = found.meeting;
            }
        }
        if meets {
            return true;
        }
        let is_inside = surface.representative_mesh().is_some_and(|faces| {
            let solids = parts.iter().filter(|part| mesh_of(&part.leaf).is_some_and(|mesh| mesh.encloses()));
            solids.into_iter().any(|part| frame_meets(Arc::clone(&faces), part, &other.world_from_body))
        });
        may_hide |= surface.encloses() || surface.has_flat_faces();
        is_inside || may_hide && body_queries::intersects(a, b)
    }
}

impl PosedSurface {
    /// Keeps a surface up with a mesh at a pose; `None` if it cannot be there.
    fn stand<'a>(
        kept: &'a mut Option<Self>,
        mesh: &Arc<Mesh>,
        world_from_mesh: &Pose,
        executor: &Executor,
    ) -> Option<&'a Self> {
        let is_kept = kept.as_ref().is_some_and(|kept| Arc::ptr_eq(&kept.mesh, mesh));
        if !is_kept || kept.as_ref().is_some_and(|kept| kept.world_from_mesh != *world_from_mesh) {
            let positions: Vec<DVec3> = mesh.vertices().iter().map(|p| world_from_mesh.transform_point(*p)).collect();
            match kept.as_mut().filter(|_| is_kept) {
                Some(kept) => {
                    kept.surface.update(&positions, executor).ok()?;
                    kept.world_from_mesh = *world_from_mesh;
                }
                None => {
                    let surface = Deformable::try_new(&positions, mesh.faces().to_vec(), executor).ok()?;
                    let (mesh, world_from_mesh) = (Arc::clone(mesh), *world_from_mesh);
                    *kept = Some(Self { mesh, world_from_mesh, surface, has_flat_faces: OnceLock::new() });
                }
            }
            kept.iter_mut().for_each(|kept| kept.has_flat_faces = OnceLock::new());
        }
        kept.as_ref()
    }

    fn has_flat_faces(&self) -> bool {
        *self.has_flat_faces.get_or_init(|| has_flat_faces(&self.surface))
    }
}

/// The mesh of a part, if it is one or has the corners of one.
pub(super) fn mesh_of(leaf: &Leaf) -> Option<&Arc<Mesh>> {
    match leaf {
        Leaf::Mesh(mesh, _) => Some(mesh),
        Leaf::Convex(body) => body.as_mesh(),
        Leaf::HalfSpace(_) => None,
    }
}

/// A mesh that stands in the world, as a part.
pub(super) fn part_of(mesh: Arc<Mesh>) -> ModelPart {
    ModelPart { model_from_part: Pose::IDENTITY, leaf: Leaf::Mesh(mesh, OnceLock::new()) }
}

/// Whether some faces of a frame share a point with a part of a body.
fn frame_meets(faces: Arc<Mesh>, part: &ModelPart, world_from_body: &Pose) -> bool {
    let faces = part_of(faces);
    intersects(&faces.leaf, &part.leaf, &between_parts(&faces, part, world_from_body))
}
