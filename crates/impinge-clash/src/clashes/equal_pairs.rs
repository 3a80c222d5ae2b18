//! Which overlaps are those of another pair: instances of the same two parts that stand to each other in the same way.
//!
//! Depth, thickness and fits are dear, and an assembly repeats its pairs: a washer on each bolt. They are measured once for each relative pose. Poses in a file are
//! rounded, so equal ones differ slightly: the displacement says how far a point of the second body stands elsewhere.

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

/// For every violation the one that is measured for it, whatever the order of bodies.
pub fn equal_pairs(bodies: &[AssemblyBody], violations: &[Violation<'_>]) -> Vec<EqualPair> {
    let involved: BTreeSet<usize> = violations.iter().flat_map(|violation| violation.pair.bodies()).collect();
    let (parts, names) = (body_parts(bodies, involved), lasting_names(bodies));
    let mut order: Vec<usize> = (0..violations.len()).filter(|k| is_overlap(&violations[*k])).collect();
    order.sort_by_cached_key(|k| violations[*k].pair.bodies().map(|body| names[body].as_str()));
    let mut equal: Vec<EqualPair> =
        (0..violations.len()).map(|k| EqualPair { measured: k, displacement: 0.0 }).collect();
    // The measured pairs of a key by how far the second body is from the first, which equal poses agree in.
    let mut measured: BTreeMap<PairKey, BTreeMap<u64, Vec<usize>>> = BTreeMap::new();
    for k in order {
        let violation = &violations[k];
        let [a, b] = violation.pair.bodies();
        let key = ([parts[&a], parts[&b]], violation.pair.relation.name(), violation.pair.winding.is_some());
        let (reach, rounding) = (reach(&bodies[b]), rounding([&bodies[a], &bodies[b]]));
        let by_distance = measured.entry(key).or_default();
        let distance = violation.a_from_b.translation().length();
        let near = by_distance.range((distance - rounding).max(0.0).to_bits()..=(distance + rounding).to_bits());
        let found = near
            .flat_map(|(_, pairs)| pairs)
            .map(|other| (*other, pose_displacement(&violation.a_from_b, &violations[*other].a_from_b, reach)))
            .find(|(_, displacement)| *displacement <= rounding);
        match found {
            Some((measured, displacement)) => equal[k] = EqualPair { measured, displacement },
            None => by_distance.entry(distance.to_bits()).or_default().push(k),
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
