//! The edges of a mesh, each once, and the faces at each.

use impinge::mesh::Mesh;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// The edges of a mesh; a face without area has edges, too.
#[derive(Debug, Default)]
pub(super) struct EdgeList {
    /// The ends of each, the lower first.
    pub ends: Vec<[u32; 2]>,
    /// Where the faces of each begin, and the end of all.
    starts: Vec<u32>,
    faces: Vec<u32>,
}

/// The edges of a mesh, made on first use.
#[derive(Debug, Default)]
struct EdgeCache(OnceLock<Arc<EdgeList>>);

impl EdgeList {
    /// The edges of a mesh, made on first use and kept with it.
    pub fn of_mesh(mesh: &Mesh) -> Arc<Self> {
        Arc::clone(mesh.cached::<EdgeCache>().0.get_or_init(|| Arc::new(Self::new(mesh.faces()))))
    }

    fn new(faces: &[[u32; 3]]) -> Self {
        let around = |(face, [a, b, c]): (u32, &[u32; 3])| {
            [[*a, *b], [*b, *c], [*c, *a]].map(|[p, q]| ([p.min(q), p.max(q)], face))
        };
        let mut sides: Vec<([u32; 2], u32)> = (0..).zip(faces).flat_map(around).collect();
        sides.sort_unstable();
        sides.dedup();
        let mut list = Self { faces: sides.iter().map(|(_, face)| *face).collect(), ..Self::default() };
        for (k, (ends, _)) in sides.iter().enumerate() {
            if list.ends.last() != Some(ends) {
                list.ends.push(*ends);
                list.starts.push(k as u32);
            }
        }
        list.starts.push(sides.len() as u32);
        list
    }

    /// The faces at an edge.
    pub fn faces(&self, edge: u32) -> &[u32] {
        let Range { start, end } = self.starts[edge as usize]..self.starts[edge as usize + 1];
        &self.faces[start as usize..end as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_edge_is_there_once_with_its_faces() {
        let list = EdgeList::new(&[[0, 1, 2], [2, 1, 3], [1, 2, 4], [5, 5, 6]]);
        assert_eq!(list.ends, [[0, 1], [0, 2], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [5, 5], [5, 6]]);
        assert_eq!(list.faces(2), [0, 1, 2]);
        assert_eq!((list.faces(7), list.faces(8)), (&[3_u32][..], &[3_u32][..]));
        assert!(EdgeList::new(&[]).ends.is_empty());
    }
}
