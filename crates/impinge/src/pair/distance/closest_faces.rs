//! The search for the closest pair of faces of two bodies that share no point, best first over both trees.
//!
//! It can be left at any moment: what is known then is the best pair so far, above the answer, and the frontier, below it. Which
//! pair is the answer does not depend on where the search was left, or what it was started with, unless the distance is so large
//! that it swallows the differences of pairs.

use super::closest_goal::ClosestGoal;
use super::closest_tips::{ClosestTips, TipsSettled, large_stars};
use crate::bvh::{Encounter, Frontier, PairStep, Slot, nearest};
use crate::cost::Cost;
use crate::feature::{FaceId, Feature};
use crate::math::simd::dispatch;
use crate::math::{DVec3, simd};
use crate::mesh::vertex_stars::VertexStars;
use crate::pair::pair_query_types::Distance;
use crate::pair::posed_pair::{PosedMesh, PosedPair};
use crate::pair::query::budget::Meter;
use crate::triangle_pair::{self, ClosestPoints, Leaves, RoughDistance};
use fearless_simd::Simd;
use std::cell::{Cell, RefCell};

/// What is known of the closest pair of faces.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClosestFacesSearch {
    best: Option<(ClosestPoints, [FaceId; 2])>,
    tips: ClosestTips,
}

/// Two bodies whose faces are compared.
#[derive(Clone, Copy)]
struct ComparedPair<'a> {
    encounter: &'a Encounter<'a>,
    bodies: &'a [PosedMesh<'a>; 2],
}

/// Pairs of faces that may be the closest which are kept before they are looked at exactly.
const MOST_CANDIDATES: usize = 4096;

/// What a computed distance may be off by, relative: as far as bounds of boxes are compared with it.
const DISTANCE_ERROR: f64 = 1e-12;

impl ClosestFacesSearch {
    /// The best pair of faces so far, in canonical order.
    pub fn faces(&self) -> Option<[FaceId; 2]> {
        self.best.map(|(_, faces)| faces)
    }

    /// The least distance so far, infinite before the first: an upper bound on the answer, and the answer if nothing closer is found.
    pub fn upper(&self) -> f64 {
        self.best.map_or(f64::INFINITY, |(found, _)| found.distance)
    }

    /// A length that nothing that still waits will be below.
    pub fn lower(posed: &PosedPair<'_>, frontier: &Frontier) -> f64 {
        let encounter = posed.encounter();
        let drawn = encounter.drawn_together().and_then(|near| near.line).map_or(0.0, |line| line.drawn);
        // Bounds of boxes allow for the pose; what is left is that distances are computed with the error of points.
        let lower = (f64::from(frontier.lower()) + drawn) * encounter.unit;
        (lower * (1.0 - DISTANCE_ERROR) - 4.0 * posed.boxes.slack()).max(0.0)
    }

    /// The points of the best pair so far, in canonical order and frame.
    pub fn points(&self) -> Option<[DVec3; 2]> {
        self.best.map(|(found, _)| found.points)
    }

    /// Whether, the search being over, the closest pair is as close as the goal asks for.
    pub fn reaches(&self, goal: ClosestGoal) -> bool {
        self.best.is_some_and(|(found, _)| found.distance <= goal.up_to())
    }

    /// The distance, once the search for the closest pair is over.
    pub fn answer(&self, posed: &PosedPair<'_>) -> Option<Distance> {
        let (found, faces) = self.best?;
        let bodies = posed.bodies();
        let corners = [0, 1].map(|k| bodies[k].mesh.faces()[faces[k].index()]);
        let features = [0, 1].map(|k| Some(found.features[k].in_mesh(faces[k], corners[k])));
        Some(as_asked(posed, found.distance, found.points, features))
    }

    /// Goes on until the goal is reached (true) or the budget is spent.
    pub fn advance(
        &mut self,
        posed: &PosedPair<'_>,
        frontier: &mut Frontier,
        goal: ClosestGoal,
        meter: &mut Meter,
        cost: &mut Cost,
    ) -> bool {
        let (encounter, bodies) = (posed.encounter(), posed.bodies());
        match encounter.drawn_together() {
            None => {
                let pair = ComparedPair { encounter: &encounter, bodies: &bodies };
                dispatch!(simd::level(), simd => self.run(simd, pair, frontier, goal, meter, cost))
            }
            Some(near) => {
                let pair = ComparedPair { encounter: &near, bodies: &bodies };
                dispatch!(simd::level(), simd => self.run_far(simd, pair, frontier, goal, meter, cost))
            }
        }
    }

    /// Looks at all pairs of faces that may be the closest within a length, best first over both trees.
    #[inline(always)]
    fn run<S: Simd>(
        &mut self,
        simd: S,
        pair: ComparedPair<'_>,
        frontier: &mut Frontier,
        goal: ClosestGoal,
        meter: &mut Meter,
        cost: &mut Cost,
    ) -> bool {
        let encounter = pair.encounter;
        let mut box_tests = 0;
        let limit = Cell::new(self.limit(goal, encounter));
        let stars = large_stars(pair.bodies);
        // Pairs that may be the closest, with a length that they are at least apart.
        let mut candidates = CANDIDATES.take();
        candidates.clear();
        let state = RefCell::new((&mut *self, &mut *cost));
        let finished = nearest(
            simd,
            encounter,
            frontier,
            limit.get(),
            &mut box_tests,
            #[inline(always)]
            |slots| {
                if !meter.pay() {
                    return PairStep::Stop;
                }
                let Some(stars) = stars else { return PairStep::Open };
                let (search, cost) = &mut *state.borrow_mut();
                if !search.settle_tips(pair.bodies, stars, slots, cost) {
                    return PairStep::Open;
                }
                limit.set(limit.get().min(search.limit(goal, encounter)));
                PairStep::Skip(limit.get())
            },
            #[inline(always)]
            |slots| {
                let (search, cost) = &mut *state.borrow_mut();
                let leaves = Leaves::new(encounter, slots);
                let found = triangle_pair::spans(simd, encounter, &leaves, limit.get());
                cost.triangle_tests += u64::from(leaves.used.count_ones());
                let mut left = found.near;
                let mut close = false;
                while left != 0 {
                    let lane = left.trailing_zeros() as usize;
                    left &= left - 1;
                    if found.lower[lane] <= limit.get() {
                        let upper = f64::from(found.upper[lane]);
                        close |= matches!(goal, ClosestGoal::Within(clearance) if upper * encounter.unit <= clearance);
                        limit.set(limit.get().min(self::limit(upper, encounter)));
                        let faces = [leaves.first.faces[lane / 4], leaves.second.faces[lane % 4]];
                        candidates.push((found.lower[lane], faces));
                    }
                }
                if close || candidates.len() > MOST_CANDIDATES {
                    limit.set(search.settle(&mut candidates, pair, goal, limit.get(), cost));
                }
                limit.get()
            },
        );
        self.settle(&mut candidates, pair, goal, limit.get(), cost);
        CANDIDATES.set(candidates);
        cost.box_tests += box_tests;
        finished
    }

    /// Whether all faces below two slots belong to stars whose tips are their closest points, and have been measured by that.
    fn settle_tips(
        &mut self,
        bodies: &[PosedMesh<'_>; 2],
        stars: [&VertexStars; 2],
        slots: [Slot; 2],
        cost: &mut Cost,
    ) -> bool {
        let pair = [0, 1].map(|k| stars[k].of_slot(slots[k]));
        let settled = self.tips.settle(bodies, pair);
        if settled == TipsSettled::Once {
            self.look_at(bodies, [0, 1].map(|k| stars[k].faces(pair[k])[0]), cost);
        }
        settled != TipsSettled::No
    }

    /// Looks at the candidates that are still within the limit, and gives the new limit; none is left.
    fn settle(
        &mut self,
        candidates: &mut Vec<(f32, [FaceId; 2])>,
        pair: ComparedPair<'_>,
        goal: ClosestGoal,
        mut limit: f32,
        cost: &mut Cost,
    ) -> f32 {
        for (lower, faces) in candidates.drain(..) {
            if lower <= limit {
                self.measure(pair.bodies, faces, cost);
                limit = limit.min(self.limit(goal, pair.encounter));
            }
        }
        limit
    }

    /// As [`ClosestFacesSearch::run`], for bodies far apart that have been drawn together along a line.
    #[inline(always)]
    fn run_far<S: Simd>(
        &mut self,
        simd: S,
        pair: ComparedPair<'_>,
        frontier: &mut Frontier,
        goal: ClosestGoal,
        meter: &mut Meter,
        cost: &mut Cost,
    ) -> bool {
        let ComparedPair { encounter: near, bodies } = pair;
        let Some(line) = &near.line else { return true };
        let mut box_tests = 0;
        // Across the line corners are at most seven units apart, which adds at most 49 / (2 · drawn) to a distance.
        let across = (25.0 / line.drawn) as f32;
        let limit = Cell::new(self.limit(goal, near));
        let stars = large_stars(bodies);
        let state = RefCell::new((&mut *self, &mut *cost));
        let finished = nearest(
            simd,
            near,
            frontier,
            limit.get(),
            &mut box_tests,
            #[inline(always)]
            |slots| {
                if !meter.pay() {
                    return PairStep::Stop;
                }
                let Some(stars) = stars else { return PairStep::Open };
                let (search, cost) = &mut *state.borrow_mut();
                if !search.settle_tips(bodies, stars, slots, cost) {
                    return PairStep::Open;
                }
                limit.set(limit.get().min(search.limit(goal, near)));
                PairStep::Skip(limit.get())
            },
            #[inline(always)]
            |slots| {
                let (search, cost) = &mut *state.borrow_mut();
                let leaves = Leaves::new(near, slots);
                cost.triangle_tests += u64::from(leaves.used.count_ones());
                let gaps = triangle_pair::gaps_along(simd, near, &leaves, line.towards[0]);
                for (lane, gap) in gaps.into_iter().enumerate() {
                    if leaves.used & 1 << lane != 0 && gap <= limit.get() {
                        search.measure(bodies, [leaves.first.faces[lane / 4], leaves.second.faces[lane % 4]], cost);
                        let rest = gap + 2.0 * triangle_pair::gap_error(&leaves) + across;
                        limit.set(limit.get().min(search.limit(goal, near)).min(rest));
                    }
                }
                limit.get()
            },
        );
        cost.box_tests += box_tests;
        finished
    }

    /// What is farther apart than this, in the unit of the encounter, is of no interest any more; negative if nothing is of any.
    fn limit(&self, goal: ClosestGoal, encounter: &Encounter<'_>) -> f32 {
        match goal {
            ClosestGoal::Within(clearance) if self.upper() <= clearance => -1.0,
            _ => limit(self.upper().min(goal.up_to()) / encounter.unit, encounter),
        }
    }

    /// Measures pairs of faces; the least distance so far.
    pub fn look_at_all(&mut self, bodies: &[PosedMesh<'_>; 2], pairs: &[[FaceId; 2]], cost: &mut Cost) -> Option<f64> {
        pairs.iter().for_each(|faces| self.look_at(bodies, *faces, cost));
        self.best.map(|(found, _)| found.distance)
    }

    /// Looks at a pair of faces that no filter has seen.
    pub fn look_at(&mut self, bodies: &[PosedMesh<'_>; 2], faces: [FaceId; 2], cost: &mut Cost) {
        cost.triangle_tests += 1;
        self.measure(bodies, faces, cost);
    }

    /// Compares a pair of faces with the best so far: keeps what is closer, or as close with lower faces.
    fn measure(&mut self, bodies: &[PosedMesh<'_>; 2], faces: [FaceId; 2], cost: &mut Cost) {
        cost.exact_tests += 1;
        let triangles = [0, 1].map(|k| bodies[k].triangle(faces[k]));
        let found = if let Some(corners) = self.tips.corners(bodies, faces) {
            ClosestPoints::of_corners(&triangles, corners)
        } else {
            let rough = RoughDistance::new(&triangles);
            if rough.lower() > self.upper() {
                return;
            }
            rough.closest_points()
        };
        if self.best.is_none_or(|(least, by)| (found.distance, faces) < (least.distance, by)) {
            self.best = Some((found, faces));
        }
    }
}

/// A length in the unit of the encounter, as a limit for bounds in single precision: what is computed to be at most that
/// long is never beyond it. Of bodies drawn together, what is left of the length.
fn limit(length: f64, encounter: &Encounter<'_>) -> f32 {
    let drawn = encounter.line.map_or(0.0, |line| line.drawn);
    let limit = (length - drawn + length * DISTANCE_ERROR + f64::from(encounter.slack)) as f32;
    (limit + limit.abs() * f32::EPSILON).next_up()
}

thread_local! {
    /// The pairs of faces that may be the closest, kept so that queries need not allocate.
    static CANDIDATES: Cell<Vec<(f32, [FaceId; 2])>> = const { Cell::new(Vec::new()) };
}

/// An answer in canonical order and frame as the user asked for it.
pub(crate) fn as_asked(
    posed: &PosedPair<'_>,
    value: f64,
    points: [DVec3; 2],
    features: [Option<Feature>; 2],
) -> Distance {
    Distance { value, points: posed.as_asked(points).map(|p| posed.point_in_a(p)), features: posed.as_asked(features) }
}
