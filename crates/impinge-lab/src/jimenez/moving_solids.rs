//! Polyhedra that move about others in small steps: by certified distances, by trees, by every pair of faces.

use crate::jimenez::solid_bodies::{BODIES, SolidWay, StandingBody, WAYS};
use crate::measurement_harness::cpu_clock::{thread_time, timed};
use anyhow::{Context, bail};
use impinge::cost::Cost;
use impinge::executor::Executor;
use impinge::math::Pose;
use impinge::mesh::Mesh;
use impinge::pair::{self, Coherent, Location};
use impinge::triangle_pair::{TriangleRelation, relate};
use impinge_classics::covering::MovingSolid;
use impinge_scenes::solid;
use serde::Serialize;
use std::time::Duration;

/// Positions that one method answers before the next does.
const STRETCH: usize = 500;

/// Pairs of faces that brute force may compare in a trial.
const MOST_PAIRS: usize = 3_000_000;

/// The radius and the subdivisions of the mover where neither is varied; bodies are of radius 1.
const RADIUS: f64 = 0.1;
const SUBDIVISIONS: u32 = 2;

/// The methods, in the order of the columns.
pub const METHODS: [&str; 4] = ["mover", "coherent", "tree", "brute"];

/// What a row varies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SolidSeries {
    /// The faces of the body that stands.
    Faces,
    /// The radius of the mover, and so how many faces its influence holds.
    Influence,
    /// The faces of the mover.
    MoverFaces,
}

/// A body, a mover and a way.
#[derive(Clone, Copy, Debug)]
pub struct SolidCase {
    pub series: SolidSeries,
    pub body: StandingBody,
    pub way: SolidWay,
    pub faces: usize,
    pub radius: f64,
    pub subdivisions: u32,
}

/// What is measured of a mover about a body.
#[derive(Clone, Debug, Serialize)]
pub struct SolidTrial {
    pub series: SolidSeries,
    pub body: &'static str,
    pub way: &'static str,
    pub faces: usize,
    pub mover_faces: usize,
    pub mover_radius: f64,
    pub positions: usize,
    /// Positions at which they share a point.
    pub meetings: usize,
    /// Time a position: certified distances; trees with what they remember; trees from nothing.
    pub mover_microseconds: f64,
    pub coherent_microseconds: f64,
    pub tree_microseconds: f64,
    /// Every face with every face, at some of the positions; none where these are too many pairs.
    pub brute_microseconds: Option<f64>,
    /// Faces whose influence volume holds the middle of the mover, in the mean.
    pub influence: f64,
    /// Positions at which nothing was looked at, per cent.
    pub by_motion_percent: f64,
    /// Looked at a position: groups of boxes, influence volumes, faces compared with the mover, pairs tested exactly.
    pub groups: f64,
    pub volumes: f64,
    pub compared: f64,
    pub pairs: f64,
    /// Bits of the mask that changed, a position.
    pub bits_changed: f64,
}

impl SolidTrial {
    /// Time a position by a method.
    pub fn microseconds(&self, method: usize) -> Option<f64> {
        let known = [self.mover_microseconds, self.coherent_microseconds, self.tree_microseconds];
        known.get(method).copied().or(self.brute_microseconds)
    }
}

/// What is measured: every body and way with every number of faces; a mover of every size about the torus of the most faces but
/// those of the last.
pub fn cases(faces: &[usize]) -> Vec<SolidCase> {
    let mut cases = Vec::new();
    let case =
        |series, body, way| SolidCase { series, body, way, faces: 0, radius: RADIUS, subdivisions: SUBDIVISIONS };
    for body in BODIES {
        for way in WAYS {
            cases.extend(faces.iter().map(|faces| SolidCase { faces: *faces, ..case(SolidSeries::Faces, body, way) }));
        }
    }
    let many = faces.len().checked_sub(2).map_or(faces.first(), |k| faces.get(k)).copied().unwrap_or(1000);
    let (body, way) = (StandingBody::Torus, SolidWay::Along);
    let varied = |series| SolidCase { faces: many, ..case(series, body, way) };
    cases.extend([0.0125, 0.025, 0.05, 0.1, 0.2].map(|radius| SolidCase { radius, ..varied(SolidSeries::Influence) }));
    cases.extend([0, 1, 2, 3, 4, 5].map(|n| SolidCase { subdivisions: n, ..varied(SolidSeries::MoverFaces) }));
    cases
}

/// Measures one case.
///
/// # Errors
/// Two methods do not agree.
pub fn measure(case: &SolidCase, positions: usize) -> anyhow::Result<SolidTrial> {
    let a = case.body.mesh(case.faces).context("a body")?;
    let b = solid::icosphere(case.radius, case.subdivisions).context("a mover")?;
    for mesh in [&a, &b] {
        mesh.prepare(&Executor::serial());
    }
    let poses = case.body.poses(case.way, case.radius, positions)?;
    let (mut mover, mut coherent) = (MovingSolid::new(&a, &b), Coherent::new(&a, &b));
    // The first position of a mover is no small step.
    let first = mover.intersects(&poses[0]);
    if coherent.intersects(&poses[0]) != first {
        bail!("{} {}: methods do not agree; this is a bug", case.body.name(), case.way.name());
    }
    let before = mover.history();
    let (mut times, mut answers) = ([Duration::ZERO; 3], [const { Vec::new() }; 3]);
    let (mut meetings, mut influence) = (0, 0);
    for stretch in poses.chunks(STRETCH) {
        for k in 0..3 {
            answers[k].clear();
            let start = thread_time();
            match k {
                0 => answers[k].extend(stretch.iter().map(|pose| {
                    influence += mover.candidates();
                    mover.intersects(pose)
                })),
                1 => answers[k].extend(stretch.iter().map(|pose| coherent.intersects(pose))),
                _ => answers[k].extend(stretch.iter().map(|pose| pair::intersects(&a, &b, pose))),
            }
            times[k] += thread_time().saturating_sub(start);
        }
        if answers[0] != answers[2] || answers[1] != answers[2] {
            bail!("{} {}: methods do not agree; this is a bug", case.body.name(), case.way.name());
        }
        meetings += answers[2].iter().filter(|meet| **meet).count();
    }
    let brute_microseconds = brute([&a, &b], &poses)?;
    let now = mover.history();
    let per = |now: u64, before: u64| (now - before) as f64 / poses.len() as f64;
    let micros = |k: usize| times[k].as_secs_f64() * 1e6 / poses.len() as f64;
    Ok(SolidTrial {
        series: case.series,
        body: case.body.name(),
        way: case.way.name(),
        faces: a.faces().len(),
        mover_faces: b.faces().len(),
        mover_radius: case.radius,
        positions: poses.len(),
        meetings,
        mover_microseconds: micros(0),
        coherent_microseconds: micros(1),
        tree_microseconds: micros(2),
        brute_microseconds,
        influence: influence as f64 / poses.len() as f64,
        by_motion_percent: 100.0 * per(now.by_motion, before.by_motion),
        groups: per(now.groups, before.groups),
        volumes: per(now.volumes, before.volumes),
        compared: per(now.compared, before.compared),
        pairs: per(now.pairs, before.pairs),
        bits_changed: per(now.bits_changed, before.bits_changed),
    })
}

/// Time a position of every face with every face, at as many positions as take a bounded number of pairs.
fn brute(meshes: [&Mesh; 2], poses: &[Pose]) -> anyhow::Result<Option<f64>> {
    let count = (MOST_PAIRS / (meshes[0].faces().len() * meshes[1].faces().len())).min(poses.len());
    if count == 0 {
        return Ok(None);
    }
    let some: Vec<&Pose> = (0..count).map(|k| &poses[k * poses.len() / count]).collect();
    let (answers, time) = timed(|| some.iter().map(|pose| meet_by_brute_force(meshes, pose)).collect::<Vec<bool>>());
    if some.iter().zip(&answers).any(|(pose, answer)| pair::intersects(meshes[0], meshes[1], pose) != *answer) {
        bail!("brute force does not agree; this is a bug");
    }
    Ok(Some(time.as_secs_f64() * 1e6 / count as f64))
}

/// Every face with every face, then a vertex of each in the other: movers here are smaller than what stands, and in one part.
fn meet_by_brute_force([a, b]: [&Mesh; 2], a_from_b: &Pose) -> bool {
    let cost = &mut Cost::default();
    let meet = b.face_ids().any(|face| {
        let t = b.triangle(face).map(|p| a_from_b.transform_point(p));
        a.face_ids().any(|other| relate(&a.triangle(other), &t, cost) != TriangleRelation::Disjoint)
    });
    let first = a_from_b.transform_point(b.vertices()[0]);
    meet || pair::locate(a, first) != Some(Location::Outside)
}
