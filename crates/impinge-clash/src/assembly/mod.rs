//! An assembly: the bodies of mesh, scene and robot files at their places, under unique names.
//!
//! - `body`: [`AssemblyBody`], the one type of a body from the file to the report;
//! - `body_healing`: [`HealSetting`] and [`BodyHealing`], how cracks are closed before a check, and what that did;
//! - `body_names`: unique names for bodies of several files;
//! - `body_part`: which bodies are instances of the same part;
//! - `body_signature`: [`BodySignature`], what of a body is compared with a baseline;
//! - `coordinate_range`: what rounding to single precision explains, also where few vertices lie absurdly far out;
//! - `wide_range_note`: a note on such bodies;
//! - `filter_groups`: collision groups of several files as bits of their own;
//! - `instances`: bodies of mesh files, which share what is the same;
//! - `mixed_units`: the unit of an assembly, and signs that its files are in different ones;
//! - `unit_conversion`: bodies of files in different units, carried to one;
//! - `robot_file`: URDF robots as bodies;
//! - `load_assembly`: [`Assembly`], read from files;
//! - `assembly_error`: [`AssemblyError`], why bodies were not read;
//! - `assembly_scene`: [`AssemblyScene`], the one scene that a check asks;
//! - `near_pairs`: how many pairs of bodies a check has to look at;
//! - `assembly_healing`: [`Assembly::heal`], for all bodies;
//! - `merged_mesh`: [`MergedMesh`], all bodies of a file as one mesh.

pub(crate) mod assembly_error;
mod assembly_healing;
pub(crate) mod assembly_scene;
pub(crate) mod body;
pub(crate) mod body_healing;
pub(crate) mod body_names;
pub(crate) mod body_part;
pub(crate) mod body_signature;
pub(crate) mod coordinate_range;
mod filter_groups;
mod instances;
pub(crate) mod load_assembly;
mod merged_mesh;
mod mixed_units;
pub(crate) mod near_pairs;
mod robot_file;
mod unit_conversion;
mod wide_range_note;

pub use assembly_error::AssemblyError;
pub use assembly_scene::AssemblyScene;
pub use body::{AssemblyBody, BodyForm};
pub use body_healing::{BodyHealing, HealSetting};
pub use body_names::{rename_unique, repeated_files};
pub use body_signature::BodySignature;
pub use coordinate_range::robust_diagonal;
pub use load_assembly::{Assembly, is_scene_file, load_bodies, load_mesh_file, warning_notes};
pub use merged_mesh::{FileOperand, MergedMesh, first_body_names};
pub use robot_file::{RobotSettings, is_robot_file, unseen_links_note};
