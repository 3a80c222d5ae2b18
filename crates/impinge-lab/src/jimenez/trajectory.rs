//! The ways on which polygons move about others in Jiménez, Segura and Feito (2004, figure 10).

use anyhow::Context;
use impinge::math::DVec2;
use impinge_planar::{Polygon, Pose2};
use std::f64::consts::TAU;

/// How close a mover comes on a circle, the polygon that stands being of radius 1; the paper says "very close", and 9 of a unit not named.
const GAP: f64 = 0.02;

/// Angles at which a circle is tried out.
const TRIALS: u32 = 360;

/// Turns of the mover of which that is taken which lets it come closest, so that its circle overlaps the other.
const TURNS: u32 = 24;

/// How far beyond the first contact a line goes, the polygon that stands being of radius 1.
const BEYOND: f64 = 0.02;

/// A way to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Trajectory {
    /// Once around, turned towards the centre, close by and clear of the other.
    Circular,
    /// From afar, straight, until it hits.
    Linear,
}

/// Both.
pub const TRAJECTORIES: [Trajectory; 2] = [Trajectory::Circular, Trajectory::Linear];

impl Trajectory {
    pub fn name(self) -> &'static str {
        match self {
            Self::Circular => "circular",
            Self::Linear => "linear",
        }
    }

    /// The poses `a_from_b` on the way of B about A: the given number of on a circle, a tenth of that on a line.
    ///
    /// # Errors
    /// None in practice: poses are near the origin.
    pub fn poses(self, a: &Polygon, b: &Polygon, positions: usize) -> anyhow::Result<Vec<Pose2>> {
        let far = reach(a) + reach(b) + GAP;
        match self {
            Self::Circular => {
                let (mut best, some) = ([f64::INFINITY, 0.0], even(TRIALS / 10));
                for turn in even(TURNS) {
                    let radius = closest(a, b, &some, [far, GAP, turn])?;
                    best = if radius < best[0] { [radius, turn] } else { best };
                }
                let turn = best[1];
                let radius = closest(a, b, &even(TRIALS), [far, GAP, turn])?;
                (0..positions).map(|k| orbit(radius, TAU * k as f64 / positions as f64, turn)).collect()
            }
            Self::Linear => {
                let count = (positions / 10).max(2);
                let (start, end) = (2.0 * far, closest(a, b, &[0.0], [far, 0.0, 0.0])? - BEYOND);
                let radius = |k: usize| start + (end - start) * k as f64 / (count - 1) as f64;
                (0..count).map(|k| orbit(radius(k), 0.0, 0.0)).collect()
            }
        }
    }
}

/// The largest distance of a vertex from the origin.
fn reach(polygon: &Polygon) -> f64 {
    polygon.vertices().iter().map(|v| v.length()).fold(0.0, f64::max)
}

/// The given number of angles, evenly.
fn even(count: u32) -> Vec<f64> {
    (0..count).map(|k| TAU * f64::from(k) / f64::from(count)).collect()
}

/// B turned, moved away from the origin of A, and turned about it.
fn orbit(radius: f64, angle: f64, turn: f64) -> anyhow::Result<Pose2> {
    Pose2::from_angle(angle + turn, DVec2::from_angle(angle) * radius).context("a pose on the way")
}

/// The smallest radius, coming from outside, at which B is no closer than a gap at any of some angles. It moves in by the gap that is
/// left, which it cannot overshoot.
fn closest(a: &Polygon, b: &Polygon, angles: &[f64], [far, gap, turn]: [f64; 3]) -> anyhow::Result<f64> {
    /// Close enough (a length, the polygon that stands being of radius 1).
    const ENOUGH: f64 = 1e-4;
    let mut radius = far;
    for _ in 0..1000 {
        let mut room = f64::INFINITY;
        for angle in angles {
            room = room.min(impinge_planar::distance(a, b, &orbit(radius, *angle, turn)?).value - gap);
        }
        if room < ENOUGH || radius < ENOUGH {
            break;
        }
        radius -= room;
    }
    Ok(radius)
}
