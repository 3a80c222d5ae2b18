//! Bodies and the pairs of them whose boxes overlap, from step to step: boxes brought up to date, pairs of bodies that moved tested again, and
//! contacts that begin, stay and end.

use super::body_options::BodyId;
use super::body_registry::{BodyRegistry, StaleBoxes, WorldBody};
use super::contact_step::{ContactEvent, ContactPhase, OpenPairs, StepCost, StepReport};
use super::pair_queue::PairQueue;
use super::pair_table::{PairMemory, PairTable, TrackedPair};
use super::scene_error::SceneError;
use crate::broad::{BroadCost, BroadPhaseKind};
use crate::executor::Executor;

/// Bodies of a scene and their pairs, which remember a `P` each.
#[derive(Debug)]
pub struct World<B, P> {
    /// The bodies.
    pub bodies: BodyRegistry<B>,
    pub(super) pairs: PairTable<P>,
    pub(super) step: StepMemory,
    pub(super) queue: PairQueue<P>,
}

/// What a world keeps from step to step.
#[derive(Debug, Default)]
pub(super) struct StepMemory {
    /// Steps done.
    pub number: u64,
    events: Vec<ContactEvent>,
    /// Contacts whose boxes parted, or whose bodies were removed, since the last step.
    ended: Vec<(BodyId, BodyId)>,
    /// Memory for the next such list.
    spare: Vec<(BodyId, BodyId)>,
    /// Indices in it of contacts whose boxes overlap again.
    resumed: Vec<usize>,
    removed: Vec<(u32, u32)>,
    added: Vec<(u32, u32)>,
    pub due: Vec<u32>,
    broad: BroadCost,
    /// Whether anything has happened since the last step, or pairs are open.
    pub changed: bool,
}

impl<B: WorldBody, P: PairMemory<B>> World<B, P> {
    /// A world without bodies.
    pub fn new(broad_phase: BroadPhaseKind) -> Self {
        Self {
            bodies: BodyRegistry::new(broad_phase),
            pairs: PairTable::default(),
            step: StepMemory::default(),
            queue: PairQueue::default(),
        }
    }

    /// Takes out a body; what it met ends at the next step.
    pub fn remove(&mut self, id: BodyId) -> Result<B, SceneError> {
        let body = self.bodies.remove(id)?;
        if body.met_itself() {
            self.step.ended.push((id, id));
        }
        Ok(body)
    }

    /// The number of the next step.
    pub fn next_step(&self) -> u64 {
        self.step.number + 1
    }

    /// Every pair of bodies whose boxes overlap and that may meet, sorted by ids.
    pub fn pairs(&self) -> impl Iterator<Item = (&B, &B)> {
        let both = self.pairs.entries().iter().map(|entry| entry.slots);
        both.filter_map(|(p, q)| Some((self.bodies.in_slot(p)?, self.bodies.in_slot(q)?)))
    }

    /// Finds which bodies began to meet, still meet and ceased to since the last step. Only pairs of which a body moved are tested.
    pub fn step(&mut self, settings: P::Settings, executor: &Executor) -> StepReport<'_> {
        let mut cost = self.begin_step(executor);
        if std::mem::take(&mut self.step.changed) {
            self.test_due(settings, executor, &mut cost);
            self.test_deformable(executor, &mut cost);
            self.write_events(OpenPairs::Undecided);
        } else {
            self.repeat_events(&mut cost);
        }
        StepReport { events: &self.step.events, cost }
    }

    /// Begins a step: boxes brought up to date, nothing tested.
    pub(super) fn begin_step(&mut self, executor: &Executor) -> StepCost {
        self.refresh(executor);
        self.step.number += 1;
        let pairs = self.pairs.entries().len() as u64;
        StepCost { broad: std::mem::take(&mut self.step.broad), pairs, ..StepCost::default() }
    }

    /// Nothing has happened: what met before stays.
    pub(super) fn repeat_events(&mut self, cost: &mut StepCost) {
        cost.unmoved = cost.pairs;
        self.step.events.retain(|event| event.phase != ContactPhase::End);
        self.step.events.iter_mut().for_each(|event| event.phase = ContactPhase::Stay);
    }

    /// The events of the last step.
    pub fn events(&self) -> &[ContactEvent] {
        &self.step.events
    }

    /// Every pair of bodies whose boxes overlap and that may meet, sorted by ids: whether they meet, if that is known, and what they remember, if they
    /// were tested.
    pub fn known_pairs(&self) -> impl Iterator<Item = (&B, &B, Option<bool>, Option<&P>)> {
        self.pairs.entries().iter().filter_map(|entry| {
            let (pair, (p, q)) = (self.pairs.pair(entry), entry.slots);
            let known = pair.known.then_some(pair.meets);
            Some((self.bodies.in_slot(p)?, self.bodies.in_slot(q)?, known, pair.tested.memory()))
        })
    }

    /// The same of two bodies, the smaller id first; `None` if their boxes do not overlap.
    pub fn known_pair(&self, a: &B, b: &B) -> Option<(Option<bool>, Option<&P>)> {
        let pair = self.pairs.find((a.id().slot, b.id().slot))?;
        Some((pair.known.then_some(pair.meets), pair.tested.memory()))
    }

    /// Brings boxes and the table of pairs up to date.
    pub fn refresh(&mut self, executor: &Executor) {
        let memory = &mut self.step;
        let stale = self.bodies.update(executor, &mut memory.added, &mut memory.removed);
        if stale == StaleBoxes::Nothing {
            return;
        }
        memory.changed = true;
        memory.broad += self.bodies.boxes().cost();
        if stale == StaleBoxes::Filters {
            self.filter_all();
        }
        self.change_pairs();
    }

    /// All pairs of the broad phase count as added or removed, as the filters now are.
    fn filter_all(&mut self) {
        let (mut added, mut removed) = (std::mem::take(&mut self.step.added), std::mem::take(&mut self.step.removed));
        added.clear();
        self.bodies.boxes().pairs(&mut |p, q| {
            let tested = self.bodies.tested(p, q).is_some();
            if tested { &mut added } else { &mut removed }.push((p, q));
        });
        added.sort_unstable();
        removed.sort_unstable();
        (self.step.added, self.step.removed) = (added, removed);
    }

    fn change_pairs(&mut self) {
        let (added, removed) = (std::mem::take(&mut self.step.added), std::mem::take(&mut self.step.removed));
        let (mut before, mut ended) = (std::mem::take(&mut self.step.ended), std::mem::take(&mut self.step.spare));
        let mut resumed = std::mem::take(&mut self.step.resumed);
        before.sort_unstable();
        let bodies = &self.bodies;
        let tested = added.iter().copied().filter(|(p, q)| bodies.tested(*p, *q).is_some());
        let begin = |pair: &mut TrackedPair<P>, (p, q): (u32, u32)| {
            if let (Some(a), Some(b)) = (bodies.in_slot(p), bodies.in_slot(q)) {
                let ids = [a.id(), b.id()];
                pair.reset(ids);
                // Its boxes parted and came together again since the last step: if it meets, it never ceased to.
                if let Ok(index) = before.binary_search(&(ids[0], ids[1])) {
                    pair.met = true;
                    resumed.push(index);
                }
            }
        };
        let end = |pair: &TrackedPair<P>| {
            if pair.met {
                ended.push((pair.ids[0], pair.ids[1]));
            }
        };
        self.pairs.change(tested, &removed, begin, end);
        // Pairs begin in order, so the indices are sorted.
        let still_ended = before.iter().enumerate().filter(|(index, _)| resumed.binary_search(index).is_err());
        ended.extend(still_ended.map(|(_, pair)| *pair));
        resumed.clear();
        before.clear();
        (self.step.added, self.step.removed, self.step.resumed) = (added, removed, resumed);
        (self.step.ended, self.step.spare) = (ended, before);
    }

    /// Lists the pairs of which a body moved, or that were left open: what was known of them no longer is.
    pub(super) fn list_due(&mut self, cost: &mut StepCost) {
        let (now, bodies, tracked) = (self.step.number, &self.bodies, &mut self.pairs.tracked);
        self.step.due.clear();
        for entry in &self.pairs.entries {
            let [a, b] =
                [entry.slots.0, entry.slots.1].map(|slot| bodies.in_slot(slot).map_or(now, |body| body.moved_in()));
            let pair = &mut tracked[entry.pair as usize];
            pair.known &= a.max(b) < now;
            if !pair.known {
                self.step.due.push(entry.pair);
            }
        }
        cost.unmoved = cost.pairs - self.step.due.len() as u64;
    }

    /// Tests the pairs of which a body moved.
    fn test_due(&mut self, settings: P::Settings, executor: &Executor, cost: &mut StepCost) {
        self.list_due(cost);
        let due = &self.step.due;
        let bodies = &self.bodies;
        let tracked = &mut self.pairs.tracked;
        let is_large = |pair: &TrackedPair<P>| pair.ids.iter().any(|id| bodies.is_deformable(*id));
        if executor.threads() == 1 {
            for k in due {
                let pair = &mut tracked[*k as usize];
                test(pair, bodies, settings, executor);
                // While what the test left is still in the cache.
                *cost += pair.take_cost();
            }
        } else {
            due.iter().for_each(|k| tracked[*k as usize].due = true);
            executor.for_each(tracked, |pair| {
                if pair.due && !is_large(pair) {
                    test(pair, bodies, settings, &Executor::serial());
                }
            });
            for k in due {
                let pair = &mut tracked[*k as usize];
                if pair.due {
                    test(pair, bodies, settings, executor);
                }
            }
            // In the order of pairs, whatever thread did what.
            for k in due {
                *cost += tracked[*k as usize].take_cost();
            }
        }
    }

    /// Tests the deformable bodies that moved for self-collision.
    fn test_deformable(&mut self, executor: &Executor, cost: &mut StepCost) {
        self.bodies.for_each_deformable(|body, is_tested| {
            if is_tested && body.meets_itself().is_none() {
                cost.surfaces += 1;
                cost.cost += body.test_itself(executor);
            }
        });
    }

    /// Writes an event for every contact that begins, stays or ends.
    pub(super) fn write_events(&mut self, open: OpenPairs) {
        let memory = &mut self.step;
        memory.events.clear();
        let ended = memory.ended.drain(..).map(|bodies| ContactEvent { bodies, phase: ContactPhase::End });
        memory.events.extend(ended);
        self.pairs.for_each(|pair| {
            let meets = match open {
                _ if pair.known => pair.meets,
                OpenPairs::Undecided => return,
                OpenPairs::Meeting => true,
            };
            let phase = ContactPhase::between(pair.met, meets);
            pair.met = meets;
            memory.events.extend(phase.map(|phase| ContactEvent { bodies: (pair.ids[0], pair.ids[1]), phase }));
        });
        self.bodies.for_each_deformable(|body, is_tested| {
            let meets = match (body.meets_itself(), open) {
                _ if !is_tested => false,
                (Some(meets), _) => meets,
                (None, OpenPairs::Undecided) => return,
                (None, OpenPairs::Meeting) => true,
            };
            let phase = ContactPhase::between(body.met_itself(), meets);
            body.set_met_itself(meets);
            memory.events.extend(phase.map(|phase| ContactEvent { bodies: (body.id(), body.id()), phase }));
        });
        memory.events.sort_unstable_by_key(|event| event.bodies);
    }
}

fn test<B: WorldBody, P: PairMemory<B>>(
    pair: &mut TrackedPair<P>,
    bodies: &BodyRegistry<B>,
    settings: P::Settings,
    executor: &Executor,
) {
    let body = |id: BodyId| bodies.in_slot(id.slot);
    if let (Some(a), Some(b)) = (body(pair.ids[0]), body(pair.ids[1])) {
        pair.test(a, b, settings, executor);
    }
}
