//! Polygons that move about others, asked at every position whether they meet: by influence areas, by trees, by every pair of edges.

use crate::jimenez::trajectory::Trajectory;
use crate::measurement_harness::cpu_clock::{thread_time, timed};
use anyhow::{Context, bail};
use impinge::cost::Cost;
use impinge::math::DVec2;
use impinge::pair::Location;
use impinge_planar::{Method, MovingPolygon, Polygon, Pose2};
use impinge_scenes::Outline;
use serde::Serialize;
use std::time::Duration;

/// How large the mover is, the polygon that stands being of radius 1.
const MOVER: f64 = 0.5;

/// Positions that one method answers before the next does, so that all run under the same conditions.
const STRETCH: usize = 500;

/// Pairs of edges that brute force may compare in a trial; positions are left out evenly.
const MOST_PAIRS: usize = 3_000_000;

/// The methods, in the order of the columns.
pub const METHODS: [&str; 4] = ["covering", "auto", "tree", "brute"];

/// What is measured of two polygons on a way.
#[derive(Clone, Debug, Serialize)]
pub struct MovingTrial {
    pub kind: &'static str,
    pub trajectory: &'static str,
    pub static_vertices: usize,
    pub moving_vertices: usize,
    pub positions: usize,
    /// Positions at which they meet.
    pub meetings: usize,
    /// Time a position: the paper's method, the same with trees where edges are many, trees alone.
    pub covering_microseconds: f64,
    pub auto_microseconds: f64,
    pub tree_microseconds: f64,
    /// Every edge against every edge, by barycentric signs; at some of the positions.
    pub brute_microseconds: f64,
    /// Shares of positions, per cent: circles apart; the mask not computed; the mask computed and the same; nothing at all computed.
    pub circles_apart_percent: f64,
    pub by_motion_percent: f64,
    pub unchanged_percent: f64,
    pub at_once_percent: f64,
    /// Positions at which edges were compared, per cent, and how many edges were left for it, in the mean.
    pub compared_percent: f64,
    pub candidates: f64,
    pub bits_changed: u64,
}

impl MovingTrial {
    pub fn microseconds(&self, method: usize) -> f64 {
        [self.covering_microseconds, self.auto_microseconds, self.tree_microseconds, self.brute_microseconds][method]
    }
}

/// A polygon of a kind, scaled.
///
/// # Errors
/// Too few vertices.
pub fn outline(kind: Outline, vertices: usize, scale: f64, seed: u64) -> anyhow::Result<Polygon> {
    let outline = kind.polygon(vertices, seed)?;
    let rings = std::iter::once(outline.outline).chain(outline.holes);
    let scaled = |ring: Vec<DVec2>| ring.into_iter().map(|p| p * scale).collect();
    Polygon::try_new(rings.map(scaled).collect()).context("a generated polygon")
}

/// Measures one pair of polygons.
///
/// # Errors
/// Two methods do not agree.
pub fn measure(
    kind: Outline,
    trajectory: Trajectory,
    vertices: [usize; 2],
    positions: usize,
    seed: u64,
) -> anyhow::Result<MovingTrial> {
    let a = outline(kind, vertices[0], 1.0, seed)?;
    let b = outline(kind, vertices[1], MOVER, seed + 1)?;
    a.prepare();
    b.prepare();
    let poses = trajectory.poses(&a, &b, positions)?;
    let mut movers = [Method::Covering, Method::Auto].map(|method| MovingPolygon::new(&a, &b).with_method(method));
    let mut times = [Duration::ZERO; 3];
    let (mut meetings, mut answers) = (0, [const { Vec::new() }; 3]);
    for stretch in poses.chunks(STRETCH) {
        for k in 0..3 {
            answers[k].clear();
            let start = thread_time();
            match movers.get_mut(k) {
                Some(mover) => answers[k].extend(stretch.iter().map(|pose| mover.intersects(pose))),
                None => answers[k].extend(stretch.iter().map(|pose| impinge_planar::intersects(&a, &b, pose))),
            }
            times[k] += thread_time().saturating_sub(start);
        }
        if answers[0] != answers[2] || answers[1] != answers[2] {
            bail!("{} {}, {vertices:?}: methods do not agree; this is a bug", kind.name(), trajectory.name());
        }
        meetings += answers[2].iter().filter(|meet| **meet).count();
    }
    let brute_microseconds = brute(&a, &b, &poses)?;
    let history = movers[0].history();
    let per = |part: u64| 100.0 * part as f64 / poses.len() as f64;
    let micros = |k: usize| times[k].as_secs_f64() * 1e6 / poses.len() as f64;
    Ok(MovingTrial {
        kind: kind.name(),
        trajectory: trajectory.name(),
        static_vertices: vertices[0],
        moving_vertices: vertices[1],
        positions: poses.len(),
        meetings,
        covering_microseconds: micros(0),
        auto_microseconds: micros(1),
        tree_microseconds: micros(2),
        brute_microseconds,
        circles_apart_percent: per(history.circles_apart),
        by_motion_percent: per(history.by_motion),
        unchanged_percent: per(history.unchanged),
        at_once_percent: per(history.at_once),
        compared_percent: per(history.compared),
        candidates: history.candidates as f64 / history.compared.max(1) as f64,
        bits_changed: history.bits_changed,
    })
}

/// Time a position of every edge against every edge, at as many positions as take a bounded number of pairs.
fn brute(a: &Polygon, b: &Polygon, poses: &[Pose2]) -> anyhow::Result<f64> {
    let pairs = a.vertices().len() * b.vertices().len();
    let count = (MOST_PAIRS / pairs).clamp(1, poses.len());
    let some: Vec<&Pose2> = (0..count).map(|k| &poses[k * poses.len() / count]).collect();
    let (answers, time) = timed(|| some.iter().map(|pose| meet_by_brute_force(a, b, pose)).collect::<Vec<bool>>());
    if some.iter().zip(&answers).any(|(pose, answer)| impinge_planar::intersects(a, b, pose) != *answer) {
        bail!("brute force does not agree; this is a bug");
    }
    Ok(time.as_secs_f64() * 1e6 / count as f64)
}

/// The test that influence areas are to save: every edge against every edge by barycentric signs, then a vertex of each ring in the other.
fn meet_by_brute_force(a: &Polygon, b: &Polygon, a_from_b: &Pose2) -> bool {
    let cost = &mut Cost::default();
    let posed: Vec<Vec<DVec2>> =
        b.rings().map(|ring| ring.iter().map(|v| a_from_b.transform_point(*v)).collect()).collect();
    for ring in &posed {
        let next = ring.iter().cycle().skip(1);
        for (p, q) in ring.iter().zip(next) {
            if a.edge_ids().any(|edge| impinge_planar::segments_intersect([*p, *q], a.edge(edge), cost)) {
                return true;
            }
        }
    }
    let holds = |polygon: &Polygon, p: DVec2| polygon.covering().locate(p).is_some_and(|l| l != Location::Outside);
    if posed.iter().any(|ring| holds(a, ring[0])) {
        return true;
    }
    // Rings of A in B take B where it stands.
    let Ok(b) = Polygon::try_new(posed) else { return false };
    a.rings().any(|ring| impinge_planar::locate(&b, ring[0]).is_some_and(|l| l != Location::Outside))
}
