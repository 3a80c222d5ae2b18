//! Openings of a mesh closed by caps, so that it bounds a solid.
//!
//! The oriented faces of a mesh end at its rim: a set of directed edges that arrive at each vertex as often as they leave it. So the rim falls into
//! closed loops, and each is filled with triangles over its own vertices, of the least area (Barequet and Sharir 1995). No vertex moves. A crack is zipped by slivers, a
//! vertex in the middle of another face's edge becomes a flat triangle, a missing face is replaced. `docs/notes/capping.md` tells more.

mod capped_mesh; // faces and caps as one closed mesh
mod cap; // triangles of the least area over a polygon
mod inside_agreement; // whether caps leave the inside where it is
mod loop_joining; // loops that run along each other joined into one polygon
mod rim_loops; // the rim as closed loops
