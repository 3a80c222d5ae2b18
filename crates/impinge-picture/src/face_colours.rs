//! The colours of faces in the light, found when they are first seen.

use super::body::Body;
use super::camera::Camera;
use super::colour::Colour;
use impinge::feature::FaceId;
use impinge::math::DVec3;

/// The colours of the faces of all bodies of a picture.
pub struct FaceColours<'a> {
    bodies: &'a [Body<'a>],
    /// The number of the first face of every body, then the number of all.
    starts: &'a [u32],
    camera: &'a Camera,
    found: &'a mut FoundColours,
}

/// The colours of the faces that were seen.
#[derive(Default)]
pub struct FoundColours {
    /// Where the colour of each face is in `colours`, plus one; 0 of faces that were not seen yet.
    places: Vec<u32>,
    colours: Vec<Colour>,
}

impl<'a> FaceColours<'a> {
    /// No face is seen yet; the memory of `found` is used again.
    pub fn new(bodies: &'a [Body<'a>], starts: &'a [u32], camera: &'a Camera, found: &'a mut FoundColours) -> Self {
        found.places.clear();
        found.places.resize(starts.last().map_or(0, |count| *count as usize), 0);
        found.colours.clear();
        Self { bodies, starts, camera, found }
    }

    /// The colour of a face, counted through all bodies.
    #[inline(always)]
    pub fn colour(&mut self, face: u32) -> Colour {
        let place = self.found.places[face as usize];
        if place > 0 {
            return self.found.colours[place as usize - 1];
        }
        let colour = self.find(face);
        self.found.colours.push(colour);
        self.found.places[face as usize] = self.found.colours.len() as u32;
        colour
    }

    fn find(&self, number: u32) -> Colour {
        let place = self.starts.partition_point(|start| *start <= number) - 1;
        let (body, face) = (&self.bodies[place], FaceId(number - self.starts[place]));
        let (lit, bright) = &body.lit;
        let colour = if lit.binary_search(&face).is_ok() { *bright } else { body.colour };
        let corners = body.mesh.faces()[face.index()].map(|i| body.to_world(body.mesh.vertices()[i as usize]));
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).try_normalize();
        normal.map_or(colour, |normal| in_the_light(colour, normal, self.camera, corners[0]))
    }
}

/// A colour in the light that stands to the upper left of the camera; the inner sides of surfaces are darker.
fn in_the_light(colour: Colour, normal: DVec3, camera: &Camera, at: DVec3) -> Colour {
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
