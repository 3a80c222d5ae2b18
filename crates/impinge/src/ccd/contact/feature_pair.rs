//! The two ways in which four moving points meet: a vertex and a face, or two edges. What differs between them, and nothing else.

use crate::feature::{EdgeFeature, TriangleFeature};
use std::fmt::Debug;

/// Four moving points in their roles.
///
/// All questions are asked of differences of two points, which are linear in time, and of vector products of two differences, which
/// tell on which side of a line a point lies when all four are in one plane.
pub(crate) trait FeaturePair: Copy + Debug {
    /// Each difference, as a point less another; the determinant of the first three is zero where all points are in one plane.
    const DIFFERENCES: &'static [(usize, usize)];

    /// The pairs of differences that are multiplied: a point as seen from one end and the other of an edge.
    const PAIRS: &'static [(usize, usize)];

    /// Whether they meet, from the signs of one component of each product while all points are in one plane; `None` if that
    /// component does not tell.
    fn judge(signs: &[i32]) -> Option<bool>;

    /// The same where a sign of 0 means that it is not known.
    fn judge_unsure(signs: &[i32]) -> Option<bool>;

    /// The parts that touch.
    type Features: Copy + Debug;

    /// The parts that touch, from the signs of a component of which not all are zero.
    fn features(signs: &[i32]) -> Self::Features;

    /// The parts that touch where a difference is zero.
    fn coincident(difference: usize) -> Self::Features;

    /// The parts that touch where the differences of a pair point opposite ways.
    fn on_edge(pair: usize) -> Self::Features;
}

/// Vertex 0 and the face 1, 2, 3.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VertexFace;

/// Edge 0, 1 and edge 2, 3.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EdgeEdge;

impl FeaturePair for VertexFace {
    const DIFFERENCES: &'static [(usize, usize)] = &[(0, 1), (0, 2), (0, 3)];
    const PAIRS: &'static [(usize, usize)] = &[(1, 2), (2, 0), (0, 1)];

    fn judge(signs: &[i32]) -> Option<bool> {
        let (positive, negative) = (signs.contains(&1), signs.contains(&-1));
        (positive || negative).then_some(positive != negative)
    }

    #[inline]
    fn judge_unsure(signs: &[i32]) -> Option<bool> {
        let (positive, negative) = (signs.contains(&1), signs.contains(&-1));
        match () {
            () if positive && negative => Some(false),
            () if signs.contains(&0) => None,
            () => Some(true),
        }
    }

    type Features = TriangleFeature;

    /// The signs are those of barycentric coordinates.
    fn features(signs: &[i32]) -> TriangleFeature {
        let zero = |k: usize| signs.get(k) == Some(&0);
        match [zero(0), zero(1), zero(2)] {
            [false, true, true] => TriangleFeature::Vertex(0),
            [true, false, true] => TriangleFeature::Vertex(1),
            [true, true, false] => TriangleFeature::Vertex(2),
            [true, ..] => Self::on_edge(0),
            [_, true, _] => Self::on_edge(1),
            [.., true] => Self::on_edge(2),
            _ => TriangleFeature::Face,
        }
    }

    fn coincident(difference: usize) -> TriangleFeature {
        TriangleFeature::Vertex(difference as u8)
    }

    fn on_edge(pair: usize) -> TriangleFeature {
        TriangleFeature::Edge((pair as u8 + 1) % 3)
    }
}

impl FeaturePair for EdgeEdge {
    const DIFFERENCES: &'static [(usize, usize)] = &[(2, 0), (3, 0), (2, 1), (3, 1)];
    const PAIRS: &'static [(usize, usize)] = &[(0, 1), (2, 3), (0, 2), (1, 3)];

    fn judge(signs: &[i32]) -> Option<bool> {
        if signs.iter().all(|sign| *sign == 0) {
            return None;
        }
        Some(!on_one_side(signs))
    }

    #[inline]
    fn judge_unsure(signs: &[i32]) -> Option<bool> {
        match () {
            () if on_one_side(signs) => Some(false),
            () if signs.contains(&0) => None,
            () => Some(true),
        }
    }

    type Features = [EdgeFeature; 2];

    fn features(signs: &[i32]) -> [EdgeFeature; 2] {
        [0, 2].map(|first| match [signs.get(first), signs.get(first + 1)] {
            [Some(0), _] => EdgeFeature::Vertex(0),
            [_, Some(0)] => EdgeFeature::Vertex(1),
            _ => EdgeFeature::Interior,
        })
    }

    fn coincident(difference: usize) -> [EdgeFeature; 2] {
        [EdgeFeature::Vertex(difference as u8 / 2), EdgeFeature::Vertex(difference as u8 % 2)]
    }

    fn on_edge(pair: usize) -> [EdgeFeature; 2] {
        match pair {
            0 | 1 => [EdgeFeature::Vertex(pair as u8), EdgeFeature::Interior],
            _ => [EdgeFeature::Interior, EdgeFeature::Vertex(pair as u8 - 2)],
        }
    }
}

/// Whether both ends of an edge are strictly on one side of the other's line.
#[inline]
fn on_one_side(signs: &[i32]) -> bool {
    signs.chunks_exact(2).any(|ends| ends[0] * ends[1] > 0)
}
