//! Building from the top down: a volume around a group, the group in two, the largest part in two again until the node has all
//! its children; iterative, O(n log n) but for splits that go wrong, the same for any machine.

use super::bounding_volume::{Aabb, BoundingVolume};
use super::config::TreeBuild;
use super::split_rule::{Entry, split};
use super::volume_tree::{Node, Tree};
use impinge::math::DVec3;
use std::ops::Range;

impl<V: BoundingVolume> Tree<V> {
    /// A tree over triangles 0, 1, 2, …
    #[must_use]
    pub fn build(triangles: &[[DVec3; 3]], build: &TreeBuild) -> Self {
        let mut builder = Builder { triangles, build, points: Vec::new() };
        let mut entries: Vec<Entry> = triangles
            .iter()
            .enumerate()
            .map(|(i, t)| Entry { item: i as u32, middle: (t[0] + t[1] + t[2]) / 3.0, bounds: Aabb::of_points(t) })
            .collect();
        let mut tree = Self { nodes: Vec::new(), items: Vec::new() };
        if entries.is_empty() {
            return tree;
        }
        let root = builder.node(&entries, 0..entries.len());
        tree.nodes.push(root);
        let mut open = vec![(0_usize, 0..entries.len())];
        while let Some((node, range)) = open.pop() {
            if tree.nodes[node].is_leaf {
                continue;
            }
            let parts = builder.parts(&mut entries, range, &tree.nodes[node].bound);
            let first = tree.nodes.len();
            tree.nodes[node].first = first as u32;
            tree.nodes[node].count = parts.len() as u32;
            for (i, part) in parts.into_iter().enumerate() {
                tree.nodes.push(builder.node(&entries, part.clone()));
                open.push((first + i, part));
            }
        }
        tree.items = entries.iter().map(|e| e.item).collect();
        tree.nodes.shrink_to_fit();
        tree
    }
}

struct Builder<'a> {
    triangles: &'a [[DVec3; 3]],
    build: &'a TreeBuild,
    /// The corners of the group at hand.
    points: Vec<DVec3>,
}

impl Builder<'_> {
    fn gather(&mut self, entries: &[Entry]) {
        self.points.clear();
        self.points.extend(entries.iter().flat_map(|e| self.triangles[e.item as usize]));
    }

    /// A node of a group, as a leaf if it is small enough.
    fn node<V: BoundingVolume>(&mut self, entries: &[Entry], range: Range<usize>) -> Node<V> {
        self.gather(&entries[range.clone()]);
        let bound = V::around(&self.points, self.build.fit);
        let is_leaf = range.len() <= self.leaf_size();
        Node { size: bound.half_diagonal(), bound, first: range.start as u32, count: range.len() as u32, is_leaf }
    }

    /// At least one, whatever was asked for.
    fn leaf_size(&self) -> usize {
        usize::from(self.build.leaf_size.max(1))
    }

    /// The parts of a group, at least two.
    fn parts<V: BoundingVolume>(&mut self, entries: &mut [Entry], range: Range<usize>, bound: &V) -> Vec<Range<usize>> {
        let mut parts = vec![range];
        while parts.len() < self.build.arity.number() {
            let largest = (0..parts.len()).max_by_key(|&i| (parts[i].len(), usize::MAX - i)).unwrap_or(0);
            let part = parts[largest].clone();
            if parts.len() > 1 && part.len() <= self.leaf_size() {
                break;
            }
            self.gather(&entries[part.clone()]);
            // The volume of a part that gets no node of its own is of use only for its axes.
            let own = (parts.len() > 1).then(|| V::around(&self.points, self.build.fit));
            let first = split(&mut entries[part.clone()], &self.points, own.as_ref().unwrap_or(bound), self.build);
            let middle = part.start + first;
            parts[largest] = part.start..middle;
            parts.insert(largest + 1, middle..part.end);
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::super::bounding_volume::Sphere;
    use super::super::config::{Arity, SplitAxis, SplitPlace, VolumeKind};
    use super::*;

    fn strip(count: usize) -> Vec<[DVec3; 3]> {
        (0..count)
            .map(|i| {
                let p = DVec3::new((i * 7919 % 101) as f64, (i * 104_729 % 37) as f64, (i % 3) as f64);
                [p, p + DVec3::X, p + DVec3::new(0.0, 1.0, 0.5)]
            })
            .collect()
    }

    #[test]
    fn every_item_is_in_one_leaf_and_every_volume_holds_what_is_below() {
        for (count, axis) in
            [(1, SplitAxis::Own), (2, SplitAxis::Longest), (9, SplitAxis::Coordinate), (500, SplitAxis::Covariance)]
        {
            for split in [
                SplitPlace::Mean,
                SplitPlace::Median,
                SplitPlace::Middle,
                SplitPlace::Projection,
                SplitPlace::Centroids,
                SplitPlace::Random,
            ] {
                for arity in [Arity::Two, Arity::Four, Arity::Eight] {
                    let build =
                        TreeBuild { axis, split, arity, leaf_size: 3, ..TreeBuild::for_volume(VolumeKind::Sphere) };
                    let triangles = strip(count);
                    let tree = Tree::<Sphere>::build(&triangles, &build);
                    let mut seen = vec![0; count];
                    for number in 0..tree.node_count() as u32 {
                        assert!(tree.items(number).len() <= 3 && tree.children(number).len() <= arity.number());
                        let mut open = vec![number];
                        while let Some(below) = open.pop() {
                            open.extend(tree.children(below));
                            for item in tree.items(below) {
                                seen[*item as usize] += u32::from(number == below);
                                let Sphere { centre, radius } = tree.node(number).bound;
                                assert!(triangles[*item as usize].iter().all(|p| (*p - centre).length() <= radius));
                            }
                        }
                    }
                    assert!(seen.iter().all(|n| *n == 1), "{seen:?}");
                }
            }
        }
    }

    #[test]
    fn equal_triangles_are_halved_and_no_triangles_are_no_tree() {
        for axis in [SplitAxis::Own, SplitAxis::Longest, SplitAxis::Coordinate, SplitAxis::Covariance] {
            for split in [
                SplitPlace::Mean,
                SplitPlace::Median,
                SplitPlace::Middle,
                SplitPlace::Projection,
                SplitPlace::Centroids,
                SplitPlace::Random,
            ] {
                let build = TreeBuild { axis, split, leaf_size: 0, ..TreeBuild::for_volume(VolumeKind::Aabb) };
                let tree = Tree::<Aabb>::build(&[[DVec3::X, DVec3::Y, DVec3::Z]; 1000], &build);
                assert_eq!(tree.node_count(), 1999);
                assert_eq!(Tree::<Aabb>::build(&[], &build).node_count(), 0);
            }
        }
    }
}
