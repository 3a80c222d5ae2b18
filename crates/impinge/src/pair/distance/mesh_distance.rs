//! How far apart two meshes are.
//!
//! Whether they are apart at all is decided exactly first; only then are lengths computed, in floating point, best first
//! over both trees. The value is never zero for bodies that share no point, and always zero for those that do.

use super::closest_faces::ClosestFacesSearch;
use super::closest_goal::ClosestGoal;
use crate::bvh::Frontier;
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::math::{DVec3, Pose};
use crate::mesh::Mesh;
use crate::pair::face_pair_search::posed_meshes;
use crate::pair::pair_query_types::{Distance, Method};
use crate::pair::posed_pair::PosedPair;
use crate::pair::query::budget::{Budget, Meter};
use crate::pair::relation::common_point::common_point;
use std::cell::RefCell;

/// The distance of A and B, with closest points in A's frame; of several closest pairs of faces always the same one.
#[must_use]
pub fn distance(a: &Mesh, b: &Mesh, a_from_b: &Pose) -> Distance {
    let posed = PosedPair::new(a, b, a_from_b, Method::Auto);
    // Meshes are not empty, so a bound of infinity is always met.
    distance_in(&posed, f64::INFINITY, &mut Cost::default()).unwrap_or(NOWHERE)
}

/// What stands where no distance can be: never given out.
const NOWHERE: Distance = Distance { value: f64::INFINITY, points: [DVec3::ZERO; 2], features: [None; 2] };

/// Whether the distance of A and B is at most `length`: also if it is that to the last bit, unlike a rule of clearance, which only
/// shorter gaps violate. Never for a negative length or one that is not a number.
#[must_use]
pub fn within(a: &Mesh, b: &Mesh, a_from_b: &Pose, length: f64) -> bool {
    let posed = PosedPair::new(a, b, a_from_b, Method::Auto);
    let cost = &mut Cost::default();
    length >= 0.0
        && (common_point(&posed, cost).is_some() || gap(&posed, None, ClosestGoal::Within(length), cost).is_some())
}

/// The distance if it is at most `up_to`.
pub(crate) fn distance_in(posed: &PosedPair<'_>, up_to: f64, cost: &mut Cost) -> Option<Distance> {
    if up_to.is_nan() || up_to < 0.0 {
        return None;
    }
    let common = common_point(posed, cost).and_then(|common| common.distance(posed, cost));
    common.or_else(|| gap(posed, None, ClosestGoal::Closest(up_to), cost)?.answer(posed))
}

/// The search for the closest pair of faces of bodies that share no point, brought to its end; `None` if they are farther apart
/// than the goal asks for. It may start with a pair of faces to compare all others with.
pub(crate) fn gap(
    posed: &PosedPair<'_>,
    witness: Option<[FaceId; 2]>,
    goal: ClosestGoal,
    cost: &mut Cost,
) -> Option<ClosestFacesSearch> {
    let bodies = posed.bodies();
    let mut search = ClosestFacesSearch::default();
    if let Some(faces) = witness {
        search.look_at(&bodies, faces, cost);
    }
    if posed.method == Method::Brute {
        for i in bodies[0].mesh.face_ids() {
            bodies[1].mesh.face_ids().for_each(|j| search.look_at(&bodies, [i, j], cost));
        }
    } else if let Method::Custom(method) = posed.method {
        let measure = &mut |pairs: &[[FaceId; 2]], cost: &mut Cost| search.look_at_all(&bodies, pairs, cost);
        method.closest(&posed_meshes(posed), goal.up_to(), cost, measure);
    } else {
        let mut frontier = FRONTIER.take();
        frontier.restart();
        search.advance(posed, &mut frontier, goal, &mut Meter::start(&Budget::UNLIMITED), cost);
        FRONTIER.replace(frontier);
    }
    search.reaches(goal).then_some(search)
}

thread_local! {
    /// The frontier of the search, kept so that queries need not allocate.
    static FRONTIER: RefCell<Frontier> = RefCell::default();
}
