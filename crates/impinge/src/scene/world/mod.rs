//! Bodies, pairs and contact events of scenes of any dimension: what [`Scene`](super::Scene) and the scene of polygons share.
//!
//! Not part of the public interface: shared with the sibling crates of this workspace.
//!
//! | file | content |
//! |---|---|
//! | `body_options` | ids, names, mobility and groups |
//! | `scene_error` | why a scene refuses |
//! | `body_registry` | bodies by id and by name, the filter of pairs, the boxes of the broad phase |
//! | `contact_step` | contact events and the report of a step |
//! | `pair_table` | pairs whose boxes overlap, with what they remember |
//! | `body_world` | the world: registry, pairs, and the events from step to step |
//! | `pair_queue`, `budgeted_step` | the step under a budget: which pairs are tested first, and for how long; the step |
//! | `world_queries` | pairs near each other, bodies met, nearest bodies |

mod body_options;
mod scene_error;
mod body_registry;
mod contact_step;
mod pair_table;
mod pair_queue;
mod body_world;
mod budgeted_step;
mod world_queries;

pub use body_options::{BodyId, BodyOptions};
pub use body_registry::{BodyRegistry, WorldBody};
pub use body_world::World;
pub use contact_step::{ContactEvent, ContactPhase, OpenPairs, StepCost, StepReport};
pub use pair_table::{PairMemory, TestRun};
pub use scene_error::SceneError;
pub use world_queries::NearestBodies;
