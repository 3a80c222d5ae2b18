//! The compiled part of the Python package `impinge`: it turns arguments into the engine's types, asks the engine without the interpreter's lock, and turns
//! answers into arrays and the named tuples of `impinge.results`. No answer is made here.
//!
//! | file | content |
//! |---|---|
//! | `arrays`, `poses`, `body` | arguments: arrays of any kind, rigid motions, meshes and shapes |
//! | `jobs` | threads, and batches that Ctrl-C ends |
//! | `results`, `errors` | the named tuples and exceptions of the package |
//! | `mesh`, `convex`, `files` | meshes, convex shapes, mesh files |
//! | `pairs`, `contacts`, `depth`, `sweep` | two bodies: relation, distance, contacts, depth, motion |
//! | `points`, `rays` | a mesh and points or rays |
//! | `planar`, `check`, `command` | polygons, clash checks, the command |
//! | `scene`, `robot`, `deformable` | many bodies, robots and surfaces that move |
//!
//! The module runs without the interpreter's global lock where Python has none: what it makes is frozen or behind a lock of its own. There,
//! nothing keeps another thread from writing to an array while it is copied, which is the caller's to avoid.
//!
//! The macros of pyo3 make unsafe code; none is written by hand.
#![deny(unsafe_code)]
#![allow(clippy::needless_pass_by_value, reason = "pyo3 hands over arguments by value")]

mod arrays;
mod body;
mod check;
mod command;
mod contacts;
mod convex;
mod deformable;
mod depth;
mod errors;
mod files;
mod jobs;
mod mesh;
mod pairs;
mod points;
mod planar;
mod poses;
mod rays;
mod results;
mod robot;
mod scene;
mod sweep;

/// The compiled part of the package `impinge`.
#[pyo3::pymodule(gil_used = false)]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::check::{_check, PyReport};
    #[pymodule_export]
    use crate::command::_command;
    #[pymodule_export]
    use crate::contacts::{contacts, self_contacts};
    #[pymodule_export]
    use crate::convex::PyConvex;
    #[pymodule_export]
    use crate::deformable::PyDeformable;
    #[pymodule_export]
    use crate::depth::{depth, thickness};
    #[pymodule_export]
    use crate::files::{load, load_bodies};
    #[pymodule_export]
    use crate::mesh::PyMesh;
    #[pymodule_export]
    use crate::pairs::{closest_points, distance, intersects, relate, within};
    #[pymodule_export]
    use crate::planar::{_planar_closest_points, _planar_contains, _planar_intersects, _planar_relate, PyPolygon};
    #[pymodule_export]
    use crate::points::{contains, locate, nearest_points, signed_distance};
    #[pymodule_export]
    use crate::poses::Poses;
    #[pymodule_export]
    use crate::rays::{raycast, raycast_all};
    #[pymodule_export]
    use crate::robot::PyRobot;
    #[pymodule_export]
    use crate::scene::{BodyId, PyScene};
    #[pymodule_export]
    use crate::sweep::sweep;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
