//! A body of tetrahedra: fixed in how they hang together, free in where their vertices are.

use super::surface_features::{TestedFeatures, TetFeatures};
use impinge::cost::Cost;
use impinge::math::predicates::orient3d;
use impinge::math::{DVec3, in_exact_range};

/// Index of a tetrahedron in its body, in the order of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TetId(pub u32);

impl TetId {
    /// The index as a `usize`.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a tetrahedron `[a, b, c, d]` stands: the exact sign of `det[b - a, c - a, d - a]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TetOrientation {
    /// It has a positive volume.
    Upright,
    /// It has a negative volume; it holds the same points as if it were turned.
    Inverted,
    /// It has no volume, and nothing is inside.
    Flat,
}

/// Why a body, or where its vertices should go, was refused.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TetError {
    /// A vertex is not finite, or outside the exact range.
    #[error(
        "vertex {vertex} is at {at}, which is not finite or outside the exact range (0, or 2^-300 to 2^300 in magnitude)"
    )]
    Vertex {
        /// Which one.
        vertex: usize,
        /// Where it is.
        at: DVec3,
    },
    /// A tetrahedron has a vertex that there is not.
    #[error("tetrahedron {tet} has vertex {vertex}, but there are only {vertices}")]
    Index {
        /// Which one.
        tet: usize,
        /// The vertex.
        vertex: u32,
        /// How many there are.
        vertices: usize,
    },
    /// A tetrahedron has a vertex twice.
    #[error("tetrahedron {tet} has vertex {vertex} more than once")]
    Repeated {
        /// Which one.
        tet: usize,
        /// The vertex.
        vertex: u32,
    },
    /// Not as many positions as vertices.
    #[error("the body has {expected} vertices, but {found} positions are given")]
    Count {
        /// The vertices.
        expected: usize,
        /// The positions.
        found: usize,
    },
    /// More vertices or tetrahedra than 2^28.
    #[error("{0} vertices or tetrahedra are more than 2^28")]
    TooMany(usize),
}

/// Tetrahedra with vertices in common.
#[derive(Clone, Debug, PartialEq)]
pub struct TetMesh {
    vertices: Vec<DVec3>,
    tets: Vec<[u32; 4]>,
    orientations: Vec<TetOrientation>,
    pub(super) tet_features: TetFeatures,
}

impl TetMesh {
    /// A body of tetrahedra; flat and inverted ones are kept, see [`orientations`](Self::orientations).
    ///
    /// # Errors
    /// A vertex that is not finite or outside the exact range, a tetrahedron with a vertex twice or that there is not, or more than 2^28.
    pub fn try_new(vertices: Vec<DVec3>, tets: Vec<[u32; 4]>) -> Result<Self, TetError> {
        let count = vertices.len().max(tets.len());
        if count > 1 << 28 {
            return Err(TetError::TooMany(count));
        }
        check(&vertices)?;
        for (tet, corners) in tets.iter().enumerate() {
            if let Some(vertex) = corners.iter().copied().find(|vertex| *vertex as usize >= vertices.len()) {
                return Err(TetError::Index { tet, vertex, vertices: vertices.len() });
            }
            if let Some(k) = (1..4).find(|k| corners[..*k].contains(&corners[*k])) {
                return Err(TetError::Repeated { tet, vertex: corners[k] });
            }
        }
        let tet_features = TetFeatures::new(&tets);
        let mut mesh = Self { vertices, tets, orientations: Vec::new(), tet_features };
        mesh.orient();
        Ok(mesh)
    }

    /// Moves all vertices.
    ///
    /// # Errors
    /// Not as many as there are, or one that is not finite or outside the exact range; the body is as it was.
    pub fn set_vertices(&mut self, vertices: &[DVec3]) -> Result<(), TetError> {
        let (expected, found) = (self.vertices.len(), vertices.len());
        if expected != found {
            return Err(TetError::Count { expected, found });
        }
        check(vertices)?;
        self.vertices.copy_from_slice(vertices);
        self.orient();
        Ok(())
    }

    /// Where the vertices are.
    #[must_use]
    pub fn vertices(&self) -> &[DVec3] {
        &self.vertices
    }

    /// The vertices of each tetrahedron.
    #[must_use]
    pub fn tets(&self) -> &[[u32; 4]] {
        &self.tets
    }

    /// How each tetrahedron stands.
    #[must_use]
    pub fn orientations(&self) -> &[TetOrientation] {
        &self.orientations
    }

    /// The corners of a tetrahedron, if there is one of this index.
    #[must_use]
    pub fn corners(&self, tet: TetId) -> Option<[DVec3; 4]> {
        self.tets.get(tet.index()).map(|corners| corners.map(|vertex| self.vertices[vertex as usize]))
    }

    /// The triangles of the surface, turned outwards where their tetrahedra are upright.
    #[must_use]
    pub fn surface_faces(&self) -> &[[u32; 3]] {
        self.tet_features.faces(TestedFeatures::Surface)
    }

    /// The edges of the surface, the lower index first.
    #[must_use]
    pub fn surface_edges(&self) -> &[[u32; 2]] {
        self.tet_features.edges(TestedFeatures::Surface)
    }

    /// Computes the orientations of all tetrahedra.
    fn orient(&mut self) {
        let (vertices, cost) = (&self.vertices, &mut Cost::default());
        self.orientations.clear();
        self.orientations.extend(self.tets.iter().map(|tet| {
            let [a, b, c, d] = tet.map(|vertex| vertices[vertex as usize]);
            match orient3d(a, b, c, d, cost) {
                0 => TetOrientation::Flat,
                sign if sign > 0 => TetOrientation::Upright,
                _ => TetOrientation::Inverted,
            }
        }));
    }
}

/// Whether all coordinates are in the exact range.
fn check(vertices: &[DVec3]) -> Result<(), TetError> {
    match vertices.iter().position(|p| !p.to_array().into_iter().all(in_exact_range)) {
        Some(vertex) => Err(TetError::Vertex { vertex, at: vertices[vertex] }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_body_is_refused_and_changes_nothing() {
        let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        let make = |tet| TetMesh::try_new(corners.clone(), vec![tet]);
        assert_eq!(make([0, 1, 2, 4]), Err(TetError::Index { tet: 0, vertex: 4, vertices: 4 }));
        assert_eq!(make([0, 1, 2, 1]), Err(TetError::Repeated { tet: 0, vertex: 1 }));
        let mut mesh = make([0, 1, 2, 3]).unwrap();
        let before = mesh.clone();
        let diverged = [DVec3::ZERO, DVec3::X, DVec3::NAN, DVec3::Z];
        assert!(matches!(mesh.set_vertices(&diverged), Err(TetError::Vertex { vertex: 2, .. })));
        assert_eq!(mesh.set_vertices(&corners[1..]), Err(TetError::Count { expected: 4, found: 3 }));
        assert_eq!(mesh, before);
        assert!(TetMesh::try_new(vec![DVec3::INFINITY], Vec::new()).is_err());
        assert!(TetMesh::try_new(Vec::new(), Vec::new()).unwrap().surface_faces().is_empty());
    }

    #[test]
    fn stances_follow_the_vertices() {
        let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
        let mut mesh = TetMesh::try_new(corners.clone(), vec![[0, 1, 2, 3], [1, 0, 2, 3]]).unwrap();
        assert_eq!(mesh.orientations(), [TetOrientation::Upright, TetOrientation::Inverted]);
        mesh.set_vertices(&[corners[0], corners[1], corners[2], -DVec3::Z * 1e-200]).unwrap_err();
        mesh.set_vertices(&[corners[0], corners[1], corners[2], -DVec3::Z * 1e-80]).unwrap();
        assert_eq!(mesh.orientations(), [TetOrientation::Inverted, TetOrientation::Upright]);
        mesh.set_vertices(&[DVec3::ONE; 4]).unwrap();
        assert_eq!(mesh.orientations(), [TetOrientation::Flat, TetOrientation::Flat]);
    }
}
