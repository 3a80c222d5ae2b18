//! Translations that leave two bodies in each other: those at which a convex part of one still holds a part of a face of the other.
//!
//! Let `P` be convex and inside one body and `T` a face of the other. Where `v` is inside `P - T`, the inside of `P` meets the inside of `T + v`, and at all of
//! its points but those on other faces a face has an inside on one of its sides: so the bodies have a common inside. A face of an open part has no inside beside it, but is then
//! inside the other body itself. `P - T` is the hull of differences of corners.

use super::half_spaces::HalfSpace;
use super::inner_polytope::{InnerPolytope, flushed};
use crate::bound::Aabb;
use crate::cost::Cost;
use crate::feature::FaceId;
use crate::hull::Extent;
use crate::math::DVec3;
use crate::math::predicates::{Triangle, orient2d, orient3d, projection_axis};
use crate::pair::posed_pair::{PosedMesh, faces_near};
use crate::shape::Polytope;
use std::cmp::Ordering;

/// A convex set of translations of the second body, each of which leaves the bodies in each other.
#[derive(Clone, Debug)]
pub(super) struct OverlapRegion {
    /// A translation that is in none of these is in the set.
    pub sides: Vec<HalfSpace>,
}

impl OverlapRegion {
    /// The translations at which a part of a body holds a part of a face of the other; `None` if there are none.
    ///
    /// `holder` is the number of the body that the polytope is in; `largest` is a coordinate that none exceeds.
    pub fn new(part: &InnerPolytope, face: &Triangle, holder: usize, largest: f64) -> Option<Self> {
        /// Roundings of coordinates, and of the products that sides are made of.
        const SLACK: f64 = 64.0 * f64::EPSILON;
        let sign = if holder == 0 { 1.0 } else { -1.0 };
        let differences: Vec<DVec3> =
            part.vertices.iter().flat_map(|p| face.map(|t| flushed((*p - t) * sign))).collect();
        let hull = Polytope::try_new(&differences).ok().filter(|hull| hull.extent() == Extent::Solid)?;
        let slack = SLACK * (largest + hull.aabb().largest_coordinate());
        let side = |face: u32| {
            let (normal, [corner, ..]) = (hull.normal(face), hull.face_triangle(face));
            HalfSpace { normal, least: normal.dot(corner) - slack }
        };
        let sides: Vec<HalfSpace> = (0..hull.surface().faces().len() as u32).map(side).collect();
        sides.iter().all(|side| side.normal != DVec3::ZERO).then_some(Self { sides })
    }

    /// How far a translation is inside; negative beyond a side.
    pub fn depth_of(&self, v: DVec3) -> f64 {
        self.sides.iter().map(|side| side.least - side.normal.dot(v)).fold(f64::INFINITY, f64::min)
    }

    /// From which length on, and up to which, translations along a unit direction are in the set, rounded; none if the first is not below the second.
    fn span_along(&self, direction: DVec3) -> [f64; 2] {
        let mut span = [f64::NEG_INFINITY, f64::INFINITY];
        for side in &self.sides {
            let (slope, least) = (side.normal.dot(direction), side.least);
            match slope.partial_cmp(&0.0) {
                Some(Ordering::Greater) => span[1] = span[1].min(least / slope),
                Some(Ordering::Less) => span[0] = span[0].max(least / slope),
                _ if least > 0.0 => {}
                _ => return [f64::INFINITY; 2],
            }
        }
        span
    }
}

/// A length up to which no translation along a unit direction separates, as it is in one of the sets.
pub(super) fn covered_along(regions: &[OverlapRegion], direction: DVec3) -> f64 {
    /// What spans are rounded by, with room (relative).
    const ROUNDING: f64 = 1e-9;
    let spans: Vec<[f64; 2]> = regions.iter().map(|region| region.span_along(direction)).collect();
    let mut covered = 0.0;
    loop {
        let next = spans.iter().filter(|span| span[0] < covered || span[0] < 0.0).map(|span| span[1]);
        let next = next.fold(0.0, f64::max) * (1.0 - ROUNDING);
        if !next.is_finite() || next <= covered {
            return covered;
        }
        covered = next;
    }
}

/// Whether a piece of a face inside another body means that the bodies are in each other: the face has an inside on one of its sides at nearly all of its points, as
/// no other face lies on it, or it belongs to an open part, which is in a body wherever one of its points is inside.
pub(super) fn overlaps_where_inside(body: &PosedMesh<'_>, face: FaceId, cost: &mut Cost) -> bool {
    let own = body.triangle(face);
    let Some((axis, turn)) = projection_axis(&own, cost) else { return false };
    if !body.mesh.topology().is_solid(face) {
        return true;
    }
    let near = faces_near(body, &Aabb::of_points(&own));
    !near.into_iter().filter(|other| *other != face).any(|other| {
        let other = body.triangle(other);
        let [a, b, c] = own;
        other.iter().all(|p| orient3d(a, b, c, *p, cost) == 0) && overlap_in_plane(&own, &other, axis, turn, cost)
    })
}

/// Whether the insides of two triangles in one plane overlap; `turn` is the sense of the first, seen along the axis.
fn overlap_in_plane(own: &Triangle, other: &Triangle, axis: usize, turn: i32, cost: &mut Cost) -> bool {
    let [p, q, r] = *other;
    let other_turn = orient2d(axis, p, q, r, cost);
    // A triangle without area has no inside.
    if other_turn == 0 {
        return false;
    }
    let mut is_apart = |of: &Triangle, beyond: &Triangle, turn: i32| {
        (0..3).any(|k| beyond.iter().all(|p| orient2d(axis, of[k], of[(k + 1) % 3], *p, cost) * turn <= 0))
    };
    !is_apart(own, other, turn) && !is_apart(other, own, other_turn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triangles_in_a_plane_overlap_only_inside() {
        let [o, x, y, z] = [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::X + DVec3::Y];
        let own = [o, x, y];
        let cost = &mut Cost::default();
        let (axis, turn) = projection_axis(&own, cost).unwrap();
        for (other, expected) in
            [([x, z, y], false), ([o, x, z], true), ([y, x, o], true), ([o, x, -y], false), ([o, x, x * 0.5], false)]
        {
            assert_eq!(overlap_in_plane(&own, &other, axis, turn, cost), expected, "{other:?}");
        }
    }
}
