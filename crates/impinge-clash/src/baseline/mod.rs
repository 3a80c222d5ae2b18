//! Baselines: an earlier report, what has become of its clashes, and approvals in it.
//!
//! - `baseline_file`: [`BaselineClash`], a report in JSON as it is read back;
//! - `name_candidates`: which bodies of two checks could be the same, by their names;
//! - `registration`: [`Registration`], the rigid motion of the whole assembly between two checks;
//! - `baseline_bodies`: which body was which, and where;
//! - `moved_bodies`: which bodies have moved within the assembly;
//! - `clash_difference`: whether a clash is unchanged;
//! - `compare`: [`Baseline`], new, unchanged, changed and resolved clashes;
//! - `report_edit`: changes to a report in JSON that leave every other byte as it is;
//! - `approval_filter`: [`ApprovalFilter`], clashes by pattern, rule, kind, body or thickness;
//! - `approval`: [`Approval`], approved and reopened clashes.

mod approval;
mod approval_filter;
mod baseline_bodies;
mod baseline_file;
mod clash_difference;
pub(crate) mod compare;
mod moved_bodies;
mod name_candidates;
pub(crate) mod registration;
mod report_edit;

pub use approval::{Approval, ApprovalError, ApprovedReport};
pub use approval_filter::{ApprovalFilter, ApprovalFilterError};
pub use baseline_file::{BaselineClash, BaselineError, BaselineProblem};
pub use compare::Baseline;
pub use registration::Registration;
