//! How thick the overlap of two bodies is: the diameter of the largest ball inside both.
//!
//! The measure for assemblies: a pressed-in pin, a thread, a shaft in a hole of facets and flush faces after rounding overlap in thin shells, whatever their size.
//! From below it is proved by a ball. From above by branch and bound over where its middle can be: first in cubes, which settle overlaps that are
//! as thick as they are wide, then at one depth behind the faces, edges and vertices of both bodies, a few patches for each face however thin the overlap.
//! `docs/notes/thickness.md` has the proofs.

use super::ball_list::{BallList, CommonBall};
use super::ball_search::{BallSearch, CubeGoal, Remainder, search_cubes};
use super::body_side::exact_point;
use super::enclosed_faces::{enclosed_faces, faces_within};
use super::offset_search::OffsetSearch;
use super::surface_columns::{ColumnExtent, surface_columns};
use crate::bound::Aabb;
use crate::bounded::Bounded;
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::{DVec3, Pose};
use crate::mesh::{Closedness, Mesh};
use crate::pair::pair_query_types::{Method, Relation, Request};
use crate::pair::point::point_query::nearest_in;
use crate::pair::posed_pair::PosedPair;
use crate::pair::relation::relate::relate;
use std::sync::Arc;

/// What is asked about a thickness, and how much effort goes into it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ThicknessOptions {
    /// A thickness that is allowed (a length): the search ends as soon as the thickness is known to be above or not above it.
    pub tolerance: Option<f64>,
    /// An upper bound on the thickness that is already known (a length), such as the depth of closed bodies; infinite by default.
    pub known_upper: f64,
    /// Without a tolerance, the search ends when the upper bound is at most this times the lower one; 1.2 by default.
    pub ratio: f64,
    /// Parts of the surfaces that are looked at, at most, beyond one for each face, edge and vertex; each takes some microseconds; 5,000 by default.
    pub effort: u32,
}

impl Default for ThicknessOptions {
    fn default() -> Self {
        Self { tolerance: None, known_upper: f64::INFINITY, ratio: 1.2, effort: 5_000 }
    }
}

/// Whether an overlap is thicker than allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ThicknessDecision {
    /// The thickness is at most the tolerance.
    Allowed,
    /// The thickness is above the tolerance.
    Violated,
    /// The effort was spent before it was decided; to be treated as violated.
    Undecided,
}

/// How it was known what is inside a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum InsideSource {
    /// By exact winding numbers of its closed parts.
    Closed,
    /// The body is nearly closed: by exact winding numbers after its openings are closed by caps over the vertices of their rim. Caps count as faces.
    Capped {
        /// The width of the largest opening (a length).
        opening: f64,
    },
    /// It has no inside: it is a surface.
    Surface,
    /// The body is nearly closed, and its openings are too tangled for caps: nothing is known.
    Unknown,
}

impl InsideSource {
    /// Whether the body has an inside, and it is known.
    #[must_use]
    pub fn is_known(&self) -> bool {
        matches!(self, Self::Closed | Self::Capped { .. })
    }

    /// How the inside of a mesh is known, and the mesh with caps if it needs them.
    fn new(mesh: &Mesh) -> (Self, Option<Arc<Mesh>>) {
        match mesh.closedness() {
            Closedness::NearlyClosed { opening } => match mesh.capped() {
                Some(capped) => (Self::Capped { opening }, Some(capped)),
                None => (Self::Unknown, None),
            },
            Closedness::Closed => (Self::Closed, None),
            Closedness::Sheet if mesh.encloses() => (Self::Closed, None),
            Closedness::Sheet => (Self::Surface, None),
        }
    }
}

/// How thick an overlap is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Thickness {
    /// The diameter of the largest ball that lies in both bodies and that no face cuts. The value is the lower bound, which a ball attains.
    pub bounds: Bounded,
    /// The middle of the largest ball found, in A's frame; `None` if none was found.
    pub centre: Option<DVec3>,
    /// The decision about the tolerance; `None` if none was given.
    pub decision: Option<ThicknessDecision>,
    /// How the insides of A and of B were known.
    pub inside: [InsideSource; 2],
    /// Whether the search ended before the bounds were as close as asked: they hold, and more [effort](ThicknessOptions::effort) may bring them closer.
    pub effort_spent: bool,
    /// Work counters.
    pub cost: Cost,
}

/// The thickness of the overlap of A and B: the diameter of the largest ball inside both; exactly zero if they are apart or only touch.
///
/// Faces inside a body, where its shells overlap, count as surface: no face cuts the ball. A body in the other has the thickness of its own largest ball.
/// A surface has no inside, and overlaps nothing. `thickness(a, b, pose)` and `thickness(b, a, pose.inverse())` give the same bounds to the last bit.
///
/// ```
/// use impinge::{Mesh, Pose, math::DVec3, pair::{ThicknessDecision, ThicknessOptions, thickness}};
///
/// // Two blocks of a metre, one set into the other by a micrometre: a thin shell, though a part of each face lies deep in the other's outline.
/// let block = Mesh::cuboid(DVec3::ZERO, DVec3::ONE)?;
/// let pose = Pose::from_translation(DVec3::new(0.25, 0.125, 1.0 - 1e-6))?;
/// let options = ThicknessOptions { tolerance: Some(1e-5), ..ThicknessOptions::default() };
/// let found = thickness(&block, &block, &pose, &options);
/// assert_eq!(found.decision, Some(ThicknessDecision::Allowed));
///
/// let found = thickness(&block, &block, &pose, &ThicknessOptions::default());
/// assert!(found.bounds.lower > 0.8e-6 && found.bounds.contains(1e-6) && found.bounds.upper < 1.2e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn thickness(a: &Mesh, b: &Mesh, a_from_b: &Pose, options: &ThicknessOptions) -> Thickness {
    measure(a, b, a_from_b, options, None).0
}

/// As [`thickness`], with several of the largest balls that were found, in A's frame, the largest first; no ball holds the middle of a smaller one.
///
/// Not part of the public interface: shared with the sibling crates of this workspace.
#[doc(hidden)]
#[must_use]
pub fn thickness_and_balls(
    a: &Mesh,
    b: &Mesh,
    a_from_b: &Pose,
    options: &ThicknessOptions,
) -> (Thickness, Vec<CommonBall>) {
    measure(a, b, a_from_b, options, Some(BallList::default()))
}

fn measure(
    a: &Mesh,
    b: &Mesh,
    a_from_b: &Pose,
    options: &ThicknessOptions,
    wanted: Option<BallList>,
) -> (Thickness, Vec<CommonBall>) {
    let [(inside_a, capped_a), (inside_b, capped_b)] = [a, b].map(InsideSource::new);
    let (a, b) = (capped_a.as_deref().unwrap_or(a), capped_b.as_deref().unwrap_or(b));
    let posed = PosedPair::new(a, b, a_from_b, Method::Auto);
    let inside = [inside_a, inside_b];
    let (bounds, cost) = (Bounded::exact(0.0), Cost::default());
    let mut found = Thickness { bounds, centre: None, decision: None, inside, effort_spent: false, cost };
    let mut balls = Vec::new();
    let may_overlap = !inside.contains(&InsideSource::Surface) && !posed.are_far_apart();
    if may_overlap && inside.contains(&InsideSource::Unknown) {
        let [p, q] = posed.bodies().map(|body| body.bounds());
        found.bounds =
            Bounded { lower: 0.0, value: 0.0, upper: (p.max.min(q.max) - p.min.max(q.min)).min_element().max(0.0) };
    } else if may_overlap && !is_free(a, b, a_from_b, &mut found.cost) {
        let [first, second] = posed.bodies();
        let placed = second.placed_vertices();
        let mut search = BallSearch::new([first, second.remembering(&placed)]);
        search.balls = wanted;
        let upper = upper_bound(&mut search, &posed, options);
        let lower = 2.0 * search.radius;
        found.bounds = Bounded { lower, value: lower, upper: upper.max(lower) };
        found.effort_spent = match options.tolerance {
            Some(tolerance) => lower <= tolerance && upper > tolerance,
            None => upper > (lower * options.ratio.max(1.0)).max(ROUNDING_GRAINS * search.grain) * (1.0 + 1e-9),
        };
        found.centre = search.centre.map(|p| posed.point_in_a(p));
        balls = search.balls.map_or_else(Vec::new, BallList::into_sorted);
        balls.iter_mut().for_each(|ball| ball.centre = posed.point_in_a(ball.centre));
        found.cost += search.cost;
    }
    found.decision = options.tolerance.map(|tolerance| match () {
        () if found.bounds.lower > tolerance => ThicknessDecision::Violated,
        () if found.bounds.upper <= tolerance => ThicknessDecision::Allowed,
        () => ThicknessDecision::Undecided,
    });
    (found, balls)
}

/// Whether closed bodies share no point, or only touch.
fn is_free(a: &Mesh, b: &Mesh, a_from_b: &Pose, cost: &mut Cost) -> bool {
    let report = relate(a, b, a_from_b, &Request::default());
    *cost += report.cost;
    matches!(report.relation, Relation::Disjoint | Relation::Touching)
}

/// Diameters up to this many times what rounding can tell need no proof.
const ROUNDING_GRAINS: f64 = 16.0;

/// Points evaluated in cubes, at most, for small meshes.
const CUBE_POINTS: u32 = 100;

/// Each of this many faces allows one more point: cubes cost less than the patches they save.
const FACES_PER_POINT: usize = 64;

/// Searches for the largest ball, and returns a diameter that none exceeds.
fn upper_bound(search: &mut BallSearch<'_>, posed: &PosedPair<'_>, options: &ThicknessOptions) -> f64 {
    let [p, q] = search.bodies.map(|body| body.mesh.bounds());
    let common = Aabb { min: p.min.max(q.min), max: p.max.min(q.max) };
    let largest = common.size().min_element().min(options.known_upper);
    let grain = search.grain;
    // Diameters up to this need no proof: those that are decided, or below what rounding can tell.
    let enough = |diameter: f64| match options.tolerance {
        Some(tolerance) if diameter > tolerance => f64::INFINITY,
        Some(tolerance) => tolerance,
        None if largest <= diameter * options.ratio.max(1.0) => f64::INFINITY,
        None => (diameter * options.ratio.max(1.0)).max(ROUNDING_GRAINS * grain),
    };
    if options.tolerance.is_some_and(|tolerance| is_thicker_behind_faces(search, &common, tolerance)) {
        return largest;
    }
    let enclosed = enclosed_faces(posed, &search.bodies, &mut search.cost);
    find_balls_behind_faces(search, &enclosed);
    if enough(2.0 * search.radius) == f64::INFINITY {
        return largest;
    }
    let enough_radius = |radius: f64| 0.5 * enough(2.0 * radius);
    let faces: usize = search.bodies.iter().map(|body| body.mesh.mesh.faces().len()).sum();
    let points = CUBE_POINTS.saturating_add((faces / FACES_PER_POINT) as u32).min(options.effort);
    let goal = CubeGoal { enough: &enough_radius, points };
    let (rest, left_out) = search_cubes(search, &common, &goal);
    let Some(rest) = rest else { return largest.min(2.0 * left_out) };
    let by_offsets = offset_bound(search, &enclosed, &rest, &enough, options);
    largest.min((2.0 * rest.largest).min(by_offsets).max(2.0 * left_out))
}

/// Faces behind which balls of the tolerance are tried, at most, of each body.
const FACES_TRIED: usize = 256;

/// Faces for each patch of the effort, at most: each face has one of its own.
const FACES_PER_PATCH: usize = 64;

/// A diameter that no ball exceeds whose middle is in what the cubes left; infinite if the effort is too small for that.
fn offset_bound(
    search: &mut BallSearch<'_>,
    enclosed: &[Vec<bool>; 2],
    rest: &Remainder,
    enough: &dyn Fn(f64) -> f64,
    options: &ThicknessOptions,
) -> f64 {
    let faces = [0, 1].map(|k| faces_within(search, k, rest, &enclosed[k]));
    if faces.iter().map(Vec::len).sum::<usize>() > FACES_PER_PATCH.saturating_mul(options.effort as usize) {
        return f64::INFINITY;
    }
    let extent = ColumnExtent { reach: rest.largest, grain: search.grain };
    let columns = [0, 1].map(|k| {
        let body = search.bodies[k];
        surface_columns(&body, &faces[k], &enclosed[k], extent, &mut search.cost)
    });
    OffsetSearch::new(search, enough, rest, options.effort).run([&columns[0], &columns[1]])
}

/// Looks for balls between the faces of each body that are in the other and what is nearest to them there.
fn find_balls_behind_faces(search: &mut BallSearch<'_>, enclosed: &[Vec<bool>; 2]) {
    /// Faces of each body that are looked at.
    const FACES: usize = 96;
    /// Of these, the deepest from which a ball is sought.
    const BALLS: usize = 16;
    for (own, chosen) in enclosed.iter().enumerate() {
        let body = search.bodies[own].mesh;
        let other = search.bodies[1 - own];
        let count = chosen.iter().filter(|is_chosen| **is_chosen).count();
        let step = count.div_ceil(FACES).max(1);
        let faces = body.mesh.face_ids().filter(|face| chosen[face.index()]).step_by(step);
        let (mut depths, mut last): (Vec<(f64, DVec3)>, _) = (Vec::new(), None);
        for face in faces {
            let [a, b, c] = body.triangle(face);
            for point in [(a + b + c) / 3.0, a, 0.5 * (a + b)] {
                let Some(point) = exact_point(point) else { continue };
                let Some(found) = nearest_in(&other.mesh, point, last, &mut search.cost) else { continue };
                last = Some(found.face);
                depths.push((found.distance.value, 0.5 * (point + found.point)));
            }
        }
        // What is crossed may stick out by more than it is deep inside.
        depths.sort_by(|p, q| q.0.total_cmp(&p.0));
        let step = (depths.len() / BALLS).max(1);
        for (_, middle) in depths.iter().take(BALLS).chain(depths.iter().step_by(step)) {
            if let Some(found) = search.look_at(*middle) {
                search.climb(*middle, found);
            }
        }
    }
}

/// Whether a ball just thicker than the tolerance lies behind the middle of a face: it does in all shells that are thicker and not narrow, so few need a longer search.
fn is_thicker_behind_faces(search: &mut BallSearch<'_>, common: &Aabb, tolerance: f64) -> bool {
    let depth = 0.5 * tolerance * (1.0 + 1.0 / 64.0) + 4.0 * search.grain;
    for body in [0, 1] {
        let mut faces: Vec<FaceId> = Vec::new();
        search.bodies[body].mesh.visit_near(common, &mut search.cost, &mut |face, _| faces.push(face));
        faces.sort_unstable();
        let step = faces.len().div_ceil(FACES_TRIED).max(1);
        for face in faces.into_iter().step_by(step) {
            let [a, b, c] = search.bodies[body].mesh.triangle(face);
            let Some(normal) = (b - a).cross(c - a).try_normalize() else { continue };
            let middle = (a + b + c) / 3.0;
            // A body may be inside out.
            for side in [-depth, depth] {
                search.try_at(middle + normal * side);
                if 2.0 * search.radius > tolerance {
                    return true;
                }
            }
        }
    }
    false
}
