//! A net that falls over a ball on the ground, remembered at every frame.

use super::position_based_cloth::{Net, Push};
use crate::SceneError;
use crate::solid::icosphere;
use impinge::math::DVec3;
use impinge::mesh::Mesh;

/// The radius of the ball, and where it is held.
pub const RADIUS: f64 = 0.45;
const CENTRE: DVec3 = DVec3::new(0.0, 0.0, 0.6);

/// How far off the ball particles are kept, in metres: so little that a sheet touches it here and there.
const GAP: f64 = 0.002;

/// The height of its top.
pub const TOP: f64 = CENTRE.z + RADIUS;

/// How long a film takes, in seconds, and in how many steps.
const SECONDS: f64 = 1.5;
const STEPS: usize = 1_500;

/// What part of its speed a particle loses in a step on the ground.
const GROUND_FRICTION: f64 = 0.08;

/// The ball that nets fall over, of 20,480 triangles.
///
/// # Errors
/// None in practice.
pub fn ball() -> Result<Mesh, SceneError> {
    let ball = crate::Surface::of(&icosphere(RADIUS, 5)?);
    Ok(ball.shifted(CENTRE).mesh()?)
}

/// How high the ground is below a place: not quite even, as folds on a plane would share it exactly.
fn ground(p: DVec3) -> f64 {
    const HEIGHT: f64 = 0.008;
    HEIGHT * ((11.0 * p.x + 3.0 * p.y).sin() * (13.0 * p.y - 2.0 * p.x).sin() - 1.0)
}

/// A net at a frame.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Where particles are.
    pub places: Vec<DVec3>,
    /// How many stitches are left.
    pub stitches: usize,
}

impl Moment {
    fn of(net: &Net) -> Self {
        Self { places: net.places.clone(), stitches: net.stitches.len() }
    }
}

/// How a ball drags what lies on it.
#[derive(Clone, Copy, Debug)]
pub struct Ball {
    /// What part of its speed a particle on it loses in a step.
    pub friction: f64,
    /// How fast it turns about the vertical, in radians a second.
    pub spin: f64,
}

impl Ball {
    /// How a particle inside of the ball or of the ground comes out.
    fn push(self, p: DVec3) -> Option<Push> {
        let from = p - CENTRE;
        let reach = RADIUS + GAP;
        if from.length_squared() < reach * reach {
            let onto = CENTRE + from.normalize_or(DVec3::Z) * reach;
            return Some(Push { onto, speed: DVec3::Z.cross(onto) * self.spin, friction: self.friction });
        }
        let ground = ground(p);
        (p.z < ground).then(|| Push { onto: p.with_z(ground), speed: DVec3::ZERO, friction: GROUND_FRICTION })
    }
}

/// A net at the given number of frames, evenly spaced in time, the first at the beginning; `stitches` tells how many are left when a part of the time has gone by.
pub fn remembered(mut net: Net, frames: usize, ball: Ball, stitches: impl Fn(f64) -> usize) -> Vec<Moment> {
    let mut kept = vec![Moment::of(&net)];
    let mut step = 0;
    for frame in 1..frames {
        while step < STEPS * frame / (frames - 1) {
            net.stitches.truncate(stitches(step as f64 / STEPS as f64));
            net.step(SECONDS / STEPS as f64, |p| ball.push(p));
            step += 1;
        }
        kept.push(Moment::of(&net));
    }
    kept
}
