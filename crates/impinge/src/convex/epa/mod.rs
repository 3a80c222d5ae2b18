//! The depth of the origin inside a Minkowski difference, by the expanding polytope algorithm of van den Bergen (2001), made sound.
//!
//! | file | what |
//! |---|---|
//! | `polytope_faces_x8` | the triangles of the expanding polytope, eight at a time |
//! | `expanding_polytope` | the expanding polytope: a closed surface around the origin |
//! | `winding_number` | how often that surface winds around the origin |
//! | `expansion` | the expansion loop |
//! | `depth_search` | a start polytope (or the one of an earlier query), then the expansion, in doubles |
//! | `portal_refinement` | where a ray leaves the difference, after Snethen (2008) |
//! | `shallow_curved_depth` | shallow depths of curved cores, in double-doubles |
//! | `double_double` | the nearest faces in double-doubles |
//! | `exact_epa` | the expanding polytope in integers, exact |
//! | `core_depth` | the depth of two cores by the cheapest of these |

pub(in crate::convex) mod polytope_faces_x8;
pub(in crate::convex) mod expanding_polytope;
pub(in crate::convex) mod winding_number;
pub(in crate::convex) mod expansion;
pub(in crate::convex) mod depth_search;
pub(in crate::convex) mod portal_refinement;
pub(in crate::convex) mod shallow_curved_depth;
pub(in crate::convex) mod double_double_depth;
pub(in crate::convex) mod exact_epa;
pub(in crate::convex) mod core_depth;
