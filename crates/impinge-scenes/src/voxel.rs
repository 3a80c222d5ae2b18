//! Sets of unit cubes on the integer lattice, and how two of them relate: plain set arithmetic, the oracle for relations.

use crate::random::SplitMix64;
use impinge::pair::Relation;
use std::collections::BTreeSet;

/// A unit cube by its lowest corner.
pub type Voxel = [i64; 3];

/// A finite set of unit cubes; as a point set, the union of the closed cubes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VoxelSet {
    voxels: BTreeSet<Voxel>,
}

/// What two voxel sets have in common, as point sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VoxelRelation {
    /// Some cube belongs to both.
    pub interiors_meet: bool,
    /// Some cube belongs to A alone.
    pub a_exceeds_b: bool,
    /// Some cube belongs to B alone.
    pub b_exceeds_a: bool,
    /// Some cube of A and some cube of B are equal or share a face, an edge or a corner.
    pub closures_meet: bool,
}

impl VoxelRelation {
    /// The relation of A to B.
    #[must_use]
    pub fn relation(self) -> Relation {
        match (self.interiors_meet, self.a_exceeds_b, self.b_exceeds_a) {
            (true, true, true) => Relation::Crossing,
            (true, false, true) => Relation::AInsideB,
            (true, true, false) => Relation::BInsideA,
            (true, false, false) => Relation::Coincident,
            (false, ..) if self.closures_meet => Relation::Touching,
            (false, ..) => Relation::Disjoint,
        }
    }
}

impl FromIterator<Voxel> for VoxelSet {
    fn from_iter<I: IntoIterator<Item = Voxel>>(voxels: I) -> Self {
        Self { voxels: voxels.into_iter().collect() }
    }
}

impl VoxelSet {
    /// All cubes of the box from the lowest corner `min` to the highest corner `max`.
    #[must_use]
    pub fn cuboid(min: Voxel, max: Voxel) -> Self {
        let span = |k: usize| min[k]..max[k];
        span(0).flat_map(|x| span(1).flat_map(move |y| span(2).map(move |z| [x, y, z]))).collect()
    }

    /// A random set of the given number of cubes, grown from the origin face by face.
    #[must_use]
    pub fn random_connected(seed: u64, count: usize) -> Self {
        let mut random = SplitMix64::new(seed);
        let mut set = Self::default();
        let mut rim = vec![[0; 3]];
        while set.len() < count {
            let next = rim.swap_remove(random.below(rim.len() as u64) as usize);
            if set.voxels.insert(next) {
                rim.extend(face_neighbours(next));
            }
        }
        set
    }

    /// The cubes, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Voxel> + '_ {
        self.voxels.iter().copied()
    }

    /// How many cubes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.voxels.len()
    }

    /// Whether there is no cube.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.voxels.is_empty()
    }

    /// Whether the cube belongs to the set.
    #[must_use]
    pub fn contains(&self, voxel: Voxel) -> bool {
        self.voxels.contains(&voxel)
    }

    /// The cubes of either set.
    #[must_use]
    pub fn union(&self, other: &Self) -> Self {
        self.voxels.union(&other.voxels).copied().collect()
    }

    /// The cubes of this set that are not in the other.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        self.voxels.difference(&other.voxels).copied().collect()
    }

    /// Every cube moved by the same vector.
    #[must_use]
    pub fn shifted(&self, by: [i64; 3]) -> Self {
        self.iter().map(|v| [0, 1, 2].map(|k| v[k] + by[k])).collect()
    }

    /// What A = `self` and B = `other` have in common.
    #[must_use]
    pub fn relation_to(&self, other: &Self) -> VoxelRelation {
        let touches = |v: Voxel| {
            let near = -1..=1;
            near.clone()
                .any(|x| near.clone().any(|y| near.clone().any(|z| other.contains([v[0] + x, v[1] + y, v[2] + z]))))
        };
        VoxelRelation {
            interiors_meet: self.iter().any(|v| other.contains(v)),
            a_exceeds_b: self.iter().any(|v| !other.contains(v)),
            b_exceeds_a: other.iter().any(|v| !self.contains(v)),
            closures_meet: self.iter().any(touches),
        }
    }
}

/// The six cubes that share a face with a cube.
#[must_use]
pub fn face_neighbours([x, y, z]: Voxel) -> [Voxel; 6] {
    [[x - 1, y, z], [x + 1, y, z], [x, y - 1, z], [x, y + 1, z], [x, y, z - 1], [x, y, z + 1]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_cube_against_its_surroundings() {
        let one = VoxelSet::from_iter([[0, 0, 0]]);
        let mut seen = [0; 3];
        for [x, y, z] in VoxelSet::cuboid([-2; 3], [3; 3]).iter() {
            let relation = one.relation_to(&VoxelSet::from_iter([[x, y, z]])).relation();
            let far = x.abs().max(y.abs()).max(z.abs());
            let expected = [Relation::Coincident, Relation::Touching, Relation::Disjoint][far as usize];
            assert_eq!(relation, expected);
            seen[far as usize] += 1;
        }
        assert_eq!(seen, [1, 26, 98]);
    }

    #[test]
    fn sets_contain_and_cross() {
        let big = VoxelSet::cuboid([0; 3], [3; 3]);
        let small = VoxelSet::cuboid([1; 3], [2; 3]);
        let of = |a: &VoxelSet, b: &VoxelSet| a.relation_to(b).relation();
        assert_eq!(of(&big, &small), Relation::BInsideA);
        assert_eq!(of(&small, &big), Relation::AInsideB);
        assert_eq!(of(&big.minus(&small), &small), Relation::Touching);
        assert_eq!(of(&big.minus(&small), &big), Relation::AInsideB);
        assert_eq!(of(&big.minus(&small).union(&small), &big), Relation::Coincident);
        assert_eq!(of(&big, &big.shifted([1, 0, 0])), Relation::Crossing);
        assert_eq!(of(&big, &big.shifted([3, 3, 3])), Relation::Touching);
        assert_eq!(of(&big, &big.shifted([4, 0, 0])), Relation::Disjoint);
    }

    #[test]
    fn random_sets_are_connected_and_repeatable() {
        for seed in 0..20 {
            let set = VoxelSet::random_connected(seed, 30);
            assert_eq!(set, VoxelSet::random_connected(seed, 30));
            assert_eq!(set.len(), 30);
            let mut reached: BTreeSet<Voxel> = BTreeSet::new();
            let mut stack = vec![[0; 3]];
            while let Some(v) = stack.pop() {
                if set.contains(v) && reached.insert(v) {
                    stack.extend(face_neighbours(v));
                }
            }
            assert_eq!(reached.len(), 30);
        }
    }
}
