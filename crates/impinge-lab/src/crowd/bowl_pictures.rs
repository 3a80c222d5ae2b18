//! Pictures of the bowl: its front cut away, parts that collide and faces in contact lit.

use crate::crowd::shaken_bowl::BowlMoment;
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge_picture::{Body, Camera, Colour, Opacity, Picture, Plane, Quality};
use std::sync::Arc;

const BOWL: Colour = Colour::rgb(168, 180, 194);
const FREE: Colour = Colour::rgb(86, 138, 178);
const COLLIDING: Colour = Colour::rgb(240, 160, 48);
const CONTACT: Colour = Colour::rgb(214, 20, 60);

/// Aspect ratio of pictures: width over height.
const ASPECT: f64 = 1.5;

/// From the bowl to the eye.
const TOWARDS_EYE: DVec3 = DVec3::new(0.25, -1.0, 0.62);

/// What is framed: the bowl, and the space that parts fall through.
const FRAMED: [DVec3; 2] = [DVec3::new(-1.1, -0.5, -0.1), DVec3::new(1.1, 0.9, 1.3)];

/// A moment as a PNG file of the given width in pixels; meshes as the moment's poses.
///
/// # Errors
/// As [`Picture::png`].
pub fn png(moment: &BowlMoment, meshes: &[Arc<Mesh>], width: u32) -> anyhow::Result<Vec<u8>> {
    let corner = |k: usize| DVec3::from([0, 1, 2].map(|axis| FRAMED[k >> axis & 1][axis]));
    let camera = Camera::framing((0..8).map(corner), TOWARDS_EYE, ASPECT);
    let front = Plane { point: DVec3::new(0.0, -0.45, 0.0), front: DVec3::NEG_Y };
    let bodies = meshes.iter().enumerate().map(|(k, mesh)| {
        let colour = match (k, moment.collides[k]) {
            (0, _) => BOWL,
            (_, true) => COLLIDING,
            (_, false) => FREE,
        };
        let (lit, cut) = ((moment.lit[k].clone(), CONTACT), (k == 0).then_some(front));
        Body { mesh, world_from_mesh: moment.poses[k], colour, lit, cut, opacity: Opacity::Solid }
    });
    let size = [width, (f64::from(width) / ASPECT).round() as u32];
    let (bodies, lines, marks) = (bodies.collect(), Vec::new(), Vec::new());
    Ok(Picture { size, camera, bodies, lines, marks, quality: Quality::Fine }.png()?)
}
