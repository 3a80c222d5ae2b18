//! Looks at surfaces that keep only what is seen, to find out from where to take a picture.

use super::camera::Camera;
use super::depth_buffer::{DepthBuffer, NOTHING};
use super::projected_triangle::{Extent, ProjectedTriangle, ScreenPoint, clip};
use impinge::math::simd::dispatch;
use impinge::math::{DVec3, simd};
use std::ops::Range;

/// Surfaces that are looked at from one place after the other.
///
/// Cost of a look: every vertex, every face, and the samples they cover. Memory is used again.
#[derive(Clone, Debug)]
pub struct Visibility {
    size: [u32; 2],
    vertices: Vec<DVec3>,
    faces: Vec<[u32; 3]>,
    parts: Vec<SurfacePart>,
    points: Vec<ScreenPoint>,
    nearest: DepthBuffer,
}

/// Faces of one surface.
#[derive(Clone, Debug)]
struct SurfacePart {
    surface: u32,
    faces: Range<usize>,
}

/// What is seen from a place: the nearest surface at every sample of a small image.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    size: [u32; 2],
    camera: Camera,
    nearest: &'a DepthBuffer,
}

impl Visibility {
    /// Nothing to look at yet, by images of a width and a height with one sample a pixel.
    #[must_use]
    pub fn new(size: [u32; 2]) -> Self {
        let nearest = DepthBuffer::new(size[0], [0, size[1]]);
        Self { size, vertices: Vec::new(), faces: Vec::new(), parts: Vec::new(), points: Vec::new(), nearest }
    }

    /// Leaves nothing to look at; memory is used again.
    pub fn clear(&mut self) {
        self.vertices.clear();
        self.faces.clear();
        self.parts.clear();
    }

    /// Adds triangles to a surface, by its number; their corners count the vertices given with them, which are in the world.
    pub fn add(
        &mut self,
        surface: u32,
        vertices: impl IntoIterator<Item = DVec3>,
        faces: impl IntoIterator<Item = [u32; 3]>,
    ) {
        let (first_vertex, first_face) = (self.vertices.len() as u32, self.faces.len());
        self.vertices.extend(vertices);
        self.faces.extend(faces.into_iter().map(|corners| corners.map(|i| first_vertex + i)));
        self.parts.push(SurfacePart { surface, faces: first_face..self.faces.len() });
    }

    /// Looks at everything.
    pub fn look(&mut self, camera: Camera) -> Look<'_> {
        let (samples, size) = (self.size.map(|n| n as f32), self.size.map(f64::from));
        self.points.clear();
        self.points.extend(self.vertices.iter().map(|p| camera.screen_point(camera.view(*p), size)));
        self.nearest.clear();
        dispatch!(simd::level(), _simd => self.fill_nearest(&camera, samples));
        Look { size: self.size, camera, nearest: &self.nearest }
    }

    /// Draws all faces. It is compiled for the vector instructions of its caller.
    #[inline(always)]
    fn fill_nearest(&mut self, camera: &Camera, samples: [f32; 2]) {
        for SurfacePart { surface, faces } in &self.parts {
            for corners in &self.faces[faces.clone()] {
                let whole = ProjectedTriangle::new(&self.points, *corners, *surface);
                match whole.extent(samples) {
                    Extent::Outside | Extent::BetweenSamples => {}
                    Extent::Sampled => self.nearest.fill(&whole),
                    Extent::Clipped => {
                        let world = corners.map(|i| self.vertices[i as usize]);
                        clip(world, None, camera, self.size.map(f64::from), |corners| {
                            self.nearest.fill(&ProjectedTriangle { corners, face: *surface });
                        });
                    }
                }
            }
        }
    }
}

impl Look<'_> {
    /// The part of the image that a surface fills.
    #[must_use]
    pub fn share(&self, surface: u32) -> f64 {
        let samples = self.nearest.inverse_depths().iter().zip(self.nearest.faces());
        let count = samples.filter(|(near, seen)| **near > NOTHING && **seen == surface).count();
        count as f64 / self.nearest.faces().len().max(1) as f64
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
        let sample = at.y as usize * self.size[0] as usize + at.x as usize;
        is_within && at.z - slack <= 1.0 / f64::from(self.nearest.inverse_depths()[sample])
    }
}
