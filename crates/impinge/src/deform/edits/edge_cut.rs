//! Cuts along edges: which vertices fall apart, and into what.
//!
//! The faces around a vertex are connected by their edges there. Without the edges of the cut each such fan may fall apart; its part with the
//! lowest face keeps the vertex, every other part gets a copy. Fans that were connected by the vertex alone stay as they are.

use super::surface_edit::EditError;
use crate::feature::VertexId;
use crate::mesh::union_find::UnionFind;
use std::collections::BTreeMap;

/// What a cut does.
#[derive(Debug, Default)]
pub(crate) struct EdgeCut {
    /// The vertices that are copied, a copy each.
    pub copied: Vec<u32>,
    /// The new corners of faces.
    pub corners: BTreeMap<u32, [u32; 3]>,
}

impl EdgeCut {
    /// The cut along some edges of a surface with this number of vertices.
    pub fn new(edges: &[[VertexId; 2]], faces: &[[u32; 3]], vertices: usize) -> Result<Self, EditError> {
        let edges = CutEdges::new(edges, vertices)?;
        let around = edges.faces_around(faces, vertices)?;
        let mut cut = Self::default();
        for fan in around.chunk_by(|a, b| a[0] == b[0]) {
            cut.split(fan, faces, &edges, vertices as u32);
        }
        Ok(cut)
    }

    /// Splits a vertex, given with each of its faces.
    fn split(&mut self, fan: &[[u32; 2]], faces: &[[u32; 3]], edges: &CutEdges, vertices: u32) {
        let (mut before, mut after) = (UnionFind::new(fan.len()), UnionFind::new(fan.len()));
        let mut spokes: Vec<[u32; 2]> = Vec::new();
        for (member, [vertex, face]) in fan.iter().enumerate() {
            let others = faces[*face as usize].into_iter().filter(|corner| corner != vertex);
            spokes.extend(others.map(|other| [other, member as u32]));
        }
        spokes.sort_unstable();
        for pair in spokes.windows(2).filter(|pair| pair[0][0] == pair[1][0]) {
            let members = [pair[0][1] as usize, pair[1][1] as usize];
            before.join(members[0], members[1]);
            if !edges.has([fan[0][0], pair[0][0]]) {
                after.join(members[0], members[1]);
            }
        }
        // The number that the members of a part have from now on, by the lowest of them.
        let mut numbers = vec![None; fan.len()];
        for (member, [vertex, face]) in fan.iter().enumerate() {
            let (whole, part) = (before.find(member), after.find(member));
            let number = *numbers[part].get_or_insert_with(|| {
                if part == whole {
                    return *vertex;
                }
                self.copied.push(*vertex);
                vertices + self.copied.len() as u32 - 1
            });
            if number != *vertex {
                let corners = self.corners.entry(*face).or_insert(faces[*face as usize]);
                corners.iter_mut().filter(|corner| **corner == *vertex).for_each(|corner| *corner = number);
            }
        }
    }
}

/// The edges of a cut, the lower end first, sorted.
struct CutEdges(Vec<[u32; 2]>);

impl CutEdges {
    fn new(edges: &[[VertexId; 2]], vertices: usize) -> Result<Self, EditError> {
        if let Some(vertex) = edges.as_flattened().iter().find(|vertex| vertex.index() >= vertices) {
            return Err(EditError::NoVertex(*vertex));
        }
        let mut sorted: Vec<[u32; 2]> = edges.iter().map(|[a, b]| ordered([a.0, b.0])).collect();
        sorted.sort_unstable();
        sorted.dedup();
        Ok(Self(sorted))
    }

    fn has(&self, edge: [u32; 2]) -> bool {
        self.0.binary_search(&ordered(edge)).is_ok()
    }

    /// The ends with each of their faces, sorted; an error if an edge is of no face.
    fn faces_around(&self, faces: &[[u32; 3]], vertices: usize) -> Result<Vec<[u32; 2]>, EditError> {
        let mut is_end = vec![false; vertices];
        self.0.as_flattened().iter().for_each(|end| is_end[*end as usize] = true);
        let mut found = vec![false; self.0.len()];
        let mut around = Vec::new();
        for (face, corners) in faces.iter().enumerate() {
            let ends = corners.map(|corner| is_end[corner as usize]);
            if ends == [false; 3] {
                continue;
            }
            around.extend((0..3).filter(|k| ends[*k]).map(|k| [corners[k], face as u32]));
            for k in 0..3 {
                let edge = ordered([corners[k], corners[(k + 1) % 3]]);
                if edge[0] != edge[1]
                    && let Ok(place) = self.0.binary_search(&edge)
                {
                    found[place] = true;
                }
            }
        }
        if let Some(missing) = found.iter().position(|found| !found) {
            return Err(EditError::NoEdge(self.0[missing].map(VertexId)));
        }
        // A face that names a vertex twice would be there twice.
        around.sort_unstable();
        around.dedup();
        Ok(around)
    }
}

fn ordered([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}
