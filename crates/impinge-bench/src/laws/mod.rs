//! Which of the laws of `impinge-laws` each engine keeps.

pub mod command;
mod parry_engine;
#[cfg(any(feature = "fcl", feature = "cgal", feature = "embree"))]
mod peer_engine;

use impinge_laws::{Engine, ImpingeEngine};

/// Impinge first, then every peer of this build that knows meshes.
#[must_use]
pub fn engines() -> Vec<Box<dyn Engine>> {
    vec![
        Box::new(ImpingeEngine),
        Box::new(parry_engine::ParryEngine),
        #[cfg(feature = "fcl")]
        Box::new(peer_engine::PeerEngine(std::rc::Rc::new(crate::peer::Fcl(crate::peer::Volume::Obbrss)))),
        #[cfg(feature = "cgal")]
        Box::new(peer_engine::PeerEngine(std::rc::Rc::new(crate::peer::Cgal))),
        #[cfg(feature = "embree")]
        Box::new(peer_engine::PeerEngine(std::rc::Rc::new(crate::peer::Embree))),
    ]
}
