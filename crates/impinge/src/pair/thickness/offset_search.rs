//! An upper bound on thickness by the surfaces at one depth behind both bodies.
//!
//! The largest ball touches a face of one of the bodies. A smaller ball of radius ρ inside it touches the same point, and its middle is ρ behind it. So if no ball of
//! radius ρ has its middle ρ behind a face, an edge or a vertex of either body, no ball is larger. What is searched are patches of these offset surfaces; a patch is
//! cleared if it is outside a body, or if one face is nearer than ρ to all of it. What is cleared for ρ is cleared for larger radii too, so that ρ may grow as larger balls are found.

use super::ball_search::{BallSearch, ROUNDING, Remainder};
use super::body_side::{InsideRule, exact_point};
use super::column::{Column, Corners, FacePart, MOST_CORNERS};
use super::surface_columns::FeatureColumn;
use crate::bound::Aabb;
use crate::feature::FaceId;
use crate::math::DVec3;
use crate::math::predicates::Triangle;
use crate::pair::point::point_query::{distance_to_triangle, nearest_in};
use crate::pair::posed_pair::PosedMesh;

/// Patches wider than this times the slack are divided.
const SMALLEST: f64 = 64.0;

/// Patches that are looked at in a round for each one that is left of the round before.
const ROUNDS: [u32; 4] = [4, 32, 256, 2_048];

/// Patches wider than this times the radius are cut along faces; others are soon small enough for one face to be near.
const WIDE: f64 = 16.0;

/// By how much the radius grows at a patch that is not cleared: at first, and at most.
const GROWTH: [f64; 2] = [1.05, 1.5];

/// A part of the surface at the current depth behind one body.
#[derive(Clone, Copy, Debug)]
struct Patch {
    feature: FeatureColumn,
    /// The body whose feature it is behind.
    own: usize,
    /// A face of the other body that is near.
    near: Option<FaceId>,
}

/// What is known of a patch.
enum Outcome {
    /// No ball of the radius has its middle in it.
    Cleared,
    /// A larger ball was found, the radius may have grown.
    LargerBall,
    /// To be looked at in parts; none if it is too small for that.
    Open(Vec<Patch>),
}

/// The search behind both bodies.
pub(super) struct OffsetSearch<'s, 'a> {
    search: &'s mut BallSearch<'a>,
    /// From the diameter found: diameters that are not above this need no proof.
    enough: &'s dyn Fn(f64) -> f64,
    /// Where middles are.
    rest: &'s Remainder,
    /// Patches that may still be looked at.
    effort: u32,
    /// What balls of both bodies are in.
    common: Aabb,
    is_exact: bool,
}

impl<'s, 'a> OffsetSearch<'s, 'a> {
    pub fn new(
        search: &'s mut BallSearch<'a>,
        enough: &'s dyn Fn(f64) -> f64,
        rest: &'s Remainder,
        effort: u32,
    ) -> Self {
        let [p, q] = search.bodies.map(|body| body.mesh.bounds());
        let common = Aabb { min: p.min.max(q.min), max: p.max.min(q.max) };
        let is_exact = search.bodies.iter().all(|body| body.rule == InsideRule::Exact);
        Self { search, enough, rest, effort, common, is_exact }
    }

    /// The radius up to which balls need no proof.
    fn radius(&self) -> f64 {
        0.5 * (self.enough)(2.0 * self.search.radius)
    }

    /// A diameter that no ball with its middle in the remainder exceeds, from the features of both bodies.
    pub fn run(&mut self, features: [&[FeatureColumn]; 2]) -> f64 {
        let mut open: Vec<Patch> = Vec::new();
        for (own, features) in features.into_iter().enumerate() {
            open.extend(features.iter().map(|feature| Patch { feature: *feature, own, near: None }));
        }
        let mut is_first = true;
        for patches in ROUNDS {
            let mut left = Vec::new();
            for patch in open {
                if self.radius() == f64::INFINITY {
                    return f64::INFINITY;
                }
                // The first of each feature is free, so that a bound comes out.
                let most = patches.min(self.effort + u32::from(is_first));
                let used = self.clear(patch, most, &mut left);
                self.effort = self.effort.saturating_sub(used.saturating_sub(u32::from(is_first)));
            }
            is_first = false;
            open = left;
            if open.is_empty() {
                break;
            }
        }
        2.0 * self.clear_with_larger(open)
    }

    /// Clears a patch at the current radius by looking at so many patches; adds what is left, and returns how many were looked at.
    fn clear(&mut self, patch: Patch, most: u32, left: &mut Vec<Patch>) -> u32 {
        let (mut waiting, mut count) = (vec![patch], 0);
        while count < most {
            let radius = self.radius();
            let Some(patch) = waiting.pop().filter(|_| radius.is_finite()) else { break };
            count += 1;
            match self.look_at(&patch, radius) {
                Outcome::Cleared => {}
                Outcome::LargerBall => waiting.push(patch),
                Outcome::Open(parts) if parts.is_empty() => left.push(patch),
                Outcome::Open(parts) => waiting.extend(parts),
            }
        }
        left.append(&mut waiting);
        count
    }

    /// The radius at which all patches are cleared, each looked at as a whole.
    fn clear_with_larger(&mut self, open: Vec<Patch>) -> f64 {
        let mut radius = self.radius();
        for patch in open {
            let mut growth = GROWTH[0];
            while radius < self.rest.largest {
                radius = radius.max(self.radius());
                match self.look_at(&patch, radius) {
                    Outcome::Cleared => break,
                    Outcome::LargerBall => {}
                    Outcome::Open(_) => {
                        radius = (radius * growth).max(self.search.grain);
                        growth = (growth * growth).min(GROWTH[1]);
                    }
                }
            }
        }
        radius.max(self.radius())
    }

    /// Looks for balls of a radius with their middle in a patch.
    fn look_at(&mut self, patch: &Patch, radius: f64) -> Outcome {
        let (own, other) = (patch.own, 1 - patch.own);
        let column = &patch.feature.column;
        let slack = column.slack;
        let corners = column.corners(radius, radius);
        if self.is_elsewhere(column, &corners, radius) {
            return Outcome::Cleared;
        }
        // The ball reaches twice its radius deep: where that is outside, it is not inside.
        let deep = (2.0 * radius - 8.0 * slack).max(radius);
        let mut beyond = Vec::new();
        if self.is_outside_at(patch, other, [deep, radius], &mut beyond) {
            return Outcome::Cleared;
        }
        let Some(point) = exact_point(column.at(radius)) else { return Outcome::Open(Vec::new()) };
        let bodies = self.search.bodies;
        let limit = radius - 2.0 * slack;
        let Some(across) = nearest_in(&bodies[other].mesh, point, patch.near, &mut self.search.cost) else {
            return Outcome::Open(Vec::new());
        };
        let to_other = FaceDistances::new(&bodies[other].mesh, across.face, &corners);
        if to_other.are_below(limit) {
            return Outcome::Cleared;
        }
        let mut crossing = Vec::new();
        if self.is_outside_at(patch, other, [radius; 2], &mut crossing) {
            return Outcome::Cleared;
        }
        let Some(behind) = nearest_in(&bodies[own].mesh, point, None, &mut self.search.cost) else {
            return Outcome::Open(Vec::new());
        };
        let to_own = FaceDistances::new(&bodies[own].mesh, behind.face, &corners);
        if to_own.are_below(limit) || to_own.have_mean_below(&to_other, limit) {
            return Outcome::Cleared;
        }
        if !patch.feature.is_inside && self.is_outside_at(patch, own, [radius; 2], &mut crossing) {
            return Outcome::Cleared;
        }
        if across.distance.lower.min(behind.distance.lower) > self.search.radius {
            let before = self.search.radius;
            if let Some(found) = self.search.look_at(point) {
                self.search.climb(point, found);
            }
            if self.search.radius > before && self.radius() > radius {
                return Outcome::LargerBall;
            }
        }
        if column.width(radius) <= SMALLEST * slack {
            return Outcome::Open(Vec::new());
        }
        let part = |column: Column| Patch {
            feature: FeatureColumn { column, ..patch.feature },
            near: Some(across.face),
            ..*patch
        };
        let is_wide = column.width(radius) > WIDE * radius;
        let cut = if is_wide {
            best_cut(column, deep, &beyond).or_else(|| best_cut(column, radius, &crossing))
        } else {
            None
        };
        let columns = cut.unwrap_or_else(|| column.halves(radius).to_vec());
        Outcome::Open(columns.into_iter().map(part).collect())
    }

    /// Whether balls of the radius about points of a patch, or larger ones that touch the same points, have no middle where middles are.
    fn is_elsewhere(&self, column: &Column, corners: &Corners, radius: f64) -> bool {
        let grown = |around: Aabb, by: f64| Aabb { min: around.min - by, max: around.max + by };
        if self.is_exact {
            let around = grown(corners.bounds(), column.slack);
            let middles = grown(self.common, 2.0 * self.search.grain - radius);
            return !around.overlaps(&middles) || !self.rest.overlaps_above(&around, radius);
        }
        if !self.rest.largest.is_finite() {
            return false;
        }
        // Through an opening, the middle of a larger ball may be inside though that of the smaller one is not.
        let around = grown(column.corners(radius, self.rest.largest.max(radius)).bounds(), column.slack);
        !self.rest.overlaps_above(&around, radius)
    }

    /// Whether a patch is outside a body, moved to a depth up to which balls of a radius reach; adds the faces of the body that enter it there.
    fn is_outside_at(
        &mut self,
        patch: &Patch,
        body: usize,
        [depth, radius]: [f64; 2],
        crossing: &mut Vec<Triangle>,
    ) -> bool {
        let (column, solid) = (&patch.feature.column, self.search.bodies[body]);
        let Some(point) = exact_point(column.at(depth)) else { return false };
        let corners = column.corners(depth, depth);
        let reach = corners.largest(|p| p.distance(point)) * (1.0 + ROUNDING) + column.slack;
        let near = if body == patch.own { None } else { patch.near };
        let nearest = nearest_in(&solid.mesh, point, near, &mut self.search.cost);
        if nearest.is_none_or(|nearest| nearest.distance.lower <= reach) {
            let before = crossing.len();
            self.add_crossing(body, column, depth, crossing);
            if crossing.len() > before {
                return false;
            }
        }
        // Through an opening, the middle of a larger ball may be inside though this is not.
        let reach = match solid.rule {
            InsideRule::Exact => reach,
            InsideRule::Winding => reach + (self.rest.largest - depth).max(depth - radius).max(0.0),
        };
        solid.is_outside_about(point, reach, &mut self.search.cost)
    }

    /// Adds the faces of a body that enter a patch.
    fn add_crossing(&mut self, body: usize, column: &Column, radius: f64, crossing: &mut Vec<Triangle>) {
        let posed = self.search.bodies[body].mesh;
        let around = column.corners(radius, radius).bounds();
        let around = Aabb { min: around.min - column.slack, max: around.max + column.slack };
        let clipper = column.clipper(radius);
        posed.visit_near(&around, &mut self.search.cost, &mut |face, _| {
            let triangle = posed.triangle(face);
            let enters = |[low, high]: [f64; 2]| low <= radius && high >= radius;
            if Aabb::of_points(&triangle).overlaps(&around)
                && clipper.part_of_face(&triangle).is_some_and(|(_, depths)| enters(depths))
            {
                crossing.push(triangle);
            }
        });
    }
}

/// How far corners are at most from a face, and from the convex quadrangles that it forms with its neighbours.
///
/// The distance from a convex set is convex, so that it is the largest of a hull at one of its corners, and so is the mean of two such distances. A face and its neighbour are a convex set but
/// for what they are not in one plane.
struct FaceDistances {
    /// By convex set, by corner.
    sets: [[f64; MOST_CORNERS]; 4],
    set_count: usize,
    corner_count: usize,
}

impl FaceDistances {
    fn new(body: &PosedMesh<'_>, face: FaceId, corners: &Corners) -> Self {
        let mut found = Self { sets: [[0.0; MOST_CORNERS]; 4], set_count: 1, corner_count: corners.iter().count() };
        let triangle = body.triangle(face);
        for (distance, p) in found.sets[0].iter_mut().zip(corners.iter()) {
            *distance = distance_to_triangle(p, &triangle);
        }
        for i in 0..3 {
            let Some(beside) = body.mesh.topology().neighbour(face, i) else { continue };
            let other = body.triangle(beside);
            let Some(bend) = quadrangle_bend(&triangle, i, &other) else { continue };
            for (k, p) in corners.iter().enumerate() {
                let nearer = found.sets[0][k].min(distance_to_triangle(p, &other));
                found.sets[found.set_count][k] = nearer + bend;
            }
            found.set_count += 1;
        }
        found
    }

    fn sets(&self) -> impl Iterator<Item = &[f64]> {
        self.sets[..self.set_count].iter().map(|set| &set[..self.corner_count])
    }

    /// Whether one of the sets is nearer than a length to the whole hull.
    fn are_below(&self, length: f64) -> bool {
        self.sets().any(|set| set.iter().all(|distance| *distance < length))
    }

    /// Whether the mean of the distances from a set of these and one of others, and so the smaller distance, is below a length in the whole hull.
    fn have_mean_below(&self, others: &Self, length: f64) -> bool {
        let is_below = |p: &[f64], q: &[f64]| p.iter().zip(q).all(|(p, q)| 0.5 * (p + q) < length);
        self.sets().any(|p| others.sets().any(|q| is_below(p, q)))
    }
}

/// How far the hull of a face and its neighbour across edge `i` reaches from them; `None` if they do not form a convex quadrangle.
fn quadrangle_bend(triangle: &Triangle, i: usize, other: &Triangle) -> Option<f64> {
    let [p, q, r] = [0, 1, 2].map(|k| triangle[(i + k) % 3]);
    let apex = *other.iter().find(|corner| **corner != p && **corner != q)?;
    let normal = (q - p).cross(r - p).try_normalize()?;
    // Seen along the normal, the apex is between the prolonged sides of the face.
    let is_within = |from: DVec3, to: DVec3| normal.dot((to - from).cross(apex - from)) > 0.0;
    let is_across = normal.dot((q - p).cross(apex - p)) < 0.0;
    (is_across && is_within(r, p) && is_within(q, r)).then(|| normal.dot(apex - p).abs() * (1.0 + 1e-9))
}

/// The patches on both sides of the face that is best cut off, such that most of the patch is free of it.
fn best_cut(column: &Column, radius: f64, crossing: &[Triangle]) -> Option<Vec<Column>> {
    /// Of the patch's width, what is to be free of the face.
    const FREE: f64 = 0.3;
    /// Of the patch's width, what a cut leaves on its smaller side to be worth it: less shaves off nothing.
    const LEAST: f64 = 1e-9;
    let (slack, clipper) = (column.slack, column.clipper(radius));
    let mut best: Option<(f64, Vec<Column>)> = None;
    for triangle in crossing {
        let Some(across) = column.across(triangle) else { continue };
        let Some((part, _)) = clipper.part_of_face(triangle) else { continue };
        let Some([low, high]) = range_at_depth(column, &part, radius, across) else { continue };
        let [least, most] = column.base_range(across);
        let width = most - least;
        for (free, at) in [(low - least, low - 4.0 * slack), (most - high, high + 4.0 * slack)] {
            let is_worth = free > FREE * width && at > least + LEAST * width && at < most - LEAST * width;
            if is_worth && best.as_ref().is_none_or(|best| free / width > best.0) {
                best = column.cut(across, at).map(|columns| (free / width, columns)).or(best);
            }
        }
    }
    best.map(|(_, columns)| columns)
}

/// Between which numbers a part of a face lies along a direction, where it is at a depth; `None` if it is nowhere.
fn range_at_depth(column: &Column, part: &FacePart, depth: f64, along: DVec3) -> Option<[f64; 2]> {
    let points = part.points();
    let heights: Vec<f64> = points.iter().map(|p| column.depth_of(*p) - depth).collect();
    let mut range: Option<[f64; 2]> = None;
    let mut add = |p: DVec3| {
        let x = along.dot(p);
        range = Some(range.map_or([x; 2], |[low, high]| [low.min(x), high.max(x)]));
    };
    // All of the part that rounding may put at the depth: of a face nearly along the patch that is wide.
    let margin = 4.0 * column.slack;
    for (i, p) in points.iter().enumerate() {
        let j = (i + 1) % points.len();
        if heights[i].abs() <= margin {
            add(*p);
        }
        for level in [-margin, margin] {
            let [from, to] = [heights[i] - level, heights[j] - level];
            if (from < 0.0) != (to < 0.0) {
                add(*p + (points[j] - *p) * (from / (from - to)));
            }
        }
    }
    range
}
