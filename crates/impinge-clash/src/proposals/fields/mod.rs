//! `--method sdf`: signed distance fields prove pairs apart, and measure how deep others are in each other.
//!
//! Pairs that fields prove apart are not checked again; every other relation is the exact engine's. Bodies that are not closed meshes have no
//! field, and are left to the exact engine alone.
//!
//! - `field_settings`: [`FieldSettings`], the options after `sdf:`;
//! - `field_result`: [`FieldResult`], what two fields say about a pair;
//! - `field_results`: [`FieldResults`], about the pairs of an assembly;
//! - `posed_fields`: [`PosedFields`], about two meshes at many poses.

mod field_result;
mod field_results;
mod field_settings;
mod posed_fields;

pub use field_result::{FieldPointRecord, FieldRecord, FieldResult, bounded_text};
pub use field_results::{FieldCost, FieldResults, NoFieldReason};
pub use field_settings::{FieldSettings, METHOD_NAME};
pub use posed_fields::PosedFields;
