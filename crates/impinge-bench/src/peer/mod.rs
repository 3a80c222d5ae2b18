//! Engines behind one trait: loaded with the meshes and poses of a workload, then asked pose by pose.

#[cfg(feature = "cgal")]
mod cgal;
#[cfg(feature = "embree")]
mod embree;
#[cfg(feature = "fcl")]
mod fcl;
#[cfg(feature = "ifc-lite")]
mod ifc_lite;
mod impinge;
#[cfg(feature = "libccd")]
mod libccd;
mod parry;

#[cfg(feature = "cgal")]
pub use cgal::Cgal;
#[cfg(feature = "embree")]
pub use embree::Embree;
#[cfg(feature = "fcl")]
pub use fcl::{Fcl, Volume};
#[cfg(feature = "ifc-lite")]
pub use ifc_lite::IfcLite;
pub use impinge::Impinge;
#[cfg(feature = "libccd")]
pub use libccd::Libccd;
pub use parry::Parry;

use crate::query::{Answer, Query};
use crate::workload::Workload;
use ::impinge::mesh::Mesh;
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

    /// Why the engine cannot answer such a query about such a workload; `None` if it can.
    fn refusal(&self, _: Query, _: &Workload) -> Option<&'static str> {
        None
    }

    /// The engine's own form of the workload's meshes, trees and poses.
    ///
    /// # Errors
    /// The engine refused a mesh.
    fn load(&self, workload: &Workload) -> anyhow::Result<Loaded>;
}

/// The meshes and poses of a workload in an engine's own form.
pub trait Pair {
    /// The poses, from the first on, at which it can be asked.
    fn poses(&self) -> usize {
        usize::MAX
    }

    /// Brings the second mesh to a pose where the engine takes none; the time that took, `None` where there was nothing to do.
    fn prepare(&self, _pose: usize) -> Option<Duration> {
        None
    }

    /// The answer at the pose of this number.
    fn ask(&self, query: Query, pose: usize) -> Answer;
}

/// A loaded workload and what loading took.
pub struct Loaded {
    /// The workload in the engine's own form.
    pub pair: Box<dyn Pair>,
    /// The time on the wall for meshes and trees, from vertices and faces in memory.
    pub build: Duration,
    /// The time on the wall for what only Impinge makes: how faces are connected, for containment.
    pub topology: Option<Duration>,
    /// The memory of meshes and trees in bytes: their arrays, as the engine counts them or by their lengths.
    pub bytes: Option<usize>,
}

/// A mesh as plain numbers, which is the form that shims take.
pub struct Flat {
    /// Three coordinates a vertex.
    pub vertices: Vec<f64>,
    /// Three indices a face.
    pub faces: Vec<u32>,
}

impl Flat {
    /// The numbers of a mesh.
    #[must_use]
    pub fn of(mesh: &Mesh) -> Self {
        let vertices = mesh.vertices().iter().flat_map(|p| p.to_array()).collect();
        Self { vertices, faces: mesh.faces().as_flattened().to_vec() }
    }
}

/// Triangles, over all poses, for which an engine that takes no pose keeps the second mesh with its tree.
const REPOSED_TRIANGLES: usize = 2_000_000;

/// The poses at which an engine that takes none is asked: the second mesh is kept at each.
#[must_use]
pub fn reposable(workload: &Workload) -> usize {
    workload.poses.len().min(1 + REPOSED_TRIANGLES / workload.b.faces().len())
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
        #[cfg(feature = "cgal")]
        Box::new(Cgal),
        #[cfg(feature = "embree")]
        Box::new(Embree),
        #[cfg(feature = "ifc-lite")]
        Box::new(IfcLite),
        #[cfg(feature = "libccd")]
        Box::new(Libccd),
    ]
}

/// Peers that exist, are not in this build, and why.
#[must_use]
pub fn absent() -> Vec<&'static str> {
    vec![
        #[cfg(not(feature = "fcl"))]
        "FCL (OBB and OBBRSS): built without the feature `fcl`; `cargo xtask bench` turns it on",
        #[cfg(not(feature = "cgal"))]
        "CGAL: built without the feature `cgal`; `cargo xtask bench` turns it on",
        #[cfg(not(feature = "embree"))]
        "Embree: built without the feature `embree`; `cargo xtask bench` turns it on",
        #[cfg(not(feature = "ifc-lite"))]
        "ifc-lite-clash: built without the feature `ifc-lite`; `cargo xtask bench` turns it on",
        #[cfg(not(feature = "libccd"))]
        "libccd: built without the feature `libccd`; `cargo xtask bench` turns it on",
    ]
}
