//! Bodies in motion on a lattice: intervals of contact against brute force at eighths of the way, which are exact.

use super::eighths;
use crate::soak::case::Tally;
use crate::soak::random_geometry::RandomGeometry;
use impinge::bounded::Certainty;
use impinge::math::{DVec3, Pose};
use impinge::pair::{Method, Motion, MovingMesh, Relation, Request, SweepOptions, relate, sweep};

pub fn check(source: &mut RandomGeometry, tally: &mut Tally) {
    source.stay_on_lattice();
    let (Some(a), Some(b)) = (source.mesh(), source.mesh()) else { return };
    let Ok(end) = Pose::from_translation(8.0 * source.point() - DVec3::splat(32.0)) else { return };
    let (still, motion) = (Motion::still(&Pose::IDENTITY), Motion::slerp(&Pose::IDENTITY, &end));
    let bodies = [MovingMesh { mesh: &a, motion: &still }, MovingMesh { mesh: &b, motion: &motion }];
    let Ok(found) = sweep(bodies[0], bodies[1], &SweepOptions::default()) else {
        return tally.holds(false, || "a sweep on a lattice is refused".to_owned());
    };
    let brute = Request { method: Method::Brute, ..Request::default() };
    for time in eighths() {
        let Ok(pose) = motion.pose_at(time) else { continue };
        let is_meeting = relate(&a, &b, &pose, &brute).relation != Relation::Disjoint;
        tally.count_contact(is_meeting);
        let is_claimed = found.intervals.iter().any(|interval| {
            let is_inside = interval.begin.upper <= time && time <= interval.end.lower;
            interval.certainty == Certainty::Exact && is_inside
        });
        let is_right = if is_meeting { found.holds(time) } else { !is_claimed };
        tally.holds(is_right, || format!("at {time}: expected contact {is_meeting}, found {found:?}"));
    }
    let turned = sweep(bodies[1], bodies[0], &SweepOptions::default());
    tally.same("free, swapped", turned.map(|turned| turned.is_free()).ok(), Some(found.is_free()));
}
