//! What went from rank to rank.

/// Messages between the root and the other ranks, while pairs were checked and in total.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Traffic {
    /// How often a rank asked for pairs, also when none were left.
    pub requests: u64,
    /// Pairs sent to be checked.
    pub pairs: u64,
    /// Pairs sent back as colliding.
    pub reported: u64,
    /// Faces sent with the pairs: to each rank each face once.
    pub faces: u64,
    /// Messages that carry pairs, requests or reports; a collective counts one for each rank other than the root.
    pub messages: u64,
    /// Bytes of these, and of the faces that the root gathered.
    pub bytes: u64,
}

impl Traffic {
    /// The paper's count, for what really had to be sent: P + p where pairs are scattered; 2 P + p, and one last request of each rank, where a rank asks for every pair. Of P and p, those
    /// that the root keeps for itself are not counted.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.requests + self.pairs + self.reported
    }

    pub(crate) fn message(&mut self, words: usize) {
        self.messages += 1;
        self.bytes += 8 * words as u64;
    }
}
