//! Searching for the edges of a centre among the children of its parent's neighbours, and how far it may move before that has to be done again.
//!
//! With `c` the reach: edges are taken within `c + SKIN`, so that all within `c` are there until two ends have moved by `SKIN` in all, in lengths of the level. A
//! pair within `c + SKIN` has parents within `c + SKIN + 4` of the lower level's length, which is at most `c` of the upper's: they have an edge.

use super::centre_hierarchy::ROUNDING;
use super::deformable_spanner::Spanner;
use super::exact_distance_order::squared;
use super::resolution_level::{self as level, LEASH, SKIN, TWIN};
use super::spanner_node::NONE;

/// A centre that the search has found.
#[derive(Clone, Copy, Debug)]
pub(super) struct FoundCentre {
    point: u32,
    distance: f64,
}

impl Spanner {
    /// Searches for all edges of a centre; gives centres that are too close to another for their level.
    ///
    /// Each of them is the lower of the two, or the one searched for where both are equal.
    pub(super) fn search_edges(&mut self, point: u32) -> Vec<u32> {
        let mut found = std::mem::take(&mut self.found);
        found.clear();
        if !self.tree.node(point).is_twin() {
            self.find_centres(point, &mut found);
        }
        self.replace_edges(point, &found);
        self.set_leash(point, &found);
        let losers = self.too_close(point, &found);
        self.found = found;
        losers
    }

    /// Finds every centre within reach and skin of the lower of both levels.
    fn find_centres(&mut self, point: u32, found: &mut Vec<FoundCentre>) {
        let (at, level, parent) = {
            let node = self.tree.node(point);
            (node.at, node.level, node.parent)
        };
        let longest = self.longest_edge();
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        if parent == NONE {
            stack.push((point, 0.0));
        } else {
            for start in self.tree.node(parent).edges.iter().chain([&parent]) {
                let node = self.tree.node(*start);
                if node.level > level {
                    let distance = squared(at, node.at).sqrt();
                    if distance <= longest * level::length(level) {
                        found.push(FoundCentre { point: *start, distance });
                    }
                    stack.push((*start, distance));
                }
            }
        }
        while let Some((from, distance)) = stack.pop() {
            for child in &self.tree.node(from).children {
                let node = self.tree.node(*child);
                if node.level > level {
                    continue; // it is a start
                }
                let length = level::length(node.level);
                if node.level == TWIN || distance > (longest + 2.0) * ROUNDING * length {
                    break; // and children of lower levels all the more
                }
                let distance = squared(at, node.at).sqrt();
                if distance <= longest * length {
                    if *child != point {
                        found.push(FoundCentre { point: *child, distance });
                    }
                    stack.push((*child, distance));
                }
            }
        }
        self.stack = stack;
    }

    /// Makes the centres found the edges of a point, on both sides.
    fn replace_edges(&mut self, point: u32, found: &[FoundCentre]) {
        let (old, new) = (self.mark + 1, self.mark + 2);
        self.mark = new;
        let mut edges = std::mem::take(&mut self.tree.node_mut(point).edges);
        edges.iter().for_each(|other| self.marks[*other as usize] = old);
        for centre in found {
            if std::mem::replace(&mut self.marks[centre.point as usize], new) != old {
                self.tree.node_mut(centre.point).edges.push(point);
                self.repair.edges_added += 1;
            }
        }
        for other in edges.drain(..).filter(|other| self.marks[*other as usize] == old) {
            self.tree.node_mut(other).edges.retain(|back| *back != point);
            self.repair.edges_removed += 1;
        }
        edges.extend(found.iter().map(|centre| centre.point));
        self.tree.node_mut(point).edges = edges;
    }

    /// Takes off all edges of a point.
    pub(super) fn drop_edges(&mut self, point: u32) {
        self.replace_edges(point, &[]);
    }

    /// Ties a point to where it is, and the other ends of its edges shorter, if they must be.
    fn set_leash(&mut self, point: u32, found: &[FoundCentre]) {
        let own = level::length(self.tree.lowest(point));
        let mut leash = if self.tree.node(point).is_twin() { f64::INFINITY } else { LEASH * own };
        for centre in found {
            let other = level::length(self.tree.lowest(centre.point));
            leash = leash.min(self.leash_beside(other, centre.distance));
            self.shorten(centre.point, self.leash_beside(own, centre.distance));
        }
        let node = self.tree.node_mut(point);
        (node.anchor, node.leash, node.strain) = (node.at, leash, 0.0);
    }

    /// How far a point may move without coming near, unseen, to a centre of some length that hangs below one at a distance.
    fn leash_beside(&self, length: f64, distance: f64) -> f64 {
        (LEASH * length).max(LEASH / (self.reach + 3.0) * distance)
    }

    /// Shortens the leash of a point, and looks at it again if it has been farther already.
    fn shorten(&mut self, point: u32, leash: f64) {
        let node = self.tree.node_mut(point);
        if leash < node.leash {
            node.leash = leash;
            if self.is_loose(point) {
                self.enqueue(point);
            }
        }
    }

    /// Whether a point has been farther from its anchor than its leash.
    pub(super) fn is_loose(&self, point: u32) -> bool {
        let node = self.tree.node(point);
        node.strain > node.leash * node.leash
    }

    /// Notes how far a point is from its anchor: it may come back, but not unseen.
    pub(super) fn pull(&mut self, point: u32) {
        let node = self.tree.node_mut(point);
        node.strain = node.strain.max(squared(node.at, node.anchor));
    }

    /// Shortens the leashes of a parent and of all near it, because of a new child.
    pub(super) fn shorten_for_child(&mut self, child: u32) {
        let node = self.tree.node(child);
        if node.is_twin() || node.parent == NONE {
            return;
        }
        let (parent, length) = (node.parent, level::length(node.level));
        self.shorten(parent, LEASH * length);
        let edges = std::mem::take(&mut self.tree.node_mut(parent).edges);
        for other in &edges {
            self.shorten(*other, self.leash_beside(length, self.tree.distance(parent, *other)));
        }
        self.tree.node_mut(parent).edges = edges;
    }

    /// Of a point and the centres found, those that are closer to another than the length of their level.
    fn too_close(&self, point: u32, found: &[FoundCentre]) -> Vec<u32> {
        let own = self.tree.node(point);
        let is_close = |centre: &&FoundCentre| {
            let other = self.tree.node(centre.point);
            squared(own.at, other.at) < level::square(own.level.min(other.level))
        };
        let mut losers: Vec<u32> = found.iter().filter(is_close).map(|centre| centre.point).collect();
        if losers.iter().any(|loser| self.tree.node(*loser).level >= own.level) {
            losers = vec![point];
        }
        losers
    }

    /// The longest edge, in lengths of its level, when it is made.
    fn longest_edge(&self) -> f64 {
        self.reach + SKIN
    }
}
