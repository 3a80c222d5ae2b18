//! A step under a budget: one priority queue over all pairs whose boxes overlap, each tested for a slice of the budget at a time.
//!
//! The survey of Kockara et al. (2007, section 2.6) names the time-critical traversal: a queue with a time limit, and what is not pruned in time counts as
//! colliding. Here the queue holds pairs of bodies, each of which keeps its own walk, so that a walk goes on in the next step. Slices grow
//! fourfold: pairs that are decided soon are decided first, and no pair waits for a large one. A round takes a fixed number of pairs from the queue, which
//! threads share; what is done does not depend on how many there are.

use super::body_registry::WorldBody;
use super::body_world::World;
use super::contact_step::{OpenPairs, StepCost};
use super::pair_queue::{Allowance, Slice};
use super::pair_table::{PairMemory, TestRun};
use crate::executor::Executor;
use crate::pair::Budget;
use std::time::Instant;

impl<B: WorldBody, P: PairMemory<B>> World<B, P> {
    /// As [`World::step`] until the budget is spent.
    pub fn step_within(
        &mut self,
        settings: P::Settings,
        budget: &Budget,
        open: OpenPairs,
        executor: &Executor,
    ) -> StepCost {
        let clock = budget.time.map(|time| (Instant::now(), time));
        let mut cost = self.begin_step(executor);
        if !std::mem::take(&mut self.step.changed) {
            self.repeat_events(&mut cost);
            return cost;
        }
        let listing = clock.map(|_| Instant::now());
        self.list_due(&mut cost);
        // The pass that lists pairs costs about what the pass that writes events will.
        let writing = self.queue.writing.or_else(|| listing.map(|start| start.elapsed()));
        let end = clock.and_then(|(start, time)| start.checked_add(time.saturating_sub(writing.unwrap_or_default())));
        let allowance = Allowance { effort: budget.pairs.unwrap_or(u64::MAX), deadline: end };
        let (tracked, bodies) = (&self.pairs.tracked, &self.bodies);
        self.queue.fill(&self.step.due, tracked, |slot| bodies.in_slot(slot).map(WorldBody::world_box));
        self.test_queued(settings, allowance, executor, &mut cost);
        let allowance = Allowance { effort: allowance.effort.saturating_sub(cost.effort), ..allowance };
        self.test_deformable_within(allowance, executor, &mut cost);
        let writing = clock.map(|_| Instant::now());
        for k in &self.step.due {
            let pair = &mut self.pairs.tracked[*k as usize];
            pair.waited = pair.waited.saturating_add(u32::from(!pair.known));
            cost.open += u64::from(!pair.known);
        }
        self.step.changed = cost.open > 0;
        self.write_events(open);
        self.queue.writing = writing.map(|start| start.elapsed());
        cost
    }

    /// Tests pairs, round by round, until none waits or the allowance is spent.
    fn test_queued(
        &mut self,
        settings: P::Settings,
        mut allowance: Allowance,
        executor: &Executor,
        cost: &mut StepCost,
    ) {
        let Self { bodies, pairs, queue, .. } = self;
        while allowance.lasts() {
            queue.begin_round(allowance, &mut pairs.tracked);
            if queue.round.is_empty() {
                break;
            }
            let test = |slice: &mut Slice<P>, executor: &Executor| {
                if !slice.meter.has_some() {
                    return;
                }
                if let [Some(a), Some(b)] = slice.ids.map(|id| bodies.in_slot(id.slot)) {
                    let mut run = TestRun { settings, meter: slice.meter, cost: StepCost::default(), executor };
                    slice.answer = slice.tested.bind(a, b).memory.test([a, b], &mut run);
                    // No pair is free of charge.
                    run.meter.pay_for(u64::from(run.meter.spent() == 0));
                    (slice.meter, slice.cost) = (run.meter, run.cost);
                } else {
                    // A body that is not there meets nothing; without an answer the pair would wait for ever.
                    slice.answer = Some(false);
                }
            };
            let is_large = |slice: &Slice<P>| slice.ids.iter().any(|id| bodies.is_deformable(*id));
            executor.for_each(&mut queue.round, |slice| {
                if !is_large(slice) {
                    test(slice, &Executor::serial());
                }
            });
            queue.round.iter_mut().filter(|slice| is_large(slice)).for_each(|slice| test(slice, executor));
            allowance.effort = allowance.effort.saturating_sub(queue.end_round(&mut pairs.tracked, cost));
        }
    }

    /// Tests the deformable bodies that moved for self-collision, as long as the allowance lasts.
    fn test_deformable_within(&mut self, mut allowance: Allowance, executor: &Executor, cost: &mut StepCost) {
        self.bodies.for_each_deformable(|body, is_tested| {
            if !is_tested || body.meets_itself().is_some() {
                return;
            }
            if !allowance.lasts() {
                cost.open += 1;
                return;
            }
            let work = body.test_itself(executor);
            let spent = 1 + work.box_tests / 8;
            allowance.effort = allowance.effort.saturating_sub(spent);
            cost.effort += spent;
            cost.surfaces += 1;
            cost.cost += work;
        });
    }
}
