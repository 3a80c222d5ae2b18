//! Reports of contacts.

use crate::cost::Cost;
use crate::deform::tree::upkeep_policy::Upkeep;
use crate::feature::FaceId;

/// Two faces, the lower id first if they are of one surface; else that of the first surface first.
pub type FacePair = [FaceId; 2];

/// Where a surface meets itself.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SelfContacts {
    /// Faces without a common vertex that share a point, sorted.
    pub meeting: Vec<FacePair>,
    /// Faces with one, two or three common vertices that share more than these and the edge between them: folds and duplicates;
    /// sorted.
    pub overlapping: Vec<FacePair>,
    /// Work counters.
    pub cost: Cost,
    /// How the tree had been kept up before.
    pub upkeep: Upkeep,
}

/// How often a surface meets itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct SelfContactCount {
    /// Pairs of faces without a common vertex that share a point.
    pub meeting: usize,
    /// Pairs of faces with common vertices that share more than these and the edge between them.
    pub overlapping: usize,
    /// Work counters.
    pub cost: Cost,
    /// How the tree had been kept up before.
    pub upkeep: Upkeep,
}

/// A pair of faces of one surface that meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelfContact {
    /// They have no common vertex, and share a point.
    Meeting(FacePair),
    /// They have common vertices, and share more than these and the edge between them.
    Overlapping(FacePair),
}

/// Where two surfaces meet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SurfaceContacts {
    /// Faces that share a point, sorted.
    pub meeting: Vec<FacePair>,
    /// Work counters.
    pub cost: Cost,
}

/// Which pairs of faces of one surface a search may skip; the answer is the same.
///
/// Skipping patches pays where a surface is smooth for its faces and is searched often: patches are made once for its faces, and proved
/// in every search. A crumpled surface gains nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PatchSkip {
    /// None.
    #[default]
    Nothing,
    /// Those within patches that are proved not to meet themselves: seen along some direction, all faces turn the same way and the border is a simple polygon.
    Patches,
}

/// What a search skipped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PatchSkipReport {
    /// Patches of the surface: discs of faces.
    pub patches: usize,
    /// Patches that were proved not to meet themselves; none if few of some could be.
    pub proved: usize,
    /// Faces in these.
    pub faces: usize,
    /// Pairs of faces whose boxes overlap that were skipped one by one.
    pub face_pairs: u64,
    /// Pairs of leaves, eight faces each, that were skipped as a whole.
    pub leaf_pairs: u64,
    /// Pairs of nodes above them, and nodes with themselves, that were.
    pub node_pairs: u64,
}
