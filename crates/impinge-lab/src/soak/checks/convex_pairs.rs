//! Hulls of points: their queries against brute force between their faces, where they are solid, and against each other.

use crate::soak::case::Tally;
use crate::soak::random_geometry::RandomGeometry;
use impinge::convex::{ConvexRelation, PenetrationOutcome, distance, intersects, penetration, relation};
use impinge::hull::Extent;
use impinge::mesh::Mesh;
use impinge::pair::{self, Contacts, Method, Relation, Request};
use impinge::shape::Polytope;

const MOST_POINTS: u64 = 12;

const PAIRS: usize = 4;

/// How far the distance of posed meshes with coordinates up to 16 may be off that of posed hulls, whose vertices are not rounded.
const POSE_ROUNDING: f64 = 1e-14;

pub fn check(source: &mut RandomGeometry, tally: &mut Tally) {
    (0..PAIRS).for_each(|_| check_pair(source, tally));
}

fn check_pair(source: &mut RandomGeometry, tally: &mut Tally) {
    let mut hull = || {
        let count = 4 + source.random.below(MOST_POINTS) as usize;
        Polytope::try_new(&source.points(count))
    };
    let (Ok(a), Ok(b)) = (hull(), hull()) else { return };
    let pose = source.pose();
    let (gap, kind) = (distance(&a, &b, &pose).distance, relation(&a, &b, &pose));
    let is_meeting = kind != ConvexRelation::Disjoint;
    tally.same("distance is zero", gap.value == 0.0, is_meeting);
    tally.same("intersects", intersects(&a, &b, &pose), is_meeting);
    tally.same("relation, swapped", relation(&b, &a, &pose.inverse()), kind);
    let outcome = match penetration(&a, &b, &pose).outcome {
        PenetrationOutcome::Apart { .. } => Some(ConvexRelation::Disjoint),
        PenetrationOutcome::Touching(_) => Some(ConvexRelation::Touching),
        PenetrationOutcome::Deep(_) => Some(ConvexRelation::Overlapping),
        PenetrationOutcome::Undecided { .. } => None,
    };
    tally.same("penetration", outcome, Some(kind));
    if a.extent() != Extent::Solid || b.extent() != Extent::Solid {
        return;
    }
    if source.has_any_coordinates() && !pose.is_identity() {
        // Posed vertices of meshes are rounded, those of hulls are not: by more than the bodies where lengths are of all magnitudes.
        return;
    }
    let mesh = |p: &Polytope| Mesh::try_new(p.vertices().to_vec(), p.triangles().collect());
    let (Ok(a), Ok(b)) = (mesh(&a), mesh(&b)) else { return };
    let request = Request { method: Method::Brute, contacts: Contacts::default(), distance_up_to: Some(f64::INFINITY) };
    let brute = pair::relate(&a, &b, &pose, &request);
    tally.count_contact(brute.relation != Relation::Disjoint);
    let expected = match brute.relation {
        Relation::Disjoint => ConvexRelation::Disjoint,
        Relation::Touching => ConvexRelation::Touching,
        _ => ConvexRelation::Overlapping,
    };
    tally.same("relation of the meshes", kind, expected);
    let rounding = if pose.is_identity() { 0.0 } else { POSE_ROUNDING };
    let value = brute.distance.map_or(f64::NAN, |gap| gap.value);
    let is_near = gap.lower <= value * (1.0 + 1e-12) + rounding && value * (1.0 - 1e-12) - rounding <= gap.upper;
    tally.holds(is_near, || {
        format!("distance: {gap:?}, expected {value:e}; {:?} {:?} {pose:?}", a.vertices(), b.vertices())
    });
}
