//! The point of a Minkowski difference nearest to the origin, after Gilbert, Johnson and Keerthi (1988).
//!
//! | file | what |
//! |---|---|
//! | `simplex_closest_point` | the point of a simplex nearest to the origin, in doubles |
//! | `gjk_simplex` | the simplex of a descent over corners, grown one corner at a time |
//! | `warm_simplex` | the simplex that one query leaves for the next |
//! | `edge_edge` | the closest points of two edges |
//! | `gjk_iteration` | GJK in doubles with bounds from both sides, for any core |
//! | `polytope_gjk` | GJK over cores with corners, without bounds on the way |
//! | `simplex_distance` | distance and closest points at the last simplex of `polytope_gjk` |
//! | `quick_separation` | the first few steps, for pairs that are clearly apart or clearly overlap |
//! | `double_double` | the distance in double-doubles, proved over all corners |
//! | `exact_gjk` | GJK in integers, exact |
//! | `integer_distance` | lengths of an exact nearest point |

pub(in crate::convex) mod simplex_closest_point;
pub(in crate::convex) mod gjk_simplex;
pub(in crate::convex) mod warm_simplex;
pub(in crate::convex) mod edge_edge;
pub(in crate::convex) mod gjk_iteration;
pub(in crate::convex) mod polytope_gjk;
pub(in crate::convex) mod simplex_distance;
pub(in crate::convex) mod quick_separation;
pub(in crate::convex) mod exact_gjk;
pub(in crate::convex) mod integer_distance;
pub(in crate::convex) mod double_double;
