//! Whether a mesh with caps has its inside where the winding number of the mesh without them has it.
//!
//! Caps are a guess. A flat face whose outline is filled by a cap of its own bounds nothing, so a box of such faces is empty once it is capped, though its winding
//! number is near to one inside. Both sides of faces are compared: where the winding number leaves no doubt, the caps must agree with it.
//!
//! The number of the capped mesh is an integer, and that of the mesh plus what the caps add. Where they add less than the doubt, the two agree: an integer within the doubt of a number that
//! leaves none is other than zero exactly if that number is near to one. So most places ask the few faces of the caps alone.

use crate::feature::FaceId;
use crate::math::DVec3;
use crate::math::predicates::Triangle;
use crate::mesh::indexed_mesh::Mesh;
use crate::mesh::winding::{Membership, RimEdge, SignedSurface, surface_offset, surface_places};

/// Faces at the rim whose sides are compared, at most.
const RIM_FACES: usize = 256;

/// Openings take no more than this part of the view from a point whose winding number leaves no doubt.
const DOUBT: f64 = 0.25;

/// Whether the capped form of a mesh with this rim has the same inside on both sides of faces, wherever openings are far enough to tell.
///
/// `added` is what the capped form has more than the oriented faces of the mesh: its caps, and what it left out turned over.
pub(super) fn agrees(mesh: &Mesh, capped: &Mesh, rim: &[RimEdge], added: &[Triangle]) -> bool {
    let offset = surface_offset(mesh);
    let step = rim.len().div_ceil(RIM_FACES).max(1);
    let at_rim = rim.iter().step_by(step).map(|edge| middle(mesh, FaceId(edge.face)));
    let added = SignedSurface::new(added).ok();
    at_rim.chain(surface_places(mesh)).all(|(place, normal)| {
        [-offset, offset].into_iter().all(|by| {
            let point = place + normal * by;
            added.as_ref().is_some_and(|added| added.is_below(point, DOUBT)) || agrees_at(point, mesh, capped)
        })
    })
}

/// Whether the capped mesh has the inside where a point leaves no doubt about it.
fn agrees_at(point: DVec3, mesh: &Mesh, capped: &Mesh) -> bool {
    mesh.membership_without_doubt(point, DOUBT).is_none_or(|known| match capped.membership(point) {
        Membership::Undecided => true,
        found => found == known,
    })
}

/// The middle of a face, and its normal.
fn middle(mesh: &Mesh, face: FaceId) -> (DVec3, DVec3) {
    let [a, b, c] = mesh.triangle(face);
    let size = mesh.bounds().size().max_element();
    ((a + b + c) / 3.0, ((b - a) / size).cross((c - a) / size).normalize_or_zero())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;
    use crate::mesh::winding::ConsistentOrientation;

    /// A cube without a side: the side itself agrees, a cap that goes round the other way, which is all other sides once more, does not.
    #[test]
    fn caps_that_move_the_inside_do_not_agree() {
        let cube = Mesh::cuboid([-1.0; 3], [1.0; 3]).unwrap();
        assert_eq!(agreements(&cube, |face| face >= 10), [true, false]);
    }

    /// The caps of random openings, and others that leave nothing inside.
    #[test]
    fn what_caps_add_tells_what_both_meshes_tell() {
        let (sphere, mut random) = (Mesh::icosphere(1.0, 2).unwrap(), Random(15));
        let mut agreed = [0; 2];
        for _ in 0..60 {
            let (middle, width) = (random.vector().normalize_or_zero(), 0.25 + 1.5 * random.number().abs());
            let is_gone = |face: usize| sphere.triangle(FaceId(face as u32))[0].distance(middle) < width;
            let gone = (0..sphere.faces().len()).filter(|face| is_gone(*face)).count();
            if (1..sphere.faces().len()).contains(&gone) {
                let found = agreements(&sphere, is_gone);
                (0..2).for_each(|k| agreed[k] += usize::from(found[k]));
            }
        }
        assert!(agreed[0] > 50 && agreed[1] < 10, "{agreed:?}");
    }

    /// Whether a closed mesh without some faces agrees with itself, and with the rest of it on both sides; the same with and without what that adds.
    fn agreements(whole: &Mesh, is_gone: impl Fn(usize) -> bool) -> [bool; 2] {
        let (gone, rest): (Vec<usize>, Vec<usize>) = (0..whole.faces().len()).partition(|face| is_gone(*face));
        let mesh = |faces: Vec<[u32; 3]>| Mesh::try_new(whole.vertices().to_vec(), faces).unwrap();
        let of = |faces: &[usize]| faces.iter().map(|face| whole.faces()[*face]).collect::<Vec<_>>();
        let open = mesh(of(&rest));
        let rim = ConsistentOrientation::new(&open).rim;
        let turned = of(&rest).into_iter().map(|[a, b, c]| [a, c, b]);
        let caps = [of(&gone), turned.collect()];
        caps.map(|caps| {
            let capped = mesh([of(&rest), caps.clone()].concat());
            let added: Vec<Triangle> = caps.iter().map(|face| face.map(|v| whole.vertices()[v as usize])).collect();
            let found = agrees(&open, &capped, &rim, &added);
            assert_eq!(found, agrees(&open, &capped, &rim, &[]));
            found
        })
    }
}
