//! Polygons, simple or not: every method against every pair of edges, at rest and in motion.

use super::eighths;
use crate::soak::case::Tally;
use crate::soak::random_geometry::RandomGeometry;
use impinge::bounded::Certainty;
use impinge::pair::{Contacts, Relation};
use impinge_planar::{ContactInterval, Method, Motion, Pose2, Request, intersects, relate, sweep, within};

const PAIRS: usize = 16;

pub fn check_relations(source: &mut RandomGeometry, tally: &mut Tally) {
    let request = |method| Request { method, contacts: Contacts::List, distance_up_to: Some(f64::INFINITY) };
    for _ in 0..PAIRS {
        let (Some(a), Some(b)) = (source.polygon(), source.polygon()) else { continue };
        let pose = source.planar_pose();
        let brute = relate(&a, &b, &pose, &request(Method::Brute));
        let is_meeting = brute.relation != Relation::Disjoint;
        tally.count_contact(is_meeting);
        let gap = brute.distance.map_or(f64::NAN, |gap| gap.value);
        for method in [Method::Auto, Method::Tree, Method::Covering] {
            let found = relate(&a, &b, &pose, &request(method));
            tally.same("relation", found.relation, brute.relation);
            tally.same("contacts", &found.contacts, &brute.contacts);
            tally.same("distance", found.distance.map(|gap| gap.value.to_bits()), Some(gap.to_bits()));
        }
        let swapped = relate(&b, &a, &pose.inverse(), &Request::default()).relation;
        tally.same("relation, swapped", swapped, brute.relation.flip());
        tally.same("intersects", intersects(&a, &b, &pose), is_meeting);
        tally.same("within", within(&a, &b, &pose, gap), true);
    }
}

pub fn check_sweeps(source: &mut RandomGeometry, tally: &mut Tally) {
    source.stay_on_lattice();
    let brute = Request { method: Method::Brute, ..Request::default() };
    let start = Pose2::IDENTITY;
    for _ in 0..PAIRS {
        let (Some(a), Some(b)) = (source.polygon(), source.polygon()) else { continue };
        let Ok(motion) = Motion::translation(8.0 * source.planar_point() - 32.0) else { continue };
        let found = sweep(&a, &b, &start, &motion);
        for time in eighths() {
            let Ok(pose) = motion.a_from_b_at(time, &start) else { continue };
            let is_meeting = relate(&a, &b, &pose, &brute).relation != Relation::Disjoint;
            tally.count_contact(is_meeting);
            let may_hold = |i: &ContactInterval| i.begin.lower <= time && time <= i.end.upper;
            let must_hold =
                |i: &ContactInterval| i.certainty == Certainty::Exact && i.begin.upper <= time && time <= i.end.lower;
            let is_right =
                if is_meeting { found.intervals.iter().any(may_hold) } else { !found.intervals.iter().any(must_hold) };
            tally.holds(is_right, || format!("at {time}: expected contact {is_meeting}, found {found:?}"));
        }
    }
}
