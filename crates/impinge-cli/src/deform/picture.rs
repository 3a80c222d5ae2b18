//! A picture of the frame in which most faces meet, these in red.

use super::args::Deform;
use super::run::FrameRow;
use anyhow::Context;
use impinge::math::{DVec3, Pose};
use impinge_clash::MergedMesh;
use impinge_picture::{Body, Camera, Colour, Opacity, Picture, Quality};

const SURFACE: Colour = Colour::rgb(240, 190, 110);
const OBSTACLE: Colour = Colour::rgb(176, 190, 204);
const MEETING: Colour = Colour::rgb(214, 20, 60);

/// Width and height in pixels.
const SIZE: [u32; 2] = [1200, 800];

/// From what is seen to the eye.
const TOWARDS_EYE: DVec3 = DVec3::new(0.8, -1.5, 0.9);

/// The picture as a PNG file, of the first frame with most pairs of faces that meet.
///
/// # Errors
/// A file has gone, or no frame could be used.
pub fn worst(rows: &[FrameRow], words: &Deform) -> anyhow::Result<Vec<u8>> {
    let lit = |row: &FrameRow| row.outcome.as_ref().ok().and_then(|finding| finding.lit.clone());
    let last = rows.iter().rev().find_map(|row| Some((row, lit(row)?)));
    let (row, [own, of_obstacle]) = last.context("there is no frame to draw")?;
    let mesh = MergedMesh::load(&words.named.operand(&row.file))?.mesh;
    let obstacle = words.against.as_ref().map(|path| MergedMesh::load(&words.named.operand(path))).transpose()?;
    let body = |mesh, colour, lit| Body {
        mesh,
        world_from_mesh: Pose::IDENTITY,
        colour,
        lit: (lit, MEETING),
        cut: None,
        opacity: Opacity::Solid,
    };
    let mut bodies = vec![body(&*mesh, SURFACE, own)];
    bodies.extend(obstacle.as_ref().map(|whole| body(&whole.mesh, OBSTACLE, of_obstacle)));
    let points = bodies.iter().flat_map(|body| body.mesh.vertices()).copied();
    let camera = Camera::framing(points, TOWARDS_EYE, f64::from(SIZE[0]) / f64::from(SIZE[1]));
    let (lines, marks) = (Vec::new(), Vec::new());
    Ok(Picture { size: SIZE, camera, bodies, lines, marks, quality: Quality::Fine }.png()?)
}
