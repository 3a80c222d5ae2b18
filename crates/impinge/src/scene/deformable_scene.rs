//! Deformable bodies in a scene: put in, moved, and asked where they meet others and themselves.

use super::body::{Body, BodyShape};
use super::deformable_body::BodySurface;
use super::solid_scene::Scene;
use super::world::{BodyId, BodyOptions, SceneError, WorldBody};
use crate::deform::{Deformable, EditReport, FacePair, SelfContacts, SurfaceEdit, Upkeep};
use crate::executor::Executor;
use crate::math::{DVec3, Pose};
use std::sync::Arc;

impl Scene {
    /// Inserts a body that deforms: its vertices stand in the world.
    ///
    /// Steps report its contacts with all other bodies, as the pair queries about its frame as a mesh have them, and with itself, as [`Deformable::self_contacts`] has them,
    /// unless it is to be [ignored](Scene::ignore) with itself. Closed parts have an inside; which are closed is that of the frame put in, or of one after an edit.
    ///
    /// # Errors
    /// A name that is taken.
    pub fn insert_deformable(&mut self, surface: Deformable, options: BodyOptions) -> Result<BodyId, SceneError> {
        let (name, moved, bounds) = (options.name.clone(), self.world.next_step(), surface.bounds());
        let shape = BodyShape::Deformable(Arc::new(BodySurface::new(surface)));
        let make = |id: BodyId| Body { id, shape, world_from_body: Pose::IDENTITY, bounds, options, moved };
        self.world.bodies.insert(name.as_deref(), make)
    }

    /// Moves all vertices of a deformable body, in their order, and says how its tree was kept up.
    ///
    /// # Errors
    /// A body that is not there or not deformable; positions that are not finite or outside the exact range, too many or too few.
    pub fn set_positions(
        &mut self,
        id: BodyId,
        positions: &[DVec3],
        executor: &Executor,
    ) -> Result<Upkeep, SceneError> {
        if !self.body(id)?.is_deformable() {
            return Err(SceneError::NotDeformable(id));
        }
        let (now, mut upkeep) = (self.world.next_step(), Ok(Upkeep::default()));
        self.world.bodies.displace(id, |body| {
            if let Some(surface) = body.deformable_mut() {
                upkeep = surface.update(positions, executor);
                (body.bounds, body.moved) = (surface.bounds(), now);
            }
        })?;
        Ok(upkeep?)
    }

    /// Cuts, welds, adds or removes faces of a deformable body, as [`Deformable::edit`] does, and says what became of numbers.
    ///
    /// # Errors
    /// A body that is not there or not deformable; numbers of which there is no vertex, face or edge, positions that are not finite or outside the exact range.
    pub fn edit_surface(
        &mut self,
        id: BodyId,
        edit: &SurfaceEdit<'_>,
        executor: &Executor,
    ) -> Result<EditReport, SceneError> {
        let (now, mut edited) = (self.world.next_step(), Err(SceneError::NotDeformable(id)));
        self.world.bodies.displace(id, |body| {
            if let Some(surface) = body.deformable_mut() {
                edited = surface.edit(edit, executor).map_err(SceneError::Edit);
                (body.bounds, body.moved) = (surface.bounds(), now);
            }
        })?;
        edited
    }

    /// The faces of a deformable body and of another that shared a point at the last step, a face of `a` first, sorted; `None` if that is not known since, or
    /// neither body is deformable. Curved shapes and half-spaces have no faces, and nothing is listed where a body lies inside the other.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn surface_contacts(&self, a: BodyId, b: BodyId) -> Result<Option<Vec<FacePair>>, SceneError> {
        let (first, second) = (self.body(a.min(b))?, self.body(a.max(b))?);
        if !(first.is_deformable() || second.is_deformable()) {
            return Ok(None);
        }
        let moved = first.moved.max(second.moved);
        let Some((known, memory)) = self.world.known_pair(first, second) else { return Ok(Some(Vec::new())) };
        if known.is_none() || moved >= self.world.next_step() {
            return Ok(None);
        }
        let mut contacts = memory.map_or_else(Vec::new, |memory| memory.surface_contacts().to_vec());
        if b < a {
            contacts.iter_mut().for_each(|pair| pair.reverse());
            contacts.sort_unstable();
        }
        Ok(Some(contacts))
    }

    /// Where a deformable body met itself at the last step; `None` if that is not known since, or the body is rigid.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn self_contacts(&self, id: BodyId) -> Result<Option<&SelfContacts>, SceneError> {
        Ok(self.body(id)?.deformable().and_then(|surface| surface.own.as_ref()))
    }
}
