//! A surface over one step: from where it is to where it will be, every vertex on a straight line at a constant rate.

use super::impact_filter_x8::StepEnds;
use super::impact_report::{ImpactCount, ImpactMatches, Impacts};
use super::impact_test::ImpactTest;
use super::representative_triangles::FeatureOwners;
use crate::ccd::Path;
use crate::deform::search::leaf_bounds::{LeafBounds, SlotBoxes};
use crate::deform::search::matches::SearchGoal;
use crate::deform::search::parallel_search;
use crate::deform::tree::face_tree::{FaceTree, PaddedPoint, position};
use crate::executor::Executor;
use crate::feature::VertexId;
use crate::lane_tree::{Aabbx8, EMPTY_BOX, WIDTH};
use crate::math::simd::dispatch;
use crate::math::{DVec3, simd};
use fearless_simd::f32x4;
use fearless_simd::prelude::*;

/// Leaves of a piece of work.
const PIECE: usize = 256;

/// A surface that moves from where it is to where it will be.
///
/// What counts is a vertex and a face that does not have it, and two edges without a common vertex: also of neighbours, because a face can be
/// bent onto the next. They meet if they share a point at any time, both ends of the step included, touching included; what does so
/// from the start is reported with time zero. A face without area is a segment or a point.
#[derive(Debug)]
pub struct SurfaceStep<'a> {
    tree: &'a FaceTree,
    owners: &'a FeatureOwners,
    to: Vec<PaddedPoint>,
    /// The vertex of every number of the tree.
    names: Vec<u32>,
    /// The boxes of all vertices over the step, in the frame of the tree, by their numbers.
    reaches: Vec<SweptVertex>,
    /// The boxes of all faces over the step.
    boxes: SlotBoxes,
    slack: f64,
}

/// The lowest and the highest coordinates of a vertex over a step, and zeros.
pub(crate) type SweptVertex = [[f32; 4]; 2];

impl<'a> SurfaceStep<'a> {
    /// To positions in the exact range, as many as there are vertices.
    pub(crate) fn new(
        tree: &'a FaceTree,
        owners: &'a FeatureOwners,
        positions: &[DVec3],
        slack: f64,
        executor: &Executor,
    ) -> Self {
        let mut to = vec![PaddedPoint::default(); positions.len()];
        let mut reaches = vec![SweptVertex::default(); positions.len()];
        let mut names = vec![0; positions.len()];
        dispatch!(simd::level(), simd => {
            for (vertex, (place, p)) in tree.places.iter().zip(positions).enumerate() {
                let place = *place as usize;
                to[place] = PaddedPoint([p.x, p.y, p.z, 0.0]);
                names[place] = vertex as u32;
                let (start, end) = (f32x4::from_slice(simd, &tree.carried[place]), tree.frame.carry_point(simd, *p));
                reaches[place] = [start.min(end).into(), start.max(end).into()];
            }
        });
        let boxes = SlotBoxes::new(tree, swept(tree, &reaches, executor));
        Self { tree, owners, to, names, reaches, boxes, slack }
    }

    /// All vertices and faces, and all edges, of the surface that meet on the way.
    #[must_use]
    pub fn self_impacts(&self, executor: &Executor) -> Impacts {
        self.search(true, self, SearchGoal::All, executor).into_sorted()
    }

    /// All vertices and faces, and all edges, of this surface and another that meet while both move.
    #[must_use]
    pub fn impacts(&self, other: &SurfaceStep<'_>, executor: &Executor) -> Impacts {
        self.search(false, other, SearchGoal::All, executor).into_sorted()
    }

    /// How many vertices and faces, and edges, of the surface meet on the way: much faster than when.
    #[must_use]
    pub fn count_self_impacts(&self, executor: &Executor) -> ImpactCount {
        self.search(true, self, SearchGoal::Count, executor).count
    }

    /// How many vertices and faces, and edges, of this surface and another meet while both move: much faster than when.
    #[must_use]
    pub fn count_impacts(&self, other: &SurfaceStep<'_>, executor: &Executor) -> ImpactCount {
        self.search(false, other, SearchGoal::Count, executor).count
    }

    fn search(&self, is_own: bool, other: &SurfaceStep<'_>, goal: SearchGoal, executor: &Executor) -> ImpactMatches {
        let both = [self, other];
        let bounds = both.map(|step| LeafBounds::with_boxes(step.tree, &step.boxes));
        let slack = self.slack.max(other.slack);
        let test = || ImpactTest::new(is_own, both, goal, slack);
        ImpactMatches::joined(parallel_search::search(is_own, bounds, test, executor))
    }

    /// Where vertices are at the start and at the end.
    pub(crate) fn ends(&self) -> StepEnds<'_> {
        StepEnds { from: &self.tree.points, to: &self.to }
    }

    /// How a vertex moves, by its number in the tree.
    pub(crate) fn path(&self, number: u32) -> Path {
        let [from, to] = [&self.tree.points[number as usize], &self.to[number as usize]].map(position);
        Path::of_finite(from, to)
    }

    /// The vertex of a number in the tree.
    pub(crate) fn name(&self, number: u32) -> VertexId {
        VertexId(self.names[number as usize])
    }

    /// The corners of the face in a slot, by their numbers in the tree, and the face.
    #[inline(always)]
    pub(crate) fn slot(&self, slot: u32) -> [u32; 4] {
        self.tree.slots[slot as usize]
    }

    /// The box of a vertex over the step, by its number in the tree.
    #[inline(always)]
    pub(crate) fn reach(&self, number: u32) -> &SweptVertex {
        &self.reaches[number as usize]
    }

    /// Whether boxes of vertices can be compared with those of another.
    pub(crate) fn has_frame_of(&self, other: &SurfaceStep<'_>) -> bool {
        self.tree.frame == other.tree.frame
    }

    /// What belongs to a face.
    #[inline(always)]
    pub(crate) fn owned(&self, face: u32) -> u8 {
        self.owners.owned_by(face)
    }
}

/// The boxes of all slots around where they are and where they will be.
fn swept(tree: &FaceTree, reaches: &[SweptVertex], executor: &Executor) -> Vec<Aabbx8> {
    let mut boxes = vec![Aabbx8::EMPTY; tree.boxes.len()];
    let level = simd::level();
    let pieces = boxes.chunks_mut(PIECE).zip(tree.slots.chunks(PIECE * WIDTH));
    executor.for_each_of(pieces, |(boxes, slots)| {
        dispatch!(level, simd => {
            for (block, slots) in boxes.iter_mut().zip(slots.chunks_exact(WIDTH)) {
                *block = swept_leaf(simd, reaches, slots);
            }
        });
    });
    tree.vacant.iter().map(|slot| *slot as usize).for_each(|slot| boxes[slot / WIDTH].set(slot % WIDTH, &EMPTY_BOX));
    boxes
}

#[inline(always)]
fn swept_leaf<S: Simd>(simd: S, reaches: &[SweptVertex], slots: &[[u32; 4]]) -> Aabbx8 {
    let nothing = f32x4::splat(simd, 0.0);
    let (mut low, mut high) = ([nothing; WIDTH], [nothing; WIDTH]);
    for (lane, [a, b, c, _]) in slots.iter().enumerate() {
        let [a, b, c] = [&reaches[*a as usize], &reaches[*b as usize], &reaches[*c as usize]];
        low[lane] = at(simd, &a[0]).min(at(simd, &b[0])).min(at(simd, &c[0]));
        high[lane] = at(simd, &a[1]).max(at(simd, &b[1])).max(at(simd, &c[1]));
    }
    Aabbx8::from_corners(&low, &high)
}

#[inline(always)]
fn at<S: Simd>(simd: S, corner: &[f32; 4]) -> f32x4<S> {
    f32x4::from_slice(simd, corner)
}
