//! The relation of two polygons, with contacts and distance on request, in one report.

use crate::distance::closest_features::distance_in;
use crate::posed_pair::pair::PosedPair;
use crate::relation::classify::classify;
use crate::relation::common_point::CommonPoint;
use crate::relation::contacts::{counted_contacts, sorted_contacts};
use crate::relation::ray_casting::{Ray, cast_ray};
use crate::segment::exact_point::ExactPoint;
use crate::{Method, PairReport, Polygon, Pose2, Rect, Request};
use impinge::cost::Cost;
use impinge::math::{DVec2, in_plane_range};
use impinge::pair::{Contacts, Location, Relation};

/// How A and B relate, with contacts and distance as requested.
///
/// `relate(a, b, pose)` and `relate(b, a, pose.inverse())` give the same relation flipped, the same contacts and the same
/// distance to the last bit, as do `relate(a, b, identity)` and `relate(b, a, identity)`.
#[must_use]
pub fn relate(a: &Polygon, b: &Polygon, a_from_b: &Pose2, request: &Request) -> PairReport {
    let posed = PosedPair::new(a, b, a_from_b, request.method);
    let mut cost = Cost::default();
    let relation = posed.relation_as_asked(classify(&posed, &mut cost));
    let wanted = if relation == Relation::Disjoint { Contacts::Skip } else { request.contacts };
    let (contact_count, contact_bounds, contacts) = match wanted {
        Contacts::Skip => (0, None, Vec::new()),
        Contacts::Count => {
            let (count, bounds) = counted_contacts(&posed, &mut cost);
            (count, bounds, Vec::new())
        }
        Contacts::List => {
            let all = sorted_contacts(&posed, &mut cost);
            let bounds = all.iter().flat_map(|c| c.intersection.points()).fold(Rect::EMPTY, |b, p| b.including(*p));
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

/// Whether A and B share a point, their insides included; stops at the first proof.
#[must_use]
pub fn intersects(a: &Polygon, b: &Polygon, a_from_b: &Pose2) -> bool {
    let posed = PosedPair::new(a, b, a_from_b, Method::Auto);
    CommonPoint::find(&posed, &mut Cost::default()).is_some()
}

/// The location of a point of the polygon's frame, exactly; [`Location::Surface`] is on an edge. `None` for a point outside the range of exact
/// coordinates.
#[must_use]
pub fn locate(polygon: &Polygon, point: DVec2) -> Option<Location> {
    if !point.to_array().into_iter().all(|x| x.is_finite() && in_plane_range(x)) {
        return None;
    }
    if !polygon.bounds().contains(point) {
        return Some(Location::Outside);
    }
    let posed = PosedPair::new(polygon, polygon, &Pose2::IDENTITY, Method::Auto);
    let start = &ExactPoint::Double(point);
    let found = cast_ray(&posed, &posed.bodies[0], Ray { start, axis: 0 }, &mut Cost::default());
    Some(match found {
        _ if found.on_edge => Location::Surface,
        _ if found.ray_side => Location::Inside,
        _ => Location::Outside,
    })
}
