//! Meshes at any pose: trees against every pair of faces.

use crate::soak::case::Tally;
use crate::soak::random_geometry::RandomGeometry;
use impinge::bvh::Preset;
use impinge::math::Pose;
use impinge::pair::{Contacts, Method, Relation, Request, distance, intersects, relate, within};

/// Enough loose triangles for nodes and leaves.
const MOST_TRIANGLES: u64 = 30;

pub fn check_heaps(source: &mut RandomGeometry, tally: &mut Tally) {
    let (Some(a), Some(b)) = (source.heap(MOST_TRIANGLES), source.heap(MOST_TRIANGLES)) else { return };
    let pose = source.pose();
    let request = |method| Request { method, contacts: Contacts::List, distance_up_to: Some(f64::INFINITY) };
    let brute = relate(&a, &b, &pose, &request(Method::Brute));
    tally.count_contact(brute.relation != Relation::Disjoint);
    let Some(expected) = brute.distance.map(|gap| gap.value) else {
        return tally.holds(false, || "brute force gives no distance".to_owned());
    };
    for preset in [Preset::Oriented, Preset::AxisAligned] {
        let [a, b] = [&a, &b].map(|mesh| mesh.clone().with_preset(preset));
        let found = relate(&a, &b, &pose, &request(Method::Auto));
        tally.same("relation", found.relation, brute.relation);
        tally.same("contacts", &found.contacts, &brute.contacts);
        tally.same("distance", found.distance.map(|gap| gap.value.to_bits()), Some(expected.to_bits()));
        tally.same("within", within(&a, &b, &pose, expected), true);
    }
}

pub fn check_relations(source: &mut RandomGeometry, tally: &mut Tally) {
    const PAIRS: usize = 8;
    let here = &Pose::IDENTITY;
    for _ in 0..PAIRS {
        let (Some(a), Some(b)) = (source.mesh(), source.mesh()) else { continue };
        let brute = Request { method: Method::Brute, ..Request::default() };
        let expected = relate(&a, &b, here, &brute).relation;
        let is_meeting = expected != Relation::Disjoint;
        tally.count_contact(is_meeting);
        tally.same("relation", relate(&a, &b, here, &Request::default()).relation, expected);
        tally.same("relation, swapped", relate(&b, &a, here, &Request::default()).relation, expected.flip());
        tally.same("intersects", intersects(&a, &b, here), is_meeting);
        tally.same("distance is zero", distance(&a, &b, here).value == 0.0, is_meeting);
    }
}
