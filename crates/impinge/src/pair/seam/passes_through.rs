//! Whether one solid passes right through the other: what is left of its surface outside falls apart.
//!
//! The pieces of edges are joined where they meet in a vertex and, within a face, where no curve of the seam lies between them: a curve from
//! boundary point P to boundary point Q leaves what follows P and what precedes Q on its one side, and the others on its other.

use super::edge_cuts::CutEdges;
use super::mesh_seam::{Seam, SeamPosition};
use crate::compact_sort::sort_by_key;
use crate::feature::{FaceId, Feature};
use crate::mesh::union_find::UnionFind;
use std::collections::HashMap;

impl Seam<'_> {
    /// Whether A passes right through B, and B through A: the surface of one, outside of the other, is in two or more parts that are
    /// connected within the body. `None` unless both are solids and the position is [general](Self::is_general).
    #[must_use]
    pub fn passage(&self) -> Option<[bool; 2]> {
        let bodies = self.posed.bodies();
        if self.position == SeamPosition::Special || !bodies.iter().all(|body| body.mesh.is_closed()) {
            return None;
        }
        let through = [self.falls_apart(0)?, self.falls_apart(1)?];
        Some(self.posed.as_asked(through))
    }

    /// Whether the surface of a body, outside of the other, has more parts than the surface has.
    fn falls_apart(&self, own: usize) -> Option<bool> {
        let cut = CutEdges::new(self, own)?;
        let mut pieces = EdgePieces::new(&cut);
        let mut by_face: HashMap<FaceId, Vec<usize>> = HashMap::new();
        for (k, segment) in self.segments.iter().enumerate() {
            by_face.entry(segment.faces[own]).or_default().push(k);
        }
        for (face, segments) in &by_face {
            let around = pieces.around(*face);
            for [p, q] in self.chords(own, segments) {
                let (Some(p), Some(q)) = (around.get(&p), around.get(&q)) else { return None };
                pieces.sets.join(p[1], q[0]);
                pieces.sets.join(p[0], q[1]);
            }
        }
        Some(pieces.parts_outside())
    }

    /// The curves that pieces of the seam in one face make from boundary to boundary, by their ends.
    fn chords(&self, own: usize, segments: &[usize]) -> Vec<[u32; 2]> {
        let mut at: HashMap<u32, Vec<usize>> = HashMap::new();
        for k in segments {
            self.segments[*k].ends.iter().for_each(|end| at.entry(*end).or_default().push(*k));
        }
        let is_end = |point: u32| matches!(self.points[point as usize].features[own], Feature::Edge(..));
        let mut starts: Vec<u32> = at.keys().copied().filter(|point| is_end(*point)).collect();
        starts.sort_unstable();
        let mut chords = Vec::new();
        for start in starts {
            let (mut point, mut last) = (start, usize::MAX);
            while let Some(&piece) = at[&point].iter().find(|piece| **piece != last) {
                let [p, q] = self.segments[piece].ends;
                (point, last) = (if p == point { q } else { p }, piece);
                if is_end(point) {
                    break;
                }
            }
            // Each is met from both ends.
            if start < point {
                chords.push([start, point]);
            }
        }
        chords
    }
}

/// Pieces of the edges of a body: those at a vertex are one, by its number; those between two crossings have numbers of their own.
struct EdgePieces<'a> {
    cut: &'a CutEdges<'a>,
    sets: UnionFind,
    /// The first number of the pieces between crossings of an edge.
    middles: HashMap<[u32; 2], usize>,
}

impl<'a> EdgePieces<'a> {
    fn new(cut: &'a CutEdges<'a>) -> Self {
        let mut next = cut.inside.len();
        let mut middles = HashMap::new();
        let mut edges: Vec<_> = cut.crossings.iter().collect();
        sort_by_key(&mut edges, |(edge, _)| **edge);
        for (edge, row) in edges {
            middles.insert(*edge, next);
            next += row.len() - 1;
        }
        let mut sets = UnionFind::new(next);
        for face in cut.body.mesh.face_ids() {
            let (corners, is_crossed) = (cut.corners(face), cut.crossed[face.index()]);
            for k in 0..3 {
                let (p, q) = (corners[k], corners[(k + 1) % 3]);
                // Both faces of an edge that is cut are crossed.
                if !is_crossed || !middles.contains_key(&[p.min(q), p.max(q)]) {
                    sets.join(p as usize, q as usize);
                }
            }
        }
        Self { cut, sets, middles }
    }

    /// For every crossing on the boundary of a face, the pieces before and after it, counter-clockwise.
    fn around(&self, face: FaceId) -> HashMap<u32, [usize; 2]> {
        let corners = self.cut.corners(face);
        let mut around = HashMap::new();
        for k in 0..3 {
            let (from, to) = (corners[k], corners[(k + 1) % 3]);
            let row: Vec<u32> = self.cut.along(from, to).map(|crossing| crossing.point).collect();
            let first = self.middles.get(&[from.min(to), from.max(to)]).copied().unwrap_or_default();
            // Piece i lies after i crossings, counted from the lower vertex.
            let number = |i: usize| match i {
                0 => from as usize,
                i if i == row.len() => to as usize,
                i if from < to => first + i - 1,
                i => first + row.len() - 1 - i,
            };
            for (i, point) in row.iter().enumerate() {
                around.insert(*point, [number(i), number(i + 1)]);
            }
        }
        around
    }

    /// Whether pieces outside that belong to one connected surface are not all one.
    fn parts_outside(&mut self) -> bool {
        let mesh = self.cut.body.mesh;
        let mut first: Vec<Option<usize>> = vec![None; mesh.topology().component_extremes().len()];
        for face in mesh.face_ids() {
            let component = mesh.topology().component(face);
            let corners = self.cut.corners(face);
            if !self.cut.crossed[face.index()] {
                // Its edges are one piece.
                if !self.cut.inside[corners[0] as usize] {
                    let root = self.sets.find(corners[0] as usize);
                    if *first[component].get_or_insert(root) != root {
                        return true;
                    }
                }
                continue;
            }
            for k in 0..3 {
                let (from, to) = (corners[k], corners[(k + 1) % 3]);
                let row = self.cut.along(from, to).count();
                let middle = self.middles.get(&[from.min(to), from.max(to)]).copied().unwrap_or_default();
                let mut numbers = vec![from as usize];
                numbers.extend((1..row).map(|i| if from < to { middle + i - 1 } else { middle + row - 1 - i }));
                for (i, number) in numbers.into_iter().enumerate() {
                    let is_outside = self.cut.inside[from as usize] == (i % 2 == 1);
                    if is_outside {
                        let root = self.sets.find(number);
                        if *first[component].get_or_insert(root) != root {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }
}
