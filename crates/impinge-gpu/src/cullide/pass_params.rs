//! The parameters of a pruning pass.

use crate::layers::{AxisView, Layers};

/// What a pass is about: `Cull` of `cullide.wgsl`, in room for the strictest alignment of uniforms.
pub(super) type Params = [u32; 64];

/// What `Cull` takes of [`Params`].
pub(crate) const PARAMS_BYTES: u64 = 32;

/// Who is pruned, and by the sight of whom: `level` of `cullide.wgsl`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Level {
    Bodies,
    Groups,
    Faces,
    FacesOfOne,
}

/// How many there are of what.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counts {
    pub(super) pixels: u32,
    pub(super) faces: u32,
    pub(super) slots: u32,
    pub(super) groups: u32,
}

impl Counts {
    pub(super) fn of(images: &[Layers; 3], view: &AxisView, groups: u32) -> Self {
        let (faces, slots) = (view.layout.totals.faces, view.layout.records.len() as u32);
        Self { pixels: images[0].pixels(), faces, slots, groups }
    }

    pub(super) fn members(self, level: Level) -> u32 {
        match level {
            Level::Bodies => self.slots,
            Level::Groups => self.groups,
            Level::Faces | Level::FacesOfOne => self.faces,
        }
    }

    pub(super) fn params(self, level: Level, axis: usize, round: usize) -> Params {
        let mut params = [0; 64];
        let content =
            [self.pixels, self.faces, self.slots, self.members(level), level as u32, axis as u32, round as u32];
        params[..content.len()].copy_from_slice(&content);
        params
    }
}
