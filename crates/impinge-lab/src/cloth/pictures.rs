//! Pictures of a film at three moments, faces that meet others in red.

use crate::cloth::args::Scene;
use crate::cloth::frames::FilmFrames;
use impinge::deform::{Deformable, FacePair};
use impinge::executor::Executor;
use impinge::feature::FaceId;
use impinge::math::{DVec3, Pose};
use impinge::mesh::Mesh;
use impinge_picture::{Body, Camera, Colour, Opacity, Picture, Quality};

const SURFACE: Colour = Colour::rgb(108, 152, 190);
const OBSTACLE: Colour = Colour::rgb(176, 180, 186);
const CONTACT: Colour = Colour::rgb(214, 20, 40);

/// When pictures are taken, in parts of a film's time.
const MOMENTS: [f64; 3] = [0.4, 0.6, 1.0];

/// Aspect ratio of pictures: width over height.
const ASPECT: f64 = 1.5;

/// All pictures of a film, as PNG files of the given width in pixels.
///
/// # Errors
/// A surface is refused, which none of these is.
pub fn pictures(film: &FilmFrames, width: u32, executor: &Executor) -> anyhow::Result<Vec<Vec<u8>>> {
    let last = film.frames.len().saturating_sub(1);
    let shown: Vec<usize> = MOMENTS.map(|part| (part * last as f64).round() as usize).to_vec();
    let meshes: Result<Vec<Mesh>, _> = shown.iter().map(|k| film.frames[*k].surface.clone().mesh()).collect();
    let meshes = meshes?;
    let obstacle = film.obstacle.as_ref();
    let all = meshes.iter().chain(obstacle).flat_map(|mesh| mesh.vertices().iter().copied());
    let camera = Camera::framing(all, towards_eye(film.scene), ASPECT);
    let size = [width, (f64::from(width) / ASPECT).round() as u32];
    let draw = |mesh: &Mesh| {
        let surface = Deformable::from_mesh(mesh, executor);
        let found = surface.self_contacts(executor);
        let mut meeting = [found.meeting, found.overlapping].concat();
        let mut others: Vec<FacePair> = Vec::new();
        if let Some(obstacle) = obstacle {
            others = surface.contacts(&Deformable::from_mesh(obstacle, executor), executor).meeting;
        }
        meeting.extend(others.iter().map(|pair| [pair[0]; 2]));
        let body = |mesh, colour, lit: Vec<FaceId>| Body {
            mesh,
            world_from_mesh: Pose::IDENTITY,
            colour,
            lit: (sorted(lit), CONTACT),
            cut: None,
            opacity: Opacity::Solid,
        };
        let mut bodies = vec![body(mesh, SURFACE, meeting.concat())];
        bodies.extend(obstacle.map(|mesh| body(mesh, OBSTACLE, others.iter().map(|pair| pair[1]).collect())));
        let (lines, marks) = (Vec::new(), Vec::new());
        Ok(Picture { size, camera, bodies, lines, marks, quality: Quality::Fine }.png()?)
    };
    meshes.iter().map(draw).collect()
}

/// From the scene to the eye.
fn towards_eye(scene: Scene) -> DVec3 {
    match scene {
        Scene::Drape | Scene::Cut => DVec3::new(0.55, -1.0, 0.62),
        Scene::Twist => DVec3::new(0.2, -0.7, 1.0),
        Scene::Fold => DVec3::new(0.25, -1.0, 0.35),
    }
}

fn sorted(mut faces: Vec<FaceId>) -> Vec<FaceId> {
    faces.sort_unstable();
    faces.dedup();
    faces
}
