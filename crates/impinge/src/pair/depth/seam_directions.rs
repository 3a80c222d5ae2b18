//! Directions in which bodies may leave each other, from the faces that cross: the normals of the one and the opposite normals of the other.

use crate::cost::Cost;
use crate::math::DVec3;
use crate::pair::contacts::face_contacts::visit_contacts_beyond_tips;
use crate::pair::posed_pair::PosedPair;
use crate::triangle_pair::TriangleRelation;
use std::ops::ControlFlow;

/// Directions at most.
const MOST_DIRECTIONS: usize = 6;

/// Pairs of faces that are looked at, at most.
const MOST_PAIRS: usize = 2_000;

/// Groups of normals that are kept apart, at most: later ones join the nearest.
const MOST_GROUPS: usize = 48;

/// The cosine of the angle up to which normals are of one group.
const ALIKE: f64 = 0.97;

/// Normals that are nearly the same.
struct NormalGroup {
    /// Their sum, each with its weight for a length.
    sum: DVec3,
    direction: DVec3,
}

/// Translations of the second body across the faces that cross, those of the most faces first; in the frame of the pair.
pub(super) fn seam_directions(posed: &PosedPair<'_>) -> Vec<DVec3> {
    let (mut groups, mut pairs): (Vec<NormalGroup>, usize) = (Vec::new(), 0);
    let _ = visit_contacts_beyond_tips(posed, &mut Cost::default(), &mut |_| (), &mut |touching, _| {
        if touching.relation == TriangleRelation::Crossing {
            pairs += 1;
            let [first, second] = touching.triangles().map(|[p, q, r]| (q - p).cross(r - p));
            // What they share is no larger than the smaller of them.
            let weight = first.length().min(second.length());
            [first, -second].into_iter().filter_map(DVec3::try_normalize).for_each(|n| join(&mut groups, n, weight));
        }
        if pairs < MOST_PAIRS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    groups.sort_by(|p, q| q.sum.length_squared().total_cmp(&p.sum.length_squared()));
    groups.into_iter().take(MOST_DIRECTIONS).filter_map(|group| group.sum.try_normalize()).collect()
}

/// Adds a unit normal to the group that is nearest to it, or makes one of it.
fn join(groups: &mut Vec<NormalGroup>, normal: DVec3, weight: f64) {
    let cosine = |group: &NormalGroup| group.direction.dot(normal);
    let is_full = groups.len() >= MOST_GROUPS;
    let nearest = groups.iter_mut().max_by(|p, q| cosine(p).total_cmp(&cosine(q)));
    match nearest.filter(|group| is_full || cosine(group) >= ALIKE) {
        Some(group) => group.sum += normal * weight,
        None => groups.push(NormalGroup { sum: normal * weight, direction: normal }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Pose;
    use crate::mesh::Mesh;
    use crate::pair::pair_query_types::Method;

    #[test]
    fn boxes_that_cross_suggest_their_sides() {
        let block = Mesh::cuboid(DVec3::ZERO, DVec3::splat(2.0)).unwrap();
        let pose = Pose::from_translation(DVec3::new(0.5, 0.25, 1.75)).unwrap();
        let found = seam_directions(&PosedPair::new(&block, &block, &pose, Method::Auto));
        assert!(found.len() >= 3 && found.iter().any(|d| (*d - DVec3::Z).length() < 1e-12), "{found:?}");
    }
}
