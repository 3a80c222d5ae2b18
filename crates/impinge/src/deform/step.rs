//! A surface over one step: from where it is to where it will be, every vertex on a straight line at a constant rate.

use super::crew;
use super::face_tree::{FaceTree, Point, extent, position};
use super::impact_judge::ImpactJudge;
use super::impacts::Impacts;
use super::moving::Ends;
use super::owners::Owners;
use super::sight::{Boxes, Sight};
use crate::broad::{Block, NOTHING, WIDTH};
use crate::ccd::Path;
use crate::executor::Executor;
use crate::feature::VertexId;
use crate::math::{DVec3, simd};
use fearless_simd::dispatch;
use fearless_simd::prelude::*;

/// Leaves of a piece of work.
const PIECE: usize = 256;

/// A surface that moves from where it is to where it will be.
///
/// What counts is a vertex and a face that does not have it, and two edges without a common vertex: also of neighbours, because a face can be
/// bent onto the next. They meet if they share a point at any time, both ends of the step included, touching included; what does so
/// from the start is told with time zero. A face without area is a segment or a point.
#[derive(Debug)]
pub struct Step<'a> {
    tree: &'a FaceTree,
    owners: &'a Owners,
    to: Vec<Point>,
    /// The vertex of every number of the tree.
    names: Vec<u32>,
    /// The boxes of all faces over the step.
    boxes: Boxes,
    slack: f64,
}

impl<'a> Step<'a> {
    /// To positions in the exact range, as many as there are vertices.
    pub(super) fn new(
        tree: &'a FaceTree,
        owners: &'a Owners,
        (positions, slack): (&[DVec3], f64),
        executor: &Executor,
    ) -> Self {
        let mut to = vec![Point::default(); positions.len()];
        let mut carried = vec![[0.0; 4]; positions.len()];
        let mut names = vec![0; positions.len()];
        dispatch!(simd::level(), simd => {
            for (vertex, (place, p)) in tree.places.iter().zip(positions).enumerate() {
                to[*place as usize] = Point([p.x, p.y, p.z, 0.0]);
                carried[*place as usize] = tree.frame.carry_point(simd, *p).into();
                names[*place as usize] = vertex as u32;
            }
        });
        let boxes = Boxes::new(tree, swept(tree, &carried, executor));
        Self { tree, owners, to, names, boxes, slack }
    }

    /// All vertices and faces, and all edges, of the surface that meet on the way.
    #[must_use]
    pub fn self_impacts(&self, executor: &Executor) -> Impacts {
        self.search::<true>(self, executor)
    }

    /// All vertices and faces, and all edges, of this surface and another that meet while both move.
    #[must_use]
    pub fn impacts(&self, other: &Step<'_>, executor: &Executor) -> Impacts {
        self.search::<false>(other, executor)
    }

    fn search<const OWN: bool>(&self, other: &Step<'_>, executor: &Executor) -> Impacts {
        let both = [self, other];
        let sights = both.map(|step| Sight::by(step.tree, &step.boxes));
        let slack = self.slack.max(other.slack);
        let judge = || ImpactJudge::<OWN>::new(both, slack);
        Impacts::joined(crew::search::<OWN, _>(sights, judge, executor))
    }

    /// Where vertices are at the start and at the end.
    pub(super) fn ends(&self) -> Ends<'_> {
        Ends { from: &self.tree.points, to: &self.to }
    }

    /// How a vertex moves, by its number in the tree.
    pub(super) fn path(&self, number: u32) -> Path {
        let [from, to] = [&self.tree.points[number as usize], &self.to[number as usize]].map(position);
        Path::of_finite(from, to)
    }

    /// The vertex of a number in the tree.
    pub(super) fn name(&self, number: u32) -> VertexId {
        VertexId(self.names[number as usize])
    }

    /// The corners of the face in a slot, by their numbers in the tree, and the face.
    pub(super) fn slot(&self, slot: u32) -> [u32; 4] {
        self.tree.slots[slot as usize]
    }

    /// What belongs to a face.
    pub(super) fn owned(&self, face: u32) -> u8 {
        self.owners.of(face)
    }
}

/// The boxes of all slots around where they are and where they will be.
fn swept(tree: &FaceTree, carried: &[[f32; 4]], executor: &Executor) -> Vec<Block> {
    let mut boxes = vec![Block::EMPTY; tree.boxes.len()];
    let level = simd::level();
    let pieces = boxes.chunks_mut(PIECE).zip(tree.slots.chunks(PIECE * WIDTH));
    executor.for_each_of(pieces, |(boxes, slots)| {
        dispatch!(level, simd => {
            for (block, slots) in boxes.iter_mut().zip(slots.chunks_exact(WIDTH)) {
                *block = swept_leaf(simd, tree, carried, slots);
            }
        });
    });
    tree.vacant.iter().map(|slot| *slot as usize).for_each(|slot| boxes[slot / WIDTH].set(slot % WIDTH, &NOTHING));
    boxes
}

#[inline(always)]
fn swept_leaf<S: Simd>(simd: S, tree: &FaceTree, carried: &[[f32; 4]], slots: &[[u32; 4]]) -> Block {
    let nothing = fearless_simd::f32x4::splat(simd, 0.0);
    let (mut low, mut high) = ([nothing; WIDTH], [nothing; WIDTH]);
    for (lane, [a, b, c, _]) in slots.iter().enumerate() {
        let (from, to) = (extent(simd, &tree.carried, [*a, *b, *c]), extent(simd, carried, [*a, *b, *c]));
        (low[lane], high[lane]) = (from.0.min(to.0), from.1.max(to.1));
    }
    Block::of_corners(&low, &high)
}
