//! A picture of every clash, from where it is seen.
//!
//! A few directions are looked from, small and quickly, and the one from which most of the curve and something of both bodies is seen is taken. The
//! two bodies are orange and blue, which colour-blind people tell apart too; what is around is a coarse ghost; the curve lies on top. A body that
//! holds the other inside is glass. Cost: of each clash, its two bodies a dozen times, and the boxes of all others.

use super::clash_view::{ClashPictures, ClashView};
use super::preview_mesh::{PreviewMeshes, PreviewSurface};
use super::view_frame::{SIZE, ViewFrame};
use crate::assembly::body::AssemblyBody;
use crate::clashes::clash::{Clash, ClashStatus};
use crate::clashes::clash_kind::ClashKind;
use impinge::bound::Aabb;
use impinge::executor::Executor;
use impinge::feature::FaceId;
use impinge::math::DVec3;
use impinge::mesh::Mesh;
use impinge::pair::Relation;
use impinge_picture::{Body, Colour, Line, Mark, Opacity, Picture, PictureMemory, Quality, Visibility};
use std::collections::HashMap;
use std::sync::Arc;

/// How many times smaller thumbnails are.
const THUMBNAIL: u32 = 3;

/// Width and height of looks for a direction.
const LOOK: [u32; 2] = [80, 60];

/// Orange and blue (Okabe and Ito), their clashing triangles, everything else, and the curve.
const COLOURS: [Colour; 2] = [Colour::rgb(230, 159, 0), Colour::rgb(0, 114, 178)];
const CLASHING: [Colour; 2] = [Colour::rgb(248, 200, 90), Colour::rgb(86, 180, 233)];
const GHOST: Colour = Colour::rgb(120, 130, 145);
const CURVE: Colour = Colour::rgb(190, 0, 90);

/// Bodies nearer to the middle than this many times the extent of the view are drawn as ghosts.
const SURROUNDINGS: f64 = 3.0;

/// Bodies are looked at closely within this many times the extent of the view from the middle.
const CLOSE: f64 = 1.0;

/// What seeing both bodies is worth, where seeing all points is worth 1.
const OF_BODIES: f64 = 0.6;

/// From the middle to the eye where no look is taken.
const PLAIN_DIRECTION: DVec3 = DVec3::new(0.5, -0.7, 0.5);

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
    draw_first_clashes(all_bodies, clashes, PictureOrder { pictures, most: usize::MAX }, executor)
}

/// Which pictures are drawn, and of how many clashes at most.
#[derive(Clone, Copy, Debug)]
pub struct PictureOrder {
    pub pictures: ClashPictures,
    pub most: usize,
}

/// As [`draw_clashes`], with pictures of the first clashes alone; the others have a place to look from.
pub fn draw_first_clashes(
    all_bodies: &[AssemblyBody],
    clashes: &[Clash],
    order: PictureOrder,
    executor: &Executor,
) -> Vec<Option<ClashView>> {
    let PictureOrder { pictures, most } = order;
    if pictures == ClashPictures::None {
        return Vec::new();
    }
    let boxes = all_bodies.iter().map(AssemblyBody::bounds).collect();
    let meshes = all_bodies.iter().filter_map(AssemblyBody::mesh);
    let copies = meshes.map(|mesh| (address(mesh), PreviewMeshes::default())).collect();
    let gallery = Gallery { all_bodies, boxes, copies };
    let memory = || DrawingMemory { looks: Visibility::new(LOOK), picture: PictureMemory::default() };
    let is_there = |clash: &&Clash| clash.status != ClashStatus::Resolved;
    let end =
        clashes.iter().enumerate().filter(|(_, clash)| is_there(clash)).nth(most).map_or(clashes.len(), |(k, _)| k);
    executor.map_pieces(clashes.len(), memory, |memory, k| {
        let clash = Some(&clashes[k]).filter(is_there)?;
        if k < end { gallery.view(clash, pictures, memory) } else { gallery.plain_view(clash) }
    })
}

/// What a thread draws one clash after the other in.
struct DrawingMemory {
    looks: Visibility,
    picture: PictureMemory,
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

impl Gallery<'_> {
    fn view(&self, clash: &Clash, pictures: ClashPictures, memory: &mut DrawingMemory) -> Option<ClashView> {
        let scene = self.scene(clash)?;
        let camera = scene.frame.camera(scene.best_direction(&mut memory.looks));
        let viewpoint = scene.frame.viewpoint(&camera);
        let ClashScene { mut bodies, frame, .. } = scene;
        bodies.extend(self.surroundings(clash, &frame, viewpoint.eye));
        let lines = clash.curves.iter().map(|curve| line(curve.points.clone(), curve.is_closed)).collect();
        let size = match pictures {
            ClashPictures::Full | ClashPictures::Snapshots => SIZE,
            ClashPictures::Thumbnails | ClashPictures::None => SIZE.map(|side| side / THUMBNAIL),
        };
        let mut picture = Picture { size, camera, bodies, lines, marks: Vec::new(), quality: Quality::Quick };
        if let (true, Some(points)) = (clash.curves.is_empty(), clash.witness) {
            picture.lines.push(line(points.to_vec(), false));
            picture.marks.extend(points.map(|point| Mark { point, radius: 0.014, colour: CURVE }));
        }
        let pixels = picture.draw_in(&mut memory.picture);
        let png = || picture.encode(&pixels);
        let thumbnail = |factor: u32| impinge_picture::thumbnail(&pixels, size, factor);
        let (png, thumbnail) = match pictures {
            ClashPictures::Full => (Some(png().ok()?), thumbnail(THUMBNAIL).ok()?),
            ClashPictures::Snapshots => (Some(png().ok()?), Vec::new()),
            ClashPictures::Thumbnails | ClashPictures::None => (None, thumbnail(1).ok()?),
        };
        Some(ClashView { viewpoint, png, thumbnail })
    }

    /// A place to look from, without a picture.
    fn plain_view(&self, clash: &Clash) -> Option<ClashView> {
        let frame = self.scene(clash)?.frame;
        Some(ClashView { viewpoint: frame.viewpoint(&frame.camera(PLAIN_DIRECTION)), png: None, thumbnail: Vec::new() })
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

    /// Coarse copies of the other bodies near the middle, those near the eye first: they hide most of the others, which then cost little.
    fn surroundings(&self, clash: &Clash, frame: &ViewFrame, eye: DVec3) -> Vec<Body<'_>> {
        let reach = SURROUNDINGS * frame.extent;
        let near = |bounds: &Aabb| bounds.gap(&Aabb::of_points(&[frame.middle])).length() <= reach;
        let others = self.all_bodies.iter().enumerate().filter(|(i, _)| !clash.bodies.contains(&Some(*i)));
        let eye = Aabb::of_points(&[eye]);
        let nearby = others.filter_map(|(i, _)| Some((self.boxes[i].filter(near)?.gap(&eye).length(), i)));
        let mut nearby: Vec<(f64, usize)> = nearby.collect();
        nearby.sort_unstable_by(|p, q| p.0.total_cmp(&q.0).then(p.1.cmp(&q.1)));
        let ghosts = nearby.into_iter().filter_map(|(_, i)| {
            let body = &self.all_bodies[i];
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
    fn best_direction(&self, visibility: &mut Visibility) -> DVec3 {
        self.add_to(visibility);
        let mut best = (f64::NEG_INFINITY, PLAIN_DIRECTION);
        for direction in directions() {
            // A slightly better score is no reason for another view: rounding must not choose.
            let enough = best.0 + 1e-9;
            if 1.0 + OF_BODIES - slant(direction) <= enough {
                continue;
            }
            let worth = self.worth(direction, visibility);
            if worth > enough {
                best = (worth, direction);
            }
        }
        best.1
    }

    /// Has the solid bodies, and nothing else, looked at.
    fn add_to(&self, visibility: &mut Visibility) {
        visibility.clear();
        for (number, (body, copies)) in (0..).zip(self.bodies.iter().zip(&self.copies)) {
            if body.opacity == Opacity::Solid {
                let Body { mesh, world_from_mesh, .. } = *body;
                let centre = world_from_mesh.inverse().transform_point(self.frame.middle);
                let surface = PreviewSurface { mesh, world_from_mesh, centre, radius: CLOSE * self.frame.extent };
                copies.add_to(visibility, number, &surface);
            }
        }
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
