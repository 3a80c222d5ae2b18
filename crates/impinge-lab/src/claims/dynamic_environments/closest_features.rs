//! Closest features of hulls in motion, and hulls asked before meshes.

use crate::claims::context::{ClaimContext, kept};
use crate::claims::measured::{Measured, Verdict, percent, times};
use crate::convex::distance_tracker::{PLACES, Track, Tracker, track};
use crate::convex::hulls_first::{self, HullStageGain};
use crate::convex::tumbling_hulls::Tumble;
use anyhow::Context;
use impinge::math::DVec3;
use impinge::shape::Polytope;
use impinge_picture::number_format::grouped;
use impinge_scenes::SplitMix64;
use impinge_terminal::progress::Progress;
use std::rc::Rc;

/// Vertices of the small and the large hulls.
fn vertices(context: &ClaimContext) -> [usize; 2] {
    context.plan.pick([[32, 1_024], [32, 512], [16, 64]])
}

/// All trackers at all motions; they must agree at every step.
pub fn tracks(context: &mut ClaimContext) -> anyhow::Result<Rc<Vec<Track>>> {
    let (plan, vertices) = (context.plan, vertices(context));
    let executor = &context.executor;
    kept(&mut context.shared.tracks, || {
        let steps = plan.pick([60, 20, 4]);
        let mut all = Vec::new();
        for n in vertices {
            let progress = Progress::new("tracks", 1, true);
            all.extend(track(&Tumble::new(n, plan.seed, executor)?, steps, executor, &progress)?);
        }
        Ok(all)
    })
}

/// One tracker at one motion; `place` 0 for hulls apart, 1 for hulls that meet.
pub fn one(tracks: &[Track], tracker: Tracker, [vertices, place]: [usize; 2], degrees: f64) -> anyhow::Result<&Track> {
    let is = |t: &&Track| {
        (t.vertices, t.pairs, t.method) == (vertices, PLACES[place], tracker.name()) && t.degrees_a_step == degrees
    };
    tracks.iter().find(is).context("a motion that was measured")
}

pub fn changes(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let [_, many] = vertices(context);
    let tracks = tracks(context)?;
    let steps = |degrees| Ok::<_, anyhow::Error>(one(&tracks, Tracker::LinCanny, [many, 0], degrees)?.steps_a_query);
    let [fine, coarse] = [steps(0.01)?, steps(1.0)?];
    let measured = format!(
        "{many} vertices, hulls apart: {fine:.3} steps from features to features a query at 0.01 degrees a step, {coarse:.2} at 1 degree"
    );
    Ok(Measured::new(Verdict::at_most(fine, [0.1, 0.5]), measured, format!("{fine:.3} at 0.01 degrees, bar 0.1")))
}

pub fn constant_time(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let [few, many] = vertices(context);
    let tracks = tracks(context)?;
    let at = |n| one(&tracks, Tracker::LinCanny, [n, 0], 0.1);
    let (small, large) = (at(few)?, at(many)?);
    let time = large.median_microseconds / small.median_microseconds;
    let measured = format!(
        "0.1 degrees a step, {} times the vertices: {:.2} steps a query become {:.2}, time of the median pair {}",
        many / few,
        small.steps_a_query,
        large.steps_a_query,
        times(time)
    );
    Ok(Measured::new(Verdict::at_most(time, [1.5, 3.0]), measured, format!("{} the time, bar 1.5x", times(time))))
}

pub fn large_steps(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let [_, many] = vertices(context);
    let tracks = tracks(context)?;
    let steps = |degrees| Ok::<_, anyhow::Error>(one(&tracks, Tracker::LinCanny, [many, 0], degrees)?.steps_a_query);
    let [small, large] = [steps(0.1)?, steps(180.0)?];
    let measured =
        format!("{many} vertices: {small:.2} steps a query at 0.1 degrees a step, {large:.1} at 180 degrees");
    let ratio = large / small.max(1e-3);
    Ok(Measured::new(Verdict::at_least(ratio, [2.0, 1.2]), measured, format!("{} as many, bar 2x", times(ratio))))
}

/// Queries of one place by Lin-Canny, and those that doubles could not settle.
pub fn settled(tracks: &[Track], tracker: Tracker, place: usize) -> [u64; 2] {
    let own = tracks.iter().filter(|t| t.method == tracker.name() && t.pairs == PLACES[place]);
    own.fold([0; 2], |[queries, refined], t| [queries + t.queries, refined + t.refined])
}

pub fn no_cycles(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let [queries, handed] = settled(&tracks(context)?, Tracker::LinCanny, 0);
    let measured = format!(
        "{} queries of hulls apart: every walk ends, {handed} without a proof in doubles; all distances are those of GJK",
        grouped(queries)
    );
    let verdict = if handed == 0 { Verdict::Held } else { Verdict::Partly };
    Ok(Measured::new(verdict, measured, format!("{} not proved by the walk", percent(handed as f64, queries as f64))))
}

pub fn penetrations(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let [queries, handed] = settled(&tracks(context)?, Tracker::LinCanny, 1);
    let measured = format!(
        "{} queries of hulls that meet: all found, {handed} of them by exact arithmetic after the walk",
        grouped(queries)
    );
    let margin = format!("0 missed, {} handed over", percent(handed as f64, queries as f64));
    Ok(Measured::new(Verdict::held_if(queries > 0), measured, margin))
}

pub fn linear_features(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let mut random = SplitMix64::new(context.plan.seed);
    let mut most = 0.0_f64;
    let mut words = Vec::new();
    for n in [16, 128, 1_024] {
        let points: Vec<DVec3> = (0..n).map(|_| random.direction()).collect();
        let hull = Polytope::try_new(&points)?;
        let features = hull.vertices().len() + hull.surface().half_edges().len() / 2 + hull.surface().faces().len();
        most = most.max(features as f64 / n as f64);
        words.push(format!("{} of {n}", grouped(features as u64)));
    }
    let measured = format!("vertices, edges and faces of hulls on a sphere: {} vertices", words.join(", "));
    Ok(Measured::new(Verdict::at_most(most, [6.0, 8.0]), measured, format!("{most:.2} a vertex at most, bar 6")))
}

/// Meshes that pass each other, by their hulls first.
pub fn passes(context: &mut ClaimContext) -> anyhow::Result<Rc<Vec<HullStageGain>>> {
    let plan = context.plan;
    let executor = &context.executor;
    kept(&mut context.shared.hulls_first, || {
        let scenes = hulls_first::scenes(plan.seed, plan.pick([60, 25, 5]))?;
        hulls_first::measure(&scenes, executor, &Progress::new("passes", 1, true))
    })
}

/// The sum of a count over all scenes.
fn sum(gains: &[HullStageGain], of: fn(&HullStageGain) -> u64) -> u64 {
    gains.iter().map(of).sum()
}

pub fn red_red(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let gains = passes(context)?;
    let (all, met) = (sum(&gains, |g| g.red_red), sum(&gains, |g| g.red_red_met));
    let measured =
        format!("{met} of {all} red-red overlaps of hulls of knots, gears and torpedoes are collisions of the models");
    let verdict =
        if met == all { Verdict::Held } else { Verdict::at_least(met as f64 / all.max(1) as f64, [1.0, 0.5]) };
    Ok(Measured::new(verdict, measured, format!("{} are not", percent((all - met) as f64, all as f64))))
}

pub fn other_colours(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let gains = passes(context)?;
    let mixed = [sum(&gains, |g| g.red_green_met), sum(&gains, |g| g.red_green)];
    let green = [sum(&gains, |g| g.green_green_met), sum(&gains, |g| g.green_green)];
    let measured = format!(
        "{} of {} red-green and {} of {} green-green overlaps are collisions",
        mixed[0], mixed[1], green[0], green[1]
    );
    let undecided = |[met, all]: [u64; 2]| all == 0 || (met > 0 && met < all);
    let shares = [mixed, green].map(|[met, all]| percent(met as f64, all as f64));
    let margin = format!("{} and {}", shares[0], shares[1]);
    Ok(Measured::new(Verdict::held_if(undecided(mixed) && undecided(green)), measured, margin))
}

pub fn hulls_prune(context: &mut ClaimContext) -> anyhow::Result<Measured> {
    let gains = passes(context)?;
    let (queries, apart) = (sum(&gains, |g| g.queries), sum(&gains, |g| g.apart));
    let words = gains.iter().map(|g| format!("{} {}", g.scene, times(g.gain)));
    let measured = format!(
        "{} of {} queries are settled by hulls apart; speed-up over trees alone: {}",
        grouped(apart),
        grouped(queries),
        words.collect::<Vec<_>>().join(", ")
    );
    let least = gains.iter().map(|g| g.gain).fold(f64::INFINITY, f64::min);
    let verdict = if least >= 1.0 { Verdict::Held } else { Verdict::Partly };
    Ok(Measured::new(
        verdict,
        measured,
        format!("{} settled, {} at least", percent(apart as f64, queries as f64), times(least)),
    ))
}
