//! Lower bound on a depth by convex parts of the bodies, and the translation that they leave open.
//!
//! Every set of translations that leaves a convex part of one body in a face of the other (see [`super::overlap_region`]) is convex. The shortest
//! translation that is in none of them is found by best first search: a node is an intersection of half-spaces, its value the length of the shortest vector in
//! it. Where that vector is in one of the sets, it must leave it by a side: one node for each. Sets are made where they are wanted: at the shortest vector of the node at hand, from
//! the faces that meet there. A pin in its hole needs a few facets around it: away from one it goes deeper into the one across, so what is left is the way along the axis.
//! `docs/notes/depth.md` has the proof.

use super::half_spaces::{HalfSpace, shortest_in_two, shortest_vector};
use super::inner_polytope::{GrowthLimits, InnerPolytope, nearest_of};
use super::overlap_region::{OverlapRegion, overlaps_where_inside};
use super::separation_along::moved;
use crate::bound::Aabb;
use crate::bvh::Order;
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::{DVec3, Pose};
use crate::pair::contacts::face_contacts::visit_contacts;
use crate::pair::pair_query_types::Method;
use crate::pair::point::locate::Location;
use crate::pair::point::point_query::{is_in_range, locate_in, nearest_in};
use crate::pair::posed_pair::{PosedMesh, PosedPair, faces_near};
use crate::pair::relation::solid_relation::contained_vertex;
use crate::priority_queue::{Priority, PriorityQueue};
use crate::triangle_pair::TriangleRelation;
use std::cmp::Ordering;
use std::collections::HashSet;
use std::ops::ControlFlow;

/// Translations that a node holds, and a bound on their lengths.
struct Node {
    lower: f64,
    /// The shortest of them, rounded; `None` as long as the bound is that of two half-spaces alone.
    shortest: Option<DVec3>,
    /// At most three, on whose borders the shortest is, and one more before it is known. What else its translations fulfil is forgotten, so that nodes that were reached
    /// on different ways are one.
    sides: Vec<HalfSpace>,
    /// Holds all translations of the node that are not longer than the upper bound.
    whole: Option<HalfSpace>,
    /// Breaks ties, so that the order is the same every time.
    number: u32,
}

/// The least bound first.
impl Priority for Node {
    #[inline]
    fn priority(&self, other: &Self) -> Ordering {
        other.lower.total_cmp(&self.lower).then(other.number.cmp(&self.number))
    }
}

/// How much is searched, and what is known already.
#[derive(Clone, Copy, Debug)]
pub(super) struct TranslationLimits {
    /// The length of a translation that separates.
    pub upper: f64,
    /// A length that none is below.
    pub lower: f64,
    /// Nodes at most.
    pub nodes: u32,
    /// Sets of translations that are made, at most.
    pub regions: usize,
}

/// What was found.
pub(super) struct OpenTranslations {
    /// No translation that separates is shorter; at most the upper bound that was known.
    pub lower: f64,
    /// The shortest translations of the second body that are not excluded, the shortest first; none if all below the upper bound are.
    pub open: Vec<DVec3>,
    /// Sets of translations that do not separate.
    pub regions: Vec<OverlapRegion>,
}

/// The search.
pub(super) struct TranslationSearch<'a> {
    posed: &'a PosedPair<'a>,
    bodies: [PosedMesh<'a>; 2],
    pose: Pose,
    limits: TranslationLimits,
    growth: GrowthLimits,
    /// No coordinate is larger.
    largest: f64,
    parts: [Vec<InnerPolytope>; 2],
    regions: Vec<OverlapRegion>,
    cost: Cost,
}

impl<'a> TranslationSearch<'a> {
    /// `bodies` are those of the pair, perhaps with remembered vertices.
    pub fn new(posed: &'a PosedPair<'a>, bodies: [PosedMesh<'a>; 2], limits: TranslationLimits) -> Self {
        let largest = bodies.map(|body| body.bounds().largest_coordinate()).into_iter().fold(0.0, f64::max);
        let rounding = 256.0 * f64::EPSILON * (largest + limits.upper);
        let margin = (limits.lower / 64.0).max(limits.upper * 1e-6).max(rounding);
        let growth = GrowthLimits { reach: 1.5 * limits.upper + 8.0 * margin, margin };
        let pose = posed.pose().copied().unwrap_or(Pose::IDENTITY);
        let (parts, regions) = (Default::default(), Vec::new());
        Self { posed, bodies, pose, limits, growth, largest, parts, regions, cost: Cost::default() }
    }

    /// Searches until a translation is not excluded, or the limits are reached.
    pub fn run(mut self) -> OpenTranslations {
        let upper = self.limits.upper;
        // The whole space is the first node.
        let (mut waiting, mut seen) = (PriorityQueue::default(), HashSet::from([Vec::new()]));
        let mut last = Node { lower: 0.0, shortest: Some(DVec3::ZERO), sides: Vec::new(), whole: None, number: 0 };
        let mut made = 0;
        for _ in 0..self.limits.nodes {
            let Some(region) = last.shortest.and_then(|shortest| self.region_at(shortest)) else { break };
            for side in region.sides {
                if side.least < upper {
                    made += 1;
                    waiting.extend(Some(last.beyond(side, made)).filter(|node| node.lower < upper));
                }
            }
            match next(&mut waiting, &mut seen, upper) {
                Some(next) => last = next,
                None => return OpenTranslations { lower: upper, open: Vec::new(), regions: self.regions },
            }
        }
        let lower = last.lower;
        let mut open: Vec<DVec3> = last.shortest.into_iter().collect();
        open.extend(
            std::iter::from_fn(|| next(&mut waiting, &mut seen, upper)).take(2).filter_map(|node| node.shortest),
        );
        OpenTranslations { lower, open, regions: self.regions }
    }

    /// A set that holds a translation well inside: one that there is, or a new one; `None` if none is found.
    fn region_at(&mut self, v: DVec3) -> Option<OverlapRegion> {
        let depth = |region: &OverlapRegion| region.depth_of(v);
        let best = self.regions.iter().max_by(|p, q| depth(p).total_cmp(&depth(q)));
        // On its border, rounding may put a translation inside.
        let least = 0.25 * self.growth.margin;
        if let Some(best) = best.filter(|region| depth(region) > least) {
            return Some(best.clone());
        }
        if self.regions.len() >= self.limits.regions {
            return None;
        }
        let found = self.region_by_parts(v, [0, 0]).or_else(|| {
            let before = [0, 1].map(|k| self.parts[k].len());
            self.grow_parts(v);
            self.region_by_parts(v, before)
        })?;
        self.regions.push(found.clone());
        Some(found)
    }

    /// A set by one of the parts that there are, from these numbers on.
    fn region_by_parts(&mut self, v: DVec3, from: [usize; 2]) -> Option<OverlapRegion> {
        let mut best: Option<(f64, usize, usize, FaceId)> = None;
        for (holder, from) in from.into_iter().enumerate() {
            // The faces of the other body, as they stand for the part.
            let shift = if holder == 0 { v } else { -v };
            let other = self.bodies[1 - holder];
            for (k, part) in self.parts[holder].iter().enumerate().skip(from) {
                let bounds = Aabb { min: part.bounds.min - shift, max: part.bounds.max - shift };
                for face in faces_near(&other, &bounds) {
                    let triangle = other.triangle(face);
                    let nearest = nearest_of(&triangle.map(|p| p + shift - part.middle)) + part.middle;
                    let mean = (triangle[0] + triangle[1] + triangle[2]) / 3.0 + shift;
                    // A point inside the face, not on its border.
                    let inner = nearest + (mean - nearest) / 64.0;
                    if let Some(depth) = part.depth_above(inner, best.map_or(0.0, |best| best.0)) {
                        best = Some((depth, holder, k, face));
                    }
                }
            }
        }
        let (_, holder, k, face) = best?;
        let other = self.bodies[1 - holder];
        let region =
            OverlapRegion::new(&self.parts[holder][k], &other.triangle(face), holder, self.largest + v.length())?;
        let is_sound =
            region.depth_of(v) > 0.25 * self.growth.margin && overlaps_where_inside(&other, face, &mut self.cost);
        is_sound.then_some(region)
    }

    /// Grows parts of both bodies where they meet after a translation.
    fn grow_parts(&mut self, v: DVec3) {
        /// Pairs of faces that are looked at.
        const FACES: usize = 256;
        /// Places at which parts are grown.
        const PLACES: usize = 3;
        let Some(pose) = moved(&self.pose, v) else { return };
        let [first, second] = self.posed.bodies().map(|body| body.mesh);
        let at = PosedPair::new(first, second, &pose, Method::Auto);
        let mut meetings: Vec<([FaceId; 2], DVec3)> = Vec::new();
        let cost = &mut Cost::default();
        let _ = visit_contacts(&at, Order::NearestFirst, cost, |touching, cost| {
            if touching.relation == TriangleRelation::Crossing
                && let Some(contact) = touching.contact(cost)
            {
                let (count, sum) =
                    contact.intersection.points().fold((0.0, DVec3::ZERO), |(n, s), p| (n + 1.0, s + *p));
                meetings.push((at.as_asked(touching.faces), sum / f64::max(count, 1.0)));
            }
            if meetings.len() < FACES { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        if meetings.is_empty() {
            if let Some((own, vertex)) = contained_vertex(&at, cost) {
                let own = if at.is_swapped() { 1 - own } else { own };
                let (holder, place) = (1 - own, self.bodies[own].vertex(vertex));
                let place = if holder == 0 { place + v } else { place - v };
                self.grow_at(holder, place);
            }
            return;
        }
        let step = meetings.len().div_ceil(PLACES);
        for (faces, place) in meetings.into_iter().skip(step / 2).step_by(step) {
            for (holder, face) in faces.into_iter().enumerate() {
                let place = if holder == 0 { place } else { place - v };
                if let Some(middle) = self.ball_behind(holder, face, place) {
                    self.grow_at(holder, middle);
                }
            }
        }
    }

    /// Grows a part of a body about a point, unless that is in a part already, far from its planes.
    fn grow_at(&mut self, holder: usize, middle: DVec3) {
        let reach = self.growth.reach;
        let is_known = |part: &InnerPolytope| part.middle.distance(middle) < 1e-3 * reach;
        if !is_in_range(middle) || self.parts[holder].iter().any(is_known) {
            return;
        }
        let grown = InnerPolytope::grow(&self.bodies[holder], middle, self.growth, &mut self.cost);
        self.parts[holder].extend(grown);
    }

    /// The middle of the largest ball inside a body that touches a face at a point of it, roughly.
    fn ball_behind(&mut self, holder: usize, face: FaceId, place: DVec3) -> Option<DVec3> {
        /// Balls that are tried, each smaller.
        const STEPS: usize = 10;
        let body = self.bodies[holder];
        let [a, b, c] = body.triangle(face);
        let outward = (b - a).cross(c - a).try_normalize()?;
        // A body may be inside out.
        [-outward, outward].into_iter().find_map(|inward| {
            let mut radius = self.growth.reach;
            for _ in 0..STEPS {
                let middle = place + inward * radius;
                let found = is_in_range(middle).then(|| nearest_in(&body, middle, Some(face), &mut self.cost))??;
                if found.distance.value >= 0.99 * radius {
                    let is_inside = locate_in(&body, middle, &mut self.cost) == Location::Inside;
                    return is_inside.then_some(middle);
                }
                let to = found.point - place;
                let along = to.dot(inward);
                let smaller = if along > 0.0 { to.length_squared() / (2.0 * along) } else { 0.5 * radius };
                radius = smaller.clamp(0.01 * radius, 0.98 * radius);
                if radius <= 2.0 * self.growth.margin {
                    return None;
                }
            }
            None
        })
    }
}

/// The node of the least bound, with its shortest vector; `None` if all are as long as the upper bound.
fn next(waiting: &mut PriorityQueue<Node>, seen: &mut HashSet<Vec<[u64; 4]>>, upper: f64) -> Option<Node> {
    loop {
        let mut node = waiting.pop()?;
        if node.shortest.is_some() {
            return Some(node);
        }
        let found = shortest_vector(&node.sides, upper);
        let lower = found.lower.max(node.lower);
        node.sides = found.basis.into_iter().flatten().collect();
        node.sides.sort_by_key(HalfSpace::bits);
        let is_new = lower < upper && seen.insert(node.sides.iter().map(HalfSpace::bits).collect());
        if is_new {
            (node.lower, node.shortest, node.whole) = (lower, Some(found.vector), found.half_space(upper));
            waiting.push(node);
        }
    }
}

impl Node {
    /// The part of the node beyond a side.
    fn beyond(&self, side: HalfSpace, number: u32) -> Self {
        let mut sides = self.sides.clone();
        sides.push(side);
        let lower = shortest_in_two(&side, self.whole.as_ref().unwrap_or(&side));
        Self { lower: lower.max(self.lower), shortest: None, sides, whole: None, number }
    }
}
