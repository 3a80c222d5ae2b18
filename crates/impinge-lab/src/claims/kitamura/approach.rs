//! Two spheres that approach each other, and random motions: what the face octree finds and takes.

use crate::claims::context::{ClaimContext, kept};
use crate::claims::kitamura::random_motions::{self, MotionSurvey};
use crate::claims::measured::{Measured, Verdict, percent, times};
use crate::kitamura::approaching_spheres::{self, Cycle, WorkDistribution};
use crate::kitamura::{SHARED_MERIDIANS, mpi_ranks};
use anyhow::Context;
use impinge::executor::Executor;
use impinge_classics::octree::{Distribution, MovingBody, OctreeOptions, PoseInterpolation, detect};
use impinge_picture::number_format::{duration, grouped};
use impinge_scenes::approaching_spheres::Approach;
use std::rc::Rc;

fn motions(context: &mut ClaimContext) -> anyhow::Result<Rc<MotionSurvey>> {
    let plan = context.plan;
    kept(&mut context.shared.motions, || random_motions::survey(plan))
}

/// The spheres of the paper; the number of cycles changes nothing of the last.
fn approach(context: &ClaimContext, meridians: u32) -> anyhow::Result<Approach> {
    Ok(Approach::new(meridians, context.plan.pick([72, 72, 12]))?)
}

/// Every cycle of both spheres, on one processor.
fn cycles(context: &mut ClaimContext) -> anyhow::Result<Rc<Vec<Cycle>>> {
    let spheres = SHARED_MERIDIANS.map(|meridians| approach(context, meridians));
    let rounds = context.plan.pick([12, 4, 1]);
    kept(&mut context.shared.cycles, || {
        let mut all = Vec::new();
        for spheres in spheres {
            all.extend(approaching_spheres::measure(&spheres?, rounds, || {})?);
        }
        Ok(all)
    })
}

/// The last cycles of the small and of the large spheres.
fn last_cycles(context: &mut ClaimContext) -> anyhow::Result<[Cycle; 2]> {
    let cycles = cycles(context)?;
    let last = |faces: usize| {
        cycles.iter().rev().find(|cycle| cycle.faces == faces).cloned().context("a sphere of the paper's size")
    };
    Ok([last(960)?, last(3_968)?])
}

/// The last cycle of the large spheres on some processors, by every distribution.
fn shared_out(context: &mut ClaimContext, processors: usize) -> anyhow::Result<(Cycle, Vec<WorkDistribution>)> {
    let [_, last] = last_cycles(context)?;
    let rounds = context.plan.pick([60, 20, 2]);
    let spheres = approach(context, SHARED_MERIDIANS[1])?;
    let shared = approaching_spheres::share(&spheres, processors, rounds, &last)?;
    Ok((last, shared))
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// One of several distributions.
fn by(shared: &[WorkDistribution], way: Distribution) -> anyhow::Result<&WorkDistribution> {
    shared.iter().find(|shared| shared.distribution == way.name()).context("a distribution of the lab")
}

pub fn nothing_is_missed(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let found = motions(context)?;
    let MotionSurvey { motions, instants, contacts, missed, meeting, unreported, .. } = *found;
    let measured = format!(
        "{} random motions, {} with a contact by the exact sweep, {unreported} of them without a reported pair; {} contacts of faces at {instants} \
         instants each, {missed} of them not reported",
        grouped(motions),
        grouped(meeting),
        grouped(contacts)
    );
    Ok(Measured::new(Verdict::held_if(missed + unreported == 0), measured, format!("{} missed", missed + unreported)))
}

pub fn instants_miss(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let MotionSurvey { meeting, between, .. } = *motions(context)?;
    let measured = format!("{between} of {meeting} motions with a contact have none at either end");
    Ok(Measured::new(
        Verdict::held_if(between > 0),
        measured,
        format!("{} missed", percent(between as f64, meeting as f64)),
    ))
}

pub fn false_alarms(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let MotionSurvey { motions, meeting, false_alarms, .. } = *motions(context)?;
    let free = motions - meeting;
    let measured =
        format!("{false_alarms} of {free} motions without a contact, by the exact sweep, have pairs of faces reported");
    let margin = format!("{} of free motions", percent(false_alarms as f64, free as f64));
    Ok(Measured::new(Verdict::held_if(false_alarms > 0), measured, margin))
}

pub fn concave_bodies(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let MotionSurvey { concave, missed, unreported, .. } = *motions(context)?;
    let measured = format!(
        "{concave} of the motions of K1 have a torus or a knot in them; {} contacts missed in all",
        missed + unreported
    );
    Ok(Measured::new(Verdict::held_if(missed + unreported == 0), measured, format!("{} missed", missed + unreported)))
}

pub fn deforming_bodies(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let [contacts, missed] = random_motions::deforming(context.plan, &context.executor)?;
    let cases = "contacts of faces of a sheet and the ball it falls on, between frames: not reported";
    Ok(Measured::none_wrong(missed, contacts, cases))
}

pub fn short_motions(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let MotionSurvey { motions, faster_than_voxels, missed, unreported, .. } = *motions(context)?;
    let measured = format!(
        "{faster_than_voxels} of {motions} motions go farther than the side of the smallest voxel reached, and {} contacts are missed: boxes \
         here hold all that is swept",
        missed + unreported
    );
    let is_needed = missed + unreported > 0;
    Ok(Measured::new(Verdict::held_if(is_needed), measured, "the condition is not needed with swept boxes"))
}

pub fn near_faces(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let [small, large] = last_cycles(context)?;
    let share = |cycle: &Cycle| cycle.near_faces as f64 / (2 * cycle.faces) as f64;
    let measured = format!(
        "last cycle: {} of {} faces left, and {} of {}",
        grouped(small.near_faces as u64),
        grouped(2 * small.faces as u64),
        grouped(large.near_faces as u64),
        grouped(2 * large.faces as u64)
    );
    let margin = format!("{} and {} left, bar 50 %", percent(share(&small), 1.0), percent(share(&large), 1.0));
    Ok(Measured::new(Verdict::at_most(share(&small).max(share(&large)), [0.5, 0.9]), measured, margin))
}

/// The last cycle of the large spheres once more, with its counts.
fn last_detection(context: &ClaimContext) -> anyhow::Result<impinge_classics::octree::Detection> {
    let spheres = approach(context, SHARED_MERIDIANS[1])?;
    let bodies = spheres
        .poses(spheres.cycles)?
        .map(|[from, to]| MovingBody::rigid(&spheres.mesh, &from, &to, PoseInterpolation::Screw));
    Ok(detect(&bodies, &OctreeOptions::default(), &Executor::serial()))
}

pub fn voxels(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let octree = last_detection(context)?.counts.octree;
    let visited = octree.divided + octree.leaves;
    let all = 8f64.powi(octree.depth as i32);
    let measured = format!(
        "3,968 faces: {} voxels divided and {} left at up to {} levels, where a full octree has {all:.0} leaves",
        octree.divided, octree.leaves, octree.depth
    );
    let margin = format!("{} of the full octree, bar 1 %", percent(visited as f64, all));
    Ok(Measured::new(Verdict::at_most(visited as f64 / all, [0.01, 0.1]), measured, margin))
}

pub fn pairs_once(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let found = last_detection(context)?;
    let (compared, checked) = (found.counts.octree.compared, found.counts.checked as u64);
    let mut distinct = found.pairs.clone();
    distinct.dedup();
    let twice = (found.pairs.len() - distinct.len()) as u64;
    let measured = format!(
        "{} comparisons in voxels leave {} pairs to check; {twice} of {} reported pairs stand twice",
        grouped(compared),
        grouped(checked),
        found.pairs.len()
    );
    Ok(Measured::new(Verdict::held_if(twice == 0), measured, format!("{twice} twice")))
}

/// Pairs checked and colliding beside the paper's.
fn pairs_beside(cycle: &Cycle, [checked, colliding]: [f64; 2]) -> Measured {
    let ratios = [cycle.checked as f64 / checked, cycle.colliding as f64 / colliding];
    let off = ratios.map(|ratio| ratio.max(1.0 / ratio.max(1e-9)));
    let measured = format!(
        "{} pairs checked, {} colliding; the spheres' way is not printed, and ours ends as deep as gives about as many",
        grouped(cycle.checked as u64),
        cycle.colliding
    );
    let margin = format!("{} and {} of the paper's, bar within 1.5x", times(ratios[0]), times(ratios[1]));
    Measured::new(Verdict::at_most(off[0].max(off[1]), [1.5, 3.0]), measured, margin)
}

pub fn pairs_of_large_spheres(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    Ok(pairs_beside(&last_cycles(context)?[1], [1_160.0, 121.0]))
}

pub fn pairs_of_small_spheres(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    Ok(pairs_beside(&last_cycles(context)?[0], [186.0, 21.0]))
}

pub fn share_of_pairs(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let share = |checked: f64, faces: f64| 100.0 * checked / (faces * faces);
    let [small, large] = last_cycles(context)?.map(|c| share(c.checked as f64, c.faces as f64));
    let [printed_small, printed_large] = [share(186.0, 960.0), share(1_160.0, 3_968.0)];
    let measured = format!(
        "here {small:.4} % (960 faces) and {large:.4} % (3,968); the paper's own counts give {printed_small:.4} % and {printed_large:.4} %"
    );
    let margin = "as small as said, but the two numbers of the paper stand in the wrong order";
    let is_small = small < 0.1 && large < 0.02 && small > large;
    Ok(Measured::new(if is_small { Verdict::Partly } else { Verdict::NotHeld }, measured, margin))
}

pub fn last_cycle(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let cycles = cycles(context)?;
    let own: Vec<&Cycle> = cycles.iter().filter(|cycle| cycle.faces == 3_968).collect();
    let (last, before) = own.split_last().context("cycles")?;
    let most = before.iter().map(|cycle| cycle.checked).max().unwrap_or(0);
    let first = own[0].microseconds;
    let measured = format!(
        "3,968 faces: {} pairs checked in the last cycle, at most {} before; time {} of the first cycle's",
        grouped(last.checked as u64),
        grouped(most as u64),
        times(last.microseconds / first)
    );
    let margin = format!("{} the pairs of any other cycle", times(last.checked as f64 / most.max(1) as f64));
    Ok(Measured::new(Verdict::held_if(last.checked >= most), measured, margin))
}

pub fn step_4(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let [_, last] = last_cycles(context)?;
    let share = last.step4_microseconds / last.microseconds;
    let measured = format!("last cycle of 3,968 faces: {} in step 4, {} in step 3", percent(share, 1.0), {
        percent(last.step3_microseconds, last.microseconds)
    });
    let margin = format!("{} of the paper's share, bar at least half of the time", times(share / 0.839));
    Ok(Measured::new(Verdict::at_least(share, [0.5, 0.25]), measured, margin))
}

pub fn steps_1_and_2(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let [_, last] = last_cycles(context)?;
    let share = (last.step1_microseconds + last.step2_microseconds) / last.microseconds;
    let measured = format!(
        "last cycle of 3,968 faces: {} in steps 1 and 2, which pose every vertex; the other steps have become faster",
        percent(share, 1.0)
    );
    Ok(Measured::new(Verdict::at_most(share, [0.1, 0.25]), measured, "paper 2.9 %, bar 10 %"))
}

pub fn growth(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let [small, large] = last_cycles(context)?;
    let ratio = large.microseconds / small.microseconds;
    let measured = format!("time {}, pairs checked {}, faces 4.13x", times(ratio), {
        times(large.checked as f64 / small.checked as f64)
    });
    let margin = format!("paper 3.44x: {} of it, bar within 1.5x", times(ratio / 3.44));
    let off = (ratio / 3.44).max(3.44 / ratio);
    Ok(Measured::new(Verdict::at_most(off, [1.5, 2.5]), measured, margin))
}

pub fn early_partings(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let MotionSurvey { checked, separated, .. } = *motions(context)?;
    let share = separated as f64 / checked.max(1) as f64;
    let measured = format!(
        "of {} pairs checked in random motions {} are parted by one of five axes, the others go on to hulls",
        grouped(checked),
        percent(share, 1.0)
    );
    let is_mixed = share > 0.01 && share < 0.99;
    Ok(Measured::new(Verdict::held_if(is_mixed), measured, "both kinds above 1 %"))
}

pub fn ideal_time(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let count = processors().min(4);
    if count < 2 {
        return Ok(Measured::untestable("one processor"));
    }
    let (last, shared) = shared_out(context, count)?;
    let found = by(&shared, Distribution::Static)?;
    let off = found.microseconds / found.ideal_microseconds;
    let measured = format!(
        "{count} processors: {} where T_N is {}, and one takes {}",
        duration(found.microseconds * 1e-6),
        duration(found.ideal_microseconds * 1e-6),
        duration(last.microseconds * 1e-6)
    );
    let margin = format!("{} of T_N, bar 1.25x", times(off));
    Ok(Measured::new(Verdict::at_most(off, [1.25, 1.6]), measured, margin))
}

pub fn dynamic_distribution(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let count = processors().min(8);
    if count < 2 {
        return Ok(Measured::untestable("one processor"));
    }
    let (_, shared) = shared_out(context, count)?;
    let [fixed, dynamic] = [by(&shared, Distribution::Static)?, by(&shared, Distribution::Dynamic)?];
    let ratio = fixed.microseconds / dynamic.microseconds;
    let measured = format!(
        "{count} processors: static {}, dynamic {}",
        duration(fixed.microseconds * 1e-6),
        duration(dynamic.microseconds * 1e-6)
    );
    let margin = format!("{} as fast, bar 1.05x", times(ratio));
    Ok(Measured::new(Verdict::at_least(ratio, [1.05, 0.95]), measured, margin))
}

pub fn accesses(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let (last, shared) = shared_out(context, 2)?;
    let (pairs, colliding) = (last.checked as u64, last.colliding as u64);
    let [fixed, dynamic] = [by(&shared, Distribution::Static)?.accesses, by(&shared, Distribution::Dynamic)?.accesses];
    let exclusive = by(&shared, Distribution::Dynamic)?.exclusive;
    let measured = format!(
        "P = {pairs}, p = {colliding}: static {fixed}, dynamic {dynamic}; taken in runs, the dynamic list is locked {exclusive} times"
    );
    let off = [fixed.abs_diff(pairs + colliding), dynamic.abs_diff(2 * pairs + colliding)];
    let margin = format!("off by {} and {}", off[0], off[1]);
    Ok(Measured::new(Verdict::held_if(off == [0, 0]), measured, margin))
}

pub fn processor_limit(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    const MANY: usize = 12;
    let cores = processors();
    if cores < MANY {
        return Ok(Measured::untestable(format!("this machine has {cores} hardware threads, {MANY} are wanted")));
    }
    let at = |context: &mut ClaimContext, count| -> anyhow::Result<f64> {
        Ok(by(&shared_out(context, count)?.1, Distribution::Dynamic)?.microseconds)
    };
    let [few, many] = [at(context, 8)?, at(context, MANY)?];
    let measured = format!("dynamic: {} on 8, {} on {MANY}", duration(few * 1e-6), duration(many * 1e-6));
    let gain = few / many;
    Ok(Measured::new(Verdict::at_most(gain, [1.1, 1.3]), measured, format!("{} gained, bar 1.1x", times(gain))))
}

pub fn real_time(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let [_, last] = last_cycles(context)?;
    let seconds = last.microseconds * 1e-6;
    let measured = format!("{} on one processor", duration(seconds));
    Ok(Measured::new(
        Verdict::held_if(seconds < 0.1),
        measured,
        format!("{} faster than the bar", times(0.1 / seconds)),
    ))
}

pub fn messages(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let Some(program) = mpi_ranks::program() else {
        return Ok(Measured::untestable(
            "future work there; done here over MPI, but the program impinge-ranks is not installed beside this one",
        ));
    };
    let [_, last] = last_cycles(context)?;
    let cycles = approach(context, SHARED_MERIDIANS[1])?.cycles;
    let shared = mpi_ranks::share(&program, [SHARED_MERIDIANS[1], cycles, context.plan.pick([20, 5, 1])], 2, &last)?;
    let words = shared.iter().map(|way| {
        format!("{} {} with {} messages", way.distribution, duration(way.microseconds * 1e-6), grouped(way.messages))
    });
    let measured = format!("two processes find the same pairs: {}", words.collect::<Vec<_>>().join("; "));
    Ok(Measured::new(Verdict::Held, measured, "0 pairs differ"))
}
