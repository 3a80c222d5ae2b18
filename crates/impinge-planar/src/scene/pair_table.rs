//! The pairs of bodies whose boxes overlap, kept from step to step.

use impinge::broad::BroadCost;
use impinge::scene::{BodyId, ContactEvent};

/// Two bodies whose boxes overlap and that may meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    /// The smaller first.
    pub slots: (u32, u32),
    pub ids: (BodyId, BodyId),
    /// Whether it is to be tested in this step.
    pub due: bool,
    /// Whether it was ever tested.
    pub known: bool,
    pub meets: bool,
}

/// What a scene keeps from step to step.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// Steps done.
    pub number: u64,
    /// Sorted by slots.
    pub pairs: Vec<Pair>,
    pub spare_pairs: Vec<Pair>,
    pub events: Vec<ContactEvent>,
    /// Who met when events were last told, sorted.
    pub met: Vec<(BodyId, BodyId)>,
    /// Room for the next such list.
    pub spare: Vec<(BodyId, BodyId)>,
    pub added: Vec<(u32, u32)>,
    pub removed: Vec<(u32, u32)>,
    pub broad: BroadCost,
    /// Whether anything has happened since the last step.
    pub changed: bool,
}

impl Memory {
    /// Puts in pairs and takes others out; all that stay or come must be tested against each other.
    pub fn change(&mut self, ids: impl Fn((u32, u32)) -> Option<(BodyId, BodyId)>) {
        let mut old = std::mem::take(&mut self.pairs);
        self.spare_pairs.clear();
        let (mut kept, mut added) = (old.iter().peekable(), self.added.iter().copied().peekable());
        let mut removed = self.removed.iter().copied().peekable();
        loop {
            let slots = match (kept.peek().map(|pair| pair.slots), added.peek().copied()) {
                (None, None) => break,
                (Some(p), None) | (None, Some(p)) => p,
                (Some(p), Some(q)) => p.min(q),
            };
            let pair = kept.next_if(|pair| pair.slots == slots).copied();
            added.next_if_eq(&slots);
            while removed.next_if(|gone| *gone < slots).is_some() {}
            let gone = removed.next_if_eq(&slots).is_some();
            if let Some(ids) = ids(slots).filter(|_| !gone) {
                // A slot that was given out again holds another body.
                let same = pair.filter(|pair| pair.ids == ids);
                let new = Pair { slots, ids, due: true, known: false, meets: false };
                self.spare_pairs.push(same.unwrap_or(new));
            }
        }
        old.clear();
        self.pairs = std::mem::replace(&mut self.spare_pairs, old);
    }
}
