//! Pairs of faces become vertices and faces, and edges; eight at a time are proved free, and the rest is decided by [`crate::ccd`].

use super::impact_filter_x8::{edge_edge, vertex_face};
use super::impact_report::{EdgeEdgeImpact, ImpactMatches, VertexFaceImpact};
use super::surface_step::{SurfaceStep, SweptVertex};
use crate::ccd::{self, Body, StraightTravel, Travel, Window};
use crate::compact_sort::sort_few_by_key;
use crate::cost::Cost;
use crate::deform::search::lane_buffer::LaneBuffer;
use crate::deform::search::leaf_pair_expansion::{FacePairTest, SearchEffort};
use crate::deform::search::matches::SearchGoal;
use crate::feature::FaceId;
use crate::lane_tree::{WIDTH, set_lanes};
use crate::math::simd::{apart, three};
use fearless_simd::prelude::*;
use fearless_simd::{f32x4, u32x8};
use std::ops::ControlFlow;

/// Finds what meets among faces whose boxes overlap over a step.
pub(crate) struct ImpactTest<'a> {
    /// Whether both are one surface.
    is_own: bool,
    both: [&'a SurfaceStep<'a>; 2],
    goal: SearchGoal,
    slack: f64,
    /// Whether boxes of vertices can be compared.
    has_one_frame: bool,
    /// Pairs of slots.
    pairs: Box<LaneBuffer<2>>,
    /// A vertex of the first surface, the corners of a face of the second, and that face.
    vertices: Box<LaneBuffer<5>>,
    /// A vertex of the second surface, the corners of a face of the first, and that face; unused if they are the same.
    others: Box<LaneBuffer<5>>,
    /// The ends of an edge of the first surface, and of the second.
    edges: Box<LaneBuffer<4>>,
    found: ImpactMatches,
}

impl<'a> ImpactTest<'a> {
    /// A test that has found nothing yet.
    pub fn new(is_own: bool, both: [&'a SurfaceStep<'a>; 2], goal: SearchGoal, slack: f64) -> Self {
        Self {
            is_own,
            both,
            goal,
            slack,
            has_one_frame: both[0].has_frame_of(both[1]),
            pairs: LaneBuffer::new(),
            vertices: LaneBuffer::new(),
            others: LaneBuffer::new(),
            edges: LaneBuffer::new(),
            found: ImpactMatches::default(),
        }
    }
}

impl FacePairTest for ImpactTest<'_> {
    type Matches = ImpactMatches;

    #[inline(always)]
    fn take<S: Simd>(&mut self, simd: S, slots: [u32x8<S>; 2], loose: u32, neighbours: u32) {
        self.pairs.push(simd, slots, loose | neighbours);
        if self.pairs.is_full() {
            self.part(simd);
        }
    }

    #[inline(always)]
    fn settle<S: Simd>(&mut self, simd: S) -> ControlFlow<()> {
        self.part(simd);
        self.judge_vertices::<S, false>(simd);
        self.judge_vertices::<S, true>(simd);
        self.judge_edges(simd);
        ControlFlow::Continue(())
    }

    fn finish(&mut self, effort: SearchEffort) -> ImpactMatches {
        self.found.count.cost.box_tests += effort.box_tests;
        std::mem::take(&mut self.found)
    }
}

impl ImpactTest<'_> {
    /// Lists the vertices and faces, and the edges, of the pairs of faces that wait.
    #[inline(always)]
    fn part<S: Simd>(&mut self, simd: S) {
        apart!(simd, {
            for row in 0..self.pairs.len() {
                let [a, b] = self.pairs.row(row);
                self.part_pair(simd, a, b);
                if self.vertices.is_full() {
                    self.judge_vertices::<S, false>(simd);
                }
                if self.others.is_full() {
                    self.judge_vertices::<S, true>(simd);
                }
                if self.edges.is_full() {
                    self.judge_edges(simd);
                }
            }
            self.pairs.truncate(0);
        });
    }

    /// Lists what belongs to two faces, has no common vertex, and comes near by boxes.
    #[inline(always)]
    fn part_pair<S: Simd>(&mut self, simd: S, a: u32, b: u32) {
        let [[i, j, k, face], [l, m, n, other]] = [self.both[0].slot(a), self.both[1].slot(b)];
        let (p, q) = ([i, j, k], [l, m, n]);
        let (own, others) = (self.both[0].owned(face), self.both[1].owned(other));
        let first = three!(k => SweptBox::from_vertex(simd, self.both[0].reach(p[k])));
        let second = three!(k => SweptBox::from_vertex(simd, self.both[1].reach(q[k])));
        let (is_own, compares) = (self.is_own, self.has_one_frame);
        let around = second[0].with(&second[1]).with(&second[2]);
        for corner in set_lanes(u32::from(own & 7)) {
            let v = p[corner];
            let is_out = is_own && q.contains(&v) || compares && first[corner].is_apart(&around);
            self.vertices.push_if([v, l, m, n, other], !is_out);
        }
        let around = first[0].with(&first[1]).with(&first[2]);
        for corner in set_lanes(u32::from(others & 7)) {
            let v = q[corner];
            let is_out = is_own && p.contains(&v) || compares && second[corner].is_apart(&around);
            let list = if is_own { &mut self.vertices } else { &mut self.others };
            list.push_if([v, i, j, k, face], !is_out);
        }
        for s in set_lanes(u32::from(own >> 3)) {
            let [a, b] = [p[s], p[(s + 1) % 3]];
            let edge = first[s].with(&first[(s + 1) % 3]);
            for t in set_lanes(u32::from(others >> 3)) {
                let [c, d] = [q[t], q[(t + 1) % 3]];
                let is_joined = is_own && (a == c || a == d || b == c || b == d);
                let is_out = is_joined || compares && edge.is_apart(&second[t].with(&second[(t + 1) % 3]));
                self.edges.push_if([a, b, c, d], !is_out);
            }
        }
    }

    /// Judges vertices and faces; if `TURNED`, of the second surface and the first.
    #[inline(always)]
    fn judge_vertices<S: Simd, const TURNED: bool>(&mut self, simd: S) {
        apart!(simd, {
            let slack = self.slack;
            let steps = if TURNED { [self.both[1], self.both[0]] } else { self.both };
            let list = if TURNED { &mut self.others } else { &mut self.vertices };
            let ImpactMatches { all, count } = &mut self.found;
            let (found, number) = match TURNED {
                true => (&mut all.face_vertex, &mut count.face_vertex),
                false => (&mut all.vertex_face, &mut count.vertex_face),
            };
            count.cost.triangle_tests += list.len() as u64;
            let ends = [steps[0].ends(), steps[1].ends()];
            for from in (0..list.len()).step_by(WIDTH) {
                let [v, a, b, c, _] = list.eight(from);
                for lane in set_lanes(vertex_face(simd, ends, v, [a, b, c], slack) & list.used(from)) {
                    let row = list.row(from + lane);
                    if self.goal == SearchGoal::Count {
                        *number += usize::from(meets_vertex(steps, row, &mut count.cost));
                    } else {
                        found.extend(meeting_vertex(steps, row, &mut count.cost));
                    }
                }
            }
            list.truncate(0);
        });
    }

    /// Judges edges.
    #[inline(always)]
    fn judge_edges<S: Simd>(&mut self, simd: S) {
        apart!(simd, {
            let ends = [self.both[0].ends(), self.both[1].ends()];
            let ImpactMatches { all, count } = &mut self.found;
            count.cost.triangle_tests += self.edges.len() as u64;
            for from in (0..self.edges.len()).step_by(WIDTH) {
                let mask = edge_edge(simd, ends, self.edges.eight(from), self.slack);
                for lane in set_lanes(mask & self.edges.used(from)) {
                    let row = self.edges.row(from + lane);
                    if self.goal == SearchGoal::Count {
                        count.edge_edge += usize::from(meets_edges(self.both, row, &mut count.cost));
                    } else {
                        all.edge_edge.extend(meeting_edges(self.is_own, self.both, row, &mut count.cost));
                    }
                }
            }
            self.edges.truncate(0);
        });
    }
}

/// Where something is over a step.
struct SweptBox<S: Simd>([f32x4<S>; 2]);

impl<S: Simd> SweptBox<S> {
    #[inline(always)]
    fn from_vertex(simd: S, [low, high]: &SweptVertex) -> Self {
        Self([f32x4::from_slice(simd, low), f32x4::from_slice(simd, high)])
    }

    #[inline(always)]
    fn with(&self, other: &Self) -> Self {
        Self([self.0[0].min(other.0[0]), self.0[1].max(other.0[1])])
    }

    #[inline(always)]
    fn is_apart(&self, other: &Self) -> bool {
        (self.0[0].simd_gt(other.0[1]) | other.0[0].simd_gt(self.0[1])).to_bitmask() & 0xF != 0
    }
}

/// Whether a vertex and a face meet.
#[inline(never)]
fn meets_vertex(steps: [&SurfaceStep<'_>; 2], [v, a, b, c, _]: [u32; 5], cost: &mut Cost) -> bool {
    let tests = cost.triangle_tests;
    let meets = ccd::vertex_face(&steps[0].path(v), &[a, b, c].map(|corner| steps[1].path(corner)), cost);
    cost.triangle_tests = tests;
    meets
}

/// Whether two edges meet.
#[inline(never)]
fn meets_edges(steps: [&SurfaceStep<'_>; 2], [a, b, c, d]: [u32; 4], cost: &mut Cost) -> bool {
    let tests = cost.triangle_tests;
    let [first, second] = [[a, b].map(|end| steps[0].path(end)), [c, d].map(|end| steps[1].path(end))];
    let meets = ccd::edge_edge(&first, &second, cost);
    cost.triangle_tests = tests;
    meets
}

/// The first contact of a vertex and a face, if they meet.
#[inline(never)]
fn meeting_vertex(
    steps: [&SurfaceStep<'_>; 2],
    [v, a, b, c, face]: [u32; 5],
    cost: &mut Cost,
) -> Option<VertexFaceImpact> {
    let corners = [a, b, c].map(|corner| steps[1].path(corner));
    let tests = cost.triangle_tests;
    let impact = StraightTravel::over(Window::WHOLE).vertex_face(Body::First, steps[0].path(v), &corners, cost);
    cost.triangle_tests = tests;
    impact.map(|impact| VertexFaceImpact { vertex: steps[0].name(v), face: FaceId(face), impact })
}

/// The first contact of two edges, if they meet: in the order of their names, so that it does not depend on that of the tree.
#[inline(never)]
fn meeting_edges(
    is_own: bool,
    steps: [&SurfaceStep<'_>; 2],
    [a, b, c, d]: [u32; 4],
    cost: &mut Cost,
) -> Option<EdgeEdgeImpact> {
    let named = |step: &SurfaceStep<'_>, ends: [u32; 2]| {
        let mut ends = ends.map(|number| (step.name(number), step.path(number)));
        sort_few_by_key(&mut ends, |(name, _)| *name);
        ends
    };
    let mut both = [named(steps[0], [a, b]), named(steps[1], [c, d])];
    if is_own {
        sort_few_by_key(&mut both, |ends| ends.map(|(name, _)| name));
    }
    let [first, second] = both.map(|ends| ends.map(|(_, path)| path));
    let tests = cost.triangle_tests;
    let impact = StraightTravel::over(Window::WHOLE).edge_edge(&first, &second, cost);
    cost.triangle_tests = tests;
    impact.map(|impact| EdgeEdgeImpact { edges: both.map(|ends| ends.map(|(name, _)| name)), impact })
}
