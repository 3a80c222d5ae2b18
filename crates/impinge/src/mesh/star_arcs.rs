//! Faces around one point: which of them may share more than that point.
//!
//! Seen from a tip, a face that has it as a corner is an arc of the sphere of directions. Two such faces share another point if and only
//! if they share the direction to it, so boxes around the arcs that do not overlap prove that the tip is all they share.

use crate::bound::Aabb;
use crate::broad::{BroadPhase, BroadPhaseKind, Mobility};
use crate::executor::Executor;
use crate::math::DVec3;
use crate::math::predicates::Triangle;

/// What directions and the height of an arc over its chord may be off by: differences of coordinates are rounded once, and then there are
/// some ten roundings of numbers of at most 1.
const DIRECTION_ERROR: f64 = 64.0 * f64::EPSILON;

/// A box around the directions in which a face lies, seen from a corner of it; empty if it is that point alone.
pub(crate) fn arc_bounds(tip: DVec3, face: &Triangle) -> Aabb {
    let directions = face.iter().filter(|p| **p != tip).map(|p| direction(*p - tip));
    let (mut bounds, mut sum, mut count) = (Aabb::EMPTY, DVec3::ZERO, 0);
    for u in directions {
        (bounds, sum, count) = (bounds.including(u), sum + u, count + 1);
    }
    // Between two directions the arc is above its chord by at most this.
    let height = if count == 2 { (1.0 - 0.5 * sum.length()).max(0.0) } else { 0.0 };
    let margin = DVec3::splat(height + DIRECTION_ERROR);
    Aabb { min: bounds.min - margin, max: bounds.max + margin }
}

/// A vector of length 1, whatever its length was.
fn direction(v: DVec3) -> DVec3 {
    let scaled = v / v.abs().max_element();
    scaled / scaled.length()
}

/// The faces of a star as arcs, ready to be searched.
pub(crate) struct StarArcs {
    tip: DVec3,
    arcs: Box<dyn BroadPhase>,
}

impl StarArcs {
    /// The arcs of faces that have the tip as a corner.
    pub fn new(tip: DVec3, faces: &[Triangle]) -> Self {
        let mut arcs = BroadPhaseKind::Tree.build();
        for (key, face) in (0..).zip(faces) {
            arcs.insert(key, arc_bounds(tip, face), Mobility::Fixed);
        }
        arcs.update(&Executor::serial());
        Self { tip, arcs }
    }

    /// Visits the faces, by their places in the list, that may share more than the tip with a face that has it as a corner too.
    pub fn visit_beyond(&self, face: &Triangle, visit: &mut dyn FnMut(usize)) {
        self.arcs.overlapping(&arc_bounds(self.tip, face), &mut |key| visit(key as usize));
    }
}

/// Visits all pairs of a face of the first star and one of the second, by their places in the lists, that may share more than the tip.
pub(crate) fn pairs_beyond_tip(tip: DVec3, stars: [&[Triangle]; 2], mut visit: impl FnMut(usize, usize)) {
    let [first, second] = stars;
    let arcs = StarArcs::new(tip, second);
    for (i, face) in first.iter().enumerate() {
        arcs.visit_beyond(face, &mut |j| visit(i, j));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cost::Cost;
    use crate::math::random::Random;
    use crate::triangle_pair::{TriangleRelation, intersection, relate};

    /// Every pair that shares more than the tip is visited: faces in space, in one plane, thin, without area, of unlike size.
    #[test]
    fn what_is_not_visited_shares_the_tip_alone() {
        let mut random = Random(11);
        let (mut beyond, mut skipped) = (0, 0);
        for round in 0..60 {
            let tip = random.vector() * [0.0, 1.0, 1e9][round % 3];
            let mut star = || -> Vec<Triangle> {
                (0..12)
                    .map(|k| {
                        let size = [1.0, 1e-6, 1e6][k % 3];
                        let flat = if round % 2 == 0 { DVec3::ONE } else { DVec3::new(1.0, 1.0, 0.0) };
                        let p = tip + (random.vector() * 4.0).round() * 0.25 * flat * size;
                        let along = [0.01, 0.5, 2.0][(k + round) % 3];
                        let q = if k % 5 == 4 {
                            tip - (p - tip) * along
                        } else {
                            p + random.vector() * flat * size * along
                        };
                        [[tip, p, q], [q, tip, p], [p, q, tip]][k % 3]
                    })
                    .collect()
            };
            let stars = [star(), star()];
            let mut visited = [[false; 12]; 12];
            pairs_beyond_tip(tip, [&stars[0], &stars[1]], |i, j| visited[i][j] = true);
            for (i, s) in stars[0].iter().enumerate() {
                for (j, t) in stars[1].iter().enumerate() {
                    let cost = &mut Cost::default();
                    assert_ne!(relate(s, t, cost), TriangleRelation::Disjoint);
                    let common = intersection(s, t, cost).unwrap();
                    let is_tip = common.points().all(|p| *p == tip);
                    assert!(is_tip || visited[i][j], "{s:?} {t:?}");
                    beyond += u32::from(!is_tip);
                    skipped += u32::from(!visited[i][j]);
                }
            }
        }
        assert!(beyond > 300 && skipped > 2000, "{beyond} beyond, {skipped} skipped");
    }
}
