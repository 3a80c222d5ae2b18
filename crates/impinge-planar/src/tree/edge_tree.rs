//! The tree over the edges of a polygon: eight oriented boxes a node, eight consecutive edges a leaf.
//!
//! Rings are chains, and pieces of a chain are compact: leaves are cut off the rings in order, and eight consecutive children make a
//! node, so building is one linear pass. Boxes are the best of eight directions, from the extents along sixteen, which merge
//! exactly on the way up. Unlike [`impinge::bvh`] everything is in double precision: in the plane a box is six numbers, so that
//! there is little to gain, and bodies of any two sizes can meet without a common unit.

use super::kdop::Kdop;
use super::oriented_box::OrientedBox;
use crate::polygon::rect::Rect;
use crate::polygon::rings::{EdgeId, Rings};
use impinge::math::{DVec2, SMALLEST_IN_PLANE};

/// Children of a node, and edges of a leaf.
pub(crate) const WIDTH: usize = 8;

/// What projections and middles may be off by, relative to the largest coordinate (2^-48): some six roundings of 2^-53.
const ROUNDING: f64 = 16.0 * f64::EPSILON;

/// Edges shorter than this share of the polygon's size (2^-60) are shorter than what approximate coordinates may be off by.
const SHORTEST: f64 = 1.0 / (1_u64 << 60) as f64;

/// Consecutive edges of a ring: edge `k` runs from point `k` to point `k + 1`. Unused lanes repeat the last point.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Leaf {
    pub x: [f64; WIDTH + 1],
    pub y: [f64; WIDTH + 1],
    /// The inverse squares of the lengths of the edges; 1 for those without, or so short that it does not matter which of their points is
    /// taken.
    pub inverse: [f64; WIDTH],
    /// The first edge.
    pub start: EdgeId,
    /// How many edges.
    pub count: u32,
}

/// What a slot holds: an inner node or a leaf by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Child(u32);

impl Child {
    const LEAF: u32 = 1 << 31;

    fn node(index: usize) -> Self {
        Self(index as u32)
    }

    fn leaf(index: usize) -> Self {
        Self(index as u32 | Self::LEAF)
    }

    #[inline(always)]
    pub fn is_leaf(self) -> bool {
        self.0 & Self::LEAF != 0
    }

    #[inline(always)]
    pub fn index(self) -> usize {
        (self.0 & !Self::LEAF) as usize
    }
}

/// Eight children side by side.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Node {
    pub centre: [[f64; WIDTH]; 2],
    pub axis: [[f64; WIDTH]; 2],
    pub half: [[f64; WIDTH]; 2],
    pub child: [Child; WIDTH],
    /// Bit `k` is set where lane `k` is used.
    pub used: u32,
}

impl Node {
    fn empty() -> Self {
        let zero = [[0.0; WIDTH]; 2];
        Self { centre: zero, axis: [[1.0; WIDTH], [0.0; WIDTH]], half: zero, child: [Child::node(0); WIDTH], used: 0 }
    }

    fn set(&mut self, lane: usize, b: &OrientedBox, child: Child) {
        for k in 0..2 {
            self.centre[k][lane] = b.centre[k];
            self.axis[k][lane] = b.axis[k];
            self.half[k][lane] = b.half[k];
        }
        self.child[lane] = child;
        self.used |= 1 << lane;
    }

    /// The box of a child.
    #[inline(always)]
    pub fn bounds(&self, lane: usize) -> OrientedBox {
        let vector = |rows: &[[f64; WIDTH]; 2]| DVec2::new(rows[0][lane], rows[1][lane]);
        OrientedBox { centre: vector(&self.centre), axis: vector(&self.axis), half: vector(&self.half) }
    }
}

/// Where a child stands: the node times eight, plus the lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ChildSlot(pub u32);

impl ChildSlot {
    /// The root, alone in the first node.
    pub const ROOT: Self = Self(0);

    #[inline(always)]
    pub fn new(node: usize, lane: usize) -> Self {
        Self((node * WIDTH + lane) as u32)
    }
}

/// The tree.
#[derive(Clone, Debug)]
pub(crate) struct EdgeTree {
    pub nodes: Vec<Node>,
    pub leaves: Vec<Leaf>,
}

impl EdgeTree {
    /// A tree over all edges.
    pub fn build(rings: &Rings) -> Self {
        let pad = ROUNDING * rings.bounds().largest_coordinate();
        let leaves = cut(rings);
        let mut level: Vec<(Child, Kdop)> =
            leaves.iter().enumerate().map(|(i, leaf)| (Child::leaf(i), Kdop::from_points(&leaf.x, &leaf.y))).collect();
        let mut nodes = vec![Node::empty()];
        while level.len() > 1 {
            let groups = level.len().div_ceil(WIDTH);
            let mut above = Vec::with_capacity(groups);
            for group in 0..groups {
                // As evenly as can be, so that no node is left with a single child.
                let part = &level[group * level.len() / groups..(group + 1) * level.len() / groups];
                let (mut node, mut extents) = (Node::empty(), Kdop::EMPTY);
                for (lane, (child, of_child)) in part.iter().enumerate() {
                    node.set(lane, &of_child.fitted(pad), *child);
                    extents = extents.joined(of_child);
                }
                above.push((Child::node(nodes.len()), extents));
                nodes.push(node);
            }
            level = above;
        }
        if let Some((child, extents)) = level.first() {
            nodes[0].set(0, &extents.fitted(pad), *child);
        }
        Self { nodes, leaves }
    }

    /// The node of all leaves, in order, if there is no other but the root's; the root's, if that is a leaf.
    #[inline(always)]
    pub fn only_level(&self) -> Option<&Node> {
        match self.nodes.as_slice() {
            [node] | [_, node] => Some(node),
            _ => None,
        }
    }

    /// Half of width and height of the box around all, together.
    #[inline(always)]
    pub fn size(&self) -> f64 {
        self.bounds(ChildSlot::ROOT).half.element_sum()
    }

    /// What stands in a slot.
    #[inline(always)]
    pub fn child(&self, slot: ChildSlot) -> Child {
        self.nodes[slot.0 as usize / WIDTH].child[slot.0 as usize % WIDTH]
    }

    /// The box of a slot.
    #[inline(always)]
    pub fn bounds(&self, slot: ChildSlot) -> OrientedBox {
        self.nodes[slot.0 as usize / WIDTH].bounds(slot.0 as usize % WIDTH)
    }
}

/// Cuts the rings into leaves; many rings in the order of a space-filling curve.
fn cut(rings: &Rings) -> Vec<Leaf> {
    let mut order: Vec<usize> = (0..rings.ring_count()).collect();
    if order.len() > WIDTH {
        let keys: Vec<u64> = rings.iter().map(|ring| curve_key(rings, ring)).collect();
        order.sort_by_key(|ring| keys[*ring]);
    }
    let size = rings.extent().span;
    let mut leaves = Vec::with_capacity(rings.vertices().len() / WIDTH + order.len());
    for ring in order {
        let range = rings.ring_range(ring);
        let points = &rings.vertices()[range.clone()];
        // As evenly as can be: nine edges are five and four.
        let pieces = points.len().div_ceil(WIDTH);
        for piece in 0..pieces {
            let (from, to) = (piece * points.len() / pieces, (piece + 1) * points.len() / pieces);
            let point = |k: usize| points[(from + k).min(to) % points.len()];
            leaves.push(Leaf {
                x: std::array::from_fn(|k| point(k).x),
                y: std::array::from_fn(|k| point(k).y),
                inverse: std::array::from_fn(|k| inverse_square(point(k + 1) - point(k), size)),
                start: EdgeId((range.start + from) as u32),
                count: (to - from) as u32,
            });
        }
    }
    leaves
}

/// The inverse of a squared length, if that is not below what approximate coordinates may be off by; else 1.
fn inverse_square(d: DVec2, size: f64) -> f64 {
    let is_short = d.abs().max_element() <= (SHORTEST * size).max(0.5 * SMALLEST_IN_PLANE);
    if is_short { 1.0 } else { 1.0 / d.length_squared() }
}

/// The place of a ring's middle on a Z-shaped curve over the bounds.
fn curve_key(rings: &Rings, ring: &[DVec2]) -> u64 {
    let (bounds, middle) = (rings.bounds(), Rect::from_points(ring).centre());
    let size = bounds.size().max_element();
    let cell = (middle - bounds.min) * (65_535.0 / if size > 0.0 { size } else { 1.0 });
    let spread = |x: f64| (0..16).fold(0, |key: u64, bit| key | ((x as u64 >> bit & 1) << (2 * bit)));
    spread(cell.x) | spread(cell.y) << 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use impinge_scenes::SplitMix64;

    /// Every edge is in one leaf, and every box holds the points below it.
    #[test]
    fn boxes_hold_what_is_below() {
        let mut random = SplitMix64::new(4);
        for n in [1, 2, 3, 8, 9, 16, 17, 65, 1000] {
            let point =
                |random: &mut SplitMix64| DVec2::new(random.between(-1.0, 1.0) + 100.0, random.between(-1.0, 1.0));
            let ring: Vec<DVec2> = (0..n).map(|_| point(&mut random)).collect();
            let small = (0..20).map(|_| (0..3).map(|_| point(&mut random)).collect());
            let rings = Rings::try_new(&std::iter::once(ring).chain(small).collect::<Vec<_>>()).unwrap();
            let tree = EdgeTree::build(&rings);
            let mut edges = vec![0; rings.vertices().len()];
            let mut open = vec![(ChildSlot::ROOT, Vec::new())];
            while let Some((slot, mut above)) = open.pop() {
                above.push(tree.bounds(slot));
                let child = tree.child(slot);
                if !child.is_leaf() {
                    let used = tree.nodes[child.index()].used;
                    let lanes = (0..WIDTH).filter(|lane| used & 1 << lane != 0);
                    open.extend(lanes.map(|lane| (ChildSlot::new(child.index(), lane), above.clone())));
                    continue;
                }
                let leaf = &tree.leaves[child.index()];
                for k in 0..leaf.count as usize {
                    let edge = EdgeId(leaf.start.0 + k as u32);
                    edges[edge.index()] += 1;
                    let ends = [0, 1].map(|i| DVec2::new(leaf.x[k + i], leaf.y[k + i]));
                    assert_eq!(ends, rings.edge(edge));
                    for b in &above {
                        for p in ends.map(|p| p - b.centre) {
                            let local = DVec2::new(b.axis.dot(p), b.axis.perp_dot(p));
                            assert!(local.abs().cmple(b.half).all());
                        }
                    }
                }
            }
            assert!(edges.iter().all(|count| *count == 1));
        }
    }
}
