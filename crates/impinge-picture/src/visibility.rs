//! A look at bodies that keeps only what is seen, to find out from where to take a picture.

use super::projected_triangle::ProjectedTriangle;
use super::{Camera, Opacity, Picture};
use impinge::math::DVec3;

/// The nearest solid body at every sample of a small image.
#[derive(Clone, Debug)]
pub struct Visibility {
    size: [u32; 2],
    camera: Camera,
    depths: Vec<f32>,
    bodies: Vec<u32>,
}

/// No body.
const NOBODY: u32 = u32::MAX;

impl Visibility {
    /// A look at the solid bodies of a picture, one sample a pixel of its size.
    #[must_use]
    pub fn new(picture: &Picture<'_>) -> Self {
        let size = picture.size;
        let count = size[0] as usize * size[1] as usize;
        let mut seen =
            Self { size, camera: picture.camera, depths: vec![f32::INFINITY; count], bodies: vec![NOBODY; count] };
        let projected_triangles: Vec<ProjectedTriangle> = picture.projected_triangles(size);
        for projected_triangle in
            projected_triangles.iter().filter(|projected_triangle| projected_triangle.look.opacity == Opacity::Solid)
        {
            projected_triangle.scan(size[0], [0, size[1]], |x, y, depth| {
                let i = y as usize * size[0] as usize + x as usize;
                if depth < seen.depths[i] {
                    (seen.depths[i], seen.bodies[i]) = (depth, projected_triangle.look.body);
                }
            });
        }
        seen
    }

    /// The part of the image that a body fills.
    #[must_use]
    pub fn share(&self, body: usize) -> f64 {
        self.bodies.iter().filter(|seen| **seen as usize == body).count() as f64 / self.bodies.len().max(1) as f64
    }

    /// Whether a point is in the image and nothing is in front of it by more than a length.
    #[must_use]
    pub fn sees(&self, point: DVec3, slack: f64) -> bool {
        let view = self.camera.view(point);
        if view.z <= self.camera.near() {
            return false;
        }
        let at = self.camera.pixel(view, self.size.map(f64::from));
        let is_within = at.x >= 0.0 && at.y >= 0.0 && at.x < f64::from(self.size[0]) && at.y < f64::from(self.size[1]);
        is_within && at.z - slack <= f64::from(self.depths[at.y as usize * self.size[0] as usize + at.x as usize])
    }
}
