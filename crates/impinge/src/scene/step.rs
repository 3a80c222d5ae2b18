//! One step: boxes brought up to date, pairs of bodies that moved tested anew, and what changed told.

use super::pair_state::{PairState, PairTally};
use super::{Body, BodyId, HullUse, Registry, Scene, Stale, placement};
use crate::broad::BroadCost;
use crate::executor::Executor;

/// Where a contact of two bodies is in its life.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ContactPhase {
    /// They meet, and did not in the step before.
    Begin,
    /// They still meet.
    Stay,
    /// They met in the step before and do not now, or one of them was removed.
    End,
}

/// What became of two bodies that meet, or met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContactEvent {
    /// The smaller id first.
    pub bodies: (BodyId, BodyId),
    /// What happened.
    pub phase: ContactPhase,
}

/// What a step took, and what coherence saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StepCost {
    /// Boxes.
    pub broad: BroadCost,
    /// Pairs of bodies whose boxes overlap and that may meet.
    pub pairs: u64,
    /// Of these, pairs of which neither body moved: their answer stands.
    pub unmoved: u64,
    /// The others.
    pub tally: PairTally,
}

/// What a step tells.
#[derive(Clone, Copy, Debug)]
pub struct StepReport<'a> {
    /// Every contact that began, stays or ended, sorted by bodies.
    pub events: &'a [ContactEvent],
    /// What it took.
    pub cost: StepCost,
}

/// What a scene keeps from step to step.
#[derive(Debug, Default)]
pub(super) struct Memory {
    /// Steps done.
    pub number: u64,
    events: Vec<ContactEvent>,
    /// Contacts whose boxes parted, or whose bodies were removed, since the last step.
    ended: Vec<(BodyId, BodyId)>,
    /// Room for the next such list.
    spare: Vec<(BodyId, BodyId)>,
    /// Places in it of contacts whose boxes overlap again.
    resumed: Vec<usize>,
    removed: Vec<(u32, u32)>,
    added: Vec<(u32, u32)>,
    due: Vec<u32>,
    broad: BroadCost,
    /// Whether anything has happened since the last step.
    changed: bool,
}

impl Scene {
    /// Tells which bodies began to meet, still meet and ceased to since the last step. Only pairs of which a body moved are tested.
    pub fn step(&mut self, executor: &Executor) -> StepReport<'_> {
        self.refresh(executor);
        self.step.number += 1;
        let pairs = self.pairs.entries().len() as u64;
        let mut cost = StepCost { broad: std::mem::take(&mut self.step.broad), pairs, ..StepCost::default() };
        if std::mem::take(&mut self.step.changed) {
            self.test_due(executor, &mut cost);
            self.tell();
        } else {
            cost.unmoved = pairs;
            self.step.events.retain(|event| event.phase != ContactPhase::End);
            self.step.events.iter_mut().for_each(|event| event.phase = ContactPhase::Stay);
        }
        StepReport { events: &self.step.events, cost }
    }

    /// Brings boxes and the table of pairs up to date.
    pub(super) fn refresh(&mut self, executor: &Executor) {
        let memory = &mut self.step;
        let stale = self.bodies.update(executor, &mut memory.added, &mut memory.removed);
        if stale == Stale::Nothing {
            return;
        }
        memory.changed = true;
        memory.broad += self.bodies.boxes().cost();
        if stale == Stale::Filters {
            self.filter_anew();
        }
        self.change_pairs();
    }

    /// All pairs of the broad phase count as added or removed, as the filters now say.
    fn filter_anew(&mut self) {
        let (mut added, mut removed) = (std::mem::take(&mut self.step.added), std::mem::take(&mut self.step.removed));
        added.clear();
        self.bodies.boxes().pairs(&mut |p, q| {
            let tested = self.bodies.tested((p, q)).is_some();
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
        let mut pairs = std::mem::take(&mut self.pairs);
        before.sort_unstable();
        let tested = added.iter().copied().filter(|slots| self.bodies.tested(*slots).is_some());
        let begin = |state: &mut PairState, (p, q): (u32, u32)| {
            if let (Some(a), Some(b)) = (self.bodies.in_slot(p), self.bodies.in_slot(q)) {
                state.turn_to([a.id, b.id], &a.model, &b.model);
                // Its boxes parted and came together again since events were told: if it meets, it never ceased to.
                if let Ok(place) = before.binary_search(&(a.id, b.id)) {
                    state.met = true;
                    resumed.push(place);
                }
            }
        };
        let end = |state: &PairState| {
            if state.met {
                ended.push((state.ids[0], state.ids[1]));
            }
        };
        pairs.change(tested, &removed, begin, end);
        self.pairs = pairs;
        // Pairs begin in order, so the places are sorted.
        let still_ended = before.iter().enumerate().filter(|(place, _)| resumed.binary_search(place).is_err());
        ended.extend(still_ended.map(|(_, pair)| *pair));
        resumed.clear();
        before.clear();
        (self.step.added, self.step.removed, self.step.resumed) = (added, removed, resumed);
        (self.step.ended, self.step.spare) = (ended, before);
    }

    /// Tests the pairs of which a body moved.
    fn test_due(&mut self, executor: &Executor, cost: &mut StepCost) {
        let now = self.step.number;
        let mut due = std::mem::take(&mut self.step.due);
        due.clear();
        for entry in self.pairs.entries() {
            let [a, b] =
                [entry.slots.0, entry.slots.1].map(|slot| self.bodies.in_slot(slot).map_or(now, |body| body.moved));
            let state = self.pairs.state(entry);
            if !state.known || a.max(b) >= now {
                due.push(entry.state);
            }
        }
        cost.unmoved = cost.pairs - due.len() as u64;
        let (bodies, hulls) = (&self.bodies, self.options.hulls);
        let states = &mut self.pairs.states;
        if executor.threads() == 1 {
            due.iter().for_each(|k| test(&mut states[*k as usize], bodies, hulls));
        } else {
            due.iter().for_each(|k| states[*k as usize].due = true);
            executor.for_each(states, |state| {
                if state.due {
                    test(state, bodies, hulls);
                }
            });
        }
        // In the order of pairs, whatever thread did what.
        for k in &due {
            cost.tally += std::mem::take(&mut states[*k as usize].tally);
        }
        self.step.due = due;
    }

    /// Writes down what became of every contact.
    fn tell(&mut self) {
        let memory = &mut self.step;
        memory.events.clear();
        let ended = memory.ended.drain(..).map(|bodies| ContactEvent { bodies, phase: ContactPhase::End });
        memory.events.extend(ended);
        self.pairs.for_each(|state| {
            let phase = match (state.met, state.meets) {
                (false, false) => return,
                (false, true) => ContactPhase::Begin,
                (true, true) => ContactPhase::Stay,
                (true, false) => ContactPhase::End,
            };
            state.met = state.meets;
            memory.events.push(ContactEvent { bodies: (state.ids[0], state.ids[1]), phase });
        });
        memory.events.sort_unstable_by_key(|event| event.bodies);
    }
}

fn test(state: &mut PairState, bodies: &Registry<Body>, hulls: HullUse) {
    let body = |id: BodyId| bodies.in_slot(id.slot);
    if let (Some(a), Some(b)) = (body(state.ids[0]), body(state.ids[1])) {
        let a_from_b = placement::a_from_b((&a.model, &a.world_from_body), (&b.model, &b.world_from_body));
        state.test(&a.model, &b.model, &a_from_b, hulls);
    }
}
