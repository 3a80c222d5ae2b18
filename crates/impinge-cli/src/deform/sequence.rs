//! The topology that the frames of a sequence share, and which of their vertices are one corner.
//!
//! Vertices at one place in all frames so far are one corner. The corners are a partition of the vertices that only ever gets finer, so a seam stays
//! a seam, and vertices that happen to coincide in the first frame are told apart as soon as they part.

use super::polygons::first_difference;
use impinge::deform::Deformable;
use impinge::executor::Executor;
use impinge::math::DVec3;
use impinge::mesh::{Mesh, MeshError};
use std::collections::HashMap;
use std::fmt;
use std::hash::Hash;

/// Whether a file numbers its vertices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// Its vertices are those of all frames, one by one.
    Vertices,
    /// It has triangles alone, which are those of all frames, one by one.
    Triangles,
}

/// What all frames have in common.
#[derive(Clone, Debug)]
pub struct Sequence {
    numbering: Numbering,
    faces: Vec<[u32; 3]>,
    vertex_count: usize,
    /// For each vertex the number of its corner.
    corner: Vec<u32>,
    /// For each corner its first vertex.
    first: Vec<u32>,
}

/// Why a mesh is no frame of a sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// There are more or fewer vertices than in the first frame.
    Vertices {
        /// Of the first.
        expected: usize,
        /// Of this one.
        found: usize,
    },
    /// There are more or fewer triangles.
    Faces {
        /// Of the first.
        expected: usize,
        /// Of this one.
        found: usize,
    },
    /// A face has other corners.
    Corners {
        /// The face.
        face: usize,
        /// Its vertices in the first frame.
        expected: [u32; 3],
        /// Its vertices in this one.
        found: [u32; 3],
    },
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Vertices { expected, found } => {
                write!(f, "expected {expected} vertices, as in the first frame, found {found}")
            }
            Self::Faces { expected, found } => {
                write!(f, "expected {expected} triangles, as in the first frame, found {found}")
            }
            Self::Corners { face, expected, found } => {
                let [a, b, c] = expected;
                let [p, q, r] = found;
                write!(f, "face {face}: expected the vertices {a} {b} {c}, as in the first frame, found {p} {q} {r}")
            }
        }
    }
}

impl Sequence {
    /// The topology of the first frame.
    pub fn new(mesh: &Mesh, numbering: Numbering) -> Self {
        let faces = match numbering {
            Numbering::Vertices => mesh.faces().to_vec(),
            Numbering::Triangles => (0..mesh.faces().len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(),
        };
        let positions = places(mesh, numbering);
        let (corner, first) = classes(positions.iter().map(|p| key(*p)));
        Self { numbering, faces, vertex_count: positions.len(), corner, first }
    }

    /// Where the vertices of a later frame are.
    ///
    /// # Errors
    /// The mesh has another topology.
    pub fn positions(&self, mesh: &Mesh) -> Result<Vec<DVec3>, Misfit> {
        let [expected, found] = [self.faces.len(), mesh.faces().len()];
        let positions = places(mesh, self.numbering);
        if self.numbering == Numbering::Vertices && positions.len() != self.vertex_count {
            return Err(Misfit::Vertices { expected: self.vertex_count, found: positions.len() });
        }
        if expected != found {
            return Err(Misfit::Faces { expected, found });
        }
        if self.numbering == Numbering::Vertices
            && let Some(face) = first_difference(&self.faces, mesh.faces())
        {
            return Err(Misfit::Corners { face, expected: self.faces[face], found: mesh.faces()[face] });
        }
        Ok(positions)
    }

    /// The sequence with vertices of one corner told apart that are at different places now; `None` if there are none.
    pub fn parted(&self, positions: &[DVec3]) -> Option<Self> {
        let is_with_first =
            |(v, corner): (usize, &u32)| positions[v] == positions[self.first[*corner as usize] as usize];
        if self.corner.iter().enumerate().all(is_with_first) {
            return None;
        }
        let keys = self.corner.iter().zip(positions).map(|(corner, p)| (*corner, key(*p)));
        let (corner, first) = classes(keys);
        Some(Self { corner, first, ..self.clone() })
    }

    /// Where the corners are, of the places of all vertices.
    pub fn corners(&self, positions: &[DVec3]) -> Vec<DVec3> {
        self.first.iter().map(|v| positions[*v as usize]).collect()
    }

    /// The first vertex of a corner, by its number in the file.
    pub fn first_vertex(&self, corner: u32) -> u32 {
        self.first[corner as usize]
    }

    /// The surface over the corners.
    ///
    /// # Errors
    /// As [`Deformable::try_new`].
    pub fn surface(&self, positions: &[DVec3], executor: &Executor) -> Result<Deformable, MeshError> {
        let faces = self.faces.iter().map(|face| face.map(|v| self.corner[v as usize])).collect();
        Deformable::try_new(&self.corners(positions), faces, executor)
    }
}

/// Where the vertices of a mesh are; of mere triangles, all their corners one after the other.
fn places(mesh: &Mesh, numbering: Numbering) -> Vec<DVec3> {
    match numbering {
        Numbering::Vertices => mesh.vertices().to_vec(),
        Numbering::Triangles => mesh.face_ids().flat_map(|face| mesh.triangle(face)).collect(),
    }
}

/// What is equal for equal places: zeros have no sign.
fn key(p: DVec3) -> [u64; 3] {
    (p + DVec3::ZERO).to_array().map(f64::to_bits)
}

/// The number of each item's class of equal ones, in the order of their first items; and these.
fn classes<K: Hash + Eq>(items: impl Iterator<Item = K>) -> (Vec<u32>, Vec<u32>) {
    let (mut numbers, mut first) = (HashMap::new(), Vec::new());
    let class = |(i, item): (u32, K)| {
        *numbers.entry(item).or_insert_with(|| {
            first.push(i);
            first.len() as u32 - 1
        })
    };
    let of_items = (0..).zip(items).map(class).collect();
    (of_items, first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mesh(vertices: &[[f64; 3]], faces: &[[u32; 3]]) -> Mesh {
        Mesh::try_new(vertices.iter().map(|p| DVec3::from_array(*p)).collect(), faces.to_vec()).unwrap()
    }

    #[test]
    fn corners_are_one_until_they_part() {
        // Two triangles beside a seam, whose ends each have two vertices; -0 is 0.
        let places =
            [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [-0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]];
        let first = mesh(&places, &[[0, 2, 1], [3, 4, 5]]);
        let mut sequence = Sequence::new(&first, Numbering::Vertices);
        assert_eq!((&sequence.corner[..], &sequence.first[..]), (&[0, 1, 2, 0, 1, 3][..], &[0, 1, 2, 5][..]));
        let mut moved = first.vertices().to_vec();
        assert!(sequence.parted(&moved).is_none());
        moved[4].y = 2.0;
        sequence = sequence.parted(&moved).unwrap();
        assert_eq!(sequence.corner, [0, 1, 2, 0, 3, 4]);
        assert!(sequence.parted(first.vertices()).is_none());
        assert_eq!(sequence.corner, [0, 1, 2, 0, 3, 4], "what has parted stays apart");
    }

    #[test]
    fn other_topologies_are_told_with_their_place() {
        let square = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]];
        let first = mesh(&square, &[[0, 1, 2], [0, 2, 3]]);
        let sequence = Sequence::new(&first, Numbering::Vertices);
        let misfit = |other: &Mesh| sequence.positions(other).unwrap_err().to_string();
        assert!(misfit(&mesh(&square[..3], &[[0, 1, 2]])).starts_with("expected 4 vertices"));
        assert!(misfit(&mesh(&square, &[[0, 1, 2]])).starts_with("expected 2 triangles"));
        let turned = misfit(&mesh(&square, &[[0, 1, 2], [0, 3, 2]]));
        assert_eq!(turned, "face 1: expected the vertices 0 2 3, as in the first frame, found 0 3 2");
        // The same square with the other diagonal.
        assert_eq!(sequence.positions(&mesh(&square, &[[1, 2, 3], [1, 3, 0]])).unwrap(), first.vertices());
        let loose = Sequence::new(&first, Numbering::Triangles);
        assert_eq!(loose.faces, [[0, 1, 2], [3, 4, 5]]);
        assert_eq!(loose.corner, [0, 1, 2, 0, 2, 3]);
    }
}
