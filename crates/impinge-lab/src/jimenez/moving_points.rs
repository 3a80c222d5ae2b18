//! Points that move about polygons and solids: by a mask of signs, by the covering from nothing, by the tree.

use crate::jimenez::moving_polygons::outline;
use crate::measurement_harness::cpu_clock::thread_time;
use anyhow::bail;
use impinge::math::{DVec2, DVec3};
use impinge::mesh::Mesh;
use impinge::pair::{self, Location};
use impinge_classics::covering::{self, SolidCovering};
use impinge_scenes::{Outline, solid};
use serde::Serialize;
use std::f64::consts::TAU;
use std::time::Duration;

/// Positions that one method answers before the next does.
const STRETCH: usize = 200;

/// What is measured of a point about one body.
#[derive(Clone, Debug, Serialize)]
pub struct PointTrial {
    pub body: String,
    /// Edges or faces.
    pub parts: usize,
    pub positions: usize,
    pub inside: usize,
    /// Time a position: the mask kept, the covering from nothing, the tree.
    pub moving_microseconds: f64,
    pub covering_microseconds: f64,
    pub tree_microseconds: f64,
    /// Positions in which no bit changed, per cent, and bits changed in the others.
    pub unchanged_percent: f64,
    pub bits_changed: u64,
}

/// A way in and out of a body of radius 1: a rosette.
fn rosette(k: usize, count: usize) -> [f64; 3] {
    let angle = TAU * k as f64 / count as f64;
    let radius = 0.75 + 0.4 * (5.0 * angle).cos();
    [radius * angle.cos(), radius * angle.sin(), 0.3 * (3.0 * angle).sin()]
}

/// Measures a polygon of a kind.
///
/// # Errors
/// Two methods do not agree.
pub fn in_polygon(kind: Outline, vertices: usize, positions: usize, seed: u64) -> anyhow::Result<PointTrial> {
    let polygon = outline(kind, vertices, 1.0, seed)?;
    polygon.prepare();
    let covering = polygon.covering();
    let mut moving = impinge_planar::MovingPoint::new(covering);
    let at = |k: usize| {
        let [x, y, _] = rosette(k, positions);
        DVec2::new(x, y)
    };
    let measured = race(
        positions,
        [&mut |k| moving.locate(at(k)), &mut |k| covering.locate(at(k)), &mut |k| {
            impinge_planar::locate(&polygon, at(k))
        }],
    )?;
    Ok(measured.trial(
        format!("{} polygon", kind.name()),
        vertices,
        moving.history().unchanged,
        moving.history().bits_changed,
    ))
}

/// Measures a solid.
///
/// # Errors
/// Two methods do not agree.
pub fn in_solid(name: &str, mesh: &Mesh, positions: usize) -> anyhow::Result<PointTrial> {
    let covering = SolidCovering::new(mesh);
    let mut moving = covering::MovingPoint::new(&covering);
    let at = |k: usize| DVec3::from_array(rosette(k, positions));
    let _ = pair::locate(mesh, at(0));
    let measured = race(
        positions,
        [&mut |k| moving.locate(at(k)), &mut |k| covering.locate(at(k)), &mut |k| pair::locate(mesh, at(k))],
    )?;
    let history = moving.history();
    Ok(measured.trial(name.to_owned(), mesh.faces().len(), history.unchanged, history.bits_changed))
}

/// Solids of about radius 1, from small to large.
///
/// # Errors
/// None in practice: the sizes are allowed.
pub fn solids(seed: u64) -> anyhow::Result<Vec<(&'static str, Mesh)>> {
    Ok(vec![
        ("cube", solid::cuboid(DVec3::splat(-0.7), DVec3::splat(0.7))?),
        ("ball", solid::icosphere(1.0, 1)?),
        ("torus", solid::torus(0.7, 0.3, 24, 12)?),
        ("ball", solid::icosphere(1.0, 3)?),
        ("blob", solid::blob(seed, 5_000, 0.3)?),
    ])
}

/// Answers and times of three methods.
struct PointMethods {
    positions: usize,
    inside: usize,
    times: [Duration; 3],
}

impl PointMethods {
    fn trial(&self, body: String, parts: usize, unchanged: u64, bits_changed: u64) -> PointTrial {
        let [moving, covering, tree] = self.times.map(|time| time.as_secs_f64() * 1e6 / self.positions as f64);
        PointTrial {
            body,
            parts,
            positions: self.positions,
            inside: self.inside,
            moving_microseconds: moving,
            covering_microseconds: covering,
            tree_microseconds: tree,
            unchanged_percent: 100.0 * unchanged as f64 / self.positions as f64,
            bits_changed,
        }
    }
}

type Answer<'a> = &'a mut dyn FnMut(usize) -> Option<Location>;

/// Asks three methods in turn about stretches of positions.
fn race(positions: usize, mut methods: [Answer<'_>; 3]) -> anyhow::Result<PointMethods> {
    let (mut times, mut inside) = ([Duration::ZERO; 3], 0);
    let mut answers = [const { Vec::new() }; 3];
    for first in (0..positions).step_by(STRETCH) {
        let stretch = first..(first + STRETCH).min(positions);
        for (k, method) in methods.iter_mut().enumerate() {
            answers[k].clear();
            let start = thread_time();
            answers[k].extend(stretch.clone().map(&mut **method));
            times[k] += thread_time().saturating_sub(start);
        }
        if answers[0] != answers[2] || answers[1] != answers[2] {
            bail!("a point is said to be in different places; this is a bug");
        }
        inside += answers[2].iter().filter(|answer| **answer == Some(Location::Inside)).count();
    }
    Ok(PointMethods { positions, inside, times })
}
