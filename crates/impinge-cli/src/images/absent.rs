//! In place of graphics, where the command was built without.

use super::{Drawn, ImageMethod, Sight};
use anyhow::bail;

/// A device that is not there.
pub enum Drawing {}

impl Drawing {
    /// Says what is missing.
    ///
    /// # Errors
    /// Always.
    pub fn new(method: ImageMethod, _device: Option<&str>) -> anyhow::Result<Self> {
        bail!(
            "--method {} draws, and this command was built without graphics: build it with `--features gpu`",
            method.name()
        )
    }

    /// What images of the bodies show.
    ///
    /// # Errors
    /// None: there is no drawing to ask.
    pub fn look(&mut self, _bodies: &[Drawn]) -> anyhow::Result<Sight> {
        match *self {}
    }
}
