//! What an update of a broad phase returns.

/// Pairs that began and ceased to overlap since the last update, each list sorted, the smaller key first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct PairChanges<'a> {
    /// Pairs that overlap now and did not.
    pub added: &'a [(u32, u32)],
    /// Pairs that overlapped and do not now.
    pub removed: &'a [(u32, u32)],
}
