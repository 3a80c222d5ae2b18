//! Colliding faces of moving bodies over MPI ranks, each with memory of its own.
//!
//! Kitamura et al. (1995) share pairs of faces out over processors with one memory, find that its bus is what limits them, and leave passing messages for
//! later. Here every rank holds a `MeshPart` of the faces. Boxes of bodies are reduced over all ranks, each lists its faces near an overlap, and the root gathers
//! those alone and walks the octree. Pairs then go out with the faces that a rank has not got yet: by one scatter, as in the paper's static distribution,
//! or to whoever asks, as in the dynamic one, the root helping when it has found all. Pairs and their order are those of
//! [`crate::octree::detect`], for any number of ranks; `Traffic` counts what the paper counts, P + p and 2 P + p, as it is sent.
//!
//! - `mpi_ranks`: all ranks, and the four steps over them
//! - `mesh_part`: the faces of a body that one rank holds
//! - `static_scatter`, `dynamic_requests`: pairs shared out at once, or to ranks that ask
//! - `face_packets`, `message_traffic`: faces, pairs and reports as words, and what was sent
//!
//! All of it is behind the feature `mpi`, which needs an MPI library and libclang: on Debian, `libopenmpi-dev openmpi-bin libclang-dev`.

mod mesh_part;
mod message_encoding;
mod message_traffic;
mod static_scatter;
mod dynamic_requests;
mod mpi_ranks;

pub use ::mpi;
pub use mesh_part::{BodyPortion, BodyPortionError, MeshPart};
pub use message_traffic::Traffic;
pub use mpi_ranks::{PairSharing, RankDetection, Ranks, RanksError};
