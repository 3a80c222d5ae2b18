//! Certified distances of the faces of a body from a mover, kept from step to step.
//!
//! Every face has a bound: while the mover's points have travelled less than that since the beginning, it is no nearer than what is left. So a
//! bound is computed once and holds for ever, less what was travelled. Blocks of 64 faces and groups of eight blocks
//! keep the least bound below them: a step looks at those alone whose bound is used up. Where the ball
//! around the mover, or the mover's own boxes, keep away from a box, nothing below is looked at; else the influence volume
//! of each face due decides its bit, and faces whose bit is set are compared with the mover.

use super::face_comparison::FaceComparison;
use super::influence_volumes::{BLOCK, VolumeTree};
use super::volume_lanes::{CentredBox, FaceLanes, LANES};
use impinge::feature::FaceId;
use impinge::math::DVec3;
use std::ops::ControlFlow;

/// Which of eight faces.
type LaneSet = [bool; LANES];

/// A block without bounds of its own.
const CLOSED: u32 = u32::MAX;

/// The bounds of one mover about one body.
#[derive(Clone, Debug)]
pub(super) struct DistanceBounds {
    /// Upper bound on the way of any point of the mover's ball so far.
    travelled: f64,
    /// For each box of the tree, what may be travelled before a face below is met.
    limits: Vec<Vec<[f64; LANES]>>,
    /// For each box of the tree, whether a block below is open.
    is_open: Vec<Vec<[bool; LANES]>>,
    /// Where each block lies among those open.
    slots: Vec<u32>,
    blocks: Vec<OpenBlock>,
    unused: Vec<u32>,
    candidates: usize,
}

/// A block near the mover.
#[derive(Clone, Copy, Debug)]
struct OpenBlock {
    limits: [f64; BLOCK],
    /// Faces whose influence volume holds the middle of the mover's ball.
    mask: u64,
}

impl DistanceBounds {
    /// Nothing is known.
    pub fn new(tree: &VolumeTree) -> Self {
        let level = |boxes: &Vec<_>| vec![[f64::NEG_INFINITY; LANES]; boxes.len()];
        let blocks = tree.levels()[0].len() * LANES;
        Self {
            travelled: 0.0,
            limits: tree.levels().iter().map(level).collect(),
            is_open: tree.levels().iter().map(|boxes| vec![[false; LANES]; boxes.len()]).collect(),
            slots: vec![CLOSED; blocks],
            blocks: Vec::new(),
            unused: Vec::new(),
            candidates: 0,
        }
    }

    /// Takes note of a way that no point of the mover's ball has exceeded.
    pub fn travel(&mut self, moved: f64) {
        if moved > 0.0 {
            self.travelled = (self.travelled + moved).next_up();
        }
    }

    /// A length that the mover is at least apart from all faces; negative where nothing is known.
    pub fn apart(&self) -> f64 {
        let top = self.limits.last().map_or(f64::NEG_INFINITY, |level| least(&level[0]));
        (top - self.travelled).next_down()
    }

    /// Faces whose bit is set.
    pub fn candidates(&self) -> usize {
        self.candidates
    }

    /// Renews the bounds that have less than a length left, and finds what the comparison looks for.
    pub fn renew(&mut self, reach: f64, comparison: &mut FaceComparison<'_, '_>) {
        let mut walk = BoundsWalk { due: (self.travelled + reach).next_up(), reach, bounds: self, comparison };
        let _ = walk.visit_group(walk.bounds.limits.len() - 1, 0);
    }

    /// For every bound that is kept, the positions of the faces below it and a length that the mover is at least apart from them.
    #[cfg(test)]
    pub fn certified(&self) -> Vec<(std::ops::Range<usize>, f64)> {
        let mut all = Vec::new();
        for (level, groups) in self.limits.iter().enumerate() {
            let size = BLOCK * LANES.pow(level as u32);
            let limits = groups.as_flattened().iter().enumerate();
            all.extend(limits.map(|(k, limit)| (k * size..(k + 1) * size, limit - self.travelled)));
        }
        for (block, slot) in self.slots.iter().enumerate().filter(|(_, slot)| **slot != CLOSED) {
            let limits = self.blocks[*slot as usize].limits.iter().enumerate();
            all.extend(limits.map(|(k, limit)| (BLOCK * block + k..BLOCK * block + k + 1, limit - self.travelled)));
        }
        all
    }

    fn set_mask(&mut self, slot: usize, mask: u64) -> u32 {
        let old = std::mem::replace(&mut self.blocks[slot].mask, mask);
        self.candidates = self.candidates + mask.count_ones() as usize - old.count_ones() as usize;
        (old ^ mask).count_ones()
    }

    /// The slot of a block, opened if it was not.
    fn open(&mut self, block: usize, faces: usize) -> usize {
        if self.slots[block] == CLOSED {
            let slot = self.unused.pop().unwrap_or(self.blocks.len() as u32);
            let limits = std::array::from_fn(|k| if k < faces { f64::NEG_INFINITY } else { f64::INFINITY });
            let opened = OpenBlock { limits, mask: 0 };
            match self.blocks.get_mut(slot as usize) {
                Some(block) => *block = opened,
                None => self.blocks.push(opened),
            }
            self.slots[block] = slot;
        }
        self.slots[block] as usize
    }

    /// Closes all blocks below a box; the number of bits that were set there.
    fn close(&mut self, level: usize, group: usize, lane: usize) -> u32 {
        if !std::mem::replace(&mut self.is_open[level][group][lane], false) {
            return 0;
        }
        let child = group * LANES + lane;
        if level > 0 {
            return (0..LANES).map(|lane| self.close(level - 1, child, lane)).sum();
        }
        let slot = std::mem::replace(&mut self.slots[child], CLOSED);
        self.unused.push(slot);
        self.set_mask(slot as usize, 0)
    }
}

fn least(limits: &[f64]) -> f64 {
    limits.iter().copied().fold(f64::INFINITY, f64::min)
}

/// One renewal.
struct BoundsWalk<'w, 'v, 'a> {
    bounds: &'w mut DistanceBounds,
    comparison: &'w mut FaceComparison<'v, 'a>,
    /// Bounds up to this are renewed.
    due: f64,
    reach: f64,
}

impl BoundsWalk<'_, '_, '_> {
    fn visit_group(&mut self, level: usize, group: usize) -> ControlFlow<()> {
        let volumes = self.comparison.volumes[0];
        let Some(boxes) = volumes.tree().levels()[level].get(group) else { return ControlFlow::Continue(()) };
        self.comparison.history.groups += 1;
        let place = CentredBox { middle: self.comparison.placement.centre, half: DVec3::ZERO };
        let gaps = boxes.gaps(&place);
        for (lane, gap) in gaps.into_iter().enumerate() {
            if self.bounds.limits[level][group][lane] > self.due {
                continue;
            }
            let patch = volumes.tree().patch(group * LANES + lane).filter(|_| level == 0);
            let placement = self.comparison.placement;
            let away = patch.map_or(gap, |patch| gap.max(patch.across(placement.centre))) - placement.radius;
            if away > self.reach {
                let changed = self.bounds.close(level, group, lane);
                self.comparison.history.bits_changed += u64::from(changed);
                self.bounds.limits[level][group][lane] = self.limit(away);
                continue;
            }
            let bounds = boxes.bounds(lane);
            // A box larger than the mover is seldom clear of it as a whole.
            if bounds.half.length() < self.comparison.placement.radius {
                let patch = patch.map_or_else(|| placement.box_in_b(&bounds), |patch| placement.patch_in_b(patch));
                let apart = self.comparison.patch_apart(&patch);
                if apart > self.reach {
                    self.bounds.limits[level][group][lane] = self.limit(apart);
                    continue;
                }
            }
            self.bounds.is_open[level][group][lane] = true;
            let child = group * LANES + lane;
            let (limit, flow) = if level == 0 {
                self.visit_block(child)
            } else {
                let flow = self.visit_group(level - 1, child);
                (self.bounds.limits[level - 1].get(child).map_or(f64::INFINITY, |limits| least(limits)), flow)
            };
            self.bounds.limits[level][group][lane] = limit;
            flow?;
        }
        ControlFlow::Continue(())
    }

    /// The faces of a block whose bounds are used up; the least bound of all.
    fn visit_block(&mut self, block: usize) -> (f64, ControlFlow<()>) {
        let volumes = self.comparison.volumes[0];
        let (faces, lanes) = (volumes.tree().block(block), volumes.tree().lanes(block));
        let slot = self.bounds.open(block, faces.len());
        let mut open = self.bounds.blocks[slot];
        let mut flow = ControlFlow::Continue(());
        for (k, (lanes, faces)) in lanes.iter().zip(faces.chunks(LANES)).enumerate() {
            let limits = &open.limits[LANES * k..LANES * (k + 1)];
            let due: LaneSet = std::array::from_fn(|lane| limits[lane] <= self.due);
            if due.contains(&true) {
                flow = self.visit_faces(lanes, faces, k, due, &mut open);
            }
            if flow.is_break() {
                break;
            }
        }
        self.bounds.blocks[slot].limits = open.limits;
        self.comparison.history.bits_changed += u64::from(self.bounds.set_mask(slot, open.mask));
        (least(&open.limits), flow)
    }

    /// Those faces of eight, the `k`th of their block, whose bounds are used up.
    fn visit_faces(
        &mut self,
        lanes: &FaceLanes,
        faces: &[FaceId],
        k: usize,
        mut due: LaneSet,
        block: &mut OpenBlock,
    ) -> ControlFlow<()> {
        let placement = self.comparison.placement;
        let reaches = lanes.reaches(placement.centre);
        for lane in 0..faces.len() {
            if !due[lane] {
                continue;
            }
            self.comparison.history.volumes += 1;
            let away = reaches[lane] - placement.radius;
            let bit = LANES * k + lane;
            block.mask &= !(1 << bit);
            if away > self.reach {
                block.limits[bit] = self.limit(away);
                due[lane] = false;
            } else {
                block.mask |= 1 << bit;
            }
        }
        let left = (0..faces.len()).filter(|lane| due[*lane]).count();
        // One test for several faces.
        let apart = if left > 1 { self.comparison.patch_apart(&placement.patch_in_b(lanes.patch())) } else { 0.0 };
        for lane in (0..faces.len()).filter(|lane| due[*lane]) {
            let bit = LANES * k + lane;
            if apart > self.reach {
                block.limits[bit] = self.limit(apart);
                continue;
            }
            // Where the search ends early, not all of the mover was looked at: the face stays due.
            let (apart, flow) = self.comparison.face_apart(faces[lane]);
            flow?;
            block.limits[bit] = self.limit(apart);
        }
        ControlFlow::Continue(())
    }

    /// What may be travelled until something so far away is met.
    fn limit(&self, apart: f64) -> f64 {
        (self.bounds.travelled + apart).next_down()
    }
}
