//! Faces of one mesh that share a corner: images cannot tell them apart, so these few are asked about directly.

use impinge::cost::Cost;
use impinge::feature::{FaceId, VertexId};
use impinge::math::predicates::orient3d;
use impinge::mesh::Mesh;
use impinge::pair::self_contact;
#[cfg(feature = "device")]
use impinge::{
    collect::All,
    pair::{Contact, self_contacts},
};

/// The corners of every face; corners at the same place have the same name.
pub(crate) fn welded_corners(mesh: &Mesh) -> Vec<[u32; 3]> {
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

    /// Takes in the faces of pairs that share a corner which is not crowded, and more than that.
    fn add_touching(&self, mesh: &Mesh, corners: &[[u32; 3]], known: &mut [bool]) {
        let (mut cost, mut others) = (Cost::default(), Vec::new());
        for (face, named) in (0_u32..).zip(corners) {
            let fans = named.iter().map(|&corner| &self.0[corner as usize]).filter(|fan| fan.len() <= CROWDED);
            others.clear();
            others.extend(fans.flatten().filter(|&&other| other > face));
            others.sort_unstable();
            others.dedup();
            for &other in &others {
                let both = [FaceId(face), FaceId(other)];
                let is_known = both.iter().all(|face| known[face.index()]);
                if !is_known && !part_at_once(mesh, corners, both, &mut cost) && may_share_more(mesh, both, &mut cost) {
                    both.iter().for_each(|face| known[face.index()] = true);
                }
            }
        }
    }
}

/// The faces of a mesh among which all pairs are that meet beyond common corners and edges, where images left some faces: these, and those that share more
/// than a corner or an edge with a neighbour, which images cannot tell apart.
#[must_use]
pub fn faces_with_contacts(mesh: &Mesh, left: &[bool]) -> Vec<bool> {
    let corners = welded_corners(mesh);
    let (fans, mut known) = (Fans::new(mesh, &corners), left.to_vec());
    known.resize(corners.len(), true);
    for face in fans.crowded() {
        known[face as usize] = true;
    }
    fans.add_touching(mesh, &corners, &mut known);
    known
}

/// Whether two neighbours share more than corners and edges; so it is taken for faces that may be without area.
fn may_share_more(mesh: &Mesh, faces: [FaceId; 2], cost: &mut Cost) -> bool {
    faces.iter().any(|&face| !has_area(mesh, face)) || self_contact(mesh, faces, cost).is_some()
}

/// Whether a face has an area beyond doubt.
fn has_area(mesh: &Mesh, face: FaceId) -> bool {
    /// Sines below this may be rounding.
    const FLAT: f64 = 1e-12;
    let [a, b, c] = mesh.triangle(face);
    let (p, q) = (b - a, c - a);
    p.cross(q).length() > FLAT * p.length() * q.length()
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
#[cfg(feature = "device")]
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
