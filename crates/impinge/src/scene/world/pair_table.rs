//! All pairs whose boxes overlap and that may meet, sorted, each with its memory. Memory of pairs that end is kept for those that begin.

use super::body_options::BodyId;
use super::contact_step::StepCost;
use crate::executor::Executor;
use crate::pair::{Budget, Meter};

/// What two bodies whose boxes overlap remember from test to test.
pub trait PairMemory<B>: Default + Send {
    /// How a scene is asked to test pairs.
    type Settings: Copy + Sync;

    /// Forgets everything, and turns to another pair of bodies.
    fn reset(&mut self, a: &B, b: &B);

    /// Whether the bodies share a point; `None` if the budget was spent before that was known. Then the next call goes on from there.
    fn test(&mut self, bodies: [&B; 2], how: &mut TestRun<'_, Self::Settings>) -> Option<bool>;
}

/// How a pair is tested, and what that takes.
#[derive(Debug)]
pub struct TestRun<'a, S> {
    /// How a scene is asked to test pairs.
    pub settings: S,
    /// What may be spent.
    pub meter: Meter,
    /// Work.
    pub cost: StepCost,
    /// Threads for pairs with deformable bodies; the calling one for all others.
    pub executor: &'a Executor,
}

/// A pair and its memory. Most pairs of a scene that is asked about but never stepped are never tested, so this is kept small.
#[derive(Debug)]
pub(super) struct TrackedPair<P> {
    /// The bodies, the smaller id first.
    pub ids: [BodyId; 2],
    /// Whether it is to be tested in this step.
    pub due: bool,
    /// Whether the answer is known, for where the bodies are.
    pub known: bool,
    /// Steps since it was last known.
    pub waited: u32,
    /// Whether they meet.
    pub meets: bool,
    /// Whether they met at the last step.
    pub met: bool,
    /// What tests leave.
    pub tested: TestedPair<P>,
}

impl<P> Default for TrackedPair<P> {
    fn default() -> Self {
        let ids = [BodyId { slot: 0, generation: 0 }; 2];
        let tested = TestedPair::default();
        Self { ids, due: false, known: false, waited: 0, meets: false, met: false, tested }
    }
}

impl<P> TrackedPair<P> {
    /// Turns to another pair.
    pub fn reset(&mut self, ids: [BodyId; 2]) {
        (self.ids, self.due, self.known, self.meets, self.met) = (ids, false, false, false, false);
        self.waited = 0;
        self.tested.is_bound = false;
    }

    /// Returns the work since the last step, and resets it.
    pub fn take_cost(&mut self) -> StepCost {
        self.tested.kept.as_mut().map_or_else(StepCost::default, |kept| std::mem::take(&mut kept.cost))
    }

    /// Tests whether the bodies share a point.
    pub fn test<B>(&mut self, a: &B, b: &B, settings: P::Settings, executor: &Executor)
    where
        P: PairMemory<B>,
    {
        self.due = false;
        let (meter, cost) = (Meter::start(&Budget::UNLIMITED), StepCost { tested: 1, ..StepCost::default() });
        let mut run = TestRun { settings, meter, cost, executor };
        let kept = self.tested.bind(a, b);
        let answer = kept.memory.test([a, b], &mut run);
        kept.cost += run.cost;
        self.learn(answer);
    }

    /// Keeps what a test found.
    pub fn learn(&mut self, answer: Option<bool>) {
        if let Some(meets) = answer {
            (self.known, self.waited, self.meets) = (true, 0, meets);
        }
    }
}

/// What tests of a pair leave: made at the first one, and kept for the next pair.
#[derive(Debug)]
pub(super) struct TestedPair<P> {
    kept: Option<Box<KeptByTests<P>>>,
    /// Whether what is kept is about this pair.
    is_bound: bool,
}

#[derive(Debug, Default)]
pub(super) struct KeptByTests<P> {
    /// Work since the last step.
    pub cost: StepCost,
    pub memory: P,
}

impl<P> Default for TestedPair<P> {
    fn default() -> Self {
        Self { kept: None, is_bound: false }
    }
}

impl<P> TestedPair<P> {
    /// What the pair remembers; `None` before its first test.
    pub fn memory(&self) -> Option<&P> {
        self.kept.as_ref().filter(|_| self.is_bound).map(|kept| &kept.memory)
    }

    /// What is kept, about the pair of these bodies.
    pub fn bind<B>(&mut self, a: &B, b: &B) -> &mut KeptByTests<P>
    where
        P: PairMemory<B>,
    {
        let kept = self.kept.get_or_insert_default();
        if !std::mem::replace(&mut self.is_bound, true) {
            kept.cost = StepCost::default();
            kept.memory.reset(a, b);
        }
        kept
    }
}

/// Two slots, the smaller first, and the index of the pair's memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct PairEntry {
    pub slots: (u32, u32),
    pub pair: u32,
}

/// The pairs of a scene.
#[derive(Debug)]
pub(super) struct PairTable<P> {
    pub entries: Vec<PairEntry>,
    spare: Vec<PairEntry>,
    pub tracked: Vec<TrackedPair<P>>,
    vacant: Vec<u32>,
}

impl<P> Default for PairTable<P> {
    fn default() -> Self {
        Self { entries: Vec::new(), spare: Vec::new(), tracked: Vec::new(), vacant: Vec::new() }
    }
}

impl<P> PairTable<P> {
    /// The pairs, sorted.
    pub fn entries(&self) -> &[PairEntry] {
        &self.entries
    }

    /// The memory of a pair.
    pub fn pair(&self, entry: &PairEntry) -> &TrackedPair<P> {
        &self.tracked[entry.pair as usize]
    }

    /// The pair of two slots, the smaller first.
    pub fn find(&self, slots: (u32, u32)) -> Option<&TrackedPair<P>> {
        let index = self.entries.binary_search_by_key(&slots, |entry| entry.slots).ok()?;
        Some(self.pair(&self.entries[index]))
    }

    /// Hands over the memory of every pair, in order.
    pub fn for_each(&mut self, mut visit: impl FnMut(&mut TrackedPair<P>)) {
        for entry in &self.entries {
            visit(&mut self.tracked[entry.pair as usize]);
        }
    }

    /// Puts in pairs and takes others out, both sorted; pairs that are there already, or are not, change nothing. `begin` is handed the
    /// memory of every pair that is put in, `end` that of every pair taken out.
    pub fn change(
        &mut self,
        added: impl Iterator<Item = (u32, u32)>,
        removed: &[(u32, u32)],
        mut begin: impl FnMut(&mut TrackedPair<P>, (u32, u32)),
        mut end: impl FnMut(&TrackedPair<P>),
    ) {
        let (mut added, mut removed) = (added.peekable(), removed.iter().copied().peekable());
        self.spare.clear();
        let mut old = std::mem::take(&mut self.entries);
        let mut kept = old.iter().copied().peekable();
        loop {
            let next = match (kept.peek().map(|entry| entry.slots), added.peek().copied()) {
                (None, None) => break,
                (Some(slots), None) | (None, Some(slots)) => slots,
                (Some(p), Some(q)) => p.min(q),
            };
            let entry = kept.next_if(|entry| entry.slots == next);
            let is_new = added.next_if_eq(&next).is_some() && entry.is_none();
            while removed.next_if(|slots| *slots < next).is_some() {}
            if let Some(entry) = entry {
                if removed.next_if_eq(&next).is_some() {
                    end(&self.tracked[entry.pair as usize]);
                    self.vacant.push(entry.pair);
                } else {
                    self.spare.push(entry);
                }
            } else if is_new {
                let pair = self.vacant.pop().unwrap_or_else(|| {
                    self.tracked.push(TrackedPair::default());
                    self.tracked.len() as u32 - 1
                });
                begin(&mut self.tracked[pair as usize], next);
                self.spare.push(PairEntry { slots: next, pair });
            }
        }
        old.clear();
        self.entries = std::mem::replace(&mut self.spare, old);
    }
}
