//! A simplex of the difference that grows by one corner at a time, and its point nearest to the origin: what a descent over corners keeps from
//! step to step, and no more.
//!
//! A step of Gilbert, Johnson and Keerthi adds the farthest corner w against the nearest point v, and w lies beyond the plane through v. So the
//! new nearest point is on a face that has w: a segment leaves two cases of three, a triangle four of seven, a tetrahedron eight of fifteen.
//! A wrong sign gives a point that is not the nearest; those who grow a simplex measure what they get, as with [`super::simplex_closest_point`], whose
//! solver for any simplex takes twice as long.

use super::simplex_closest_point;
use crate::convex::minkowski_difference::SupportPoint;
use crate::math::DVec3;

/// A corner of the difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::convex) struct SimplexCorner {
    /// Where it is, in the first's frame.
    pub point: DVec3,
    /// The corners of the first and the second that it is the difference of.
    pub corners: [u32; 2],
}

impl From<SupportPoint> for SimplexCorner {
    #[inline]
    fn from(SupportPoint { point, corners, .. }: SupportPoint) -> Self {
        Self { point, corners }
    }
}

/// One to four corners, of which all have a part in the point nearest to the origin.
///
/// Points and numbers are kept apart: a point that is written by its coordinates and read together with its number would wait for both.
#[derive(Clone, Copy, Debug)]
pub(in crate::convex) struct GjkSimplex {
    points: [DVec3; 4],
    corners: [[u32; 2]; 4],
    count: usize,
    /// The nearest point.
    pub v: DVec3,
}

/// Where the origin is after a corner was added.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::convex) enum OriginSide {
    /// Outside, as rounded numbers see it.
    Outside,
    /// In the tetrahedron, this deep: see [`super::simplex_closest_point::Nearest::depth`].
    Inside(f64),
}

impl GjkSimplex {
    /// A single corner.
    #[inline]
    pub fn new(SimplexCorner { point, corners }: SimplexCorner) -> Self {
        Self { points: [point; 4], corners: [corners; 4], count: 1, v: point }
    }

    /// Those of one to four corners that have a part in the point nearest to the origin.
    #[inline]
    pub fn between(spots: &[SimplexCorner; 4], count: usize) -> Self {
        let nearest =
            simplex_closest_point::nearest(&[spots[0].point, spots[1].point, spots[2].point, spots[3].point], count);
        let mut simplex = Self { v: nearest.point, count: 0, ..Self::new(spots[0]) };
        for (spot, weight) in spots.iter().zip(nearest.weights) {
            if weight > 0.0 {
                (simplex.points[simplex.count], simplex.corners[simplex.count]) = (spot.point, spot.corners);
                simplex.count += 1;
            }
        }
        simplex.count = simplex.count.max(1);
        simplex
    }

    /// The numbers of the corners.
    #[inline]
    pub fn corners(&self) -> &[[u32; 2]] {
        &self.corners[..self.count]
    }

    /// All four corners, without what they are the differences of; `None` of fewer.
    #[inline]
    pub fn tetrahedron(&self) -> Option<[SupportPoint; 4]> {
        let corner = |k: usize| SupportPoint { point: self.points[k], of: [DVec3::ZERO; 2], corners: self.corners[k] };
        (self.count == 4).then(|| [corner(0), corner(1), corner(2), corner(3)])
    }

    /// The numbers of one to three corners in order, the last ones repeated; `None` for four.
    #[inline]
    pub fn in_order(&self) -> Option<([[u32; 2]; 3], usize)> {
        let number = |k: usize| u64::from(self.corners[k][0]) << 32 | u64::from(self.corners[k][1]);
        let a = number(0);
        let b = if self.count > 1 { number(1) } else { a };
        let c = if self.count > 2 { number(2) } else { a.max(b) };
        let (low, high) = (a.min(b), a.max(b));
        let sorted = [low.min(c), low.max(high.min(c)), high.max(c)];
        let corners = sorted.map(|number| [(number >> 32) as u32, number as u32]);
        (self.count < 4).then_some((corners, self.count))
    }

    /// Whether it has a corner of these numbers; it has at most three.
    #[inline]
    pub fn has(&self, corners: [u32; 2]) -> bool {
        let [a, b, c, _] = self.corners;
        (a == corners) | ((b == corners) & (self.count > 1)) | ((c == corners) & (self.count > 2))
    }

    /// Adds a corner and keeps those that have a part in the nearest point; all four where the origin is inside.
    #[inline(always)]
    pub fn grow(&mut self, w: SimplexCorner) -> OriginSide {
        let ([a, b, c, _], [i, j, k, _]) = (self.points, self.corners);
        let (closest, [p, q], [first, second]) = match self.count {
            1 => (FaceClosestPoint::on_segment(w.point, a), [a; 2], [i; 2]),
            2 => (FaceClosestPoint::on_triangle(w.point, a, b), [a, b], [i, j]),
            _ => match FaceClosestPoint::on_tetrahedron(w.point, [a, b, c]) {
                Some((closest, 0)) => (closest, [a, b], [i, j]),
                Some((closest, 1)) => (closest, [b, c], [j, k]),
                Some((closest, _)) => (closest, [c, a], [k, i]),
                None => {
                    (self.points, self.corners) = ([w.point, a, b, c], [w.corners, i, j, k]);
                    (self.count, self.v) = (4, DVec3::ZERO);
                    return OriginSide::Inside(simplex_closest_point::depth(&self.points));
                }
            },
        };
        // Where the first has no part, its place is the second's.
        (self.points[0], self.points[2]) = (w.point, q);
        (self.corners[0], self.corners[2]) = (w.corners, second);
        (self.points[1], self.corners[1]) = if closest.has_first { (p, first) } else { (q, second) };
        self.count = 1 + usize::from(closest.has_first) + usize::from(closest.has_second);
        self.v = closest.point;
        OriginSide::Outside
    }
}

/// For each corner of a triangle the next.
const NEXT: [usize; 3] = [1, 2, 0];

/// The nearest point of the faces of a simplex that have its newest corner w, and which of two others have a part in it.
#[derive(Clone, Copy)]
struct FaceClosestPoint {
    point: DVec3,
    has_first: bool,
    has_second: bool,
}

impl FaceClosestPoint {
    #[inline(always)]
    fn on_segment(w: DVec3, a: DVec3) -> Self {
        let u = a - w;
        let along = -w.dot(u);
        let has_first = along > 0.0;
        Self { point: if has_first { w + u * (along / u.dot(u)).min(1.0) } else { w }, has_first, has_second: false }
    }

    #[inline(always)]
    fn on_triangle(w: DVec3, a: DVec3, b: DVec3) -> Self {
        Self::on_face((a - w).cross(b - w), w, a, b)
    }

    /// On a triangle of a known normal, by the cross product of its sides from w.
    #[inline(always)]
    fn on_face(n: DVec3, w: DVec3, a: DVec3, b: DVec3) -> Self {
        // The weights of a and b, by the areas opposite them.
        let (p, q) = (n.dot(b.cross(w)), n.dot(w.cross(a)));
        if p > 0.0 && q > 0.0 {
            return Self { point: n * (w.dot(n) / n.dot(n)), has_first: true, has_second: true };
        }
        let (u, v) = (a - w, b - w);
        let (along_u, along_v) = (-w.dot(u), -w.dot(v));
        if q <= 0.0 && along_u > 0.0 {
            Self { point: w + u * (along_u / u.dot(u)), has_first: true, has_second: false }
        } else if p <= 0.0 && along_v > 0.0 {
            Self { point: w + v * (along_v / v.dot(v)), has_first: false, has_second: true }
        } else {
            Self { point: w, has_first: false, has_second: false }
        }
    }

    /// With the first corner of the face that it is on, the second being the next; `None` if the origin is inside.
    #[inline(always)]
    fn on_tetrahedron(w: DVec3, [a, b, c]: [DVec3; 3]) -> Option<(Self, usize)> {
        let (u, v, t) = (a - w, b - w, c - w);
        let normals = [u.cross(v), v.cross(t), t.cross(u)];
        // The origin's heights above the faces of w, towards the opposite corners, in units of the normals.
        let towards = if normals[0].dot(t) < 0.0 { 1.0 } else { -1.0 };
        let is_outside = |n: DVec3| towards * n.dot(w) <= 0.0;
        let of_faces = [is_outside(normals[0]), is_outside(normals[1]), is_outside(normals[2])];
        let (face, n, first, second) = match of_faces {
            [false, false, false] => return None,
            [true, false, false] => (0, normals[0], a, b),
            [false, true, false] => (1, normals[1], b, c),
            [false, false, true] => (2, normals[2], c, a),
            _ => return Some(Self::on_nearest(w, [a, b, c], normals, of_faces)),
        };
        Some((Self::on_face(n, w, first, second), face))
    }

    /// On the nearest of two or three faces, of which the normals are known.
    #[inline(always)]
    fn on_nearest(w: DVec3, corners: [DVec3; 3], normals: [DVec3; 3], of_faces: [bool; 3]) -> (Self, usize) {
        let mut best = (Self { point: w, has_first: false, has_second: false }, 0);
        for face in 0..3 {
            if of_faces[face] {
                let closest = Self::on_face(normals[face], w, corners[face], corners[NEXT[face]]);
                if closest.point.length_squared() < best.0.point.length_squared() {
                    best = (closest, face);
                }
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::random::Random;

    /// Fronts that grow by corners beyond their nearest points, as descents do, against the solver for any simplex.
    #[test]
    fn a_front_grows_to_the_nearest_point_of_all_its_corners() {
        let mut random = Random(23);
        let (mut with_radii, mut inside) = ([0; 4], 0);
        for round in 0..40_000 {
            let shift = random.vector() * 0.7;
            let mut spot = |k: u32| SimplexCorner { point: random.vector() + shift, corners: [k, round] };
            let mut simplex = GjkSimplex::new(spot(0));
            for k in 1..6 {
                let w = spot(k);
                let square = simplex.v.length_squared();
                if simplex.v.dot(w.point) > 0.9 * square {
                    continue;
                }
                let mut corners = [w.point; 4];
                let count = simplex.corners().len();
                corners[..count].copy_from_slice(&simplex.points[..count]);
                corners[count] = w.point;
                let expected = simplex_closest_point::nearest(&corners, count + 1);
                with_radii[count] += 1;
                match simplex.grow(w) {
                    OriginSide::Outside => {
                        assert!((simplex.v - expected.point).length() < 1e-9, "{simplex:?} {expected:?}");
                        assert!(simplex.has(w.corners) && simplex.v.length_squared() < square && expected.depth == 0.0);
                    }
                    OriginSide::Inside(depth) => {
                        assert!((depth - expected.depth).abs() < 1e-14, "{depth} {expected:?}");
                        inside += 1;
                        break;
                    }
                }
            }
        }
        assert!(with_radii[1..].iter().all(|n| *n > 3_000) && inside > 1_000, "{with_radii:?} {inside}");
    }
}
