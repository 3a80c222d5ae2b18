//! The report of a check: its bodies, pairs and clashes, and the work it took. [`crate::OutputFormat`] lists the files it is written to.
//!
//! - `checked_pair`: [`CheckedPair`], the one type of a pair from the engine to the report;
//! - `overlap_limit`: [`OverlapLimit`], the thickness of an overlap against its tolerance;
//! - `body_summary`: [`BodySummary`], what a report says about a body;
//! - `input_file`: [`InputFile`], a file with its hash;
//! - `check_report`: [`Report`].

pub(crate) mod body_summary;
pub(crate) mod check_report;
pub(crate) mod checked_pair;
pub(crate) mod input_file;
pub(crate) mod overlap_limit;
mod sha256;

pub use body_summary::{BodyGeometry, BodySummary, Closure};
pub use check_report::{ClashList, Report};
pub use checked_pair::{CheckedPair, SelfContactCounts};
pub use input_file::InputFile;
pub use overlap_limit::OverlapLimit;
