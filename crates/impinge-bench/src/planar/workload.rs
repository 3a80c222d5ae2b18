//! Stars: polygons whose corners lie at equal angles around the origin, each at a random distance from it.
//!
//! One turns around the other at the distance of centres at which half of its poses meet.

use anyhow::Context;
use impinge::math::DVec2;
use impinge_planar::{Polygon, Pose2, intersects};
use impinge_scenes::random::SplitMix64;
use std::f64::consts::TAU;

/// Poses of each pair: a degree from each to the next.
const POSES: usize = 360;
/// Halvings of the interval of distances: their end is as good as any.
const HALVINGS: usize = 30;

/// Two stars and poses of the second in the frame of the first.
#[derive(Clone, Debug)]
pub struct Workload {
    /// Corners of each.
    pub corners: usize,
    /// The first star.
    pub a: Polygon,
    /// The second.
    pub b: Polygon,
    /// Its poses.
    pub poses: Vec<Pose2>,
}

impl Workload {
    /// Two stars from a seed.
    ///
    /// # Errors
    /// None in practice: stars are finite.
    pub fn stars(corners: usize, seed: u64) -> anyhow::Result<Self> {
        let mut random = SplitMix64::new(seed);
        let [a, b] = [star(corners, &mut random)?, star(corners, &mut random)?];
        let (mut near, mut far) = (0.2, 2.0);
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(near, far);
            let meeting = around(middle)?.iter().filter(|pose| intersects(&a, &b, pose)).count();
            *(if meeting > POSES / 2 { &mut near } else { &mut far }) = middle;
        }
        Ok(Self { corners, a, b, poses: around(near)? })
    }
}

fn star(corners: usize, random: &mut SplitMix64) -> anyhow::Result<Polygon> {
    let corner = |k: usize| DVec2::from_angle(TAU * k as f64 / corners as f64) * random.between(0.4, 1.0);
    let polygon = Polygon::try_new(vec![(0..corners).map(corner).collect()]).context("a star")?;
    polygon.prepare();
    Ok(polygon)
}

/// Poses at a distance, all around, turned by as much as they have gone round.
fn around(distance: f64) -> anyhow::Result<Vec<Pose2>> {
    let pose = |k: usize| {
        let angle = k as f64 * 360.0 / POSES as f64;
        Ok(Pose2::from_degrees(angle, DVec2::from_angle(angle.to_radians()) * distance)?)
    };
    (0..POSES).map(pose).collect()
}
