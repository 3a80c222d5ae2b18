//! A picture of every clash, from where it is seen.
//!
//! A few directions are looked from, small and quickly, and the one from which most of the curve and something of both bodies is seen is taken. The
//! two bodies are orange and blue, which colour-blind people tell apart too; what is around is a coarse ghost; the curve lies on top. A body that
//! holds the other inside is glass. Cost: of each clash, its two bodies a dozen times, and the boxes of all others.

use super::clash_view::{ClashPictures, ClashView, Viewpoint};
use super::preview_mesh::{PreviewMeshes, PreviewSurface};
use crate::assembly::body::AssemblyBody;
use crate::clashes::clash::{Clash, ClashStatus};
use crate::clashes::clash_kind::ClashKind;
use impinge::bound::Aabb;
use impinge::executor::Executor;
use impinge::feature::FaceId;
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge::pair::Relation;
use impinge_picture::{Body, Camera, Colour, Line, Mark, Opacity, Picture, Quality, Visibility};
use std::collections::HashMap;
use std::sync::Arc;

/// Width and height of pictures.
const SIZE: [u32; 2] = [480, 360];

/// How many times smaller thumbnails are.
const THUMBNAIL: u32 = 3;

/// Width and height of looks for a direction.
const LOOK: [u32; 2] = [96, 72];

/// Orange and blue (Okabe and Ito), their clashing triangles, everything else, and the curve.
const COLOURS: [Colour; 2] = [Colour::rgb(230, 159, 0), Colour::rgb(0, 114, 178)];
const CLASHING: [Colour; 2] = [Colour::rgb(248, 200, 90), Colour::rgb(86, 180, 233)];
const GHOST: Colour = Colour::rgb(120, 130, 145);
const CURVE: Colour = Colour::rgb(190, 0, 90);

/// From the upper to the lower edge, in degrees: what BCF allows in all versions.
const FIELD_OF_VIEW: f64 = 45.0;

/// Bodies nearer to the middle than this many times the extent of the view are drawn as ghosts.
const SURROUNDINGS: f64 = 3.0;

/// Bodies are looked at closely within this many times the extent of the view from the middle.
const CLOSE: f64 = 1.0;

/// What seeing both bodies is worth, where seeing all points is worth 1.
const OF_BODIES: f64 = 0.6;

/// Points that a look asks about.
const MOST_POINTS: usize = 48;

/// By where it lies in memory: bodies that share a mesh share its copies.
fn address(mesh: &Arc<Mesh>) -> usize {
    Arc::as_ptr(mesh).addr()
}

/// The view of every clash, by its index; `None` for resolved clashes, and where no body is a mesh; empty where no pictures are wanted. The
/// same for any number of threads.
#[must_use]
pub fn draw_clashes(
    all_bodies: &[AssemblyBody],
    clashes: &[Clash],
    pictures: ClashPictures,
    executor: &Executor,
) -> Vec<Option<ClashView>> {
    if pictures == ClashPictures::None {
        return Vec::new();
    }
    let boxes = all_bodies.iter().map(AssemblyBody::bounds).collect();
    let meshes = all_bodies.iter().filter_map(AssemblyBody::mesh);
    let copies = meshes.map(|mesh| (address(mesh), PreviewMeshes::default())).collect();
    let gallery = Gallery { all_bodies, boxes, copies };
    executor.map(clashes.len(), |k| gallery.view(&clashes[k], pictures))
}

/// The assembly, to be looked at.
struct Gallery<'a> {
    all_bodies: &'a [AssemblyBody],
    boxes: Vec<Option<Aabb>>,
    /// Copies of all meshes, by their address.
    copies: HashMap<usize, PreviewMeshes>,
}

/// What of a clash is looked at.
struct ClashScene<'a> {
    /// The bodies of the clash that are meshes.
    bodies: Vec<Body<'a>>,
    /// The coarse copies of their meshes.
    copies: Vec<&'a PreviewMeshes>,
    frame: ViewFrame,
    /// Points that should be seen.
    points: Vec<DVec3>,
}

/// What a picture shows: a middle and how far around it.
#[derive(Clone, Copy)]
struct ViewFrame {
    middle: DVec3,
    extent: f64,
}

impl ViewFrame {
    fn camera(&self, towards_eye: DVec3) -> Camera {
        let aspect = f64::from(SIZE[0]) / f64::from(SIZE[1]);
        let focal = 1.0 / (aspect * (0.5 * FIELD_OF_VIEW.to_radians()).tan());
        let sides = [-1.0, 1.0].map(|side| side * self.extent);
        let corners = (0..8).map(|k| self.middle + DVec3::new(sides[k & 1], sides[k >> 1 & 1], sides[k >> 2]));
        Camera::framing_with(focal, corners, towards_eye, aspect)
    }
}

impl Gallery<'_> {
    fn view(&self, clash: &Clash, pictures: ClashPictures) -> Option<ClashView> {
        if clash.status == ClashStatus::Resolved {
            return None;
        }
        let scene = self.scene(clash)?;
        let camera = scene.frame.camera(scene.best_direction());
        let distance = (scene.frame.middle - camera.eye()).dot(camera.ahead());
        let viewpoint = Viewpoint {
            eye: camera.eye(),
            target: camera.eye() + distance.max(f64::MIN_POSITIVE) * camera.ahead(),
            up: camera.up(),
            field_of_view: FIELD_OF_VIEW,
            aspect: f64::from(SIZE[0]) / f64::from(SIZE[1]),
        };
        let ClashScene { mut bodies, frame, .. } = scene;
        bodies.extend(self.surroundings(clash, &frame));
        let lines = clash.curves.iter().map(|curve| line(curve.points.clone(), curve.is_closed)).collect();
        let size = match pictures {
            ClashPictures::Full => SIZE,
            ClashPictures::Thumbnails | ClashPictures::None => SIZE.map(|side| side / THUMBNAIL),
        };
        let mut picture = Picture { size, camera, bodies, lines, marks: Vec::new(), quality: Quality::Quick };
        if let (true, Some(points)) = (clash.curves.is_empty(), clash.witness) {
            picture.lines.push(line(points.to_vec(), false));
            picture.marks.extend(points.map(|point| Mark { point, radius: 0.014, colour: CURVE }));
        }
        let pixels = picture.draw();
        let (png, factor) = match pictures {
            ClashPictures::Full => (Some(picture.encode(&pixels).ok()?), THUMBNAIL),
            ClashPictures::Thumbnails | ClashPictures::None => (None, 1),
        };
        Some(ClashView { viewpoint, png, thumbnail: impinge_picture::thumbnail(&pixels, size, factor).ok()? })
    }

    /// The bodies of a clash that are meshes, its frame, and points of it.
    fn scene(&self, clash: &Clash) -> Option<ClashScene<'_>> {
        let sides = [0, 1].into_iter().filter(|side| *side == 0 || clash.bodies[1] != clash.bodies[0]);
        let (mut bodies, mut copies) = (Vec::new(), Vec::new());
        for (side, body) in sides.filter_map(|side| Some((side, &self.all_bodies[clash.bodies[side]?]))) {
            let Some(mesh) = body.mesh() else { continue };
            let lit = clash.faces[side].iter().map(|face| FaceId(*face)).collect();
            let opacity = if is_around(clash, side) { Opacity::Glass } else { Opacity::Solid };
            let (world_from_mesh, colour) = (body.world_from_body, COLOURS[side]);
            copies.push(self.copies.get(&address(mesh))?);
            bodies.push(Body { mesh, world_from_mesh, colour, lit: (lit, CLASHING[side]), cut: None, opacity });
        }
        let size = |i: &Option<usize>| Some(self.boxes[(*i)?]?.size().length());
        let small = clash.bodies.iter().filter_map(size).fold(f64::INFINITY, f64::min);
        let middle = clash.bounds.map(|bounds| bounds.centre()).or(clash.centre());
        let middle = middle.or_else(|| Some(self.boxes[clash.bodies[0]?]?.centre()))?;
        let own = clash.bounds.map_or(0.0, |bounds| 0.5 * bounds.size().max_element());
        let least = if clash.bounds.is_none() { 0.5 } else { 0.22 };
        // Of a body inside another, something of that one is seen, too.
        let room = if clash.kind == ClashKind::Envelope { 2.2 } else { 1.5 };
        let extent = (room * own).max(least * small.min(f64::MAX)).max(f64::MIN_POSITIVE);
        let is_sound = !bodies.is_empty() && small.is_finite() && middle.is_finite() && extent.is_finite();
        let frame = ViewFrame { middle, extent };
        is_sound.then(|| ClashScene { bodies, copies, frame, points: points(clash) })
    }

    /// Coarse copies of the other bodies near the middle.
    fn surroundings(&self, clash: &Clash, frame: &ViewFrame) -> Vec<Body<'_>> {
        let reach = SURROUNDINGS * frame.extent;
        let near = |bounds: &Aabb| bounds.gap(&Aabb::of_points(&[frame.middle])).length() <= reach;
        let others = self.all_bodies.iter().enumerate().filter(|(i, _)| !clash.bodies.contains(&Some(*i)));
        let nearby = others.filter(|(i, _)| self.boxes[*i].as_ref().is_some_and(near));
        let ghosts = nearby.filter_map(|(_, body)| {
            let mesh = body.mesh()?;
            let mesh = self.copies.get(&address(mesh))?.ghost(mesh);
            let (world_from_mesh, opacity) = (body.world_from_body, Opacity::Ghost);
            Some(Body { mesh, world_from_mesh, colour: GHOST, lit: (Vec::new(), GHOST), cut: None, opacity })
        });
        ghosts.collect()
    }
}

/// Whether a side of a clash holds the other one inside.
fn is_around(clash: &Clash, side: usize) -> bool {
    match (clash.kind, clash.relation) {
        (ClashKind::Envelope, Some(Relation::AInsideB)) => side == 1,
        (ClashKind::Envelope, Some(Relation::BInsideA)) => side == 0,
        _ => false,
    }
}

fn line(points: Vec<DVec3>, is_closed: bool) -> Line {
    Line { points, is_closed, width: 0.006, colour: CURVE }
}

/// Points of a clash: of its curves, or the closest points.
fn points(clash: &Clash) -> Vec<DVec3> {
    let all: Vec<DVec3> = clash.curves.iter().flat_map(|curve| curve.points.iter().copied()).collect();
    let step = all.len().div_ceil(MOST_POINTS).max(1);
    let some: Vec<DVec3> = all.into_iter().step_by(step).collect();
    if some.is_empty() { clash.witness.into_iter().flatten().collect() } else { some }
}

impl ClashScene<'_> {
    /// From the middle to the eye, where most is seen.
    fn best_direction(&self) -> DVec3 {
        let mut visibility = self.visibility();
        let mut best = (f64::NEG_INFINITY, DVec3::new(0.5, -0.7, 0.5));
        for direction in directions() {
            // A slightly better score is no reason for another view: rounding must not choose.
            let enough = best.0 + 1e-9;
            if 1.0 + OF_BODIES - slant(direction) <= enough {
                continue;
            }
            let worth = self.worth(direction, &mut visibility);
            if worth > enough {
                best = (worth, direction);
            }
        }
        best.1
    }

    /// The solid bodies, to be looked at.
    fn visibility(&self) -> Visibility {
        let mut visibility = Visibility::new(LOOK);
        for (number, (body, copies)) in (0..).zip(self.bodies.iter().zip(&self.copies)) {
            if body.opacity == Opacity::Solid {
                let Body { mesh, world_from_mesh, .. } = *body;
                let centre = world_from_mesh.inverse().transform_point(self.frame.middle);
                let surface = PreviewSurface { mesh, world_from_mesh, centre, radius: CLOSE * self.frame.extent };
                copies.add_to(&mut visibility, number, &surface);
            }
        }
        visibility
    }

    /// How much is seen: the part of the points, and whether both bodies fill something of the picture.
    fn worth(&self, direction: DVec3, visibility: &mut Visibility) -> f64 {
        /// A body that fills this part of the picture is seen well enough.
        const ENOUGH: f64 = 0.06;
        let seen = visibility.look(self.frame.camera(direction));
        let slack = 0.06 * self.frame.extent;
        let visible = self.points.iter().filter(|p| seen.sees(**p, slack)).count();
        let of_points = visible as f64 / self.points.len().max(1) as f64;
        let solid = (0..).zip(&self.bodies).filter(|(_, body)| body.opacity == Opacity::Solid);
        let of_bodies = solid.map(|(k, _)| (seen.share(k) / ENOUGH).min(1.0)).fold(1.0, f64::min);
        of_points + OF_BODIES * of_bodies - slant(direction)
    }
}

/// What a direction loses, seen from above at a slant being how people look at things.
fn slant(direction: DVec3) -> f64 {
    0.1 * (direction.z - 0.45).abs()
}

/// Directions around, above at a slant, steeply above, and a little below.
fn directions() -> impl Iterator<Item = DVec3> {
    const RINGS: [(u32, f64); 3] = [(8, 28.0), (4, 65.0), (4, -20.0)];
    RINGS.into_iter().flat_map(|(count, elevation)| {
        (0..count).map(move |k| {
            // Not along the axes, where walls and pipes hide what is behind them.
            let turn = (f64::from(k) + 0.3) / f64::from(count) * std::f64::consts::TAU;
            let (up, out) = elevation.to_radians().sin_cos();
            DVec3::new(out * turn.cos(), out * turn.sin(), up)
        })
    })
}
