//! Finding places in the hierarchy for points that have none, and the queue of those whose edges are in doubt.

use super::deformable_spanner::Spanner;
use super::repair_report::RebuildReason;
use super::spanner_node::NONE;

/// How often a point may be given a place in one step, on average, before all are: conflicts that make new ones end there.
const MOST_PLACES_A_POINT: usize = 2;

/// And some more, for a few points.
const FEW_PLACES: usize = 64;

impl Spanner {
    /// Gives points, which hang below nothing, places below the root, the highest levels first; and children that they lose by it.
    pub(super) fn place_points(&mut self, mut unplaced: Vec<u32>) {
        unplaced.sort_unstable_by_key(|point| (self.tree.node(*point).level, *point));
        let mut freed = Vec::new();
        while let Some(point) = unplaced.pop() {
            let (host, squared) = self.tree.host(self.tree.node(point).at, &mut self.stack);
            self.places += 1;
            self.tree.attach(point, host, squared);
            self.tree.free_children(point, &mut freed);
            self.repair.adopted += freed.len();
            unplaced.append(&mut freed);
            self.tree.node_mut(point).is_queued = false; // it may lie in the queue at its old level
            self.enqueue(point);
            self.shorten_for_child(point);
        }
    }

    /// Puts a centre that is too close to another of its level at a lower one.
    pub(super) fn demote(&mut self, point: u32) {
        self.repair.demoted += 1;
        self.tree.detach(point);
        self.place_points(vec![point]);
    }

    /// Whether mending has got out of hand.
    pub(super) fn exceeds_place_limit(&self) -> bool {
        self.places > MOST_PLACES_A_POINT * self.len() + FEW_PLACES
    }

    /// Has the edges of a point searched for.
    pub(super) fn enqueue(&mut self, point: u32) {
        let node = self.tree.node_mut(point);
        if !node.is_queued {
            node.is_queued = true;
            let level = node.level;
            self.queue.push((level, point));
        }
    }

    /// Searches for the edges of all points in the queue, the highest levels first: a search relies on the edges of the level above.
    pub(super) fn search_queue(&mut self) -> Result<(), RebuildReason> {
        while let Some((level, point)) = self.queue.pop() {
            let node = self.tree.node(point);
            if !node.is_queued || !node.is_present {
                continue;
            }
            if node.level < level {
                self.queue.push((node.level, point)); // it was demoted in between
                continue;
            }
            self.tree.node_mut(point).is_queued = false;
            self.repair.searched += 1;
            for loser in self.search_edges(point) {
                if self.exceeds_place_limit() {
                    return Err(RebuildReason::TooManyPlacements);
                }
                self.demote(loser);
            }
        }
        Ok(())
    }

    /// Builds the hierarchy and all edges again, for the points where they are.
    pub(super) fn rebuild(&mut self) {
        self.queue.clear();
        self.tree.root = NONE;
        self.places = 0;
        for node in self.tree.nodes.iter_mut().filter(|node| node.is_present) {
            (node.level, node.parent, node.is_queued) = (super::resolution_level::TWIN, NONE, false);
            (node.leash, node.strain) = (f64::INFINITY, 0.0);
            node.children.clear();
            node.edges.clear();
        }
        for point in 0..self.tree.nodes.len() as u32 {
            if self.tree.node(point).is_present {
                self.put(point);
            }
        }
        for point in 0..self.tree.nodes.len() as u32 {
            if self.tree.node(point).is_present {
                self.enqueue(point);
            }
        }
        self.search_in_bulk();
        let settled = self.search_queue();
        debug_assert!(settled.is_ok(), "points that were just put in their places are far enough apart");
    }

    /// Hangs a new point below the root, or makes it the root of nothing else.
    fn put(&mut self, point: u32) {
        if self.tree.root == NONE {
            self.tree.root = point;
            self.tree.node_mut(point).level = super::resolution_level::TWIN + 1;
            return;
        }
        let (host, squared) = self.tree.host(self.tree.node(point).at, &mut self.stack);
        self.tree.attach(point, host, squared);
    }
}
