//! The polyhedra of `impinge lab jimenez` and the ways of movers about them.

use impinge::math::{DQuat, DVec3, Pose, PoseError};
use impinge::mesh::Mesh;
use impinge_scenes::surface::Surface;
use impinge_scenes::{SceneError, pipe, sheet, solid};
use std::f64::consts::TAU;

/// How far a mover goes in a step, bodies being of radius 1.
const STEP: f64 = 1e-3;

/// How close it comes where it stays clear.
const GAP: f64 = 0.02;

/// The radius of the knot's pipe, on a torus of radii 2 and 1; with it, the knot reaches 3.4 from its middle.
const PIPE: f64 = 0.4;

const KNOT: f64 = 2.0 + 1.0 + PIPE;

/// A height of the terrain, and how many waves it has.
const TERRAIN: [f64; 2] = [0.05, 2.0];

/// A body that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandingBody {
    Sphere,
    Torus,
    Knot,
    Terrain,
}

/// All of them.
pub const BODIES: [StandingBody; 4] =
    [StandingBody::Sphere, StandingBody::Torus, StandingBody::Knot, StandingBody::Terrain];

/// A way of a mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolidWay {
    /// Along the surface, close by.
    Along,
    /// In and out.
    Through,
}

/// Both.
pub const WAYS: [SolidWay; 2] = [SolidWay::Along, SolidWay::Through];

impl SolidWay {
    pub fn name(self) -> &'static str {
        match self {
            Self::Along => "along",
            Self::Through => "through",
        }
    }
}

impl StandingBody {
    pub fn name(self) -> &'static str {
        match self {
            Self::Sphere => "sphere",
            Self::Torus => "torus",
            Self::Knot => "knot",
            Self::Terrain => "terrain",
        }
    }

    /// The body, of radius 1, with about so many faces.
    ///
    /// # Errors
    /// Too few or too many faces.
    pub fn mesh(self, faces: usize) -> Result<Mesh, SceneError> {
        // Faces are a number times the square of another.
        let side = |per_square: f64| (faces as f64 / per_square).sqrt().round().max(3.0) as u32;
        match self {
            Self::Sphere => solid::geodesic_sphere(1.0, side(20.0)),
            Self::Torus => solid::torus(0.7, 0.3, 2 * side(4.0), side(4.0)),
            Self::Knot => {
                let knot = pipe::torus_knot(2, 3, PIPE, 12 * side(24.0), side(24.0))?;
                Ok(Surface::of(&knot).scaled(1.0 / KNOT).mesh()?)
            }
            Self::Terrain => {
                let terrain = sheet::wavy_sheet(side(2.0), TERRAIN[0], TERRAIN[1])?;
                let middle = DVec3::new(-0.5, -0.5, 0.0);
                Ok(Surface::of(&terrain).shifted(middle).scaled(2.0).mesh()?)
            }
        }
    }

    /// The poses of a mover of some radius, steps of one length apart, turning slowly.
    ///
    /// # Errors
    /// None in practice: poses are near the origin.
    pub fn poses(self, way: SolidWay, radius: f64, positions: usize) -> Result<Vec<Pose>, PoseError> {
        let (mut poses, mut t) = (Vec::with_capacity(positions), 0.0);
        let mut place: Option<DVec3> = None;
        for k in 0..positions {
            // As long a parameter as leads one step on.
            if let Some(last) = place {
                let speed = (self.place(way, radius, t + 1e-6) - last) * 1e6;
                t += STEP / speed.length().max(1e-3);
            }
            place = Some(self.place(way, radius, t));
            let turn = DQuat::from_axis_angle(DVec3::new(0.6, 0.0, 0.8), STEP * k as f64);
            poses.push(Pose::from_quaternion(turn, place.unwrap_or_default())?);
        }
        Ok(poses)
    }

    /// Where the middle of the mover is; 1 is once around.
    fn place(self, way: SolidWay, radius: f64, t: f64) -> DVec3 {
        let clear = radius + GAP;
        let (sin, cos) = (TAU * t).sin_cos();
        if way == SolidWay::Through {
            // A rosette that fills a ball and leaves it.
            let reach = 0.75 + 0.4 * (TAU * t * 7.3).cos();
            let (rise, level) = (TAU * t * 1.7).sin_cos();
            return DVec3::new(reach * cos * level, reach * sin * level, reach * rise);
        }
        match self {
            Self::Sphere => {
                let (rise, level) = (TAU * t * 0.31).sin_cos();
                DVec3::new(cos * level, sin * level, rise) * (1.0 + clear)
            }
            Self::Torus => {
                let (rise, out) = (TAU * t * 5.0 / 3.0).sin_cos();
                let level = 0.7 + (0.3 + clear) * out;
                DVec3::new(level * cos, level * sin, (0.3 + clear) * rise)
            }
            Self::Knot => {
                let ((sp, cp), (sq, cq)) = ((2.0 * TAU * t).sin_cos(), (3.0 * TAU * t).sin_cos());
                let out = DVec3::new(cp, sp, 0.0);
                let curve = (2.0 + cq) * out + sq * DVec3::Z;
                curve / KNOT + (cq * out + sq * DVec3::Z) * (PIPE / KNOT + clear)
            }
            Self::Terrain => {
                let (x, y) = (0.8 * cos, 0.8 * (TAU * t * 1.3).sin());
                let [height, waves] = TERRAIN;
                let across = TAU * waves * 0.5;
                let ground = 2.0 * height * (across * (x + 1.0)).sin() * (across * (y + 1.0)).cos();
                // Slopes are no steeper than this: a ball above by as much more is clear of them.
                let steepest = (2.0 * height * across).hypot(1.0);
                DVec3::new(x, y, ground + clear * steepest)
            }
        }
    }
}
