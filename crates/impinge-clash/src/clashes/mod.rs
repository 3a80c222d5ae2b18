//! Clashes: pairs of bodies that violate a rule, with their evidence.
//!
//! - `clash`: [`Clash`], its review state and its change since a baseline;
//! - `clash_kind`: [`ClashKind`], by the relation and by whether one body passes through the other;
//! - `clash_measure`: [`Measure`], a quantity between bounds and how it was found;
//! - `clash_id`: [`clash_ids`], ids from the names of both bodies alone;
//! - `clash_group`: [`group_clashes`], clashes that share a body and a place;
//! - `clash_order`: the worst first, and how severe a clash is by default;
//! - `clash_pattern`: [`ClashPattern`], clashes between the same two parts;
//! - `clash_section`: [`ClashSection`], what is listed apart from faults;
//! - `clash_signature`: [`ClashSignature`], what is compared with a baseline;
//! - `equal_pairs`: pairs that stand to each other as another does, which is measured for them;
//! - `violation`: [`Violation`], a checked pair that violates a rule;
//! - `clash_evidence`: [`collect_evidence`], from violations to clashes;
//! - `fit`: overlaps that are thin shells about a common axis;
//! - `cap_influence`, `certain_ball`, `contact_collector`, `curve_length`, `openings`, `overlap_box`, `overlap_measures`, `overlap_thickness`, `penetration_depth`, `perturbed_seam`, `shared_volume`, `shell_winding`, `solid_form`, `swallowed_part`, `volume_bounds`, `volume_rounding`: parts of the evidence.

pub(crate) mod cap_influence;
pub(crate) mod certain_ball;
pub(crate) mod clash;
pub(crate) mod clash_evidence;
pub(crate) mod clash_group;
pub(crate) mod clash_id;
pub(crate) mod clash_kind;
pub(crate) mod clash_measure;
pub(crate) mod clash_order;
pub(crate) mod clash_pattern;
pub(crate) mod clash_section;
pub(crate) mod clash_signature;
mod contact_collector;
mod curve_length;
pub(crate) mod equal_pairs;
pub(crate) mod fit;
mod openings;
mod overlap_box;
mod overlap_measures;
mod overlap_thickness;
mod penetration_depth;
mod perturbed_seam;
mod shared_volume;
mod shell_winding;
pub(crate) mod solid_form;
pub(crate) mod swallowed_part;
mod violation;
mod volume_bounds;
mod volume_rounding;

pub use clash::{Clash, ClashChange, ClashStatus};
pub use clash_evidence::collect_evidence;
pub use clash_group::{ClashGroup, group_clashes};
pub use clash_id::clash_ids;
pub use clash_kind::{ClashKind, clash_kind};
pub use clash_measure::Measure;
pub use clash_pattern::{ClashPattern, find_patterns};
pub use clash_section::ClashSection;
pub use clash_signature::ClashSignature;
pub use penetration_depth::{at_least_by, at_most_by};
pub use violation::Violation;
