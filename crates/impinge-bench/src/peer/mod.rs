//! Engines behind one trait: loaded with the meshes and poses of a workload, then asked pose by pose.

#[cfg(feature = "fcl")]
mod fcl;
mod impinge;
mod parry;

#[cfg(feature = "fcl")]
pub use fcl::{Fcl, Volume};
pub use impinge::Impinge;
pub use parry::Parry;

use crate::query::{Answer, Query};
use crate::workload::Workload;
use std::time::Duration;

/// An engine that answers queries about two meshes.
pub trait Peer {
    /// The name in tables and files.
    fn name(&self) -> &'static str;

    /// The name of the engine, the same for all its variants.
    fn family(&self) -> &'static str {
        self.name()
    }

    /// The version measured.
    fn version(&self) -> String;

    /// Whether the engine can answer such a query.
    fn supports(&self, query: Query) -> bool;

    /// The engine's own form of the workload's meshes, trees and poses.
    ///
    /// # Errors
    /// The engine refused a mesh.
    fn load(&self, workload: &Workload) -> anyhow::Result<Loaded>;
}

/// The meshes and poses of a workload in an engine's own form.
pub trait Pair {
    /// The answer at the pose of this number.
    fn ask(&self, query: Query, pose: usize) -> Answer;
}

/// A loaded workload and what loading took.
pub struct Loaded {
    /// The workload in the engine's own form.
    pub pair: Box<dyn Pair>,
    /// The time on the wall for meshes and trees, from vertices and faces in memory.
    pub build: Duration,
    /// The time on the wall for what only Impinge makes: how faces hang together, for containment.
    pub topology: Option<Duration>,
    /// The memory of meshes and trees in bytes: their arrays, as the engine counts them or by their lengths.
    pub bytes: Option<usize>,
}

/// Impinge first, then every peer that this build has.
#[must_use]
pub fn all() -> Vec<Box<dyn Peer>> {
    vec![
        Box::new(Impinge),
        Box::new(Parry),
        #[cfg(feature = "fcl")]
        Box::new(Fcl(Volume::Obb)),
        #[cfg(feature = "fcl")]
        Box::new(Fcl(Volume::Obbrss)),
    ]
}

/// Peers that exist, are not in this build, and why.
#[must_use]
pub fn absent() -> Vec<&'static str> {
    vec![
        #[cfg(not(feature = "fcl"))]
        "FCL (OBB and OBBRSS): built without the feature `fcl`; scripts/bench-peers.sh installs it and turns it on",
        "ifc-lite-clash: takes f32 vertices in the world frame and no pose, so every pose would be a new build",
        "CGAL, Embree, libccd: not done yet",
    ]
}
