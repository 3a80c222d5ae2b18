//! Repeated queries about two bodies that move a little in between: what one query learnt is kept for the next.
//!
//! What `distance` and `within` learned about the distance holds at a pose nearby but for what has moved. The closest pair of faces
//! gives the next search for the distance its first upper bound, and a pair of faces that met is looked at first. The front of
//! the walk that found the surfaces apart is where the next walk starts, see [`Front`](crate::bvh). None of it changes an answer; what each
//! saves is measured in `docs/notes/coherence.md`.

use super::motion_bound::KnownDistance;
use super::pair_memory::PairMemory;
use crate::cost::Cost;
use crate::math::Pose;
use crate::mesh::Mesh;
use crate::pair::distance::closest_faces::ClosestFacesSearch;
use crate::pair::distance::closest_goal::ClosestGoal;
use crate::pair::distance::mesh_distance::gap;
use crate::pair::pair_query_types::{Distance, Method};
use crate::pair::posed_pair::PosedPair;
use crate::pair::query::budget::{Budget, Meter};
use crate::pair::relation::common_point::common_point;
use std::borrow::Borrow;
use std::ops::AddAssign;

/// How often what was kept from earlier queries helped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CoherenceHits {
    /// Queries.
    pub queries: u64,
    /// Queries for which the last distance and a bound on the motion since proved that the bodies do not meet, or gave the whole answer.
    pub by_motion: u64,
    /// Queries that looked at a pair of faces first.
    pub witness_tried: u64,
    /// Of these, queries that this pair answered.
    pub witness_stood: u64,
    /// Node pairs of fronts that were tested again.
    pub stops_tried: u64,
    /// Of these, node pairs whose boxes were still apart.
    pub stops_stood: u64,
    /// Walks that began at the roots because there was no front, or it had grown too large.
    pub walks_from_roots: u64,
}

impl AddAssign for CoherenceHits {
    fn add_assign(&mut self, other: Self) {
        self.queries += other.queries;
        self.by_motion += other.by_motion;
        self.witness_tried += other.witness_tried;
        self.witness_stood += other.witness_stood;
        self.stops_tried += other.stops_tried;
        self.stops_stood += other.stops_stood;
        self.walks_from_roots += other.walks_from_roots;
    }
}

/// Two meshes and what is remembered of the last queries about them.
///
/// ```
/// # use impinge::{math::{DVec3, Pose}, mesh::Mesh, pair::{self, Coherent}};
/// # let corners = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(DVec3::from_array);
/// # let (a, b) = (Mesh::try_new(corners.to_vec(), vec![[0, 1, 2]])?, Mesh::try_new(corners.to_vec(), vec![[0, 1, 2]])?);
/// let mut pair = Coherent::new(&a, &b);
/// for step in 0..10 {
///     let a_from_b = Pose::from_translation(DVec3::new(0.0, 0.0, 2.0 - 0.1 * f64::from(step)))?;
///     assert_eq!(pair.distance(&a_from_b), pair::distance(&a, &b, &a_from_b));
/// }
/// assert_eq!(pair.hits().witness_stood, 9);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Coherent<M> {
    a: M,
    b: M,
    memory: PairMemory,
    hits: CoherenceHits,
    cost: Cost,
}

impl<M: Borrow<Mesh>> Coherent<M> {
    /// Two meshes, owned, borrowed or shared, of which nothing is known yet.
    #[must_use]
    pub fn new(a: M, b: M) -> Self {
        Self { a, b, memory: PairMemory::default(), hits: CoherenceHits::default(), cost: Cost::default() }
    }

    /// Forgets what is known and turns to other meshes; working memory is kept.
    pub fn turn_to(&mut self, a: M, b: M) {
        (self.a, self.b) = (a, b);
        self.memory.forget();
        (self.hits, self.cost) = (CoherenceHits::default(), Cost::default());
    }

    /// Returns [`Coherent::hits`] and [`Coherent::cost`], and resets both counts.
    pub fn take_tally(&mut self) -> (CoherenceHits, Cost) {
        (std::mem::take(&mut self.hits), std::mem::take(&mut self.cost))
    }

    /// How often what was kept helped, since the beginning.
    #[must_use]
    pub fn hits(&self) -> CoherenceHits {
        self.hits
    }

    /// Work counters of all queries, since the beginning.
    #[must_use]
    pub fn cost(&self) -> Cost {
        self.cost
    }

    /// As [`crate::pair::intersects`].
    pub fn intersects(&mut self, a_from_b: &Pose) -> bool {
        // Without a limit, the answer is known in the end.
        self.intersects_within(a_from_b, &mut Meter::start(&Budget::UNLIMITED)).unwrap_or(false)
    }

    /// As [`Coherent::intersects`], until the budget is spent: then `None`, and at the same pose the next call goes on from there; at another,
    /// it has to look again at what was found apart, but opens nothing twice.
    pub(crate) fn intersects_within(&mut self, a_from_b: &Pose, meter: &mut Meter) -> Option<bool> {
        let posed = PosedPair::new(self.a.borrow(), self.b.borrow(), a_from_b, Method::Auto);
        let (memory, hits, cost) = (&mut self.memory, &mut self.hits, &mut self.cost);
        if !memory.is_paused_at(&posed) {
            hits.queries += 1;
            if memory.bounds(&posed)[0] > 0.0 {
                hits.by_motion += 1;
                return Some(false);
            }
        }
        memory.share_a_point(&posed, meter, hits, cost)
    }

    /// Upper bound on the distance as it is computed at a pose, by what earlier queries found; infinite where they found nothing.
    pub(crate) fn distance_bound(&self, a_from_b: &Pose) -> f64 {
        let posed = PosedPair::new(self.a.borrow(), self.b.borrow(), a_from_b, Method::Auto);
        self.memory.bounds(&posed)[1]
    }

    /// As [`crate::pair::within`].
    pub fn within(&mut self, a_from_b: &Pose, clearance: f64) -> bool {
        let posed = PosedPair::new(self.a.borrow(), self.b.borrow(), a_from_b, Method::Auto);
        let (memory, hits, cost) = (&mut self.memory, &mut self.hits, &mut self.cost);
        hits.queries += 1;
        if clearance.is_nan() || clearance < 0.0 {
            return false;
        }
        let [lower, upper] = memory.bounds(&posed);
        if lower > clearance || upper <= clearance {
            hits.by_motion += 1;
            return upper <= clearance;
        }
        let witness = memory.closest.map(|faces| posed.as_asked(faces));
        if let Some(faces) = witness {
            hits.witness_tried += 1;
            let mut search = ClosestFacesSearch::default();
            search.look_at(&posed.bodies(), faces, cost);
            if search.upper() <= clearance {
                hits.witness_stood += 1;
                memory.known = Some(KnownDistance::new(&posed, lower, upper.min(search.upper())));
                return true;
            }
        }
        if memory.share_a_point(&posed, &mut Meter::start(&Budget::UNLIMITED), hits, cost) == Some(true) {
            memory.known = Some(KnownDistance::new(&posed, 0.0, 0.0));
            return true;
        }
        let found = gap(&posed, witness, ClosestGoal::Within(clearance), cost);
        memory.known = Some(match &found {
            Some(search) => KnownDistance::new(&posed, lower, upper.min(search.upper())),
            None => KnownDistance::new(&posed, clearance, upper),
        });
        if let Some(faces) = found.as_ref().and_then(ClosestFacesSearch::faces) {
            memory.closest = Some(posed.as_asked(faces));
        }
        found.is_some()
    }

    /// As [`crate::pair::distance`], to the last bit.
    pub fn distance(&mut self, a_from_b: &Pose) -> Distance {
        let (a, b) = (self.a.borrow(), self.b.borrow());
        let posed = PosedPair::new(a, b, a_from_b, Method::Auto);
        let (memory, hits, cost) = (&mut self.memory, &mut self.hits, &mut self.cost);
        hits.queries += 1;
        let apart = memory.bounds(&posed)[0] > 0.0;
        hits.by_motion += u64::from(apart);
        // Where they meet, the answer is the place that a walk from the roots comes to first.
        let common = if apart { None } else { common_point(&posed, cost) };
        if let Some(distance) = common.and_then(|common| common.distance(&posed, cost)) {
            memory.known = Some(KnownDistance::new(&posed, 0.0, 0.0));
            return distance;
        }
        let witness = memory.closest.map(|faces| posed.as_asked(faces));
        let search = gap(&posed, witness, ClosestGoal::Closest(f64::INFINITY), cost);
        let faces = search.as_ref().and_then(ClosestFacesSearch::faces);
        if witness.is_some() {
            hits.witness_tried += 1;
            hits.witness_stood += u64::from(witness == faces);
        }
        memory.closest = faces.map(|faces| posed.as_asked(faces));
        let Some(distance) = search.and_then(|search| search.answer(&posed)) else {
            return crate::pair::distance(a, b, a_from_b);
        };
        memory.known = Some(KnownDistance::new(&posed, distance.value, distance.value));
        distance
    }
}
