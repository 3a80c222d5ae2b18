//! Eight pairs of triangles at once, in double precision with a proved error: apart, crossing, or left to exact arithmetic.
//!
//! First the proof that most pairs have: a plane that separates them. What is left is judged as [`crate::triangle_pair`] judges
//! sixteen pairs in single precision, by the sides of corners and the turns of edges about edges; and by the line of the
//! centroids, which separates most pairs of a flat surface.

use crate::deform::dvec3x8::{DVec3x8, ERROR, add, cross, dot, gathered, largest, sub};
use crate::deform::tree::face_tree::FaceTree;
use crate::lane_tree::WIDTH;
use crate::math::simd::{apart, three};
use fearless_simd::prelude::*;
use fearless_simd::{f64x8, mask64x8};

/// Eight pairs of triangles, relative to the first corner of the first.
pub(crate) struct TrianglePairsX8<S: Simd> {
    /// Edges of the first: corner 1 from 0, 2 from 1, 0 from 2.
    pub d: [DVec3x8<S>; 3],
    /// Edges of the second.
    pub f: [DVec3x8<S>; 3],
    /// Corners of the second.
    pub q: [DVec3x8<S>; 3],
    /// The largest coordinate of the corners of both.
    pub reach: f64x8<S>,
}

/// What doubles decide about a question asked of eight pairs, a bit each.
#[derive(Clone, Copy)]
pub(crate) struct LaneDecision {
    /// The answer is not certainly no.
    pub maybe: u32,
    /// The answer is certainly yes.
    pub certain: u32,
}

#[inline(always)]
fn corners<S: Simd>(simd: S, tree: &FaceTree, slots: &[u32; WIDTH]) -> [DVec3x8<S>; 3] {
    let mut numbers = [[0; WIDTH]; 3];
    for lane in 0..WIDTH {
        let [a, b, c, _] = tree.slots[slots[lane] as usize];
        (numbers[0][lane], numbers[1][lane], numbers[2][lane]) = (a, b, c);
    }
    three!(k => gathered(simd, &tree.points, &numbers[k]))
}

impl<S: Simd> TrianglePairsX8<S> {
    #[inline(always)]
    pub fn new(simd: S, [a, b]: [&FaceTree; 2], [first, second]: [&[u32; WIDTH]; 2]) -> Self {
        let (p, q) = (corners(simd, a, first), corners(simd, b, second));
        let d = [sub(&p[1], &p[0]), sub(&p[2], &p[1]), sub(&p[0], &p[2])];
        let f = [sub(&q[1], &q[0]), sub(&q[2], &q[1]), sub(&q[0], &q[2])];
        let q = three!(k => sub(&q[k], &p[0]));
        let reach = largest([&d[0], &d[2], &q[0], &q[1], &q[2]]);
        Self { d, f, q, reach }
    }

    /// Pairs that the line of centroids, or nearly that, separates.
    #[inline(always)]
    fn apart_along_centroids(&self, slack: f64) -> mask64x8<S> {
        let error = (self.reach * self.reach).mul_add(ERROR, slack);
        self.gap_along(&self.centroids()).simd_gt(error)
    }

    /// Three times the centroid of the second less that of the first.
    #[inline(always)]
    pub fn centroids(&self) -> DVec3x8<S> {
        let (d, q) = (&self.d, &self.q);
        sub(&add(&add(&q[0], &q[1]), &q[2]), &sub(&d[0], &d[2]))
    }

    /// The gap from the first to the second along an axis of up to eight times the reach, times the axis' length: off by less than [`ERROR`].
    #[inline(always)]
    pub fn gap_along(&self, axis: &DVec3x8<S>) -> f64x8<S> {
        let [[_, end], [start, _]] = self.ends_along(axis);
        start - end
    }

    /// The gap between both along an axis, whichever comes first.
    #[inline(always)]
    pub fn gap_beside(&self, axis: &DVec3x8<S>) -> f64x8<S> {
        let [first, second] = self.ends_along(axis);
        (second[0] - first[1]).max(first[0] - second[1])
    }

    /// The lowest and the highest corner of each along an axis.
    #[inline(always)]
    fn ends_along(&self, axis: &DVec3x8<S>) -> [[f64x8<S>; 2]; 2] {
        let (d, q) = (&self.d, &self.q);
        let p = [dot(axis, &d[0]), -dot(axis, &d[2])];
        let q = three!(k => dot(axis, &q[k]));
        [[p[0].min(p[1]).min(0.0), p[0].max(p[1]).max(0.0)], [q[0].min(q[1]).min(q[2]), q[0].max(q[1]).max(q[2])]]
    }

    /// The sides of the corners of each against the plane of the other, and the normal of the first.
    #[inline(always)]
    fn sides(&self) -> ([[f64x8<S>; 3]; 2], DVec3x8<S>) {
        let (normal, other) = (cross(&self.d[0], &self.d[1]), cross(&self.f[0], &self.f[1]));
        let second = three!(k => dot(&normal, &self.q[k]));
        let below = -dot(&other, &self.q[0]);
        let first = [below, below + dot(&other, &self.d[0]), below - dot(&other, &self.d[2])];
        ([first, second], normal)
    }
}

/// The pairs that neither plane separates.
#[inline(always)]
pub(crate) fn near<S: Simd>(simd: S, trees: [&FaceTree; 2], slots: [&[u32; WIDTH]; 2], slack: f64) -> u32 {
    apart!(simd, {
        let pairs = TrianglePairsX8::new(simd, trees, slots);
        let error = (pairs.reach * pairs.reach * pairs.reach).mul_add(ERROR, slack);
        let ([p, q], _) = pairs.sides();
        let (low_p, high_p) = (p[0].min(p[1]).min(p[2]), p[0].max(p[1]).max(p[2]));
        let (low_q, high_q) = (q[0].min(q[1]).min(q[2]), q[0].max(q[1]).max(q[2]));
        let apart = low_p.simd_gt(error) | high_p.simd_lt(-error) | low_q.simd_gt(error) | high_q.simd_lt(-error);
        !(apart.to_bitmask() as u32) & 0xFF
    })
}

/// Which pairs may meet (`maybe`), and which certainly cross (`certain`).
#[inline(always)]
pub(crate) fn crossing<S: Simd>(simd: S, trees: [&FaceTree; 2], slots: [&[u32; WIDTH]; 2], slack: f64) -> LaneDecision {
    apart!(simd, {
        let pairs = TrianglePairsX8::new(simd, trees, slots);
        let error = (pairs.reach * pairs.reach * pairs.reach).mul_add(ERROR, slack);
        let ([first, second], normal) = pairs.sides();
        let TrianglePairsX8 { d, f, q, .. } = &pairs;
        // The moments of the edges of the first are zero, the normal and zero: two of them pass through its first corner.
        let moments = three!(j => cross(&q[j], &f[j]));
        let turns = [
            three!(j => dot(&d[0], &moments[j])),
            three!(j => dot(&d[1], &moments[j]) + dot(&normal, &f[j])),
            three!(j => dot(&d[2], &moments[j])),
        ];
        let mut passes = mask64x8::splat(simd, false);
        let mut may_pass = mask64x8::splat(simd, false);
        for i in 0..3 {
            let own = passage([first[i], first[(i + 1) % 3]], &turns[i], error);
            let other = passage([second[i], second[(i + 1) % 3]], &[turns[0][i], turns[1][i], turns[2][i]], error);
            passes |= own[0] | other[0];
            may_pass |= own[1] | other[1];
        }
        let maybe = (may_pass & !pairs.apart_along_centroids(slack)).to_bitmask() as u32;
        // Corners on both sides of the other's plane: then both have planes, and so area.
        let divided = straddles(&first, error) & straddles(&second, error);
        LaneDecision { maybe, certain: maybe & (passes & divided).to_bitmask() as u32 }
    })
}

/// Whether an edge passes through a triangle, certainly and perhaps, by the sides of its ends and the turns around it.
#[inline(always)]
fn passage<S: Simd>(ends: [f64x8<S>; 2], turns: &[f64x8<S>; 3], error: f64x8<S>) -> [mask64x8<S>; 2] {
    let (low, high) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
    let (least, most) = (turns[0].min(turns[1]).min(turns[2]), turns[0].max(turns[1]).max(turns[2]));
    let through = low.simd_lt(-error) & high.simd_gt(error);
    let one_way = least.simd_gt(error) | most.simd_lt(-error);
    let same_side = low.simd_gt(error) | high.simd_lt(-error);
    let both_ways = least.simd_lt(-error) & most.simd_gt(error);
    [through & one_way, !(same_side | both_ways)]
}

/// Whether some are certainly above zero, and some below.
#[inline(always)]
fn straddles<S: Simd>(sides: &[f64x8<S>; 3], error: f64x8<S>) -> mask64x8<S> {
    let (low, high) = (sides[0].min(sides[1]).min(sides[2]), sides[0].max(sides[1]).max(sides[2]));
    low.simd_lt(-error) & high.simd_gt(error)
}

#[cfg(test)]
mod tests {
    use crate::cost::Cost;
    use crate::deform::Deformable;
    use crate::executor::Executor;
    use crate::math::DVec3;
    use crate::math::predicates::projection_axis;
    use crate::math::random::Random;
    use crate::math::simd::{Instructions, limited};
    use crate::triangle_pair::{Triangle, TriangleRelation, overlaps_beyond, relate_brute};

    const LIMITS: [Instructions; 3] = [Instructions::Best, Instructions::Avx2, Instructions::Baseline];
    const SIZES: [f64; 4] = [1.0, 1e-60, 1e55, 1e-3];

    /// The pairs of faces that meet, or overlap, in a surface of two faces.
    fn counts(positions: &[DVec3], faces: [[u32; 3]; 2]) -> ([usize; 2], u64) {
        let surface = Deformable::try_new(positions, faces.to_vec(), &Executor::serial()).unwrap();
        let found = surface.count_self_contacts(&Executor::serial());
        ([found.meeting, found.overlapping], found.cost.exact_tests)
    }

    #[test]
    fn pairs_that_are_hard_to_tell_agree_with_integers() {
        let random = &mut Random(1);
        let (mut meeting, mut exact) = (0, 0);
        for round in 0..3_000 {
            let (size, far) = (SIZES[round % 4], [0.0, 0.0, 1.0, 1e6][round % 4]);
            let home = random.vector() * far;
            let pair = random.pair().map(|t| t.map(|p| (p + home) * size));
            let has_area = |t: &Triangle| projection_axis(t, &mut Cost::default()).is_some();
            let expected = pair.iter().all(has_area) && relate_brute(&pair[0], &pair[1]) != TriangleRelation::Disjoint;
            for limit in LIMITS {
                let (found, tests) = limited(limit, || counts(pair.as_flattened(), [[0, 1, 2], [3, 4, 5]]));
                assert_eq!(found, [usize::from(expected), 0], "{pair:?}");
                exact += tests;
            }
            meeting += u32::from(expected);
        }
        assert!(meeting > 700 && exact > 300 && exact < 4_000, "{meeting} {exact}");
    }

    /// Faces that share a corner or an edge, the second nearly in the plane, on an edge, or along an edge of the first.
    #[test]
    fn neighbours_that_are_hard_to_tell_agree_with_exact_arithmetic() {
        let random = &mut Random(2);
        let (mut overlapping, mut exact) = (0, 0);
        for round in 0..6_000 {
            let [c, p, pp] = [random.vector(), random.vector(), random.vector()];
            let mut beside = || {
                let little = random.number() * 10_f64.powi(-3 * random.below(7) as i32);
                let (s, t) = ([0.0, 1.0, 0.5, random.number()][random.below(4)], random.number());
                c + (p - c) * s + (pp - c) * t + (p - c).cross(pp - c) * little
            };
            let (q, qq) = (beside(), beside());
            let positions = [c, p, pp, q, qq].map(|x| x * SIZES[round % 4]);
            let faces = [[0, 1, 2], if round % 3 == 0 { [0, 1, 3] } else { [3, 0, 4] }];
            let triangles = faces.map(|face: [u32; 3]| face.map(|corner| positions[corner as usize]));
            let expected = overlaps_beyond(&triangles, &faces, &mut Cost::default());
            for limit in LIMITS {
                let (found, tests) = limited(limit, || counts(&positions, faces));
                assert_eq!(found, [0, usize::from(expected)], "{positions:?} {faces:?}");
                exact += tests;
            }
            overlapping += u32::from(expected);
        }
        assert!(overlapping > 600 && exact > 300 && exact < 9_000, "{overlapping} {exact}");
    }
}
