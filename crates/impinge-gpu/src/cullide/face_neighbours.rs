//! Faces of one mesh that share a corner: images cannot tell them apart, so these few are asked about directly.

use impinge::collect::All;
use impinge::cost::Cost;
use impinge::feature::{FaceId, VertexId};
use impinge::math::predicates::orient3d;
use impinge::mesh::Mesh;
use impinge::pair::{Contact, self_contacts};

/// The corners of every face; corners at the same place have the same name.
pub(super) fn welded_corners(mesh: &Mesh) -> Vec<[u32; 3]> {
    mesh.faces().iter().map(|face| face.map(|corner| mesh.topology().welded(VertexId(corner)).0)).collect()
}

/// The faces around each corner.
pub(super) struct Fans(Vec<Vec<u32>>);

/// Faces around one corner up to which all pairs of them are asked about one by one; trees are faster for more.
const CROWDED: usize = 32;

impl Fans {
    pub(super) fn new(mesh: &Mesh, corners: &[[u32; 3]]) -> Self {
        let mut around = vec![Vec::new(); mesh.vertices().len()];
        for (face, corners) in (0_u32..).zip(corners) {
            for &corner in corners {
                around[corner as usize].push(face);
            }
        }
        Self(around)
    }

    /// All faces around corners that have too many for pairs.
    pub(super) fn crowded(&self) -> impl Iterator<Item = u32> + '_ {
        self.0.iter().filter(|fan| fan.len() > CROWDED).flatten().copied()
    }

    /// Contacts of faces that share a corner which is not crowded, unless both are known.
    pub(super) fn contacts(&self, mesh: &Mesh, corners: &[[u32; 3]], known: &[bool]) -> Vec<Contact> {
        let (mut found, mut cost, mut others) = (Vec::new(), Cost::default(), Vec::new());
        for (face, named) in (0_u32..).zip(corners) {
            let fans = named.iter().map(|&corner| &self.0[corner as usize]).filter(|fan| fan.len() <= CROWDED);
            others.clear();
            others.extend(fans.flatten().filter(|&&other| other > face));
            others.sort_unstable();
            others.dedup();
            for &other in &others {
                let both = [FaceId(face), FaceId(other)];
                let known = both.iter().all(|face| known[face.index()]);
                if !known && !part_at_once(mesh, corners, both, &mut cost) {
                    found.extend(contacts_among(mesh, &both));
                }
            }
        }
        found
    }
}

/// Whether one face has its other corners strictly on one side of the other face: then they share nothing more.
fn part_at_once(mesh: &Mesh, corners: &[[u32; 3]], faces: [FaceId; 2], cost: &mut Cost) -> bool {
    let mut one_sided = |of: FaceId, seen: FaceId| {
        let [a, b, c] = mesh.triangle(of);
        let (names, points) = (corners[seen.index()], mesh.triangle(seen));
        let others = names.iter().zip(points).filter(|(name, _)| !corners[of.index()].contains(name));
        let mut signs = others.map(|(_, point)| orient3d(a, b, c, point, cost));
        let first = signs.next().unwrap_or(0);
        first != 0 && signs.all(|sign| sign == first)
    };
    one_sided(faces[0], faces[1]) || one_sided(faces[1], faces[0])
}

/// Contacts of some faces, in ascending order, with each other.
pub(super) fn contacts_among(mesh: &Mesh, faces: &[FaceId]) -> Vec<Contact> {
    let triangles: Vec<_> = faces.iter().map(|&face| mesh.triangle(face)).collect();
    let mut all = All(Vec::new());
    // Refused only if there are no faces: their corners are those of a mesh.
    if let Ok(part) = Mesh::from_triangles(&triangles) {
        self_contacts(&part, &mut all);
    }
    let named = |contact: Contact| Contact { faces: contact.faces.map(|face| faces[face.index()]), ..contact };
    all.0.into_iter().map(named).collect()
}
