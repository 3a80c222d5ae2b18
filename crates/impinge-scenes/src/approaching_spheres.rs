//! Two spheres that come towards each other, turning, until they collide: the bodies of Kitamura et al. (1995).
//!
//! How the paper's spheres move is not printed. These end so deep in each other that about as many faces collide.

use crate::SceneError;
use crate::solid::uv_sphere;
use impinge::math::{DVec3, Pose, PoseError, axis_angle};
use impinge::mesh::Mesh;

/// How far apart the surfaces are in the beginning, in radii.
const FIRST_GAP: f64 = 0.4;

/// How deep the round spheres are in each other in the end, in radii.
const LAST_DEPTH: f64 = 0.014;

/// The way from the one to the other: along no axis, so that boxes overlap long before spheres do.
const WAY: DVec3 = DVec3::new(3.0, 2.0, 1.0);

/// What each sphere turns by in a cycle, in radians: about one degree.
const TURN: f64 = 0.02;

/// Two equal spheres of radius 1 over a number of cycles.
#[derive(Clone, Debug)]
pub struct Approach {
    /// Either sphere.
    pub mesh: Mesh,
    /// After how many cycles they collide.
    pub cycles: u32,
}

impl Approach {
    /// Spheres of the given number of meridians, and half as many rings, over the given number of cycles.
    ///
    /// # Errors
    /// There is no such sphere.
    pub fn new(meridians: u32, cycles: u32) -> Result<Self, SceneError> {
        Ok(Self { mesh: uv_sphere(1.0, meridians, meridians / 2)?, cycles })
    }

    /// Where both are at the beginning and at the end of a cycle, from 1 on.
    ///
    /// # Errors
    /// A pose was refused, which none is up to the last cycle.
    pub fn poses(&self, cycle: u32) -> Result<[[Pose; 2]; 2], PoseError> {
        let pose = |side: f64, instant: u32| {
            let left = 1.0 - f64::from(instant) / f64::from(self.cycles);
            let apart = 1.0 + 0.5 * (FIRST_GAP * left - LAST_DEPTH);
            let axis = DVec3::new(0.3, side, 0.5).normalize();
            Pose::try_new(axis_angle::about(axis, TURN * f64::from(instant)), WAY.normalize() * side * apart)
        };
        let body = |side: f64| Ok([pose(side, cycle.saturating_sub(1))?, pose(side, cycle)?]);
        Ok([body(-1.0)?, body(1.0)?])
    }
}
