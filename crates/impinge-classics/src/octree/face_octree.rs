//! Which swept faces of different bodies come near each other: an octree over space that is walked and never built.
//!
//! Kitamura et al. (1995), section 3.4: a voxel is divided where it holds faces of two or more bodies. A face is in the voxels that meet its swept box, so unlike
//! theirs this asks nothing about speeds. Two faces make a pair where their boxes overlap, and the voxel that holds the lowest corner of the overlap reports it:
//! one voxel of all that are not divided, so each pair comes once and nothing is remembered. Unlike theirs, a voxel is divided only
//! where that leaves fewer pairs to look at, in sum over its parts, or puts all pairs into one part; so the work is never more than that of all pairs, times the depth,
//! whatever depth is asked for. The proofs are in `docs/notes/octree.md`.

use super::swept_face::SweptFace;
use super::world_cube::{Voxel, WorldCube};
use impinge::executor::Executor;
use impinge::math::DVec3;

/// Levels below which rounding leaves nothing to divide, and the number of voxels along an edge still fits 32 bits.
pub const DEEPEST: u32 = 24;

/// Pairs up to which looking at all of them is cheaper than dividing.
const FEW: u64 = 16;

/// Faces of a voxel up to which one processor walks everything below it.
const ONE_PROCESSOR: usize = 256;

/// What the walk did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct OctreeCounts {
    /// Voxels that were divided.
    pub divided: u64,
    /// Voxels that hold faces of two or more bodies and were not divided.
    pub leaves: u64,
    /// Levels below the world cube that were reached.
    pub depth: u32,
    /// Pairs of faces of different bodies in the same leaf whose boxes were compared.
    pub compared: u64,
}

/// A walk over the octree of some faces.
pub(super) struct FaceOctree<'f, F> {
    /// Sorted by body.
    faces: &'f [SweptFace],
    world: WorldCube,
    depth: u32,
    /// The faces of the voxels from the root to where the walk is, one list after the other.
    lists: Vec<u32>,
    /// The parts that each face of a list is in, as bits; of the last list alone.
    parts: Vec<u8>,
    pub counts: OctreeCounts,
    visit_pair: F,
}

/// A voxel to be visited.
struct VoxelVisit {
    voxel: Voxel,
    /// Its faces.
    list: Vec<u32>,
    /// How many pairs of different bodies they make.
    pairs: u64,
}

impl VoxelVisit {
    /// All of space.
    fn root(faces: &[SweptFace]) -> Self {
        let mut all = OctantSplit::default();
        faces.iter().for_each(|face| all.add(face.body, 1));
        Self { voxel: Voxel::ALL, list: (0..faces.len() as u32).collect(), pairs: all.pairs()[0] }
    }
}

impl OctreeCounts {
    /// The counts of two parts of a walk.
    fn joined(self, other: Self) -> Self {
        Self {
            divided: self.divided + other.divided,
            leaves: self.leaves + other.leaves,
            depth: self.depth.max(other.depth),
            compared: self.compared + other.compared,
        }
    }
}

/// Finds every pair of faces of different bodies with overlapping boxes once, the parts of large voxels being walked by whoever is free: the counts of the
/// walk, and the pairs in the order of [`FaceOctree::walk`].
pub(super) fn walk_in_parallel(
    faces: &[SweptFace],
    world: WorldCube,
    depth: u32,
    executor: &Executor,
) -> (OctreeCounts, Vec<[u32; 2]>) {
    visit_in_parallel(faces, world, depth.min(DEEPEST), VoxelVisit::root(faces), executor)
}

fn visit_in_parallel(
    faces: &[SweptFace],
    world: WorldCube,
    depth: u32,
    visit: VoxelVisit,
    executor: &Executor,
) -> (OctreeCounts, Vec<[u32; 2]>) {
    let mut pairs = Vec::new();
    let is_small = executor.threads() == 1 || visit.list.len() <= ONE_PROCESSOR;
    let mut octree = FaceOctree::new(faces, world, depth, |pair| pairs.push(pair));
    let parts = if is_small {
        octree.visit_all(visit);
        Vec::new()
    } else {
        octree.divide(visit)
    };
    let counts = octree.counts;
    executor.map_items(parts, |part| visit_in_parallel(faces, world, depth, part, executor)).into_iter().fold(
        (counts, pairs),
        |(counts, mut pairs), (own, found)| {
            pairs.extend(found);
            (counts.joined(own), pairs)
        },
    )
}

impl<'f, F: FnMut([u32; 2])> FaceOctree<'f, F> {
    fn new(faces: &'f [SweptFace], world: WorldCube, depth: u32, visit_pair: F) -> Self {
        let (lists, parts) = (Vec::new(), Vec::new());
        Self { faces, world, depth, lists, parts, counts: OctreeCounts::default(), visit_pair }
    }

    /// Visits every pair of faces of different bodies with overlapping boxes once, as indices, the lower first.
    pub fn walk(faces: &'f [SweptFace], world: WorldCube, depth: u32, visit_pair: F) -> OctreeCounts {
        let mut octree = Self::new(faces, world, depth.min(DEEPEST), visit_pair);
        octree.visit_all(VoxelVisit::root(faces));
        octree.counts
    }

    /// Visits a voxel and all below it.
    fn visit_all(&mut self, VoxelVisit { voxel, list, pairs }: VoxelVisit) {
        self.lists = list;
        self.visit(&voxel, 0, pairs);
    }

    /// Visits a voxel; gives the parts that are left to be visited.
    fn divide(&mut self, VoxelVisit { voxel, list, pairs }: VoxelVisit) -> Vec<VoxelVisit> {
        self.lists = list;
        let Some(division) = self.division(&voxel, 0, pairs) else { return Vec::new() };
        let part = |octant: usize| VoxelVisit {
            voxel: voxel.part(octant, division.middle),
            list: self.lists[division.ends[octant]..division.ends[octant + 1]].to_vec(),
            pairs: division.pairs[octant],
        };
        (0..8).rev().map(part).filter(|part| part.pairs > 0).collect()
    }

    /// Visits the voxel whose faces are the lists from `first` on, with `pairs` pairs of different bodies.
    fn visit(&mut self, voxel: &Voxel, first: usize, pairs: u64) {
        let end = self.lists.len();
        let Some(division) = self.division(voxel, first, pairs) else { return };
        for octant in (0..8).rev() {
            self.lists.truncate(division.ends[octant + 1]);
            self.visit(&voxel.part(octant, division.middle), division.ends[octant], division.pairs[octant]);
        }
        self.lists.truncate(end);
    }

    /// Divides a voxel and appends the lists of its parts; `None` if it is not divided and its pairs are visited instead.
    fn division(&mut self, voxel: &Voxel, first: usize, pairs: u64) -> Option<Division> {
        if pairs == 0 {
            return None;
        }
        self.counts.depth = self.counts.depth.max(voxel.level);
        if voxel.level == self.depth || pairs <= FEW {
            self.visit_pairs(voxel, first);
            return None;
        }
        let middle = voxel.middle(&self.world);
        let mut split = OctantSplit::default();
        self.parts.clear();
        for index in &self.lists[first..] {
            let face = &self.faces[*index as usize];
            let below = face.bounds.min.cmplt(middle).bitmask() as usize;
            let above = face.bounds.max.cmpge(middle).bitmask() as usize;
            let parts = LOWER[below] & UPPER[above];
            split.add(face.body, parts);
            self.parts.push(parts);
        }
        let part_pairs = split.pairs();
        let in_parts: u64 = part_pairs.iter().sum();
        let is_one_part = part_pairs.iter().filter(|pairs| **pairs > 0).count() == 1;
        if in_parts >= pairs && !is_one_part {
            self.visit_pairs(voxel, first);
            return None;
        }
        self.counts.divided += 1;
        let end = self.lists.len();
        // All lists before the first visit, for that one overwrites the parts.
        let mut ends = [end; 9];
        for octant in 0..8 {
            if part_pairs[octant] > 0 {
                for k in 0..end - first {
                    if self.parts[k] >> octant & 1 == 1 {
                        self.lists.push(self.lists[first + k]);
                    }
                }
            }
            ends[octant + 1] = self.lists.len();
        }
        Some(Division { middle, pairs: part_pairs, ends })
    }

    /// Visits the pairs of an undivided voxel.
    fn visit_pairs(&mut self, voxel: &Voxel, first: usize) {
        self.counts.leaves += 1;
        for j in first..self.lists.len() {
            let later = &self.faces[self.lists[j] as usize];
            for i in first..j {
                let earlier = &self.faces[self.lists[i] as usize];
                if earlier.body == later.body {
                    break;
                }
                self.counts.compared += 1;
                let corner = earlier.bounds.min.max(later.bounds.min);
                if earlier.bounds.overlaps(&later.bounds) && voxel.holds(corner) {
                    (self.visit_pair)([self.lists[i], self.lists[j]]);
                }
            }
        }
    }
}

/// How a voxel was divided.
struct Division {
    /// Where it is cut.
    middle: DVec3,
    /// Pairs of different bodies in each part.
    pairs: [u64; 8],
    /// Where the list of each part begins, and where the last ends.
    ends: [usize; 9],
}

/// The octants of the lower halves, by the axes along which a box reaches below the middle; and the upper ones likewise, with what the other axes leave.
const LOWER: [u8; 8] = octants(0);
const UPPER: [u8; 8] = octants(1);

/// By the axes (bits) along which a box reaches into a half: the octants that are not ruled out for being in that half along another axis.
const fn octants(half: usize) -> [u8; 8] {
    let mut masks = [0; 8];
    let mut axes = 0;
    while axes < 8 {
        let mut octant = 0;
        while octant < 8 {
            let in_half = if half == 1 { octant } else { 7 - octant };
            if in_half & !axes == 0 {
                masks[axes] |= 1 << octant;
            }
            octant += 1;
        }
        axes += 1;
    }
    masks
}

/// Pairs of different bodies in each of eight parts, faces being added body by body.
#[derive(Default)]
struct OctantSplit {
    body: u32,
    /// Faces of bodies before the last.
    before: [u64; 8],
    /// Faces of the last body.
    own: [u32; 8],
    pairs: [u64; 8],
}

impl OctantSplit {
    #[inline]
    fn add(&mut self, body: u32, parts: u8) {
        if body != self.body {
            self.close();
            self.body = body;
        }
        for (octant, own) in self.own.iter_mut().enumerate() {
            *own += u32::from(parts & 1 << octant != 0);
        }
    }

    /// Pairs the faces of the last body with those before.
    fn close(&mut self) {
        for octant in 0..8 {
            let own = u64::from(std::mem::take(&mut self.own[octant]));
            self.pairs[octant] += own * self.before[octant];
            self.before[octant] += own;
        }
    }

    /// The pairs in each part.
    fn pairs(mut self) -> [u64; 8] {
        self.close();
        self.pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use impinge::bound::Aabb;
    use impinge::feature::FaceId;

    /// Boxes of three bodies, on a lattice so that many touch each other and the planes between voxels.
    fn faces(random: &mut Random, count: usize, size: f64) -> Vec<SweptFace> {
        let mut faces = Vec::new();
        for k in 0..count {
            let mut lattice = |n: usize| DVec3::from_array([(); 3].map(|()| random.below(n) as f64 / 16.0));
            let min = lattice(33);
            let bounds = Aabb { min, max: min + lattice(5) * size };
            let body = (3 * k / count) as u32;
            faces.push(SweptFace::new([min; 6], 0.0, bounds, body, FaceId(k as u32)));
        }
        faces
    }

    #[test]
    fn every_pair_of_overlapping_boxes_is_told_once() {
        let mut random = Random(23);
        let (mut visited, mut deepest) = (0, 0);
        let executor = Executor::try_new(3).unwrap();
        for round in 0..60 {
            let faces = faces(&mut random, 40 + 10 * round, [0.0, 1.0, 4.0][round % 3]);
            let mut expected = Vec::new();
            for j in 0..faces.len() {
                for i in 0..j {
                    if faces[i].body != faces[j].body && faces[i].bounds.overlaps(&faces[j].bounds) {
                        expected.push([i as u32, j as u32]);
                    }
                }
            }
            expected.sort_unstable();
            let all = faces.iter().fold(Aabb::EMPTY, |all, face| all.joined(face.bounds));
            let elsewhere = WorldCube::try_new(DVec3::new(0.3, 1.0, -7.0), 2.0).unwrap();
            let point = WorldCube::around(&Aabb { min: DVec3::ONE, max: DVec3::ONE });
            for world in [WorldCube::around(&all), elsewhere, point] {
                for depth in [0, 1, 3, DEEPEST, u32::MAX] {
                    let mut found = Vec::new();
                    let counts = FaceOctree::walk(&faces, world, depth, |pair| found.push(pair));
                    let in_order = found.clone();
                    found.sort_unstable();
                    assert_eq!(found, expected, "{world:?} {depth}");
                    assert_eq!(walk_in_parallel(&faces, world, depth, &executor), (counts, in_order));
                    assert!(counts.depth <= depth.min(DEEPEST));
                    // Never more than all pairs.
                    assert!(counts.compared <= (faces.len() * faces.len() / 3) as u64, "{counts:?}");
                    deepest = deepest.max(counts.depth);
                }
            }
            visited += expected.len();
        }
        assert!(visited > 10_000 && deepest >= 4, "{visited} {deepest}");
    }
}
