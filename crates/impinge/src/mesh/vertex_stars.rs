//! Vertices with very many faces: the tips of fans.
//!
//! The faces of a star all hold its tip, so the boxes of every two of them overlap, and so do those of two stars whose tips lie at one
//! place or are the closest points of two bodies: searches that go by boxes alone would look at all pairs. A search that knows the stars
//! settles two of them as a whole, wherever two nodes of trees hold faces of these stars alone.

use super::Mesh;
use crate::bvh::{Child, Slot, WideTree};
use crate::feature::{FaceId, VertexId};
use std::borrow::Cow;

/// Faces from which on the star of a vertex counts as large: all pairs of two smaller stars are few beside their faces.
const LARGE: u32 = 64;

/// No star.
pub(crate) const NO_STAR: u32 = u32::MAX;

/// The large stars of a mesh; a face belongs to one at most.
#[derive(Clone, Debug)]
pub(crate) struct VertexStars {
    stars: FaceStars,
    /// For every slot of the tree the star that all its faces belong to, or [`NO_STAR`].
    of_slot: Vec<u32>,
}

impl VertexStars {
    /// The large stars of a mesh; `None` if there are none.
    pub(super) fn of(mesh: &Mesh) -> Option<Box<Self>> {
        let stars = FaceStars::of(&named_corners(mesh), mesh.vertices().len())?;
        let of_slot = slot_marks(mesh.tree(), &stars.of_face);
        Some(Box::new(Self { stars, of_slot }))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.stars.tips.len()
    }

    /// The tip of a star.
    pub fn tip(&self, star: u32) -> VertexId {
        self.stars.tips[star as usize]
    }

    /// The faces of a star, ascending.
    pub fn faces(&self, star: u32) -> &[FaceId] {
        &self.stars.faces[star as usize]
    }

    /// The star of a face, or [`NO_STAR`].
    #[inline]
    pub fn of_face(&self, face: FaceId) -> u32 {
        self.stars.of_face[face.index()]
    }

    /// Which corner of a face of a star is the tip.
    pub fn tip_corner(&self, face: FaceId) -> u8 {
        self.stars.corners[face.index()]
    }

    /// The star that all faces below a slot of the tree belong to, or [`NO_STAR`].
    #[inline]
    pub fn of_slot(&self, slot: Slot) -> u32 {
        self.of_slot[slot.0 as usize]
    }
}

/// The large stars of some faces; a face belongs to one at most.
#[derive(Clone, Debug)]
pub(super) struct FaceStars {
    /// The tip of every star.
    pub tips: Vec<VertexId>,
    /// The faces of every star, ascending.
    pub faces: Vec<Vec<FaceId>>,
    /// For every face the number of its star, or [`NO_STAR`].
    pub of_face: Vec<u32>,
    /// For every face of a star, which of its corners is the tip.
    corners: Vec<u8>,
}

impl FaceStars {
    /// The large stars of faces over this many vertices; `None` if there are none. A face at several tips belongs to the largest star.
    pub fn of(faces: &[[u32; 3]], vertices: usize) -> Option<Self> {
        let mut counts = vec![0_u32; vertices];
        for [a, b, c] in faces {
            counts[*a as usize] += 1;
            counts[*b as usize] += u32::from(b != a);
            counts[*c as usize] += u32::from(c != a && c != b);
        }
        let mut numbers = vec![NO_STAR; vertices];
        let large: Vec<u32> = (0..vertices as u32).filter(|v| counts[*v as usize] >= LARGE).collect();
        if large.is_empty() {
            return None;
        }
        (0..).zip(&large).for_each(|(number, v)| numbers[*v as usize] = number);
        let mut found = Self {
            tips: large.iter().map(|v| VertexId(*v)).collect(),
            faces: vec![Vec::new(); large.len()],
            of_face: vec![NO_STAR; faces.len()],
            corners: vec![0; faces.len()],
        };
        for (i, face) in faces.iter().enumerate() {
            let tip = (0..3).max_by_key(|k| (counts[face[*k] as usize], std::cmp::Reverse(face[*k]))).unwrap_or(0);
            let star = numbers[face[tip] as usize];
            if star != NO_STAR {
                found.of_face[i] = star;
                found.corners[i] = tip as u8;
                found.faces[star as usize].push(FaceId(i as u32));
            }
        }
        Some(found)
    }
}

/// The corners of all faces, with one vertex for each place where faces bring vertices of their own.
fn named_corners(mesh: &Mesh) -> Cow<'_, [[u32; 3]]> {
    if mesh.vertices().len() < mesh.faces().len() {
        return Cow::Borrowed(mesh.faces());
    }
    let welded = mesh.topology().all_welded();
    Cow::Owned(mesh.faces().iter().map(|face| face.map(|c| welded[c as usize])).collect())
}

/// For every slot of a tree the mark that all its faces have, or [`NO_STAR`].
pub(super) fn slot_marks(tree: &WideTree, of_face: &[u32]) -> Vec<u32> {
    let width = tree.nodes()[0].child.len();
    let mut of_slot = vec![NO_STAR; width * tree.nodes().len()];
    let common = |mut stars: &mut dyn Iterator<Item = u32>| {
        let first = stars.next().unwrap_or(NO_STAR);
        if (&mut stars).all(|star| star == first) { first } else { NO_STAR }
    };
    // Nodes come after the node that they are children of.
    for node in (0..tree.nodes().len()).rev() {
        for lane in 0..width {
            let slot = Slot::new(node as u32, lane as u32);
            let child = tree.child(slot);
            if child == Child::NONE {
                break;
            }
            of_slot[slot.0 as usize] = if child.is_leaf() {
                common(&mut tree.faces(slot).iter().map(|face| of_face[face.index()]))
            } else {
                let below = (0..width).map(|lane| Slot::new(child.index() as u32, lane as u32));
                let used = below.take_while(|slot| tree.child(*slot) != Child::NONE);
                common(&mut used.map(|slot| of_slot[slot.0 as usize]))
            };
        }
    }
    of_slot
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::DVec3;

    /// A cone of many faces with its base, its vertices shared or not.
    fn cone(sides: u32, shares_vertices: bool) -> Mesh {
        let rim = (0..sides).map(|k| DVec3::new(f64::from(k).cos(), f64::from(k).sin(), 0.0));
        let vertices: Vec<DVec3> = [DVec3::Z, DVec3::ZERO].into_iter().chain(rim).collect();
        let next = |k: u32| 2 + (k + 1) % sides;
        let faces: Vec<[u32; 3]> = (0..sides).flat_map(|k| [[0, 2 + k, next(k)], [1, next(k), 2 + k]]).collect();
        if shares_vertices {
            return Mesh::try_new(vertices, faces).unwrap();
        }
        let loose: Vec<DVec3> = faces.iter().flatten().map(|c| vertices[*c as usize]).collect();
        Mesh::try_new(loose, (0..2 * sides).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect()).unwrap()
    }

    #[test]
    fn a_cone_has_the_star_of_its_tip_and_that_of_its_base() {
        assert!(VertexStars::of(&cone(63, true)).is_none());
        for shares_vertices in [true, false] {
            let mesh = cone(300, shares_vertices);
            let stars = VertexStars::of(&mesh).unwrap();
            assert_eq!(stars.len(), 2);
            for star in 0..2 {
                assert_eq!(stars.faces(star).len(), 300);
                for face in stars.faces(star) {
                    let corner = mesh.triangle(*face)[usize::from(stars.tip_corner(*face))];
                    assert_eq!((corner, stars.of_face(*face)), (mesh.vertex(stars.tip(star)), star));
                }
            }
            let tree = mesh.tree();
            let leaves = (0..8 * tree.nodes().len() as u32).map(Slot);
            let leaves = leaves.filter(|slot| tree.child(*slot) != Child::NONE && !tree.faces(*slot).is_empty());
            for slot in leaves {
                let of_faces: Vec<u32> = tree.faces(slot).iter().map(|face| stars.of_face(*face)).collect();
                let is_one = of_faces.iter().all(|star| *star == of_faces[0]);
                assert_eq!(stars.of_slot(slot), if is_one { of_faces[0] } else { NO_STAR });
            }
        }
    }
}
