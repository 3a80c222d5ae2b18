//! A node: eight children, each with an oriented box, as structure of arrays.

use crate::math::simd::three;
use fearless_simd::f32x8;
use fearless_simd::prelude::*;
use glam::Vec3A;

/// Children of a node.
pub const WIDTH: usize = 8;

/// An oriented box in single precision, in the frame and the unit of a tree: `centre + Σ y_k axes[k]` with `|y_k| <= half[k]`.
#[derive(Clone, Copy, Debug)]
pub struct Box32 {
    /// The middle.
    pub centre: Vec3A,
    /// Half the edge lengths.
    pub half: Vec3A,
    /// Directions of the edges, orthonormal but for rounding.
    pub axes: [Vec3A; 3],
}

impl Box32 {
    /// What is in no box: it overlaps nothing, and everything is far from it.
    pub const NOTHING: Self = Self { centre: Vec3A::ZERO, half: Vec3A::splat(-1e18), axes: Vec3A::AXES };
}

/// An oriented box in all lanes.
#[derive(Clone, Copy)]
pub(super) struct Splat<S: Simd> {
    /// The middle.
    pub centre: [f32x8<S>; 3],
    /// Half the edge lengths.
    pub half: [f32x8<S>; 3],
    /// Directions of the edges.
    pub axes: [[f32x8<S>; 3]; 3],
}

impl Box32 {
    /// The box in all lanes.
    #[must_use]
    #[inline(always)]
    pub(super) fn splat<S: Simd>(&self, simd: S) -> Splat<S> {
        let all = |x: f32| f32x8::splat(simd, x);
        Splat {
            centre: three!(k => all(self.centre[k])),
            half: three!(k => all(self.half[k])),
            axes: three!(j => three!(k => all(self.axes[j][k]))),
        }
    }
}

/// Where a child of a node stands: the node times eight, plus the lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot(pub u32);

impl Slot {
    /// The slot of the root, alone in the first node.
    pub const ROOT: Self = Self(0);

    /// The slot of one child of a node.
    #[must_use]
    pub fn new(node: u32, lane: u32) -> Self {
        Self(node * WIDTH as u32 + lane)
    }

    /// The node and the lane.
    #[must_use]
    pub fn place(self) -> (usize, usize) {
        (self.0 as usize / WIDTH, self.0 as usize % WIDTH)
    }
}

/// What a child is: an inner node by index, or a leaf by index and number of triangles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Child(u32);

impl Child {
    /// No child.
    pub const NONE: Self = Self(u32::MAX);

    const LEAF: u32 = 1 << 31;
    const COUNT: u32 = 29;

    /// An inner node.
    #[must_use]
    pub fn node(index: usize) -> Self {
        Self(index as u32)
    }

    /// A leaf of 1 to 4 triangles.
    #[must_use]
    pub fn leaf(index: usize, count: usize) -> Self {
        Self(Self::LEAF | (count as u32 - 1) << Self::COUNT | index as u32)
    }

    /// Whether it is a leaf.
    #[must_use]
    pub fn is_leaf(self) -> bool {
        self.0 & Self::LEAF != 0
    }

    /// The index of the node or leaf.
    #[must_use]
    pub fn index(self) -> usize {
        if self.is_leaf() { (self.0 & ((1 << Self::COUNT) - 1)) as usize } else { self.0 as usize }
    }

    /// The number of triangles of a leaf.
    #[must_use]
    pub fn count(self) -> usize {
        (self.0 >> Self::COUNT & 3) as usize + 1
    }

    /// The same child after nodes and leaves were moved up by these numbers.
    #[must_use]
    pub(super) fn moved(self, nodes: usize, leaves: usize) -> Self {
        if self == Self::NONE {
            self
        } else if self.is_leaf() {
            Self::leaf(self.index() + leaves, self.count())
        } else {
            Self::node(self.index() + nodes)
        }
    }
}

/// Eight children side by side: 512 bytes.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub struct Node {
    /// Middles of the boxes, by coordinate.
    pub centre: [[f32; WIDTH]; 3],
    /// Half edge lengths, by axis.
    pub half: [[f32; WIDTH]; 3],
    /// Axes, by axis and coordinate.
    pub axes: [[[f32; WIDTH]; 3]; 3],
    /// What the children are.
    pub child: [Child; WIDTH],
}

impl Node {
    /// A node with no children yet.
    #[must_use]
    pub fn empty() -> Self {
        let mut node = Self {
            centre: [[0.0; WIDTH]; 3],
            half: [[0.0; WIDTH]; 3],
            axes: [[[0.0; WIDTH]; 3]; 3],
            child: [Child::NONE; WIDTH],
        };
        (0..WIDTH).for_each(|lane| node.set(lane, &Box32::NOTHING, Child::NONE));
        node
    }

    /// Puts a child in a lane.
    pub fn set(&mut self, lane: usize, bounds: &Box32, child: Child) {
        for k in 0..3 {
            self.centre[k][lane] = bounds.centre[k];
            self.half[k][lane] = bounds.half[k];
            (0..3).for_each(|i| self.axes[k][i][lane] = bounds.axes[k][i]);
        }
        self.child[lane] = child;
    }

    /// The box of a child.
    #[must_use]
    #[inline(always)]
    pub fn bounds(&self, lane: usize) -> Box32 {
        let vector = |rows: &[[f32; WIDTH]; 3]| Vec3A::new(rows[0][lane], rows[1][lane], rows[2][lane]);
        Box32 { centre: vector(&self.centre), half: vector(&self.half), axes: three!(k => vector(&self.axes[k])) }
    }

    /// The sum of the half edges of a child's box.
    #[must_use]
    #[inline(always)]
    pub fn size(&self, lane: usize) -> f32 {
        self.half[0][lane] + self.half[1][lane] + self.half[2][lane]
    }
}
