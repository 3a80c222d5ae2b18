//! Pairs of convex bodies with poses: hulls of points on ellipsoids at random, or in coherent motion.

use super::body::{Body, Hull};
use anyhow::Context;
use impinge::math::{DQuat, DVec3, Pose};
use impinge_scenes::SplitMix64;

/// Hulls of a workload.
pub const HULLS: usize = 64;
/// Pairs that move in a coherent workload.
pub const MOVING: usize = 20;
/// How far a moving body turns in a step, in degrees.
pub const TURN: f64 = 1.0;
/// How far its centre goes in a step on a circle around the other's, in degrees.
pub const ARC: f64 = 0.5;

/// Two bodies and where the second is in the frame of the first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Item {
    /// The body that stays, by its number.
    pub a: usize,
    /// The body that is posed, by its number.
    pub b: usize,
    /// The pose `a_from_b`.
    pub pose: Pose,
    /// The motion that this is a step of: items of one motion are asked in order, and engines may remember between them.
    pub motion: Option<usize>,
}

impl Item {
    /// The same question with its arguments in the other order.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Self { a: self.b, b: self.a, pose: self.pose.inverse(), motion: self.motion }
    }
}

/// Bodies and pairs of them.
#[derive(Clone, Debug, PartialEq)]
pub struct Workload {
    /// The name in tables and files.
    pub name: String,
    /// The corners of each hull; 0 where they differ.
    pub corners: usize,
    /// The bodies.
    pub bodies: Vec<Body>,
    /// The pairs, in the order in which they are asked.
    pub items: Vec<Item>,
}

impl Workload {
    /// How many motions there are.
    #[must_use]
    pub fn motions(&self) -> usize {
        self.items.iter().filter_map(|item| item.motion).max().map_or(0, |last| last + 1)
    }

    /// Whether pairs move in small steps.
    #[must_use]
    pub fn is_coherent(&self) -> bool {
        self.motions() > 0
    }
}

/// Random pairs of hulls at centre distances from 0.2 to 2.2.
///
/// # Errors
/// None for 4 corners or more.
pub fn random(corners: usize, pairs: usize) -> anyhow::Result<Workload> {
    let (bodies, mut random) = hulls(corners)?;
    let item = |_| Ok(placed(&mut random)?.0);
    let items = (0..pairs).map(item).collect::<anyhow::Result<_>>()?;
    Ok(Workload { name: format!("random_{corners}"), corners, bodies, items })
}

/// Pairs of hulls that turn by [`TURN`] and go round each other by [`ARC`] in each of the given number of steps.
///
/// # Errors
/// None for 4 corners or more.
pub fn coherent(corners: usize, steps: usize) -> anyhow::Result<Workload> {
    let (bodies, mut random) = hulls(corners)?;
    let mut items = Vec::with_capacity(MOVING * steps);
    for motion in 0..MOVING {
        let (first, rotation) = placed(&mut random)?;
        let axis = random.direction();
        let centre = first.pose.translation();
        let around = centre.normalize().any_orthonormal_vector();
        for step in 0..steps {
            let turned = DQuat::from_axis_angle(axis, (TURN * step as f64).to_radians()) * rotation;
            let gone = DQuat::from_axis_angle(around, (ARC * step as f64).to_radians()) * centre;
            let pose = Pose::from_quaternion(turned.normalize(), gone)?;
            items.push(Item { pose, motion: Some(motion), ..first });
        }
    }
    Ok(Workload { name: format!("coherent_{corners}"), corners, bodies, items })
}

/// Hulls of points on ellipsoids with semi-axes from 0.5 to 1, and the generator after them.
fn hulls(corners: usize) -> anyhow::Result<(Vec<Body>, SplitMix64)> {
    let mut random = SplitMix64::new(100 + corners as u64);
    let mut hull = || {
        let mut axis = || 0.5 + 0.5 * random.u();
        let axes = DVec3::new(axis(), axis(), axis());
        let points = (0..corners).map(|_| axes * random.direction()).collect();
        Hull::of_points(points).map(Body::Hull).context("points on an ellipsoid are not in general position")
    };
    let bodies = (0..HULLS).map(|_| hull()).collect::<anyhow::Result<_>>()?;
    Ok((bodies, random))
}

/// A pair drawn as two hulls, a rotation, a direction and a distance, in this order; and the rotation.
fn placed(random: &mut SplitMix64) -> anyhow::Result<(Item, DQuat)> {
    let mut one = || random.below(HULLS as u64) as usize;
    let (a, b) = (one(), one());
    let rotation = random.rotation().normalize();
    let direction = random.direction();
    let pose = Pose::from_quaternion(rotation, (0.2 + 2.0 * random.u()) * direction)?;
    Ok((Item { a, b, pose, motion: None }, rotation))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::convex::truth::signed_distance;

    #[test]
    fn workloads_repeat_and_a_fair_share_meets() {
        let first = random(32, 200).unwrap();
        assert_eq!(first, random(32, 200).unwrap());
        assert_eq!((first.bodies.len(), first.items.len(), first.is_coherent()), (64, 200, false));
        let meeting = first.items.iter().filter(|item| signed_distance(&first, item) <= 0.0).count();
        assert!((60..=160).contains(&meeting), "{meeting}");
    }

    #[test]
    fn steps_are_small_and_each_motion_is_whole() {
        let moving = coherent(8, 30).unwrap();
        assert_eq!((moving.items.len(), moving.motions()), (MOVING * 30, MOVING));
        for [first, second] in moving.items.windows(2).map(|two| [&two[0], &two[1]]) {
            if first.motion == second.motion {
                assert_eq!((first.a, first.b), (second.a, second.b));
                let [p, q] = [first, second].map(|item| item.pose.translation());
                assert!((p.angle_between(q).to_degrees() - ARC).abs() < 1e-6);
                let [p, q] = [first, second].map(|item| DQuat::from_mat3(&item.pose.rotation()));
                assert!((p.angle_between(q).to_degrees() - TURN).abs() < 1e-6);
            }
        }
    }
}
