//! Colliding faces of moving bodies over MPI ranks, each with memory of its own.
//!
//! Kitamura et al. (1995) share pairs of faces out over processors with one memory, find that its bus is what limits them, and leave passing messages for
//! later. Here every rank holds a `Part` of the faces. Boxes of bodies are reduced over all ranks, each lists its faces near an overlap, and the root gathers
//! those alone and walks the octree. Pairs then go out with the faces that a rank has not got yet: by one scatter, as in the paper's static distribution,
//! or to whoever asks, as in the dynamic one, the root helping when it has found all. Pairs and their order are those of
//! [`crate::octree::detect`], for any number of ranks; `Traffic` counts what the paper counts, P + p and 2 P + p, as it is sent.
//!
//! All of it is behind the feature `mpi`, which needs an MPI library and libclang: on Debian, `libopenmpi-dev openmpi-bin libclang-dev`.

mod part;
mod packet;
mod traffic;
mod scatter;
mod requests;
mod ranks;

pub use ::mpi;
pub use part::{Part, Portion, PortionError};
pub use ranks::{Found, Ranks, RanksError, Sharing};
pub use traffic::Traffic;
