//! What queries take: over bodies and triangles, by read-back and by occlusion queries, and beside the exact engine.

use crate::cinder::linear_fit::line;
use crate::cinder::meeting;
use crate::cinder::timing::{self, QUESTIONS, Timing, TrialSeries, scatter};
use crate::claims::context::kept;
use crate::claims::images::device::ImageDevice;
use crate::claims::measured::{Measured, Verdict, percent, times};
use crate::claims::plan::ClaimPlan;
use crate::crowd::cost_growth::exponent;
use crate::measurement_harness::cpu_clock::timed_on_the_wall;
use impinge::math::DVec3;
use impinge_gpu::Store;
use impinge_gpu::cinder::{Ask, CinderOptions, Path};
use impinge_picture::number_format::{duration, grouped};
use impinge_scenes::SplitMix64;
use impinge_scenes::solid::cuboid;
use std::rc::Rc;
use std::sync::Arc;

/// Both experiments by all questions that the device can answer.
fn timings(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Rc<Vec<Timing>>> {
    let ImageDevice { gpu, cinder, timings, .. } = images;
    kept(timings, || {
        let boxes: &[u32] = plan.pick([&[50, 100, 200], &[25, 50, 100], &[10, 20]]);
        let triangles: &[u32] = plan.pick([&[2_000, 4_000, 8_000], &[1_000, 2_000, 4_000], &[200, 400]]);
        let (trials, pixels) = (plan.pick([8, 3, 1]), plan.pick([128, 64, 32]));
        let series = TrialSeries { trials, pixels, seed: plan.seed };
        let mut all = Vec::new();
        for question in QUESTIONS.iter().filter(|question| question.fits(gpu.description())) {
            for &n in boxes {
                all.push(timing::boxes(gpu, cinder, question, n, series)?);
            }
            for &n in triangles {
                all.push(timing::spheres(gpu, cinder, question, n, series)?);
            }
        }
        Ok(all)
    })
}

/// The growth of every question in an experiment, the worst first.
fn growth(timings: &[Timing], experiment: &str) -> Vec<(&'static str, f64, f64)> {
    let mut rows = Vec::new();
    for question in &QUESTIONS {
        let points: Vec<[f64; 2]> =
            timings.iter().filter(|t| t.is(experiment, question.name)).map(Timing::point).collect();
        if let (Some(power), Some((.., r_squared))) = (exponent(&points), line(&points)) {
            rows.push((question.name, power, r_squared));
        }
    }
    rows.sort_by(|p, q| q.1.total_cmp(&p.1));
    rows
}

fn linear(timings: &[Timing], experiment: &str, of: &str) -> Measured {
    let rows = growth(timings, experiment);
    let words = rows.iter().map(|(name, power, r)| format!("{name} n^{power:.2} (R² {r:.3})"));
    let measured = format!("{of}: {}", words.collect::<Vec<_>>().join("; "));
    let worst = rows.first().map_or(f64::NAN, |row| row.1);
    Measured::new(Verdict::at_most(worst, [1.2, 1.5]), measured, format!("n^{worst:.2} at most, bar n^1.2"))
}

pub fn over_bodies(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    Ok(linear(&timings(images, plan)?, timing::EXPERIMENTS[0], "time of a query over boxes of 12 triangles"))
}

pub fn over_triangles(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    Ok(linear(&timings(images, plan)?, timing::EXPERIMENTS[1], "time of a query over triangles of two balls"))
}

/// Sums over an experiment of one question: milliseconds and bytes read back.
fn sums(timings: &[Timing], question: &str) -> Option<[f64; 2]> {
    let own: Vec<&Timing> = timings.iter().filter(|t| t.is(timing::EXPERIMENTS[0], question)).collect();
    let sum = |of: fn(&Timing) -> f64| own.iter().map(|t| of(t)).sum();
    (!own.is_empty()).then(|| [sum(|t| t.milliseconds), sum(|t| t.read_back_bytes)])
}

/// One question beside reading the frame buffer, by drawing: time and bytes.
fn beside_read_back(timings: &[Timing], question: usize) -> Option<([f64; 2], [f64; 2])> {
    Some((sums(timings, QUESTIONS[0].name)?, sums(timings, QUESTIONS[question].name)?))
}

/// Why drawing cannot be measured.
const CANNOT_DRAW: &str = "this device cannot blend 32-bit numbers, which drawing counts by";

pub fn read_back_is_costly(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let timings = timings(images, plan)?;
    let Some((read, asked)) = beside_read_back(&timings, 1) else { return Ok(Measured::untestable(CANNOT_DRAW)) };
    let gain = read[0] / asked[0];
    let measured = format!(
        "bodies that interfere, by drawing: {:.2} ms with the frame buffer read back, {:.2} ms by occlusion queries, over all numbers of boxes; on a driver for the CPU nothing \
         has to be carried anywhere",
        read[0], asked[0]
    );
    Ok(Measured::new(Verdict::at_least(gain, [1.2, 1.02]), measured, format!("{} the time, bar 1.2x", times(gain))))
}

pub fn any_is_cheap(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let timings = timings(images, plan)?;
    let Some((read, asked)) = beside_read_back(&timings, 2) else { return Ok(Measured::untestable(CANNOT_DRAW)) };
    let share = asked[0] / read[0];
    let measured = format!(
        "whether any interfere, by drawing: {} of the time of naming pairs, {} bytes read back instead of {}",
        percent(share, 1.0),
        grouped(asked[1] as u64),
        grouped(read[1] as u64)
    );
    Ok(Measured::new(Verdict::at_most(share, [0.7, 0.95]), measured, format!("{}, bar 70 %", percent(share, 1.0))))
}

pub fn bandwidth(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let timings = timings(images, plan)?;
    let Some((read, asked)) = beside_read_back(&timings, 1) else { return Ok(Measured::untestable(CANNOT_DRAW)) };
    let measured = format!(
        "bytes read back over all numbers of boxes: {} with images, {} by occlusion queries",
        grouped(read[1] as u64),
        grouped(asked[1] as u64)
    );
    let gain = read[1] / asked[1].max(1.0);
    Ok(Measured::new(Verdict::at_least(gain, [2.0, 1.0]), measured, format!("{} fewer, bar 2x", times(gain))))
}

pub fn beside_hierarchies(images: &mut ImageDevice, plan: ClaimPlan) -> anyhow::Result<Measured> {
    let bodies = plan.pick([200, 100, 20]);
    let mut random = SplitMix64::new(plan.seed);
    let mut store = Store::new(&images.gpu);
    let mesh = store.add(&Arc::new(cuboid(DVec3::splat(-0.5), DVec3::splat(0.5))?))?;
    let instances = scatter(&mut random, mesh, bodies, (f64::from(bodies) / 0.2).cbrt())?;
    let options = CinderOptions { path: Path::Compute, ask: Ask::Bodies, ..CinderOptions::default() };
    let mut best = [f64::INFINITY; 2];
    for _ in 0..plan.pick([6, 4, 2]) {
        let (found, drawn) = timed_on_the_wall(|| images.cinder.query(&images.gpu, &mut store, &instances, &options));
        found?;
        let (exact, walked) = timed_on_the_wall(|| meeting(&store, &instances));
        exact?;
        best = [best[0].min(drawn.as_secs_f64()), best[1].min(walked.as_secs_f64())];
    }
    let measured = format!(
        "{bodies} boxes, 256 x 256 pixels: {} by images, which bodies, {} by the exact engine, which pairs, scene and trees made anew",
        duration(best[0]),
        duration(best[1])
    );
    let ratio = best[0] / best[1];
    Ok(Measured::new(
        Verdict::at_least(ratio, [2.0, 1.0]),
        measured,
        format!("{} slower on this device, bar 2x", times(ratio)),
    ))
}
