//! The relation of two polygons, from what lies beside the pieces of their edges.
//!
//! Edges are cut where they meet others. Beside the middle of each piece one sees which of its two sides are inside which polygon, and
//! every face of the joint arrangement lies beside some piece: `docs/notes/planar.md` has the proof. Edges that meet nothing are like
//! the neighbours in their ring; a ring that meets nothing is judged at one edge.

use crate::polygon::self_intersections::{Places, edges_at, own_meetings};
use crate::posed_pair::pair::{Placed, Setting};
use crate::relation::contacts::meetings;
use crate::relation::edge_intersections::Visit;
use crate::relation::ray_casting::{Beside, Ray, beside};
use crate::segment::Segment;
use crate::segment::exact_point::Site;
use crate::segment::intersection::Meet;
use crate::{EdgeId, Method};
use impinge::cost::Cost;
use impinge::math::DVec2;
use impinge::math::predicates::side_of_line;
use impinge::pair::Relation;
use std::ops::ControlFlow;

/// What has been seen of the two bodies; index 0 is the first, 1 the second.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
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

impl Seen {
    /// What a piece of `owner` shows, by the sides of it that are inside the owner and the other.
    fn piece(&mut self, owner: usize, own: [bool; 2], other: Beside) {
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
    fn point(&mut self, owner: usize, other: Beside) {
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

/// A meeting of an edge with another: where to cut it.
type Cut = (EdgeId, EdgeId, Meet, usize);

/// With more cuts than this it is worth looking for those that are the same.
const MANY_CUTS: usize = 1 << 16;

/// Leaves out cuts of an edge at places where it is cut already: where two fans meet, there are as many as pairs of edges. Those of edges
/// without a length stay, for they tell what lies around it.
fn leave_repeats_out(placed: &Placed<'_>, cuts: &mut Vec<Cut>) {
    let place = |cut: &Cut| match cut.2 {
        Meet::Touch(p) => Some(p.to_array().map(f64::to_bits)),
        Meet::Apart | Meet::Cross | Meet::Overlap(_) => None,
    };
    cuts.sort_unstable_by_key(|cut| (cut.0, place(cut), cut.1));
    cuts.dedup_by(|next, cut| {
        let [p, q] = placed.edge(cut.0);
        next.0 == cut.0 && place(cut).is_some() && place(next) == place(cut) && p != q
    });
}

/// Judges two bodies.
struct Judge<'a> {
    setting: &'a Setting<'a>,
    /// Whether edges of each share nothing but common ends: then one side of every edge is inside.
    clean: [bool; 2],
    seen: Seen,
}

/// The relation of the first body to the second.
pub(crate) fn judge(setting: &Setting<'_>, cost: &mut Cost) -> Relation {
    judge_meetings(setting, cost, |cost, visit| meetings(setting, cost, visit))
}

/// The relation of the first body to the second, given what visits every pair of edges that meet.
pub(crate) fn judge_meetings(
    setting: &Setting<'_>,
    cost: &mut Cost,
    visit_all: impl FnOnce(&mut Cost, &mut Visit<'_>) -> ControlFlow<()>,
) -> Relation {
    let mut cuts: [Vec<Cut>; 2] = [Vec::new(), Vec::new()];
    let (mut shapes, mut room) = (None, MANY_CUTS);
    let auto = setting.method != Method::Brute;
    let mut keep_shape = || auto && *shapes.get_or_insert_with(|| setting.bodies.iter().all(Placed::keeps_its_shape));
    let proof = visit_all(cost, &mut |[e, f], meet, _| {
        // At such a crossing all four combinations of inside and outside lie around one point.
        if meet == Meet::Cross && keep_shape() {
            return ControlFlow::Break(());
        }
        cuts[0].push((e, f, meet, 1));
        cuts[1].push((f, e, meet, 0));
        if cuts[0].len() > room {
            (0..2).for_each(|body| leave_repeats_out(&setting.bodies[body], &mut cuts[body]));
            room = MANY_CUTS + 2 * cuts[0].len().max(cuts[1].len());
        }
        ControlFlow::Continue(())
    });
    if proof.is_break() {
        return Relation::Crossing;
    }
    let clean = if auto { setting.bodies.map(|body| body.keeps_its_shape()) } else { [false; 2] };
    let seen = Seen { contact: !cuts[0].is_empty(), ..Seen::default() };
    let mut judge = Judge { setting, clean, seen };
    for body in 0..2 {
        if !clean[body] {
            judge.add_own_cuts(body, &mut cuts[body], cost);
        }
        cuts[body].sort_unstable_by_key(|cut| (cut.0, cut.3, cut.1));
        if judge.look_at_body(body, &cuts[body], cost).is_break() {
            break;
        }
    }
    judge.seen.relation()
}

impl Judge<'_> {
    /// Where a body's edges meet other edges of its own, but for the vertices between edges that follow each other.
    fn add_own_cuts(&self, body: usize, cuts: &mut Vec<Cut>, cost: &mut Cost) {
        let _ = own_meetings(self.setting, body, cost, &mut |[e, f], meet, _| {
            cuts.extend([(e, f, meet, body), (f, e, meet, body)]);
            ControlFlow::Continue(())
        });
        let placed = &self.setting.bodies[body];
        for (place, vertex) in Places::of(placed).shared().flatten() {
            let [e, f] = edges_at(placed.polygon, *vertex);
            cuts.extend([(e, f, Meet::Touch(*place), body), (f, e, Meet::Touch(*place), body)]);
        }
    }

    /// Looks at every piece of every edge of a body that was cut, and at one edge of every other ring.
    fn look_at_body(&mut self, body: usize, cuts: &[Cut], cost: &mut Cost) -> ControlFlow<()> {
        let polygon = self.setting.bodies[body].polygon;
        let mut rest = cuts;
        for ring in 0..polygon.ring_count() {
            let range = polygon.ring_range(ring);
            let start = range.start;
            let count = rest.partition_point(|cut| cut.0.index() < range.end);
            let (own, after) = rest.split_at(count);
            rest = after;
            let placed = &self.setting.bodies[body];
            // An edge with a length: vertices may be rounded to one place.
            let edge = range.map(|edge| EdgeId(edge as u32)).find(|edge| {
                let [p, q] = placed.edge(*edge);
                p != q
            });
            let Some(edge) = edge else {
                self.look_at_point(body, start, own, cost);
                continue;
            };
            if own.is_empty() {
                let ends = placed.edge(edge).map(Site::Double);
                self.look_at_piece(body, edge, &ends[0].middle(&ends[1]), cost);
            } else {
                for group in own.chunk_by(|p, q| p.0 == q.0) {
                    self.look_at_edge(body, group, cost)?;
                }
            }
            if self.seen.is_settled() {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Looks at a ring whose vertices are all at the place of one, given the cuts of its edges.
    fn look_at_point(&mut self, body: usize, vertex: usize, cuts: &[Cut], cost: &mut Cost) {
        let (place, other) = (self.setting.bodies[body].vertex(vertex), &self.setting.bodies[1 - body]);
        let found = beside(self.setting, other, Ray { start: &Site::Double(place), axis: 0 }, cost);
        self.seen.contact |= found.on_edge;
        let through = cuts.iter().filter(|cut| cut.0.index() == vertex && cut.3 != body);
        let ends = through.flat_map(|cut| other.edge(cut.1)).filter(|end| *end != place).collect();
        if !found.on_edge || is_even(place, ends, cost) {
            self.seen.point(body, found);
        }
    }

    /// Looks at the pieces of one edge, given all its cuts.
    fn look_at_edge(&mut self, body: usize, cuts: &[Cut], cost: &mut Cost) -> ControlFlow<()> {
        let Some(&(edge, ..)) = cuts.first() else { return ControlFlow::Continue(()) };
        let ends = self.setting.bodies[body].edge(edge);
        let mut sites = Vec::with_capacity(cuts.len() + 2);
        sites.extend(ends.map(Site::Double));
        for (_, other, meet, other_body) in cuts {
            match meet {
                Meet::Apart => {}
                Meet::Cross => sites.extend(Site::crossing(ends, self.setting.bodies[*other_body].edge(*other))),
                Meet::Touch(p) => sites.push(Site::Double(*p)),
                Meet::Overlap(both) => sites.extend(both.map(Site::Double)),
            }
        }
        let axis = usize::from(ends[0].x == ends[1].x);
        sites.sort_unstable_by(|p, q| p.compare_site(axis, q));
        for pair in sites.windows(2) {
            if pair[0].compare_site(axis, &pair[1]).is_lt() {
                self.look_at_piece(body, edge, &pair[0].middle(&pair[1]), cost);
                if self.seen.is_settled() {
                    return ControlFlow::Break(());
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Looks beside a point in the middle of a piece.
    fn look_at_piece(&mut self, body: usize, edge: EdgeId, start: &Site, cost: &mut Cost) {
        cost.pieces += 1;
        let placed = &self.setting.bodies[body];
        let ray = Ray { start, axis: ray_axis(placed.edge(edge)) };
        let other = beside(self.setting, &self.setting.bodies[1 - body], ray, cost);
        let own = if self.clean[body] && !other.on_edge {
            [true, false] // or the other way round, which is the same beside a piece that is alone
        } else {
            beside(self.setting, placed, ray, cost).sides()
        };
        self.seen.piece(body, own, other);
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
