//! Building: top down, eight children at a time by opening the largest, boxes fitted on the way back up.
//!
//! O(n log n); the same tree for any number of threads.

use super::fit::{Moments, aligned, oriented};
use super::leaf::{LANES, Leaf};
use super::node::{Box32, Child, Node, WIDTH};
use super::split::{Entry, Extent, Part, split};
use super::tree::{Frame, Preset, WideTree};
use crate::bound::Aabb;
use crate::executor::Executor;
use crate::feature::FaceId;
use crate::math::DVec3;
use glam::Vec4;
use rayon::prelude::*;

/// Below this many triangles a subtree is one piece of work.
const PIECE: usize = 8192;

/// What is to be built over.
struct Builder<'a> {
    vertices: &'a [DVec3],
    faces: &'a [[u32; 3]],
    frame: Frame,
    preset: Preset,
    parallel: bool,
}

/// A subtree under construction.
#[derive(Default)]
struct Pieces {
    nodes: Vec<Node>,
    leaves: Vec<Leaf>,
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
        let frame = Frame::of(bounds);
        let make = |parallel: bool| {
            let builder = Builder { vertices, faces, frame, preset, parallel };
            builder.build()
        };
        match executor {
            Executor::Serial => make(false),
            Executor::Threads(pool) => pool.install(|| make(true)),
        }
    }
}

impl Builder<'_> {
    fn build(&self) -> WideTree {
        let entry = |(i, corners): (usize, &[u32; 3])| {
            let mut corners = corners.map(|c| {
                let p = self.frame.local(self.vertices[c as usize]);
                Vec4::new(p.x as f32, p.y as f32, p.z as f32, 0.0)
            });
            corners[0].w = f32::from_bits(i as u32);
            Entry { corners }
        };
        let mut entries: Vec<Entry> = if self.parallel {
            self.faces.par_iter().enumerate().with_min_len(PIECE).map(entry).collect()
        } else {
            self.faces.iter().enumerate().map(entry).collect()
        };
        let extent = if self.parallel {
            let chunks = entries.par_chunks(PIECE).map(Extent::of);
            chunks.reduce(|| Extent::EMPTY, |p, q| p.joined(&q))
        } else {
            Extent::of(&entries)
        };
        let mut pieces = Pieces::default();
        pieces.nodes.reserve(entries.len() / 20 + 2);
        pieces.leaves.reserve(entries.len() * 9 / 32 + 2);
        pieces.nodes.push(Node::empty());
        let root = self.grow(&mut entries, &extent, &mut pieces);
        pieces.nodes[0].set(0, &root.bounds, root.child);
        pieces.nodes.shrink_to_fit();
        pieces.leaves.shrink_to_fit();
        WideTree { nodes: pieces.nodes, leaves: pieces.leaves, frame: self.frame }
    }

    /// Grows the subtree over some triangles.
    fn grow(&self, entries: &mut [Entry], extent: &Extent, pieces: &mut Pieces) -> Grown {
        if entries.len() <= LANES {
            return self.leaf(entries, extent, pieces);
        }
        let parts = divide(entries, extent);
        let node = pieces.nodes.len();
        pieces.nodes.push(Node::empty());
        let mut moments = Moments::default();
        if self.parallel && entries.len() > PIECE {
            for (lane, (mut grown, own)) in self.grow_apart(entries, &parts).into_iter().enumerate() {
                grown.child = pieces.append(own, grown.child);
                moments += grown.moments;
                pieces.nodes[node].set(lane, &grown.bounds, grown.child);
            }
        } else {
            for (lane, part) in parts.iter().enumerate() {
                let grown = self.grow(&mut entries[part.range.clone()], &part.extent, pieces);
                moments += grown.moments;
                pieces.nodes[node].set(lane, &grown.bounds, grown.child);
            }
        }
        Grown { child: Child::node(node), bounds: self.fit(entries, &moments, extent), moments }
    }

    /// Grows the parts of a node each on its own, as pieces of work.
    fn grow_apart(&self, entries: &mut [Entry], parts: &[Part]) -> Vec<(Grown, Pieces)> {
        let mut rest = entries;
        let slices: Vec<(&mut [Entry], &Extent)> = parts
            .iter()
            .map(|part| {
                let (own, others) = std::mem::take(&mut rest).split_at_mut(part.len());
                rest = others;
                (own, &part.extent)
            })
            .collect();
        let grow = |(own, extent): (&mut [Entry], &Extent)| {
            let mut pieces = Pieces::default();
            (self.grow(own, extent, &mut pieces), pieces)
        };
        slices.into_par_iter().with_max_len(1).map(grow).collect()
    }

    fn leaf(&self, entries: &[Entry], extent: &Extent, pieces: &mut Pieces) -> Grown {
        let mut moments = Moments::default();
        if self.preset == Preset::Oriented {
            entries.iter().for_each(|e| moments += Moments::of(e));
        }
        let bounds = self.fit(entries, &moments, extent);
        let centre = DVec3::new(f64::from(bounds.centre.x), f64::from(bounds.centre.y), f64::from(bounds.centre.z));
        let mut leaf = Leaf { corners: [[[0.0; LANES]; 3]; 3], faces: [FaceId(0); LANES] };
        for lane in 0..LANES {
            let face = entries[if lane < entries.len() { lane } else { 0 }].face();
            leaf.faces[lane] = FaceId(face);
            for (corner, &vertex) in self.faces[face as usize].iter().enumerate() {
                let p = self.frame.local(self.vertices[vertex as usize]) - centre;
                (0..3).for_each(|k| leaf.corners[corner][k][lane] = p[k] as f32);
            }
        }
        pieces.leaves.push(leaf);
        Grown { child: Child::leaf(pieces.leaves.len() - 1, entries.len()), bounds, moments }
    }

    fn fit(&self, entries: &[Entry], moments: &Moments, extent: &Extent) -> Box32 {
        match self.preset {
            Preset::Oriented => oriented(entries, moments, extent),
            Preset::AxisAligned => aligned(extent),
        }
    }
}

impl Pieces {
    /// Takes over another subtree; gives its root's new place.
    fn append(&mut self, other: Self, root: Child) -> Child {
        let (nodes, leaves) = (self.nodes.len(), self.leaves.len());
        self.nodes.extend(other.nodes);
        self.leaves.extend(other.leaves);
        for node in &mut self.nodes[nodes..] {
            node.child = node.child.map(|c| c.moved(nodes, leaves));
        }
        root.moved(nodes, leaves)
    }
}

/// Divides a set of triangles among the children of one node, always opening the largest that can be opened.
fn divide(entries: &mut [Entry], extent: &Extent) -> Vec<Part> {
    let mut parts = vec![Part { range: 0..entries.len(), extent: *extent }];
    // What fits one node is cut into leaves; before that, nothing that fits one node is cut, so that nodes come out full.
    let small = if entries.len() <= WIDTH * LANES { LANES } else { WIDTH * LANES };
    while parts.len() < WIDTH {
        let open = (0..parts.len()).filter(|i| parts[*i].len() > small);
        let largest = open.max_by(|i, j| parts[*i].extent.half_area().total_cmp(&parts[*j].extent.half_area()));
        let Some(largest) = largest else { break };
        let [left, right] = split(entries, &parts[largest]);
        parts[largest] = left;
        parts.insert(largest + 1, right);
    }
    parts
}
