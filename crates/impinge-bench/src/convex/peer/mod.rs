//! Engines behind one trait: loaded with the bodies and poses of a workload, then asked pair by pair.

#[cfg(feature = "coal")]
mod coal;
#[cfg(feature = "fcl")]
mod fcl;
#[cfg(any(feature = "coal", feature = "fcl", feature = "libccd"))]
mod foreign_handle;
mod impinge;
#[cfg(feature = "libccd")]
mod libccd;
mod parry;
mod feature_walkers;

#[cfg(feature = "coal")]
pub use coal::Coal;
#[cfg(feature = "fcl")]
pub use fcl::{Fcl, Solver};
pub use feature_walkers::Walker;
pub use impinge::Impinge;
#[cfg(feature = "libccd")]
pub use libccd::{Libccd, Method};
pub use parry::Parry;

use super::query::Query;
use super::workload::Workload;
use crate::query::Answer;

/// An engine that answers queries about two convex bodies.
pub trait Engine {
    /// The name in tables and files.
    fn name(&self) -> &'static str;

    /// The name of the library, the same for all its methods.
    fn family(&self) -> &'static str {
        self.name()
    }

    /// The version measured.
    fn version(&self) -> String;

    /// Why the engine cannot answer such a query about such a workload; `None` if it can.
    fn refusal(&self, _: Query, _: &Workload) -> Option<&'static str> {
        None
    }

    /// The engine's own form of the workload's bodies and poses.
    ///
    /// # Errors
    /// The engine refused the workload as a whole; a body that it refuses makes its pairs fail.
    fn load(&self, workload: &Workload) -> anyhow::Result<Box<dyn Pairs>>;
}

/// The bodies and poses of a workload in an engine's own form.
pub trait Pairs {
    /// The answer about the pair of this number; within a motion it may start from the last answer.
    fn ask(&self, query: Query, item: usize) -> Answer;
}

/// Impinge first, then its other methods, then every peer that this build has.
#[must_use]
pub fn all() -> Vec<Box<dyn Engine>> {
    vec![
        Box::new(Impinge),
        Box::new(Walker::LinCanny),
        Box::new(Walker::VClip),
        Box::new(Walker::Swift),
        Box::new(Parry),
        #[cfg(feature = "coal")]
        Box::new(Coal),
        #[cfg(feature = "fcl")]
        Box::new(Fcl(Solver::Libccd)),
        #[cfg(feature = "fcl")]
        Box::new(Fcl(Solver::Own)),
        #[cfg(feature = "libccd")]
        Box::new(Libccd(Method::Gjk)),
        #[cfg(feature = "libccd")]
        Box::new(Libccd(Method::Mpr)),
    ]
}

/// Peers that exist, are not in this build, and why.
#[must_use]
pub fn absent() -> Vec<&'static str> {
    vec![
        #[cfg(not(feature = "coal"))]
        "coal: built without the feature `coal`; `cargo xtask bench` turns it on where the wheel can be installed",
        #[cfg(not(feature = "fcl"))]
        "FCL (libccd and its own solver): built without the feature `fcl`; `cargo xtask bench` turns it on",
        #[cfg(not(feature = "libccd"))]
        "libccd (GJK and MPR): built without the feature `libccd`; `cargo xtask bench` turns it on",
    ]
}
