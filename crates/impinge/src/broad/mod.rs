//! The broad phase: all pairs of bodies whose boxes share a point, kept from step to step.
//!
//! The survey of Kockara et al. (2007) lists three ways: every pair, sorted end points, hashed grids by size; a tree of eight
//! children a node is the fourth and the fastest. All stand behind [`BroadPhase`] and give exactly the same pairs, whatever the
//! method, the number of threads and the order in which bodies came. The designs and their limits: `docs/notes/broad.md`.
//!
//! | file | content |
//! |---|---|
//! | `exhaustive` | every box against every box |
//! | `sweep_and_prune`, `pair_hash_table` | sorted end points, and the table of their pairs |
//! | `hash_grid` | hashed grids, one for every size of boxes |
//! | `dynamic_bvh` | the dynamic tree, and when it is sorted or refitted |
//! | `box_tree`, `box_tree_leaf`, `box_tree_queries` | the tree itself, its leaves, queries by box, ray and distance |
//! | `parallel_traversal`, `leaf_pair_batch` | all pairs of the tree on threads, leaves tested in batches |
//! | `auto`, `broad_phase_kind` | the choice of a method, and methods by name |
//! | `method` | what all methods share: the trait of a method, and a broad phase by one |
//! | `keyed_boxes`, `pair_set` | boxes by key, pairs and what changed, for all methods |
//! | `ray_box` | a ray against a box |
//! | `pair_changes`, `broad_cost` | what an update returns |
//!
//! ```
//! use impinge::{bound::Aabb, broad::{BroadPhaseKind, Mobility}, executor::Executor, math::DVec3};
//!
//! let mut phase = BroadPhaseKind::Auto.build();
//! for key in 0..3 {
//!     let min = DVec3::X * f64::from(key);
//!     phase.insert(key, Aabb { min, max: min + DVec3::ONE }, Mobility::Moving);
//! }
//! assert_eq!(phase.update(&Executor::serial()).added, [(0, 1), (1, 2)]);
//! ```

mod pair_changes;
mod broad_cost;
mod ray_box;
mod keyed_boxes;
mod pair_set;
mod method;
mod box_tree_leaf;
mod box_tree;
mod leaf_pair_batch;
mod parallel_traversal;
mod box_tree_queries;
mod exhaustive;
mod pair_hash_table;
mod sweep_and_prune;
mod hash_grid;
mod dynamic_bvh;
mod auto;
mod broad_phase_kind;

pub use broad_cost::BroadCost;
pub use broad_phase_kind::{BroadPhaseKind, UnknownBroadPhase};
pub use pair_changes::PairChanges;

use crate::bound::Aabb;
use crate::executor::Executor;
use crate::math::DVec3;

/// Whether a body can move; two fixed bodies never make a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mobility {
    /// It stands still, or is moved rarely.
    Fixed,
    /// It may move at every step.
    Moving,
}

/// Keeps all pairs of overlapping boxes, two fixed ones excepted.
///
/// Keys are indices that the caller chooses; memory grows with the largest. Boxes overlap when they share a point, faces
/// included; a box without points (a minimum above its maximum, or not a number) overlaps nothing. Corners may be infinite.
/// Queries ([`pairs`](Self::pairs), [`overlapping`](Self::overlapping), [`ray`](Self::ray), [`nearest`](Self::nearest))
/// see the state of the last [`update`](Self::update).
pub trait BroadPhase: Send + Sync + std::fmt::Debug {
    /// Inserts a box, or replaces the one of this key.
    fn insert(&mut self, key: u32, bounds: Aabb, mobility: Mobility);

    /// Moves a box; nothing happens if the key is not in use.
    fn set_bounds(&mut self, key: u32, bounds: Aabb);

    /// Removes the box of a key, if there is one.
    fn remove(&mut self, key: u32);

    /// Brings the pairs up to date, and returns those that began and ceased to overlap since the last update. A key removed and inserted again
    /// in between counts as moved.
    fn update(&mut self, executor: &Executor) -> PairChanges<'_>;

    /// Every pair, the smaller key first, in no particular order.
    fn pairs(&self, visit: &mut dyn FnMut(u32, u32));

    /// The key of every box that shares a point with a region, each once, in no particular order.
    fn overlapping(&self, region: &Aabb, visit: &mut dyn FnMut(u32));

    /// The key of every box that the points `origin + t direction`, `0 <= t <= limit`, may meet, each once, in no particular
    /// order: all that do, and none that is farther off than rounding.
    fn ray(&self, origin: DVec3, direction: DVec3, limit: f64, visit: &mut dyn FnMut(u32));

    /// Visits boxes not farther from `to` than a limit, near ones early, with a lower bound of the distance; `measure`
    /// returns the limit from there on, so that the nearest body is found without measuring all.
    fn nearest(&self, to: &Aabb, limit: f64, measure: &mut dyn FnMut(u32, f64) -> f64);

    /// Work of the last update.
    fn cost(&self) -> BroadCost;
}
