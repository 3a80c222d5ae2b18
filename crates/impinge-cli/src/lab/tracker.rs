//! Ways to follow the distance of two hulls in motion: first their answers, compared with each other, then the clock.

use super::tumble::{Hull, MOTIONS, PAIRS, Tumble};
use crate::progress::Progress;
use anyhow::bail;
use impinge::convex::{self, FeaturePair, WalkEnd, WalkReport, Warm};
use impinge::executor::Executor;
use impinge::math::Pose;
use serde::Serialize;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How far answers may differ, relative to the distance: each is good to 1e-12.
const AGREEMENT: f64 = 1e-9;

/// Rounds of which the fastest counts.
const ROUNDS: usize = 5;

/// A way to the distance of two hulls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tracker {
    /// Gilbert, Johnson and Keerthi (1988), from nothing.
    GjkCold,
    /// The same from the last simplex.
    GjkWarm,
    /// Lin and Canny (1991).
    LinCanny,
    /// Mirtich (1998).
    VClip,
    /// Ehmann and Lin (2000).
    Swift,
}

/// All of them.
pub const TRACKERS: [Tracker; 5] =
    [Tracker::GjkCold, Tracker::GjkWarm, Tracker::LinCanny, Tracker::VClip, Tracker::Swift];

/// What a tracker keeps from step to step.
#[derive(Clone, Copy, Default)]
struct Kept {
    warm: Warm,
    pair: FeaturePair,
}

/// What a tracker answers.
struct Answer {
    distance: f64,
    steps: u32,
    /// Doubles were not enough.
    is_refined: bool,
}

impl Tracker {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::GjkCold => "GJK cold",
            Self::GjkWarm => "GJK warm",
            Self::LinCanny => "Lin-Canny",
            Self::VClip => "V-Clip",
            Self::Swift => "SWIFT",
        }
    }

    /// Whether it walks from a kept pair of features.
    pub fn is_walker(self) -> bool {
        matches!(self, Self::LinCanny | Self::VClip | Self::Swift)
    }

    fn ask(self, [a, b]: [&Hull; 2], pose: &Pose, kept: &mut Kept) -> Answer {
        let walked = |found: WalkReport| {
            let is_refined = found.end == WalkEnd::HandedOver;
            Answer { distance: found.distance, steps: found.steps, is_refined }
        };
        let measured = |found: convex::Separation| {
            let beyond = found.steps.refined + found.steps.exact;
            Answer { distance: found.distance, steps: found.steps.plain + beyond, is_refined: beyond > 0 }
        };
        match self {
            Self::GjkCold => measured(convex::distance(&a.polytope, &b.polytope, pose)),
            Self::GjkWarm => measured(convex::distance_from(&a.polytope, &b.polytope, pose, &mut kept.warm)),
            Self::LinCanny => walked(convex::lin_canny(a.levels.finest(), b.levels.finest(), pose, &mut kept.pair)),
            Self::VClip => walked(convex::vclip(a.levels.finest(), b.levels.finest(), pose, &mut kept.pair)),
            Self::Swift => walked(convex::swift(&a.levels, &b.levels, pose, &mut kept.pair)),
        }
    }
}

/// What a tracker took, in the mean over all steps of all pairs.
#[derive(Clone, Debug, Serialize)]
pub struct Track {
    pub vertices: usize,
    pub degrees_a_step: f64,
    pub method: &'static str,
    /// Queries at which the hulls share no point.
    pub apart: u64,
    /// Queries at which they do.
    pub penetrating: u64,
    pub steps_a_query: f64,
    /// Queries that doubles could not settle.
    pub refined: u64,
    pub microseconds: f64,
}

/// What all trackers found along one path.
#[derive(Clone, Copy, Default)]
struct Findings {
    apart: u64,
    penetrating: u64,
    steps: [u64; TRACKERS.len()],
    refined: [u64; TRACKERS.len()],
}

/// Follows every pair of one number of vertices at every motion by all trackers.
///
/// # Errors
/// Two of them do not agree.
pub fn track(tumble: &Tumble, steps: usize, executor: &Executor, progress: &Progress) -> anyhow::Result<Vec<Track>> {
    // First every answer, on all threads, then the clock, on one.
    let compared = executor.map(MOTIONS.len() * PAIRS, |i| {
        let found = compare(tumble, i % PAIRS, MOTIONS[i / PAIRS], steps);
        progress.step();
        found
    });
    let compared = compared.into_iter().collect::<anyhow::Result<Vec<Findings>>>()?;
    let mut tracks = Vec::new();
    for (degrees, findings) in MOTIONS.into_iter().zip(compared.chunks(PAIRS)) {
        let mut seconds = [0.0; TRACKERS.len()];
        for pair in 0..PAIRS {
            let took = time(tumble.pair(pair)?, &tumble.path(pair, degrees, steps)?);
            seconds.iter_mut().zip(took).for_each(|(sum, took)| *sum += took.as_secs_f64());
            progress.step();
        }
        let sum = |of: &dyn Fn(&Findings) -> u64| findings.iter().map(of).sum::<u64>();
        let queries = (PAIRS * steps) as f64;
        tracks.extend(TRACKERS.iter().enumerate().map(|(k, tracker)| Track {
            vertices: tumble.vertices,
            degrees_a_step: degrees,
            method: tracker.name(),
            apart: sum(&|f| f.apart),
            penetrating: sum(&|f| f.penetrating),
            steps_a_query: sum(&|f| f.steps[k]) as f64 / queries,
            refined: sum(&|f| f.refined[k]),
            microseconds: seconds[k] / queries * 1e6,
        }));
    }
    Ok(tracks)
}

/// Follows a pair by all trackers at once, each from what it has kept; the start is compared but not counted.
fn compare(tumble: &Tumble, pair: usize, degrees: f64, steps: usize) -> anyhow::Result<Findings> {
    let hulls = tumble.pair(pair)?;
    let (mut kept, mut findings) = ([Kept::default(); TRACKERS.len()], Findings::default());
    for (step, pose) in tumble.path(pair, degrees, steps)?.iter().enumerate() {
        let mut first = None;
        for (k, tracker) in TRACKERS.into_iter().enumerate() {
            let Answer { distance, steps, is_refined } = tracker.ask(hulls, pose, &mut kept[k]);
            let reference = *first.get_or_insert(distance);
            if !agree(reference, distance) {
                let (vertices, one, other) = (tumble.vertices, TRACKERS[0].name(), tracker.name());
                bail!(
                    "{vertices} vertices, pair {pair}, {degrees}° a step, step {step}: distance {reference:e} by {one}, \
                     {distance:e} by {other}; this is a bug"
                );
            }
            if step > 0 {
                findings.steps[k] += u64::from(steps);
                findings.refined[k] += u64::from(is_refined);
            }
        }
        if step > 0 {
            let meet = first == Some(0.0);
            findings.penetrating += u64::from(meet);
            findings.apart += u64::from(!meet);
        }
    }
    Ok(findings)
}

/// Whether two distances are one: both 0, or neither and nearly the same.
fn agree(p: f64, q: f64) -> bool {
    (p == 0.0) == (q == 0.0) && (p - q).abs() <= AGREEMENT * p.abs()
}

/// The time of a path by each tracker, by turns, so that what disturbs the machine disturbs all alike: the best of several rounds,
/// without the start.
fn time(hulls: [&Hull; 2], path: &[Pose]) -> [Duration; TRACKERS.len()] {
    let mut best = [Duration::MAX; TRACKERS.len()];
    let Some((start, rest)) = path.split_first() else { return [Duration::ZERO; TRACKERS.len()] };
    for _ in 0..ROUNDS {
        for (best, tracker) in best.iter_mut().zip(TRACKERS) {
            let mut kept = Kept::default();
            black_box(tracker.ask(hulls, start, &mut kept));
            let clock = Instant::now();
            for pose in rest {
                black_box(tracker.ask(hulls, pose, &mut kept).distance);
            }
            *best = clock.elapsed().min(*best);
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_is_relative_and_strict_at_zero() {
        assert!(agree(0.0, 0.0) && agree(1.0, 1.0 + 1e-10) && agree(1e-9, 1e-9 * (1.0 + 1e-10)));
        assert!(!agree(0.0, 1e-300) && !agree(1e-300, 0.0) && !agree(1.0, 1.0 + 1e-8));
        assert!(!agree(1e-9, 1.1e-9) && !agree(f64::NAN, 1.0) && !agree(1.0, f64::NAN));
    }

    #[test]
    fn both_kinds_of_pairs_are_followed_and_walks_are_short() {
        let executor = Executor::try_new(2).unwrap();
        let tumble = Tumble::new(24, 3, &executor).unwrap();
        let tracks = track(&tumble, 30, &executor, &Progress::new("test", 1, true)).unwrap();
        assert_eq!(tracks.len(), MOTIONS.len() * TRACKERS.len());
        for track in &tracks {
            assert_eq!(track.apart + track.penetrating, (PAIRS * 30) as u64);
            assert!(track.apart > 60 && track.penetrating > 60, "{track:?}");
            assert!(track.microseconds > 0.0);
        }
        // The less it moves, the fewer steps.
        for tracker in TRACKERS.into_iter().filter(|tracker| tracker.is_walker()) {
            let steps = |degrees: f64| {
                let is = |t: &&Track| t.method == tracker.name() && t.degrees_a_step == degrees;
                tracks.iter().find(is).unwrap().steps_a_query
            };
            assert!(steps(0.01) < steps(1.0) && steps(1.0) < steps(90.0), "{tracker:?}");
        }
    }
}
