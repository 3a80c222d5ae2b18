//! A surface whose tree is kept up in one way, whatever the engine would choose.

use super::reel::Frame;
use impinge::deform::{Choice, Deformable, Keeping, SortReason};
use impinge::executor::Executor;

/// A way to keep a tree up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    pub name: &'static str,
    keeping: Keeping,
}

/// All ways, that of the engine last.
pub const WAYS: [Way; 3] = [
    Way { name: "refit", keeping: Keeping::Refit },
    Way { name: "sort", keeping: Keeping::Sort },
    Way { name: "policy", keeping: Keeping::Policy },
];

/// A surface, kept up from frame to frame.
pub struct Keeper {
    way: Way,
    surface: Deformable,
}

impl Keeper {
    /// The surface in its first frame.
    ///
    /// # Errors
    /// A surface that is refused, which none of these is.
    pub fn new(way: Way, frame: &Frame, executor: &Executor) -> anyhow::Result<Self> {
        Ok(Self { way, surface: made(frame, executor)? })
    }

    /// Brings it up to date, and says how.
    ///
    /// # Errors
    /// Positions that are refused, which none of these are.
    pub fn update(&mut self, frame: &Frame, executor: &Executor) -> anyhow::Result<&'static str> {
        if frame.is_changed {
            self.surface = made(frame, executor)?;
            return Ok("built");
        }
        let upkeep = self.surface.update_by(&frame.surface.vertices, self.way.keeping, executor)?;
        Ok(match upkeep.choice {
            Choice::Refit | Choice::Patched => "refit",
            Choice::Repaired { .. } => "repaired",
            Choice::Sorted { why: SortReason::First | SortReason::Edited } => "built",
            Choice::Sorted { why: SortReason::Moved } => "sorted: moved",
            Choice::Sorted { why: SortReason::Decayed } => "sorted: decayed",
            Choice::Sorted { why: SortReason::Spoilt } => "sorted: spoilt",
            Choice::Sorted { why: SortReason::Asked } => "sorted: asked",
        })
    }

    /// The surface as it is now.
    pub fn surface(&self) -> &Deformable {
        &self.surface
    }
}

fn made(frame: &Frame, executor: &Executor) -> anyhow::Result<Deformable> {
    Ok(Deformable::try_new(&frame.surface.vertices, frame.surface.faces.clone(), executor)?)
}
