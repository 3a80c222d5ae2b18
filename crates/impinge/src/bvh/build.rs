//! Top-down building by the binned surface area heuristic (Wald 2007), in O(n log n), the same for any machine.

use super::{Bvh, Node};
use crate::bound::Aabb;
use crate::math::DVec3;

/// Bins an axis is cut into.
const BINS: usize = 16;

/// Items up to which a leaf is made without weighing a split.
const LEAF: usize = 4;

/// An item as the builder moves it around.
#[derive(Clone, Copy)]
struct Entry {
    bounds: Aabb,
    centre: DVec3,
    item: u32,
}

impl Bvh {
    /// A tree over items 0, 1, 2, …, with these boxes.
    #[must_use]
    pub fn build(boxes: &[Aabb]) -> Self {
        let mut entries: Vec<Entry> =
            boxes.iter().enumerate().map(|(i, b)| Entry { bounds: *b, centre: b.centre(), item: i as u32 }).collect();
        let mut tree = Self::default();
        if entries.is_empty() {
            return tree;
        }
        tree.nodes.reserve(boxes.len());
        tree.nodes.push(Node { bounds: Aabb::EMPTY, first: 0, count: 0 });
        let mut open = vec![(0_usize, 0..entries.len())];
        while let Some((node, range)) = open.pop() {
            let part = &mut entries[range.clone()];
            let bounds = part.iter().fold(Aabb::EMPTY, |all, e| all.joined(e.bounds));
            if part.len() <= LEAF {
                tree.nodes[node] = Node { bounds, first: range.start as u32, count: part.len() as u32 };
                continue;
            }
            let middle = range.start + split(part);
            let first = tree.nodes.len();
            tree.nodes[node] = Node { bounds, first: first as u32, count: 0 };
            tree.nodes.extend([Node { bounds: Aabb::EMPTY, first: 0, count: 0 }; 2]);
            open.push((first + 1, middle..range.end));
            open.push((first, range.start..middle));
        }
        tree.items = entries.iter().map(|e| e.item).collect();
        tree
    }
}

/// Reorders the entries in two groups and gives the size of the first; both have at least one.
fn split(entries: &mut [Entry]) -> usize {
    let centres = entries.iter().fold(Aabb::EMPTY, |all, e| all.including(e.centre));
    let size = centres.size();
    let axis = if size.x >= size.y && size.x >= size.z {
        0
    } else if size.y >= size.z {
        1
    } else {
        2
    };
    if let Some(bin) = best_split(entries, axis, centres.min[axis], size[axis]) {
        let bin_of = binning(axis, centres.min[axis], size[axis]);
        return partition(entries, |e| bin_of(e) <= bin);
    }
    // All centres in one place, or a size that overflows: halve by number.
    let middle = entries.len() / 2;
    let key = |e: &Entry| e.centre[axis];
    entries.select_nth_unstable_by(middle, |p, q| key(p).total_cmp(&key(q)).then(p.item.cmp(&q.item)));
    middle
}

/// Which bin an entry falls in.
fn binning(axis: usize, origin: f64, size: f64) -> impl Fn(&Entry) -> usize {
    let scale = BINS as f64 / size;
    move |e| (((e.centre[axis] - origin) * scale) as usize).min(BINS - 1)
}

/// The last bin of the cheaper side: the one split of 15 that the surface area heuristic likes best.
fn best_split(entries: &[Entry], axis: usize, origin: f64, size: f64) -> Option<usize> {
    if !(BINS as f64 / size).is_finite() || !size.is_finite() {
        return None;
    }
    let bin_of = binning(axis, origin, size);
    let mut bins = [(Aabb::EMPTY, 0_usize); BINS];
    for e in entries {
        let bin = &mut bins[bin_of(e)];
        *bin = (bin.0.joined(e.bounds), bin.1 + 1);
    }
    let mut right_costs = [0.0; BINS];
    let (mut bounds, mut count) = (Aabb::EMPTY, 0);
    for i in (1..BINS).rev() {
        (bounds, count) = (bounds.joined(bins[i].0), count + bins[i].1);
        right_costs[i - 1] = bounds.half_area() * count as f64;
    }
    let (mut bounds, mut count) = (Aabb::EMPTY, 0);
    let mut best: Option<(f64, usize)> = None;
    for i in 0..BINS - 1 {
        (bounds, count) = (bounds.joined(bins[i].0), count + bins[i].1);
        let cost = bounds.half_area() * count as f64 + right_costs[i];
        if count > 0 && count < entries.len() && best.is_none_or(|(least, _)| cost < least) {
            best = Some((cost, i));
        }
    }
    best.map(|(_, i)| i)
}

/// Moves the entries that belong to the left to the front, keeping no order; gives their number.
fn partition(entries: &mut [Entry], left: impl Fn(&Entry) -> bool) -> usize {
    let mut middle = 0;
    for i in 0..entries.len() {
        if left(&entries[i]) {
            entries.swap(i, middle);
            middle += 1;
        }
    }
    middle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_item_is_in_one_leaf_and_every_box_in_its_parent() {
        for count in [1_usize, 2, 5, 100, 1000] {
            let boxes: Vec<Aabb> = (0..count)
                .map(|i| {
                    let p = DVec3::new((i * 7919 % 101) as f64, (i * 104_729 % 37) as f64, (i % 3) as f64);
                    Aabb { min: p, max: p + DVec3::ONE }
                })
                .collect();
            let tree = Bvh::build(&boxes);
            let mut items = tree.items.clone();
            items.sort_unstable();
            assert!(items.iter().copied().eq(0..count as u32));
            for node in &tree.nodes {
                let inside: Vec<Aabb> = if node.is_leaf() {
                    tree.items(node).iter().map(|i| boxes[*i as usize]).collect()
                } else {
                    tree.children(node).map(|c| c.bounds).to_vec()
                };
                let joined = inside.iter().fold(Aabb::EMPTY, |all, b| all.joined(*b));
                assert_eq!(joined, node.bounds);
            }
        }
    }

    #[test]
    fn equal_boxes_are_halved() {
        let tree = Bvh::build(&[Aabb { min: DVec3::ZERO, max: DVec3::ONE }; 1000]);
        assert!(tree.node_count() < 1000);
    }
}
