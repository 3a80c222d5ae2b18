//! All pairs whose boxes overlap and that may meet, sorted, each with its memory. Memory of pairs that end is kept for those that begin.

use super::pair_state::PairState;

/// Two slots, the smaller first, and where the pair's memory is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub slots: (u32, u32),
    pub state: u32,
}

/// The pairs of a scene.
#[derive(Debug, Default)]
pub(super) struct PairTable {
    entries: Vec<Entry>,
    spare: Vec<Entry>,
    pub states: Vec<PairState>,
    vacant: Vec<u32>,
}

impl PairTable {
    /// The pairs, sorted.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The memory of a pair.
    pub fn state(&self, entry: &Entry) -> &PairState {
        &self.states[entry.state as usize]
    }

    /// Hands over the memory of every pair, in order.
    pub fn for_each(&mut self, mut visit: impl FnMut(&mut PairState)) {
        for entry in &self.entries {
            visit(&mut self.states[entry.state as usize]);
        }
    }

    /// Puts in pairs and takes others out, both sorted; pairs that are there already, or are not, change nothing. `begin` is handed the
    /// memory of every pair that is put in, `end` that of every pair taken out.
    pub fn change(
        &mut self,
        added: impl Iterator<Item = (u32, u32)>,
        removed: &[(u32, u32)],
        mut begin: impl FnMut(&mut PairState, (u32, u32)),
        mut end: impl FnMut(&PairState),
    ) {
        let (mut added, mut removed) = (added.peekable(), removed.iter().copied().peekable());
        self.spare.clear();
        let mut old = std::mem::take(&mut self.entries);
        let mut kept = old.iter().copied().peekable();
        loop {
            let next = match (kept.peek().map(|entry| entry.slots), added.peek().copied()) {
                (None, None) => break,
                (Some(slots), None) => slots,
                (None, Some(slots)) => slots,
                (Some(p), Some(q)) => p.min(q),
            };
            let entry = kept.next_if(|entry| entry.slots == next);
            let is_new = added.next_if_eq(&next).is_some() && entry.is_none();
            while removed.next_if(|slots| *slots < next).is_some() {}
            if let Some(entry) = entry {
                if removed.next_if_eq(&next).is_some() {
                    end(&self.states[entry.state as usize]);
                    self.vacant.push(entry.state);
                } else {
                    self.spare.push(entry);
                }
            } else if is_new {
                let state = self.vacant.pop().unwrap_or_else(|| {
                    self.states.push(PairState::new());
                    self.states.len() as u32 - 1
                });
                begin(&mut self.states[state as usize], next);
                self.spare.push(Entry { slots: next, state });
            }
        }
        old.clear();
        self.entries = std::mem::replace(&mut self.spare, old);
    }
}
