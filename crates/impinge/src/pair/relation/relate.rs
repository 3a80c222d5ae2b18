//! The relation of two meshes, and whatever else is asked about them, in one report.

use super::common_point::common_point;
use super::solid_relation::relate_solids;
use super::surface_relation::{Orientation, relate_surfaces, same_triangles};
use crate::bound::Aabb;
use crate::cost::Cost;
use crate::math::Pose;
use crate::mesh::Mesh;
use crate::pair::contacts::face_contacts::{counted_contacts, sorted_contacts};
use crate::pair::distance::mesh_distance::distance_in;
use crate::pair::pair_query_types::{Contacts, Method, PairReport, Relation, Request};
use crate::pair::posed_pair::PosedPair;

/// How A and B relate, with contacts and distance as requested.
///
/// `relate(a, b, pose)` and `relate(b, a, pose.inverse())` give the same relation flipped, the same contacts and the same
/// distance to the last bit, as do `relate(a, b, identity)` and `relate(b, a, identity)`.
#[must_use]
pub fn relate(a: &Mesh, b: &Mesh, a_from_b: &Pose, request: &Request) -> PairReport {
    let posed = PosedPair::new(a, b, a_from_b, request.method);
    let mut cost = Cost::default();
    let relation = posed.relation_as_asked(relation_in(&posed, &mut cost));
    let wanted = if relation == Relation::Disjoint { Contacts::Skip } else { request.contacts };
    let (contact_count, contact_bounds, contacts) = match wanted {
        Contacts::Skip => (0, None, Vec::new()),
        Contacts::Count => {
            let (count, bounds) = counted_contacts(&posed, &mut cost);
            (count, bounds, Vec::new())
        }
        Contacts::List => {
            let all = sorted_contacts(&posed, &mut cost);
            let points = all.iter().flat_map(|c| c.intersection.points());
            let bounds = points.fold(Aabb::EMPTY, |bounds, p| bounds.including(*p));
            (all.len(), (!all.is_empty()).then_some(bounds), all)
        }
    };
    PairReport {
        relation,
        contact_count,
        contact_bounds,
        contacts,
        distance: request.distance_up_to.and_then(|up_to| distance_in(&posed, up_to, &mut cost)),
        cost,
    }
}

/// The relation of the first body to the second.
fn relation_in(posed: &PosedPair<'_>, cost: &mut Cost) -> Relation {
    let [first, second] = posed.bodies();
    if !first.mesh.encloses() && !second.mesh.encloses() {
        return relate_surfaces(posed, cost);
    }
    if same_triangles(posed, Orientation::Counts) {
        return Relation::Coincident;
    }
    relate_solids(posed, cost)
}

/// Whether A and B share a point, the insides of solids included; stops at the first proof.
#[must_use]
pub fn intersects(a: &Mesh, b: &Mesh, a_from_b: &Pose) -> bool {
    let posed = PosedPair::new(a, b, a_from_b, Method::Auto);
    common_point(&posed, &mut Cost::default()).is_some()
}
