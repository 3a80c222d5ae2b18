//! Triangles on their way to the picture: cut, clipped, shaded, projected.

use super::camera::Camera;
use super::{Colour, Opacity, Plane};
use impinge::math::{DVec2, DVec3};

/// A triangle on the picture.
#[derive(Clone, Copy, Debug)]
pub struct ProjectedTriangle {
    /// Samples from the upper left, and the distance ahead.
    pub corners: [DVec3; 3],
    /// Its look, its colour being that in its light.
    pub look: Look,
}

/// How a triangle looks, and whose it is.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub colour: Colour,
    pub opacity: Opacity,
    /// The place of its body in the picture.
    pub body: u32,
}

impl ProjectedTriangle {
    /// Adds what can be seen of a triangle of the world to the list.
    pub fn project(
        world: [DVec3; 3],
        look: Look,
        cut: Option<&Plane>,
        (camera, size): (&Camera, [f64; 2]),
        projected_triangles: &mut Vec<Self>,
    ) {
        let view = world.map(|p| camera.view(p));
        let is_whole = cut.is_none() && view.iter().all(|p| p.z > camera.near());
        let whole = view.map(|p| camera.pixel(p, size));
        let beside = |outside: fn(DVec3, [f64; 2]) -> bool| whole.iter().all(|p| outside(*p, size));
        if is_whole
            && (beside(|p, _| p.x < 0.0)
                || beside(|p, size| p.x > size[0])
                || beside(|p, _| p.y < 0.0)
                || beside(|p, size| p.y > size[1]))
        {
            return;
        }
        let Some(normal) = (world[1] - world[0]).cross(world[2] - world[0]).try_normalize() else { return };
        let look = Look { colour: lit(look.colour, normal, camera, world[0]), ..look };
        if is_whole {
            projected_triangles.push(Self { corners: whole, look });
            return;
        }
        let near = Plane { point: camera.eye() + camera.near() * camera.ahead(), front: -camera.ahead() };
        let mut polygon = near.keep(&world);
        if let Some(cut) = cut {
            polygon = cut.keep(&polygon);
        }
        let pixels: Vec<DVec3> = polygon.iter().map(|p| camera.pixel(camera.view(*p), size)).collect();
        let corners = (2..pixels.len()).map(|k| [pixels[0], pixels[k - 1], pixels[k]]);
        projected_triangles.extend(corners.map(|corners| Self { corners, look }));
    }

    /// Every sample of some rows whose middle the triangle covers, as right, down, and the distance ahead.
    ///
    /// One over the distance is linear across the picture.
    pub fn scan(&self, width: u32, rows: [u32; 2], mut visit: impl FnMut(u32, u32, f32)) {
        let corners = self.corners.map(|c| DVec2::new(c.x, c.y));
        let low = corners[0].min(corners[1]).min(corners[2]);
        let high = corners[0].max(corners[1]).max(corners[2]);
        let [left, right] = span(low.x, high.x, [0, width]);
        let [top, bottom] = span(low.y, high.y, rows);
        let [a, b, c] = corners;
        let area = (b - a).perp_dot(c - a);
        if area == 0.0 || left >= right || top >= bottom {
            return;
        }
        let inverse = self.corners.map(|c| 1.0 / c.z);
        // Weights of the corners, at a sample's middle, and how they change from one sample to the next.
        let weight = |p: DVec2, q: DVec2, at: DVec2| (q - p).perp_dot(at - p) / area;
        let step = [b - c, c - a, a - b].map(|edge| edge.y / area);
        for y in top..bottom {
            let start = DVec2::new(f64::from(left) + 0.5, f64::from(y) + 0.5);
            let mut w = [weight(b, c, start), weight(c, a, start), weight(a, b, start)];
            for x in left..right {
                if w.iter().all(|w| *w >= 0.0) {
                    visit(x, y, (1.0 / (w[0] * inverse[0] + w[1] * inverse[1] + w[2] * inverse[2])) as f32);
                }
                w = [w[0] + step[0], w[1] + step[1], w[2] + step[2]];
            }
        }
    }
}

/// The samples whose middles may lie between two coordinates, within bounds.
pub fn span(low: f64, high: f64, [first, end]: [u32; 2]) -> [u32; 2] {
    let sample = |x: f64| x.clamp(f64::from(first), f64::from(end)) as u32;
    [sample((low - 0.5).ceil()), sample((high - 0.5).floor() + 1.0)]
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
