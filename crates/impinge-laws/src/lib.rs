//! Laws that every collision engine should keep, checked on seeded cases whose truth is known exactly.
//!
//! An engine is brought in by [`Engine`] and [`LoadedPair`]; [`check_conformance`] runs every law of [`LAWS`] on it and counts right and wrong
//! answers. Truths do not come from a fast path: voxel sets under integer maps are compared by set arithmetic, distances and times of boxes
//! by integers, and loose triangles pair by pair by a theorem in integers, [`impinge::triangle_pair::relate_brute`].
//!
//! The suite asks for what the words of a query mean and for nothing more: an engine that knows surfaces alone leaves queries about
//! solids unsupported, and where a length is compared, [`LENGTH_TOLERANCE`] is allowed.
#![forbid(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod conformance_report;
mod engine;
mod impinge_engine;
mod laws;
mod trial;
mod voxel_pair;

pub use conformance_report::{ConformanceReport, LawResult, WrongAnswer};
pub use engine::{Answer, Engine, LoadedPair, NoAnswer};
pub use impinge::{DVec3, Mesh, Pose};
pub use impinge_engine::ImpingeEngine;
pub use laws::{LAWS, LENGTH_TOLERANCE, Law};
pub use trial::{ConformanceOptions, check_case, check_conformance, check_law};
