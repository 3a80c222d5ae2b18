//! Walks over the closest features of two polytopes, by Lin and Canny, with answers that are proved.
//!
//! A scene asks the hulls of its meshes by such a walk, which is why one walker is part of the engine; V-Clip and SWIFT are in `impinge-classics`, on the same parts.
//!
//! - `voronoi_cells`: where each vertex, edge and face of a polytope is the closest
//! - `posed_polytopes`: two polytopes, each seen from the frame of the other
//! - `closest_certificate`: the proof that a pair of features is the closest
//! - `walk`: what all walks share: the pair to start from, the end, the proof
//! - `lin_canny`: one step of the walk, by Voronoi cells
//!
//! Not part of the public interface: shared with the sibling crates of this workspace.

pub mod voronoi_cells;
pub mod posed_polytopes;
pub mod closest_certificate;
pub mod walk;
pub mod lin_canny;
