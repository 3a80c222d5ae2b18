//! Boxes and faces of the body at rest against the mover: certified distances, and exact tests of what is left.
//!
//! They are carried into the mover's frame, where its faces lie in blocks: nearest blocks first, a block no nearer than the best face is left
//! alone. Faces of the mover on one side of the face's plane, or whose plane has the face on one side, are not tested
//! (the paper's change of sign of s); those left are tested exactly, as the engine's pair queries test them.

use super::influence_volumes::InfluenceVolumes;
use super::mover_placement::MoverPlacement;
use super::moving_history::MovingSolidHistory;
use super::volume_lanes::{LANES, Patch, TriangleProbe};
use impinge::bound::Aabb;
use impinge::cost::Cost;
use impinge::feature::FaceId;
use impinge::triangle_pair::{RoughDistance, TriangleRelation, relate};
use std::ops::ControlFlow;

/// A length that something is at least apart, and whether to go on.
type Apart = (f64, ControlFlow<()>);

/// What is asked of a mover at a pose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum MoverGoal {
    /// All pairs of faces that share a point.
    Contacts,
    /// One of them.
    FirstContact,
    /// One pair of faces no farther apart than a length.
    Within(f64),
}

impl MoverGoal {
    /// How far apart faces may be to matter.
    pub fn length(self) -> f64 {
        match self {
            Self::Contacts | Self::FirstContact => 0.0,
            Self::Within(length) => length,
        }
    }
}

/// What reuses memory from step to step, and what was found.
#[derive(Clone, Debug, Default)]
pub(super) struct ComparisonBuffers {
    open: Vec<OpenNode>,
    /// Pairs of faces that reach the goal.
    pub found: Vec<[FaceId; 2]>,
}

/// A group of boxes of the mover that is still to be looked at.
#[derive(Clone, Copy, Debug)]
struct OpenNode {
    /// A length that the face is at least apart from all below, in its frame.
    apart: f64,
    level: usize,
    group: usize,
}

/// The comparison of parts of A with a mover at a pose.
pub(super) struct FaceComparison<'c, 'a> {
    pub volumes: [&'c InfluenceVolumes<'a>; 2],
    pub placement: &'c MoverPlacement,
    pub goal: MoverGoal,
    /// Distances below this are worth a test of their own.
    pub near: f64,
    pub buffers: &'c mut ComparisonBuffers,
    pub history: &'c mut MovingSolidHistory,
}

impl FaceComparison<'_, '_> {
    /// A length that all of a patch, in the frame of the mover, is at least apart from it. The search ends at what is near.
    pub fn patch_apart(&mut self, patch: &Patch) -> f64 {
        self.history.patches += 1;
        let mut best = f64::INFINITY;
        self.descend(patch, &mut |this, block| {
            for lanes in this.volumes[1].tree().lanes(block) {
                let gaps = lanes.patch_gaps(patch);
                best = gaps.into_iter().fold(best, |best, gap| best.min(this.placement.length_in_a(gap)));
            }
            (best, if best > this.near { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        });
        best
    }

    /// A length that a face of A is at least apart from the mover; pairs that reach the goal are put down, and the search ends with the
    /// first if one is enough.
    pub fn face_apart(&mut self, face: FaceId) -> Apart {
        self.history.compared += 1;
        let probe = self.placement.triangle_in_b(&self.volumes[0].mesh().triangle(face));
        let (mut best, mut flow) = (f64::INFINITY, ControlFlow::Continue(()));
        self.descend(probe.patch(), &mut |this, block| {
            (best, flow) = this.compare_block(face, &probe, block, best);
            // What is near is tested, however near another is.
            (best.max(this.near), flow)
        });
        (best, flow)
    }

    /// Visits blocks of the mover, nearest boxes first as far as siblings go, but none farther away than the visitor's last answer.
    fn descend(&mut self, patch: &Patch, visit: &mut dyn FnMut(&mut Self, usize) -> Apart) {
        let volumes = self.volumes[1];
        let levels = volumes.tree().levels();
        let mut open = std::mem::take(&mut self.buffers.open);
        open.clear();
        open.push(OpenNode { apart: f64::NEG_INFINITY, level: levels.len(), group: 0 });
        let mut best = f64::INFINITY;
        while let Some(node) = open.pop() {
            if node.apart > best {
                continue;
            }
            let Some(level) = node.level.checked_sub(1) else {
                let (least, flow) = visit(self, node.group);
                best = least;
                if flow.is_break() {
                    break;
                }
                continue;
            };
            let Some(boxes) = levels[level].get(node.group) else { continue };
            let first = open.len();
            for (lane, gap) in boxes.patch_gaps(patch).into_iter().enumerate() {
                let apart = self.placement.length_in_a(gap);
                if apart <= best && gap < f64::INFINITY {
                    open.push(OpenNode { apart, level, group: node.group * LANES + lane });
                }
            }
            open[first..].sort_unstable_by(|p, q| q.apart.total_cmp(&p.apart));
        }
        self.buffers.open = open;
    }

    /// A face of A against a block of the mover: the least length apart so far.
    fn compare_block(&mut self, face: FaceId, probe: &TriangleProbe, block: usize, mut best: f64) -> Apart {
        let volumes = self.volumes[1];
        let tree = volumes.tree();
        for (lanes, faces) in tree.lanes(block).iter().zip(tree.block(block).chunks(LANES)) {
            let gaps = lanes.gaps(probe);
            for (other, gap) in faces.iter().zip(gaps) {
                let apart = self.placement.length_in_a(gap);
                if apart > self.near {
                    best = best.min(apart);
                    continue;
                }
                let (apart, flow) = self.pair_apart([face, *other], apart);
                best = best.min(apart);
                if flow.is_break() {
                    return (best, flow);
                }
            }
        }
        (best, ControlFlow::Continue(()))
    }

    /// Two faces, exactly where it matters; how far they are apart, at least.
    pub fn pair_apart(&mut self, faces: [FaceId; 2], known: f64) -> Apart {
        self.history.pairs += 1;
        let [a, b] = self.volumes.map(InfluenceVolumes::mesh);
        let triangles = [a.triangle(faces[0]), self.placement.triangle(b, faces[1])];
        let [s, t] = &triangles;
        let may_meet = known <= 0.0 && Aabb::of_points(s).overlaps(&Aabb::of_points(t));
        if may_meet && relate(s, t, &mut Cost::default()) != TriangleRelation::Disjoint {
            self.buffers.found.push(faces);
            let is_enough = self.goal != MoverGoal::Contacts;
            return (0.0, if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) });
        }
        let rough = RoughDistance::new(&triangles);
        let lower = rough.lower();
        if let MoverGoal::Within(length) = self.goal
            && lower <= length
            && rough.closest_points().distance <= length
        {
            self.buffers.found.push(faces);
            return (lower, ControlFlow::Break(()));
        }
        ((lower - self.placement.error).max(known), ControlFlow::Continue(()))
    }
}
