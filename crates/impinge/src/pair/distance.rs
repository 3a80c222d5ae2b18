//! How far apart two meshes are.
//!
//! Whether they are apart at all is decided exactly first; only then are lengths computed, in floating point, best first
//! over both trees. The value is never zero for bodies that share no point, and always zero for those that do.

use super::contacts::meetings;
use super::setting::{Placed, Setting};
use super::solids::contained_vertex;
use super::{Contact, Distance, Method, classic};
use crate::bvh::{Encounter, Frontier, Order, nearest};
use crate::cost::Cost;
use crate::feature::{FaceId, Feature};
use crate::math::predicates::Triangle;
use crate::math::{DVec3, Pose, simd};
use crate::mesh::Mesh;
use crate::triangle_pair::{self, Leaves, TriangleDistance};
use fearless_simd::{Simd, dispatch};
use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;

/// The distance of A and B, with closest points in A's frame; of several closest pairs of faces always the same one.
#[must_use]
pub fn distance(a: &Mesh, b: &Mesh, a_from_b: &Pose) -> Distance {
    let setting = Setting::new(a, b, a_from_b, Method::Auto);
    // Meshes are not empty, so a bound of infinity is always met.
    distance_in(&setting, f64::INFINITY, &mut Cost::default()).unwrap_or(Distance {
        value: f64::INFINITY,
        points: [DVec3::ZERO; 2],
        features: [None; 2],
    })
}

/// Whether A and B come as close as `clearance` (a length): their distance is at most that.
#[must_use]
pub fn within(a: &Mesh, b: &Mesh, a_from_b: &Pose, clearance: f64) -> bool {
    let setting = Setting::new(a, b, a_from_b, Method::Auto);
    clearance >= 0.0 && distance_in(&setting, clearance, &mut Cost::default()).is_some()
}

/// The distance if it is at most `up_to`.
pub(super) fn distance_in(setting: &Setting<'_>, up_to: f64, cost: &mut Cost) -> Option<Distance> {
    if up_to.is_nan() || up_to < 0.0 {
        return None;
    }
    common_point(setting, cost).or_else(|| gap(setting, up_to, cost))
}

/// A point that both bodies have, as a distance of zero.
fn common_point(setting: &Setting<'_>, cost: &mut Cost) -> Option<Distance> {
    let mut first: Option<Contact> = None;
    let _ = meetings(setting, Order::NearestFirst, cost, |meeting, cost| {
        first = meeting.contact(cost);
        ControlFlow::Break(())
    });
    let bodies = setting.bodies();
    if let Some(contact) = first {
        let corner = contact.intersection.corners()[0];
        let features = [0, 1].map(|k| {
            let face = contact.faces[k];
            Some(corner.features[k].in_mesh(face, bodies[k].mesh.faces()[face.index()]))
        });
        return Some(answer(setting, 0.0, [corner.point; 2], features));
    }
    let (own, vertex) = contained_vertex(setting, cost)?;
    let mut features = [None; 2];
    features[own] = Some(Feature::Vertex(vertex));
    Some(answer(setting, 0.0, [bodies[own].vertex(vertex); 2], features))
}

/// The distance of bodies that share no point, if it is at most `up_to`.
fn gap(setting: &Setting<'_>, up_to: f64, cost: &mut Cost) -> Option<Distance> {
    let [first, second] = setting.bodies();
    let mut search = Search::new(setting);
    if setting.method == Method::Brute {
        for i in first.mesh.face_ids() {
            second.mesh.face_ids().for_each(|j| search.look_at([i, j], cost));
        }
    } else if let Method::Hierarchy(config) = &setting.method {
        classic::closest(setting, config, up_to, cost, |p, q, cost| search.look_at_all(p, q, cost));
    } else {
        let encounter = setting.encounter();
        match encounter.drawn_together() {
            None => dispatch!(simd::level(), simd => search.run(simd, &encounter, up_to, cost)),
            Some(near) => dispatch!(simd::level(), simd => search.run_far(simd, &near, up_to, cost)),
        }
    }
    let (found, faces) = search.best?;
    let triangles = search.triangles(faces);
    // Bodies apart are not zero apart, even where rounding says so.
    let value = (found.value(&triangles[0], &triangles[1]) * search.scale).max(f64::MIN_POSITIVE);
    let corners = [first.mesh.faces()[faces[0].index()], second.mesh.faces()[faces[1].index()]];
    let features = [0, 1].map(|k| Some(found.features[k].in_mesh(faces[k], corners[k])));
    (value <= up_to).then(|| answer(setting, value, found.points.map(|p| p * search.scale), features))
}

/// The search for the closest pair of faces.
struct Search<'a> {
    bodies: [Placed<'a>; 2],
    /// Fourth powers of lengths occur: divided by this power of two, all coordinates are at most 1.
    scale: f64,
    best: Option<(TriangleDistance, [FaceId; 2])>,
}

/// Pairs of faces that may be the closest which are kept before they are looked at exactly.
const MOST_CANDIDATES: usize = 4096;

/// What a computed distance may be off by, relative: as far as bounds of boxes are compared with it.
const DISTANCE_ERROR: f64 = 1e-12;

impl<'a> Search<'a> {
    fn new(setting: &'a Setting<'_>) -> Self {
        let bodies = setting.bodies();
        let largest = bodies[0].bounds().largest_coordinate().max(bodies[1].bounds().largest_coordinate());
        Self { bodies, scale: power_of_two_above(largest), best: None }
    }

    /// Two faces, exactly placed, in scaled coordinates.
    fn triangles(&self, faces: [FaceId; 2]) -> [Triangle; 2] {
        [0, 1].map(|k| self.bodies[k].triangle(faces[k]).map(|p| p / self.scale))
    }

    /// Looks at all pairs of faces that may be the closest within a length, best first over both trees.
    #[inline(always)]
    fn run<S: Simd>(&mut self, simd: S, encounter: &Encounter<'_>, up_to: f64, cost: &mut Cost) {
        let mut frontier = FRONTIER.take();
        frontier.restart();
        let mut box_tests = 0;
        let mut limit = limit(up_to / encounter.unit, encounter);
        // Pairs that may be the closest, with a length that they are at least apart.
        let mut candidates = CANDIDATES.take();
        candidates.clear();
        nearest(
            simd,
            encounter,
            &mut frontier,
            limit,
            &mut box_tests,
            |_| true,
            #[inline(always)]
            |slots| {
                let leaves = Leaves::new(encounter, slots);
                let found = triangle_pair::spans(simd, encounter, &leaves, limit);
                cost.triangle_tests += u64::from(leaves.used.count_ones());
                let mut left = found.near;
                while left != 0 {
                    let lane = left.trailing_zeros() as usize;
                    left &= left - 1;
                    if found.lower[lane] <= limit {
                        limit = limit.min(self::limit(f64::from(found.upper[lane]), encounter));
                        let faces = [leaves.first.faces[lane / 4], leaves.second.faces[lane % 4]];
                        candidates.push((found.lower[lane], faces));
                    }
                }
                if candidates.len() > MOST_CANDIDATES {
                    limit = self.settle(&mut candidates, encounter, limit, cost);
                }
                limit
            },
        );
        self.settle(&mut candidates, encounter, limit, cost);
        cost.box_tests += box_tests;
        CANDIDATES.set(candidates);
        FRONTIER.replace(frontier);
    }

    /// As [`Search::run`], for bodies far apart that have been drawn together along a line.
    #[inline(always)]
    fn run_far<S: Simd>(&mut self, simd: S, near: &Encounter<'_>, up_to: f64, cost: &mut Cost) {
        let Some(line) = &near.line else { return };
        let mut frontier = FRONTIER.take();
        frontier.restart();
        let mut box_tests = 0;
        // Gaps are what is left of distances: rounded up, by what the distances may be off by. Across the line corners are at most
        // seven units apart, which adds at most 49 / (2 · drawn) to a distance.
        let across = (25.0 / line.drawn) as f32;
        let rest =
            |length: f64| ((length - line.drawn + DISTANCE_ERROR * length) as f32 * (1.0 + f32::EPSILON)).next_up();
        let mut limit = rest(up_to / near.unit);
        nearest(
            simd,
            near,
            &mut frontier,
            limit,
            &mut box_tests,
            |_| true,
            #[inline(always)]
            |slots| {
                let leaves = Leaves::new(near, slots);
                cost.triangle_tests += u64::from(leaves.used.count_ones());
                let gaps = triangle_pair::gaps_along(simd, near, &leaves, line.towards[0]);
                for (lane, gap) in gaps.into_iter().enumerate() {
                    if leaves.used & 1 << lane != 0 && gap <= limit {
                        self.look_at([leaves.first.faces[lane / 4], leaves.second.faces[lane % 4]], cost);
                        let best = self.best.map_or(f64::INFINITY, |(found, _)| found.squared.sqrt() * self.scale);
                        limit = limit
                            .min(rest(best / near.unit))
                            .min(gap + 2.0 * triangle_pair::gap_error(&leaves) + across);
                    }
                }
                limit
            },
        );
        cost.box_tests += box_tests;
        FRONTIER.replace(frontier);
    }

    /// Looks at the candidates that are still within the limit, and gives the new limit; none is left.
    fn settle(
        &mut self,
        candidates: &mut Vec<(f32, [FaceId; 2])>,
        encounter: &Encounter<'_>,
        mut limit: f32,
        cost: &mut Cost,
    ) -> f32 {
        for (lower, faces) in candidates.drain(..) {
            if lower <= limit {
                self.look_at(faces, cost);
                let best = self.best.map_or(f64::INFINITY, |(found, _)| found.squared.sqrt() * self.scale);
                limit = limit.min(self::limit(best / encounter.unit, encounter));
            }
        }
        limit
    }

    /// Looks at all pairs of some faces; the best distance so far.
    fn look_at_all(&mut self, of_first: &[u32], of_second: &[u32], cost: &mut Cost) -> Option<f64> {
        for &i in of_first {
            of_second.iter().for_each(|&j| self.look_at([FaceId(i), FaceId(j)], cost));
        }
        self.best.map(|(found, _)| found.squared.sqrt() * self.scale)
    }

    /// Compares a pair of faces with the best so far: keeps what is closer, or as close with lower faces.
    fn look_at(&mut self, faces: [FaceId; 2], cost: &mut Cost) {
        cost.exact_tests += 1;
        let [s, t] = self.triangles(faces);
        let found = triangle_pair::distance(&s, &t);
        if self.best.is_none_or(|(least, by)| (found.squared, faces) < (least.squared, by)) {
            self.best = Some((found, faces));
        }
    }
}

/// A length in the unit of the encounter, as a limit for bounds in single precision: what is computed to be at most that
/// long is never beyond it.
fn limit(length: f64, encounter: &Encounter<'_>) -> f32 {
    let limit = (length * (1.0 + DISTANCE_ERROR) + f64::from(encounter.slack)) as f32;
    (limit * (1.0 + f32::EPSILON)).next_up()
}

thread_local! {
    /// The frontier of the search, kept so that queries need not allocate.
    static FRONTIER: RefCell<Frontier> = RefCell::default();
    /// The pairs of faces that may be the closest, kept for the same reason.
    static CANDIDATES: Cell<Vec<(f32, [FaceId; 2])>> = const { Cell::new(Vec::new()) };
}

/// The least power of two above a positive number of the exact range; 1 for zero.
fn power_of_two_above(x: f64) -> f64 {
    if x == 0.0 { 1.0 } else { f64::from_bits((x.to_bits() >> 52 << 52) + (1 << 52)) }
}

/// An answer in canonical order and frame as the user asked for it.
fn answer(setting: &Setting<'_>, value: f64, points: [DVec3; 2], features: [Option<Feature>; 2]) -> Distance {
    Distance {
        value,
        points: setting.as_asked(points).map(|p| setting.point_in_a(p)),
        features: setting.as_asked(features),
    }
}
