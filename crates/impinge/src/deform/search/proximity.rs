//! Faces within a length of each other: the pairs, how far apart they are, and where.
//!
//! Boxes grow by the length, and then pairs are decided in the order of their cost: planes and centroids, whether they meet, closest points
//! of eight pairs at once, and integers for what is within rounding of the length. So the set of pairs is exact.

use super::contact_report::FacePair;
use super::lane_buffer::LaneBuffer;
use super::leaf_pair_expansion::{FacePairTest, SearchEffort};
use super::triangle_distance_x8::{LengthLimit, near, within_length};
use super::triangle_pairs_x8::crossing;
use crate::cost::Cost;
use crate::deform::tree::face_tree::FaceTree;
use crate::feature::{FaceId, TriangleFeature};
use crate::lane_tree::{WIDTH, set_lanes};
use crate::math::DVec3;
use crate::math::predicates::projection_axis;
use crate::math::simd::apart;
use crate::triangle_pair::{ExactTriangles, RoughDistance, Triangle, TriangleRelation, relate};
use fearless_simd::prelude::*;
use fearless_simd::u32x8;
use std::ops::ControlFlow;

/// Faces within a length of each other.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ProximityReport {
    /// The pairs, sorted by their faces.
    pub pairs: Vec<NearFaces>,
    /// Work counters.
    pub cost: Cost,
}

/// Two faces within a length of each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearFaces {
    /// The faces.
    pub faces: FacePair,
    /// How they lie.
    pub gap: FaceGap,
}

/// How two faces lie that are near each other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FaceGap {
    /// They share a point.
    Meeting,
    /// They share none.
    Apart {
        /// How far they are apart, never above the length asked for: off by at most 2^-44 of the largest coordinate of both.
        distance: f64,
        /// Closest points of both, rounded.
        points: [DVec3; 2],
        /// The parts of both that the points lie on; where several are as close, one of them.
        features: [TriangleFeature; 2],
    },
}

impl FaceGap {
    /// How far the faces are apart: zero if they share a point.
    #[must_use]
    pub fn distance(&self) -> f64 {
        match self {
            Self::Meeting => 0.0,
            Self::Apart { distance, .. } => *distance,
        }
    }
}

/// A length that is negative, infinite or not a number.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("{0} is not a length: it has to be finite and not negative")]
pub struct NotALength(pub f64);

/// Finds the pairs of faces within a length of each other, neighbours left out.
pub(crate) struct ProximityTest<'a> {
    /// Whether both are one surface.
    is_own: bool,
    both: [&'a FaceTree; 2],
    limit: LengthLimit,
    /// Pairs of slots that wait to be judged.
    waiting: Box<LaneBuffer<2>>,
    found: ProximityReport,
}

impl<'a> ProximityTest<'a> {
    /// A test that has found nothing yet.
    pub fn new(is_own: bool, both: [&'a FaceTree; 2], limit: LengthLimit) -> Self {
        Self { is_own, both, limit, waiting: LaneBuffer::new(), found: ProximityReport::default() }
    }
}

impl FacePairTest for ProximityTest<'_> {
    type Matches = ProximityReport;

    #[inline(always)]
    fn take<S: Simd>(&mut self, simd: S, slots: [u32x8<S>; 2], loose: u32, _: u32) {
        self.waiting.push(simd, slots, loose);
        if self.waiting.is_full() {
            self.judge(simd);
        }
    }

    #[inline(always)]
    fn settle<S: Simd>(&mut self, simd: S) -> ControlFlow<()> {
        self.judge(simd);
        ControlFlow::Continue(())
    }

    fn finish(&mut self, effort: SearchEffort) -> ProximityReport {
        self.found.cost.box_tests += effort.box_tests;
        std::mem::take(&mut self.found)
    }
}

impl ProximityTest<'_> {
    /// Judges the pairs that wait.
    #[inline(always)]
    fn judge<S: Simd>(&mut self, simd: S) {
        apart!(simd, {
            let (both, limit) = (self.both, self.limit);
            self.found.cost.triangle_tests += self.waiting.len() as u64;
            self.waiting.retain(
                simd,
                #[inline(always)]
                |slots| near(simd, both, slots, &limit),
            );
            for from in (0..self.waiting.len()).step_by(WIDTH) {
                self.judge_eight(simd, from);
            }
            self.waiting.truncate(0);
        });
    }

    #[inline(always)]
    fn judge_eight<S: Simd>(&mut self, simd: S, from: usize) {
        let (slots, used) = (self.waiting.eight(from), self.waiting.used(from));
        let meeting = crossing(simd, self.both, slots, self.limit.slack);
        let near = within_length(simd, self.both, slots, &self.limit);
        let certain = used & meeting.certain;
        let apart = used & near.certain & !meeting.maybe;
        let unsure = used & near.maybe & !(certain | apart);
        for lane in set_lanes(certain) {
            let [a, b] = self.waiting.row(from + lane);
            self.note(a, b, FaceGap::Meeting);
        }
        for lane in set_lanes(apart) {
            let [a, b] = self.waiting.row(from + lane);
            let gap = self.gap(&self.triangles(self.ordered(a, b)));
            self.note(a, b, gap);
        }
        for lane in set_lanes(unsure) {
            let [a, b] = self.waiting.row(from + lane);
            self.judge_exactly(a, b);
        }
    }

    /// Judges two faces in exact arithmetic; those without area are passed over.
    #[cold]
    #[inline(never)]
    fn judge_exactly(&mut self, a: u32, b: u32) {
        self.found.cost.exact_tests += 1;
        let triangles = self.triangles(self.ordered(a, b));
        let cost = &mut self.found.cost;
        if triangles.iter().any(|t| projection_axis(t, cost).is_none()) {
            return;
        }
        let [s, t] = &triangles;
        let tests = cost.triangle_tests;
        let relation = relate(s, t, cost);
        cost.triangle_tests = tests;
        if relation != TriangleRelation::Disjoint {
            return self.note(a, b, FaceGap::Meeting);
        }
        let gap = self.gap(&triangles);
        let FaceGap::Apart { features, .. } = gap else { return };
        if ExactTriangles::are_within(s, t, self.limit.length, features) {
            self.note(a, b, gap);
        }
    }

    /// How far two triangles that share no point are apart.
    fn gap(&self, triangles: &[Triangle; 2]) -> FaceGap {
        let found = RoughDistance::new(triangles).closest_points();
        FaceGap::Apart {
            distance: found.distance.min(self.limit.length),
            points: found.points,
            features: found.features,
        }
    }

    /// Two slots, that of the lower face first if both are of one surface: so lengths do not depend on the order of the tree.
    fn ordered(&self, a: u32, b: u32) -> [u32; 2] {
        let [i, j] = self.faces([a, b]);
        if self.is_own && i > j { [b, a] } else { [a, b] }
    }

    fn faces(&self, [a, b]: [u32; 2]) -> FacePair {
        [self.both[0].slots[a as usize][3], self.both[1].slots[b as usize][3]].map(FaceId)
    }

    fn triangles(&self, [a, b]: [u32; 2]) -> [Triangle; 2] {
        [self.both[0].triangle(a), self.both[1].triangle(b)]
    }

    fn note(&mut self, a: u32, b: u32, gap: FaceGap) {
        self.found.pairs.push(NearFaces { faces: self.faces(self.ordered(a, b)), gap });
    }
}

impl ProximityReport {
    /// What was found in all parts of a search, in order.
    pub(crate) fn joined(parts: Vec<Self>) -> Self {
        let mut all = Self::default();
        for part in parts {
            all.pairs.extend(part.pairs);
            all.cost += part.cost;
        }
        all.pairs.sort_unstable_by_key(|pair| pair.faces);
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deform::Deformable;
    use crate::executor::Executor;
    use crate::math::random::Random;
    use crate::math::simd::{Instructions, limited};
    use crate::triangle_pair::relate_brute;

    /// Pairs that are hard to tell, asked for lengths that are hard to tell from theirs: the last bit, slightly, and far off.
    #[test]
    fn lengths_that_are_hard_to_tell_agree_with_integers() {
        let random = &mut Random(3);
        let (mut within, mut beyond, mut exact) = (0, 0, 0);
        for round in 0..1_200 {
            let (size, far) = ([1.0, 1e-60, 1e55, 1e-3][round % 4], [0.0, 0.0, 1.0, 1e6][round % 4]);
            let home = random.vector() * far;
            let pair = random.pair().map(|t| t.map(|p| (p + home) * size));
            let surface =
                Deformable::try_new(pair.as_flattened(), vec![[0, 1, 2], [3, 4, 5]], &Executor::serial()).unwrap();
            let has_area = pair.iter().all(|t| projection_axis(t, &mut Cost::default()).is_some());
            let meets = relate_brute(&pair[0], &pair[1]) != TriangleRelation::Disjoint;
            let about = surface.self_proximity(1e70, &Executor::serial()).unwrap();
            let about = about.pairs.first().map_or(size, |pair| pair.gap.distance());
            let largest = pair.as_flattened().iter().fold(0.0_f64, |most, p| most.max(p.abs().max_element()));
            let bound = largest * 2f64.powi(-44);
            let is_within =
                |length: f64| ExactTriangles::are_within(&pair[0], &pair[1], length, [TriangleFeature::Vertex(0); 2]);
            if has_area && !meets {
                assert!(is_within(about + bound) && !(about > bound && is_within(about - bound)), "{pair:?} {about:e}");
            }
            for length in
                [about, about.next_up(), about.next_down().max(0.0), about * (1.0 + 1e-12), about * 0.9, about * 1.1]
            {
                let expected = has_area && (meets || is_within(length));
                for limit in [Instructions::Best, Instructions::Avx2, Instructions::Baseline] {
                    let found = limited(limit, || surface.self_proximity(length, &Executor::serial())).unwrap();
                    assert_eq!(found.pairs.len(), usize::from(expected), "{pair:?} {length:e}");
                    let off = found.pairs.first().map_or(0.0, |pair| (pair.gap.distance() - about).abs());
                    assert!(off <= bound, "{pair:?} {length:e}");
                    exact += found.cost.exact_tests;
                }
                within += u32::from(expected && !meets);
                beyond += u32::from(has_area && !expected);
            }
        }
        assert!(within > 1_200 && beyond > 800, "{within} within, {beyond} beyond");
        assert!((1_200..16_000).contains(&exact), "{exact}");
    }
}
