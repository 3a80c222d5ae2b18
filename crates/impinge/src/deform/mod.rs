//! Surfaces that deform: where they meet themselves and each other, at every step, exactly.
//!
//! Vertices move; faces stay, or are [edited](Edit) between two steps. Larsson and Akenine-Möller (2001) refit a tree bottom-up and
//! rebuild it when that decays; here the tree has no pointers, a build is a sort along a Hilbert curve, a refit one pass, a repair
//! the sort of a part, and the [policy](Upkeep) counts pairs of leaves. Pairs of faces are judged eight at a time in double precision
//! with proved bounds, the rest in exact arithmetic. Bounds and designs that failed: `docs/notes/deform.md`.

mod eight;
mod face_tree;
mod columns;
mod triangles;
mod neighbours;
mod report;
mod found;
mod waiting;
mod search;
mod judge;
mod crew;
mod upkeep;
mod edit;
mod cut;
mod change;
mod graft;
mod repair;
mod surface;
mod surgery;

pub use edit::{Edit, EditError, Edited};
pub use report::{Contacts, FacePair, SelfContact, SelfContacts, SelfCount};
pub use surface::{Deformable, Keeping, UpdateError};
pub use upkeep::{Choice, Quality, SortReason, Upkeep};
