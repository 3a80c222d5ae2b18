//! Who may meet whom, and what bodies are called.

use super::body::flat;
use super::{PlanarBody, PlanarScene, Stale};
use crate::broad::Mobility;
use crate::scene::{BodyId, SceneError};

impl PlanarScene {
    /// Sets the groups of a body, and those that it can meet.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn set_groups(&mut self, id: BodyId, groups: u32, mask: u32) -> Result<(), SceneError> {
        let body = self.body_mut(id)?;
        (body.options.groups, body.options.mask) = (groups, mask);
        self.stale = Stale::Filters;
        Ok(())
    }

    /// Makes a body fixed or moving. Contacts of two bodies that are both fixed end at the next step.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn set_mobility(&mut self, id: BodyId, mobility: Mobility) -> Result<(), SceneError> {
        let body = self.body_mut(id)?;
        if body.options.mobility != mobility {
            body.options.mobility = mobility;
            let bounds = flat(&body.bounds);
            self.broad.insert(id.slot, bounds, mobility);
            self.stale = Stale::Filters;
        }
        Ok(())
    }

    /// Gives a body another name, or none.
    ///
    /// # Errors
    /// A body that is not there, or a name that another body has.
    pub fn rename(&mut self, id: BodyId, name: Option<&str>) -> Result<(), SceneError> {
        self.body(id)?;
        if let Some(name) = name.filter(|name| self.find(name).is_some_and(|other| other != id)) {
            return Err(SceneError::DuplicateName(name.to_owned()));
        }
        let before = std::mem::replace(&mut self.body_mut(id)?.options.name, name.map(str::to_owned));
        before.map(|before| self.names.remove(&before));
        if let Some(name) = name {
            self.names.insert(name.to_owned(), id);
        }
        Ok(())
    }

    /// Tests two bodies no more against each other, whatever their groups.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn ignore(&mut self, a: BodyId, b: BodyId) -> Result<(), SceneError> {
        self.body(a)?;
        self.body(b)?;
        self.ignored.extend([(a, b), (b, a)]);
        self.stale = Stale::Filters;
        Ok(())
    }

    /// Tests two bodies against each other again.
    ///
    /// # Errors
    /// A body that is not there.
    pub fn heed(&mut self, a: BodyId, b: BodyId) -> Result<(), SceneError> {
        self.body(a)?;
        self.body(b)?;
        self.ignored.remove(&(a, b));
        self.ignored.remove(&(b, a));
        self.stale = Stale::Filters;
        Ok(())
    }

    /// Whether two bodies are tested against each other.
    pub(super) fn tests(&self, a: &PlanarBody, b: &PlanarBody) -> bool {
        let may_meet = a.id != b.id && a.options.may_meet(&b.options);
        may_meet && (self.ignored.is_empty() || !self.ignored.contains(&(a.id, b.id)))
    }
}
