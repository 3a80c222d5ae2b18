//! The meshes that a plant is made of, in metres.

use crate::pipe::Station;
use crate::polygon::Polygon;
use crate::solid::{Bolt, blob, cuboid, cylinder, extrusion, plate, solid_of_revolution, tube};
use crate::{SceneError, Surface};
use impinge::math::{DVec2, DVec3};
use impinge::mesh::Mesh;
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

/// Radii of pipes.
pub const PIPES: [f64; 3] = [0.2, 0.25, 0.3];

/// How far flanges stand off from their pipe: more than the sagitta of 24 sides.
const FLANGE_GAP: f64 = 0.03;

/// Radius and height of tanks.
const TANK: [f64; 2] = [0.7, 2.2];

/// Radius of machines, and how bumpy they are.
const MACHINE: [f64; 2] = [0.5, 0.2];

/// One mesh of each kind, and one of each size.
pub struct Catalogue {
    /// With a bend, from y = 5.9 down to y = 2.5 at x = 3, then on to x = 5.8, at z = 3.
    pub pipes: Vec<Arc<Mesh>>,
    /// About the z axis, upward from 0.
    pub flanges: Vec<Arc<Mesh>>,
    /// With a round opening about (3, 3), upward from 0.
    pub wall: Arc<Mesh>,
    /// About the z axis, upward from 0.
    pub tank: Arc<Mesh>,
    /// Along z from 0.3 to 5.7, about the axis.
    pub beam: Arc<Mesh>,
    /// Within half a metre of the origin.
    pub bracket: Arc<Mesh>,
    /// Head up, on z = 0.
    pub bolt: Arc<Mesh>,
    /// Through tanks: along z, upward from 0.
    pub rod: Arc<Mesh>,
    /// Half a metre by a quarter by a half, from the origin.
    pub pad: Arc<Mesh>,
    /// Stands for all machines until each gets its own.
    pub machine: Arc<Mesh>,
}

impl Catalogue {
    /// Meshes of about the given number of triangles each.
    pub fn new(triangles: usize) -> Result<Self, SceneError> {
        let around = ((triangles / 3) as f64).sqrt().clamp(24.0, 128.0) as u32;
        let sides = (triangles / 8).clamp(24, 256) as u32;
        let all = |make: &dyn Fn(f64) -> Result<Mesh, SceneError>| -> Result<Vec<Arc<Mesh>>, SceneError> {
            PIPES.iter().map(|radius| Ok(Arc::new(make(*radius)?))).collect()
        };
        let stations = (triangles as u32 / (2 * around)).clamp(12, 1_000);
        let [low, high] = [0.2, 5.8].map(DVec2::splat);
        let opening = (DVec2::splat(3.0), 0.6);
        let bolt = Bolt { head_radius: 0.12, head_height: 0.1, shank_radius: 0.06, shank_length: 0.3, segments: sides };
        Ok(Self {
            pipes: all(&|radius| pipe(radius, stations, around))?,
            flanges: all(&|radius| tube(radius + FLANGE_GAP, radius + 0.2, 0.08, sides))?,
            wall: Arc::new(plate(low, high, 0.2, &[opening], 2 * sides)?),
            tank: Arc::new(tank(triangles, around)?),
            beam: Arc::new(refined(&extrusion(&double_t(), 0.3, 5.7)?, triangles)?),
            bracket: Arc::new(refined(&extrusion(&angle(), -0.3, 0.3)?, triangles)?),
            bolt: Arc::new(bolt.solid()?),
            rod: Arc::new(cylinder(0.12, 2.1, sides)?),
            pad: Arc::new(cuboid(DVec3::ZERO, DVec3::new(0.5, 0.25, 0.5))?),
            machine: Arc::new(machine(0, 20)?),
        })
    }
}

/// A machine of the given number of triangles, or twenty, about the origin.
pub fn machine(seed: u64, triangles: usize) -> Result<Mesh, SceneError> {
    let [radius, bumps] = MACHINE;
    Ok(Surface::of(&blob(seed, triangles.max(20), bumps)?).scaled(radius).mesh()?)
}

/// Straight, a quarter turn, straight.
fn pipe(radius: f64, stations: u32, segments: u32) -> Result<Mesh, SceneError> {
    const BEND: f64 = 0.5;
    let [start, corner, end] = [DVec3::new(3.0, 5.9, 3.0), DVec3::new(3.0, 2.5, 3.0), DVec3::new(5.8, 2.5, 3.0)];
    let lengths = [start.y - corner.y - BEND, FRAC_PI_2 * BEND, end.x - corner.x - BEND];
    let total: f64 = lengths.iter().sum();
    let mut surface = Surface::default();
    let rings: Vec<Vec<u32>> = (0..=stations)
        .map(|k| {
            let way = total * f64::from(k) / f64::from(stations);
            let turn = ((way - lengths[0]) / BEND).clamp(0.0, FRAC_PI_2);
            let (sin, cos) = turn.sin_cos();
            let travel = DVec3::new(sin, -cos, 0.0);
            // The middle of the bend is beside the corner; what is not on the arc lies before or behind it.
            let arc = corner + BEND * DVec3::new(1.0 - cos, 1.0 - sin, 0.0);
            let straight = (way - lengths[0]).min(0.0) + (way - lengths[0] - lengths[1]).max(0.0);
            Station::new(arc + straight * travel, travel, DVec3::Z).ring(&mut surface, radius, segments)
        })
        .collect();
    surface.pipe(&rings);
    Ok(surface.mesh()?)
}

/// Round at both ends.
fn tank(triangles: usize, segments: u32) -> Result<Mesh, SceneError> {
    let [radius, height] = TANK;
    let steps = (triangles / (4 * segments as usize)).clamp(4, 64);
    let mut profile = Vec::with_capacity(2 * steps + 2);
    for (middle, from) in [(0.4, -FRAC_PI_2), (height - 0.4, 0.0)] {
        profile.extend((0..=steps).map(|k| {
            let (sin, cos) = (from + FRAC_PI_2 * k as f64 / steps as f64).sin_cos();
            DVec2::new(radius * cos, middle + 0.4 * sin)
        }));
    }
    // The ends are on the axis, where a cosine only nearly vanishes.
    for end in [0, 2 * steps + 1] {
        profile[end].x = 0.0;
    }
    solid_of_revolution(&profile, segments)
}

/// A mesh with its triangles cut in four as long as there are fewer than wanted.
fn refined(mesh: &Mesh, triangles: usize) -> Result<Mesh, SceneError> {
    let mut surface = Surface::of(mesh);
    while 4 * surface.faces.len() <= triangles {
        surface = surface.refined();
    }
    Ok(surface.mesh()?)
}

fn double_t() -> Polygon {
    let half = [(0.1, -0.2), (0.1, -0.17), (0.02, -0.15), (0.02, 0.15), (0.1, 0.17), (0.1, 0.2)];
    let other = half.iter().rev().map(|(x, y)| DVec2::new(-x, *y));
    Polygon::new(half.iter().map(|(x, y)| DVec2::new(*x, *y)).chain(other).collect())
}

fn angle() -> Polygon {
    let corners = [(-0.4, -0.4), (0.4, -0.4), (0.4, -0.3), (-0.3, -0.3), (-0.3, 0.4), (-0.4, 0.4)];
    Polygon::new(corners.map(|(x, y)| DVec2::new(x, y)).to_vec())
}
