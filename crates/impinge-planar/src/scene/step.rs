//! One step: boxes brought up to date, pairs of bodies that moved tested anew, and what changed told.

use super::placement;
use super::planar_scene::PlanarScene;
use crate::intersects;
use impinge::executor::Executor;
use impinge::scene::{BodyId, ContactEvent, ContactPhase, PairTally, Stale, StepCost, StepReport};
use std::cmp::Ordering;

impl PlanarScene {
    /// Tells which bodies began to meet, still meet and ceased to since the last step. Only pairs of which a body moved are tested.
    pub fn step(&mut self, executor: &Executor) -> StepReport<'_> {
        self.refresh(executor);
        self.step.number += 1;
        let pairs = self.step.pairs.len() as u64;
        let mut cost = StepCost { broad: std::mem::take(&mut self.step.broad), pairs, ..StepCost::default() };
        let mut tested = 0;
        if std::mem::take(&mut self.step.changed) {
            tested = self.test_due(executor);
        }
        cost.unmoved = pairs - tested;
        cost.tally = PairTally { tested, ..PairTally::default() };
        self.tell();
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
            // All pairs of boxes are looked at anew.
            memory.added.clear();
            self.bodies.boxes().pairs(&mut |p, q| memory.added.push((p, q)));
            memory.added.sort_unstable();
        }
        memory.change(|slots| self.bodies.tested(slots).map(|(a, b)| (a.id, b.id)));
    }

    /// Tests the pairs of which a body moved, and tells how many.
    fn test_due(&mut self, executor: &Executor) -> u64 {
        let now = self.step.number;
        let bodies = &self.bodies;
        let body = |id: BodyId| bodies.in_slot(id.slot() as u32);
        let mut count = 0;
        for pair in &mut self.step.pairs {
            let moved = [pair.ids.0, pair.ids.1].map(|id| body(id).map_or(now, |body| body.moved));
            pair.due = !pair.known || moved[0].max(moved[1]) >= now;
            count += u64::from(pair.due);
        }
        executor.for_each(&mut self.step.pairs, |pair| {
            if let (true, Some(a), Some(b)) = (pair.due, body(pair.ids.0), body(pair.ids.1)) {
                pair.meets = intersects(&a.polygon, &b.polygon, &placement::a_from_b(a, b));
                pair.known = true;
            }
        });
        count
    }

    /// Writes down what became of every contact: the sorted lists of who met and who meets, side by side.
    fn tell(&mut self) {
        let memory = &mut self.step;
        memory.spare.clear();
        memory.spare.extend(memory.pairs.iter().filter(|pair| pair.meets).map(|pair| pair.ids));
        memory.events.clear();
        let (mut before, mut after) = (memory.met.iter().peekable(), memory.spare.iter().peekable());
        loop {
            let order = match (before.peek(), after.peek()) {
                (None, None) => break,
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (Some(p), Some(q)) => p.cmp(q),
            };
            let (bodies, phase) = match order {
                Ordering::Less => (before.next(), ContactPhase::End),
                Ordering::Greater => (after.next(), ContactPhase::Begin),
                Ordering::Equal => {
                    before.next();
                    (after.next(), ContactPhase::Stay)
                }
            };
            memory.events.extend(bodies.map(|bodies| ContactEvent { bodies: *bodies, phase }));
        }
        std::mem::swap(&mut memory.met, &mut memory.spare);
    }
}
