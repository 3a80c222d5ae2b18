//! Hulls of random points on ellipsoids that turn and go round each other, by a given angle a step.

use anyhow::Context;
use impinge::executor::Executor;
use impinge::math::{DQuat, DVec3, Pose};
use impinge::shape::Polytope;
use impinge_classics::feature_walk::LevelsOfDetail;
use impinge_scenes::SplitMix64;

/// How far B turns in a step, in degrees; its centre goes round A's by half of that.
pub const MOTIONS: [f64; 6] = [0.01, 0.1, 1.0, 10.0, 90.0, 180.0];

/// Pairs of each number of vertices.
pub const PAIRS: usize = 40;

/// Hulls that pairs are drawn from.
const HULLS: u64 = 16;

/// A convex body as every method wants it.
pub struct Hull {
    pub polytope: Polytope,
    /// The finest level is what Lin-Canny and V-Clip walk on.
    pub levels: LevelsOfDetail,
}

/// Two hulls and where the second starts.
struct Start {
    hulls: [usize; 2],
    rotation: DQuat,
    centre: DVec3,
    axis: DVec3,
    /// For later axes.
    seed: u64,
}

/// Hulls with one number of vertices, and pairs of them.
pub struct Tumble {
    /// Points that each hull is of; on an ellipsoid all are vertices.
    pub vertices: usize,
    hulls: Vec<Hull>,
    starts: Vec<Start>,
}

impl Tumble {
    /// Hulls and where the pairs start; the same seed and vertices give the same bits. Ellipsoids and starts depend on the seed alone,
    /// so that numbers of vertices are compared at the same places.
    ///
    /// # Errors
    /// Points in no general position: none for four or more.
    pub fn new(vertices: usize, seed: u64, executor: &Executor) -> anyhow::Result<Self> {
        let mut random = SplitMix64::new(seed);
        let semi_axes: Vec<DVec3> = (0..HULLS).map(|_| semi_axes(&mut random)).collect();
        let starts = (0..PAIRS as u64).map(|pair| Start::new(&mut random, seed ^ (pair << 32))).collect();
        let mut random = SplitMix64::new(seed.wrapping_add(99).wrapping_add(vertices as u64));
        let mut cloud = |axes: &DVec3| (0..vertices).map(|_| *axes * random.direction()).collect();
        let clouds: Vec<Vec<DVec3>> = semi_axes.iter().map(&mut cloud).collect();
        let hulls = executor.map(clouds.len(), |i| Hull::of(&clouds[i]));
        Ok(Self { vertices, hulls: hulls.into_iter().collect::<anyhow::Result<_>>()?, starts })
    }

    /// A and B of a pair.
    ///
    /// # Errors
    /// There is no such pair.
    pub fn pair(&self, pair: usize) -> anyhow::Result<[&Hull; 2]> {
        let start = self.starts.get(pair).context("no such pair")?;
        Ok(start.hulls.map(|i| &self.hulls[i]))
    }

    /// Where B of a pair is before the first step and after each of the others.
    ///
    /// # Errors
    /// There is no such pair.
    pub fn path(&self, pair: usize, degrees: f64, steps: usize) -> anyhow::Result<Vec<Pose>> {
        self.starts.get(pair).context("no such pair")?.path(degrees, steps)
    }
}

impl Hull {
    fn of(points: &[DVec3]) -> anyhow::Result<Self> {
        let polytope = Polytope::try_new(points)?;
        let levels = LevelsOfDetail::new(&polytope);
        Ok(Self { polytope, levels })
    }
}

impl Start {
    /// Two hulls, which may be one, at a distance of their centres from 0.2 to 2.2.
    fn new(random: &mut SplitMix64, seed: u64) -> Self {
        let hulls = [0; 2].map(|_| random.below(HULLS) as usize);
        let (rotation, direction) = (random.rotation().normalize(), random.direction());
        let centre = (0.2 + 2.0 * random.u()) * direction;
        Self { hulls, rotation, centre, axis: random.direction(), seed }
    }

    /// B turns about one axis and goes round A about another; after every full turn about new ones, so that no pose comes back.
    fn path(&self, degrees: f64, steps: usize) -> anyhow::Result<Vec<Pose>> {
        let mut random = SplitMix64::new(self.seed);
        let full_turn = (360.0 / degrees).ceil() as usize;
        let (mut rotation, mut centre, mut axis) = (self.rotation, self.centre, self.axis);
        let mut around = centre.normalize().any_orthonormal_vector();
        let mut path = Vec::with_capacity(steps + 1);
        for step in 0..=steps {
            let since = (step % full_turn) as f64 * degrees.to_radians();
            if step > 0 && step.is_multiple_of(full_turn) {
                let turn = full_turn as f64 * degrees.to_radians();
                rotation = (DQuat::from_axis_angle(axis, turn) * rotation).normalize();
                centre = DQuat::from_axis_angle(around, turn / 2.0) * centre;
                axis = random.direction();
                around = centre.cross(random.direction()).try_normalize().unwrap_or(around);
            }
            let turned = (DQuat::from_axis_angle(axis, since) * rotation).normalize();
            path.push(Pose::from_quaternion(turned, DQuat::from_axis_angle(around, since / 2.0) * centre)?);
        }
        Ok(path)
    }
}

/// The semi-axes of an ellipsoid, from 0.5 to 1.
fn semi_axes(random: &mut SplitMix64) -> DVec3 {
    let mut axis = || 0.5 + 0.5 * random.u();
    DVec3::new(axis(), axis(), axis())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every step turns B by the angle and moves its centre by half of it, through changes of axes too.
    #[test]
    fn steps_are_as_large_as_they_are_said_to_be() {
        let executor = Executor::try_new(1).unwrap();
        let tumble = Tumble::new(12, 1, &executor).unwrap();
        for degrees in MOTIONS {
            for pair in 0..PAIRS {
                let path = tumble.path(pair, degrees, 40).unwrap();
                assert_eq!(path.len(), 41);
                for [p, q] in path.windows(2).map(|two| [&two[0], &two[1]]) {
                    let turn = q.rotation() * p.rotation().transpose();
                    let cosine = (turn.x_axis.x + turn.y_axis.y + turn.z_axis.z - 1.0) / 2.0;
                    assert!((cosine - degrees.to_radians().cos()).abs() < 1e-12, "{degrees}: {cosine}");
                    let arc = p.translation().angle_between(q.translation()).to_degrees();
                    assert!((arc - degrees / 2.0).abs() < 1e-6, "{degrees}: {arc}");
                }
            }
        }
    }

    #[test]
    fn hulls_have_as_many_vertices_as_asked_for_and_repeat() {
        let executor = Executor::try_new(2).unwrap();
        let [one, two] = [1, 1].map(|seed| Tumble::new(100, seed, &executor).unwrap());
        for pair in 0..PAIRS {
            let [hulls, again] = [one.pair(pair).unwrap(), two.pair(pair).unwrap()];
            for (hull, other) in hulls.iter().zip(again) {
                assert_eq!(hull.polytope.vertices().len(), 100);
                assert_eq!(hull.polytope.vertices(), other.polytope.vertices());
            }
            assert_eq!(one.path(pair, 90.0, 9).unwrap(), two.path(pair, 90.0, 9).unwrap());
        }
        assert!(one.pair(PAIRS).is_err());
    }
}
