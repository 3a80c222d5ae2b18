//! Figures 7 and 8 of the paper: entangled knots with their interferences, and a crowd, interfering bodies in red.

use crate::cinder::missed_pairs;
use impinge::feature::FaceId;
use impinge::math::{DMat3, DVec3, Pose};
use impinge::mesh::Mesh;
use impinge_gpu::cinder::{Cinder, CinderOptions, Pair, Path, Survey};
use impinge_gpu::{Gpu, Instance, Store};
use impinge_picture::{Body, Camera, Colour, Mark, Opacity, Picture, Quality};
use impinge_scenes::pipe::torus_knot;
use impinge_scenes::solid::{cuboid, geodesic_sphere};
use impinge_scenes::{SplitMix64, Surface};
use std::collections::BTreeSet;
use std::sync::Arc;

const KNOTS: [Colour; 3] = [Colour::rgb(86, 138, 178), Colour::rgb(150, 170, 120), Colour::rgb(196, 170, 120)];
const FREE: Colour = Colour::rgb(150, 165, 182);
const INTERFERING: Colour = Colour::rgb(214, 30, 40);

/// Aspect ratio of pictures: width over height.
const ASPECT: f64 = 1.5;

/// A mesh at its place.
type PlacedMesh = (Arc<Mesh>, Pose);

/// Both pictures under their names, as PNG files of the given width in pixels.
///
/// # Errors
/// The device fails.
pub fn pictures(gpu: &Gpu, cinder: &mut Cinder, width: u32, seed: u64) -> anyhow::Result<[(&'static str, Vec<u8>); 2]> {
    let knots = knots()?;
    let shown = look(gpu, cinder, &knots)?;
    let points = shown.iter().flat_map(|pair| &pair.points);
    let marks = points.map(|&point| Mark { point, radius: 0.0014, colour: INTERFERING }).collect();
    let first = draw(&knots, marks, width, |body, mesh| {
        let inside = shown.iter().filter(|pair| pair.penetrating as usize == body);
        (KNOTS[body % KNOTS.len()], beside(mesh, inside))
    })?;
    let crowd = crowd(seed)?;
    let shown = look(gpu, cinder, &crowd)?;
    let found: BTreeSet<usize> =
        shown.iter().flat_map(|pair| [pair.penetrating, pair.penetrated]).map(|body| body as usize).collect();
    let second = draw(&crowd, Vec::new(), width, |body, _| {
        (if found.contains(&body) { INTERFERING } else { FREE }, Vec::new())
    })?;
    Ok([("cinder-knots.png", first), ("cinder-crowd.png", second)])
}

/// What three views show and the exact engine confirms: what is closer than a pixel is not drawn as if it met.
fn look(gpu: &Gpu, cinder: &mut Cinder, bodies: &[PlacedMesh]) -> anyhow::Result<Vec<Pair>> {
    let mut store = Store::new(gpu);
    let mut instances = Vec::new();
    for (mesh, pose) in bodies {
        instances.push(Instance { mesh: store.add(mesh)?, world_from_body: *pose });
    }
    // One layer, as published, leaves holes where nearer edges are.
    let options = CinderOptions { path: Path::Compute, layers: 8, ..CinderOptions::default() };
    let mut finding = cinder.survey(gpu, &mut store, &instances, &Survey { options, ..Survey::default() })?;
    let meeting = missed_pairs::meeting(&store, &instances)?;
    finding.pairs.retain(|pair| meeting.contains(&pair.bodies()));
    Ok(finding.pairs)
}

/// Three trefoils through each other.
fn knots() -> anyhow::Result<Vec<PlacedMesh>> {
    let knot = Arc::new(torus_knot(2, 3, 0.35, 240, 20)?);
    let turned = |angle: f64, at: DVec3| {
        let turn =
            DMat3::from_rotation_z(angle) * DMat3::from_rotation_x(0.7 * angle) * DMat3::from_rotation_y(0.3 * angle);
        Pose::try_new(turn, at)
    };
    let poses =
        [turned(0.0, DVec3::ZERO)?, turned(1.1, DVec3::new(1.2, 0.4, 0.2))?, turned(2.0, DVec3::new(-1.0, 0.9, -0.3))?];
    Ok(poses.map(|pose| (Arc::clone(&knot), pose)).to_vec())
}

/// People who stand about on a square, some of them in each other's way.
fn crowd(seed: u64) -> anyhow::Result<Vec<PlacedMesh>> {
    const PEOPLE: u32 = 120;
    const SQUARE: f64 = 5.5;
    let person = Arc::new(person()?);
    let mut random = SplitMix64::new(seed);
    let mut place = || {
        let turn = DMat3::from_rotation_z(random.between(0.0, std::f64::consts::TAU));
        Pose::try_new(turn, DVec3::new(random.between(-SQUARE, SQUARE), random.between(-SQUARE, SQUARE), 0.0))
    };
    (0..PEOPLE).map(|_| Ok((Arc::clone(&person), place()?))).collect()
}

/// Head, trunk, arms and legs, which do not touch each other.
fn person() -> anyhow::Result<Mesh> {
    let part = |min: [f64; 3], max: [f64; 3]| cuboid(min.into(), max.into()).map(|mesh| Surface::of(&mesh));
    let head = Surface::of(&geodesic_sphere(0.13, 4)?).shifted(DVec3::Z * 1.62);
    let mut all = head.joined(&part([-0.12, -0.22, 0.82], [0.12, 0.22, 1.46])?);
    for side in [-1.0, 1.0] {
        let limb = |from: f64, to: f64, bottom: f64, top: f64| {
            let (near, far) = (side * from, side * to);
            part([-0.07, near.min(far), bottom], [0.07, near.max(far), top])
        };
        all = all.joined(&limb(0.24, 0.34, 0.75, 1.44)?).joined(&limb(0.04, 0.18, 0.0, 0.8)?);
    }
    Ok(all.mesh()?)
}

/// The faces beside the edges that are inside another body, in ascending order.
fn beside<'a>(mesh: &Mesh, pairs: impl Iterator<Item = &'a Pair>) -> Vec<FaceId> {
    let edges: BTreeSet<[u32; 2]> = pairs.flat_map(|pair| &pair.edges).map(|[v, w]| [*v.min(w), *v.max(w)]).collect();
    let sides = |[a, b, c]: [u32; 3]| [[a, b], [b, c], [c, a]].map(|[v, w]| [v.min(w), v.max(w)]);
    let faces = mesh.face_ids().zip(mesh.faces());
    faces
        .filter(|(_, corners)| sides(**corners).iter().any(|side| edges.contains(side)))
        .map(|(face, _)| face)
        .collect()
}

/// A picture of bodies, each in its colour but for some faces that are red.
fn draw(
    placed: &[PlacedMesh],
    marks: Vec<Mark>,
    width: u32,
    paint: impl Fn(usize, &Mesh) -> (Colour, Vec<FaceId>),
) -> anyhow::Result<Vec<u8>> {
    let corners = placed.iter().flat_map(|(mesh, pose)| mesh.vertices().iter().map(|p| pose.transform_point(*p)));
    let camera = Camera::framing(corners, DVec3::new(0.35, -1.0, 0.75), ASPECT);
    let size = [width, (f64::from(width) / ASPECT).round() as u32];
    let bodies = placed.iter().enumerate().map(|(k, (mesh, pose))| {
        let (colour, faces) = paint(k, mesh);
        Body { mesh, world_from_mesh: *pose, colour, lit: (faces, INTERFERING), cut: None, opacity: Opacity::Solid }
    });
    let (bodies, lines) = (bodies.collect(), Vec::new());
    Ok(Picture { size, camera, bodies, lines, marks, quality: Quality::Fine }.png()?)
}
