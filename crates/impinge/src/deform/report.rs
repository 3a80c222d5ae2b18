//! What is found and told.

use super::Upkeep;
use crate::cost::Cost;
use crate::feature::FaceId;

/// Two faces, the lower id first if they are of one surface; else that of the first surface first.
pub type FacePair = [FaceId; 2];

/// Where a surface meets itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SelfContacts {
    /// Faces without a common vertex that share a point, sorted.
    pub meeting: Vec<FacePair>,
    /// Faces with one, two or three common vertices that share more than these and the edge between them: folds and duplicates;
    /// sorted.
    pub overlapping: Vec<FacePair>,
    /// What it took.
    pub cost: Cost,
    /// How the tree had been kept up before.
    pub upkeep: Upkeep,
}

/// How often a surface meets itself.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SelfCount {
    /// Pairs of faces without a common vertex that share a point.
    pub meeting: usize,
    /// Pairs of faces with common vertices that share more than these and the edge between them.
    pub overlapping: usize,
    /// What it took.
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
pub struct Contacts {
    /// Faces that share a point, sorted.
    pub meeting: Vec<FacePair>,
    /// What it took.
    pub cost: Cost,
}
