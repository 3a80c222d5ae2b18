//! All pairs of points within a distance.
//!
//! After Gao, Guibas and Nguyen (2006): where `4 lengths + distance` of a level are within reach, two points within the distance hang below centres with an edge, or
//! below the same. From there both sides are descended together, with what is known of how far points hang below centres.

use super::centre_hierarchy::ROUNDING;
use super::deformable_spanner::Spanner;
use super::exact_distance_order::{compare_with_limit, squared};
use super::resolution_level::{self as level, TWIN};
use super::spanner_node::PointId;
use impinge::executor::Executor;
use std::cmp::Ordering;

/// A point with all below it, or alone.
#[derive(Clone, Copy, Debug)]
struct Subtree {
    point: u32,
    /// How far what belongs to it is at most.
    extent: f64,
}

/// Which pairs are asked for.
#[derive(Clone, Debug)]
pub(super) enum PairRule {
    /// All.
    All,
    /// Those of points with different labels.
    Different {
        /// The label of each point.
        own: Vec<u32>,
        /// The one label of a point and all below it, or [`MIXED`].
        below: Vec<u32>,
    },
}

/// No single label.
pub(super) const MIXED: u32 = u32::MAX;

/// A search among two parts, or within one.
struct PairWalk<'s> {
    spanner: &'s Spanner,
    extents: &'s [f64],
    /// Children count from below this level at first.
    level: i32,
    rule: &'s PairRule,
    limit: f64,
    stack: Vec<[Subtree; 2]>,
    found: Vec<(PointId, PointId)>,
}

impl Spanner {
    /// Every pair of points whose exact distance is at most a limit, the lower index first, sorted; none if the limit is negative or not a number.
    #[must_use]
    pub fn pairs_within(&self, limit: f64, executor: &Executor) -> Vec<(PointId, PointId)> {
        self.pairs_by(limit, &PairRule::All, executor)
    }

    /// As [`pairs_within`](Self::pairs_within), of those that a rule asks for.
    pub(super) fn pairs_by(&self, limit: f64, rule: &PairRule, executor: &Executor) -> Vec<(PointId, PointId)> {
        if limit.is_nan() || limit < 0.0 {
            return Vec::new();
        }
        let extents = self.tree.extents();
        let level = self.start_level(limit);
        let is_start = |point: &u32| self.tree.node(*point).is_present && self.tree.node(*point).level >= level;
        let starts: Vec<u32> = (0..self.tree.nodes.len() as u32).filter(is_start).collect();
        let walk =
            || PairWalk { spanner: self, extents: &extents, level, rule, limit, stack: Vec::new(), found: Vec::new() };
        let mut below = vec![0.0; self.tree.nodes.len()];
        let reaches = executor.map_with(starts.len(), walk, |walk, k| walk.reach(starts[k]));
        starts.iter().zip(reaches).for_each(|(start, reach)| below[*start as usize] = reach);
        let lists = executor.map_with(starts.len(), walk, |walk, k| {
            let start = starts[k];
            walk.inside(start);
            for other in &self.tree.node(start).edges {
                let most = below[start as usize] + below[*other as usize];
                if start < *other && walk.may_meet(start, *other, most) && is_start(other) {
                    walk.between(start, *other);
                }
            }
            std::mem::take(&mut walk.found)
        });
        let mut pairs: Vec<_> = lists.into_iter().flatten().collect();
        pairs.sort_unstable();
        pairs
    }

    /// The lowest level at which four lengths and the limit are within reach, or that of the root.
    fn start_level(&self, limit: f64) -> i32 {
        let Some(root) = self.tree.nodes.get(self.tree.root as usize) else { return TWIN };
        let length = limit / (self.reach - 4.0) * ROUNDING;
        if length >= level::length(root.level) { root.level } else { level::above(length * length).min(root.level) }
    }
}

impl<'s> PairWalk<'s> {
    /// How far what hangs below a centre, from below the level, is from it.
    fn reach(&mut self, centre: u32) -> f64 {
        let tree = &self.spanner.tree;
        let children = tree.node(centre).children.iter().filter(|child| tree.node(**child).level < self.level);
        let far = |child: &u32| (self.extents[*child as usize] + tree.distance(*child, centre)) * ROUNDING;
        children.map(far).fold(0.0, f64::max)
    }

    /// Pairs of a centre and what hangs below it, from below the level.
    fn inside(&mut self, centre: u32) {
        let mut todo = vec![(centre, self.level)];
        while let Some((point, level)) = todo.pop() {
            if self.spanner.tree.node(point).children.is_empty() {
                continue;
            }
            let parts: Vec<Subtree> = self.parts(point, level).collect();
            for (k, a) in parts.iter().enumerate() {
                parts[k + 1..].iter().for_each(|b| self.push(*a, *b));
                if self.is_whole(*a) && self.is_asked_for(*a, *a) {
                    todo.push((a.point, i32::MAX));
                }
            }
        }
        self.run();
    }

    /// Pairs of what hangs below two centres from below the level, and of these.
    fn between(&mut self, a: u32, b: u32) {
        for part in self.parts(a, self.level) {
            self.parts(b, self.level).for_each(|other| self.push(part, other));
        }
        self.run();
    }

    /// A centre alone, and its children below a level with all that they have.
    fn parts(&self, centre: u32, level: i32) -> impl Iterator<Item = Subtree> + use<'s> {
        let (tree, extents) = (&self.spanner.tree, self.extents);
        let children = tree.node(centre).children.iter().filter(move |child| tree.node(**child).level < level);
        let part = |child: &u32| Subtree { point: *child, extent: extents[*child as usize] };
        std::iter::once(Subtree { point: centre, extent: ALONE }).chain(children.map(part))
    }

    /// Whether points that hang within some length below two centres may be within the limit.
    fn may_meet(&self, a: u32, b: u32, below: f64) -> bool {
        let tree = &self.spanner.tree;
        let most = (self.limit + below) * ROUNDING;
        squared(tree.node(a).at, tree.node(b).at) <= most * most * ROUNDING || most < SQUARES_FROM
    }

    /// Whether there is something below the point of a part, and part of it.
    fn is_whole(&self, part: Subtree) -> bool {
        part.extent != ALONE && !self.spanner.tree.node(part.point).children.is_empty()
    }

    /// Whether the rule may ask for pairs of two parts.
    fn is_asked_for(&self, a: Subtree, b: Subtree) -> bool {
        let PairRule::Different { own, below } = self.rule else { return true };
        let label = |part: Subtree| if part.extent == ALONE { own } else { below }[part.point as usize];
        label(a) != label(b) || label(a) == MIXED
    }

    fn push(&mut self, a: Subtree, b: Subtree) {
        if self.is_asked_for(a, b) && self.may_meet(a.point, b.point, a.extent.max(0.0) + b.extent.max(0.0)) {
            self.stack.push([a, b]);
        }
    }

    /// Takes pairs of parts apart, the larger first, until points are left.
    fn run(&mut self) {
        while let Some([a, b]) = self.stack.pop() {
            let (large, small) = if a.extent >= b.extent { (a, b) } else { (b, a) };
            let (large, small) = if self.is_whole(large) { (large, small) } else { (small, large) };
            if self.is_whole(large) {
                self.parts(large.point, i32::MAX).for_each(|part| self.push(part, small));
                continue;
            }
            let at = |point: u32| self.spanner.tree.node(point).at;
            if compare_with_limit(at(a.point), at(b.point), self.limit) != Ordering::Greater {
                let (low, high) = (a.point.min(b.point), a.point.max(b.point));
                self.found.push((PointId(low), PointId(high)));
            }
        }
    }
}

/// The extent of a point without what hangs below it.
const ALONE: f64 = -1.0;

/// Lengths below this (2^-450) are not squared; the exact test decides.
const SQUARES_FROM: f64 = f64::from_bits((1023 - 450) << 52);
