//! Figures of a tree: how deep, how large, how tight. Time is measured by the caller: nothing here looks at a clock.

use super::bounding_volume::BoundingVolume;
use super::volume_tree::Tree;
use impinge::math::DVec3;

/// The figures of one tree.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct TreeStatistics {
    /// Triangles below.
    pub items: usize,
    /// All nodes, leaves included.
    pub nodes: usize,
    /// Nodes without children.
    pub leaves: usize,
    /// Bytes in memory, the triangles not included.
    pub bytes: usize,
    /// Levels below the root: zero for a root that is a leaf.
    pub depth: usize,
    /// The mean depth of a triangle's leaf.
    pub mean_depth: f64,
    /// Level by level from the root.
    pub levels: Vec<LevelStatistics>,
}

/// The figures of one level of a tree, leaves higher up included, so that every level holds all triangles.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LevelStatistics {
    /// Nodes that are on the level or leaves above it.
    pub nodes: usize,
    /// The areas of their volumes added up, in units of the area of the triangles: the less, the tighter. Two is the least for
    /// volumes around a flat surface, whose both sides they have. Infinite for triangles without area.
    pub area: f64,
    /// What their volumes enclose, added up, in units of what the root's encloses; one for a root that is flat.
    pub volume: f64,
}

impl TreeStatistics {
    /// The figures of a tree over these triangles.
    #[must_use]
    pub(super) fn measure<V: BoundingVolume>(tree: &Tree<V>, triangles: &[[DVec3; 3]]) -> Self {
        let surface: f64 = triangles.iter().map(|[a, b, c]| (*b - *a).cross(*c - *a).length() / 2.0).sum();
        let nodes = tree.node_count();
        let mut found = Self { items: triangles.len(), nodes, bytes: tree.bytes(), ..Self::default() };
        let mut level: Vec<u32> = if nodes == 0 { Vec::new() } else { vec![0] };
        // Nodes, areas and volumes of leaves above the level.
        let mut above = LevelStatistics::default();
        let (mut root_volume, mut depths) = (0.0, 0);
        while !level.is_empty() {
            let (mut sum, mut next) = (above, Vec::new());
            for &number in &level {
                let bound = &tree.node(number).bound;
                let own = LevelStatistics { nodes: 1, area: bound.area(), volume: bound.volume() };
                sum = sum.plus(own);
                if tree.node(number).is_leaf {
                    above = above.plus(own);
                    found.leaves += 1;
                    depths += tree.items(number).len() * found.levels.len();
                }
                next.extend(tree.children(number));
            }
            if found.levels.is_empty() {
                root_volume = sum.volume;
            }
            let volume = if root_volume > 0.0 { sum.volume / root_volume } else { 1.0 };
            found.levels.push(LevelStatistics { nodes: sum.nodes, area: sum.area / surface, volume });
            level = next;
        }
        found.depth = found.levels.len().saturating_sub(1);
        found.mean_depth = depths as f64 / triangles.len().max(1) as f64;
        found
    }

    /// The area of the leaves' volumes in units of the area of the triangles: see [`LevelStatistics::area`].
    #[must_use]
    pub fn tightness(&self) -> f64 {
        self.levels.last().map_or(f64::INFINITY, |level| level.area)
    }
}

impl LevelStatistics {
    fn plus(self, other: Self) -> Self {
        Self { nodes: self.nodes + other.nodes, area: self.area + other.area, volume: self.volume + other.volume }
    }
}

#[cfg(test)]
mod tests {
    use super::super::any_tree::Hierarchy;
    use super::super::config::{Arity, TreeBuild, VolumeKind};
    use super::*;
    use impinge::math::DMat3;

    /// A flat sheet askew: boxes that turn with it are as tight as can be, all others are not.
    #[test]
    fn oriented_volumes_are_tightest_around_a_sheet_askew() {
        let turn = DMat3::from_rotation_x(0.5) * DMat3::from_rotation_y(0.4);
        let at = |i: u32, j: u32| turn * DVec3::new(f64::from(i), f64::from(j) * 2.0, 0.0);
        let square =
            |i: u32, j: u32| [[at(i, j), at(i + 1, j), at(i, j + 1)], [at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)]];
        let sheet: Vec<[DVec3; 3]> = (0..256).flat_map(|k| square(k % 16, k / 16)).collect();
        let figures = |volume, leaf_size| {
            let build = TreeBuild { leaf_size, ..TreeBuild::for_volume(volume) };
            Hierarchy::build(&sheet, &build).statistics(&sheet)
        };
        let root = |volume| figures(volume, 255).levels[0].area;
        assert!((2.0..2.001).contains(&root(VolumeKind::Obb)), "{}", root(VolumeKind::Obb));
        for volume in [VolumeKind::Aabb, VolumeKind::Sphere, VolumeKind::Kdop14, VolumeKind::Kdop18, VolumeKind::Kdop26]
        {
            assert!(root(volume) > root(VolumeKind::Obb) * 1.05, "{volume:?} {}", root(volume));
        }
        assert!(root(VolumeKind::Kdop26) < root(VolumeKind::Aabb) && root(VolumeKind::Aabb) < root(VolumeKind::Sphere));
        let fine = figures(VolumeKind::Obb, 2);
        assert_eq!((fine.items, fine.levels[0].nodes), (512, 1));
        assert_eq!(fine.nodes, 2 * fine.leaves - 1);
        assert_eq!(fine.levels.last().map(|l| l.nodes), Some(fine.leaves));
        assert!(fine.depth >= 8 && fine.mean_depth <= fine.depth as f64 && fine.bytes > 512 * 60);
        let wide = TreeBuild { arity: Arity::Eight, ..TreeBuild::for_volume(VolumeKind::Obb) };
        assert!(Hierarchy::build(&sheet, &wide).statistics(&sheet).depth < fine.depth);
    }

    #[test]
    fn no_triangles_have_no_figures() {
        let figures = Hierarchy::build(&[], &TreeBuild::default()).statistics(&[]);
        assert_eq!((figures.nodes, figures.depth, figures.tightness()), (0, 0, f64::INFINITY));
    }
}
