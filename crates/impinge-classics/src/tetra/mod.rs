//! Soft bodies of tetrahedra: which vertices are in which tetrahedra, and which edges pass through which faces, of other bodies and of their own.
//!
//! Teschner, Heidelberger, Müller, Pomeranets and Gross (2003): space is cut into cells as wide as a mean edge, vertices are hashed by their cell, and every tetrahedron asks the cells that it
//! overlaps. Other than there, two cells that share a place in the table are told apart, signs are exact, touching included, and edges are hashed, too, for vertices alone miss
//! bodies that pass through each other edge against edge. Bodies without inverted tetrahedra share a point exactly if one of both kinds of contacts says so (`docs/notes/tetra.md`).
//!
//! Nothing is kept between steps, so bodies may deform as they like. Time is linear in tetrahedra of like sizes; large ones ask more cells, but never more than there are vertices.
//!
//! ```
//! use impinge::{executor::Executor, math::DVec3};
//! use impinge_classics::tetra::{Options, TetMesh, contacts};
//!
//! let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
//! let moved = corners.iter().map(|p| *p + DVec3::splat(0.2)).collect();
//! let bodies = [TetMesh::try_new(corners, vec![[0, 1, 2, 3]])?, TetMesh::try_new(moved, vec![[0, 1, 2, 3]])?];
//! let found = contacts(&[&bodies[0], &bodies[1]], &Options::default(), &Executor::serial());
//! assert_eq!((found.vertices.len(), found.vertices[0].tet_body), (1, 0));
//! # Ok::<(), impinge_classics::tetra::TetError>(())
//! ```

mod skin;
mod options;
mod tet_mesh;
mod contact;
mod cells;
mod table;
mod crowd;
mod search;

pub use contact::{EdgeContact, Meeting, Place, VertexContact};
pub use options::{Options, Scope};
pub use search::{Contacts, Counts, contacts, contacts_brute};
pub use skin::Features;
pub use tet_mesh::{Stance, TetError, TetId, TetMesh};
