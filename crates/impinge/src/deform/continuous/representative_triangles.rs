//! Every vertex and every edge belongs to one of the faces that have it: the first.
//!
//! So two faces whose boxes overlap need only be asked about what belongs to them, and no vertex and face, and no two edges, are asked about
//! twice (Curtis, Tamstorf and Manocha 2008: representative triangles). Half a vertex and one and a half edges a face, on average.

/// What belongs to every face: bits 0 to 2 for its corners, bits 3 to 5 for the edges that begin at them.
#[derive(Debug)]
pub(crate) struct FeatureOwners(Vec<u8>);

impl FeatureOwners {
    /// The owners of the vertices and edges of some faces. An edge from a vertex to itself has none.
    pub fn new(vertices: usize, faces: &[[u32; 3]]) -> Self {
        let mut owned = vec![0; faces.len()];
        let mut is_taken = vec![false; vertices];
        let mut edges = Vec::with_capacity(3 * faces.len());
        for (face, corners) in faces.iter().enumerate() {
            for (k, corner) in corners.iter().enumerate() {
                if !std::mem::replace(&mut is_taken[*corner as usize], true) {
                    owned[face] |= 1 << k;
                }
                let next = corners[(k + 1) % 3];
                edges.push((*corner.min(&next), *corner.max(&next), face as u32, k as u8));
            }
        }
        edges.sort_unstable();
        for same in edges.chunk_by(|p, q| (p.0, p.1) == (q.0, q.1)) {
            if let [(low, high, face, k), ..] = same
                && low != high
            {
                owned[*face as usize] |= 8 << k;
            }
        }
        Self(owned)
    }

    /// What belongs to a face.
    #[inline(always)]
    pub fn owned_by(&self, face: u32) -> u8 {
        self.0[face as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_belongs_to_one_face() {
        let faces = [[0, 1, 2], [2, 1, 3], [3, 1, 0], [4, 4, 0], [2, 0, 1], [5, 6, 7]];
        let owners = FeatureOwners::new(9, &faces);
        let mut seen = std::collections::BTreeMap::new();
        for (face, corners) in faces.iter().enumerate() {
            for k in 0..3 {
                let next = corners[(k + 1) % 3];
                let edge = vec![corners[k].min(next), corners[k].max(next)];
                *seen.entry(edge).or_insert(0) += owners.owned_by(face as u32) >> (3 + k) & 1;
                *seen.entry(vec![corners[k]]).or_insert(0) += owners.owned_by(face as u32) >> k & 1;
            }
        }
        assert_eq!(seen.remove(&vec![4, 4]), Some(0));
        assert!(seen.len() == 8 + 10 && seen.values().all(|count| *count == 1), "{seen:?}");
    }
}
