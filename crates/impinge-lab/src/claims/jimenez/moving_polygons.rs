//! Polygons that move about others: what influence areas settle, and what they take.

use crate::claims::context::{ClaimContext, kept};
use crate::claims::jimenez::coverings::non_manifold;
use crate::claims::measured::{Measured, Verdict, percent, times};
use crate::claims::plan::ClaimPlan;
use crate::jimenez::moving_polygons::{self, MovingTrial, outline};
use crate::jimenez::trajectory::{TRAJECTORIES, Trajectory};
use crate::measurement_harness::cpu_clock::timed;
use anyhow::Context;
use impinge::collect::All;
use impinge::math::DVec2;
use impinge::pair::Relation;
use impinge_picture::number_format::{duration, grouped};
use impinge_planar::{Contact, Method, MovingPolygon, Polygon, Pose2, Request};
use impinge_scenes::{Outline, SplitMix64};
use std::f64::consts::TAU;
use std::hint::black_box;
use std::rc::Rc;

/// Vertices of both polygons where kinds and ways are compared.
const VERTICES: usize = 64;

/// Every kind on both ways, then contours of several sizes on a circle.
fn trials(context: &mut ClaimContext) -> anyhow::Result<Rc<Vec<MovingTrial>>> {
    let plan = context.plan;
    kept(&mut context.shared.polygons, || {
        let positions = plan.pick([9_000, 1_200, 100]);
        let mut trials = Vec::new();
        for kind in Outline::ALL {
            for way in TRAJECTORIES {
                trials.push(moving_polygons::measure(kind, way, [VERTICES; 2], positions, plan.seed)?);
            }
        }
        for n in sizes(plan) {
            for m in sizes(plan) {
                trials.push(moving_polygons::measure(
                    Outline::Contour,
                    Trajectory::Circular,
                    [*n, *m],
                    positions,
                    plan.seed,
                )?);
            }
        }
        Ok(trials)
    })
}

/// Numbers of vertices whose pairs are measured.
fn sizes(plan: ClaimPlan) -> &'static [usize] {
    plan.pick([&[8, 128, 1_024], &[8, 128, 1_024], &[8, 32]])
}

/// The trials of all kinds on a way.
fn on_way(trials: &[MovingTrial], way: Trajectory) -> impl Iterator<Item = &MovingTrial> {
    trials.iter().take(2 * Outline::ALL.len()).filter(move |trial| trial.trajectory == way.name())
}

/// The contours of all sizes.
fn contours(trials: &[MovingTrial]) -> &[MovingTrial] {
    &trials[2 * Outline::ALL.len()..]
}

/// The contour trial of the given numbers of static and moving vertices.
fn sized(trials: &[MovingTrial], [n, m]: [usize; 2]) -> anyhow::Result<&MovingTrial> {
    let is = |trial: &&MovingTrial| (trial.static_vertices, trial.moving_vertices) == (n, m);
    contours(trials).iter().find(is).context("a size that was measured")
}

fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}

pub fn settled(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let free = |way| 100.0 - mean(on_way(&trials, way).map(|trial| trial.compared_percent));
    let [around, straight] = [Trajectory::Circular, Trajectory::Linear].map(free);
    let apart = mean(on_way(&trials, Trajectory::Linear).map(|trial| trial.circles_apart_percent));
    let measured = format!(
        "five kinds of {VERTICES} vertices: {straight:.1} % of positions on lines need no edge test (circles alone settle {apart:.1} %), on circles close by {around:.1} %"
    );
    let verdict = match (straight >= 50.0, around >= 50.0) {
        (true, true) => Verdict::Held,
        (false, false) => Verdict::NotHeld,
        _ => Verdict::Partly,
    };
    Ok(Measured::new(verdict, measured, format!("{straight:.1} % and {around:.1} %, bar 50 % of each")))
}

pub fn candidates(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let share = |trial: &MovingTrial| 100.0 * trial.candidates / trial.static_vertices as f64;
    let own = mean(on_way(&trials, Trajectory::Circular).map(share));
    let measured = format!(
        "a mover of half the size on a circle close by: in the mean {own:.1} % of {VERTICES} static edges are left where edges are compared; the areas are as long as \
         the radius of the mover"
    );
    Ok(Measured::new(Verdict::at_most(own, [10.0, 30.0]), measured, format!("{own:.1} % left, bar 10 %")))
}

/// Compares the method's answers with exact ones at random positions; cases and wrong ones.
fn compare(polygons: &[Polygon], movers: &[Polygon], positions: u64, seed: u64) -> anyhow::Result<[u64; 2]> {
    let mut random = SplitMix64::new(seed);
    let (mut cases, mut wrong) = (0, 0);
    for a in polygons {
        for b in movers {
            let mut mover = MovingPolygon::new(a, b).with_method(Method::Covering);
            for _ in 0..positions {
                let place = DVec2::from_angle(random.between(0.0, TAU)) * random.between(0.0, 2.0);
                let pose = Pose2::from_angle(random.between(0.0, TAU), place)?;
                let exact = impinge_planar::relate(a, b, &pose, &Request::default()).relation;
                cases += 1;
                wrong += u64::from(mover.relate(&pose) != exact);
            }
        }
    }
    Ok([cases, wrong])
}

pub fn answers(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let plan = context.plan;
    let mut polygons = non_manifold()?;
    for kind in Outline::ALL {
        polygons.push(outline(kind, 40, 1.0, plan.seed)?);
    }
    let movers = [outline(Outline::Starred, 10, 0.3, plan.seed)?, outline(Outline::Holed, 16, 0.9, plan.seed)?];
    let [cases, wrong] = compare(&polygons, &movers, plan.pick([800, 200, 20]), plan.seed)?;
    let on_ways: u64 = trials(context)?.iter().map(|trial| trial.positions as u64).sum();
    let cases_of = format!(
        "random positions of 20 pairs of polygons, non-manifold ones and holes included; on the ways of the paper all {} answers agree with trees and brute force",
        grouped(on_ways)
    );
    Ok(Measured::none_wrong(wrong, cases, &cases_of))
}

pub fn brute_force(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let gains: Vec<(usize, f64)> = contours(&trials)
        .iter()
        .filter(|trial| trial.static_vertices == trial.moving_vertices)
        .map(|trial| (trial.static_vertices, trial.brute_microseconds / trial.covering_microseconds))
        .collect();
    let words = gains.iter().map(|(n, gain)| format!("{} with {n} vertices", times(*gain)));
    let measured = format!("contours on a circle: brute force takes {}", words.collect::<Vec<_>>().join(", "));
    let least = gains.iter().map(|gain| gain.1).fold(f64::INFINITY, f64::min);
    Ok(Measured::new(Verdict::at_least(least, [2.0, 1.0]), measured, format!("{} at least, bar 2x", times(least))))
}

pub fn beside_trees(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let wins = trials.iter().filter(|trial| trial.covering_microseconds < trial.tree_microseconds).count();
    let most = trials.iter().map(|trial| trial.covering_microseconds / trial.tree_microseconds).fold(0.0, f64::max);
    let measured = format!(
        "beside a tree over the edges, which the paper did not have: faster in {wins} of {} pairs of polygons, up to {} slower",
        trials.len(),
        times(most)
    );
    let share = wins as f64 / trials.len() as f64;
    let margin = format!("{} of pairs, bar 50 %", percent(share, 1.0));
    Ok(Measured::new(Verdict::at_least(share, [0.5, 0.25]), measured, margin))
}

/// The smallest and the largest number of vertices.
fn extremes(context: &ClaimContext) -> [usize; 2] {
    let sizes = sizes(context.plan);
    [sizes[0], sizes[sizes.len() - 1]]
}

pub fn worst_sizes(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let (trials, [few, many]) = (trials(context)?, extremes(context));
    let ratio = |sizes| -> anyhow::Result<f64> {
        let trial = sized(&trials, sizes)?;
        Ok(trial.covering_microseconds / trial.tree_microseconds)
    };
    let [large_static, large_moving] = [ratio([many, few])?, ratio([few, many])?];
    let measured = format!(
        "time over that of the tree: {} for {many} static and {few} moving vertices, {} the other way round",
        times(large_static),
        times(large_moving)
    );
    let worse = large_static / large_moving;
    Ok(Measured::new(Verdict::at_least(worse, [1.1, 0.9]), measured, format!("{} worse, bar 1.1x", times(worse))))
}

pub fn changes(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let (trials, [few, many]) = (trials(context)?, extremes(context));
    let changed = |n| -> anyhow::Result<f64> {
        let trial = sized(&trials, [n, few])?;
        Ok(trial.bits_changed as f64 / trial.positions as f64)
    };
    let [little, much] = [changed(few)?, changed(many)?];
    let measured =
        format!("bits of the mask changed a position: {little:.4} with {few} static vertices, {much:.4} with {many}");
    let ratio = much / little.max(1e-9);
    Ok(Measured::new(Verdict::held_if(ratio > 1.0), measured, format!("{} as many", times(ratio))))
}

pub fn ways(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let time = |way| mean(on_way(&trials, way).map(|trial| trial.covering_microseconds));
    let [around, straight] = [Trajectory::Circular, Trajectory::Linear].map(time);
    let measured = format!(
        "mean of five kinds of {VERTICES} vertices: {} a position on circles, {} on lines",
        duration(around * 1e-6),
        duration(straight * 1e-6)
    );
    let ratio = around / straight;
    Ok(Measured::new(Verdict::at_least(ratio, [1.2, 1.0]), measured, format!("{} the time, bar 1.2x", times(ratio))))
}

pub fn kinds(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let trials = trials(context)?;
    let mut rows: Vec<(&str, f64)> =
        on_way(&trials, Trajectory::Circular).map(|trial| (trial.kind, trial.covering_microseconds)).collect();
    rows.sort_by(|p, q| q.1.total_cmp(&p.1));
    let rank = rows.iter().position(|row| row.0 == Outline::Contour.name()).map_or(rows.len(), |k| k + 1);
    let words = rows.iter().map(|(kind, time)| format!("{kind} {}", duration(time * 1e-6)));
    let measured = format!("a position on a circle, hardest first: {}", words.collect::<Vec<_>>().join(", "));
    let margin = format!("contour is number {rank} of {}", rows.len());
    Ok(Measured::new(Verdict::at_most(rank as f64, [2.0, 3.0]), measured, margin))
}

pub fn edges_involved(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let plan = context.plan;
    let (a, b) = (
        outline(Outline::Contour, VERTICES, 1.0, plan.seed)?,
        outline(Outline::Contour, VERTICES, 0.5, plan.seed + 1)?,
    );
    let mut random = SplitMix64::new(plan.seed);
    let mut poses = Vec::new();
    while poses.len() < plan.pick([2_000, 500, 50]) {
        let place = DVec2::from_angle(random.between(0.0, TAU)) * random.between(0.8, 1.4);
        let pose = Pose2::from_angle(random.between(0.0, TAU), place)?;
        let mut contacts: All<Contact> = All(Vec::new());
        impinge_planar::contacts(&a, &b, &pose, &mut contacts);
        if !contacts.0.is_empty() {
            poses.push(pose);
        }
    }
    let mut best = [f64::INFINITY; 2];
    for _ in 0..5 {
        let mut mover = MovingPolygon::new(&a, &b).with_method(Method::Covering);
        let (_, any) = timed(|| poses.iter().filter(|pose| black_box(mover.intersects(pose))).count());
        let mut mover = MovingPolygon::new(&a, &b).with_method(Method::Covering);
        let (_, all) =
            timed(|| poses.iter().filter(|pose| black_box(mover.relate(pose)) != Relation::Disjoint).count());
        best = [best[0].min(any.as_secs_f64()), best[1].min(all.as_secs_f64())];
    }
    let ratio = best[1] / best[0];
    let [any, all] = best.map(|seconds| duration(seconds / poses.len() as f64));
    let measured = format!(
        "contours of {VERTICES} vertices that meet: yes or no {any}, all edges involved and the relation {all} a position"
    );
    Ok(Measured::new(Verdict::at_most(ratio, [1.5, 3.0]), measured, format!("{} the time, bar 1.5x", times(ratio))))
}

pub fn distances(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    const CLEARANCE: f64 = 0.15;
    let plan = context.plan;
    let mut random = SplitMix64::new(plan.seed);
    let (mut cases, mut wrong, mut within) = (0, 0, 0);
    for kind in Outline::ALL {
        let (a, b) = (outline(kind, 32, 1.0, plan.seed)?, outline(kind, 24, 0.4, plan.seed + 1)?);
        let mut mover = MovingPolygon::new(&a, &b).with_method(Method::Covering).with_clearance(CLEARANCE);
        for _ in 0..plan.pick([2_000, 500, 50]) {
            let place = DVec2::from_angle(random.between(0.0, TAU)) * random.between(0.3, 2.0);
            let pose = Pose2::from_angle(random.between(0.0, TAU), place)?;
            let exact = impinge_planar::distance(&a, &b, &pose).value <= CLEARANCE;
            cases += 1;
            within += u64::from(exact);
            wrong += u64::from(mover.within(&pose) != exact);
        }
    }
    let of = format!("positions asked whether a clearance of {CLEARANCE} is kept, {} of them closer", grouped(within));
    Ok(Measured::none_wrong(wrong, cases, &of))
}

pub fn nested(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let plan = context.plan;
    let (a, b) = (outline(Outline::Convex, 24, 1.0, plan.seed)?, outline(Outline::Starred, 16, 0.25, plan.seed)?);
    let mut random = SplitMix64::new(plan.seed);
    let mut mover = MovingPolygon::new(&a, &b).with_method(Method::Covering);
    let (mut colliding, mut without_edges, mut wrong) = (0_u64, 0_u64, 0_u64);
    for _ in 0..plan.pick([4_000, 1_000, 100]) {
        let place = DVec2::from_angle(random.between(0.0, TAU)) * random.between(0.0, 1.3);
        let pose = Pose2::from_angle(random.between(0.0, TAU), place)?;
        let meet = impinge_planar::intersects(&a, &b, &pose);
        let mut contacts: All<Contact> = All(Vec::new());
        impinge_planar::contacts(&a, &b, &pose, &mut contacts);
        colliding += u64::from(meet);
        without_edges += u64::from(meet && contacts.0.is_empty());
        wrong += u64::from(mover.intersects(&pose) != meet);
    }
    let measured = format!(
        "{} of {} collisions of a small polygon with a large one have no edges that intersect: one lies inside the other; with the test of one point {wrong} wrong",
        grouped(without_edges),
        grouped(colliding)
    );
    let margin = format!("{} missed by edges alone", percent(without_edges as f64, colliding as f64));
    Ok(Measured::new(Verdict::held_if(without_edges == 0), measured, margin))
}
