//! Bodies of one size that fly about in the unit cube and come back at its walls, each box overlapping about four others.

use impinge::bound::Aabb;
use impinge::math::{DQuat, DVec3, Pose, PoseError};
use impinge_scenes::SplitMix64;

/// How far a body goes in a step along each axis, at most, in edges of its box.
const SPEED: f64 = 0.1;

/// How far a body turns in a step, in degrees.
pub const TURN: f64 = 2.0;

/// How bodies move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// A little at every step, each in its own direction.
    Coherent,
    /// To another place at every step.
    Teleporting,
}

/// All of them.
pub const MOTIONS: [Motion; 2] = [Motion::Coherent, Motion::Teleporting];

impl Motion {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Coherent => "coherent",
            Self::Teleporting => "teleporting",
        }
    }
}

/// Bodies in motion.
#[derive(Clone, Debug)]
pub struct RandomMotion {
    motion: Motion,
    random: SplitMix64,
    side: f64,
    places: Vec<DVec3>,
    velocities: Vec<DVec3>,
    /// How bodies are turned, and by what in each step; none for boxes.
    turns: Vec<[DQuat; 2]>,
}

impl RandomMotion {
    /// Axis-parallel cubes; the same arguments give the same bits.
    pub fn of_boxes(bodies: usize, motion: Motion, seed: u64) -> Self {
        let side = side(bodies);
        let mut random = SplitMix64::new(seed.wrapping_add(999).wrapping_add(bodies as u64));
        let (unit, cube) = (Aabb { min: DVec3::ZERO, max: DVec3::ONE }, DVec3::splat(SPEED * side));
        let speeds = Aabb { min: -cube, max: cube };
        let starts = (0..bodies).map(|_| (random.point(&unit), random.point(&speeds)));
        let (places, velocities) = starts.unzip();
        Self { motion, random, side, places, velocities, turns: Vec::new() }
    }

    /// The same places, for bodies that also turn.
    pub fn of_bodies(bodies: usize, motion: Motion, seed: u64) -> Self {
        let mut swarm = Self::of_boxes(bodies, motion, seed);
        let random = &mut swarm.random;
        let spin = |axis: DVec3| DQuat::from_axis_angle(axis, TURN.to_radians());
        swarm.turns = (0..bodies).map(|_| [random.rotation().normalize(), spin(random.direction())]).collect();
        swarm
    }

    /// One step.
    pub fn advance(&mut self) {
        match self.motion {
            Motion::Coherent => {
                self.places.iter_mut().zip(&mut self.velocities).for_each(|(p, v)| fly(p, v));
                self.turns.iter_mut().for_each(|[turn, spin]| *turn = (*spin * *turn).normalize());
            }
            Motion::Teleporting => {
                let (unit, random) = (Aabb { min: DVec3::ZERO, max: DVec3::ONE }, &mut self.random);
                self.places.iter_mut().for_each(|place| *place = random.point(&unit));
                self.turns.iter_mut().for_each(|[turn, _]| *turn = random.rotation().normalize());
            }
        }
    }

    /// The box of every body, if each were an axis-parallel cube.
    pub fn boxes(&self) -> impl Iterator<Item = Aabb> + '_ {
        let half = DVec3::splat(self.side / 2.0);
        self.places.iter().map(move |place| Aabb { min: *place - half, max: *place + half })
    }

    /// Where every body is; unturned for boxes.
    pub fn poses(&self) -> impl Iterator<Item = Result<Pose, PoseError>> + '_ {
        let turns = self.turns.iter().map(|[turn, _]| *turn).chain(std::iter::repeat(DQuat::IDENTITY));
        self.places.iter().zip(turns).map(|(place, turn)| Pose::from_quaternion(turn, *place))
    }
}

/// The edge of a body's box: n boxes of edge s overlap n (2 s)³ = 4 others each, a little less at the walls.
pub fn side(bodies: usize) -> f64 {
    0.5 * (4.0 / bodies.max(1) as f64).cbrt()
}

/// Steps that a crowd of this size makes: at most the wanted ones, such that steps times bodies stay below a limit, but at least ten.
pub fn steps_within(limit: usize, bodies: usize, wanted: usize) -> usize {
    /// Below this a median says little.
    const FEWEST: usize = 10;
    wanted.min((limit / bodies.max(1)).max(FEWEST))
}

/// A step of one body; at a wall it comes back.
fn fly(place: &mut DVec3, velocity: &mut DVec3) {
    *place += *velocity;
    for k in 0..3 {
        if !(0.0..=1.0).contains(&place[k]) {
            place[k] = place[k].clamp(0.0, 1.0) * 2.0 - place[k];
            velocity[k] = -velocity[k];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_stay_in_the_cube_and_move_as_they_are_said_to() {
        for motion in MOTIONS {
            let mut swarm = RandomMotion::of_bodies(300, motion, 7);
            for _ in 0..40 {
                let before: Vec<Pose> = swarm.poses().map(Result::unwrap).collect();
                swarm.advance();
                let mut far = 0;
                for (bounds, (was, now)) in swarm.boxes().zip(before.iter().zip(swarm.poses().map(Result::unwrap))) {
                    let centre = bounds.centre();
                    assert!(centre.cmpge(DVec3::ZERO).all() && centre.cmple(DVec3::ONE).all(), "{centre}");
                    assert!((centre - now.translation()).length() < 1e-12);
                    let gone = (now.translation() - was.translation()).abs().max_element();
                    far += usize::from(gone > SPEED * side(300) * (1.0 + 1e-9));
                }
                assert_eq!(far > 250, motion == Motion::Teleporting, "{far}");
            }
            let again = RandomMotion::of_bodies(300, motion, 7);
            assert!(again.boxes().eq(RandomMotion::of_boxes(300, motion, 7).boxes()));
        }
    }
}
