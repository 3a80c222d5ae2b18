//! A surface whose tree is kept up in one way, whatever the engine would choose.

use crate::cloth::frames::Frame;
use impinge::deform::{Deformable, SurfaceEdit, Upkeep, UpkeepAction, UpkeepMode};
use impinge::executor::Executor;

/// A way to keep a tree up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpkeepMethod {
    pub name: &'static str,
    keeping: UpkeepMode,
}

/// All ways, that of the engine last.
pub const WAYS: [UpkeepMethod; 3] = [
    UpkeepMethod { name: "refit", keeping: UpkeepMode::Refit },
    UpkeepMethod { name: "sort", keeping: UpkeepMode::Sort },
    UpkeepMethod { name: "policy", keeping: UpkeepMode::Policy },
];

/// A surface, kept up from frame to frame.
pub struct MaintainedTree {
    way: UpkeepMethod,
    surface: Deformable,
}

impl MaintainedTree {
    /// The surface in its first frame.
    ///
    /// # Errors
    /// A surface that is refused, which none of these is.
    pub fn new(way: UpkeepMethod, frame: &Frame, executor: &Executor) -> anyhow::Result<Self> {
        let surface = Deformable::try_new(&frame.surface.vertices, frame.surface.faces.clone(), executor)?;
        Ok(Self { way, surface })
    }

    /// Cuts it, if it is to be cut, and moves it; says how its tree was kept up.
    ///
    /// # Errors
    /// Edges or positions that are refused, which none of these are.
    pub fn update(&mut self, frame: &Frame, executor: &Executor) -> anyhow::Result<Upkeep> {
        let mut cut = UpkeepAction::Refit;
        if !frame.cut.is_empty() {
            cut = self.surface.edit(&SurfaceEdit::Cut { edges: &frame.cut }, executor)?.upkeep.choice;
        }
        let moved = self.surface.update_with(&frame.surface.vertices, self.way.keeping, executor)?;
        // A cut that puts faces into a new order is what tells.
        Ok(if matches!(cut, UpkeepAction::Sorted { .. }) { Upkeep { choice: cut, ..moved } } else { moved })
    }

    /// The surface as it is now.
    pub fn surface(&self) -> &Deformable {
        &self.surface
    }
}

/// What was done with a tree, and why.
pub fn words(choice: UpkeepAction) -> String {
    match choice {
        UpkeepAction::Refit => "refit".to_owned(),
        UpkeepAction::Patched => "patched".to_owned(),
        UpkeepAction::Repaired { why, pieces, of } => format!("repaired {pieces} of {of}: {}", why.name()),
        UpkeepAction::Sorted { why } => format!("sorted: {}", why.name()),
    }
}
