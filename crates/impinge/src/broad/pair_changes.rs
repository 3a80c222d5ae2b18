//! What an update tells.

/// Pairs that came and went since the last update, each list sorted, the smaller key first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairChanges<'a> {
    /// Pairs that overlap now and did not.
    pub added: &'a [(u32, u32)],
    /// Pairs that overlapped and do not now.
    pub removed: &'a [(u32, u32)],
}
