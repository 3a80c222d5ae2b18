//! Bodies that move about others: influence volumes and certified distances against every pair of faces.

use crate::soak::case::Tally;
use crate::soak::random_geometry::RandomGeometry;
use impinge::math::Pose;
use impinge::pair::{Contacts, Method, Relation, Request, relate, within};
use impinge_classics::covering::MovingSolid;

const PAIRS: usize = 4;

const STEPS: usize = 8;

pub fn check(source: &mut RandomGeometry, tally: &mut Tally) {
    let request = Request { method: Method::Brute, contacts: Contacts::Count, ..Request::default() };
    for _ in 0..PAIRS {
        let (Some(a), Some(b)) = (source.mesh(), source.mesh()) else { continue };
        let clearance = source.coordinate().abs() * 0.25;
        let mut movers = [(); 2].map(|()| MovingSolid::new(&a, &b).with_clearance(clearance));
        let mut pose = source.pose();
        for _ in 0..STEPS {
            let brute = relate(&a, &b, &pose, &request);
            tally.count_contact(brute.relation != Relation::Disjoint);
            let [by_relation, mixed] = &mut movers;
            tally.same("relation", by_relation.relate(&pose), brute.relation);
            tally.same("pairs of faces", by_relation.involved().len(), brute.contact_count);
            if source.random.coin() {
                tally.same("intersects", mixed.intersects(&pose), brute.relation != Relation::Disjoint);
            } else {
                tally.same("within", mixed.within(&pose), within(&a, &b, &pose, clearance));
            }
            // Somewhere else, or a little on.
            pose = match source.random.below(3) {
                0 => source.pose(),
                _ => {
                    let step = source.random.direction() * (0.05 * source.random.u());
                    Pose::try_new(pose.rotation(), pose.translation() + step).unwrap_or(pose)
                }
            };
        }
    }
}
