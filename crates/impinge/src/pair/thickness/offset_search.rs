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
use crate::pair::point::point_query::{NearestFace, nearest_in};

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
    /// A face of the other body that is near.
    near: Option<FaceId>,
}

/// A patch moved to a depth, beside a body.
struct MovedPatch {
    column: Column,
    body: usize,
    depth: f64,
    /// Its centre.
    point: DVec3,
    /// No point of it is farther from the centre.
    reach: f64,
    /// The face of the body nearest to the centre.
    nearest: NearestFace,
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
        Self { search, enough, rest, effort, common }
    }

    /// The radius up to which balls need no proof.
    fn radius(&self) -> f64 {
        0.5 * (self.enough)(2.0 * self.search.radius)
    }

    /// A diameter that no ball with its centre in the remainder exceeds, from the features of both bodies.
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
        // The ball reaches twice its radius deep: where that is outside, it is not inside.
        let deep = (2.0 * radius - 8.0 * slack).max(radius);
        let (mut beyond, mut crossing) = (Vec::new(), Vec::new());
        if let Some(moved) = self.moved(patch, other, deep)
            && self.is_outside(&moved, &mut beyond)
        {
            return Outcome::Cleared;
        }
        let Some(across) = self.moved(patch, other, radius) else { return Outcome::Open(Vec::new()) };
        let (bodies, limit) = (self.search.bodies, radius - 2.0 * slack);
        let to_other = FaceDistances::new(&bodies[other].mesh, across.nearest.face, &corners);
        if to_other.are_below(limit) || self.is_outside(&across, &mut crossing) {
            return Outcome::Cleared;
        }
        let Some(behind) = self.moved(patch, own, radius) else { return Outcome::Open(Vec::new()) };
        let to_own = FaceDistances::new(&bodies[own].mesh, behind.nearest.face, &corners);
        if to_own.are_below(limit) || to_own.have_mean_below(&to_other, limit) {
            return Outcome::Cleared;
        }
        if !patch.feature.is_inside && self.is_outside(&behind, &mut crossing) {
            return Outcome::Cleared;
        }
        let point = across.point;
        if across.nearest.distance.lower.min(behind.nearest.distance.lower) > self.search.radius {
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
            near: Some(across.nearest.face),
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

    /// Whether balls of the radius about points of a patch have no centre where larger balls can be.
    fn is_elsewhere(&self, column: &Column, corners: &Corners, radius: f64) -> bool {
        let grown = |around: Aabb, by: f64| Aabb { min: around.min - by, max: around.max + by };
        let around = grown(corners.bounds(), column.slack);
        let middles = grown(self.common, 2.0 * self.search.grain - radius);
        !around.overlaps(&middles) || !self.rest.overlaps_above(&around, radius)
    }

    /// A patch moved to a depth, and the face of a body nearest to its centre; `None` at the end of the exact range.
    fn moved(&mut self, patch: &Patch, body: usize, depth: f64) -> Option<MovedPatch> {
        let column = patch.feature.column;
        let point = exact_point(column.at(depth))?;
        let reach = column.corners(depth, depth).largest(|p| p.distance(point)) * (1.0 + ROUNDING) + column.slack;
        let near = if body == patch.own { None } else { patch.near };
        let nearest = nearest_in(&self.search.bodies[body].mesh, point, near, &mut self.search.cost)?;
        Some(MovedPatch { column, body, depth, point, reach, nearest })
    }

    /// Whether a patch is outside a body at a depth; adds the faces of the body that enter it there.
    fn is_outside(&mut self, moved: &MovedPatch, crossing: &mut Vec<Triangle>) -> bool {
        if moved.nearest.distance.lower <= moved.reach {
            let before = crossing.len();
            self.add_crossing(moved, crossing);
            if crossing.len() > before {
                return false;
            }
        }
        // No face is between its points, so one of them tells.
        self.search.bodies[moved.body].exact_side(moved.point, &mut self.search.cost) == Side::Outside
    }

    /// Adds the faces that enter a patch.
    fn add_crossing(&mut self, moved: &MovedPatch, crossing: &mut Vec<Triangle>) {
        let (column, depth) = (&moved.column, moved.depth);
        let posed = self.search.bodies[moved.body].mesh;
        let around = column.corners(depth, depth).bounds();
        let around = Aabb { min: around.min - column.slack, max: around.max + column.slack };
        let clipper = column.clipper(depth);
        posed.visit_near(&around, &mut self.search.cost, &mut |face, _| {
            let triangle = posed.triangle(face);
            let enters = |[low, high]: [f64; 2]| low <= depth && high >= depth;
            if Aabb::of_points(&triangle).overlaps(&around)
                && clipper.part_of_face(&triangle).is_some_and(|(_, depths)| enters(depths))
            {
                crossing.push(triangle);
            }
        });
    }
}
