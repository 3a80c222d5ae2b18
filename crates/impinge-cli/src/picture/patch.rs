//! Triangles on their way to the picture: cut, clipped, shaded, projected.

use super::camera::Camera;
use super::{Colour, Plane};
use impinge::math::DVec3;

/// A triangle on the picture.
#[derive(Clone, Copy, Debug)]
pub struct Patch {
    /// Samples from the upper left, and the distance ahead.
    pub corners: [DVec3; 3],
    /// Its colour in its light.
    pub colour: Colour,
}

impl Patch {
    /// Adds what can be seen of a triangle of the world to the patches.
    pub fn project(
        world: [DVec3; 3],
        colour: Colour,
        cut: Option<&Plane>,
        camera: &Camera,
        size: [f64; 2],
        patches: &mut Vec<Self>,
    ) {
        let Some(normal) = (world[1] - world[0]).cross(world[2] - world[0]).try_normalize() else { return };
        let colour = lit(colour, normal, camera, world[0]);
        let near = Plane { point: camera.eye() + camera.near() * camera.ahead(), front: -camera.ahead() };
        let mut polygon = near.keep(&world);
        if let Some(cut) = cut {
            polygon = cut.keep(&polygon);
        }
        let pixels: Vec<DVec3> = polygon.iter().map(|p| camera.pixel(camera.view(*p), size)).collect();
        let corners = (2..pixels.len()).map(|k| [pixels[0], pixels[k - 1], pixels[k]]);
        patches.extend(corners.map(|corners| Self { corners, colour }));
    }
}

/// A colour in the light that stands to the upper left of the camera; the inner sides of surfaces are darker.
fn lit(colour: Colour, normal: DVec3, camera: &Camera, at: DVec3) -> Colour {
    const KEY: DVec3 = DVec3::new(-0.45, -0.65, -0.61);
    const FILL: DVec3 = DVec3::new(0.8, 0.1, -0.59);
    let inner = normal.dot(at - camera.eye()) > 0.0;
    let outward = if inner { -normal } else { normal };
    let n = camera.view(camera.eye() + outward);
    let light = 0.24 + 0.74 * n.dot(KEY).max(0.0) + 0.2 * n.dot(FILL).max(0.0) + 0.12 * (0.5 - 0.5 * n.y);
    let glint = n.dot((KEY - DVec3::Z).normalize()).max(0.0).powi(24);
    if inner { colour.dimmed(0.4 * light as f32) } else { shining(colour.dimmed(light as f32), glint as f32) }
}

/// A colour with a little white light on it.
fn shining(colour: Colour, glint: f32) -> Colour {
    Colour(colour.0.map(|x| x + 0.22 * glint))
}
