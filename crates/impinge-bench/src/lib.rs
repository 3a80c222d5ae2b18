//! Impinge beside its peers: the same bodies at the same poses, answers compared, then timed, in one run.
//!
//! - [`workload`]: pairs of meshes with poses, made from seeds or read from a corpus;
//! - [`peer`]: engines behind one trait;
//! - [`answer_comparison`], [`timing`]: what they answer, and how long they take, one thread each;
//! - [`batch_query_timing`], [`tree_building`], [`exact_fallback_rate`]: what Impinge does alone, on one thread and on two;
//! - [`broad`]: broad phases on moving boxes;
//! - [`ccd`]: moving vertices, faces and edges, beside the truth;
//! - [`convex`]: the same for pairs of convex bodies, beside their truth;
//! - [`deform`]: surfaces that deform, against themselves;
//! - [`laws`]: which laws of collision queries each engine keeps;
//! - [`planar`]: polygons in the plane;
//! - [`python_package`]: the Python package beside Rust and engines for Python;
//! - [`robot`]: an arm at many configurations, beside engines for Python;
//! - [`performance_targets`]: what was reached of what is wanted;
//! - [`table`](mod@table), [`csv_record`], [`plot`]: what comes out.

pub mod batch_query_timing;
pub mod broad;
pub mod tree_building;
pub mod ccd;
pub mod answer_comparison;
pub mod convex;
pub mod deform;
pub mod exact_fallback_rate;
pub mod laws;
pub mod compare_and_time;
pub mod peer;
pub mod planar;
pub mod plot;
pub mod python_package;
pub mod query;
pub mod csv_record;
pub mod robot;
pub mod measured_row;
pub mod performance_targets;
pub mod table;
pub mod timing;
pub mod workload;
