//! Broad phases behind one trait. A step is all that a user does in one: every box is handed over, and all pairs are listed.
//!
//! Impinge's also tell which pairs came and went. Parry's tree is refitted and walked as its own users do it, and makes a list of
//! pairs; to do the same work, a second one sorts that list and compares it with the last.

use super::workload::MovingBoxes;
use impinge::broad::{BroadCost, BroadPhase, BroadPhaseKind, Mobility};
use impinge::executor::Executor;
use parry3d_f64::bounding_volume::Aabb;
use parry3d_f64::partitioning::{Bvh, BvhBuildStrategy, BvhWorkspace};

/// A broad phase that is measured.
pub trait Engine {
    /// Takes the boxes of a world one step further; how many pairs there are.
    fn step(&mut self, world: &MovingBoxes) -> usize;

    /// Every pair, the smaller index first, sorted.
    fn pairs(&self) -> Vec<(u32, u32)>;

    /// What the last step did, if it is known.
    fn cost(&self) -> Option<BroadCost> {
        None
    }
}

/// Which broad phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BroadEngine {
    /// One of Impinge's.
    Impinge(BroadPhaseKind),
    /// Parry's tree.
    Parry,
    /// Parry's tree, and what changed.
    ParryChanges,
}

impl BroadEngine {
    /// All, in the order of tables.
    pub const ALL: [Self; 7] = [
        Self::Impinge(BroadPhaseKind::Tree),
        Self::Impinge(BroadPhaseKind::Auto),
        Self::Impinge(BroadPhaseKind::HashGrid),
        Self::Impinge(BroadPhaseKind::SweepAndPrune),
        Self::Impinge(BroadPhaseKind::Exhaustive),
        Self::Parry,
        Self::ParryChanges,
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Impinge(kind) => kind.name(),
            Self::Parry => "parry refit",
            Self::ParryChanges => "parry refit + changes",
        }
    }

    /// The most boxes it is asked to handle, as it would take too long.
    #[must_use]
    pub fn most(self) -> usize {
        match self {
            Self::Impinge(BroadPhaseKind::Tree | BroadPhaseKind::Auto) => usize::MAX,
            Self::Impinge(BroadPhaseKind::HashGrid) | Self::Parry | Self::ParryChanges => 100_000,
            Self::Impinge(_) => 10_000,
        }
    }

    /// A broad phase with the boxes of a world.
    #[must_use]
    pub fn build(self, world: &MovingBoxes) -> Box<dyn Engine> {
        match self {
            Self::Impinge(kind) => Box::new(ImpingePhase::new(kind, world)),
            Self::Parry => Box::new(Parry::new(world)),
            Self::ParryChanges => Box::new(Compared { parry: Parry::new(world), last: Vec::new(), changes: [0; 2] }),
        }
    }
}

struct ImpingePhase(Box<dyn BroadPhase>);

impl ImpingePhase {
    fn new(kind: BroadPhaseKind, world: &MovingBoxes) -> Self {
        let mut phase = kind.build();
        (0..world.count()).for_each(|index| phase.insert(index as u32, world.bounds(index), Mobility::Moving));
        phase.update(&Executor::serial());
        Self(phase)
    }
}

impl Engine for ImpingePhase {
    fn step(&mut self, world: &MovingBoxes) -> usize {
        for index in 0..world.count() {
            self.0.set_bounds(index as u32, world.bounds(index));
        }
        std::hint::black_box(self.0.update(&Executor::serial()));
        self.0.cost().pairs as usize
    }

    fn pairs(&self) -> Vec<(u32, u32)> {
        let mut pairs = Vec::new();
        self.0.pairs(&mut |a, b| pairs.push((a, b)));
        pairs.sort_unstable();
        pairs
    }

    fn cost(&self) -> Option<BroadCost> {
        Some(self.0.cost())
    }
}

/// Parry's tree: leaves set, refitted, walked against itself.
struct Parry {
    tree: Bvh,
    workspace: BvhWorkspace,
    pairs: Vec<(u32, u32)>,
}

/// A box of a world for parry.
fn theirs(world: &MovingBoxes, index: usize) -> Aabb {
    let bounds = world.bounds(index);
    Aabb::new(bounds.min.to_array().into(), bounds.max.to_array().into())
}

impl Parry {
    fn new(world: &MovingBoxes) -> Self {
        let leaves: Vec<Aabb> = (0..world.count()).map(|index| theirs(world, index)).collect();
        let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &leaves);
        Self { tree, workspace: BvhWorkspace::default(), pairs: Vec::new() }
    }
}

impl Engine for Parry {
    fn step(&mut self, world: &MovingBoxes) -> usize {
        for index in 0..world.count() {
            self.tree.insert_or_update_partially(theirs(world, index), index as u32, 0.0);
        }
        self.tree.refit(&mut self.workspace);
        self.pairs.clear();
        let pairs = &mut self.pairs;
        self.tree.traverse_bvtt_single_tree::<false>(&mut self.workspace, &mut |a, b| pairs.push((a, b)));
        pairs.len()
    }

    fn pairs(&self) -> Vec<(u32, u32)> {
        let mut pairs: Vec<(u32, u32)> = self.pairs.iter().map(|(a, b)| (*a.min(b), *a.max(b))).collect();
        pairs.sort_unstable();
        pairs
    }
}

/// Parry's tree, its pairs sorted and compared with those of the last step.
struct Compared {
    parry: Parry,
    last: Vec<u64>,
    changes: [usize; 2],
}

impl Engine for Compared {
    fn step(&mut self, world: &MovingBoxes) -> usize {
        let count = self.parry.step(world);
        let mut now: Vec<u64> = Vec::with_capacity(count);
        now.extend(self.parry.pairs.iter().map(|(a, b)| u64::from(*a.min(b)) << 32 | u64::from(*a.max(b))));
        now.sort_unstable();
        let (mut old, mut new) = (self.last.iter().peekable(), now.iter().peekable());
        self.changes = [0; 2];
        while let (Some(before), Some(after)) = (old.peek(), new.peek()) {
            match before.cmp(after) {
                std::cmp::Ordering::Less => self.changes[0] += usize::from(old.next().is_some()),
                std::cmp::Ordering::Greater => self.changes[1] += usize::from(new.next().is_some()),
                std::cmp::Ordering::Equal => drop((old.next(), new.next())),
            }
        }
        self.changes[0] += old.count();
        self.changes[1] += new.count();
        std::hint::black_box(self.changes);
        self.last = now;
        count
    }

    fn pairs(&self) -> Vec<(u32, u32)> {
        self.parry.pairs()
    }
}
