//! Soft bodies of tetrahedra: which vertices are in which tetrahedra, and which edges pass through which faces, of other bodies and of their own.
//!
//! Teschner, Heidelberger, Müller, Pomeranets and Gross (2003): space is cut into cells as wide as a mean edge, vertices are hashed by their cell, and every tetrahedron asks the cells that it
//! overlaps. Other than there, two cells that share a place in the table are distinguished, signs are exact, touching included, and edges are hashed, too, for vertices alone miss
//! bodies that pass through each other edge against edge. Bodies without inverted tetrahedra share a point exactly if one of both kinds of contacts says so (`docs/notes/tetra.md`).
//!
//! Nothing is kept between steps, so bodies may deform as they like. Time is linear in tetrahedra of like sizes; large ones ask more cells, but never more than there are vertices.
//!
//! - `tet_mesh`, `surface_features`: a body of tetrahedra, its faces and edges
//! - `joined_bodies`: all bodies of a step with common indices
//! - `hash_cells`, `cell_hash_table`: cells of space, and the hash table of what is in them
//! - `exact_contacts`: a vertex in a tetrahedron, an edge through a face, by exact signs
//! - `contact_options`, `contact_search`: what is searched for, and the search
//!
//! ```
//! use impinge::{executor::Executor, math::DVec3};
//! use impinge_classics::tetra::{TetraOptions, TetMesh, contacts};
//!
//! let corners = vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z];
//! let moved = corners.iter().map(|p| *p + DVec3::splat(0.2)).collect();
//! let bodies = [TetMesh::try_new(corners, vec![[0, 1, 2, 3]])?, TetMesh::try_new(moved, vec![[0, 1, 2, 3]])?];
//! let found = contacts(&[&bodies[0], &bodies[1]], &TetraOptions::default(), &Executor::serial());
//! assert_eq!((found.vertices.len(), found.vertices[0].tet_body), (1, 0));
//! # Ok::<(), impinge_classics::tetra::TetError>(())
//! ```

mod surface_features;
mod contact_options;
mod tet_mesh;
mod exact_contacts;
mod hash_cells;
mod cell_hash_table;
mod joined_bodies;
mod contact_search;

pub use contact_options::{BodyScope, TetraOptions};
pub use contact_search::{SearchCounts, TetraContacts, contacts, contacts_brute};
pub use exact_contacts::{EdgeContact, EdgeFaceMeeting, PlaceInTet, VertexContact};
pub use surface_features::TestedFeatures;
pub use tet_mesh::{TetError, TetId, TetMesh, TetOrientation};
