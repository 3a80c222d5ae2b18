//! Counters of the work of a moving polyhedron.

/// Work counters over all steps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct MovingSolidHistory {
    /// Answers.
    pub steps: u64,
    /// Steps in which no influence volume was looked at: the mover had come too near to nothing.
    pub by_motion: u64,
    /// Groups of eight boxes, over blocks of 64 faces, that were looked at.
    pub groups: u64,
    /// Blocks, and groups of eight faces, that were compared with the mover as a whole.
    pub patches: u64,
    /// Influence volumes that were looked at.
    pub volumes: u64,
    /// Bits that differed from one look to the next.
    pub bits_changed: u64,
    /// Faces compared with the mover.
    pub compared: u64,
    /// Pairs of faces tested exactly.
    pub pairs: u64,
    /// Relations that stood because no face can have been met on the way.
    pub relations_kept: u64,
    /// Relations decided by points, no two faces sharing one.
    pub by_points: u64,
    /// Relations left to the engine's classification of pieces.
    pub classified: u64,
}
