//! Convex hulls of points in doubles, on exact orientation.
//!
//! Quickhull (Barber, Dobkin, Huhdanpaa 1996) grows a surface of triangles from a tetrahedron. Unlike there, no side is ever
//! decided by a tolerance: a filter on the cached plane of a face with a proved error, then the exact predicate. A point in the
//! plane of a face does not see it, and then the triangles stay a triangulation of the boundary whatever lies in one plane or on
//! one line; `docs/notes/hull.md` has the proof. At the end triangles in one plane become one face and straight corners go, so the
//! result is that of the point set, whatever its order. Points that span no space have a hull too: see [`Extent`].
//!
//! Expected O(n log n) for n points, O(n²) at worst.
//!
//! | file | what |
//! |---|---|
//! | `half_edges` | the surface of a hull: vertices, half-edges, faces |
//! | `from_points` | the hull of any points |
//! | `initial_simplex` | what points span, and the first simplex |
//! | `quickhull` | the growing hull |
//! | `plane_filter`, `new_face_planes` | on which side of a face a point is: a filter, then exact |
//! | `coplanar_merge` | from triangles to faces |
//! | `degenerate` | hulls of points that span no space |
//! | `spatial_order` | points in an order that keeps neighbours together |
//! | `model_features` | which features of a hull belong to the model inside |
//! | `error` | why points have no hull |

mod error;
mod half_edges;
mod plane_filter;
mod spatial_order;
mod initial_simplex;
mod degenerate;
mod new_face_planes;
mod quickhull;
mod coplanar_merge;
mod from_points;
#[doc(hidden)]
pub mod model_features;

pub use error::HullError;
pub use half_edges::{Extent, HalfEdge, HullSurface, NONE};
