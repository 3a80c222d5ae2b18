//! The relation of two polygons, from the sides of the pieces into which edges cut each other.
//!
//! Edges are cut where they meet others. Beside the middle of each piece one sees which of its two sides are inside which polygon, and
//! every face of the joint arrangement lies beside some piece: `docs/notes/planar.md` has the proof. Edges that meet nothing are like
//! the neighbours in their ring; a ring that meets nothing is classified at one edge.

use crate::polygon::self_intersections::{SortedVertices, edges_at, self_intersections};
use crate::posed_pair::pair::{PosedPair, PosedPolygon};
use crate::relation::contacts::visit_edge_intersections;
use crate::relation::edge_intersections::VisitEdgePair;
use crate::relation::ray_casting::{LocalParity, Ray, cast_ray};
use crate::segment::Segment;
use crate::segment::exact_point::ExactPoint;
use crate::segment::intersection::SegmentIntersection;
use crate::{EdgeId, Method};
use impinge::cost::Cost;
use impinge::math::DVec2;
use impinge::math::predicates::side_of_line;
use impinge::pair::Relation;
use std::ops::ControlFlow;

/// What is known about the arrangement of two bodies; index 0 is the first, 1 the second.
#[derive(Clone, Copy, Debug, Default)]
struct Evidence {
    /// Edges meet.
    contact: bool,
    /// A face inside both.
    common_face: bool,
    /// A face inside this one alone.
    own_face: [bool; 2],
    /// An edge or point of this one outside the other.
    sticks_out: [bool; 2],
    /// An edge or point of this one in the interior of the other.
    goes_in: [bool; 2],
}

impl Evidence {
    /// What a piece of `owner` shows, by the sides of it that are inside the owner and the other.
    fn piece(&mut self, owner: usize, own: [bool; 2], other: LocalParity) {
        let sides = other.sides();
        for k in 0..2 {
            self.common_face |= own[k] && sides[k];
            self.own_face[owner] |= own[k] && !sides[k];
            self.own_face[1 - owner] |= !own[k] && sides[k];
        }
        self.sticks_out[owner] |= !other.on_edge && !sides[0] && !sides[1];
        self.goes_in[owner] |= sides[0] && sides[1];
    }

    /// What a lone point of `owner` off all edges of the other shows, or one that edges of the other pass without leaving its inside.
    fn point(&mut self, owner: usize, other: LocalParity) {
        self.sticks_out[owner] |= !other.on_edge && !other.ray_side;
        self.goes_in[owner] |= other.ray_side;
    }

    fn overlaps(&self) -> bool {
        self.common_face || self.goes_in[0] || self.goes_in[1]
    }

    fn is_part(&self, body: usize) -> bool {
        !self.own_face[body] && !self.sticks_out[body]
    }

    /// The relation, once all has been seen.
    fn relation(&self) -> Relation {
        let parts = [self.is_part(0), self.is_part(1)];
        let deep = |body: usize| self.common_face || self.goes_in[body];
        match () {
            () if !self.contact && !self.overlaps() => Relation::Disjoint,
            () if parts[0] && parts[1] => Relation::Coincident,
            () if parts[0] && deep(0) => Relation::AInsideB,
            () if parts[1] && deep(1) => Relation::BInsideA,
            () if self.overlaps() => Relation::Crossing,
            () => Relation::Touching,
        }
    }

    /// Whether nothing more can change the relation.
    fn is_settled(&self) -> bool {
        self.overlaps() && !self.is_part(0) && !self.is_part(1)
    }
}

/// Where an edge is cut by another.
#[derive(Clone, Copy)]
struct EdgeCut {
    edge: EdgeId,
    other: EdgeId,
    shared: SegmentIntersection,
    /// The body of the other edge.
    other_body: usize,
}

impl EdgeCut {
    /// Both edges of one body cut by each other.
    fn both([e, f]: [EdgeId; 2], shared: SegmentIntersection, [body, other]: [usize; 2]) -> [Self; 2] {
        [Self { edge: e, other: f, shared, other_body: other }, Self { edge: f, other: e, shared, other_body: body }]
    }
}

/// With more cuts than this it is worth looking for those that are the same.
const MANY_CUTS: usize = 1 << 16;

/// Leaves out cuts of an edge at places where it is cut already: where two fans meet, there are as many as pairs of edges. Those of edges
/// without a length stay, for they tell what lies around it.
fn remove_repeated_cuts(placed: &PosedPolygon<'_>, cuts: &mut Vec<EdgeCut>) {
    let place = |cut: &EdgeCut| match cut.shared {
        SegmentIntersection::Touching(p) => Some(p.to_array().map(f64::to_bits)),
        SegmentIntersection::Disjoint | SegmentIntersection::Crossing | SegmentIntersection::Overlapping(_) => None,
    };
    cuts.sort_unstable_by_key(|cut| (cut.edge, place(cut), cut.other));
    cuts.dedup_by(|next, cut| {
        let [p, q] = placed.edge(cut.edge);
        next.edge == cut.edge && place(cut).is_some() && place(next) == place(cut) && p != q
    });
}

/// Classifies the relation of two bodies.
struct Classifier<'a> {
    posed: &'a PosedPair<'a>,
    /// Whether edges of each share nothing but common ends: then one side of every edge is inside.
    clean: [bool; 2],
    evidence: Evidence,
}

/// The relation of the first body to the second.
pub(crate) fn classify(posed: &PosedPair<'_>, cost: &mut Cost) -> Relation {
    classify_intersections(posed, cost, |cost, visit| visit_edge_intersections(posed, cost, visit))
}

/// The relation of the first body to the second, given what visits every pair of edges that meet.
pub(crate) fn classify_intersections(
    posed: &PosedPair<'_>,
    cost: &mut Cost,
    visit_all: impl FnOnce(&mut Cost, &mut VisitEdgePair<'_>) -> ControlFlow<()>,
) -> Relation {
    let mut cuts: [Vec<EdgeCut>; 2] = [Vec::new(), Vec::new()];
    let (mut shapes, mut room) = (None, MANY_CUTS);
    let auto = posed.method != Method::Brute;
    let mut keep_shape =
        || auto && *shapes.get_or_insert_with(|| posed.bodies.iter().all(PosedPolygon::keeps_arrangement));
    let proof = visit_all(cost, &mut |[e, f], shared, _| {
        // At such a crossing all four combinations of inside and outside lie around one point.
        if shared == SegmentIntersection::Crossing && keep_shape() {
            return ControlFlow::Break(());
        }
        let [first, second] = EdgeCut::both([e, f], shared, [0, 1]);
        cuts[0].push(first);
        cuts[1].push(second);
        if cuts[0].len() > room {
            (0..2).for_each(|body| remove_repeated_cuts(&posed.bodies[body], &mut cuts[body]));
            room = MANY_CUTS + 2 * cuts[0].len().max(cuts[1].len());
        }
        ControlFlow::Continue(())
    });
    if proof.is_break() {
        return Relation::Crossing;
    }
    let clean = if auto { posed.bodies.map(|body| body.keeps_arrangement()) } else { [false; 2] };
    let evidence = Evidence { contact: !cuts[0].is_empty(), ..Evidence::default() };
    let mut classify = Classifier { posed, clean, evidence };
    for body in 0..2 {
        if !clean[body] {
            classify.add_self_cuts(body, &mut cuts[body], cost);
        }
        cuts[body].sort_unstable_by_key(|cut| (cut.edge, cut.other_body, cut.other));
        if classify.classify_body(body, &cuts[body], cost).is_break() {
            break;
        }
    }
    classify.evidence.relation()
}

impl Classifier<'_> {
    /// Where a body's edges meet other edges of its own, but for the vertices between edges that follow each other.
    fn add_self_cuts(&self, body: usize, cuts: &mut Vec<EdgeCut>, cost: &mut Cost) {
        let _ = self_intersections(self.posed, body, cost, &mut |[e, f], shared, _| {
            cuts.extend(EdgeCut::both([e, f], shared, [body; 2]));
            ControlFlow::Continue(())
        });
        let placed = &self.posed.bodies[body];
        for (place, vertex) in SortedVertices::new(placed).coincident().flatten() {
            let [e, f] = edges_at(placed.polygon, *vertex);
            cuts.extend(EdgeCut::both([e, f], SegmentIntersection::Touching(*place), [body; 2]));
        }
    }

    /// Looks at every piece of every edge of a body that was cut, and at one edge of every other ring.
    fn classify_body(&mut self, body: usize, cuts: &[EdgeCut], cost: &mut Cost) -> ControlFlow<()> {
        let polygon = self.posed.bodies[body].polygon;
        let mut rest = cuts;
        for ring in 0..polygon.ring_count() {
            let range = polygon.ring_range(ring);
            let start = range.start;
            let count = rest.partition_point(|cut| cut.edge.index() < range.end);
            let (own, after) = rest.split_at(count);
            rest = after;
            let placed = &self.posed.bodies[body];
            // An edge with a length: vertices may be rounded to one place.
            let edge = range.map(|edge| EdgeId(edge as u32)).find(|edge| {
                let [p, q] = placed.edge(*edge);
                p != q
            });
            let Some(edge) = edge else {
                self.classify_point_ring(body, start, own, cost);
                continue;
            };
            if own.is_empty() {
                let ends = placed.edge(edge).map(ExactPoint::Double);
                self.classify_piece(body, edge, &ends[0].midpoint(&ends[1]), cost);
            } else {
                for group in own.chunk_by(|p, q| p.edge == q.edge) {
                    self.classify_edge(body, group, cost)?;
                }
            }
            if self.evidence.is_settled() {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Looks at a ring whose vertices are all at the place of one, given the cuts of its edges.
    fn classify_point_ring(&mut self, body: usize, vertex: usize, cuts: &[EdgeCut], cost: &mut Cost) {
        let (place, other) = (self.posed.bodies[body].vertex(vertex), &self.posed.bodies[1 - body]);
        let found = cast_ray(self.posed, other, Ray { start: &ExactPoint::Double(place), axis: 0 }, cost);
        self.evidence.contact |= found.on_edge;
        let through = cuts.iter().filter(|cut| cut.edge.index() == vertex && cut.other_body != body);
        let ends = through.flat_map(|cut| other.edge(cut.other)).filter(|end| *end != place).collect();
        if !found.on_edge || is_even(place, ends, cost) {
            self.evidence.point(body, found);
        }
    }

    /// Looks at the pieces of one edge, given all its cuts.
    fn classify_edge(&mut self, body: usize, cuts: &[EdgeCut], cost: &mut Cost) -> ControlFlow<()> {
        let Some(&EdgeCut { edge, .. }) = cuts.first() else { return ControlFlow::Continue(()) };
        let ends = self.posed.bodies[body].edge(edge);
        let mut points = Vec::with_capacity(cuts.len() + 2);
        points.extend(ends.map(ExactPoint::Double));
        for EdgeCut { other, shared, other_body, .. } in cuts {
            match shared {
                SegmentIntersection::Disjoint => {}
                SegmentIntersection::Crossing => {
                    points.extend(ExactPoint::crossing(ends, self.posed.bodies[*other_body].edge(*other)));
                }
                SegmentIntersection::Touching(p) => points.push(ExactPoint::Double(*p)),
                SegmentIntersection::Overlapping(both) => points.extend(both.map(ExactPoint::Double)),
            }
        }
        let axis = usize::from(ends[0].x == ends[1].x);
        points.sort_unstable_by(|p, q| p.compare_point(axis, q));
        for pair in points.windows(2) {
            if pair[0].compare_point(axis, &pair[1]).is_lt() {
                self.classify_piece(body, edge, &pair[0].midpoint(&pair[1]), cost);
                if self.evidence.is_settled() {
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Looks beside a point in the middle of a piece.
    fn classify_piece(&mut self, body: usize, edge: EdgeId, start: &ExactPoint, cost: &mut Cost) {
        cost.pieces += 1;
        let placed = &self.posed.bodies[body];
        let ray = Ray { start, axis: ray_axis(placed.edge(edge)) };
        let other = cast_ray(self.posed, &self.posed.bodies[1 - body], ray, cost);
        let own = if self.clean[body] && !other.on_edge {
            [true, false] // or the other way round, which is the same beside a piece that is alone
        } else {
            cast_ray(self.posed, placed, ray, cost).sides()
        };
        self.evidence.piece(body, own, other);
    }
}

/// Whether every direction from a point to these ends occurs an even number of times, so that all sectors between them are alike.
fn is_even(from: DVec2, mut ends: Vec<DVec2>, cost: &mut Cost) -> bool {
    let is_below = |p: &DVec2| p.y < from.y || (p.y == from.y && p.x < from.x);
    let mut by_angle =
        |p: &DVec2, q: &DVec2| is_below(p).cmp(&is_below(q)).then_with(|| 0.cmp(&side_of_line(from, *p, *q, cost)));
    ends.sort_unstable_by(&mut by_angle);
    ends.chunk_by(|p, q| by_angle(p, q).is_eq()).all(|alike| alike.len() % 2 == 0)
}

/// The axis along which a ray leaves an edge to one side.
fn ray_axis([p, q]: Segment) -> usize {
    let d: DVec2 = q - p;
    usize::from(d.y == 0.0)
}
