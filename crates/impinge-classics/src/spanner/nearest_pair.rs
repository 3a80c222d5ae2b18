//! The closest two points: they have an edge, because the lower of them is no farther from its parent than two lengths of its level.

use super::deformable_spanner::Spanner;
use super::exact_distance_order::compare_distances;
use super::resolution_level::{self as level, SKIN};
use super::spanner_node::PointId;
use std::cmp::Ordering;

/// Two points and their distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestPair {
    /// The points, the lower index first; of pairs equally close, the first in order.
    pub points: [PointId; 2],
    /// How far apart they are, rounded.
    pub distance: f64,
}

impl Spanner {
    /// The closest two points, exactly; `None` if there are fewer than two.
    #[must_use]
    pub fn nearest_pair(&self) -> Option<NearestPair> {
        let mut best: Option<[u32; 2]> = None;
        let mut nearest = f64::INFINITY;
        let mut consider = |a: u32, b: u32, nearest: &mut f64| {
            let pair = [a.min(b), a.max(b)];
            if best.is_none_or(|best| self.is_pair_before(pair, best)) {
                best = Some(pair);
                *nearest = self.tree.distance(a, b);
            }
        };
        for (point, node) in (0..).zip(&self.tree.nodes).filter(|(_, node)| node.is_present) {
            if let Some([a, b]) = self.first_twins(point) {
                consider(a, b, &mut nearest);
            }
            // Neighbours of its level are at least this far, until they are looked at again.
            if node.is_twin() || level::length(node.level) * (1.0 - SKIN) > nearest {
                continue;
            }
            for other in &node.edges {
                if self.tree.node(*other).level >= node.level && self.tree.distance(point, *other) <= nearest * NEAR {
                    consider(point, *other, &mut nearest);
                }
            }
        }
        best.map(|[a, b]| NearestPair { points: [PointId(a), PointId(b)], distance: self.tree.distance(a, b) })
    }

    /// The two lowest indices of a centre and its twins, if it has any.
    fn first_twins(&self, point: u32) -> Option<[u32; 2]> {
        let twins = self.tree.node(point).children.iter().rev().take_while(|child| self.tree.node(**child).is_twin());
        let lowest = twins.clone().copied().min()?;
        let second = twins.copied().filter(|twin| *twin != lowest).chain([point]).min()?;
        Some([lowest, second])
    }

    /// Whether two points are closer than two others, or as close and earlier in order.
    fn is_pair_before(&self, pair: [u32; 2], other: [u32; 2]) -> bool {
        let at = |pair: [u32; 2]| pair.map(|point| self.tree.node(point).at);
        let order = compare_distances(at(pair), at(other));
        order == Ordering::Less || (order == Ordering::Equal && pair < other)
    }
}

/// Distances that rounding may have swapped are compared exactly: far more than the error of a distance.
const NEAR: f64 = 1.0 + 1e-14;
