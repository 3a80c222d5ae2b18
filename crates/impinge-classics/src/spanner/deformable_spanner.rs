//! The spanner: made from points, kept up while they move, come and go.

use super::bulk_edge_search::BulkMemory;
use super::centre_hierarchy::CentreHierarchy;
use super::repair_report::{RebuildReason, RepairReport};
use super::resolution_level::SKIN;
use super::spanner_node::{NONE, PointId, SpannerNode};
use impinge::math::{DVec3, in_exact_range};
use std::collections::BinaryHeap;

/// The spanner is rebuilt once one point in this many has strayed: finding a new parent costs as much as building.
const REBUILD_FROM: usize = 2;

/// How a spanner is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpannerOptions {
    /// How far apart two centres of a level may be to have an edge, in lengths of the level; at least 4.5. Longer edges are more, and make paths straighter.
    pub reach: f64,
}

impl Default for SpannerOptions {
    fn default() -> Self {
        Self { reach: 4.5 }
    }
}

/// Why points were refused; the spanner is as it was.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum SpannerError {
    /// A point is not finite, or outside the exact range.
    #[error(
        "point {index} is at {at}, which is not finite or outside the exact range (0, or 2^-300 to 2^300 in magnitude)"
    )]
    Point {
        /// Which one.
        index: usize,
        /// Where it is.
        at: DVec3,
    },
    /// Not as many positions as indices.
    #[error("there are {expected} indices of points, but {found} positions are given")]
    Count {
        /// The indices in use, and those that are free.
        expected: usize,
        /// The positions.
        found: usize,
    },
    /// No point has this index.
    #[error("no point has the index {}", .0.0)]
    Unknown(PointId),
    /// More points than indices, which are below 2^31.
    #[error("{0} points are more than there are indices, which is 2^31")]
    TooMany(usize),
    /// The reach is below 4.5, above 1000, or not a number.
    #[error("the reach is {0}, but has to be from 4.5 to 1000")]
    Reach(f64),
}

/// A deformable spanner of points.
#[derive(Clone, Debug)]
pub struct Spanner {
    pub(super) tree: CentreHierarchy,
    pub(super) reach: f64,
    free: Vec<u32>,
    /// Points whose edges are to be searched for, by level.
    pub(super) queue: BinaryHeap<(i32, u32)>,
    /// How many places were given since the step began.
    pub(super) places: usize,
    pub(super) repair: RepairReport,
    /// Working memory: marks by point and the last in use, and lists.
    pub(super) marks: Vec<u64>,
    pub(super) mark: u64,
    pub(super) stack: Vec<(u32, f64)>,
    pub(super) found: Vec<super::edge_search::FoundCentre>,
    pub(super) bulk: BulkMemory,
}

impl Spanner {
    /// The spanner of some points, whose indices are their places in the list.
    ///
    /// # Errors
    /// A point that is not finite or outside the exact range, too many points, or a reach out of range.
    pub fn try_new(points: &[DVec3], options: &SpannerOptions) -> Result<Self, SpannerError> {
        if !(4.0 + SKIN..=1000.0).contains(&(options.reach - 0.01)) {
            return Err(SpannerError::Reach(options.reach));
        }
        if points.len() > 1 << 31 {
            return Err(SpannerError::TooMany(points.len()));
        }
        check(points.iter().copied().enumerate())?;
        let nodes: Vec<SpannerNode> = points.iter().map(|at| SpannerNode::new(*at)).collect();
        let mut spanner = Self {
            marks: vec![0; nodes.len()],
            tree: CentreHierarchy { nodes, root: NONE },
            reach: options.reach,
            free: Vec::new(),
            queue: BinaryHeap::new(),
            places: 0,
            repair: RepairReport::default(),
            mark: 0,
            stack: Vec::new(),
            found: Vec::new(),
            bulk: BulkMemory::default(),
        };
        spanner.rebuild();
        Ok(spanner)
    }

    /// How many points there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.tree.nodes.len() - self.free.len()
    }

    /// Whether there is no point.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many edges there are.
    #[must_use]
    pub fn edges(&self) -> usize {
        self.tree.nodes.iter().map(|node| node.edges.len()).sum::<usize>() / 2
    }

    /// Where a point is, if there is one of this index.
    #[must_use]
    pub fn position(&self, point: PointId) -> Option<DVec3> {
        self.tree.nodes.get(point.index()).filter(|node| node.is_present).map(|node| node.at)
    }

    /// Moves all points, given by index; what is given for indices that are free is not looked at.
    ///
    /// # Errors
    /// Not as many positions as indices, or one that is not finite or outside the exact range.
    pub fn step(&mut self, positions: &[DVec3]) -> Result<RepairReport, SpannerError> {
        let (expected, found) = (self.tree.nodes.len(), positions.len());
        if expected != found {
            return Err(SpannerError::Count { expected, found });
        }
        let nodes = &self.tree.nodes;
        check(positions.iter().copied().enumerate().filter(|(index, _)| nodes[*index].is_present))?;
        for (node, at) in self.tree.nodes.iter_mut().zip(positions).filter(|(node, _)| node.is_present) {
            node.at = *at;
        }
        let moved: Vec<u32> = (0..expected as u32).filter(|point| self.tree.node(*point).is_present).collect();
        Ok(self.mend(&moved))
    }

    /// Moves some points.
    ///
    /// # Errors
    /// A point that there is not, or a position that is not finite or outside the exact range.
    pub fn move_points(&mut self, moves: &[(PointId, DVec3)]) -> Result<RepairReport, SpannerError> {
        if let Some((point, _)) = moves.iter().find(|(point, _)| self.position(*point).is_none()) {
            return Err(SpannerError::Unknown(*point));
        }
        check(moves.iter().map(|(point, at)| (point.index(), *at)))?;
        let mut touched = Vec::with_capacity(moves.len());
        for (point, at) in moves {
            let node = self.tree.node_mut(point.0);
            node.at = *at;
            touched.push(point.0);
            touched.extend_from_slice(&node.children);
        }
        touched.sort_unstable();
        touched.dedup();
        Ok(self.mend(&touched))
    }

    /// Puts in a point.
    ///
    /// # Errors
    /// It is not finite or outside the exact range, or there are too many.
    pub fn insert(&mut self, at: DVec3) -> Result<PointId, SpannerError> {
        let point = self.free.last().copied().unwrap_or(self.tree.nodes.len() as u32);
        check([(point as usize, at)])?;
        if point >= 1 << 31 {
            return Err(SpannerError::TooMany(point as usize));
        }
        if self.free.pop().is_none() {
            self.tree.nodes.push(SpannerNode::new(at));
            self.marks.push(0);
        } else {
            *self.tree.node_mut(point) = SpannerNode::new(at);
        }
        self.begin();
        if self.tree.root == NONE {
            self.rebuild();
        } else {
            self.place_points(vec![point]);
            self.finish();
        }
        Ok(PointId(point))
    }

    /// Takes out a point.
    ///
    /// # Errors
    /// There is no such point.
    pub fn remove(&mut self, point: PointId) -> Result<RepairReport, SpannerError> {
        if self.position(point).is_none() {
            return Err(SpannerError::Unknown(point));
        }
        self.begin();
        let point = point.0;
        self.drop_edges(point);
        self.tree.detach(point);
        let mut orphans = std::mem::take(&mut self.tree.node_mut(point).children);
        orphans.iter().for_each(|child| self.tree.node_mut(*child).parent = NONE);
        self.repair.adopted += orphans.len();
        let level = self.tree.node(point).level;
        self.tree.node_mut(point).is_present = false;
        self.free.push(point);
        if self.tree.root == point {
            self.tree.root = NONE;
            if !orphans.is_empty() {
                let heir = orphans.remove(0); // of the highest level, and so all below it stay there
                self.tree.root = heir;
                self.tree.node_mut(heir).level = level;
                self.enqueue(heir);
            }
        }
        self.place_points(orphans);
        self.finish();
        Ok(self.repair)
    }
}

/// Mending.
impl Spanner {
    /// Starts to count.
    fn begin(&mut self) {
        self.repair = RepairReport::default();
        self.places = 0;
    }

    /// Brings all up to date after some points, and so children of theirs that are given too, have moved.
    fn mend(&mut self, moved: &[u32]) -> RepairReport {
        self.begin();
        let strayed: Vec<u32> = moved.iter().copied().filter(|point| self.tree.is_astray(*point)).collect();
        self.repair.strayed = strayed.len();
        if strayed.len() * REBUILD_FROM > self.len() {
            self.repair.rebuilt = Some(RebuildReason::Strayed);
            self.rebuild();
            return self.repair;
        }
        for point in moved {
            self.pull(*point);
            if self.is_loose(*point) {
                self.enqueue(*point);
            }
        }
        strayed.iter().for_each(|point| self.tree.detach(*point));
        self.place_points(strayed);
        self.finish();
        self.repair
    }

    /// Searches for edges until none is in doubt.
    fn finish(&mut self) {
        self.search_in_bulk();
        if let Err(reason) = self.search_queue() {
            self.repair.rebuilt = Some(reason);
            self.rebuild();
        }
    }
}

/// Whether all coordinates are in the exact range.
fn check(points: impl IntoIterator<Item = (usize, DVec3)>) -> Result<(), SpannerError> {
    let is_bad = |(_, at): &(usize, DVec3)| !at.to_array().into_iter().all(in_exact_range);
    match points.into_iter().find(is_bad) {
        Some((index, at)) => Err(SpannerError::Point { index, at }),
        None => Ok(()),
    }
}
