//! On which sides of its faces a body is, found once for each face and kept with the mesh.
//!
//! It is asked in the frame of the mesh. Carried to another place, vertices move by less than the grain; a point that is farther than that from all faces keeps its winding number.

use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::Pose;
use crate::mesh::Mesh;
use crate::pair::pair_query_types::Method;
use crate::pair::posed_pair::PosedPair;
use crate::pair::relation::self_contact_state::SelfState;
use crate::pair::relation::winding_number::WindingSides;
use std::sync::{Arc, OnceLock};

/// For every face whether its front and its back are inside; `None` if that changes along it, or is not known.
#[derive(Debug, Default)]
pub(super) struct FaceInsides(OnceLock<Vec<OnceLock<Option<[bool; 2]>>>>);

impl FaceInsides {
    pub fn of(mesh: &Mesh) -> Arc<Self> {
        mesh.cached()
    }

    /// Whether the front and the back of faces are inside, in their order.
    pub fn of_faces(&self, mesh: &Mesh, faces: &[FaceId], cost: &mut Cost) -> Vec<Option<[bool; 2]>> {
        let known = self.0.get_or_init(|| mesh.face_ids().map(|_| OnceLock::new()).collect());
        let posed = PosedPair::new(mesh, mesh, &Pose::IDENTITY, Method::Auto);
        let mut state = SelfState::new(posed.bodies()[0]);
        faces.iter().map(|face| *known[face.index()].get_or_init(|| insides(&mut state, *face, cost))).collect()
    }
}

fn insides(state: &mut SelfState<'_>, face: FaceId, cost: &mut Cost) -> Option<[bool; 2]> {
    if !state.body.mesh.topology().is_solid(face) || !state.is_clean(face, cost) {
        return None;
    }
    match state.sides(face, cost)? {
        sides @ WindingSides::On { .. } => Some(sides.inside()),
        WindingSides::Off(_) | WindingSides::OnSheet(_) => None,
    }
}
