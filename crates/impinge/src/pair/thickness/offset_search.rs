//! An upper bound on thickness by the surfaces at one depth behind both bodies.
//!
//! The largest ball touches a face of one of the bodies. A smaller ball of radius ρ inside it touches the same point, and its centre is ρ behind it. So if no ball of
//! radius ρ has its centre ρ behind a face, an edge or a vertex of either body, no ball is larger. What is searched are patches of these offset surfaces; a patch is
//! cleared if it is outside a body, or if one face is nearer than ρ to all of it. What is cleared for ρ is cleared for larger radii too, so that ρ may grow as larger balls are found.

use super::ball_search::{BallSearch, ROUNDING, Remainder};
use super::body_side::{Side, exact_point};
use super::column::{Column, Corners};
use super::face_distances::FaceDistances;
use super::patch_cut::best_cut;
use super::surface_columns::FeatureColumn;
use crate::bound::Aabb;
use crate::feature::FaceId;
use crate::math::DVec3;
use crate::math::predicates::Triangle;
use crate::pair::point::point_query::{NearestFace, distance_to_triangle, nearest_or_within};
use std::ops::ControlFlow;

/// Patches wider than this times the slack are divided.
const SMALLEST: f64 = 64.0;

/// Patches that are looked at in a round for each one that is left of the round before.
const ROUNDS: [u32; 4] = [4, 32, 256, 2_048];

/// Patches wider than this times the radius are cut along faces; others are soon small enough for one face to be near.
const WIDE: f64 = 16.0;

/// By how much the radius grows at a patch that is not cleared: at first, and at most.
const GROWTH: [f64; 2] = [1.05, 1.5];

/// Patches that are looked at when the effort is spent, for each that is left and each radius: a larger radius clears most parts of a patch sooner than the whole.
const LAST_LOOKS: usize = 8;

/// A part of the surface at the current depth behind one body.
#[derive(Clone, Copy, Debug)]
struct Patch {
    feature: FeatureColumn,
    /// The body whose feature it is behind.
    own: usize,
    /// A face of each body that is near, if one is known.
    near: [Option<FaceId>; 2],
    /// Depths at which the patch is known not to be outside, as no face enters it there: deep and at its depth of the other body, and at its depth of its own.
    within: [Option<f64>; 3],
    /// The radius at which nothing was found out of it and it has no parts, if there is one.
    stuck: Option<f64>,
}

/// Where a patch is that was moved to a depth.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PatchSide {
    /// Outside a body.
    Outside,
    /// A face of the body enters it.
    Entered,
    /// No face enters it, and it is not outside.
    Within,
}

/// The middle of a patch at its depth.
#[derive(Clone, Copy, Debug)]
struct PatchCentre {
    point: DVec3,
    /// No point of the patch is farther from it.
    reach: f64,
}

/// A patch at its depth, beside a body.
struct PatchDistance {
    /// No point of it is farther from its centre.
    reach: f64,
    /// The face of the body nearest to the centre.
    nearest: NearestFace,
}

impl PatchDistance {
    /// Whether the face is nearer than a length to all of the patch.
    fn is_below(&self, length: f64) -> bool {
        self.nearest.distance.upper + self.reach < length
    }
}

/// What is known of a patch.
enum Outcome {
    /// No ball of the radius has its centre in it.
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
    /// Where centres of larger balls can be.
    rest: &'s Remainder,
    /// Patches that may still be looked at.
    effort: u32,
    /// What balls of both bodies are in.
    common: Aabb,
    /// The face of each body that was nearest to the last patch: features come in the order of faces, so the next patch is often near it, too.
    last: [Option<FaceId>; 2],
    /// The face of each body that entered a patch last.
    entered: [Option<FaceId>; 2],
    /// The parts of a patch that wait, kept so that few patches allocate.
    waiting: Vec<Patch>,
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
        Self { search, enough, rest, effort, common, last: [None; 2], entered: [None; 2], waiting: Vec::new() }
    }

    /// The radius up to which balls need no proof.
    fn radius(&self) -> f64 {
        0.5 * (self.enough)(2.0 * self.search.radius)
    }

    /// A diameter that no ball with its centre in the remainder exceeds, from the features of both bodies.
    pub fn run(&mut self, features: [&[FeatureColumn]; 2]) -> f64 {
        let mut open: Vec<Patch> = Vec::new();
        for (own, features) in features.into_iter().enumerate() {
            let near = |feature: &FeatureColumn| [0, 1].map(|k| (k == own).then_some(feature.face));
            open.extend(features.iter().map(|feature| Patch {
                feature: *feature,
                own,
                near: near(feature),
                within: [None; 3],
                stuck: None,
            }));
        }
        let mut is_first = true;
        for patches in ROUNDS {
            let mut left = Vec::new();
            for patch in open {
                if self.radius() == f64::INFINITY {
                    return f64::INFINITY;
                }
                // The first of each feature is free, so that a bound comes out.
                let most = patches.min(self.effort.saturating_add(u32::from(is_first)));
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

    /// Clears a patch at the current radius by looking at no more than `most` patches; adds what is left, and returns how many were looked at.
    fn clear(&mut self, patch: Patch, most: u32, left: &mut Vec<Patch>) -> u32 {
        let (mut waiting, mut count) = (std::mem::take(&mut self.waiting), 0);
        waiting.push(patch);
        while count < most {
            let radius = self.radius();
            let Some(patch) = waiting.pop().filter(|_| radius.is_finite()) else { break };
            count += 1;
            if patch.stuck == Some(radius) {
                left.push(patch);
                continue;
            }
            match self.look_at(&patch, radius) {
                Outcome::Cleared => {}
                Outcome::LargerBall => waiting.push(patch),
                Outcome::Open(parts) if parts.is_empty() => left.push(Patch { stuck: Some(radius), ..patch }),
                Outcome::Open(parts) => waiting.extend(parts),
            }
        }
        left.append(&mut waiting);
        self.waiting = waiting;
        count
    }

    /// The radius at which all patches are cleared: it grows where a few parts of a patch are not enough.
    fn clear_with_larger(&mut self, open: Vec<Patch>) -> f64 {
        let mut radius = self.radius();
        for patch in open {
            let (mut parts, mut growth) = (vec![patch], GROWTH[0]);
            while radius < self.rest.largest {
                radius = radius.max(self.radius());
                parts = self.left_at(parts, radius);
                if parts.is_empty() {
                    break;
                }
                if self.radius() <= radius {
                    radius = (radius * growth).max(self.search.grain);
                    growth = (growth * growth).min(GROWTH[1]);
                }
            }
        }
        radius.max(self.radius())
    }

    /// What is left of patches at a radius after a few looks.
    fn left_at(&mut self, mut waiting: Vec<Patch>, radius: f64) -> Vec<Patch> {
        let mut left = Vec::new();
        for _ in 0..LAST_LOOKS {
            let Some(patch) = waiting.pop() else { break };
            match self.look_at(&patch, radius) {
                Outcome::Cleared => {}
                Outcome::Open(parts) if !parts.is_empty() => waiting.extend(parts),
                Outcome::LargerBall | Outcome::Open(_) => left.push(patch),
            }
        }
        left.append(&mut waiting);
        left
    }

    /// Looks for balls of a radius with their centre in a patch.
    fn look_at(&mut self, patch: &Patch, radius: f64) -> Outcome {
        let (own, other) = (patch.own, 1 - patch.own);
        let column = &patch.feature.column;
        let slack = column.slack;
        let corners = column.corners(radius, radius);
        if self.is_elsewhere(column, &corners, radius) {
            return Outcome::Cleared;
        }
        let is_wide = column.width(radius) > WIDE * radius;
        let (mut within, mut entering) = (patch.within, [Vec::new(), Vec::new(), Vec::new()]);
        // The ball reaches twice its radius deep: where that is outside, it is not inside.
        let deep = (2.0 * radius - 8.0 * slack).max(radius);
        let places = [(other, deep), (other, radius), (own, radius)];
        let mut is_outside = |search: &mut Self, place: usize, distance: Option<&PatchDistance>| {
            let (body, depth) = places[place];
            if within[place] == Some(depth) {
                return false;
            }
            let entering = is_wide.then_some(&mut entering[place]);
            let side = search.side(column, body, depth, distance, entering);
            within[place] = (side == PatchSide::Within).then_some(depth);
            side == PatchSide::Outside
        };
        let limit = radius - 2.0 * slack;
        let centre = exact_point(column.at(radius)).map(|point| {
            let reach = corners.largest(|p| p.distance(point)) * (1.0 + ROUNDING) + slack;
            PatchCentre { point, reach }
        });
        if centre.is_some_and(|centre| self.is_near_known_face(patch, centre, limit)) {
            return Outcome::Cleared;
        }
        // Of a column that may be outside its own body, half are.
        if (!patch.feature.is_inside && is_outside(self, 2, None)) || is_outside(self, 0, None) {
            return Outcome::Cleared;
        }
        let Some(centre) = centre else { return Outcome::Open(Vec::new()) };
        let Some(across) = self.distance(patch, other, centre, limit) else { return Outcome::Open(Vec::new()) };
        if across.is_below(limit) {
            return Outcome::Cleared;
        }
        let Some(behind) = self.distance(patch, own, centre, limit) else { return Outcome::Open(Vec::new()) };
        if behind.is_below(limit) {
            return Outcome::Cleared;
        }
        if self.has_near_set(patch, &corners, [&across, &behind], limit) {
            return Outcome::Cleared;
        }
        if is_outside(self, 1, Some(&across)) {
            return Outcome::Cleared;
        }
        // Distances rule faces out that a column of many directions does not.
        if !patch.feature.is_inside && is_outside(self, 2, Some(&behind)) {
            return Outcome::Cleared;
        }
        let point = centre.point;
        if across.nearest.distance.lower.min(behind.nearest.distance.lower) > self.search.radius {
            let before = self.search.radius;
            // Most points are outside one of the bodies, which is sooner known than all about them.
            let is_inside = |search: &mut BallSearch<'_>, body: usize| {
                search.bodies[body].exact_side(point, &mut search.cost) == Side::Inside
            };
            if is_inside(self.search, other) {
                if !is_inside(self.search, own) {
                    // Layers of faces within rounding of each other: what lies beside one of them ends at the next.
                    if patch.feature.is_inside && is_outside(self, 2, Some(&behind)) {
                        return Outcome::Cleared;
                    }
                } else if let Some(found) = self.search.look_at(point) {
                    self.search.climb(point, found);
                }
            }
            if self.search.radius > before && self.radius() > radius {
                return Outcome::LargerBall;
            }
        }
        if column.width(radius) <= SMALLEST * slack {
            return Outcome::Open(Vec::new());
        }
        let mut near = [Some(across.nearest.face); 2];
        near[own] = Some(behind.nearest.face);
        let feature = |column: Column| FeatureColumn { column, ..patch.feature };
        let part = |column: Column| Patch { feature: feature(column), near, own, within, stuck: None };
        let cut = if is_wide {
            let [beyond, across, behind] = &entering;
            let at_depth = || best_cut(column, radius, across).or_else(|| best_cut(column, radius, behind));
            best_cut(column, deep, beyond).or_else(at_depth)
        } else {
            None
        };
        let columns = cut.unwrap_or_else(|| column.halves(radius).to_vec());
        Outcome::Open(columns.into_iter().map(part).collect())
    }

    /// Whether balls of the radius about points of a patch have no centre where larger balls can be.
    fn is_elsewhere(&self, column: &Column, corners: &Corners, radius: f64) -> bool {
        let grown = |around: Aabb, by: f64| Aabb { min: around.min - by, max: around.max + by };
        let around = grown(corners.bounds(), column.slack);
        let middles = grown(self.common, 2.0 * self.search.grain - radius);
        !around.overlaps(&middles) || !self.rest.overlaps_above(&around, radius)
    }

    /// A face of a body that may be near to a patch.
    fn known_face(&self, patch: &Patch, body: usize) -> Option<FaceId> {
        patch.near[body].or(self.last[body])
    }

    /// Whether a face that was near before is nearer than a length to all of a patch.
    fn is_near_known_face(&self, patch: &Patch, centre: PatchCentre, limit: f64) -> bool {
        [1 - patch.own, patch.own].into_iter().any(|body| {
            let mesh = &self.search.bodies[body].mesh;
            let is_near =
                |face: &FaceId| distance_to_triangle(centre.point, &mesh.triangle(*face)) + centre.reach < limit;
            // Its own face is at the depth.
            let is_other = |face: &FaceId| body != patch.own || *face != patch.feature.face;
            self.known_face(patch, body).filter(is_other).as_ref().is_some_and(is_near)
        })
    }

    /// The face of a body nearest to the centre of a patch, or any that is nearer than `limit` to all of it; `None` at the end of the exact range.
    fn distance(&mut self, patch: &Patch, body: usize, centre: PatchCentre, limit: f64) -> Option<PatchDistance> {
        /// Grains that a distance may be off by: 64 roundings of four times the largest coordinate are four.
        const GRAINS: f64 = 8.0;
        let PatchCentre { point, reach } = centre;
        let enough = limit - reach - GRAINS * self.search.grain;
        let first = self.known_face(patch, body);
        let mesh = &self.search.bodies[body].mesh;
        let nearest = nearest_or_within(mesh, point, first, enough, &mut self.search.cost)?;
        self.last[body] = Some(nearest.face);
        Some(PatchDistance { reach, nearest })
    }

    /// Whether a set of faces of the other or the own body, or the mean of two, is nearer than a length to all of a patch.
    fn has_near_set(&self, patch: &Patch, corners: &Corners, found: [&PatchDistance; 2], limit: f64) -> bool {
        let bodies = [1 - patch.own, patch.own].map(|k| &self.search.bodies[k].mesh);
        let distances = |k: usize| FaceDistances::new(bodies[k], found[k].nearest.face, corners);
        // What is near to all of the patch is near to its centre.
        let [across, behind] = found.map(|found| found.nearest.distance.lower);
        if 0.5 * (across + behind) < limit {
            let to_other = distances(0);
            if across < limit && to_other.are_below(limit) {
                return true;
            }
            let to_own = distances(1);
            return to_own.are_below(limit) || to_own.have_mean_below(&to_other, limit);
        }
        (across < limit && distances(0).are_below(limit)) || (behind < limit && distances(1).are_below(limit))
    }

    /// On which side of a body a patch is at a depth; of a patch that is entered adds all faces that do so if they are asked for.
    fn side(
        &mut self,
        column: &Column,
        body: usize,
        depth: f64,
        distance: Option<&PatchDistance>,
        entering: Option<&mut Vec<Triangle>>,
    ) -> PatchSide {
        let may_enter = distance.is_none_or(|found| found.nearest.distance.lower <= found.reach);
        if may_enter && self.is_entered(column, body, depth, entering) {
            return PatchSide::Entered;
        }
        // No face is between its points, so one of them tells.
        let point = exact_point(column.at(depth));
        match point.map(|point| self.search.bodies[body].exact_side(point, &mut self.search.cost)) {
            Some(Side::Outside) => PatchSide::Outside,
            Some(Side::Inside) => PatchSide::Within,
            Some(Side::Undecided) | None => PatchSide::Entered,
        }
    }

    /// Whether a face of a body enters a patch at a depth; adds all that do so if they are asked for.
    fn is_entered(
        &mut self,
        column: &Column,
        body: usize,
        depth: f64,
        mut entering: Option<&mut Vec<Triangle>>,
    ) -> bool {
        let posed = self.search.bodies[body].mesh;
        let around = column.corners(depth, depth).bounds();
        let around = Aabb { min: around.min - column.slack, max: around.max + column.slack };
        let clipper = column.clipper(depth);
        let enters = |triangle: &Triangle| {
            let is_at_depth = |[low, high]: [f64; 2]| low <= depth && high >= depth;
            Aabb::of_points(triangle).overlaps(&around)
                && clipper.part_of_face(triangle).is_some_and(|(_, depths)| is_at_depth(depths))
        };
        // What entered the last patch often enters the next.
        let last = self.entered[body].filter(|_| entering.is_none());
        if last.is_some_and(|face| enters(&posed.triangle(face))) {
            return true;
        }
        let mut found = None;
        posed.visit_near_until(&around, &mut self.search.cost, &mut |face, _| {
            let triangle = posed.triangle(face);
            if enters(&triangle) {
                found = Some(face);
                match &mut entering {
                    Some(entering) => entering.push(triangle),
                    None => return ControlFlow::Break(()),
                }
            }
            ControlFlow::Continue(())
        });
        self.entered[body] = found.or(self.entered[body]);
        found.is_some()
    }
}
