//! Which vertices are close to each other: by a deformable spanner that is kept up, and by the engine's tree of boxes.

use crate::cloth::frames::FilmFrames;
use crate::measurement_harness::cpu_clock::timed;
use anyhow::ensure;
use impinge::bound::Aabb;
use impinge::broad::{BroadPhase, BroadPhaseKind, Mobility};
use impinge::executor::Executor;
use impinge::math::DVec3;
use impinge_classics::spanner::{PointId, Spanner, SpannerOptions};
use impinge_scenes::Surface;
use serde::Serialize;

/// How close vertices are sought, in mean edges: closer than neighbours on the surface ever are.
const CLOSE: f64 = 0.5;

/// Boxes are so much larger than they need be that rounding loses no pair.
const ROOM: f64 = 1.0 + 1e-9;

/// Close vertices in a frame, and what finding them takes.
#[derive(Clone, Debug, Serialize)]
pub struct CloseVertices {
    pub scene: &'static str,
    pub frame: usize,
    pub points: usize,
    pub distance: f64,
    pub pairs: usize,
    /// Points that had to be hung below another centre of the spanner.
    pub strayed: usize,
    pub spanner_upkeep_microseconds: f64,
    pub spanner_search_microseconds: f64,
    pub tree_microseconds: f64,
}

/// All frames but the first.
///
/// # Errors
/// Spanner and tree find different pairs.
pub fn measure(film: &FilmFrames) -> anyhow::Result<Vec<CloseVertices>> {
    let Some(first) = film.frames.first() else { return Ok(Vec::new()) };
    let distance = CLOSE * mean_edge(&first.surface);
    let mut spanner = Spanner::try_new(&first.surface.vertices, &SpannerOptions::default())?;
    let mut tree = PointTree { phase: BroadPhaseKind::Tree.build(), known: 0 };
    tree.pairs_within(&first.surface.vertices, distance);
    let mut rows = Vec::new();
    for (k, frame) in film.frames.iter().enumerate().skip(1) {
        let points = &frame.surface.vertices;
        let (strayed, upkeep) = timed(|| step(&mut spanner, points));
        let (found, search) = timed(|| spanner.pairs_within(distance, &Executor::serial()));
        let (boxed, by_tree) = timed(|| tree.pairs_within(points, distance));
        let scene = film.scene.name();
        ensure!(found == boxed, "{scene}, frame {k}: spanner and tree find different points close; this is a bug");
        rows.push(CloseVertices {
            scene,
            frame: k,
            points: points.len(),
            distance,
            pairs: found.len(),
            strayed: strayed?,
            spanner_upkeep_microseconds: upkeep.as_secs_f64() * 1e6,
            spanner_search_microseconds: search.as_secs_f64() * 1e6,
            tree_microseconds: by_tree.as_secs_f64() * 1e6,
        });
    }
    Ok(rows)
}

/// Moves the points of a spanner, and puts in those that are new; tells how many have strayed.
fn step(spanner: &mut Spanner, points: &[DVec3]) -> anyhow::Result<usize> {
    for new in points.iter().skip(spanner.len()) {
        spanner.insert(*new)?;
    }
    Ok(spanner.step(points)?.strayed)
}

/// Boxes around points.
struct PointTree {
    phase: Box<dyn BroadPhase>,
    /// How many points have boxes.
    known: usize,
}

impl PointTree {
    /// The pairs of points within a distance, the lower first, sorted.
    fn pairs_within(&mut self, points: &[DVec3], distance: f64) -> Vec<(PointId, PointId)> {
        let around = DVec3::splat(0.5 * distance * ROOM);
        for (key, point) in points.iter().enumerate() {
            let bounds = Aabb { min: *point - around, max: *point + around };
            if key < self.known {
                self.phase.set_bounds(key as u32, bounds);
            } else {
                self.phase.insert(key as u32, bounds, Mobility::Moving);
            }
        }
        self.known = points.len();
        self.phase.update(&Executor::serial());
        let mut pairs = Vec::new();
        self.phase.pairs(&mut |a, b| {
            if points[a as usize].distance_squared(points[b as usize]) <= distance * distance {
                pairs.push((PointId(a), PointId(b)));
            }
        });
        pairs.sort_unstable();
        pairs
    }
}

fn mean_edge(surface: &Surface) -> f64 {
    let at = |corner: u32| surface.vertices[corner as usize];
    let around = |[a, b, c]: &[u32; 3]| at(*a).distance(at(*b)) + at(*b).distance(at(*c)) + at(*c).distance(at(*a));
    surface.faces.iter().map(around).sum::<f64>() / (3 * surface.faces.len()).max(1) as f64
}
