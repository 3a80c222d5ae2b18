//! The faces beside open edges: the only ones that healing changes.
//!
//! Vertices are numbered by their coordinates in lexicographic order, so that nothing depends on the order of the input.

use super::clusters::Clusters;
use crate::cost::Cost;
use crate::math::DVec3;
use crate::math::predicates::Triangle;

/// Not an edge of the input.
pub(super) const NEW_EDGE: u32 = u32::MAX;

/// A face of the input, or a piece of one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// Its corners, by vertices of the region.
    pub corners: [u32; 3],
    /// Where its corners lay on the face of the input.
    pub sources: Triangle,
    /// The face of the input.
    pub origin: u32,
    /// For each edge, the half-edge of the input that it is or is a part of; [`NEW_EDGE`] for a cut through the face.
    pub half_edges: [u32; 3],
}

/// An edge with one face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct OpenEdge {
    /// Its ends by the roots of their clusters, the lower first.
    pub ends: [u32; 2],
    /// Its piece.
    pub piece: u32,
    /// Which edge of the piece it is.
    pub side: u8,
}

/// The faces with a corner on an open edge.
pub(super) struct Region {
    /// The places of the vertices, sorted.
    pub points: Vec<DVec3>,
    /// Their numbers in the mesh.
    pub vertices: Vec<u32>,
    /// Whether a vertex lies on an open edge of the input.
    is_open: Vec<bool>,
    /// The faces and what became of them.
    pub pieces: Vec<Piece>,
    /// Which vertices became one.
    pub clusters: Clusters,
    /// Pairs of open vertices, and of open vertices and edges, whose boxes overlap.
    pub cost: Cost,
    /// How many of these may be looked at.
    effort: u64,
}

/// The faces that a region is cut from.
pub(super) struct RegionInput<'a> {
    pub vertices: &'a [DVec3],
    /// Corners of all faces, with one vertex for each place.
    pub corners: &'a [[u32; 3]],
    /// Faces to take, ascending.
    pub faces: &'a [u32],
    /// For each vertex of the mesh, whether it lies on an open edge.
    pub is_open: &'a [bool],
    /// Pairs of boxes that may be looked at.
    pub effort: u64,
}

impl Region {
    pub fn new(input: &RegionInput<'_>, within: f64) -> Self {
        let RegionInput { vertices: places, corners, faces, is_open, effort } = *input;
        let mut vertices: Vec<u32> = faces.iter().flat_map(|f| corners[*f as usize]).collect();
        vertices.sort_unstable();
        vertices.dedup();
        let place = |v: u32| (places[v as usize] + 0.0).to_array();
        let compare = |p: [f64; 3], q: [f64; 3]| p.partial_cmp(&q).unwrap_or(std::cmp::Ordering::Equal);
        let mut sorted = vertices.clone();
        sorted.sort_unstable_by(|v, w| compare(place(*v), place(*w)));
        let mut number = vec![0; vertices.len()];
        for (k, vertex) in (0..).zip(&sorted) {
            // Every vertex is there.
            number[vertices.partition_point(|v| v < vertex)] = k;
        }
        let local = |v: u32| number[vertices.partition_point(|w| *w < v)];
        let points: Vec<DVec3> = sorted.iter().map(|v| places[*v as usize]).collect();
        let piece = |&face: &u32| {
            let corners = corners[face as usize];
            Piece {
                corners: corners.map(local),
                sources: corners.map(|c| places[c as usize]),
                origin: face,
                half_edges: [0, 1, 2].map(|i| 3 * face + i),
            }
        };
        let pieces = faces.iter().map(piece).collect();
        let is_open = sorted.iter().map(|v| is_open[*v as usize]).collect();
        let clusters = Clusters::new(&points, within);
        Self { points, vertices: sorted, is_open, pieces, clusters, cost: Cost::default(), effort }
    }

    /// Whether more was looked at than may be: what is found then is not used.
    pub fn is_effort_spent(&self) -> bool {
        self.cost.box_tests > self.effort
    }

    /// The corners of a piece by the roots of their clusters.
    pub fn roots(&mut self, piece: usize) -> [u32; 3] {
        self.pieces[piece].corners.map(|c| self.clusters.root(c))
    }

    /// Where a vertex lies now.
    pub fn place(&mut self, vertex: u32) -> DVec3 {
        self.points[self.clusters.target(vertex) as usize]
    }

    /// Where the corners of a piece lie now.
    pub fn triangle(&mut self, piece: usize) -> Triangle {
        self.pieces[piece].corners.map(|c| self.place(c))
    }

    /// Edges with one face, sorted. All faces of an edge between two open vertices belong to the region; other edges are closed.
    pub fn open_edges(&mut self) -> Vec<OpenEdge> {
        let mut edges = Vec::new();
        for piece in 0..self.pieces.len() {
            let (corners, roots) = (self.pieces[piece].corners, self.roots(piece));
            for side in 0..3 {
                let next = (side + 1) % 3;
                if self.is_open[corners[side] as usize] && self.is_open[corners[next] as usize] {
                    let ends = [roots[side].min(roots[next]), roots[side].max(roots[next])];
                    edges.push(OpenEdge { ends, piece: piece as u32, side: side as u8 });
                }
            }
        }
        edges.sort_unstable();
        edges.chunk_by(|p, q| p.ends == q.ends).filter(|group| group.len() == 1).map(|group| group[0]).collect()
    }

    /// For every vertex, the pieces with a corner there, clusters apart.
    pub fn incidence(&self) -> Vec<Vec<u32>> {
        let mut pieces = vec![Vec::new(); self.points.len()];
        for (k, piece) in (0..).zip(&self.pieces) {
            piece.corners.iter().for_each(|c| pieces[*c as usize].push(k));
        }
        pieces
    }
}

/// The roots of clusters at the ends of edges, ascending.
pub(super) fn ends_of(edges: &[OpenEdge]) -> Vec<u32> {
    let mut ends: Vec<u32> = edges.iter().flat_map(|edge| edge.ends).collect();
    ends.sort_unstable();
    ends.dedup();
    ends
}
