//! Whole scenes: broad phases, deadlines, motions within a frame, and edges that cross edges.

use crate::claims::context::{ClaimContext, kept};
use crate::claims::dynamic_environments::moving_boxes::{tests, trials};
use crate::claims::kitamura::random_motions;
use crate::claims::measured::{Measured, Verdict, percent};
use crate::crowd::cost_growth::exponent;
use crate::crowd::random_motion::Motion;
use crate::crowd::step_deadlines;
use impinge::broad::BroadPhaseKind;
use impinge::executor::Executor;
use impinge::feature::Feature;
use impinge::field::{self, Field, FieldOptions};
use impinge::math::{DQuat, DVec3, Pose};
use impinge::pair;
use impinge_picture::number_format::grouped;
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::cuboid;
use impinge_terminal::progress::Progress;

pub fn same_pairs(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let steps: usize = trials.iter().map(|trial| trial.steps).sum();
    let most = trials.iter().map(|trial| trial.bodies).max().unwrap_or(0);
    let measured = format!(
        "five broad phases, up to {} boxes in coherent motion and jumping anywhere: the same pairs, and the same changes at all of {} steps",
        grouped(most as u64),
        grouped(steps as u64)
    );
    Ok(Measured::new(Verdict::held_if(steps > 0), measured, "0 pairs differ"))
}

pub fn growth(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let power = |kind| exponent(&tests(&trials, Motion::Teleporting, kind)).unwrap_or(f64::NAN);
    let all = power(BroadPhaseKind::Exhaustive);
    let others = [BroadPhaseKind::HashGrid, BroadPhaseKind::Tree].map(power);
    let measured = format!(
        "boxes that jump anywhere, each overlapping four others: tests grow as n^{all:.2} by exhaustive search, n^{:.2} by the hash grid, n^{:.2} by the tree",
        others[0], others[1]
    );
    let most = others[0].max(others[1]);
    let verdict = if all > 1.9 { Verdict::at_most(most, [1.3, 1.7]) } else { Verdict::NotHeld };
    Ok(Measured::new(verdict, measured, format!("n^{all:.2} and n^{most:.2}, bars n^1.9 and n^1.3")))
}

pub fn deadlines(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let plan = context.plan;
    let progress = Progress::new("deadlines", 1, true);
    let (bodies, steps) = (plan.pick([1_500, 600, 150]), plan.pick([12, 8, 3]));
    let trials = step_deadlines::measure(&[bodies], plan.seed, steps, &Executor::serial(), &progress)?;
    let short = trials.iter().filter(|trial| trial.budget_milliseconds < 0.6 * trial.whole_milliseconds);
    let (mut open, mut count) = (0.0, 0.0);
    for trial in short {
        open += 100.0 - trial.decided_per_cent;
        count += 1.0;
    }
    let wrong: u64 = trials.iter().map(|trial| trial.wrong).sum();
    let pairs: f64 = trials.iter().map(|trial| trial.pairs_a_step * trial.steps as f64).sum();
    let measured = format!(
        "{} pairs of bodies under budgets of time: {wrong} answers contradict the step without limit; with at most 0.6 of its time {:.1} % are left open",
        grouped(pairs as u64),
        open / f64::max(count, 1.0)
    );
    Ok(Measured::new(Verdict::held_if(wrong == 0), measured, format!("{wrong} wrong")))
}

pub fn tunnelling(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let plan = context.plan;
    let found = kept(&mut context.shared.motions, || random_motions::survey(plan))?;
    let measured = format!(
        "{} of {} random motions with a contact, by the exact sweep, show none at either end",
        found.between, found.meeting
    );
    let margin = format!("{} missed by frames", percent(found.between as f64, found.meeting as f64));
    Ok(Measured::new(Verdict::held_if(found.between > 0), measured, margin))
}

pub fn crossed_edges(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let plan = context.plan;
    let bar = cuboid(DVec3::new(-1.0, -0.1, -0.1), DVec3::new(1.0, 0.1, 0.1))?;
    let options = FieldOptions { cells: plan.pick([48, 32, 20]), ..FieldOptions::default() };
    let field = Field::try_new(&bar, &options, &context.executor)?;
    let mut random = SplitMix64::new(plan.seed);
    let (mut crossing, mut by_vertices, mut by_edges, mut wrong) = (0_u64, 0_u64, 0_u64, 0_u64);
    let cases = plan.pick([600, 200, 30]);
    for _ in 0..cases {
        // Bars crossed at their middles: only edges reach into the other.
        let turn = DQuat::from_rotation_z(random.between(0.6, 2.5)) * DQuat::from_rotation_x(random.between(-0.3, 0.3));
        let at = DVec3::new(random.between(-0.3, 0.3), random.between(-0.3, 0.3), random.between(-0.25, 0.25));
        let pose = Pose::from_quaternion(turn.normalize(), at)?;
        let exact = pair::intersects(&bar, &bar, &pose);
        let found = field::collide(&field, &field, &pose);
        let has_vertex = found.points.iter().any(|point| matches!(point.feature, Feature::Vertex(_)));
        crossing += u64::from(exact);
        by_vertices += u64::from(has_vertex);
        by_edges += u64::from(!found.points.is_empty());
        wrong += u64::from(field::intersects(&field, &field, &pose).intersects != exact);
    }
    let measured = format!(
        "{crossing} of {cases} pairs of crossed bars meet: vertices looked up find {by_vertices}, edges searched as well {by_edges}; with faces where samples are unsure {wrong} are wrong"
    );
    let margin = format!("{} missed by vertices", percent((crossing - by_vertices) as f64, crossing as f64));
    Ok(Measured::new(Verdict::held_if(by_vertices < crossing), measured, margin))
}
