//! Whether a mesh with caps has its inside where the winding number of the mesh without them has it.
//!
//! Caps are a guess. A flat face whose outline is filled by a cap of its own bounds nothing, so a box of such faces is empty once it is capped, though its winding
//! number is near to one inside. Both sides of faces are compared: where the winding number leaves no doubt, the caps must agree with it.

use crate::feature::FaceId;
use crate::math::DVec3;
use crate::mesh::indexed_mesh::Mesh;
use crate::mesh::winding::{Membership, RimEdge, surface_offset, surface_places};

/// Faces at the rim whose sides are compared, at most.
const RIM_FACES: usize = 256;

/// Openings take no more than this part of the view from a point whose winding number leaves no doubt.
const DOUBT: f64 = 0.25;

/// Whether the capped form of a mesh with this rim has the same inside on both sides of faces, wherever openings are far enough to tell.
pub(super) fn agrees(mesh: &Mesh, capped: &Mesh, rim: &[RimEdge]) -> bool {
    let offset = surface_offset(mesh);
    let step = rim.len().div_ceil(RIM_FACES).max(1);
    let at_rim = rim.iter().step_by(step).map(|edge| middle(mesh, FaceId(edge.face)));
    at_rim.chain(surface_places(mesh)).all(|(place, normal)| {
        [-offset, offset].into_iter().all(|by| {
            let point = place + normal * by;
            mesh.membership_without_doubt(point, DOUBT).is_none_or(|known| match capped.membership(point) {
                Membership::Undecided => true,
                found => found == known,
            })
        })
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
    use crate::mesh::winding::ConsistentOrientation;

    /// A cube without a side: the side itself agrees, a cap that goes round the other way, which is all other sides once more, does not.
    #[test]
    fn caps_that_move_the_inside_do_not_agree() {
        let cube = Mesh::cuboid([-1.0; 3], [1.0; 3]).unwrap();
        let open = Mesh::try_new(cube.vertices().to_vec(), cube.faces()[..10].to_vec()).unwrap();
        let rim = ConsistentOrientation::new(&open).rim;
        assert!(agrees(&open, &cube, &rim));
        let turned = cube.faces()[..10].iter().map(|[a, b, c]| [*a, *c, *b]);
        let faces = cube.faces()[..10].iter().copied().chain(turned).collect();
        let empty = Mesh::try_new(cube.vertices().to_vec(), faces).unwrap();
        assert!(!agrees(&open, &empty, &rim));
    }
}
