//! What is remembered of two meshes from query to query, and the search for a common point that starts with it.
//!
//! The search can be left when a budget is spent. What it has to do at a pose is: look at the pair of faces that met last, walk over both
//! trees, and tell whether one body lies inside the other; a walk that is left keeps what it has not opened.

use super::coherent::CoherenceHits;
use super::motion_bound::KnownDistance;
use crate::bvh::{Front, Open, Order, Slot, Standing};
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::Pose;
use crate::pair::contacts::face_contacts::{FrontSearchEnd, contact_from_front, resume_contacts};
use crate::pair::distance::closest_faces::ClosestFacesSearch;
use crate::pair::posed_pair::PosedPair;
use crate::pair::query::budget::Meter;
use crate::pair::relation::common_point::inner_point;
use crate::triangle_pair::{TriangleRelation, relate};
use std::ops::ControlFlow;

/// What is remembered; faces are one of A and one of B.
#[derive(Clone, Debug, Default)]
pub(crate) struct PairMemory {
    /// The closest faces at the last query for the distance.
    pub closest: Option<[FaceId; 2]>,
    met: Option<[FaceId; 2]>,
    front: Front,
    /// Pairs of boxes that a walk to the nearest first has not opened.
    open: Open,
    /// Whether the front has B first.
    swapped: bool,
    /// Bounds on the distance at the last query.
    pub known: Option<KnownDistance>,
    paused: Option<PausedSearch>,
}

/// A search for a common point that was left.
#[derive(Clone, Copy, Debug)]
struct PausedSearch {
    stage: SearchStage,
    first_from_second: Option<Pose>,
    swapped: bool,
}

/// Stages of a search for a common point, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SearchStage {
    /// Faces that met last.
    Witness,
    /// A walk to the nearest boxes first.
    NearestFirst,
    /// A walk from the front.
    FromFront,
    /// Whether one body lies inside the other.
    Containment,
}

impl PairMemory {
    /// Forgets everything that was kept.
    pub fn forget(&mut self) {
        self.front.clear();
        (self.closest, self.met, self.known, self.paused) = (None, None, None, None);
    }

    /// Bounds on the distance by what was known at the last pose.
    pub fn bounds(&self, posed: &PosedPair<'_>) -> [f64; 2] {
        self.known.map_or([0.0, f64::INFINITY], |known| known.at(posed))
    }

    /// Whether a search at this very pose was left.
    pub fn is_paused_at(&self, posed: &PosedPair<'_>) -> bool {
        let is_same = |paused: &PausedSearch| {
            paused.swapped == posed.is_swapped() && paused.first_from_second == posed.pose().copied()
        };
        self.paused.as_ref().is_some_and(is_same)
    }

    /// Whether the bodies share a point; `None` if the budget was spent before that was known.
    pub fn share_a_point(
        &mut self,
        posed: &PosedPair<'_>,
        meter: &mut Meter,
        hits: &mut CoherenceHits,
        cost: &mut Cost,
    ) -> Option<bool> {
        let is_resumed = self.is_paused_at(posed);
        let mut stage = self.paused.take().filter(|_| is_resumed).map_or(SearchStage::Witness, |paused| paused.stage);
        loop {
            let next = match stage {
                _ if !meter.has_some() => None,
                SearchStage::Witness if self.witness_meets(posed, hits, cost) => {
                    meter.pay_for(1);
                    return Some(true);
                }
                SearchStage::Witness => Some(self.start_walk(posed, hits)),
                SearchStage::NearestFirst | SearchStage::FromFront => {
                    match self.walk(stage, posed, meter, hits, cost) {
                        FrontSearchEnd::Met(faces) => {
                            self.met = Some(posed.as_asked(faces));
                            return Some(true);
                        }
                        FrontSearchEnd::Apart => {
                            self.met = None;
                            Some(SearchStage::Containment)
                        }
                        FrontSearchEnd::Paused => None,
                    }
                }
                SearchStage::Containment => {
                    let before = cost.box_tests;
                    let is_inside = inner_point(posed, cost).is_some();
                    meter.pay_for((cost.box_tests - before).div_ceil(8));
                    return Some(is_inside);
                }
            };
            match next {
                Some(next) => stage = next,
                None => {
                    self.pause(stage, posed, cost);
                    return None;
                }
            }
        }
    }

    /// Whether the pair of faces that shared a point last still does.
    fn witness_meets(&mut self, posed: &PosedPair<'_>, hits: &mut CoherenceHits, cost: &mut Cost) -> bool {
        let Some(faces) = self.met.map(|faces| posed.as_asked(faces)) else { return false };
        let bodies = posed.bodies();
        hits.witness_tried += 1;
        cost.exact_tests += 1;
        let [s, t] = [0, 1].map(|k| bodies[k].triangle(faces[k]));
        let meets = relate(&s, &t, cost) != TriangleRelation::Disjoint;
        hits.witness_stood += u64::from(meets);
        meets
    }

    /// Makes a walk ready, and says which.
    fn start_walk(&mut self, posed: &PosedPair<'_>, hits: &mut CoherenceHits) -> SearchStage {
        if posed.are_far_apart() {
            // The boxes around the bodies tell it: no walk, and the front stays.
            self.met = None;
            return SearchStage::Containment;
        }
        self.front.outdate();
        let swapped = std::mem::replace(&mut self.swapped, posed.is_swapped());
        if swapped != self.swapped {
            self.front.clear();
        }
        hits.walks_from_roots += u64::from(self.front.is_empty());
        if self.met.is_some() {
            // They met a moment ago, so they will again: a walk to the nearest first is the shorter one.
            self.open.clear();
            self.open.push([Slot::ROOT; 2]);
            return SearchStage::NearestFirst;
        }
        SearchStage::FromFront
    }

    /// Goes on with a walk over both trees.
    fn walk(
        &mut self,
        stage: SearchStage,
        posed: &PosedPair<'_>,
        meter: &mut Meter,
        hits: &mut CoherenceHits,
        cost: &mut Cost,
    ) -> FrontSearchEnd {
        if stage == SearchStage::FromFront {
            let mut standing = Standing::default();
            let found = contact_from_front(posed, &mut self.front, &mut standing, meter, cost);
            hits.stops_tried += standing.tried;
            hits.stops_stood += standing.stood;
            return found;
        }
        let mut first = None;
        let _ = resume_contacts(posed, Order::NearestFirst, &mut self.open, meter, cost, &mut |touching, _| {
            first = Some(touching.faces);
            ControlFlow::Break(())
        });
        match first {
            Some(faces) => FrontSearchEnd::Met(faces),
            None if self.open.is_empty() => FrontSearchEnd::Apart,
            None => FrontSearchEnd::Paused,
        }
    }

    /// Keeps where the search stands, and how far apart the next pair of faces is: an upper bound on the distance.
    fn pause(&mut self, stage: SearchStage, posed: &PosedPair<'_>, cost: &mut Cost) {
        let (first_from_second, swapped) = (posed.pose().copied(), posed.is_swapped());
        self.paused = Some(PausedSearch { stage, first_from_second, swapped });
        let next = match stage {
            SearchStage::NearestFirst => self.open.last().copied(),
            SearchStage::FromFront => self.front.next_slots(),
            SearchStage::Witness | SearchStage::Containment => None,
        };
        let Some(slots) = next else { return };
        let (bodies, encounter) = (posed.bodies(), posed.encounter());
        let faces = [0, 1].map(|k| encounter.trees[k].first_face(slots[k]));
        let mut search = ClosestFacesSearch::default();
        search.look_at(&bodies, faces, cost);
        let [lower, upper] = self.bounds(posed);
        self.known = Some(KnownDistance::new(posed, lower, upper.min(search.upper())));
    }
}
