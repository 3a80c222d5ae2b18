//! Two triangles: relation and intersection against integer arithmetic.

use crate::soak::case::Tally;
use crate::soak::random_geometry::RandomGeometry;
use impinge::cost::Cost;
use impinge::triangle_pair::{TriangleRelation, intersection, relate, relate_brute};

const PAIRS: usize = 256;

pub fn check(source: &mut RandomGeometry, tally: &mut Tally) {
    let cost = &mut Cost::default();
    for _ in 0..PAIRS {
        let (a, b) = (source.triangle(), source.triangle());
        let expected = relate_brute(&a, &b);
        let is_meeting = expected != TriangleRelation::Disjoint;
        tally.count_contact(is_meeting);
        tally.same("relation", relate(&a, &b, cost), expected);
        tally.same("relation, swapped", relate(&b, &a, cost), expected);
        tally.same("intersection", intersection(&a, &b, cost).is_some(), is_meeting);
    }
}
