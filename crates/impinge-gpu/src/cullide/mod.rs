//! Which bodies meet: images prune those that are in sight of all others, the exact engine decides about the rest.
//!
//! CULLIDE (Govindaraju, Redon, Lin, Manocha 2003): a body that is fully visible, in front of all others, meets none of them. All bodies are
//! tested along three axes, and what is left again, until no round prunes more; then the same for groups of faces, and for single faces. No body needs to be closed.
//! The paper draws every body twice, in forward and in reverse order, each time, and misses what falls between the centres of pixels. Here the
//! images are layered and made once (`layers`); a round walks over their fragments, and asks for all bodies at once whether anybody else is
//! in front, which is what both orders together ask ([`Occlusion`] and [`potential_set_on_cpu`] do it as published), and from behind. Fragments hold the true surface over the
//! whole pixel, so what is pruned is proved to be apart (R-CULLIDE 2004 gets there by fattening triangles).
//! Surfaces that do not meet may still be nested: pairs for which that is possible are decided exactly, too.
//! [`Cullide::within`] is the variant for one mesh and itself (Boldt and Meyer 2004).

mod candidate_pairs;
mod cpu_query;
pub(crate) mod cpu_reference;
mod face_groups;
mod face_neighbours;
mod potentially_colliding_set;
mod self_collision;

#[cfg(feature = "device")]
mod depth_pipelines;
#[cfg(feature = "device")]
mod device_query;
#[cfg(feature = "device")]
mod draw_order;
#[cfg(feature = "device")]
mod occlusion;
#[cfg(feature = "device")]
mod occlusion_pass;
#[cfg(feature = "device")]
mod pass_params;
#[cfg(feature = "device")]
mod pruning_passes;

pub use crate::exact_bodies::Meeting;
pub use crate::layers::LayerRequest;
pub use candidate_pairs::Proposal;
pub use cpu_query::{potential_set_on_cpu, propose_on_cpu, query_on_cpu};
#[cfg(feature = "device")]
pub use device_query::Cullide;
pub use face_neighbours::faces_with_contacts;
pub(crate) use face_neighbours::welded_corners;
#[cfg(feature = "device")]
pub use occlusion::Occlusion;
pub use potentially_colliding_set::PotentialSet;
#[cfg(feature = "device")]
pub use self_collision::SelfFinding;
pub use self_collision::faces_on_cpu;
#[cfg(all(test, feature = "device"))]
pub(crate) use {
    occlusion::Params as DrawingParams, occlusion::text as drawing_text, pass_params::PARAMS_BYTES,
    pruning_passes::text as pruning_text,
};

/// What a query found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Finding {
    /// All pairs that meet, in ascending order.
    pub pairs: Vec<Meeting>,
    /// What images had to say before.
    pub proposal: Proposal,
}
