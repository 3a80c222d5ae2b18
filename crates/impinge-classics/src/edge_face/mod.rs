//! Polygon intersection: edges of each surface against faces of the other (Moore and Wilhelms, *Collision detection and response for computer animation*,
//! SIGGRAPH 1988, as named by the survey of Kockara and others 2007).
//!
//! Two polygons share a point only where an edge of one meets the other, so the surfaces of two bodies are tested by their edges and faces alone, without a hierarchy; bodies
//! whose surfaces share no point are apart, or a vertex of one is inside the other. The paper clips edges in doubles by the planes of faces and looks at each vertex; here a
//! clip that rounding could have changed leaves the pair to the exact engine, which also looks at the vertices: one of each connected part is enough.
//!
//! As in the paper nothing is kept between steps but the edges, so bodies may move and deform freely. Only edges and faces in the overlap of both boxes are looked at, in
//! the order of a sweep along one axis. Cost: O(n log n) for n faces there, and the pairs whose intervals overlap.
//!
//! - `edge_list`: the edges of a mesh and the faces at each;
//! - `edge_face_test`: one edge against one face;
//! - `axis_sweep`: pairs of boxes that overlap, along an axis;
//! - `edge_face_method`: [`EdgeFaceMethod`], a method of pair queries.
//!
//! ```
//! use impinge::{math::{DVec3, Pose}, mesh::Mesh, pair::{Method, Relation, Request, relate}};
//! use impinge_classics::edge_face::EdgeFaceMethod;
//!
//! let block = Mesh::cuboid([0.0, 0.0, 0.0], [2.0, 2.0, 2.0])?;
//! let request = Request { method: Method::Custom(&EdgeFaceMethod), ..Request::default() };
//! let at = |x: f64| Pose::from_translation(DVec3::new(x, 0.5, 0.5));
//! assert_eq!(relate(&block, &block, &at(1.0)?, &request).relation, Relation::Crossing);
//! assert_eq!(relate(&block, &block, &at(2.5)?, &request).relation, Relation::Disjoint);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod edge_list;
mod edge_face_test;
mod axis_sweep;
mod edge_face_method;

pub use edge_face_method::EdgeFaceMethod;
