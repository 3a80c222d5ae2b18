//! The faces and edges of tetrahedra, those of the surface first.

/// Which edges are tested against which faces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TestedFeatures {
    /// Those of the surface: enough where no tetrahedron is turned inside out.
    #[default]
    Surface,
    /// All, interior ones too.
    All,
}

/// Every face and edge once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct TetFeatures {
    pub faces: Vec<[u32; 3]>,
    pub edges: Vec<[u32; 2]>,
    /// How many of each belong to the surface.
    pub surface_faces: usize,
    pub surface_edges: usize,
}

/// The faces of a tetrahedron, the corner across left out, turned outwards where it has a positive volume.
pub(super) const FACES: [[usize; 3]; 4] = [[1, 2, 3], [0, 3, 2], [0, 1, 3], [0, 2, 1]];

/// The edges of a tetrahedron.
const EDGES: [[usize; 2]; 6] = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];

impl TetFeatures {
    /// Of some tetrahedra: a face that does not lie between exactly two belongs to the surface, and its edges do.
    pub fn new(tets: &[[u32; 4]]) -> Self {
        let mut sided: Vec<([u32; 3], [u32; 3])> = Vec::with_capacity(tets.len() * 4);
        for tet in tets {
            for face in FACES.map(|face| face.map(|k| tet[k])) {
                let mut key = face;
                key.sort_unstable();
                sided.push((key, face));
            }
        }
        sided.sort_unstable();
        let (mut faces, mut inner_faces, mut edges) = (Vec::new(), Vec::new(), Vec::new());
        for side in sided.chunk_by(|a, b| a.0 == b.0) {
            let face = side[0].1;
            if side.len() == 2 {
                inner_faces.push(face);
            } else {
                faces.push(face);
                edges.extend((0..3).map(|k| ordered([face[k], face[(k + 1) % 3]])));
            }
        }
        edges.sort_unstable();
        edges.dedup();
        let (surface_faces, surface_edges) = (faces.len(), edges.len());
        faces.append(&mut inner_faces);
        let mut inner: Vec<[u32; 2]> = tets.iter().flat_map(|t| EDGES.map(|e| ordered(e.map(|k| t[k])))).collect();
        inner.sort_unstable();
        inner.dedup();
        let surface = edges.clone();
        edges.extend(inner.into_iter().filter(|edge| surface.binary_search(edge).is_err()));
        Self { faces, edges, surface_faces, surface_edges }
    }

    /// The faces asked for.
    pub fn faces(&self, features: TestedFeatures) -> &[[u32; 3]] {
        match features {
            TestedFeatures::Surface => &self.faces[..self.surface_faces],
            TestedFeatures::All => &self.faces,
        }
    }

    /// The edges asked for.
    pub fn edges(&self, features: TestedFeatures) -> &[[u32; 2]] {
        match features {
            TestedFeatures::Surface => &self.edges[..self.surface_edges],
            TestedFeatures::All => &self.edges,
        }
    }
}

/// The lower index first.
fn ordered([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_tetrahedra_share_a_face() {
        let tet_features = TetFeatures::new(&[[0, 1, 2, 3], [1, 2, 3, 4]]);
        assert_eq!(
            (
                tet_features.faces.len(),
                tet_features.surface_faces,
                tet_features.edges.len(),
                tet_features.surface_edges
            ),
            (7, 6, 9, 9)
        );
        assert!(tet_features.faces(TestedFeatures::Surface).iter().all(|face| face.contains(&0) || face.contains(&4)));
    }

    #[test]
    fn edges_around_an_axis_leave_it_inside() {
        let ring = [2, 3, 4, 5];
        let tets: Vec<[u32; 4]> = (0..4).map(|k| [0, 1, ring[k], ring[(k + 1) % 4]]).collect();
        let tet_features = TetFeatures::new(&tets);
        assert_eq!((tet_features.surface_faces, tet_features.faces.len()), (8, 12));
        assert_eq!(tet_features.edges[tet_features.surface_edges..], [[0, 1]]);
    }
}
