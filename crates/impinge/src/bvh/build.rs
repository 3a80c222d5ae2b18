//! Building: top down, eight children at a time by opening the largest, boxes fitted on the way back up.
//!
//! O(n log n); the same tree for any number of threads.

use super::obb_fit::{Moments, aligned, oriented};
use super::obb_node::{Box32, Child, Node, WIDTH};
use super::sah_split::{Entry, SplitSide, split};
use super::triangle_leaf::{LANES, Leaf};
use super::wide_tree::{Frame, Preset, WideTree};
use crate::bound::Aabb;
use crate::executor::Executor;
use crate::feature::FaceId;
use crate::math::DVec3;
use glam::{Vec3A, Vec4};

/// Below this many triangles a subtree is one piece of work.
const PIECE: usize = 8192;

/// What is to be built over.
struct Builder<'a> {
    vertices: &'a [DVec3],
    faces: &'a [[u32; 3]],
    frame: Frame,
    preset: Preset,
    executor: &'a Executor,
}

/// A subtree under construction.
struct Pieces {
    nodes: Vec<Node>,
    leaves: Vec<Leaf>,
    /// The middle to which the corners of every leaf are relative.
    middles: Vec<Vec3A>,
}

/// A child ready to be put into its parent.
struct Grown {
    child: Child,
    bounds: Box32,
    moments: Moments,
}

impl WideTree {
    /// A tree over the faces of a mesh; `bounds` holds all of them.
    #[must_use]
    pub fn build(vertices: &[DVec3], faces: &[[u32; 3]], bounds: &Aabb, preset: Preset, executor: &Executor) -> Self {
        Builder { vertices, faces, frame: Frame::of(bounds), preset, executor }.build()
    }
}

impl Builder<'_> {
    fn is_parallel(&self) -> bool {
        self.executor.threads() > 1
    }

    fn build(&self) -> WideTree {
        let entry = |i: usize| {
            let narrow = |p: DVec3| Vec4::new(p.x as f32, p.y as f32, p.z as f32, 0.0);
            Entry::new(i as u32, self.faces[i].map(|c| narrow(self.frame.local(self.vertices[c as usize]))))
        };
        let count = self.faces.len();
        let mut entries: Vec<Entry> = self.executor.map_small(count, entry);
        let whole = if self.is_parallel() {
            let parts = self.executor.map_items(entries.chunks(PIECE).collect(), SplitSide::of);
            parts.iter().fold(SplitSide::of(&[]), SplitSide::followed_by)
        } else {
            SplitSide::of(&entries)
        };
        let mut pieces = Pieces::with_room(count);
        pieces.nodes.push(Node::empty());
        let root = self.grow(&mut entries, &whole, &mut pieces);
        pieces.nodes[0].set(0, &root.bounds, root.child);
        pieces.nodes.shrink_to_fit();
        pieces.leaves.shrink_to_fit();
        WideTree { nodes: pieces.nodes, leaves: pieces.leaves, frame: self.frame }
    }

    /// Grows the subtree over some triangles, which are all of the part.
    fn grow(&self, entries: &mut [Entry], part: &SplitSide, pieces: &mut Pieces) -> Grown {
        if entries.len() <= LANES {
            return self.leaf(entries, part, pieces);
        }
        let (parts, count) = divide(entries, part, self.preset);
        let (node, first_leaf) = (pieces.nodes.len(), pieces.leaves.len());
        pieces.nodes.push(Node::empty());
        let mut moments = Moments::default();
        if self.is_parallel() && entries.len() > PIECE {
            for (lane, (mut grown, own)) in self.grow_apart(entries, &parts[..count]).into_iter().enumerate() {
                grown.child = pieces.append(own, grown.child);
                moments += grown.moments;
                pieces.nodes[node].set(lane, &grown.bounds, grown.child);
            }
        } else {
            for (lane, part) in parts[..count].iter().enumerate() {
                let grown = self.grow(&mut entries[part.range.clone()], &part.counted_from_zero(), pieces);
                moments += grown.moments;
                pieces.nodes[node].set(lane, &grown.bounds, grown.child);
            }
        }
        let (leaves, middles) = (&pieces.leaves[first_leaf..], &pieces.middles[first_leaf..]);
        let bounds = match self.preset {
            Preset::Oriented => oriented(leaves, middles, &moments, &part.extent),
            Preset::AxisAligned => aligned(&part.extent),
        };
        Grown { child: Child::node(node), bounds, moments }
    }

    /// Grows the parts of a node each on its own, as pieces of work.
    fn grow_apart(&self, entries: &mut [Entry], parts: &[SplitSide]) -> Vec<(Grown, Pieces)> {
        let mut rest = entries;
        let slices: Vec<(&mut [Entry], SplitSide)> = parts
            .iter()
            .map(|part| {
                let (own, others) = std::mem::take(&mut rest).split_at_mut(part.len());
                rest = others;
                (own, part.counted_from_zero())
            })
            .collect();
        let grow = |(own, part): (&mut [Entry], SplitSide)| {
            let mut pieces = Pieces::with_room(own.len());
            (self.grow(own, &part, &mut pieces), pieces)
        };
        self.executor.map_items(slices, grow)
    }

    /// A leaf of up to four triangles, with their corners relative to the middle of its box.
    fn leaf(&self, entries: &[Entry], part: &SplitSide, pieces: &mut Pieces) -> Grown {
        let mut corners = [[DVec3::ZERO; 3]; LANES];
        let mut faces = [FaceId(entries[0].face()); LANES];
        for lane in 0..LANES {
            if let Some(e) = entries.get(lane) {
                faces[lane] = FaceId(e.face());
                corners[lane] = self.faces[e.face() as usize].map(|v| self.frame.local(self.vertices[v as usize]));
            } else {
                corners[lane] = corners[0];
            }
        }
        let around = |middle: Vec3A| {
            let middle = DVec3::new(f64::from(middle.x), f64::from(middle.y), f64::from(middle.z));
            let mut leaf = Leaf { corners: [[[0.0; LANES]; 3]; 3], faces };
            for (lane, corners) in corners.iter().enumerate() {
                for (c, p) in corners.iter().enumerate() {
                    let p = *p - middle;
                    (0..3).for_each(|k| leaf.corners[c][k][lane] = p[k] as f32);
                }
            }
            leaf
        };
        let mut moments = Moments::default();
        let mut bounds = aligned(&part.extent);
        let mut leaf = around(bounds.centre);
        if self.preset == Preset::Oriented {
            let narrow = |p: DVec3| Vec3A::new(p.x as f32, p.y as f32, p.z as f32);
            corners[..entries.len()].iter().for_each(|t| moments += Moments::of(t.map(narrow)));
            let fitted = oriented(std::slice::from_ref(&leaf), &[bounds.centre], &moments, &part.extent);
            if fitted.centre != bounds.centre {
                leaf = around(fitted.centre);
            }
            bounds = fitted;
        }
        pieces.leaves.push(leaf);
        pieces.middles.push(bounds.centre);
        Grown { child: Child::leaf(pieces.leaves.len() - 1, entries.len()), bounds, moments }
    }
}

impl Pieces {
    /// An empty one with room for what this many triangles usually need.
    fn with_room(triangles: usize) -> Self {
        let leaves = triangles * 5 / 16 + 1;
        Self {
            nodes: Vec::with_capacity(triangles / 22 + 2),
            leaves: Vec::with_capacity(leaves),
            middles: Vec::with_capacity(leaves),
        }
    }

    /// Takes over another subtree; gives its root's new place.
    fn append(&mut self, other: Self, root: Child) -> Child {
        let (nodes, leaves) = (self.nodes.len(), self.leaves.len());
        self.nodes.extend(other.nodes);
        self.leaves.extend(other.leaves);
        self.middles.extend(other.middles);
        for node in &mut self.nodes[nodes..] {
            node.child = node.child.map(|c| c.moved(nodes, leaves));
        }
        root.moved(nodes, leaves)
    }
}

/// Divides a set of triangles among the children of one node, always opening the largest that can be opened; how many there are.
fn divide(entries: &mut [Entry], part: &SplitSide, preset: Preset) -> ([SplitSide; WIDTH], usize) {
    let mut parts: [SplitSide; WIDTH] = std::array::from_fn(|_| part.clone());
    let mut count = 1;
    // What fits one node is cut into leaves; before that, nothing that fits one node is cut, so that nodes come out full.
    let small = if entries.len() <= WIDTH * LANES { LANES } else { WIDTH * LANES };
    while count < WIDTH {
        let open = (0..count).filter(|i| parts[*i].len() > small);
        let Some(largest) = open.max_by(|i, j| parts[*i].half_area().total_cmp(&parts[*j].half_area())) else { break };
        let [left, right] = split(entries, &parts[largest], preset);
        parts[largest + 1..=count].rotate_right(1);
        (parts[largest], parts[largest + 1]) = (left, right);
        count += 1;
    }
    (parts, count)
}
