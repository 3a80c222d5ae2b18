//! The hull of the corners of a face at two times, and whether two such hulls share a point: edges of each against faces of the other.
//!
//! Kitamura et al. (1995), section 3.5, after Boyse (1979). Which of the 20 triples of corners are faces follows from the signs of the 15 sets of four: a triple is one where no
//! two of the other corners are on different sides. Coplanar corners make more triples than faces, which only cover the same surface twice. A hull without volume is all surface. If two
//! closed hulls share a point, their surfaces do, and then an edge of a triangle of the one meets a triangle of the other; or one hull
//! holds all corners of the other. Every sign is exact, and touching counts.

use impinge::cost::Cost;
use impinge::math::DVec3;
use impinge::math::predicates::orient3d;
use impinge::triangle_pair::{TriangleRelation, relate};

/// A face of a hull: three corners in rising order, and the sign of the side on which the others are; 0 for a hull without volume.
#[derive(Clone, Copy, Debug, Default)]
struct HullFace {
    corners: [u8; 3],
    inward: i32,
}

/// The hull of three or six points.
pub(super) struct SweptHull<'p> {
    points: &'p [DVec3],
    faces: [HullFace; 20],
    face_count: usize,
    /// Bit 6 i + j: the corners i < j are ends of an edge of some face.
    edges: u64,
    is_flat: bool,
}

/// Which side of the faces of one hull the other lies on.
enum Against {
    /// A face has all of the other strictly outside.
    Apart,
    /// A face meets an edge of the other, or all faces have a corner of the other inside.
    Meets,
    /// Neither.
    Open,
}

/// All triples of six, in rising order.
const TRIPLES: [[u8; 3]; 20] = {
    let mut triples = [[0; 3]; 20];
    let (mut i, mut n) = (0, 0);
    while i < 6 {
        let mut j = i + 1;
        while j < 6 {
            let mut k = j + 1;
            while k < 6 {
                triples[n] = [i, j, k];
                n += 1;
                k += 1;
            }
            j += 1;
        }
        i += 1;
    }
    triples
};

impl<'p> SweptHull<'p> {
    /// The hull of three points, or of six; of other numbers, of none.
    pub fn new(points: &'p [DVec3], cost: &mut Cost) -> Self {
        let mut hull = Self { points, faces: [HullFace::default(); 20], face_count: 0, edges: 0, is_flat: true };
        match points.len() {
            3 => hull.add(HullFace { corners: [0, 1, 2], inward: 0 }),
            6 => hull.find_faces(cost),
            _ => {}
        }
        hull
    }

    fn add(&mut self, face: HullFace) {
        self.faces[self.face_count] = face;
        self.face_count += 1;
        let [a, b, c] = face.corners.map(u64::from);
        self.edges |= 1 << (6 * a + b) | 1 << (6 * b + c) | 1 << (6 * a + c);
    }

    fn find_faces(&mut self, cost: &mut Cost) {
        // By the set of four as bits.
        let mut signs = [0_i32; 64];
        for [i, j, k] in TRIPLES {
            for l in k + 1..6 {
                let [p, q, r, s] = [i, j, k, l].map(|c| self.points[usize::from(c)]);
                let sign = orient3d(p, q, r, s, cost);
                signs[1 << i | 1 << j | 1 << k | 1 << l] = sign;
                self.is_flat &= sign == 0;
            }
        }
        for corners in TRIPLES {
            let set = corners.iter().fold(0_usize, |set, c| set | 1 << c);
            let (mut is_left, mut is_right) = (false, false);
            for l in (0..6_u8).filter(|l| set >> l & 1 == 0) {
                // Moving the last of four to its place swaps it with every one that is greater.
                let swaps = corners.iter().filter(|c| **c > l).count();
                let sign = if swaps % 2 == 0 { signs[set | 1 << l] } else { -signs[set | 1 << l] };
                is_left |= sign > 0;
                is_right |= sign < 0;
            }
            match (is_left, is_right) {
                (true, true) => {}
                // In the plane of every other corner: a segment on a solid hull, part of the surface of a flat one.
                (false, false) if !self.is_flat => {}
                _ => self.add(HullFace { corners, inward: i32::from(is_left) - i32::from(is_right) }),
            }
        }
    }

    /// Whether the closed hulls share a point.
    pub fn meets(&self, other: &Self, cost: &mut Cost) -> bool {
        match self.against(other, cost) {
            Against::Apart => false,
            Against::Meets => true,
            Against::Open => matches!(other.against(self, cost), Against::Meets),
        }
    }

    /// The faces of this hull against the edges and corners of another.
    fn against(&self, other: &Self, cost: &mut Cost) -> Against {
        let mut outside = 0_u32;
        let count = other.points.len();
        for face in &self.faces[..self.face_count] {
            let triangle = face.corners.map(|c| self.points[usize::from(c)]);
            let [a, b, c] = triangle;
            let mut sides = [0; 6];
            for (side, p) in sides.iter_mut().zip(other.points) {
                *side = orient3d(a, b, c, *p, cost);
            }
            let is_beyond = |side: i32| if self.is_flat { side * sides[0] > 0 } else { side * face.inward < 0 };
            if sides[..count].iter().all(|side| is_beyond(*side)) {
                return Against::Apart;
            }
            for (k, side) in sides[..count].iter().enumerate() {
                outside |= u32::from(side * face.inward < 0) << k;
            }
            if other.some_edge(|i, j| sides[i] * sides[j] <= 0 && other.edge_meets([i, j], &triangle, &sides, cost)) {
                return Against::Meets;
            }
        }
        let holds_corner = !self.is_flat && outside.count_ones() < count as u32;
        if holds_corner { Against::Meets } else { Against::Open }
    }

    fn some_edge(&self, mut what: impl FnMut(usize, usize) -> bool) -> bool {
        let mut left = self.edges;
        while left != 0 {
            let edge = left.trailing_zeros() as usize;
            left &= left - 1;
            if what(edge / 6, edge % 6) {
                return true;
            }
        }
        false
    }

    /// Whether an edge, whose ends are not strictly on one side of a triangle's plane, meets the triangle.
    fn edge_meets(&self, [i, j]: [usize; 2], triangle: &[DVec3; 3], sides: &[i32; 6], cost: &mut Cost) -> bool {
        let (p, q) = (self.points[i], self.points[j]);
        if sides[i] == 0 && sides[j] == 0 {
            return relate(triangle, &[p, q, q], cost) != TriangleRelation::Disjoint;
        }
        // The edge's line goes through the plane in one point: is it left, or right, of every edge of the triangle?
        let [a, b, c] = *triangle;
        let first = orient3d(p, q, a, b, cost);
        let second = orient3d(p, q, b, c, cost);
        if first * second < 0 {
            return false;
        }
        let third = orient3d(p, q, c, a, cost);
        first * third >= 0 && second * third >= 0
    }
}

#[cfg(test)]
mod tests {
    use super::super::swept_face::SweptFace;
    use super::*;
    use crate::random::Random;
    use impinge::bound::Aabb;
    use impinge::convex::{ConvexRelation, relation};
    use impinge::feature::FaceId;
    use impinge::math::Pose;

    fn face(corners: [DVec3; 6]) -> SweptFace {
        SweptFace::new(corners, 0.0, Aabb::of_points(&corners), 0, FaceId(0))
    }

    /// Faces on few lattice points, so that most are degenerate, and on many; some move straight, some stand still: edges against faces and the descent
    /// over the Minkowski difference are two exact ways to one answer.
    #[test]
    fn edges_against_faces_agree_with_the_minkowski_difference() {
        let mut random = Random(17);
        let cost = &mut Cost::default();
        let mut seen = [0; 3];
        let mut still = 0;
        for k in 0..30_000 {
            let size = [2, 3, 5, 1_000_000][k % 4];
            let kind = random.below(4);
            let mut swept = |shift: usize| {
                let mut coordinate = || random.below(size) as f64 / (size - 1).max(1) as f64;
                let mut point = || DVec3::new(coordinate(), coordinate(), coordinate());
                let (a, b, c) = (point(), point(), point());
                let by = point() * 0.5;
                let [p, q, r] = match (kind + shift) % 4 {
                    0 => [a, b, c],
                    1 => [a + by, b + by, c + by],
                    _ => [point(), point(), point()],
                };
                let away = DVec3::X * 0.75 * shift as f64;
                face([a, b, c, p, q, r].map(|p| p + away))
            };
            let (a, b) = (swept(0), swept(1));
            let expected = relation(&a, &b, &Pose::IDENTITY);
            let found = SweptHull::new(a.corners(), cost).meets(&SweptHull::new(b.corners(), cost), cost);
            assert_eq!(found, expected != ConvexRelation::Disjoint, "{a:?} {b:?}");
            let swapped = SweptHull::new(b.corners(), cost).meets(&SweptHull::new(a.corners(), cost), cost);
            assert_eq!(found, swapped);
            assert_eq!(a.meeting(&b, cost).is_collision(), found, "{a:?} {b:?}");
            seen[match expected {
                ConvexRelation::Disjoint => 0,
                ConvexRelation::Touching => 1,
                _ => 2,
            }] += 1;
            still += usize::from(a.corners().len() == 3);
        }
        assert!(seen.iter().all(|count| *count > 3_000) && still > 1_000, "{seen:?} {still}");
    }
}
