//! An edit, checked and worked out before anything is touched: new vertices, new corners, faces that go and faces that come.

use super::edge_cut::EdgeCut;
use super::surface_edit::{EditError, SurfaceEdit};
use crate::feature::{FaceId, VertexId};
use crate::math::{DVec3, in_exact_range};
use crate::mesh::union_find::UnionFind;

/// All that an edit changes.
#[derive(Debug, Default)]
pub(crate) struct EditPlan {
    /// Where new vertices are.
    pub positions: Vec<DVec3>,
    /// Or, of which vertices they are copies.
    pub split_from: Vec<VertexId>,
    /// Faces with new corners, sorted.
    pub corners: Vec<(u32, [u32; 3])>,
    /// Faces that go, sorted.
    pub removed: Vec<u32>,
    /// Faces that come.
    pub added: Vec<[u32; 3]>,
}

impl EditPlan {
    /// What an edit changes in a surface of these faces and this number of vertices.
    pub fn new(edit: &SurfaceEdit<'_>, faces: &[[u32; 3]], vertices: usize) -> Result<Self, EditError> {
        let change = match edit {
            SurfaceEdit::Add { positions, faces: added } => Self::add(positions, added, faces.len(), vertices)?,
            SurfaceEdit::Remove { faces: removed } => Self::remove(removed, faces.len())?,
            SurfaceEdit::Cut { edges } => {
                let EdgeCut { copied, corners } = EdgeCut::new(edges, faces, vertices)?;
                let split_from = copied.into_iter().map(VertexId).collect();
                Self { split_from, corners: corners.into_iter().collect(), ..Self::default() }
            }
            SurfaceEdit::Weld { pairs } => Self::weld(pairs, faces, vertices)?,
        };
        let vertices = vertices + change.positions.len() + change.split_from.len();
        let most = vertices.max((faces.len() + change.added.len()).saturating_mul(3));
        if most >= u32::MAX as usize { Err(EditError::TooLarge(most)) } else { Ok(change) }
    }

    fn add(positions: &[DVec3], added: &[[u32; 3]], faces: usize, vertices: usize) -> Result<Self, EditError> {
        for (vertex, p) in (vertices..).zip(positions) {
            let vertex = VertexId(vertex as u32);
            if !p.is_finite() {
                return Err(EditError::NotFinite(vertex));
            }
            if !p.to_array().into_iter().all(in_exact_range) {
                return Err(EditError::OutOfRange(vertex));
            }
        }
        let count = vertices + positions.len();
        for (face, corners) in (faces..).zip(added) {
            if let Some(corner) = corners.iter().find(|corner| **corner as usize >= count) {
                return Err(EditError::MissingCorner { face: FaceId(face as u32), vertex: VertexId(*corner) });
            }
        }
        Ok(Self { positions: positions.to_vec(), added: added.to_vec(), ..Self::default() })
    }

    fn remove(removed: &[FaceId], faces: usize) -> Result<Self, EditError> {
        if let Some(face) = removed.iter().find(|face| face.index() >= faces) {
            return Err(EditError::NoFace(*face));
        }
        let mut removed: Vec<u32> = removed.iter().map(|face| face.0).collect();
        removed.sort_unstable();
        removed.dedup();
        Ok(Self { removed, ..Self::default() })
    }

    fn weld(pairs: &[[VertexId; 2]], faces: &[[u32; 3]], vertices: usize) -> Result<Self, EditError> {
        if let Some(vertex) = pairs.as_flattened().iter().find(|vertex| vertex.index() >= vertices) {
            return Err(EditError::NoVertex(*vertex));
        }
        let mut sets = UnionFind::new(vertices);
        pairs.iter().for_each(|[a, b]| sets.join(a.index(), b.index()));
        let mut welded = |corners: &[u32; 3]| corners.map(|corner| sets.find(corner as usize) as u32);
        let all = (0..).zip(faces).map(|(face, corners)| (face, *corners, welded(corners)));
        let changed = all.filter(|(_, before, now)| before != now).map(|(face, _, now)| (face, now));
        Ok(Self { corners: changed.collect(), ..Self::default() })
    }

    /// Faces that take the numbers of removed ones, before and after, sorted.
    pub fn renamed(&self, faces: usize) -> Vec<[FaceId; 2]> {
        let kept = (faces - self.removed.len()) as u32;
        let free = self.removed.iter().copied().filter(|face| *face < kept);
        let movers = (kept..faces as u32).filter(|face| self.removed.binary_search(face).is_err());
        movers.zip(free).map(|pair| [FaceId(pair.0), FaceId(pair.1)]).collect()
    }
}
