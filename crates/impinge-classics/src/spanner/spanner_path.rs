//! Ways along edges: up from both points to the lowest centres that share an edge.

use super::deformable_spanner::Spanner;
use super::resolution_level::TWIN;
use super::spanner_node::{NONE, PointId};

/// A way from one point to another along edges, and from children to parents, which are shorter.
#[derive(Clone, Debug, PartialEq)]
pub struct SpannerPath {
    /// The points on the way, both ends included.
    pub points: Vec<PointId>,
    /// Its length, rounded.
    pub length: f64,
}

impl Spanner {
    /// How many times longer than the straight way a [`path`](Self::path) may be: `1 + 16 / (reach - 4)` (Gao, Guibas, Nguyen 2006).
    #[must_use]
    pub fn stretch(&self) -> f64 {
        1.0 + 16.0 / (self.reach - 4.0)
    }

    /// A way between two points at most [`stretch`](Self::stretch) times as long as the straight one, but for rounding; `None` if there are no such points.
    #[must_use]
    pub fn path(&self, from: PointId, to: PointId) -> Option<SpannerPath> {
        self.position(from).and(self.position(to))?;
        let (mut up, mut down) = (vec![from.0], vec![to.0]);
        let mut level = TWIN;
        loop {
            let (a, b) = (*up.last()?, *down.last()?);
            if a == b || self.tree.node(a).edges.contains(&b) {
                break;
            }
            // Both ends as centres of the next level at which one of them is not a centre.
            level = self.tree.node(a).level.min(self.tree.node(b).level).max(level) + 1;
            for (end, way) in [(a, &mut up), (b, &mut down)] {
                if self.tree.node(end).level < level && self.tree.node(end).parent != NONE {
                    way.push(self.tree.node(end).parent);
                }
            }
        }
        if up.last() == down.last() {
            down.pop();
        }
        let points: Vec<u32> = up.into_iter().chain(down.into_iter().rev()).collect();
        let length = points.windows(2).map(|pair| self.tree.distance(pair[0], pair[1])).sum();
        Some(SpannerPath { points: points.into_iter().map(PointId).collect(), length })
    }
}
