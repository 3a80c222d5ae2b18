//! A polygon that moves about another (Jiménez, Segura and Feito 2004, algorithm 3): circles, then the mask of influence areas beside that of
//! the step before, then the edges that are left.
//!
//! The mover B lies in a circle about its centroid. Edges of A whose extended influence area, of the circle's radius, does not hold the middle
//! cannot meet B. If none is left, the circle lies in the inside of A or outside, all of it: one point decides the relation, which edge
//! tests alone cannot, and as long as the middle moves by less than its margin to every area, nothing at all is computed. Where edges are left
//! the paper compares them with the edges of B whose ends lie on both sides; [`Method::Auto`] hands over to the trees, which are faster at
//! that. Answers are those of [`crate::relate`], independent of earlier calls; `docs/notes/coverings.md` has the proof.

use super::edge_chain_sides::{EdgeChainSides, StandingEdge};
use super::ring_locations;
use crate::coverings::candidate_edges::probe;
use crate::coverings::influence_areas::CircleProbe;
use crate::posed_pair::pair::{PosedPair, PosedPolygon};
use crate::relation::classify::classify_intersections;
use crate::relation::common_point::CommonPoint;
use crate::relation::contacts::visit_edge_intersections;
use crate::relation::edge_intersections::VisitEdgePair;
use crate::segment::intersection::SegmentIntersection;
use crate::{EdgeId, Method, MovingHistory, MovingPoint, Polygon, Pose2};
use impinge::cost::Cost;
use impinge::math::bit_mask::BitMask;
use impinge::math::simd;
use impinge::math::simd::dispatch;
use impinge::pair::{Location, Relation};
use std::ops::ControlFlow;

/// The most edges of A for which masks, whose cost grows with them, were not slower than the trees: measured, see
/// `docs/notes/coverings.md`.
const WORTH_MASKING: usize = 32;

/// The mask computed for a position of B.
#[derive(Clone, Copy, Debug)]
struct KnownMask {
    probe: CircleProbe,
    /// The least change of place or radius that changes the mask.
    margin: f64,
    /// Whether the circle lies inside A, where it meets none of its edges.
    inside: Option<bool>,
}

/// The position of B relative to the influence areas.
enum Approach {
    /// Clear of every edge, and inside A or not.
    Free { inside: bool },
    /// Edges are left.
    Near,
    /// The frame of the query is not that of A, or the place is out of range: nothing is known.
    Elsewhere,
}

/// A polygon that moves about another, with the mask of the last step.
///
/// ```
/// # use impinge::{math::DVec2, pair::Relation};
/// # use impinge_planar::{MovingPolygon, Polygon, Pose2};
/// let square = |r: f64| Polygon::try_new(vec![[[-r, -r], [r, -r], [r, r], [-r, r]].map(DVec2::from_array).to_vec()]);
/// let (room, table) = (square(4.0)?, square(1.0)?);
/// let mut moving = MovingPolygon::new(&room, &table);
/// for step in 0..100 {
///     let pose = Pose2::from_angle(0.1, DVec2::new(0.01 * f64::from(step), 0.0))?;
///     assert_eq!(moving.relate(&pose), Relation::BInsideA);
/// }
/// assert!(moving.history().by_motion > 90);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MovingPolygon<'a> {
    polygons: [&'a Polygon; 2],
    method: Method,
    clearance: f64,
    /// The largest distance of a vertex of B from its centre.
    radius: f64,
    mask: BitMask,
    next: BitMask,
    known: Option<KnownMask>,
    middle: MovingPoint<'a>,
    /// The first vertex of each ring of B.
    rings: Vec<MovingPoint<'a>>,
    met: Vec<([EdgeId; 2], SegmentIntersection)>,
    sides_buffer: EdgeChainSides,
    history: MovingHistory,
}

impl<'a> MovingPolygon<'a> {
    /// Polygon B, which moves about A.
    #[must_use]
    pub fn new(a: &'a Polygon, b: &'a Polygon) -> Self {
        let (covering, centre) = (a.covering(), b.covering().centre());
        Self {
            polygons: [a, b],
            method: Method::Auto,
            clearance: 0.0,
            radius: b.vertices().iter().map(|v| (*v - centre).length()).fold(0.0, f64::max),
            mask: BitMask::default(),
            next: BitMask::default(),
            known: None,
            middle: MovingPoint::new(covering),
            rings: vec![MovingPoint::new(covering); b.ring_count()],
            met: Vec::new(),
            sides_buffer: EdgeChainSides::default(),
            history: MovingHistory::default(),
        }
    }

    /// Chooses how edges are compared: [`Method::Covering`] is the paper's, `Auto` takes its masks where A has few edges, and
    /// the trees for what is left; `Tree`, as `Brute` here, takes these wherever circles overlap.
    #[must_use]
    pub fn with_method(mut self, method: Method) -> Self {
        self.method = method;
        self
    }

    /// The same with a distance that [`MovingPolygon::within`] asks for: influence areas are as much longer.
    #[must_use]
    pub fn with_clearance(mut self, clearance: f64) -> Self {
        (self.clearance, self.known) = (clearance, None);
        self
    }

    /// How A and B relate at a pose: what [`crate::relate`] says.
    pub fn relate(&mut self, a_from_b: &Pose2) -> Relation {
        self.met.clear();
        let approach = self.approach(a_from_b);
        if let Approach::Free { inside } = approach {
            return if inside { Relation::BInsideA } else { Relation::Disjoint };
        }
        let cost = &mut Cost::default();
        let posed = self.posed(a_from_b);
        let mut met = std::mem::take(&mut self.met);
        let _ = self.compare(&posed, &approach, cost, &mut |edges, shared, _| {
            met.push((edges, shared));
            ControlFlow::Continue(())
        });
        let clean =
            met.is_empty() && !self.by_tree(&approach) && posed.bodies.iter().all(PosedPolygon::keeps_arrangement);
        let apart = if clean { ring_locations::relation(&posed, &self.mask, &mut self.rings, cost) } else { None };
        let relation = apart.unwrap_or_else(|| {
            let found = classify_intersections(&posed, cost, |cost, visit| {
                met.iter().try_for_each(|(edges, shared)| visit(*edges, *shared, cost))
            });
            posed.relation_as_asked(found)
        });
        met.iter_mut().for_each(|(edges, _)| *edges = posed.as_asked(*edges));
        met.sort_unstable_by_key(|(edges, _)| *edges);
        self.met = met;
        relation
    }

    /// Whether A and B share a point at a pose: what [`crate::intersects`] says; the first proof ends it.
    pub fn intersects(&mut self, a_from_b: &Pose2) -> bool {
        self.met.clear();
        let approach = self.approach(a_from_b);
        if let Approach::Free { inside } = approach {
            return inside;
        }
        let cost = &mut Cost::default();
        let posed = self.posed(a_from_b);
        if self.by_tree(&approach) {
            self.history.compared += 1;
            self.history.by_tree += 1;
            let common = CommonPoint::find(&posed, cost);
            if let Some(CommonPoint::Edges(edges, shared)) = common {
                self.met.push((posed.as_asked(edges), shared));
            }
            return common.is_some();
        }
        let mut first = None;
        let _ = self.compare(&posed, &approach, cost, &mut |edges, shared, _| {
            first = Some((posed.as_asked(edges), shared));
            ControlFlow::Break(())
        });
        self.met.extend(first);
        if first.is_some() {
            return true;
        }
        let apart = ring_locations::relation(&posed, &self.mask, &mut self.rings, cost);
        apart.map_or_else(|| CommonPoint::find(&posed, cost).is_some(), |relation| relation != Relation::Disjoint)
    }

    /// Whether A and B are no farther apart than the clearance: what [`crate::within`] says. Where influence areas leave edges, the
    /// trees measure.
    pub fn within(&mut self, a_from_b: &Pose2) -> bool {
        match self.approach(a_from_b) {
            Approach::Free { inside } => inside && self.clearance >= 0.0,
            Approach::Near | Approach::Elsewhere => {
                self.history.by_tree += 1;
                crate::within(self.polygons[0], self.polygons[1], a_from_b, self.clearance)
            }
        }
    }

    /// The edges of A and B that share a point, sorted, as the last [`MovingPolygon::relate`] found them; after [`MovingPolygon::intersects`] at
    /// most the first found.
    pub fn involved(&self) -> impl ExactSizeIterator<Item = [EdgeId; 2]> {
        self.met.iter().map(|(edges, _)| *edges)
    }

    /// Work counters over all steps.
    #[must_use]
    pub fn history(&self) -> MovingHistory {
        self.history
    }

    fn posed(&self, a_from_b: &Pose2) -> PosedPair<'a> {
        PosedPair::new(self.polygons[0], self.polygons[1], a_from_b, Method::Tree)
    }

    /// Places the circle of B and brings the mask up to date.
    fn approach(&mut self, a_from_b: &Pose2) -> Approach {
        self.history.steps += 1;
        let [a, b] = self.polygons;
        let pose = if a_from_b.is_identity() { Pose2::IDENTITY } else { *a_from_b };
        let Some((place, probe)) = probe(a, b, &pose, [self.radius, self.clearance]) else {
            return Approach::Elsewhere;
        };
        let influence = a.covering().influence();
        if influence.is_clear_of(&probe) {
            self.history.circles_apart += 1;
            self.history.at_once += 1;
            self.history.free += 1;
            return Approach::Free { inside: false };
        }
        if !self.masks() {
            return Approach::Near;
        }
        let (inside, is_known) = match self.known.filter(|known| known.covers(&probe)) {
            Some(known) => (known.inside, true),
            None => (None, false),
        };
        if is_known {
            self.history.by_motion += 1;
        } else {
            let margin = dispatch!(simd::level(), simd => influence.mask_of(simd, &probe, &mut self.next));
            let changed = if self.known.is_some() { self.mask.changes(&self.next).count() } else { self.next.count() };
            self.history.unchanged += u64::from(self.known.is_some() && changed == 0);
            self.history.bits_changed += changed as u64;
            std::mem::swap(&mut self.mask, &mut self.next);
            self.known = Some(KnownMask { probe, margin, inside: None });
        }
        if !self.mask.is_empty() {
            return Approach::Near;
        }
        self.history.at_once += u64::from(inside.is_some());
        let inside = inside.or_else(|| match self.middle.locate(place)? {
            Location::Surface => None, // cannot be: the area of that edge holds it
            location => Some(location == Location::Inside),
        });
        if let Some(known) = &mut self.known {
            known.inside = inside;
        }
        let Some(inside) = inside else { return Approach::Elsewhere };
        self.history.free += 1;
        Approach::Free { inside }
    }

    /// Whether influence areas are looked at.
    fn masks(&self) -> bool {
        match self.method {
            Method::Auto => self.polygons[0].covering().len() <= WORTH_MASKING,
            Method::Covering => true,
            Method::Tree | Method::Brute => false,
        }
    }

    /// Whether edges that are left are compared by the trees: always but for the paper's method, for these were faster at every size.
    fn by_tree(&self, approach: &Approach) -> bool {
        !matches!(approach, Approach::Near) || self.method != Method::Covering
    }

    /// Visits every pair of edges that meet, in the order of the pair.
    fn compare(
        &mut self,
        posed: &PosedPair<'_>,
        approach: &Approach,
        cost: &mut Cost,
        visit: &mut VisitEdgePair<'_>,
    ) -> ControlFlow<()> {
        let chain = &self.polygons[1].covering().chain;
        let by_tree = self.by_tree(approach);
        self.history.compared += 1;
        self.history.by_tree += u64::from(by_tree);
        if by_tree {
            return visit_edge_intersections(posed, cost, visit);
        }
        self.history.candidates += self.mask.count() as u64;
        let standing = usize::from(!std::ptr::eq(posed.bodies[0].polygon, self.polygons[0]));
        let (mask, sides_buffer) = (&self.mask, &mut self.sides_buffer);
        dispatch!(simd::level(), simd => {
            sides_buffer.place(simd, chain, &posed.bodies[1 - standing].transform);
            mask.ones().try_for_each(|edge| {
                let standing = StandingEdge { posed, body: standing, edge: EdgeId(edge as u32) };
                sides_buffer.compare(simd, chain, standing, cost, visit)
            })
        })
    }
}

impl KnownMask {
    /// Whether a circle is so close to the known one that its mask is the same, and so is that of every circle on the way.
    fn covers(&self, probe: &CircleProbe) -> bool {
        let moved = (probe.middle - self.probe.middle).length() + (probe.radius - self.probe.radius).abs();
        moved + 4.0 * (probe.slack + self.probe.slack) < self.margin
    }
}
