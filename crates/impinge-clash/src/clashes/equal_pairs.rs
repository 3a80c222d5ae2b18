//! Which overlaps are those of another pair: instances of the same two parts that stand to each other in the same way.
//!
//! Depth, thickness and fits are dear, and an assembly repeats its pairs: a washer on each bolt. They are measured once for each relative pose. Poses in a file are
//! rounded, so equal ones differ slightly: the displacement says how far a point of the second body stands elsewhere.

use super::pose_coordinate::{order_key, pose_coordinate};
use super::violation::Violation;
use crate::assembly::body::AssemblyBody;
use crate::assembly::body_names::lasting_names;
use crate::assembly::body_part::{BodyPart, body_parts};
use crate::rules::tolerance::single_rounding;
use impinge::math::Pose;
use impinge::pair::Relation;
use std::collections::{BTreeMap, BTreeSet};

/// The pair that is measured for another, or for itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EqualPair {
    /// The violation that is measured, by index.
    pub measured: usize,
    /// No point of the second body stands farther elsewhere, in the frame of the first; zero for the same bits.
    pub displacement: f64,
}

/// What equal pairs have in common, beside their pose.
type PairKey = ([BodyPart; 2], &'static str, bool);

/// For every violation the one that is measured for it, whatever the order of violations: of equal pairs the one whose names come first.
pub fn equal_pairs(bodies: &[AssemblyBody], violations: &[Violation<'_>]) -> Vec<EqualPair> {
    let involved: BTreeSet<usize> = violations.iter().flat_map(|violation| violation.pair.bodies()).collect();
    let (parts, names) = (body_parts(bodies, involved), lasting_names(bodies));
    let mut order: Vec<usize> = (0..violations.len()).filter(|k| is_overlap(&violations[*k])).collect();
    order.sort_by_cached_key(|k| violations[*k].pair.bodies().map(|body| names[body].as_str()));
    let mut equal: Vec<EqualPair> =
        (0..violations.len()).map(|k| EqualPair { measured: k, displacement: 0.0 }).collect();
    // The measured pairs of a key by a number that equal poses agree in.
    let mut measured: BTreeMap<PairKey, BTreeMap<i64, Vec<usize>>> = BTreeMap::new();
    for k in order {
        let violation = &violations[k];
        let [a, b] = violation.pair.bodies();
        let key = ([parts[&a], parts[&b]], violation.pair.relation.name(), violation.pair.winding.is_some());
        let (reach, rounding) = (reach(&bodies[b]), rounding([&bodies[a], &bodies[b]]));
        let by_coordinate = measured.entry(key).or_default();
        let coordinate = pose_coordinate(&violation.a_from_b, reach);
        let near = by_coordinate.range(order_key(coordinate - rounding)..=order_key(coordinate + rounding));
        let found = near
            .flat_map(|(_, pairs)| pairs)
            .map(|other| (*other, pose_displacement(&violation.a_from_b, &violations[*other].a_from_b, reach)))
            .find(|(_, displacement)| *displacement <= rounding);
        match found {
            Some((measured, displacement)) => equal[k] = EqualPair { measured, displacement },
            None => by_coordinate.entry(order_key(coordinate)).or_default().push(k),
        }
    }
    equal
}

/// Whether two meshes share an inside.
fn is_overlap(violation: &Violation<'_>) -> bool {
    let [a, b] = violation.pair.bodies();
    a != b && !matches!(violation.pair.relation, Relation::Disjoint | Relation::Touching)
}

/// No point of a body is farther from its origin; zero if it is not a mesh.
pub fn reach(body: &AssemblyBody) -> f64 {
    // The square root of three, and some.
    body.mesh().map_or(0.0, |mesh| 1.8 * mesh.bounds().largest_coordinate())
}

/// What rounding may do to a point of one body in the frame of the other (a length).
pub fn rounding(bodies: [&AssemblyBody; 2]) -> f64 {
    let reach = reach(bodies[1]);
    let of_body = |body: &AssemblyBody| {
        let largest = body.bounds().map_or(0.0, |bounds| bounds.largest_coordinate());
        2.0 * single_rounding(body) + 1e-13 * (largest + reach)
    };
    of_body(bodies[0]) + of_body(bodies[1])
}

/// No point within the reach of the origin is carried farther apart by two poses.
pub fn pose_displacement(p: &Pose, q: &Pose, reach: f64) -> f64 {
    let turn = p.rotation() - q.rotation();
    let turn = turn.to_cols_array().iter().map(|x| x * x).sum::<f64>().sqrt();
    p.translation().distance(q.translation()) + turn * reach
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::checked_pair::CheckedPair;
    use crate::rules::{RuleBook, RulesFile};
    use impinge::math::{DQuat, DVec3};
    use impinge::mesh::Mesh;
    use impinge::scene::Model;
    use std::sync::Arc;

    /// Nuts on bolts at several places, each pair turned as a whole; the last nut sits a little higher.
    fn bodies() -> Vec<AssemblyBody> {
        let bolt = Arc::new(Mesh::cylinder(1.0, 8.0, 16).unwrap());
        let nut = Arc::new(Mesh::cuboid([-2.0, -2.0, -0.5], [2.0, 2.0, 0.5]).unwrap());
        let places: Vec<Pose> = (0..4)
            .map(|k| {
                let turn = DQuat::from_rotation_x(0.4 * f64::from(k)) * DQuat::from_rotation_z(0.3);
                Pose::from_quaternion(turn, DVec3::new(20.0 * f64::from(k), 3.0, 1.0)).unwrap()
            })
            .collect();
        let on_bolt = |k: usize| Pose::from_translation(DVec3::Z * if k == 3 { 1.001 } else { 1.0 }).unwrap();
        let body = |name: String, mesh: &Arc<Mesh>, pose| AssemblyBody::new(name, Model::from(Arc::clone(mesh)), pose);
        let pair = |k: usize| {
            let nut_place = places[k].compose(&on_bolt(k)).unwrap();
            [body(format!("bolt {k}"), &bolt, places[k]), body(format!("nut {k}"), &nut, nut_place)]
        };
        (0..4).flat_map(pair).collect()
    }

    #[test]
    fn pairs_in_the_same_pose_are_measured_once_whatever_their_order() {
        let bodies = bodies();
        let book = RuleBook::new(RulesFile::default(), &bodies.iter().map(|b| b.name.as_str()).collect::<Vec<_>>());
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 3, 0, 1]] {
            let pairs = order.map(|k| CheckedPair::new([2 * k, 2 * k + 1], Relation::Crossing));
            let violations: Vec<Violation<'_>> = pairs
                .iter()
                .map(|pair| {
                    let [a, b] = pair.bodies();
                    let a_from_b = bodies[a].world_from_body.inverse().compose(&bodies[b].world_from_body).unwrap();
                    Violation { pair, a_from_b, rule: book.rule_for(a, b) }
                })
                .collect();
            let equal = equal_pairs(&bodies, &violations);
            for (k, equal) in order.iter().zip(&equal) {
                assert_eq!(order[equal.measured], if *k == 3 { 3 } else { 0 }, "{order:?}");
                assert!(equal.displacement < 1e-11, "{equal:?}");
            }
        }
    }
}
