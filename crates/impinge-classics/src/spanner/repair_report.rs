//! What a step had to mend.

/// What was done to bring a spanner up to date.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RepairReport {
    /// Points that had left the length of their parent's level and got a new one.
    pub strayed: usize,
    /// Centres that had come too close to another of their level and were put lower.
    pub demoted: usize,
    /// Children of these, or of points taken out, that got a new parent.
    pub adopted: usize,
    /// Points whose edges were searched for again.
    pub searched: usize,
    /// Edges that came.
    pub edges_added: usize,
    /// Edges that went.
    pub edges_removed: usize,
    /// Why all was rebuilt, if it was.
    pub rebuilt: Option<RebuildReason>,
}

/// Why a spanner is rebuilt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RebuildReason {
    /// So many points strayed that finding parents one by one would take as long.
    Strayed,
    /// Mending made more to mend than a new hierarchy would.
    TooManyPlacements,
}
