//! Ways to follow the distance of two hulls in motion: first their answers, compared with each other, then the clock.

use crate::convex::tumbling_hulls::{Hull, MOTIONS, PAIRS, Tumble};
use anyhow::bail;
use impinge::convex::{self, FeaturePair, WalkEnd, WalkReport, WarmStart};
use impinge::executor::Executor;
use impinge::math::Pose;
use impinge_classics::feature_walk;
use impinge_terminal::progress::Progress;
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
#[derive(Clone, Default)]
struct WarmState {
    warm: WarmStart,
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

    fn ask(self, [a, b]: [&Hull; 2], pose: &Pose, kept: &mut WarmState) -> Answer {
        let walked = |found: WalkReport| {
            let is_refined = found.end == WalkEnd::HandedOver;
            Answer { distance: found.distance, steps: found.steps, is_refined }
        };
        let measured = |found: convex::Separation| {
            let beyond = found.steps.refined + found.steps.exact;
            Answer { distance: found.distance.value, steps: found.steps.plain + beyond, is_refined: beyond > 0 }
        };
        match self {
            Self::GjkCold => measured(convex::distance(&a.polytope, &b.polytope, pose)),
            Self::GjkWarm => measured(kept.warm.distance(&a.polytope, &b.polytope, pose)),
            Self::LinCanny => walked(convex::lin_canny(a.levels.finest(), b.levels.finest(), pose, &mut kept.pair)),
            Self::VClip => walked(feature_walk::vclip(a.levels.finest(), b.levels.finest(), pose, &mut kept.pair)),
            Self::Swift => walked(feature_walk::swift(&a.levels, &b.levels, pose, &mut kept.pair)),
        }
    }
}

/// What pairs are at a step: queries of both kinds are counted and timed for themselves.
pub const PLACES: [&str; 2] = ["apart", "penetrating"];

/// What a tracker took, in the mean over all steps of all pairs at which they were apart, or at which they were not.
#[derive(Clone, Debug, Serialize)]
pub struct Track {
    pub vertices: usize,
    pub degrees_a_step: f64,
    pub pairs: &'static str,
    pub method: &'static str,
    pub queries: u64,
    pub steps_a_query: f64,
    /// Queries that doubles could not settle.
    pub refined: u64,
    pub microseconds: f64,
    /// The same in the mean over a pair's own queries: half of the pairs took no longer.
    pub median_microseconds: f64,
}

/// What all trackers found along one path.
#[derive(Clone, Default)]
struct TrackingFindings {
    /// The place at each pose after the start.
    places: Vec<usize>,
    /// For each place and tracker.
    steps: [[u64; TRACKERS.len()]; PLACES.len()],
    refined: [[u64; TRACKERS.len()]; PLACES.len()],
}

/// A time for each place and tracker.
type Times = [[Duration; TRACKERS.len()]; PLACES.len()];

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
    let compared = compared.into_iter().collect::<anyhow::Result<Vec<TrackingFindings>>>()?;
    let mut tracks = Vec::new();
    for (degrees, findings) in MOTIONS.into_iter().zip(compared.chunks(PAIRS)) {
        let mut times = Vec::new();
        for (pair, found) in findings.iter().enumerate() {
            times.push(time(tumble.pair(pair)?, &tumble.path(pair, degrees, steps)?, &found.places));
            progress.step();
        }
        let case = Case { vertices: tumble.vertices, degrees, findings, times: &times };
        tracks.extend((0..PLACES.len()).flat_map(|place| case.tracks(place)));
    }
    Ok(tracks)
}

/// What was found and timed on all paths of one number of vertices and one motion.
struct Case<'a> {
    vertices: usize,
    degrees: f64,
    findings: &'a [TrackingFindings],
    times: &'a [Times],
}

impl Case<'_> {
    /// What each tracker took at one place; nothing where there was no query.
    fn tracks(&self, place: usize) -> Vec<Track> {
        let count = |found: &TrackingFindings| found.places.iter().filter(|at| **at == place).count() as u64;
        let queries: u64 = self.findings.iter().map(count).sum();
        if queries == 0 {
            return Vec::new();
        }
        let track = |(k, tracker): (usize, &Tracker)| {
            let seconds = self.times.iter().map(|times| times[place][k].as_secs_f64());
            let counted = seconds.clone().zip(self.findings.iter().map(count)).filter(|(_, n)| *n > 0);
            let mut means: Vec<f64> = counted.map(|(seconds, n)| seconds / n as f64 * 1e6).collect();
            means.sort_by(f64::total_cmp);
            Track {
                vertices: self.vertices,
                degrees_a_step: self.degrees,
                pairs: PLACES[place],
                method: tracker.name(),
                queries,
                steps_a_query: self.findings.iter().map(|f| f.steps[place][k]).sum::<u64>() as f64 / queries as f64,
                refined: self.findings.iter().map(|f| f.refined[place][k]).sum(),
                microseconds: seconds.sum::<f64>() / queries as f64 * 1e6,
                median_microseconds: means[means.len() / 2],
            }
        };
        TRACKERS.iter().enumerate().map(track).collect()
    }
}

/// Follows a pair by all trackers at once, each from what it has kept; the start is compared but not counted.
fn compare(tumble: &Tumble, pair: usize, degrees: f64, steps: usize) -> anyhow::Result<TrackingFindings> {
    let hulls = tumble.pair(pair)?;
    let (mut kept, mut findings) = (TRACKERS.map(|_| WarmState::default()), TrackingFindings::default());
    for (step, pose) in tumble.path(pair, degrees, steps)?.iter().enumerate() {
        let mut k = 0;
        let answers = TRACKERS.map(|tracker| {
            k += 1;
            tracker.ask(hulls, pose, &mut kept[k - 1])
        });
        let first = answers[0].distance;
        if let Some(k) = answers.iter().position(|answer| !agree(first, answer.distance)) {
            let (vertices, distance) = (tumble.vertices, answers[k].distance);
            let [one, other] = [TRACKERS[0].name(), TRACKERS[k].name()];
            bail!(
                "{vertices} vertices, pair {pair}, {degrees}° a step, step {step}: distance {first:e} by {one}, \
                 {distance:e} by {other}; this is a bug"
            );
        }
        if step > 0 {
            let place = usize::from(first == 0.0);
            findings.places.push(place);
            for (k, answer) in answers.iter().enumerate() {
                findings.steps[place][k] += u64::from(answer.steps);
                findings.refined[place][k] += u64::from(answer.is_refined);
            }
        }
    }
    Ok(findings)
}

/// Whether two distances are one: both 0, or neither and nearly the same.
fn agree(p: f64, q: f64) -> bool {
    (p == 0.0) == (q == 0.0) && (p - q).abs() <= AGREEMENT * p.abs()
}

/// The time of a path by each tracker, by turns, so that what disturbs the machine disturbs all alike: the best of several rounds,
/// without the start. The clock is looked at where the place changes.
fn time(hulls: [&Hull; 2], path: &[Pose], places: &[usize]) -> Times {
    let Some((start, mut rest)) = path.split_first() else { return Times::default() };
    let mut runs: Vec<(usize, &[Pose])> = Vec::new();
    for same in places.chunk_by(|p, q| p == q) {
        let (run, later) = rest.split_at(same.len().min(rest.len()));
        runs.push((same[0], run));
        rest = later;
    }
    let mut best = [[Duration::MAX; TRACKERS.len()]; PLACES.len()];
    for _ in 0..ROUNDS {
        for (k, tracker) in TRACKERS.into_iter().enumerate() {
            let (mut kept, mut took) = (WarmState::default(), [Duration::ZERO; PLACES.len()]);
            black_box(tracker.ask(hulls, start, &mut kept).distance);
            for (place, run) in &runs {
                let clock = Instant::now();
                for pose in *run {
                    black_box(tracker.ask(hulls, pose, &mut kept).distance);
                }
                took[*place] += clock.elapsed();
            }
            best.iter_mut().zip(took).for_each(|(best, took)| best[k] = took.min(best[k]));
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
        assert_eq!(tracks.len(), MOTIONS.len() * PLACES.len() * TRACKERS.len());
        for case in tracks.chunks(PLACES.len() * TRACKERS.len()) {
            assert_eq!(case.iter().map(|t| t.queries).sum::<u64>(), (TRACKERS.len() * PAIRS * 30) as u64);
            assert!(case.iter().all(|t| t.queries > (PAIRS * 30 / 5) as u64 && t.microseconds > 0.0), "{case:?}");
        }
        // The less it moves, the fewer steps.
        for tracker in TRACKERS.into_iter().filter(|tracker| tracker.is_walker()) {
            let steps = |degrees: f64| {
                let is = |t: &&Track| t.method == tracker.name() && t.degrees_a_step == degrees && t.pairs == PLACES[0];
                tracks.iter().find(is).unwrap().steps_a_query
            };
            assert!(steps(0.01) < steps(1.0) && steps(1.0) < steps(90.0), "{tracker:?}");
        }
    }
}
