//! Many moving bodies: their boxes on three sorted axes, and the pipeline behind them.

use crate::claims::context::{ClaimContext, kept};
use crate::claims::measured::{Measured, Verdict, percent, times};
use crate::crowd::broad_phases::{self, BoxTrial};
use crate::crowd::cost_growth::exponent;
use crate::crowd::models::CrowdModel;
use crate::crowd::pipeline::Crowd;
use crate::crowd::random_motion::{Motion, RandomMotion};
use impinge::bound::Aabb;
use impinge::broad::{BroadPhaseKind, Mobility};
use impinge::executor::Executor;
use impinge_picture::number_format::grouped;
use impinge_terminal::progress::Progress;
use std::collections::BTreeSet;
use std::rc::Rc;

/// All broad phases at some numbers of boxes; all must find the same pairs and changes.
pub fn trials(context: &mut ClaimContext) -> anyhow::Result<Rc<Vec<BoxTrial>>> {
    let plan = context.plan;
    let executor = &context.executor;
    kept(&mut context.shared.boxes, || {
        let sizes: &[usize] = plan.pick([&[500, 1_000, 2_000, 4_000], &[500, 1_000, 2_000], &[60, 240]]);
        broad_phases::measure(sizes, plan.seed, plan.pick([12, 10, 3]), executor, &Progress::new("boxes", 1, true))
    })
}

/// Tests a step over the number of boxes.
pub fn tests(trials: &[BoxTrial], motion: Motion, kind: BroadPhaseKind) -> Vec<[f64; 2]> {
    let own = trials.iter().filter(|t| (t.motion, t.method) == (motion.name(), kind.name()));
    own.map(|t| [t.bodies as f64, t.tests_a_step.max(1.0)]).collect()
}

pub fn intervals(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let plan = context.plan;
    let (bodies, steps) = (plan.pick([400, 200, 50]), 6);
    let mut swarm = RandomMotion::of_boxes(bodies, Motion::Coherent, plan.seed);
    let mut phase = BroadPhaseKind::SweepAndPrune.build();
    swarm.boxes().zip(0..).for_each(|(bounds, key)| phase.insert(key, bounds, Mobility::Moving));
    let (mut pairs, mut wrong) = (0, 0);
    for _ in 0..steps {
        phase.update(&Executor::serial());
        let mut found = BTreeSet::new();
        phase.pairs(&mut |a, b| {
            found.insert((a.min(b), a.max(b)));
        });
        let boxes: Vec<Aabb> = swarm.boxes().collect();
        for (i, a) in boxes.iter().enumerate() {
            for (j, b) in boxes.iter().enumerate().skip(i + 1) {
                // By definition: a corner of each below the other's opposite corner along every axis.
                let overlap = (0..3).all(|k| a.min[k] <= b.max[k] && b.min[k] <= a.max[k]);
                pairs += 1;
                wrong += u64::from(overlap != found.contains(&(i as u32, j as u32)));
            }
        }
        swarm.advance();
        swarm.boxes().zip(0..).for_each(|(bounds, key)| phase.set_bounds(key, bounds));
    }
    Ok(Measured::none_wrong(
        wrong,
        pairs,
        "pairs of boxes by sweep and prune, beside all three intervals of every pair",
    ))
}

pub fn insertion_sort(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let points = tests(&trials, Motion::Coherent, BroadPhaseKind::SweepAndPrune);
    let power = exponent(&points).unwrap_or(f64::NAN);
    let (first, last) = (points[0], points[points.len() - 1]);
    let measured = format!(
        "{} to {} boxes in coherent motion, each overlapping four others: {} end points compared a step become {}, n^{power:.2}; steps are a tenth of a box, \
         which in a cube of n boxes passes ever more end points of others",
        grouped(first[0] as u64),
        grouped(last[0] as u64),
        grouped(first[1] as u64),
        grouped(last[1] as u64)
    );
    Ok(Measured::new(Verdict::at_most(power, [1.15, 1.4]), measured, format!("n^{power:.2}, bar n^1.15")))
}

pub fn kept_lists(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let last = |motion| {
        let points = tests(&trials, motion, BroadPhaseKind::SweepAndPrune);
        points[points.len() - 1]
    };
    let [kept, thrown] = [last(Motion::Coherent), last(Motion::Teleporting)];
    let measured = format!(
        "{} boxes: {} end points compared a step in coherent motion, {} where boxes jump anywhere",
        grouped(kept[0] as u64),
        grouped(kept[1] as u64),
        grouped(thrown[1] as u64)
    );
    let gain = thrown[1] / kept[1];
    Ok(Measured::new(Verdict::at_least(gain, [2.0, 1.0]), measured, format!("{} fewer, bar 2x", times(gain))))
}

pub fn few_pairs(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let last = trials.iter().filter(|t| t.motion == Motion::Coherent.name()).max_by_key(|t| t.bodies);
    let Some(last) = last else { return Ok(Measured::untestable("no boxes")) };
    let n = last.bodies as f64;
    let share = last.overlaps_a_body / (n - 1.0);
    let measured = format!("{} boxes: each overlaps {:.1} others", grouped(last.bodies as u64), last.overlaps_a_body);
    let margin = format!("{} of all pairs, bar 1 %", percent(share, 1.0));
    Ok(Measured::new(Verdict::at_most(share, [0.01, 0.1]), measured, margin))
}

pub fn polytopes_at_20_hz(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let plan = context.plan;
    let crowd = Crowd {
        bodies: plan.pick([1_000, 500, 100]),
        cast: CrowdModel::Polytopes,
        motion: Motion::Coherent,
        seed: plan.seed,
        steps: plan.pick([40, 20, 3]),
    };
    let pace = crowd.pace()?;
    let measured =
        format!("{} polytopes of 32 vertices: {:.2} ms a step, the median, on one thread", crowd.bodies, pace.median());
    let margin = format!("{} faster than 20 steps a second", times(50.0 / pace.median()));
    Ok(Measured::new(Verdict::held_if(pace.median() <= 50.0), measured, margin))
}
