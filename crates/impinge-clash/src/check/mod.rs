//! Checks: from an assembly and rules to a report.
//!
//! - `pair_check`: [`PairCheck`], all pairs of bodies, judged by rules;
//! - `pair_relation`: [`relate_meshes`], one pair of meshes;
//! - `overlap_check`: the thickness of an overlap against its tolerance;
//! - `self_contacts`: a body against itself;
//! - `check_error`: [`CheckError`];
//! - `clash_check`: [`ClashCheck`], the whole check, with clashes, baseline and pictures.

mod check_error;
mod clash_check;
mod overlap_check;
mod pair_check;
mod pair_relation;
mod self_contacts;

pub use check_error::{CheckError, MOST_LISTED_PAIRS};
pub use clash_check::{CheckedAssembly, ClashCheck};
pub use pair_check::{PairCheck, PairCheckResult, ProvedApart, ensure_listable};
pub use pair_relation::relate_meshes;
pub use self_contacts::find_self_contacts;
