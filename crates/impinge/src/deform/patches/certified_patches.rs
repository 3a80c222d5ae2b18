//! Which faces, leaves and nodes of a tree lie in a patch that is certainly a graph, so that pairs within it need not be looked at.

use super::disc_patches::{DiscPatches, NONE};
use super::height_field_certificate::GraphCertificate;
use crate::deform::tree::face_tree::FaceTree;
use crate::executor::Executor;
use crate::lane_tree::WIDTH;
use crate::math::simd;
use crate::math::simd::dispatch;

/// Every nth patch is tested first: if fewer than half of these are graphs, testing all would cost more than it saves.
const SAMPLED: usize = 8;

/// Patches from which on that is worth it.
const MANY: usize = 4 * SAMPLED;

/// Patches by slot, and by leaf and node if all in it are of one; [`NONE`] where nothing is certain.
#[derive(Debug)]
pub(crate) struct CertifiedPatches {
    /// By level: slots, leaves, nodes.
    levels: Vec<Vec<u32>>,
    /// Patches that are certainly graphs.
    pub certain: usize,
    /// Faces in these.
    pub faces: usize,
}

impl CertifiedPatches {
    /// For the points of a tree.
    pub fn new(patches: &DiscPatches, tree: &FaceTree, slack: f64, executor: &Executor) -> Self {
        let certain = certain(patches, tree, slack, executor);
        let mark = |face: u32| {
            let patch = patches.patch_of(face);
            if certain.get(patch as usize) == Some(&true) { patch } else { NONE }
        };
        let mut slots: Vec<u32> = tree.slots.iter().map(|[.., face]| mark(*face)).collect();
        let faces = (0..tree.faces() as u32).filter(|face| mark(*face) != NONE).count();
        let mut levels = Vec::new();
        while slots.len() > 1 {
            let above = slots.chunks(WIDTH).map(common).collect();
            levels.push(std::mem::replace(&mut slots, above));
        }
        levels.push(slots);
        Self { levels, certain: certain.iter().filter(|is_certain| **is_certain).count(), faces }
    }

    /// The patch of a slot.
    #[inline(always)]
    pub fn slot(&self, slot: u32) -> u32 {
        self.levels[0][slot as usize]
    }

    /// The patches of the slots of a leaf.
    #[inline(always)]
    pub fn leaf(&self, leaf: u32) -> &[u32] {
        &self.levels[0][leaf as usize * WIDTH..][..WIDTH]
    }

    /// Whether all in two leaves or nodes of a level, of which leaves are the first, is of one patch.
    #[inline(always)]
    pub fn is_same_patch(&self, level: usize, first: usize, second: usize) -> bool {
        let mark =
            |index: usize| self.levels.get(level + 1).and_then(|level| level.get(index)).copied().unwrap_or(NONE);
        mark(first) != NONE && mark(first) == mark(second)
    }
}

/// Which patches are certainly graphs; none if few of some are.
fn certain(patches: &DiscPatches, tree: &FaceTree, slack: f64, executor: &Executor) -> Vec<bool> {
    let level = simd::level();
    let look = |count: usize, step: usize| {
        executor.map_with(
            count,
            GraphCertificate::default,
            |certificate, k| dispatch!(level, simd => certificate.holds(simd, patches.get(k * step), tree, slack)),
        )
    };
    if patches.len() >= MANY {
        let some = look(patches.len() / SAMPLED, SAMPLED);
        if some.iter().filter(|is_certain| **is_certain).count() * 2 < some.len() {
            return Vec::new();
        }
    }
    look(patches.len(), 1)
}

/// What all have in common.
fn common(marks: &[u32]) -> u32 {
    marks.iter().copied().reduce(|a, b| if a == b { a } else { NONE }).unwrap_or(NONE)
}
